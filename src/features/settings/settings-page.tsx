import { m } from '#words/words.ts';
import { PageFrame } from '#ui/page-frame.tsx';

export function SettingsPage() {
  return <PageFrame title={m.shell_nav_settings()}>{null}</PageFrame>;
}
