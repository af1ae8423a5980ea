import { isMissingPart } from '#client/http/missing-part.ts';
import { FailedState } from '#ui/feedback/failed-state.tsx';
import { m } from '#i18n/messages.ts';
import { describeFailure } from '../failure/describe-failure.ts';
import { FailureText } from '../failure/failure-text.tsx';

/** A read that failed where nothing was read before: what, why, retry in place, details to copy. */
export function QueryFailure({
  error,
  what,
  onRetry,
  retrying,
}: {
  error: unknown;
  /** What was to be read, with its article: «la lista». */
  what: string;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
}) {
  const { details, retry } = describeFailure(error);
  return (
    <FailedState
      title={isSeveral(what) ? m.errors_read_failed_several({ what }) : m.errors_read_failed({ what })}
      text={<FailureText error={error} />}
      details={details}
      onRetry={isMissingPart(error) ? () => window.location.reload() : retry ? onRetry : undefined}
      retrying={retrying}
    />
  );
}

/** By its Spanish article. In English both sentences are the same. */
const isSeveral = (what: string): boolean => /^(?:los|las) /.test(what);
