import { tabStore } from '#client/session/preferences.ts';

/** Where this tab stores what was opened last. */
export const recentsSlot = 'testigo.recent';

export const forgetRecents = (): void => tabStore.remove(recentsSlot);
