import { useId, type ReactNode } from 'react';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import type { Check, EvidenceRef, Reason, Step } from '#proofs/check.ts';
import { shown } from '#proofs/encoding/visible-text.ts';
import { Facts } from '#ui/data/facts.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import { basisWords } from '../../marks/mark-texts.ts';
import { evidenceKindWords, levelWords, originWords, stepWords, valueName } from '../texts/check-words.ts';
import { ComparedValues } from './compared-values.tsx';
import { nextOf, reasonSentence } from '../texts/check-sentences.ts';
import { ruleOf } from '../texts/reason-sentences.ts';
import css from './check-detail.module.css';

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
    <div className={css.root}>
      {check.reason !== undefined && status !== 'PASSED' && (
        <Why reason={check.reason} check={check} underRow={underRow} />
      )}
      <ComparedValues expected={expected} computed={computed} equal={status === 'PASSED'} />
      {warnings.length > 0 && !underRow && (
        <Part title={m.verdicts_warnings()}>
          <ul>
            {warnings.map((warning, at) => (
              <li key={at} className={css.warning}>
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
          {/* eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
          <ol className={css.steps} tabIndex={0} aria-label={m.verdicts_steps()}>
            {steps.map((step, at) => (
              <StepItem key={at} step={step} />
            ))}
          </ol>
        </Part>
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div id={id} className={css.title}>
        {title}
      </div>
      {children}
    </section>
  );
}

/** The sentence, the rule that should have held, the code, and what the program says, which may name a field or a number. */
function Why({ reason, check, underRow }: { reason: Reason; check: Check; underRow: boolean }) {
  const rule = ruleOf(reason);
  const message = reason.detail?.message ?? reason.detail?.tried;
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
    <li className={css.evidence}>
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
      <div className={css.did}>{stepWords(step.kind)}</div>
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
