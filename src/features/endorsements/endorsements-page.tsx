import { m } from '#words/words.ts';

export function EndorsementsPage() {
  return <h1>{m.endorsements_title()}</h1>;
}
