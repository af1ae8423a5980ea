import { nameOfDocument, type DocumentFinder } from '../documents/documents.ts';
import type { BulkDocument } from '../prepare/work-record.ts';
import type { BulkTableRow, DryRunInput } from './dry-run-input.ts';
import { identifiersIn, keyOf, type IdentifierFault } from '../table/identifiers.ts';
import { plain } from '../table/mapping.ts';
import { inDoubtCode } from '../table/earlier-result.ts';
import type { Looked, Person } from './people.ts';
import type { Reason, ReasonCode } from './reasons.ts';

/** Characters of a request's name. */
export const mostNameCharacters = 256;

/** Days in milliseconds. */
const day = 86_400_000;

/** What one row says, before it is seen beside the others. */
export interface RowReading extends BulkTableRow {
  /** The document that it names, where rows name documents. */
  readonly document: BulkDocument | undefined;
  /** Name of its request; undefined: that of the document. */
  readonly name: string | undefined;
  /** Whom it names: as far as known, and under which key. */
  readonly signers: readonly RowSigner[];
  /** Undefined: it does not say. */
  readonly nom151: boolean | undefined;
  readonly reasons: readonly Reason[];
}

export interface RowSigner {
  readonly key: string;
  readonly text: string;
  readonly column: number | undefined;
  readonly person: Person | undefined;
}

const faults: Readonly<Record<IdentifierFault, ReasonCode>> = {
  length: 'identifier-length',
  form: 'identifier-form',
  date: 'identifier-date',
  email: 'identifier-email',
};

/** @param finder absent where rows name no documents: every document goes to all */
export function checkRow(
  row: BulkTableRow,
  given: DryRunInput,
  finder: DocumentFinder | undefined,
): RowReading {
  const reasons: Reason[] = [];
  const columnsOf = (role: string): number[] =>
    given.mapping.roles.flatMap((found, at) => (found === role ? [at] : []));
  const first = (role: string): { column: number | undefined; text: string } => {
    const [column] = columnsOf(role);
    return { column, text: column === undefined ? '' : (row.cells[column]?.trim() ?? '') };
  };

  const document = finder && readDocument(first('document'), row, finder, reasons);
  const named = first('name');
  // Where no column names the document, an earlier result tells both of its request.
  const earlierName =
    columnsOf('document').length === 0 && named.column === undefined ? row.prior?.name : undefined;
  const name = named.text === '' ? earlierName : named.text;
  if ((name ?? (document ? nameOfDocument(document) : '')).length > mostNameCharacters)
    reasons.push({ code: 'name-long', column: named.column, count: mostNameCharacters });

  const signers = columnsOf('signer').reduce<RowSigner[]>((before, column) => {
    const found = readSigners(row.cells[column] ?? '', column, given, reasons);
    // Named in another column already, as by RFC and by e-mail: reported twice, which is not twice in the request.
    const isNew = ({ person }: RowSigner): boolean =>
      person === undefined || !before.some((other) => other.person?.id === person.id);
    return [...before, ...found.filter(isNew)];
  }, []);
  if (columnsOf('signer').every((column) => (row.cells[column]?.trim() ?? '') === ''))
    reasons.push({ code: 'signer-none', column: columnsOf('signer')[0] });

  const wanted = first('nom151');
  const nom151 = wanted.text === '' ? undefined : readYes(wanted.text);
  if (nom151 === 'unreadable')
    reasons.push({ code: 'nom151-unreadable', column: wanted.column, what: wanted.text });
  if (row.prior && row.prior.state !== 'done' && row.prior.request !== undefined)
    reasons.push({ code: 'begun-before', what: row.prior.request });
  if (row.prior && row.prior.state !== 'done' && row.prior.isInDoubt) reasons.push({ code: inDoubtCode });
  return { ...row, document, name, signers, nom151: nom151 === 'unreadable' ? undefined : nom151, reasons };
}

function readDocument(
  cell: { column: number | undefined; text: string },
  { prior }: BulkTableRow,
  finder: DocumentFinder,
  reasons: Reason[],
): BulkDocument | undefined {
  const { column } = cell;
  const text = cell.text || (column === undefined ? (prior?.document ?? '') : '');
  if (text === '') {
    reasons.push({ code: 'document-empty', column });
    return undefined;
  }
  const found = finder.find(text);
  const [document] = found;
  // Several with the same bytes are one document, wherever they lie.
  const different = new Set(found.map(({ id, sameAs }) => sameAs ?? id));
  if (document === undefined) reasons.push({ code: 'document-missing', column, what: text });
  else if (different.size > 1)
    reasons.push({ code: 'document-several', column, what: text, count: different.size });
  else if (document.state === 'refused')
    reasons.push({ code: 'document-refused', column, what: document.name });
  else if (document.state === 'reading')
    reasons.push({ code: 'document-reading', column, what: document.name });
  else if (document.witness) reasons.push({ code: 'document-witnessed', column, what: document.name });
  return different.size > 1 ? undefined : document;
}

function readSigners(cell: string, column: number, given: DryRunInput, reasons: Reason[]): RowSigner[] {
  return identifiersIn(cell).flatMap((read): RowSigner[] => {
    if ('fault' in read) {
      reasons.push({ code: faults[read.fault], column, what: read.text });
      return [];
    }
    const key = keyOf(read);
    const looked = given.people.get(key);
    reasons.push(...reasonsOf(looked, { column, what: read.value }, given.now));
    return [{ key, text: read.value, column, person: looked?.state === 'found' ? looked.person : undefined }];
  });
}

function reasonsOf(
  looked: Looked | undefined,
  at: { column: number; what: string },
  now: Date,
): readonly Reason[] {
  if (looked === undefined) return [{ code: 'subject-looking', ...at }];
  if (looked.state === 'unknown') return [{ code: 'subject-unknown', ...at }];
  if (looked.state === 'several') return [{ code: 'subject-several', ...at, count: looked.count }];
  if (looked.state === 'unchecked') return [{ code: 'subject-unchecked', ...at }];
  const { person } = looked;
  const about = { column: at.column, what: person.name };
  const reasons: Reason[] = [];
  if (person.linked === false) reasons.push({ code: 'link-none', ...about });
  if (person.linked === undefined) reasons.push({ code: 'link-unchecked', ...about });
  switch (person.certificate) {
    case 'revoked':
    case 'expired':
    case 'not-yet':
      reasons.push({ code: `certificate-${person.certificate}`, ...about });
      break;
    case 'expiring': {
      const left = Date.parse(person.notAfter ?? '') - now.getTime();
      reasons.push({ code: 'certificate-expiring', ...about, count: Math.max(0, Math.ceil(left / day)) });
      break;
    }
    case 'unknown':
      reasons.push({ code: 'certificate-unchecked', ...about });
      break;
    case 'valid':
      break;
  }
  return reasons;
}

const yes = new Set('si s yes y true verdadero 1 x'.split(' '));
const no = new Set('no n false falso 0'.split(' '));

function readYes(text: string): boolean | 'unreadable' {
  const word = plain(text);
  if (yes.has(word) || text === '✓' || text === '✔') return true;
  return no.has(word) || text === '-' ? false : 'unreadable';
}
