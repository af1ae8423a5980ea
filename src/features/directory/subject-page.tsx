import { m } from '#words/words.ts';
import { PageFrame } from '#ui/page-frame.tsx';

export function SubjectPage() {
  return <PageFrame title={m.shell_nav_directory()}>{null}</PageFrame>;
}
