import { currentTime } from '#clock/clock.ts';

/**
 * What the reader erased stays erased: a form that was open meanwhile, here or in another tab, brings nothing of it
 * back. Held in memory alone, because a record of what was erased would be something left of it.
 */
const erasedAt = new Map<string, string>();
const everything = '*';

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('testigo-erased');
channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (typeof data !== 'object' || data === null) return;
  const { scope, at } = data as { scope?: unknown; at?: unknown };
  if (typeof scope === 'string' && typeof at === 'string') recordErasure(scope, at);
});
// Where there are no pages (tests), it keeps nothing running.
(channel as { unref?: () => void } | undefined)?.unref?.();

export function recordErasure(scope: string, at: string): void {
  if ((erasedAt.get(scope) ?? '') < at) erasedAt.set(scope, at);
}

/** Says to every tab that a scope was erased just now, or without one all of them. */
export function announceErasure(scope: string | undefined): void {
  const reported = { scope: scope ?? everything, at: currentTime().toISOString() };
  recordErasure(reported.scope, reported.at);
  channel?.postMessage(reported);
}

/** Whether a record is of before its scope was erased. */
export function isErased({ scope, updatedAt }: { scope: string; updatedAt: string }): boolean {
  return [erasedAt.get(scope), erasedAt.get(everything)].some((at) => at !== undefined && updatedAt <= at);
}
