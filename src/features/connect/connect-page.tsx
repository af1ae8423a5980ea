import { m } from '#words/words.ts';
import { PageFrame } from '#ui/page-frame.tsx';

export function ConnectPage() {
  return <PageFrame title={m.shell_nav_connect()}>{null}</PageFrame>;
}
