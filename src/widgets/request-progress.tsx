import { tally } from '#api/reading.ts';
import type { SignatureRequest } from '#contract/resources.ts';
import { SegmentedProgress, type Segment } from '#ui/segmented-progress.tsx';
import { m } from '#words/words.ts';

/** How many of a request's signers have answered, and how. */
export function RequestProgress({
  request,
  figure,
}: {
  request: SignatureRequest;
  figure?: boolean | undefined;
}) {
  const { total, pending, signed, witnessed, rejected } = tally(request);
  const of = (count: number, part: Segment): Segment[] => Array.from({ length: count }, () => part);
  const segments = request.draft
    ? of(total, 'draft')
    : [
        ...of(witnessed, 'settled'),
        ...of(signed - witnessed, 'answered'),
        ...of(rejected, 'refused'),
        ...of(Math.max(0, total - signed - rejected), 'waiting'),
      ];
  return (
    <SegmentedProgress
      segments={segments}
      figure={figure}
      label={m.requests_progress({ signed, total, pending, rejected })}
    />
  );
}
