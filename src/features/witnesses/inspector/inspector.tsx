import { useMemo, useRef, type ReactNode, type RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import FileIcon from '@mui/icons-material/UploadFileOutlined';
import { isStub } from '#client/queries/hydration.ts';
import type { Witness } from '#contract/resources/resources.ts';
import type { Check } from '#proofs/check.ts';
import type { BlockName } from '#proofs/verdict/compose.ts';
import { Button } from '#ui/actions/button.tsx';
import { Stack } from '#ui/layout/card.tsx';
import { FailedState } from '#ui/feedback/failed-state.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { useRail } from '#ui/hooks/use-media-query.ts';
import { VerdictBanner } from '#ui/verdicts/verdict-banner.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { describeFailure } from '#widgets/failure/describe-failure.ts';
import type { Collected } from '#widgets/verification/collect/collect-evidence.ts';
import { paths } from '#widgets/paths.ts';
import { ledgerFacts } from '#widgets/drawings/time-line/ledger-entries.ts';
import { RepeatYourself } from '#widgets/drawings/commands/repeat-yourself.tsx';
import { TimeLedger } from '#widgets/drawings/time-line/time-ledger.tsx';
import { ReportBanner } from '#widgets/report/report-banner.tsx';
import { verdictSentence } from '#widgets/report/texts/verdict-sentence.ts';
import { m } from '#i18n/messages.ts';
import { BeliefsCard } from './beliefs-card.tsx';
import { BlocksPaper } from './blocks-paper.tsx';
import { Columns } from './columns.tsx';
import { BlockDrawing, CheckCard } from './drawing-pane.tsx';
import { GapsStrip } from '#widgets/verification/collect/gaps-strip.tsx';
import { RecheckButton, RecheckFailed } from '#widgets/verification/recheck.tsx';
import { NodesCard } from '#widgets/nodes/nodes-card.tsx';
import { useSandboxNode } from '#widgets/nodes/use-sandbox-node.ts';
import { checkAt, firstPlace, placeOf, placeText, type Place } from './place.ts';
import { repeatBlocks } from './repeat-lines.ts';
import { FallenCard, SimulationBanner } from './simulation/simulation-banner.tsx';
import { simulationSentence } from './simulation/tamper-texts.ts';
import { Signers } from './signers.tsx';
import { SoFarView } from './sofar-view.tsx';
import { TamperCard } from './simulation/tamper-card.tsx';
import { ReportedSections } from './reported/reported-sections.tsx';
import type { Inspection } from './use-inspection.ts';
import { actOnNext } from '#widgets/verification/next-action.ts';
import { usePlace } from './use-place.ts';
import type { Simulation } from './simulation/use-simulation.ts';
import css from './inspector.module.css';

export interface InspectorProps {
  witness: Witness;
  /** The witness is of a signature: the document has another, or none yet. */
  ofSignature: boolean;
  /** Id of the document's witness, where this one is of a signature and there is one. */
  documentWitness: string | undefined;
  inspection: Inspection;
  simulation: Simulation;
  /** The name under which evidence leaves. */
  title: string;
  saveCase: ReactNode;
}

/** Verdict first, then what it stands on, every part of it to be opened, bent and repeated. */
export function Inspector(props: InspectorProps) {
  const { inspection } = props;
  const { report } = inspection;
  if (report === undefined) return <UnverifiedWitness {...props} />;
  return <VerifiedWitness {...props} report={report} />;
}

/** Nothing is known yet, or the judge could not be had: no verdict of any kind. */
function UnverifiedWitness({
  witness,
  inspection: { error, recheck, working, sofar },
  saveCase,
}: InspectorProps) {
  if (error)
    return (
      <FailedState
        title={m.inspector_not_judged()}
        text={
          error instanceof Error
            ? `${m.inspector_judge_stopped()} ${error.message}`
            : describeFailure(error).text
        }
        onRetry={recheck}
        retrying={working === 'collecting'}
      />
    );
  if (sofar) return <SoFarView witness={witness} sofar={sofar} saveCase={saveCase} />;
  return (
    <Stack aria-busy="true">
      <VerdictBanner
        state="RUNNING"
        sentence={working === 'collecting' ? m.inspector_collecting() : m.inspector_judging()}
      />
      <LoadingRows count={8} />
    </Stack>
  );
}

function VerifiedWitness({
  witness,
  ofSignature,
  documentWitness,
  inspection,
  simulation,
  saveCase,
  report: stored,
}: InspectorProps & { report: NonNullable<Inspection['report']> }) {
  const { collected, evidence: storedEvidence, reader, recheck, working, error } = inspection;
  const { options } = useFormat();
  const view = usePlace();
  const oneColumn = useRail();
  const navigate = useNavigate();
  const sandboxNode = useSandboxNode();
  const nodeField = useRef<HTMLInputElement>(null);
  const fileField = useRef<HTMLInputElement>(null);
  const names = useMemo(() => namesOf(collected), [collected]);
  const bent = simulation.report !== undefined;
  const report = simulation.report ?? stored;
  const evidence = (bent ? simulation.evidence : undefined) ?? storedEvidence ?? {};
  const place = view.place ?? firstPlace(stored);
  const check = checkAt(report, place);
  const { go } = view;
  const ver = placeText(place);
  const onNext = (asked: Check): void =>
    actOnNext(asked, {
      nameNode: () => leadTo(nodeField.current),
      openTrust: () => void navigate(paths.settings),
      chooseDocument: () => fileField.current?.click(),
      recheck,
      explain: (one) => go(placeOf(report, one)),
    });
  const used = usedBlocks(report);
  const drawn = oneColumn ? used : used.filter((block) => block === (drawable(place) ?? used[0]));
  const sentence = simulation.target
    ? bent && simulationSentence(simulation.target, simulation.fallen)
    : verdictSentence(stored, options).sentence;
  return (
    <Stack style={{ gap: 14 }}>
      <VisuallyHidden role="status">{sentence}</VisuallyHidden>
      {simulation.target ? (
        <SimulationBanner simulation={simulation} stored={stored} />
      ) : (
        <ReportBanner
          report={stored}
          actions={
            <>
              <RecheckButton working={working !== undefined} onRecheck={recheck} />
              {saveCase}
            </>
          }
        />
      )}
      <RecheckFailed error={error} onRecheck={recheck} />
      <GapsStrip gaps={collected?.gaps ?? []} onRetry={recheck} />
      {inspection.hashError ? <WarningStrip>{m.inspector_hash_failed()}</WarningStrip> : null}
      {bent && <FallenCard simulation={simulation} />}
      <Columns data-witness={witness.id}>
        <BlocksPaper
          report={report}
          names={names}
          place={place}
          onGo={oneColumn ? undefined : go}
          onNext={onNext}
          documentActions={<DocumentCopy field={fileField} inspection={inspection} />}
        />
        <Stack
          className={css.pane}
          data-detail={(check && !oneColumn) || undefined}
          data-simulating={simulation.target !== undefined || undefined}
        >
          <div data-section="witness" style={{ display: 'contents' }}>
            {drawn.map((block) => (
              <BlockDrawing
                key={block}
                {...{ block, evidence, report, stored, simulation }}
                step={view.step}
                onStep={view.setStep}
                storedEvidence={storedEvidence ?? {}}
              />
            ))}
          </div>
          {check && !oneColumn && <CheckCard key={ver} section={place.section} check={check} />}
          {storedEvidence && (
            <TamperCard
              evidence={storedEvidence}
              documentSize={inspection.document?.size}
              names={names}
              simulation={simulation}
            />
          )}
        </Stack>
      </Columns>
      <TimeLedger {...ledgerFacts({ evidence, report, invite: view.signer })} />
      <Signers {...{ evidence, report, names, onNext }} signer={view.signer} onSigner={view.setSigner} />
      {storedEvidence && reader && (
        <Columns data-even>
          <BeliefsCard evidence={storedEvidence} reader={reader} report={stored} />
          <NodesCard
            evidence={storedEvidence}
            trust={reader.trust}
            exchanges={reader.exchanges}
            asking={working === 'asking'}
            field={nodeField}
            offered={sandboxNode}
          />
        </Columns>
      )}
      {reader && <RepeatYourself blocks={repeatBlocks(evidence, report, reader, view.signer)} />}
      <ReportedSections {...{ witness, ofSignature, documentWitness, report, onNext }} />
    </Stack>
  );
}

/** The bytes that were hashed, and the reader's own copy in their place. Neither leaves this device. */
function DocumentCopy({
  field,
  inspection: { document, isOwnCopy, takeCopy },
}: {
  field: RefObject<HTMLInputElement | null>;
  inspection: Inspection;
}) {
  const format = useFormat();
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 10px', fontSize: 12 }}>
      <input
        ref={field}
        type="file"
        hidden
        aria-label={m.inspector_copy_choose()}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) takeCopy(file);
          event.currentTarget.value = '';
        }}
      />
      {document && (
        <span>
          {isOwnCopy ? m.inspector_copy_own() : m.inspector_copy_service()} ({format.bytes(document.size)})
        </span>
      )}
      <Button variant="text" icon={<FileIcon />} onClick={() => field.current?.click()}>
        {m.inspector_copy_choose()}
      </Button>
      {isOwnCopy && (
        <Button variant="text" onClick={() => takeCopy(undefined)}>
          {m.inspector_copy_drop()}
        </Button>
      )}
    </div>
  );
}

/** Names of the signers as the service tells them, in the order of the evidence. */
function namesOf(collected: Collected | undefined): string[] {
  return (collected?.invites ?? []).map(
    ({ subject }, at) =>
      (isStub(subject) ? undefined : visibleName(subject?.commonName)) ??
      m.inspector_signer_number({ number: at + 1 }),
  );
}

function usedBlocks(report: NonNullable<Inspection['report']>): BlockName[] {
  const blocks = report.sections.find(({ key }) => key === 'witness')?.blocks ?? [];
  return (['merkleized', 'external', 'nom151'] as const).filter((name) =>
    blocks.some((block) => block.name === name),
  );
}

const drawable = ({ section, block }: Place): BlockName | undefined =>
  section === 'witness' ? block : undefined;

function leadTo(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' });
  element?.focus({ preventScroll: true });
}
