import { useState, type ReactNode } from 'react';
import type { Report } from '#proofs/verdict/report.ts';
import { FailedState } from '#ui/feedback/failed-state.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { useRail } from '#ui/hooks/use-media-query.ts';
import { Card, Stack } from '#ui/layout/card.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { VerdictBanner } from '#ui/verdicts/verdict-banner.tsx';
import { describeFailure } from '#widgets/failure/describe-failure.ts';
import { UnreadPieces } from '#widgets/report/unread.ts';
import { useVerdictSentence } from '#widgets/report/use-verdict-sentence.ts';
import { GapsStrip } from '#widgets/verification/collect/gaps-strip.tsx';
import { unreadOf } from '#widgets/verification/collect/unread-of.ts';
import { RecheckFailed } from '#widgets/verification/recheck.tsx';
import { m } from '#i18n/messages.ts';
import { Columns } from './columns.tsx';
import type { Place } from './place.ts';
import { RawJson } from './raw-json.tsx';
import { simulationSentence } from './simulation/tamper-texts.ts';
import type { Simulation } from './simulation/use-simulation.ts';
import { SoFarView } from './sofar-view.tsx';
import { WitnessTabs } from './tabs/witness-tabs.tsx';
import { DrawingPane, usedBlocks } from './top/drawing-pane.tsx';
import { Strategies } from './top/strategies.tsx';
import { BannerPlace, VerdictArea } from './top/verdict-area.tsx';
import { useShown, type Shown, type ShownWitness } from './use-shown.ts';

interface InspectorProps extends ShownWitness {
  saveCase: ReactNode;
}

/** Verdict first, then what it stands on, every part of it to be opened, altered and repeated. */
export function Inspector(props: InspectorProps) {
  const { report } = props.inspection;
  if (report === undefined) return <UnverifiedWitness {...props} />;
  return <VerifiedWitness {...props} stored={report} />;
}

/** Nothing is known yet, or the verifier could not be loaded: no verdict of any kind. */
function UnverifiedWitness({
  witness,
  reported,
  inspection: { error, recheck, working, sofar },
  saveCase,
}: InspectorProps) {
  if (error)
    return (
      <Stack style={{ gap: 14 }}>
        <FailedState
          title={m.inspector_not_checked()}
          text={
            error instanceof Error
              ? `${m.inspector_check_stopped()} ${error.message}`
              : describeFailure(error).text
          }
          onRetry={recheck}
          retrying={working === 'collecting'}
        />
        <RawJson value={reported} />
      </Stack>
    );
  // What the service answered comes with the tabs: beside pieces that are awaited it would seem to be all of them.
  if (sofar) return <SoFarView witness={witness} sofar={sofar} saveCase={saveCase} />;
  return (
    <Stack aria-busy="true">
      <BannerPlace>
        <VerdictBanner
          state="RUNNING"
          sentence={working === 'collecting' ? m.inspector_collecting() : m.inspector_checking()}
        />
      </BannerPlace>
      <Card flush>
        <LoadingRows count={8} />
      </Card>
    </Stack>
  );
}

function VerifiedWitness({ saveCase, stored, ...props }: InspectorProps & { stored: Report }) {
  const shown = useShown(props, stored);
  const { witness, inspection, simulation, view } = shown;
  const { collected, recheck, error, hashError } = inspection;
  return (
    <UnreadPieces value={unreadOf(collected?.gaps)}>
      {/* What is altered decides by itself what stays in its place. */}
      <Stack style={{ gap: 14, overflowAnchor: 'none' }}>
        <SpokenVerdict simulation={simulation} stored={stored} />
        <VerdictArea
          {...{ stored, simulation, inspection, saveCase }}
          offer={shown.offer}
          onShowFallen={() => view.setTab('repeat')}
        />
        <RecheckFailed error={error} onRecheck={recheck} />
        <GapsBelow {...{ stored, simulation, inspection }} />
        {hashError ? <WarningStrip>{m.inspector_hash_failed()}</WarningStrip> : null}
        <Columns data-top="" data-witness={witness.id}>
          <StrategiesAndDrawing shown={shown} />
        </Columns>
        <CopyField shown={shown} />
        <WitnessTabs shown={shown} />
      </Stack>
    </UnreadPieces>
  );
}

/** What did not come, where the verdict above does not say it: it waits for other evidence, or is of an altered copy. */
function GapsBelow({
  stored,
  simulation,
  inspection: { collected, recheck },
}: Pick<Shown, 'stored' | 'simulation' | 'inspection'>) {
  const { isUnread } = useVerdictSentence(stored);
  if (isUnread && simulation.target === undefined) return null;
  return <GapsStrip gaps={collected?.gaps ?? []} onRetry={recheck} />;
}

function StrategiesAndDrawing({ shown }: { shown: Shown }) {
  const { report, evidence, stored, storedEvidence, simulation, view, place, offer, onNext } = shown;
  const isOneColumn = useRail();
  const [shownFor, setShownFor] = useState(0);
  const used = usedBlocks(report);
  const wanted = place.section === 'witness' ? place.block : undefined;
  const first = (['merkleized', 'external', 'nom151'] as const).find((name) => used.includes(name));
  const showDrawing = (): void => setShownFor(shownFor + 1);
  const go = (to: Place, isOpening: boolean): void => {
    view.go(to);
    // In one column the drawing is below the check that was opened: its detail stays in sight and leads there.
    if (isOpening && !isOneColumn) showDrawing();
  };
  return (
    <>
      <Strategies
        {...{ report, place, onNext }}
        isChainOffered={offer.isOpen}
        onGo={go}
        onDraw={isOneColumn ? showDrawing : undefined}
      />
      <DrawingPane
        {...{ report, evidence, stored, storedEvidence, simulation, shownFor }}
        block={used.find((name) => name === wanted) ?? first}
        onBlock={(block) => view.go({ section: 'witness', block })}
        step={view.step}
        onStep={view.setStep}
      />
    </>
  );
}

/** The verdict for those who listen, also while an altered copy is looked at. */
function SpokenVerdict({
  simulation: { target, report, fallen },
  stored,
}: {
  simulation: Simulation;
  stored: Report;
}) {
  const verdict = useVerdictSentence(stored);
  const sentence = target ? report && simulationSentence(target, fallen) : verdict.sentence;
  return <VisuallyHidden role="status">{sentence}</VisuallyHidden>;
}

/** The field for the user's own copy of the document, which several buttons open. */
function CopyField({ shown: { fileField, inspection } }: { shown: Shown }) {
  return (
    <input
      ref={fileField}
      type="file"
      hidden
      aria-label={m.inspector_copy_choose()}
      onChange={(event) => {
        const [file] = event.currentTarget.files ?? [];
        if (file) inspection.takeCopy(file);
        event.currentTarget.value = '';
      }}
    />
  );
}
