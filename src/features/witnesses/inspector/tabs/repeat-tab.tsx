import { Stack } from '#ui/layout/card.tsx';
import { RepeatYourself } from '#widgets/drawings/commands/repeat-yourself.tsx';
import { Columns } from '../columns.tsx';
import { FallenCard } from '../simulation/simulation-banner.tsx';
import { TamperCard } from '../simulation/tamper-card.tsx';
import type { Shown } from '../use-shown.ts';
import { BeliefsCard } from './beliefs-card.tsx';
import { repeatBlocks } from './repeat-lines.ts';

/** Three ways of not believing this page: alter a byte, trust no one, repeat it in a terminal. */
export function RepeatTab({ shown }: { shown: Shown }) {
  const { evidence, storedEvidence, report, stored, names, inspection, simulation, view } = shown;
  const { reader, document } = inspection;
  return (
    <Stack style={{ gap: 14 }}>
      <Columns data-even>
        <Stack style={{ gap: 14 }}>
          <TamperCard
            evidence={storedEvidence}
            documentSize={document?.size}
            names={names}
            simulation={simulation}
          />
          {/* Below the switch, which stays where it is. */}
          {simulation.report && <FallenCard simulation={simulation} />}
        </Stack>
        {reader && <BeliefsCard evidence={storedEvidence} reader={reader} report={stored} />}
      </Columns>
      {reader && <RepeatYourself blocks={repeatBlocks(evidence, report, reader, view.signer)} />}
    </Stack>
  );
}
