import { m } from '#words/words.ts';
import { PageFrame } from '#ui/page-frame.tsx';

export function WitnessPage() {
  return <PageFrame title={m.shell_nav_witnesses()}>{null}</PageFrame>;
}
