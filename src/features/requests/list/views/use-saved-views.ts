import { useQuery } from '@tanstack/react-query';
import { useClient } from '#client/session/session-context.tsx';
import type { SavedView } from '#jobs/store/record-shapes.ts';
import { savedViews } from '#jobs/store/saved-views.ts';
import { readView, savedAddress, type RequestsView } from '../view.ts';

/** The saved views of the organization, and the one that the address names. */
export function useSavedViews(view: RequestsView) {
  const { scope } = useClient();
  const { data: views, isError } = useQuery(savedViews(scope).list());
  const shown = views?.find(({ id }) => id === view.saved);
  return { views, isError, shown, isChanged: shown !== undefined && isDifferent(shown, view) };
}

/** Read and written anew: another build may have written the same view as another address. */
const isDifferent = ({ address }: SavedView, view: RequestsView): boolean =>
  savedAddress(viewOf(address)) !== savedAddress(view);

export const viewOf = (address: string): RequestsView => readView(new URLSearchParams(address));
