import { useQuery } from '@tanstack/react-query';
import { issuers } from '#client/families/people/issuers.ts';
import { offers } from '#client/session/capabilities.ts';
import { useHydrated } from '#client/queries/hydration.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { m } from '#i18n/messages.ts';
import type { Match } from '../match.ts';
import { abbreviate, matchLabel, scopeLabel } from '../match-labels.ts';
import { useDays } from '../use-days.ts';
import { formatSerialNumber } from '#widgets/people/serial-number.ts';
import type { CertificateFilterName, CertificateView } from './filter.ts';

/** A filter's name on its chip. */
export function certificateFilterLabel(name: CertificateFilterName): string {
  switch (name) {
    case 'q':
      return m.directory_certificates_search();
    case 'subject':
      return m.directory_person();
    case 'issuer':
      return m.directory_issuer();
    case 'ends':
      return m.directory_until();
    case 'starts':
      return m.directory_from();
    case 'serialNumber':
      return m.directory_serial();
    case 'version':
      return m.directory_certificate_version();
    case 'created':
      return m.directory_created();
    case 'updated':
      return m.directory_updated();
    case 'id':
      return m.directory_filter_id();
    case 'scope':
      return m.directory_scope();
  }
}

/** Issuers that are offered in the filter: the first that the service lists. */
export function useOfferedIssuers() {
  const { client, capabilities } = useConnection();
  return useQuery({
    ...issuers(client).page({ sort: { field: 'createdAt', order: 'asc' } }, 1, 10),
    enabled: offers(capabilities, 'listIssuers'),
    staleTime: 5 * 60_000,
    retry: false,
  });
}

/** What each filter of a view is set to, in words; undefined: it is off. */
export function useCertificateValues(
  view: CertificateView,
): (name: CertificateFilterName) => string | undefined {
  const { client } = useConnection();
  const days = useDays();
  const people = useHydrated(client, 'listSubjects', onlyOf(view.subject));
  const named = useHydrated(client, 'listIssuers', onlyOf(view.issuer));
  return (name) => {
    switch (name) {
      case 'q':
        return view.q ? `«${view.q}»` : undefined;
      case 'subject':
        return (
          view.subject &&
          matchLabel(view.subject, (id) => visibleName(people[id]?.commonName) ?? abbreviate(id))
        );
      case 'issuer':
        return (
          view.issuer && matchLabel(view.issuer, (id) => visibleName(named[id]?.commonName) ?? abbreviate(id))
        );
      case 'ends':
        return days(view.endsFrom, view.endsTo);
      case 'starts':
        return days(view.startsFrom, view.startsTo);
      case 'serialNumber':
        return (
          view.serialNumber &&
          matchLabel(view.serialNumber, (text) => abbreviate(formatSerialNumber(text) ?? text))
        );
      case 'version':
        return view.version && matchLabel(view.version);
      case 'created':
        return days(view.createdFrom, view.createdTo);
      case 'updated':
        return days(view.updatedFrom, view.updatedTo);
      case 'id':
        return view.id && matchLabel(view.id, abbreviate);
      case 'scope':
        return view.scope && scopeLabel(view.scope);
    }
  };
}

/** The value of a match that has one: its name is shown instead. */
const onlyOf = (match: Match | undefined): readonly string[] =>
  match && 'values' in match && match.values.length === 1 ? match.values : [];
