import { sleep } from './sleep.ts';
// The page's own content policy refuses connections to origins outside its list. The browser reports that
// beside the failed call, a moment later: without listening it would look like a network failure.

const blocked = new Set<string>();

export function watchPolicy(target: Pick<Document, 'addEventListener'>): void {
  target.addEventListener('securitypolicyviolation', (event) => {
    if (event.effectiveDirective === 'connect-src' && URL.canParse(event.blockedURI))
      blocked.add(new URL(event.blockedURI).origin);
  });
}

/** Whether a call that just failed did so because this page may not reach that origin. */
export async function wasBlocked(origin: string): Promise<boolean> {
  if (!blocked.has(origin)) await sleep(60);
  return blocked.has(origin);
}
