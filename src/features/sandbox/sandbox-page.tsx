import { m } from '#words/words.ts';
import { PageFrame } from '#ui/page-frame.tsx';

export function SandboxPage() {
  return <PageFrame title={m.shell_nav_sandbox()}>{null}</PageFrame>;
}
