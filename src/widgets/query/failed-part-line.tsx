import { FailedLine } from '#ui/feedback/failed-line.tsx';
import { useRetry } from './use-retry.ts';

/** What a card lacks because the read of another one failed, where the reason is said: it can be read again from here. */
export function FailedPartLine({ text, refetch }: { text: string; refetch: () => unknown }) {
  const { retry, retrying } = useRetry(refetch);
  return <FailedLine quiet text={text} onRetry={retry} retrying={retrying} />;
}
