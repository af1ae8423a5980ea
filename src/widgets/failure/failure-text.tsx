import { describeFailure } from './describe-failure.ts';

/**
 * A failure in words, with the service's own sentence marked as English, so that it is pronounced as such (WCAG 3.1.2).
 *
 * @param words the sentence of the place, around the words of the failure
 */
export function FailureText({
  error,
  words,
}: {
  error: unknown;
  words?: ((inputs: { reason: string }) => string) | undefined;
}) {
  const { text, said } = describeFailure(error);
  return <SaidText text={words ? words({ reason: text }) : text} said={said} />;
}

/** A text in which the service's own sentence stands, if it said one. */
export function SaidText({ text, said }: { text: string; said: string | undefined }) {
  const at = said === undefined ? -1 : text.lastIndexOf(said);
  if (said === undefined || at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <span lang="en">{said}</span>
      {text.slice(at + said.length)}
    </>
  );
}
