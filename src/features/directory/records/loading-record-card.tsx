import { Card, Stack } from '#ui/layout/card.tsx';
import { LoadingFacts } from '#ui/layout/loading-facts.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { usePhone } from '#ui/hooks/use-media-query.ts';

/** The place of the card of one record: the names of its facts, then bars for its folded parts. */
export function LoadingRecordCard({
  title,
  labels,
  heights: { wide, narrow },
}: {
  title: string;
  labels: readonly string[];
  /** Heights of the usual content in pixels: on a phone some of its lines wrap. */
  heights: { readonly wide: number; readonly narrow: number };
}) {
  const phone = usePhone();
  return (
    <Card title={title}>
      <Stack style={{ minHeight: phone ? narrow : wide }}>
        <LoadingFacts labels={labels} />
        <div aria-hidden="true">
          <LoadingRows count={3} ends={false} rowHeight={phone ? 42 : 34} />
        </div>
      </Stack>
    </Card>
  );
}
