import { FailedLine } from '#ui/feedback/failed-line.tsx';

/** In the place of a fact that could not be read. The page says it aloud once and offers once to read it again. */
export function UnreadLine({ text }: { text: string }) {
  return <FailedLine quiet text={text} />;
}
