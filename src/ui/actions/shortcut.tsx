import css from './shortcut.module.css';

const mac = typeof navigator !== 'undefined' && navigator.platform.startsWith('Mac');

/** Key caps: `['mod+k']` is «Ctrl K», or «⌘ K» on a Mac; several are alternatives or a series. */
export function Shortcut({ keys }: { keys: readonly string[] }) {
  return (
    <span className={css.row} aria-hidden="true">
      {keys.map((key) => (
        <kbd className={css.cap} key={key}>
          {key.replace('mod+', mac ? '⌘ ' : 'Ctrl ').replace(/ \w$/, (end) => end.toUpperCase())}
        </kbd>
      ))}
    </span>
  );
}
