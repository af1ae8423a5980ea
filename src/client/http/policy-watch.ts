import { sleep } from './sleep.ts';
// The page's own content policy refuses connections to origins outside its list. The browser reports that by an event
// a moment after the failed call; without the event it would look like a network failure.

const blocked = new Set<string>();

export function watchPolicy(target: Pick<Document, 'addEventListener'>): void {
  target.addEventListener('securitypolicyviolation', (event) => {
    if (event.effectiveDirective === 'connect-src' && URL.canParse(event.blockedURI))
      blocked.add(new URL(event.blockedURI).origin);
  });
}

/** Whether a call just failed because the content policy does not allow that origin. */
export async function wasBlocked(origin: string): Promise<boolean> {
  if (!blocked.has(origin)) await sleep(60);
  return blocked.has(origin);
}
