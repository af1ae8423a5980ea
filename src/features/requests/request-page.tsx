import { m } from '#words/words.ts';
import { PageFrame } from '#ui/page-frame.tsx';

export function RequestPage() {
  return <PageFrame title={m.shell_nav_requests()}>{null}</PageFrame>;
}
