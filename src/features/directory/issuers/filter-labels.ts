import { m } from '#i18n/messages.ts';
import { abbreviate, matchLabel } from '../match-labels.ts';
import { useDays } from '../use-days.ts';
import { issuerTexts, type IssuerFilterName, type IssuerText, type IssuerView } from './filter.ts';

/** A filter's name on its chip. */
export function issuerFilterLabel(name: IssuerFilterName): string {
  switch (name) {
    case 'q':
      return m.directory_issuers_search();
    case 'text':
      return m.directory_filter_text();
    case 'country':
      return m.directory_country();
    case 'postalCode':
      return m.directory_postal_code();
    case 'created':
      return m.directory_created();
    case 'updated':
      return m.directory_updated();
    case 'id':
      return m.directory_filter_id();
  }
}

/** A field of text, by its name. */
export function issuerTextLabel(key: IssuerText): string {
  switch (key) {
    case 'organization':
      return m.organization_title();
    case 'organizationalUnitName':
      return m.directory_issuer_unit();
    case 'emailAddress':
      return m.directory_email();
    case 'streetAddress':
      return m.directory_issuer_street();
    case 'localityName':
      return m.directory_issuer_town();
    case 'stateOrProvinceName':
      return m.directory_issuer_state();
  }
}

/** What each filter of a view is set to, in words; undefined: it is off. */
export function useIssuerValues(view: IssuerView): (name: IssuerFilterName) => string | undefined {
  const days = useDays();
  return (name) => {
    switch (name) {
      case 'q':
        return view.q ? `«${view.q}»` : undefined;
      case 'text':
        return (
          issuerTexts
            .flatMap((key) => (view[key] ? [`${issuerTextLabel(key)} «${view[key]}»`] : []))
            .join(' · ') || undefined
        );
      case 'country':
      case 'postalCode':
        return view[name] && matchLabel(view[name]);
      case 'created':
        return days(view.createdFrom, view.createdTo);
      case 'updated':
        return days(view.updatedFrom, view.updatedTo);
      case 'id':
        return view.id && matchLabel(view.id, abbreviate);
    }
  };
}
