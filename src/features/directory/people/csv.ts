import { isoOf } from '#clock/instants.ts';
import type { Certificate, Subject } from '#contract/resources/resources.ts';
import { writeCsv } from '#widgets/files/csv.ts';

/** What of a person is known beside the person. */
export interface KnownOf {
  readonly certificate: Certificate | null | undefined;
  readonly linked: boolean | undefined;
}

/**
 * The columns of the export, named as the interface names them. Instants are UTC; what was not sent is an empty
 * value. `pushNotificationToken` is a secret and not among them.
 */
const columns: readonly (readonly [name: string, (subject: Subject, known: KnownOf) => unknown])[] = [
  ['id', ({ id }) => id],
  ['commonName', ({ commonName }) => commonName],
  ['RFC', (subject) => subject.RFC],
  ['serialNumber', ({ serialNumber }) => serialNumber],
  ['emailAddress', ({ emailAddress }) => emailAddress],
  ['country', ({ country }) => country],
  ['EVMAddress', (subject) => subject.EVMAddress],
  ['linked', (_, { linked }) => linked],
  ['certificateSerialNumber', (_, { certificate }) => certificate?.serialNumber],
  ['certificateNotBefore', (_, { certificate }) => certificate?.notBefore],
  ['certificateNotAfter', (_, { certificate }) => certificate?.notAfter],
  ['certificateRevoked', (_, { certificate }) => certificate?.revoked],
  ['createdAt', ({ createdAt }) => createdAt],
  ['updatedAt', ({ updatedAt }) => updatedAt],
];

const instants: readonly string[] = ['certificateNotBefore', 'certificateNotAfter', 'createdAt', 'updatedAt'];

export function directoryCsv(rows: readonly (readonly [Subject, KnownOf])[]): string {
  return writeCsv([
    columns.map(([name]) => name),
    ...rows.map(([subject, known]) => columns.map(([name, read]) => text(name, read(subject, known)))),
  ]);
}

function text(name: string, value: unknown): string {
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return '';
  // Services may send another offset: the same instant in UTC.
  return instants.includes(name) && !Number.isNaN(Date.parse(value)) ? isoOf(value) : value;
}
