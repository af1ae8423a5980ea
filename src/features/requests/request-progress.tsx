import { tally } from '#client/queries/reading.ts';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { SegmentedProgress, type Segments } from './segmented-progress.tsx';
import { m } from '#i18n/messages.ts';

/** How many of a request's signers have answered, and how. */
export function RequestProgress({
  request,
  figure,
}: {
  request: SignatureRequest;
  figure?: boolean | undefined;
}) {
  const { total, pending, signed, witnessed, rejected, unknown } = tally(request);
  const segments: Segments = request.draft
    ? { draft: total }
    : {
        settled: witnessed,
        answered: signed - witnessed,
        refused: rejected,
        waiting: pending,
        unknown: total - signed - rejected - pending,
      };
  return (
    <SegmentedProgress
      segments={segments}
      figure={figure}
      label={
        unknown > 0
          ? m.requests_progress_unknown({ signed, total, pending, rejected, unknown })
          : m.requests_progress({ signed, total, pending, rejected })
      }
    />
  );
}
