import { useId, type ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import type { Check, EvidenceRef, Reason, Step } from '#proofs/check.ts';
import { shown } from '#proofs/encoding/visible-text.ts';
import { Facts } from '#ui/data/facts.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { ink, mono, type } from '#ui/theme/tokens.ts';
import { Instant } from '#ui/data/instant.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import {
  basisWords,
  evidenceKindWords,
  levelWords,
  originWords,
  stepWords,
  valueName,
} from './check-words.ts';
import { ComparedValues } from './compared-values.tsx';
import { nextOf, reasonSentence } from './words-of-checks.ts';
import { ruleOf } from './words-of-reasons.ts';

const Root = styled('div')({
  ...type.table,
  display: 'flex',
  flexDirection: 'column',
  gap: 12,
  minWidth: 0,
  '& .title': { ...type.caption, marginBottom: 4, fontWeight: 500, color: ink.text2 },
  '& code': { fontFamily: mono, fontSize: 12, overflowWrap: 'anywhere' },
  '& ul, & ol': { margin: 0, padding: 0, listStyle: 'none' },
  '& .evidence': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 10px' },
  '& .warning': { display: 'flex', gap: 6, color: ink.indet, '& svg': { flex: 'none', fontSize: 16 } },
});

const Steps = styled('ol')({
  display: 'flex',
  flexDirection: 'column',
  maxHeight: 360,
  overflowY: 'auto',
  borderRadius: 8,
  border: `1px solid ${ink.line}`,
  background: ink.sunken,
  counterReset: 'step',
  '& > li': { padding: '6px 12px', counterIncrement: 'step' },
  '& > li + li': { borderTop: `1px solid ${ink.line}` },
  '& .did': { ...type.caption, fontWeight: 500 },
  '& .did::before': { content: 'counter(step) ". "', color: ink.text2 },
  '& dl': { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: '0 12px', ...type.caption },
  '& dt': { color: ink.text2 },
  '& dd': { overflowWrap: 'anywhere' },
});

/** Everything that one check says of itself: why, against what, from which evidence, by which steps. */
export function CheckDetail({
  check,
  underRow = false,
}: {
  check: Check;
  /** It opens under its row, which already says the reason, the warnings and what to do. */
  underRow?: boolean;
}) {
  const { status, expected, computed, recipe, evidence, steps = [], warnings = [] } = check;
  const next = nextOf(check);
  return (
    <Root>
      {check.reason !== undefined && status !== 'PASSED' && (
        <Why reason={check.reason} check={check} underRow={underRow} />
      )}
      <ComparedValues expected={expected} computed={computed} equal={status === 'PASSED'} />
      {warnings.length > 0 && !underRow && (
        <Part title={m.verdicts_warnings()}>
          <ul>
            {warnings.map((warning, at) => (
              <li key={at} className="warning">
                <WarningIcon aria-hidden="true" />
                <Sentence reason={warning} check={check} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      {next !== undefined && !underRow && <Part title={m.verdicts_next()}>{next}</Part>}
      <Facts
        facts={[
          ...(recipe === undefined
            ? []
            : [{ label: m.verdicts_recipe(), value: <code>{shown(recipe)}</code> }]),
          { label: m.verdicts_basis(), value: basisWords(check.basis) },
          { label: m.verdicts_level(), value: levelWords(check.level) },
          { label: m.verdicts_check_id(), value: <code>{check.id}</code> },
        ]}
      />
      {evidence.length > 0 && (
        <Part title={m.verdicts_evidence()}>
          <ul>
            {evidence.map((one, at) => (
              <EvidenceLine key={at} evidence={one} />
            ))}
          </ul>
        </Part>
      )}
      {steps.length > 0 && (
        <Part title={m.verdicts_steps()}>
          {/* Focusable, so that a long list can be scrolled by keyboard. */}
          <Steps tabIndex={0} aria-label={m.verdicts_steps()}>
            {steps.map((step, at) => (
              <StepItem key={at} step={step} />
            ))}
          </Steps>
        </Part>
      )}
    </Root>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div id={id} className="title">
        {title}
      </div>
      {children}
    </section>
  );
}

/** The sentence, the rule that should have held, and what the program says, which may name a field or a number. */
function Why({ reason, check, underRow }: { reason: Reason; check: Check; underRow: boolean }) {
  const rule = ruleOf(reason);
  const message = reason.detail?.message ?? reason.detail?.tried;
  if (underRow && rule === undefined && message === undefined) return null;
  return (
    <Part title={m.verdicts_reason()}>
      {!underRow && <Sentence reason={reason} check={check} />}
      {rule !== undefined && <div>{m.verdicts_rule_said({ rule })}</div>}
      <code>{[reason.code, ...(message === undefined ? [] : [shown(String(message))])].join(': ')}</code>
    </Part>
  );
}

function Sentence({ reason, check }: { reason: Reason; check: Check }) {
  const { options } = useFormat();
  return <div>{reasonSentence(reason, check.id, options)}</div>;
}

function EvidenceLine({ evidence }: { evidence: EvidenceRef }) {
  const format = useFormat();
  const { kind, sha256, size, time } = evidence;
  const origin = originWords(evidence);
  return (
    <li className="evidence">
      <span>{evidenceKindWords(kind)}</span>
      {sha256 !== undefined && <HashText label="SHA-256" value={sha256} />}
      {size !== undefined && <span>{format.bytes(size)}</span>}
      {origin !== undefined && <span>{origin}</span>}
      {time !== undefined && <Instant at={time} />}
    </li>
  );
}

function StepItem({ step }: { step: Step }) {
  return (
    <li>
      <div className="did">{stepWords(step.kind)}</div>
      <dl>
        {Object.entries(step.values).map(([key, value]) => (
          <StepValue key={key} name={valueName(key)} value={shown(value)} />
        ))}
      </dl>
    </li>
  );
}

function StepValue({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <code>{value}</code>
      </dd>
    </>
  );
}
