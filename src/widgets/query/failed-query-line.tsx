import { FailedLine } from '#ui/feedback/failed-line.tsx';
import { describeFailure } from '../failure/describe-failure.ts';
import { FailureText } from '../failure/failure-text.tsx';
import { useRetry } from './use-retry.ts';

/** One fact of several could not be read: a sentence with the reason, a retry of its query, and what to report. */
export function FailedQueryLine({
  query: { error, refetch },
  words,
}: {
  query: { readonly error: unknown; readonly refetch: () => unknown };
  words: (inputs: { reason: string }) => string;
}) {
  const { retry, retrying } = useRetry(refetch);
  return (
    <FailedLine
      text={<FailureText error={error} words={words} />}
      details={describeFailure(error).details}
      onRetry={retry}
      retrying={retrying}
    />
  );
}
