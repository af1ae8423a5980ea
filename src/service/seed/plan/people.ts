import type { SubjectName } from '../../authorities/asn1/distinguished-name.ts';
import type { RevocationReason } from '../../authorities/ocsp/ocsp.ts';
import { makeCurp } from './curp.ts';
import { subjectRows } from '../data/tables.ts';
import type { OrganizationKey, PersonRow, SubjectKey, SubjectRow } from '../data/tables.ts';
import { makeCompanyRfc, makePersonRfc } from './rfc.ts';

/** One fictitious subject and what the sandbox does for it. */
export interface SeedSubject {
  /** Names it in the plan and in the authorities' bundle. */
  readonly key: SubjectKey;
  readonly name: SubjectName;
  /** What the interface shows: the CURP is that of the representative when the subject is a company. */
  readonly RFC: string;
  readonly CURP: string;
  readonly createdAt: Date;
  readonly certificate: SeedCertificate;
  readonly linkedTo: readonly OrganizationKey[];
  readonly memberOf: readonly OrganizationKey[];
}

export interface SeedCertificate {
  /** Twenty digits. */
  readonly serial: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly revoked?: { readonly at: Date; readonly reason: RevocationReason };
}

const day = 86_400_000;
const fourYears = 4 * 365 * day;

/** The subjects of the demo as they are at `now`. */
export function planSubjects(now: Date): SeedSubject[] {
  return subjectRows.map((row, index) => {
    const { key, certificateAge, revokedAge, linkedTo, memberOf } = row;
    const name = nameOf(row);
    const notBefore = startOfHour(now.getTime() - certificateAge * day);
    return {
      key,
      name,
      RFC: name.RFC,
      CURP: name.representative?.CURP ?? name.CURP ?? '',
      createdAt: startOfHour(now.getTime() - (240 - index * 3) * day),
      certificate: {
        serial: `90001000000${String(500_003_282 + index * 3)}`,
        notBefore,
        notAfter: new Date(notBefore.getTime() + fourYears),
        ...(revokedAge === undefined
          ? {}
          : { revoked: { at: startOfHour(now.getTime() - revokedAge * day), reason: 'keyCompromise' } }),
      },
      linkedTo,
      memberOf,
    };
  });
}

function nameOf(row: SubjectRow): SubjectName {
  if ('given' in row) return nameOfPerson(row);
  const { key, company, founded } = row;
  const representative = subjectRows.find((other) => other.key === row.representative);
  if (!representative || !('given' in representative))
    throw new TypeError(`${key}: ${row.representative} is not a person`);
  const { RFC, CURP } = nameOfPerson(representative);
  return {
    commonName: company,
    country: 'MX',
    emailAddress: `contacto@${key}.example`,
    RFC: makeCompanyRfc({ name: company, founded }),
    representative: { RFC, CURP },
  };
}

function nameOfPerson(person: PersonRow): SubjectName & { CURP: string } {
  const { key, given, first, second } = person;
  return {
    commonName: `${given} ${first} ${second}`,
    country: 'MX',
    emailAddress: `${key.replace('-', '.')}@correo.example`,
    RFC: makePersonRfc(person),
    CURP: makeCurp(person),
  };
}

const startOfHour = (at: number): Date => new Date(Math.floor(at / 3_600_000) * 3_600_000);
