import QuoteIcon from '@mui/icons-material/FormatQuote';
import { Stack } from '#ui/layout/card.tsx';
import { ReportInputs } from '#widgets/report/report-inputs.tsx';
import { CheckPaper, SectionGroup } from '#widgets/report/section-card.tsx';
import { m } from '#i18n/messages.ts';
import { Columns } from '../columns.tsx';
import { FoldedCard } from '../folded-card.tsx';
import { RawJson } from '../raw-json.tsx';
import { ReportedCard, ReportedStrategies } from '../reported/reported-cards.tsx';
import type { Shown } from '../use-shown.ts';
import { SectionMark } from './section-mark.tsx';

/** What the service reports and where it contradicts itself, what the verdict rests on, and the answer as it came. */
export function RawTab({ shown }: { shown: Shown }) {
  const { witness, reported, report } = shown;
  const contradictions = shown.sectionOf('case');
  return (
    <Stack style={{ gap: 14 }}>
      <Columns data-even>
        <Stack style={{ gap: 14 }}>
          {contradictions && (
            <CheckPaper>
              <SectionGroup
                section={contradictions}
                title={m.inspector_contradictions()}
                mark={<SectionMark icon={<QuoteIcon />} />}
                {...shown.listOf('case')}
              />
            </CheckPaper>
          )}
          <ReportedStrategies witness={witness} />
        </Stack>
        <Stack style={{ gap: 14 }}>
          <ReportedCard witness={witness} />
          <FoldedCard title={m.inspector_inputs()}>
            <ReportInputs report={report} />
          </FoldedCard>
        </Stack>
      </Columns>
      <RawJson value={reported} />
    </Stack>
  );
}
