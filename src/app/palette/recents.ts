import { z } from 'zod/mini';
import { tabStore } from '#client/session/preferences.ts';
import { recentsSlot } from './recents-slot.ts';

/** A page of one thing that was opened in this tab. */
export interface Recent {
  readonly to: string;
  readonly label: string;
}

const most = 8;
const Stored = z.object({
  scope: z.string(),
  pages: z.array(z.object({ to: z.string(), label: z.string() })),
});

/** What was opened last in this tab under this connection, newest first. */
export function recents(scope: string): readonly Recent[] {
  try {
    const stored = Stored.parse(JSON.parse(tabStore.get(recentsSlot) ?? ''));
    return stored.scope === scope ? stored.pages : [];
  } catch {
    return [];
  }
}

/** Takes note of an opened page, if it is of one thing. */
export function noteVisit(scope: string, to: string, label: string): void {
  if (thingAt(to) === undefined) return;
  const pages = [{ to, label }, ...recents(scope).filter((page) => page.to !== to)].slice(0, most);
  tabStore.set(recentsSlot, JSON.stringify({ scope, pages }));
}

const things = [
  ['request', /^\/requests\/[0-9a-f]{24}$/],
  ['witness', /^\/witnesses\/[0-9a-f]{24,64}$/],
  ['certificate', /^\/directory\/certificates\/[^/]+$/],
  ['issuer', /^\/directory\/issuers\/[^/]+$/],
  ['subject', /^\/directory\/[0-9a-f]{24}$/],
  ['wallet', /^\/endorsements\/wallets\/[^/]+$/],
  ['token', /^\/endorsements\/[^/]+$/],
] as const;

export type Thing = (typeof things)[number][0];

/** Which kind of thing the page at an address shows. */
export const thingAt = (pathname: string): Thing | undefined =>
  things.find(([, form]) => form.test(pathname))?.[0];
