import { lazy, Suspense, use, type ReactNode } from 'react';
import type { Report, ReportSection } from '#proofs/verdict/report.ts';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { TabPanel, Tabs, usePanelId } from '#ui/layout/tabs.tsx';
import { ledgerFacts } from '#widgets/drawings/time-line/ledger-entries.ts';
import { isComputedFailure, isServerWord, isUnqueried } from '#widgets/report/texts/unqueried.ts';
import { UnreadPieces, type Piece } from '#widgets/report/unread.ts';
import { m } from '#i18n/messages.ts';
import type { Shown } from '../use-shown.ts';
import { tabOfPlace, witnessTabs, type WitnessTab } from '../witness-tab.ts';
import { SignaturesTab } from './signatures-tab.tsx';
import { StateMark } from './state-mark.tsx';
import css from './witness-tabs.module.css';

// What opens first comes with the page; each other tab when it is opened.
const TimeLedger = lazy(async () => ({
  default: (await import('#widgets/drawings/time-line/time-ledger.tsx')).TimeLedger,
}));
const ChainTab = lazy(async () => ({ default: (await import('./chain-tab.tsx')).ChainTab }));
const RepeatTab = lazy(async () => ({ default: (await import('./repeat-tab.tsx')).RepeatTab }));
const RawTab = lazy(async () => ({ default: (await import('./raw-tab.tsx')).RawTab }));

/** Everything about a witness that its verdict does not need to be understood, a tab for each question. */
export function WitnessTabs({ shown }: { shown: Shown }) {
  const panel = usePanelId();
  const { tab, setTab } = shown.view;
  return (
    <div className={css.root}>
      <Tabs
        label={m.inspector_tabs()}
        tabs={witnessTabs.map((id) => ({
          id,
          label: (
            <>
              {tabName(id)}
              <TabMark report={shown.report} tab={id} />
            </>
          ),
        }))}
        selected={tab}
        onSelect={setTab}
        panelId={panel}
      />
      <TabPanel id={panel} selected={tab} className={css.panel}>
        <Suspense fallback={<LoadingRows count={8} />}>
          <TabContent key={tab} tab={tab} shown={shown} />
        </Suspense>
      </TabPanel>
    </div>
  );
}

/** The tabs before there is a report: they lead nowhere yet, and what is known of the first stands under it. */
export function ComingTabs({ children }: { children: ReactNode }) {
  const panel = usePanelId();
  return (
    <div className={css.root}>
      <div inert aria-hidden="true">
        <Tabs
          label={m.inspector_tabs()}
          tabs={witnessTabs.map((id) => ({ id, label: tabName(id) }))}
          selected="signatures"
          onSelect={() => undefined}
          panelId={panel}
        />
      </div>
      <div className={css.panel}>{children}</div>
    </div>
  );
}

function TabContent({ tab, shown }: { tab: WitnessTab; shown: Shown }): ReactNode {
  const { evidence, report } = shown;
  switch (tab) {
    case 'signatures':
      return <SignaturesTab shown={shown} />;
    case 'times':
      return <TimeLedger {...ledgerFacts({ evidence, report })} />;
    case 'chain':
      return <ChainTab shown={shown} />;
    case 'repeat':
      return <RepeatTab shown={shown} />;
    case 'raw':
      return <RawTab shown={shown} />;
  }
}

function tabName(tab: WitnessTab): string {
  switch (tab) {
    case 'signatures':
      return m.inspector_tab_signatures();
    case 'times':
      return m.inspector_tab_times();
    case 'chain':
      return m.inspector_tab_chain();
    case 'repeat':
      return m.inspector_tab_repeat();
    case 'raw':
      return m.inspector_tab_raw();
  }
}

/** Evidence whose sections stand behind a tab: of what could not be read there may be no section at all. */
const piecesBehind: Readonly<Partial<Record<WitnessTab, readonly Piece[]>>> = {
  signatures: ['document', 'request', 'invite', 'certificate', 'issuer', 'subject', 'witness', 'stamp'],
  chain: ['events', 'owner'],
};

/** What behind a tab did not simply pass, or could not be read, is never hidden by the tab. */
function TabMark({ report, tab }: { report: Report; tab: WitnessTab }) {
  const sections = report.sections.filter(({ key }) => tabOfPlace({ section: key }) === tab);
  const checks = sections.flatMap(openChecks);
  const doubts = checks.filter(({ status }) => status === 'FAILED' || status === 'INDETERMINATE');
  const binding = doubts.filter(({ level }) => level === 'FAIL');
  const unread = use(UnreadPieces);
  const isUnread = piecesBehind[tab]?.some((piece) => unread.has(piece)) === true;
  if (binding.length > 0 || isUnread) {
    // What fails by the service's word alone is in doubt, as in the banner.
    return <StateMark state={binding.some(isComputedFailure) ? 'FAILED' : 'INDETERMINATE'} />;
  }
  const warnings = checks.reduce((sum, one) => sum + (one.warnings?.length ?? 0), doubts.length);
  return warnings === 0 ? null : <StateMark state="PASSED" warnings={warnings} />;
}

/** A check that no node was queried about is not in doubt, nor is one that only the service confirms. */
const openChecks = ({ checks }: ReportSection) =>
  checks.filter((check) => !isUnqueried(check, checks) && !isServerWord(check));
