import { directoryString, encode, ia5, oid, sequence, setOf, utf8 } from './der.ts';
import type { Der } from './der.ts';
import { attribute } from './object-identifiers.ts';

/** The name of an authority, field by field as the interface's Issuer has them. */
export interface AuthorityName {
  readonly commonName: string;
  readonly organization: string;
  readonly organizationalUnitName: string;
  readonly emailAddress: string;
  readonly streetAddress: string;
  /** Five digits. */
  readonly postalCode: string;
  /** Country code, ISO 3166 alpha-2. */
  readonly country: string;
  readonly stateOrProvinceName: string;
  readonly localityName: string;
  readonly RFC: string;
}

/** The name of a person or company in its certificate. */
export interface SubjectName {
  readonly commonName: string;
  readonly country: string;
  readonly emailAddress: string;
  readonly RFC: string;
  /** A person's own; a company has that of its representative instead. */
  readonly CURP?: string;
  /** Who signs for a company. */
  readonly representative?: { readonly RFC: string; readonly CURP: string };
}

/** In the order and with the string types that the Mexican tax authority's certificates have them. */
export const authorityName = (name: AuthorityName): Der =>
  sequence(
    relative(attribute.commonName, utf8(name.commonName)),
    relative(attribute.organization, utf8(name.organization)),
    relative(attribute.organizationalUnit, utf8(name.organizationalUnitName)),
    relative(attribute.emailAddress, ia5(name.emailAddress)),
    relative(attribute.street, utf8(name.streetAddress)),
    relative(attribute.postalCode, utf8(name.postalCode)),
    relative(attribute.country, country(name.country)),
    relative(attribute.stateOrProvince, utf8(name.stateOrProvinceName)),
    relative(attribute.locality, utf8(name.localityName)),
    relative(attribute.uniqueIdentifier, directoryString(name.RFC)),
  );

/**
 * RFC in x500UniqueIdentifier and CURP in serialNumber. A company carries `RFC / RFC of its representative` and
 * ` / CURP of its representative`, as the published certificates of fictitious companies do.
 */
export function subjectName(name: SubjectName): Der {
  const { representative } = name;
  const rfc = representative === undefined ? name.RFC : `${name.RFC} / ${representative.RFC}`;
  const curp = representative === undefined ? (name.CURP ?? '') : ` / ${representative.CURP}`;
  if (curp === '') throw new TypeError(`${name.commonName} has neither a CURP nor a representative with one`);
  return sequence(
    relative(attribute.commonName, directoryString(name.commonName)),
    relative(attribute.name, directoryString(name.commonName)),
    relative(attribute.organization, directoryString(name.commonName)),
    relative(attribute.country, country(name.country)),
    relative(attribute.emailAddress, ia5(name.emailAddress)),
    relative(attribute.uniqueIdentifier, directoryString(rfc)),
    relative(attribute.serialNumber, directoryString(curp)),
  );
}

const relative = (type: string, value: Der): Der => setOf(sequence(oid(type), value));
const country = (code: string): Der => encode(0x13, Buffer.from(code, 'latin1'));
