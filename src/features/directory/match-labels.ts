import { m } from '#i18n/messages.ts';
import type { Match } from './match.ts';

export const scopeLabel = (scope: 'Organization' | 'Subject'): string =>
  scope === 'Organization' ? m.directory_scope_organization() : m.directory_scope_subject();

export function matchLabel(match: Match, short: (value: string) => string = (value) => value): string {
  if (match.how === 'present') return m.directory_match_present();
  if (match.how === 'absent') return m.directory_match_absent();
  const [first = ''] = match.values;
  const values =
    match.values.length === 1 ? short(first) : m.directory_match_values({ count: match.values.length });
  return match.how === 'any-of' ? values : m.directory_match_not({ values });
}

/** The end of an id or of an address, by which people tell them apart. */
export const abbreviate = (text: string): string => (text.length > 10 ? `…${text.slice(-6)}` : text);
