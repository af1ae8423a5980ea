import { identifiersIn } from './identifiers.ts';

/** What a column of the table holds. */
export type Role = 'ignore' | 'document' | 'name' | 'signer' | 'nom151';

/** Without a column that names the document of each row, every document goes to everybody: in one request or in copies. */
export type Pairing = 'together' | 'copies';

export interface Mapping {
  /** By column. */
  readonly roles: readonly Role[];
}

/** Names of the columns, as a header row or, without one, the places. */
export function signatureOf(header: readonly string[]): string {
  return header.map(plain).join('\u001f');
}

/** A text without case, accents and signs: `Correo electrónico 2` is `correo electronico 2`. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** Words of a header, without those that only join others: `Correo electrónico del firmante 2` is `correo firmante 2`. */
function wordsOf(header: string): readonly string[] {
  const text = plain(header)
    .replace(/\be mails?\b/g, 'email')
    .replace(/\bnom 151\b/g, 'nom151')
    .replace(/([a-z])(\d{1,2})$/, (whole, letter: string, digits: string) =>
      whole.startsWith('nom') || digits === '151' ? whole : `${letter} ${digits}`,
    );
  return text.split(' ').filter((word) => word !== '' && !joining.has(word));
}

const joining = new Set([
  'de',
  'del',
  'la',
  'el',
  'los',
  'las',
  'the',
  'of',
  'a',
  'electronico',
  'address',
  'con',
]);
const personWords = new Set(
  'firmante firmantes signer signers signatory signatories signatario signatarios persona sujeto subject'.split(
    ' ',
  ),
);
const codeWords: Readonly<Record<string, Exclude<Named, 'signer'>>> = {
  curp: 'curp',
  rfc: 'rfc',
  email: 'email',
  mail: 'email',
  correo: 'email',
  id: 'id',
  identificador: 'id',
};
const fileWords = new Set(
  'archivo archivos fichero file files filename filepath pdf adjunto attachment ruta path'.split(' '),
);
const documentWords = new Set(
  'documento documentos document documents contrato contract solicitud request'.split(' '),
);
const titleWords = new Set('nombre name titulo title asunto'.split(' '));

type Named = 'curp' | 'rfc' | 'email' | 'id' | 'signer';

/** How a header names a person, with what tells several apart: a number, or who they are (`RFC del arrendador`). */
function personOf(header: string): { named: Named; who: string } | undefined {
  const words = wordsOf(header);
  if (words.some((word) => titleWords.has(word) || documentWords.has(word) || fileWords.has(word)))
    return undefined;
  const code = words.find((word) => word in codeWords);
  const who = words.filter((word) => word !== code && !personWords.has(word)).join(' ');
  if (code !== undefined) return { named: codeWords[code] ?? 'signer', who };
  return words.some((word) => personWords.has(word)) && /^\d*$/.test(who)
    ? { named: 'signer', who }
    : undefined;
}

/** What of a document a header names: the file, its title, or either. */
function documentOf(header: string): 'file' | 'title' | 'document' | undefined {
  const words = wordsOf(header);
  const all = (...sets: readonly ReadonlySet<string>[]): boolean =>
    words.length > 0 && words.every((word) => sets.some((set) => set.has(word)));
  if (!all(fileWords, documentWords, titleWords)) return undefined;
  if (words.some((word) => fileWords.has(word))) return 'file';
  return words.some((word) => titleWords.has(word)) ? 'title' : 'document';
}

function isNom151(header: string): boolean {
  const words = wordsOf(header);
  return words.includes('nom151') || words[0] === 'constancia' || words[0] === 'conservar';
}

/** What names a person best comes first: of several columns about one person only one is taken. */
const strength: readonly Named[] = ['signer', 'id', 'curp', 'rfc', 'email'];

/**
 * What each column seems to hold, by its name in Spanish or English and by what stands in it.
 *
 * @param names of the chosen documents in lower case, with and without their folders and endings
 */
export function guessRoles(
  header: readonly string[] | undefined,
  rows: readonly (readonly string[])[],
  names: ReadonlySet<string>,
): readonly Role[] {
  const width = header?.length ?? rows[0]?.length ?? 0;
  const sample = rows.slice(0, 50);
  const columns = Array.from({ length: width }, (_, at) => ({
    at,
    title: header?.[at] ?? '',
    values: sample.map((row) => row[at]?.trim() ?? '').filter((value) => value !== ''),
  }));
  const roles = columns.map((): Role => 'ignore');
  const first = (role: Role, fits: (column: (typeof columns)[number]) => boolean): void => {
    if (roles.includes(role)) return;
    const found = columns.find((column) => roles[column.at] === 'ignore' && fits(column));
    if (found) roles[found.at] = role;
  };
  const namesFiles = ({ values }: { values: readonly string[] }): boolean =>
    share(values, (value) => isDocument(value, names)) >= 0.6;

  first('nom151', ({ title }) => isNom151(title));
  first('document', ({ title }) => documentOf(title) === 'file');
  first('document', (column) => documentOf(column.title) !== undefined && namesFiles(column));
  first('document', namesFiles);
  first('document', ({ title }) => documentOf(title) === 'document');

  // Of several columns about one person only what names them best is taken; where half of it is empty, the next.
  const best = new Map<string, { at: number; rank: number }>();
  for (const { at, title, values } of columns) {
    const person = personOf(title);
    if (roles[at] !== 'ignore' || !person) continue;
    if (values.length > 0 && share(values, looksLikePerson) === 0) continue;
    const rank = strength.indexOf(person.named) + (values.length < sample.length / 2 ? strength.length : 0);
    if (rank < (best.get(person.who)?.rank ?? Infinity)) best.set(person.who, { at, rank });
  }
  for (const { at } of best.values()) roles[at] = 'signer';
  // Rows that lack it are found by another column about the same person.
  for (const { at, title } of columns) {
    const strongest = best.get(personOf(title)?.who ?? '\0')?.at;
    if (roles[at] !== 'ignore' || strongest === undefined) continue;
    if (sample.some((row) => !row[strongest]?.trim() && looksLikePerson(row[at] ?? ''))) roles[at] = 'signer';
  }
  first('signer', ({ values }) => share(values, looksLikePerson) >= 0.6);

  first(
    'name',
    ({ title }) => documentOf(title) === 'title' && wordsOf(title).some((word) => documentWords.has(word)),
  );
  // A plain «nombre» is the person's, where no column names documents.
  if (roles.includes('document')) first('name', ({ title }) => documentOf(title) === 'title');
  return roles;
}

/** The title of a column about signers that holds their names alone, by which nobody can be found. */
export function columnOfNames(
  titles: readonly string[],
  rows: readonly { readonly cells: readonly string[] }[],
): string | undefined {
  return titles.find((title, at) => {
    if (personOf(title)?.named !== 'signer') return false;
    const values = rows.flatMap(({ cells }) => cells[at]?.trim() || []);
    return (
      values.length > 0 && share(values, (value) => /\p{L}/u.test(value) && !looksLikePerson(value)) === 1
    );
  });
}

const share = (values: readonly string[], fits: (value: string) => boolean): number =>
  values.length === 0 ? 0 : values.filter(fits).length / values.length;

const looksLikePerson = (value: string): boolean => {
  const read = identifiersIn(value);
  return read.length > 0 && read.every((one) => 'kind' in one);
};

const isDocument = (value: string, names: ReadonlySet<string>): boolean =>
  /\.(pdf|txt|json|md|xml)$/i.test(value) || names.has(value.toLowerCase());

/** Whether the first row looks like names of columns: it names nobody and no file, and says what stands below. */
export function hasHeader(rows: readonly (readonly string[])[]): boolean {
  const [first, ...below] = rows;
  if (!first || below.length === 0) return false;
  if (first.some((cell) => looksLikePerson(cell) || /\.(pdf|txt|json)$/i.test(cell.trim()))) return false;
  if (first.some((cell) => personOf(cell) !== undefined || documentOf(cell) !== undefined || isNom151(cell)))
    return true;
  return below.slice(0, 20).some((row) => row.some(looksLikePerson));
}
