import type { SignatureRequest } from '#contract/resources/resources.ts';
import { useFormat } from '#ui/formats/use-format.ts';
import { useServiceNow } from '#ui/hooks/use-service-now.ts';
import { m } from '#i18n/messages.ts';
import { standingSentence } from './standing-sentence.ts';
import type { Names } from './standing.ts';

/** The sentence that says where a request stands, in the reader's language and zone. */
export function useStanding(request: SignatureRequest | undefined, names: Names): string {
  const format = useFormat();
  const now = useServiceNow(60_000);
  if (!request) return '';
  return standingSentence(request, names, {
    list: (items) => new Intl.ListFormat(format.options.locale, { type: 'conjunction' }).format(items),
    day: (date) => format.day(date),
    days: (since) => {
      const days = Math.floor((now.getTime() - since.getTime()) / 86_400_000);
      if (days > 0) return m.requests_since_days({ count: days });
      const hours = Math.floor((now.getTime() - since.getTime()) / 3_600_000);
      return hours > 0 ? m.requests_since_hours({ count: hours }) : m.requests_since_now();
    },
  });
}
