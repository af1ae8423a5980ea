import { Name } from '#ui/data/name.tsx';
import { m } from '#i18n/messages.ts';
import type { RequestsView } from '../view.ts';
import { useSavedViews } from './use-saved-views.ts';
import css from './shown-view.module.css';

/** The words of the button while a saved view is shown. */
export function ShownView({ view }: { view: RequestsView }) {
  const { shown, isChanged } = useSavedViews(view);
  if (!shown) return m.requests_views();
  return (
    <>
      <span className={css.name} data-shown="">
        <Name>{m.requests_view_shown({ name: shown.name })}</Name>
      </span>{' '}
      {isChanged && <span className={css.changed}>{m.requests_view_changed()}</span>}
    </>
  );
}
