import { currentTime } from '#clock/clock.ts';

/**
 * Prevents erased data from coming back: a form that was open meanwhile, here or in another tab, must not store it again.
 * Held in memory alone, because a stored record of the erasure would itself be a remainder.
 */
const erasedAt = new Map<string, string>();
const everything = '*';

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('testigo-erased');
channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (typeof data !== 'object' || data === null) return;
  const { scope, at } = data as { scope?: unknown; at?: unknown };
  if (typeof scope === 'string' && typeof at === 'string') recordErasure(scope, at);
});
// Outside of a browser (tests) the channel must not keep the process running.
(channel as { unref?: () => void } | undefined)?.unref?.();

export function recordErasure(scope: string, at: string): void {
  if ((erasedAt.get(scope) ?? '') < at) erasedAt.set(scope, at);
}

/** Announces to every tab that a scope was erased just now; without a scope: all of them. */
export function announceErasure(scope: string | undefined): void {
  const reported = { scope: scope ?? everything, at: currentTime().toISOString() };
  recordErasure(reported.scope, reported.at);
  channel?.postMessage(reported);
}

/** Whether a record is older than the erasure of its scope. */
export function isErased({ scope, updatedAt }: { scope: string; updatedAt: string }): boolean {
  return [erasedAt.get(scope), erasedAt.get(everything)].some((at) => at !== undefined && updatedAt <= at);
}
