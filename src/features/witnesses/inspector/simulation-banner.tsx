import { styled } from '@mui/material/styles';
import UndoIcon from '@mui/icons-material/Undo';
import type { Report } from '#proofs/verdict/report.ts';
import { Button } from '#ui/actions/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { ink, type } from '#ui/theme/tokens.ts';
import { VerdictBanner } from '#ui/verdicts/verdict-banner.tsx';
import { verdictWord } from '#ui/verdicts/verdict-chip.tsx';
import { VerdictShape } from '#ui/verdicts/verdict-shape.tsx';
import { sectionName } from '#widgets/report/names-of-parts.ts';
import { stateOfVerdict } from '#widgets/report/verdict-sentence.ts';
import { questionOf, reasonSentence } from '#widgets/report/words-of-checks.ts';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import type { FallenCheck } from '../fallen-checks.ts';
import { simulationSentence } from './tamper-words.ts';
import type { Simulation } from './use-simulation.ts';

/** The verdict on the bent copy, and that the one on the evidence as it is kept did not change. */
export function SimulationBanner({ simulation, stored }: { simulation: Simulation; stored: Report }) {
  const { target, report, fallen, undo, error } = simulation;
  const actions = (
    <Button icon={<UndoIcon />} variant="outlined" onClick={undo}>
      {m.inspector_sim_undo()}
    </Button>
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

const List = styled('ol')({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': {
    ...type.table,
    display: 'grid',
    gridTemplateColumns: '17px minmax(0, 1fr)',
    gap: '0 10px',
    padding: '6px 0',
  },
  '& > li:first-of-type': { paddingTop: 0 },
  '& > li:last-of-type': { paddingBottom: 0 },
  '& > li + li': { borderTop: `1px solid ${ink.line}` },
  '& svg': { width: 17, height: 17 },
  '& .where': { color: ink.text2 },
  '& .why': { ...type.caption, gridColumn: 2, color: ink.text2, overflowWrap: 'anywhere' },
});

/** Exactly the checks that fell, compared with the report on the untouched evidence. */
export function FallenCard({ simulation: { report, fallen } }: { simulation: Simulation }) {
  const { options } = useFormat();
  if (report === undefined) return null;
  return (
    <Card ruled title={m.inspector_fallen_title({ count: fallen.length })} note={m.inspector_fallen_note()}>
      {fallen.length === 0 ? (
        m.inspector_fallen_none()
      ) : (
        <List>
          {fallen.map(({ section, before, after }) => (
            <li key={`${section} ${before.id}`} data-fallen={`${section} ${before.id}`}>
              <VerdictShape state={after?.status ?? 'NOT_APPLICABLE'} />
              <span>
                <span className="where">{sectionName(section)} · </span>
                {questionOf(before)}
              </span>
              <span className="why">
                {m.inspector_fallen_change({
                  before: verdictWord(before.status),
                  after: after ? verdictWord(after.status) : m.inspector_fallen_gone(),
                })}{' '}
                {after?.reason && reasonSentence(after.reason, after.id, options)}
              </span>
            </li>
          ))}
        </List>
      )}
    </Card>
  );
}
