import SimulationIcon from '@mui/icons-material/ScienceOutlined';
import { Card } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { m } from '#i18n/messages.ts';

/** In place of a part that a sandbox of an older build lacks: its tab is not blank. */
export function PartAbsent({ title }: { title: string }) {
  return (
    <Card title={title} flush>
      <EmptyState
        icon={<SimulationIcon aria-hidden="true" />}
        title={m.sandbox_part_absent()}
        text={m.sandbox_part_absent_text()}
      />
    </Card>
  );
}
