import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { m } from '#i18n/messages.ts';
import css from './quiet-frame.module.css';

/** What stands while the connection is taken up again: the paper, nothing that flickers. */
export function QuietFrame() {
  return (
    <div className={css.root} aria-busy="true">
      <div className={css.top} />
      <main>
        <VisuallyHidden role="status">{m.shell_connecting()}</VisuallyHidden>
      </main>
    </div>
  );
}
