import type { Page, Request } from '@playwright/test';

/** What a screen shows, as far as it can be determined without knowing what it is about. */
export interface ScreenState {
  /** The one heading. */
  readonly heading: string;
  /** What stands in the main region beside the heading. */
  readonly rest: string;
  /** Something in it is still waited for. */
  readonly busy: boolean;
}

const screenState = (page: Page): Promise<ScreenState> =>
  page.evaluate(() => {
    const main = [...document.querySelectorAll('main')].at(-1);
    const heading = main?.querySelector('h1')?.innerText.trim() ?? '';
    const text = main?.innerText.trim() ?? '';
    return {
      heading,
      rest: text.replace(heading, '').trim(),
      busy: main?.querySelector('[aria-busy="true"]') !== null,
    };
  });

interface Patience {
  /** Milliseconds after which the screen is taken as it is. */
  readonly timeoutMs: number;
  /** Milliseconds without a change after which the screen is at rest. */
  readonly quietMs?: number;
  /** Whether something is under way beside the requests of the page. */
  readonly isWaiting?: () => boolean;
}

/** The screen once it is at rest: nothing in it is loading, no request is in flight, and its content stays the same. */
export async function settledScreen(
  page: Page,
  { timeoutMs, quietMs = 200, isWaiting = () => false }: Patience,
): Promise<ScreenState> {
  const deadline = Date.now() + timeoutMs;
  const requests = requestsInFlight(page);
  for (;;) {
    await waitForQuietDocument(page, { timeoutMs: Math.max(deadline - Date.now(), 0), quietMs });
    const state = await screenState(page);
    if (Date.now() >= deadline || (!state.busy && requests.size === 0 && !isWaiting())) return state;
  }
}

/** Waits until the content of the body has not changed for `quietMs`, which is measured in the page. */
export const waitForQuietDocument = (page: Page, { timeoutMs, quietMs = 200 }: Patience): Promise<void> =>
  page.evaluate(
    ({ quiet, most }) =>
      new Promise<void>((resolve) => {
        const end = (): void => {
          observer.disconnect();
          clearTimeout(timer);
          clearTimeout(limit);
          resolve();
        };
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(end, quiet);
        });
        let timer = setTimeout(end, quiet);
        const limit = setTimeout(end, most);
        observer.observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
          // Loading indicators end with an attribute. Styles change with every frame of an animation.
          attributeFilter: ['aria-busy'],
        });
      }),
    { quiet: quietMs, most: timeoutMs },
  );

const tracked = new WeakMap<Page, Set<Request>>();

/** Requests of the page in flight, of those that started after the first call for this page. */
function requestsInFlight(page: Page): ReadonlySet<Request> {
  const known = tracked.get(page);
  if (known) return known;
  const inFlight = new Set<Request>();
  tracked.set(page, inFlight);
  page.on('request', (request) => {
    // The app fetches all its parts in the background. A part that a screen needs is a script, not a fetch.
    const isBackground = request.resourceType() === 'fetch' && request.url().includes('/assets/');
    if (!isBackground) inFlight.add(request);
  });
  for (const event of ['requestfinished', 'requestfailed'] as const)
    // The two overloads of `on` do not take the union of their names.
    page.on(event as 'requestfinished', (request) => void inFlight.delete(request));
  return inFlight;
}

/** Waits until no resource has been loaded for half a second, those of the workers aside. */
export const settledParts = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const end = (): void => {
          observer.disconnect();
          resolve();
        };
        const observer = new PerformanceObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(end, 500);
        });
        let timer = setTimeout(end, 500);
        observer.observe({ type: 'resource' });
      }),
  );

/** What a page says that was printed by accident. */
export const accidents = /undefined|\[object |\bNaN\b|Invalid Date|Infinity/;

/** In a few words, what is wrong with a screen; nothing when it shows its data or its error. */
export function faultOf({ heading, rest, busy }: ScreenState): string | undefined {
  if (heading === '') return 'has no heading';
  if (busy) return 'still loading';
  if (rest === '') return 'empty';
  const accident = accidents.exec(`${heading}\n${rest}`)?.[0];
  return accident && `says ${accident}`;
}
