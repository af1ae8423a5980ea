import UndoIcon from '@mui/icons-material/Undo';
import type { Report } from '#proofs/verdict/report.ts';
import { Button } from '#ui/actions/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { VerdictBanner } from '#ui/verdicts/verdict-banner.tsx';
import { verdictWord } from '#ui/verdicts/verdict-chip.tsx';
import { VerdictShape } from '#ui/verdicts/verdict-shape.tsx';
import { sectionName } from '#widgets/report/texts/part-names.ts';
import { stateOfVerdict } from '#widgets/report/texts/verdict-sentence.ts';
import { questionOf, reasonSentence } from '#widgets/report/texts/check-sentences.ts';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import type { FallenCheck } from './fallen-checks.ts';
import { simulationSentence } from './tamper-texts.ts';
import type { Simulation } from './use-simulation.ts';
import css from './simulation-banner.module.css';

/** The verdict on the altered copy, and that the one on the stored evidence did not change. */
export function SimulationBanner({
  simulation,
  stored,
  onShowFallen,
}: {
  simulation: Simulation;
  stored: Report;
  /** Shows the list of what fell. */
  onShowFallen: () => void;
}) {
  const { target, report, fallen, undo, error } = simulation;
  const actions = (
    <>
      {fallen.length > 0 && (
        <Button variant="text" onClick={onShowFallen}>
          {m.inspector_fallen_show({ count: fallen.length })}
        </Button>
      )}
      <Button icon={<UndoIcon />} variant="outlined" onClick={undo}>
        {m.inspector_sim_undo()}
      </Button>
    </>
  );
  const facts = m.inspector_sim_stored({ verdict: storedWords(stored) });
  if (target === undefined) return null;
  if (report === undefined)
    return (
      <VerdictBanner
        state={error ? 'NOT_RUN' : 'RUNNING'}
        sentence={error ? m.inspector_sim_stopped() : m.inspector_sim_working()}
        facts={facts}
        actions={actions}
      />
    );
  return (
    <VerdictBanner
      state={stateOfFall(fallen)}
      sentence={simulationSentence(target, fallen)}
      facts={facts}
      actions={actions}
    />
  );
}

function stateOfFall(fallen: readonly FallenCheck[]): 'FAILED' | 'INDETERMINATE' | 'NOT_APPLICABLE' {
  if (fallen.some(({ after }) => after?.status === 'FAILED')) return 'FAILED';
  // That nothing fell is no verdict on anything.
  return fallen.length > 0 ? 'INDETERMINATE' : 'NOT_APPLICABLE';
}

function storedWords({ verdict }: Report): string {
  const state = stateOfVerdict(verdict);
  return state === 'PASSED' && verdict.warnings > 0
    ? m.common_verdict_passed_with_warnings({ count: verdict.warnings })
    : verdictWord(state);
}

/** Exactly the checks that fell, compared with the report on the untouched evidence. */
export function FallenCard({ simulation: { report, fallen } }: { simulation: Simulation }) {
  const { options } = useFormat();
  if (report === undefined) return null;
  return (
    <Card ruled title={m.inspector_fallen_title({ count: fallen.length })} note={m.inspector_fallen_note()}>
      {fallen.length === 0 ? (
        m.inspector_fallen_none()
      ) : (
        <ol className={css.list}>
          {fallen.map(({ section, before, after }) => (
            <li key={`${section} ${before.id}`} data-fallen={`${section} ${before.id}`}>
              <VerdictShape state={after?.status ?? 'NOT_APPLICABLE'} />
              <span>
                <span className={css.where}>{sectionName(section)} · </span>
                {questionOf(before)}
              </span>
              <span className={css.why}>
                {m.inspector_fallen_change({
                  before: verdictWord(before.status),
                  after: after ? verdictWord(after.status) : m.inspector_fallen_gone(),
                })}{' '}
                {after?.reason && reasonSentence(after.reason, after.id, options)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
