import { use } from 'react';
import { FailedLine } from '#ui/feedback/failed-line.tsx';
import { m } from '#i18n/messages.ts';
import { RetryUnread } from './unread.ts';

/** In the place of a fact that could not be read. The page says it aloud once, so that each place does not. */
export function UnreadLine({ className }: { className?: string | undefined }) {
  const again = use(RetryUnread);
  if (again === undefined) return <p className={className}>{m.verdicts_unread()}</p>;
  return <FailedLine quiet text={m.verdicts_unread()} onRetry={again.retry} retrying={again.isRetrying} />;
}
