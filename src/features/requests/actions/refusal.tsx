import { ApiError } from '#client/http/errors.ts';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { FailureText } from '#widgets/failure/failure-text.tsx';

/** Why an action was refused: in the words of this action where it is a known conflict, else in general ones. */
export function Refusal({
  error,
  conflict,
  forbidden,
}: {
  error: unknown;
  /** 409: the world changed meanwhile. */
  conflict?: string | undefined;
  /** 403. */
  forbidden?: string | undefined;
}) {
  if (error == null) return null;
  const kind = error instanceof ApiError ? error.kind : undefined;
  const own = kind === 'conflict' ? conflict : kind === 'forbidden' ? forbidden : undefined;
  return <WarningStrip>{own ?? <FailureText error={error} />}</WarningStrip>;
}
