import { lazy, Suspense, useId, useState, type ReactNode } from 'react';
import CloseIcon from '@mui/icons-material/Close';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import PathIcon from '@mui/icons-material/AccountTreeOutlined';
import type { Connection } from '#client/session/connection.ts';
import { useSession } from '#client/session/session-context.tsx';
import type { Check } from '#proofs/check.ts';
import { allChecks, type Report, type ReportSection } from '#proofs/verdict/report.ts';
import { Button } from '#ui/actions/button.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { InspectorSection } from '#ui/layout/inspector.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { Name } from '#ui/data/name.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { useHotkeys } from '#ui/hooks/use-hotkeys.ts';
import { verdictWord } from '#ui/verdicts/verdict-chip.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { VerdictShape } from '#ui/verdicts/verdict-shape.tsx';
import { sharedVerifier } from '#widgets/verification/worker/verifier.ts';
import type { PinnedAnchor } from '#widgets/verification/context/verification-context.ts';
import { CheckList } from '#widgets/report/checks/check-list.tsx';
import { ComparedValues } from '#widgets/report/checks/compared-values.tsx';
import { sectionName } from '#widgets/report/texts/part-names.ts';
import { ruleChangeWords } from '#widgets/report/texts/rule-change-words.ts';
import { ReportInputs } from '#widgets/report/report-inputs.tsx';
import { verdictSentence } from '#widgets/report/texts/verdict-sentence.ts';
import { nextOf, questionOf } from '#widgets/report/texts/check-sentences.ts';
import { saveBlob } from '#widgets/files/save-blob.ts';
import { m } from '#i18n/messages.ts';
import { caseIssueText } from './case-issue-text.ts';
import { itemSummary, kindWord } from '../results/item-summary.ts';
import { reasonOf, stateOf, type Item } from '../run/item.ts';
import { merklePaths } from './merkle-paths.ts';
import { PinAnchor } from '../anchors/pin-anchor.tsx';
import { proofRecipes } from './proof-recipes.ts';
import { useFullResult } from './use-full-answer.ts';
import type { Verification, FullResult } from '../run/verification.ts';
import css from './verify-detail.module.css';

// Reading certificates is heavy: it comes when one is looked at.
const GivenAnchor = lazy(async () => ({
  default: (await import('../anchors/certificate-anchor.tsx')).CertificateAnchor,
}));
const PathDialog = lazy(async () => ({ default: (await import('./path-dialog.tsx')).PathDialog }));

/** One row: its verdict in a sentence, what was expected and computed, every check, and what can be done. */
export function VerifyDetail({
  verification,
  item,
  onRow,
  onClose,
}: {
  verification: Verification;
  item: Item;
  onRow: (id: number) => void;
  onClose: () => void;
}) {
  const title = useId();
  const { options, bytes } = useFormat();
  const { whole, problem } = useFullResult(verification, item);
  useHotkeys({ Escape: onClose });
  const { outcome } = item;
  const state = stateOf(item);
  const report = outcome?.of === 'report' ? (whole?.report ?? outcome.report) : undefined;
  const faults = outcome?.of === 'report' ? outcome.faults : [];
  const changes = outcome?.of === 'report' ? ruleChangeWords(outcome.changes) : [];
  const said = report && faults.length === 0 ? verdictSentence(report, options) : undefined;
  const { check: decided, section: decidedIn } = said?.facts.decided ?? {};
  const reason = reasonOf(item);
  const recipes = report ? proofRecipes(report) : [];
  const sections = report ? applyingSections(report) : [];
  return (
    <aside className={css.pane} aria-labelledby={title}>
      <VisuallyHidden as="h1" className={css.page}>
        {m.verify_title()}
      </VisuallyHidden>
      <header>
        <VerdictShape state={state === 'WARNED' ? 'PASSED' : state} />
        <h2 id={title}>{said?.sentence ?? itemSummary(item, options)}</h2>
        <span className={css.close}>
          <IconButton label={m.common_close()} icon={<CloseIcon />} onClick={onClose} />
        </span>
        <p>{item.source.from === 'hash' ? kindWord(item) : <Name lines={3}>{item.name}</Name>}</p>
      </header>
      <InspectorSection>
        <dl className="facts">
          {item.sha256 !== undefined && (
            <>
              <dt>{m.verify_sha256()}</dt>
              <dd>
                <HashText value={item.sha256} />
              </dd>
            </>
          )}
          {reason !== undefined && (
            <>
              <dt>{m.verify_reason()}</dt>
              <dd>
                <code>{reason}</code>
              </dd>
            </>
          )}
          {recipes.length > 0 && (
            <>
              <dt>{m.verify_recipe()}</dt>
              {recipes.map(({ of, recipe }) => (
                <dd key={of}>
                  {of}:{' '}
                  <code>
                    {recipe === report?.inputs.recipe ? m.verify_recipe_is_pinned({ recipe }) : recipe}
                  </code>
                </dd>
              ))}
            </>
          )}
          <dt>{m.verify_col_kind()}</dt>
          <dd>
            {kindWord(item)}
            {item.size !== undefined && `, ${bytes(item.size)}`}
          </dd>
          <Origin verification={verification} item={item} onRow={onRow} />
        </dl>
      </InspectorSection>
      {faults.length > 0 && (
        <InspectorSection>
          <h3>{m.verify_faults()}</h3>
          <ul className={css.faults}>
            {faults.map((fault) => (
              <li key={`${fault.kind} ${fault.where}`}>{caseIssueText(fault)}</li>
            ))}
          </ul>
        </InspectorSection>
      )}
      {changes.length > 0 && (
        <InspectorSection>
          <h3>{m.verify_changes()}</h3>
          {changes.map((change) => (
            <p key={change} className={css.change}>
              {change}
            </p>
          ))}
        </InspectorSection>
      )}
      {decided && (decided.expected ?? decided.computed) !== undefined && (
        <InspectorSection>
          <h3>
            {decidedIn !== undefined && sections.length > 1
              ? m.verdicts_s_of_section({ section: sectionName(decidedIn), sentence: questionOf(decided) })
              : questionOf(decided)}
          </h3>
          <ComparedValues expected={decided.expected} computed={decided.computed} equal={false} />
        </InspectorSection>
      )}
      <WhatToDo verification={verification} item={item} decided={decided} whole={whole} />
      {report && <Checks sections={sections} />}
      {outcome?.of === 'report' && whole === undefined && problem === undefined && (
        <InspectorSection>
          <LoadingRows kind="list" count={3} />
        </InspectorSection>
      )}
      {report && (
        <InspectorSection>
          <h3>{m.verify_inputs()}</h3>
          <ReportInputs report={report} />
        </InspectorSection>
      )}
    </aside>
  );
}

/** Whether trust in one certificate is all the trust that the checks miss. */
const isEnough = (report: Report, { sha256, use }: PinnedAnchor): boolean =>
  allChecks(report).every(({ status, next }) => {
    if (status !== 'INDETERMINATE') return true;
    // Who is trusted for time-stamps brings the profile along.
    if (next?.code === 'add_profile') return use !== 'signing';
    // One that is not at hand has no name here.
    if (next?.code === 'add_anchor') return false;
    const isTrust = next?.code === 'trust_anchor' || next?.code === 'trust_stamp_anchor';
    return !isTrust || next.detail?.sha256 === sha256;
  });

const hostOf = (connection: Connection | undefined): string =>
  connection === undefined ? '—' : new URL(connection.baseUrl).host;

/** Sections that say something; what was not given says nothing. */
function applyingSections({ sections }: Report): readonly ReportSection[] {
  return sections.filter(({ checks }) => checks.some(({ status }) => status !== 'NOT_APPLICABLE'));
}

function Checks({ sections }: { sections: readonly ReportSection[] }) {
  return (
    <InspectorSection>
      <h3>{m.verify_checks()}</h3>
      {sections.map(({ key, checks }) => (
        <div key={key} data-section={key}>
          {sections.length > 1 && <h4>{sectionName(key)}</h4>}
          <CheckList checks={checks} brief />
        </div>
      ))}
    </InspectorSection>
  );
}

/** With what it was judged, and what else here is about it. */
function Origin({
  verification,
  item: { id, outcome },
  onRow,
}: {
  verification: Verification;
  item: Item;
  onRow: (id: number) => void;
}) {
  const { connection } = useSession();
  if (outcome?.of !== 'report') return null;
  const others = verification.evidenceOf(id).filter((one) => one !== outcome.by);
  const link = (one: number): ReactNode => (
    <button
      key={one}
      type="button"
      className={css.link}
      onClick={() => {
        onRow(one);
      }}
    >
      {verification.item(one)?.name}
    </button>
  );
  return (
    <>
      {outcome.by !== id && (
        <>
          <dt>{m.verify_with()}</dt>
          <dd>
            {outcome.by === undefined
              ? m.verify_from_service({ service: hostOf(connection) })
              : link(outcome.by)}
          </dd>
        </>
      )}
      {others.length > 0 && (
        <>
          <dt>{m.verify_other_evidence()}</dt>
          <dd>{others.map(link)}</dd>
        </>
      )}
    </>
  );
}

function WhatToDo({
  verification,
  item,
  decided,
  whole,
}: {
  verification: Verification;
  item: Item;
  decided: Check | undefined;
  whole: FullResult | undefined;
}) {
  const { phase, connection } = useSession();
  const { outcome } = item;
  const next = decided && nextOf(decided);
  const given = item.fingerprint !== undefined && item.source.from === 'file' ? item.source.file : undefined;
  // One that was given as a file of its own is offered as such.
  const pinnable =
    outcome?.of === 'report' ? outcome.pinnable.filter(({ sha256 }) => sha256 !== item.fingerprint) : [];
  const advice = [
    outcome?.of === 'nothing' && item.isJson && m.verify_do_json(),
    outcome?.of === 'nothing' && m.verify_do_proof(),
    outcome?.of === 'nothing' && phase !== 'open' && m.verify_do_connect(),
    outcome?.of === 'nothing' &&
      phase === 'open' &&
      outcome.service === 'not-looked-up' &&
      m.verify_do_agree({ service: hostOf(connection) }),
    (outcome?.of === 'unreadable' || (outcome?.of === 'report' && outcome.faults.length > 0)) &&
      m.verify_do_again(),
    pinnable.length === 0 && given === undefined && next,
  ].filter((one): one is string => typeof one === 'string');
  if (advice.length === 0 && pinnable.length === 0 && given === undefined && whole === undefined) return null;
  return (
    <InspectorSection className={css.do}>
      <h3>{m.verify_can_do()}</h3>
      {outcome?.of === 'unreadable' && outcome.why !== 'empty' && (
        <p>
          {m.verify_breaks()} <code>{outcome.message}</code>
        </p>
      )}
      {advice.map((one) => (
        <p key={one}>{one}</p>
      ))}
      {given && (
        <Suspense fallback={<LoadingRows kind="list" count={1} />}>
          <GivenAnchor
            key={item.id}
            file={given}
            name={item.name}
            needing={verification.needing(item.fingerprint ?? '')}
          />
        </Suspense>
      )}
      {pinnable.map((anchor) => (
        <PinAnchor
          key={anchor.sha256}
          anchor={anchor}
          enough={stateOf(item) !== 'FAILED' && outcome?.of === 'report' && isEnough(outcome.report, anchor)}
          givenAs={verification.certificateFile(anchor.sha256)?.name}
        />
      ))}
      {whole && (
        <div className={css.actions}>
          <OpenPath item={item} whole={whole} />
          <SaveCase verification={verification} item={item} whole={whole} />
        </div>
      )}
    </InspectorSection>
  );
}

/** The Merkle path of each object of the case; with several, by their names. */
function OpenPath({ item, whole }: { item: Item; whole: FullResult }) {
  const [opened, setOpened] = useState<string>();
  const fileName = item.source.from === 'hash' ? undefined : item.name;
  const paths = merklePaths(whole.evidence, whole.report, fileName);
  const path = paths.find(({ section }) => section === opened);
  const [only, ...others] = paths;
  if (only === undefined) return null;
  const look = { variant: 'contained', icon: <PathIcon /> } as const;
  return (
    <>
      {others.length === 0 ? (
        <Button {...look} onClick={() => setOpened(only.section)}>
          {only.section === 'witness' ? m.verify_open_path() : m.verify_open_path_of({ object: only.name })}
        </Button>
      ) : (
        <Menu
          label={m.verify_path_choose()}
          items={paths.map(({ section, name, check }) => ({
            id: section,
            label: name,
            detail: verdictWord(check.status),
            icon: <VerdictShape state={check.status} />,
            onSelect: () => setOpened(section),
          }))}
        >
          {(trigger) => (
            <Button {...look} {...trigger}>
              {m.verify_path_choose()}
            </Button>
          )}
        </Menu>
      )}
      {path && (
        <Suspense fallback={null}>
          <PathDialog path={path} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function SaveCase({
  verification,
  item,
  whole,
}: {
  verification: Verification;
  item: Item;
  whole: FullResult;
}) {
  const snack = useSnack();
  const [saving, setSaving] = useState(false);
  const { reader } = verification.snapshot();
  if (reader === undefined) return null;
  const save = async () => {
    setSaving(true);
    try {
      const { exportCase } = await import('#widgets/evidence-files/export/export-case.ts');
      const { name, text } = await exportCase(sharedVerifier(), {
        title: item.source.from === 'hash' ? item.source.hash : item.name,
        evidence: whole.evidence,
        reader,
      });
      saveBlob(new Blob([text], { type: 'application/json' }), name);
    } catch (error) {
      snack({
        text: m.verify_save_failed({ problem: error instanceof Error ? error.message : String(error) }),
      });
    } finally {
      setSaving(false);
    }
  };
  return (
    <Button icon={<DownloadIcon />} loading={saving} onClick={() => void save()}>
      {m.verify_save_case()}
    </Button>
  );
}
