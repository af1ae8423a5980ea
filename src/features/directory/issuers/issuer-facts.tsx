import type { Issuer } from '#contract/resources/resources.ts';
import { HashText } from '#ui/data/hash-text.tsx';
import { formatCountry } from '#ui/formats/formats.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { m, type Locale } from '#i18n/messages.ts';
import { Code } from '../parts.tsx';

/** An issuer as the service describes it. */
export const issuerFacts = (issuer: Issuer, locale: Locale) => [
  { label: m.organization_name(), value: visibleName(issuer.commonName) ?? undefined },
  { label: m.organization_title(), value: visibleName(issuer.organization) ?? undefined },
  { label: m.directory_issuer_unit(), value: visibleName(issuer.organizationalUnitName) ?? undefined },
  { label: m.directory_rfc(), value: issuer.RFC ? <Code>{issuer.RFC}</Code> : undefined },
  { label: m.directory_email(), value: issuer.emailAddress ?? undefined },
  { label: m.directory_issuer_place(), value: issuerPlace(issuer) },
  { label: m.directory_country(), value: issuer.country ? formatCountry(issuer.country, locale) : undefined },
  { label: m.directory_fingerprint(), value: issuer.hash ? <HashText value={issuer.hash} /> : undefined },
];

/** Street, postal code, town and state; undefined where none was sent. */
const issuerPlace = (issuer: Issuer): string | undefined =>
  [issuer.streetAddress, postalCode(issuer), issuer.localityName, issuer.stateOrProvinceName]
    .filter(Boolean)
    .join(', ') || undefined;

/** A number on the wire; in Mexico its five digits may begin with zeros. */
export const postalCode = ({ postalCode: code, country }: Issuer): string | undefined =>
  code == null ? undefined : country === 'MX' ? String(code).padStart(5, '0') : String(code);
