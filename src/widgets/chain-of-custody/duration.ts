import { m } from '#i18n/messages.ts';

/** How long something lasted, in its largest unit: whole days from the second one on. */
export function durationWords(seconds: number): string {
  const length = Math.max(0, seconds);
  if (length < 60) return m.tokens_for_seconds({ count: Math.round(length) });
  if (length < 3600) return m.tokens_for_minutes({ count: Math.round(length / 60) });
  if (length < 2 * 86_400) return m.tokens_for_hours({ count: Math.round(length / 3600) });
  return m.tokens_for_days({ count: Math.round(length / 86_400) });
}
