import { m } from '#words/words.ts';
import { PageFrame } from '#ui/page-frame.tsx';

export function ComposePage() {
  return <PageFrame title={m.shell_new_request()}>{null}</PageFrame>;
}
