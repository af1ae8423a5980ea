import type { SubjectName } from '../authorities/distinguished-name.ts';
import type { RevocationReason } from '../authorities/ocsp.ts';
import { makeCurp } from './curp.ts';
import type { CurpFacts } from './curp.ts';
import { makeCompanyRfc, makePersonRfc } from './rfc.ts';

/** The two organizations of the demo, and the one of the test cases. */
export type OrganizationKey = 'ceibal' | 'nube' | 'casos';

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

const hector = person('hector-ibarra', 'Héctor', 'Ibarra', 'Cota', '1983-11-17', 'H', 'SR');
const ricardo = person('ricardo-beltran', 'Ricardo', 'Beltrán', 'Nájera', '1986-03-30', 'H', 'OC');

const rows = [
  person('maria-ortega', 'María Fernanda', 'Ortega', 'Ruiz', '1988-04-12', 'M', 'YN'),
  person('rodrigo-aranda', 'Rodrigo', 'Aranda', 'Lizama', '1979-02-26', 'H', 'YN'),
  person('luis-canche', 'Luis Alberto', 'Canché', 'Poot', '1975-09-23', 'H', 'YN'),
  person('ana-pech', 'Ana Sofía', 'Pech', 'Uc', '1996-07-03', 'M', 'YN'),
  hector,
  person('gabriela-solis', 'Gabriela', 'Solís', 'Montero', '1990-01-29', 'M', 'JC'),
  person('jorge-trevino', 'Jorge Iván', 'Treviño', 'Garza', '1981-06-08', 'H', 'NL'),
  person('elsa-herrera', 'Elsa', 'Herrera', 'Cámara', '1971-12-14', 'M', 'CC'),
  ricardo,
  person('itzel-xool', 'Itzel Guadalupe', 'Xool', 'Nah', '2001-05-21', 'M', 'QR'),
  company('istmo', 'Comercializadora Istmo del Sur SA de CV', '2011-03-14', hector.name),
  company('flor-de-mayo', 'Financiera Flor de Mayo SAPI de CV', '2016-09-01', ricardo.name),
] as const;

export type SubjectKey = (typeof rows)[number]['key'];

const day = 86_400_000;
const fourYears = 4 * 365 * day;

/** Days before `now` on which a certificate began; who is not named has one of middle age. */
const began: Partial<Record<SubjectKey, number>> = {
  'maria-ortega': 990,
  'hector-ibarra': 410,
  // Expires in six days, and expired twenty days ago.
  'gabriela-solis': 4 * 365 - 6,
  'elsa-herrera': 4 * 365 + 20,
};

/** Its holder's key was lost twelve days ago; what it signed before stays signed. */
const revokedDaysAgo: Partial<Record<SubjectKey, number>> = { 'jorge-trevino': 12 };

const links: Partial<Record<SubjectKey, readonly OrganizationKey[]>> = {
  'maria-ortega': ['ceibal'],
  'rodrigo-aranda': ['ceibal'],
  'luis-canche': ['ceibal'],
  'ana-pech': ['ceibal'],
  'hector-ibarra': ['ceibal', 'nube'],
  'gabriela-solis': ['ceibal', 'nube'],
  'jorge-trevino': ['ceibal'],
  'elsa-herrera': ['ceibal'],
  'itzel-xool': ['nube'],
  istmo: ['ceibal', 'nube'],
};

const memberships: Partial<Record<SubjectKey, readonly OrganizationKey[]>> = {
  'maria-ortega': ['ceibal'],
  'rodrigo-aranda': ['ceibal'],
  'itzel-xool': ['nube'],
};

/** The dozen subjects as they stand at `now`. Two are linked to nobody: ricardo-beltran and flor-de-mayo. */
export function planSubjects(now: Date): SeedSubject[] {
  return rows.map(({ key, name }, index) => {
    const notBefore = startOfHour(now.getTime() - (began[key] ?? 620 + index * 37) * day);
    const revoked = revokedDaysAgo[key];
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
        ...(revoked === undefined
          ? {}
          : { revoked: { at: startOfHour(now.getTime() - revoked * day), reason: 'keyCompromise' } }),
      },
      linkedTo: links[key] ?? [],
      memberOf: memberships[key] ?? [],
    };
  });
}

function person<Key extends string>(
  key: Key,
  given: string,
  first: string,
  second: string,
  born: string,
  sex: CurpFacts['sex'],
  birthplace: string,
): { key: Key; name: SubjectName } {
  const mailbox = key.replace('-', '.');
  const facts = { given, first, second, born };
  return {
    key,
    name: {
      commonName: `${given} ${first} ${second}`,
      country: 'MX',
      emailAddress: `${mailbox}@correo.example`,
      RFC: makePersonRfc(facts),
      CURP: makeCurp({ ...facts, sex, birthplace }),
    },
  };
}

function company<Key extends string>(
  key: Key,
  commonName: string,
  founded: string,
  representative: SubjectName,
): { key: Key; name: SubjectName } {
  const { RFC, CURP = '' } = representative;
  return {
    key,
    name: {
      commonName,
      country: 'MX',
      emailAddress: `contacto@${key}.example`,
      RFC: makeCompanyRfc({ name: commonName, founded }),
      representative: { RFC, CURP },
    },
  };
}

const startOfHour = (at: number): Date => new Date(Math.floor(at / 3_600_000) * 3_600_000);
