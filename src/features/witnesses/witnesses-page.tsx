import { m } from '#words/words.ts';
import { PageFrame } from '#ui/page-frame.tsx';

export function WitnessesPage() {
  return <PageFrame title={m.shell_nav_witnesses()}>{null}</PageFrame>;
}
