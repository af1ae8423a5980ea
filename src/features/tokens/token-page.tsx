import { m } from '#words/words.ts';

export function TokenPage() {
  return <h1>{m.tokens_title()}</h1>;
}
