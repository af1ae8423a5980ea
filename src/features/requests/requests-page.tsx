import { m } from '#words/words.ts';
import { PageFrame } from '#ui/page-frame.tsx';

export function RequestsPage() {
  return <PageFrame title={m.shell_nav_requests()}>{null}</PageFrame>;
}
