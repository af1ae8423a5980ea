import { Dialog } from '#ui/overlays/dialog.tsx';
import { Shortcut } from '#ui/actions/shortcut.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { m } from '#i18n/messages.ts';
import css from './help-dialog.module.css';

/** Every key of the app, shown by `?`. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const keys: readonly [string, readonly string[]][] = [
    [m.shell_shortcut_palette(), ['mod+k']],
    [m.shell_shortcut_new(), ['n']],
    [m.shell_shortcut_search(), ['/']],
    [m.shell_shortcut_move(), ['j', 'k']],
    [m.shell_shortcut_check(), ['x']],
    [m.shell_shortcut_selection(), [',']],
    [m.shell_shortcut_open(), ['Enter']],
    [m.shell_shortcut_close(), ['Esc']],
    [m.shell_shortcut_help(), ['?']],
  ];
  return (
    <Dialog open onClose={onClose} title={m.shell_shortcuts()}>
      <dl className={css.keys}>
        {keys.map(([label, caps]) => (
          <Pair key={label} label={label} caps={caps} />
        ))}
      </dl>
    </Dialog>
  );
}

function Pair({ label, caps }: { label: string; caps: readonly string[] }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <VisuallyHidden>{caps.map((cap) => cap.replace('mod+', 'Ctrl ')).join(', ')}</VisuallyHidden>
        <Shortcut keys={caps} />
      </dd>
    </>
  );
}
