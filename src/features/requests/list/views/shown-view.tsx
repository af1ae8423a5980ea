import { m } from '#i18n/messages.ts';
import type { RequestsView } from '../view.ts';
import { useSavedViews } from './use-saved-views.ts';

/** The words of the button while a saved view is shown. */
export function ShownView({ view }: { view: RequestsView }) {
  const { shown, isChanged } = useSavedViews(view);
  if (!shown) return m.requests_views();
  return isChanged
    ? m.requests_view_shown_changed({ name: shown.name })
    : m.requests_view_shown({ name: shown.name });
}
