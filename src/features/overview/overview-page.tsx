import { m } from '#words/words.ts';
import { PageFrame } from '#ui/page-frame.tsx';

export function OverviewPage() {
  return <PageFrame title={m.shell_nav_overview()}>{null}</PageFrame>;
}
