import { currentTime } from '#clock/clock.ts';
import { isLinked } from '#client/families/people/organizations.ts';
import type { SubjectFilter } from '#client/families/people/subjects.ts';
import type { CompleteList } from '#client/queries/paging.ts';
import type { Certificate, OrganizationLink, Subject } from '#contract/resources/resources.ts';
import { certificateStanding } from '#widgets/people/certificate-state.tsx';
import { keyOf, type Identifier, type IdentifierKind } from '../table/identifiers.ts';
import type { Looked, Person } from './people.ts';

/** The queries to the service. Whatever one throws is an answer that did not come. */
export interface Directory {
  /** `whole`: these are all that the service has. */
  readonly subjects: (filter: SubjectFilter) => Promise<{ items: readonly Subject[]; whole: boolean }>;
  /** All that the service has, where they are so many at most and were read to their end. */
  readonly everybody: (most: number) => Promise<readonly Subject[] | undefined>;
  /** Links of these subjects with the organization; undefined: this service does not tell. */
  readonly links: ((ids: readonly string[]) => Promise<CompleteList<OrganizationLink>>) | undefined;
  /** Certificates of which only the id came; absent where the service does not give them. */
  readonly certificate: ((id: string) => Promise<Certificate | null>) | undefined;
}

/** Values of one question: so many fit into an address that every service takes (Rule WI-3). */
export const mostAtOnce = 100;
/** Questions at the same time. */
const together = 3;
/** From so many e-mails on, which the interface finds one by one, the whole directory is read first. */
const manyEmails = 50;
/** It is read where it has so many people for each e-mail: a page of it is a question too. */
const peopleForEmail = 40;

/**
 * Looks people up, by the hundred where the interface lets one ask for many, one by one by e-mail. What is found is
 * reported as it comes.
 *
 * @param tell by `keyOf(identifier)`
 */
export async function lookUp(
  wanted: readonly Identifier[],
  directory: Directory,
  tell: (found: ReadonlyMap<string, Looked>) => void,
  signal: AbortSignal,
  now: () => Date = () => currentTime(),
): Promise<void> {
  const byKind = (kind: IdentifierKind): Identifier[] => wanted.filter((one) => one.kind === kind);
  const emails = byKind('email');
  const met = new Map<string, Looked>();
  if (emails.length >= manyEmails) {
    const all = await directory.everybody(emails.length * peopleForEmail).catch(() => undefined);
    for (const some of chunks(all ? emailsAmong(emails, all) : [])) {
      const known = await withStanding(new Map(some), directory, now());
      for (const [key, one] of known) met.set(key, one);
      if (!signal.aborted) tell(known);
    }
  }
  const questions = [
    ...chunks(byKind('id')),
    ...chunks(byKind('curp')),
    ...chunks(byKind('rfc')),
    // Whoever is not among all may still be found by a query: a directory need not list everybody.
    ...emails.filter((one) => !met.has(keyOf(one))).map((one) => [one]),
  ];
  const isOver = (): boolean => signal.aborted;
  const work = async (): Promise<void> => {
    for (let some = questions.shift(); some && !isOver(); some = questions.shift()) {
      const { found, open } = await ask(some, directory);
      // A company's certificate may carry a second code beside its own: only searching in it finds the first.
      questions.push(...open.map((one) => [one]));
      const known = await withStanding(found, directory, now());
      if (!isOver() && known.size > 0) tell(known);
    }
  };
  await Promise.all(Array.from({ length: together }, work));
}

function chunks<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / mostAtOnce) }, (_, at) =>
    all.slice(at * mostAtOnce, (at + 1) * mostAtOnce),
  );
}

/** Who of all has these addresses. */
function emailsAmong(emails: readonly Identifier[], all: readonly Subject[]): [string, Found][] {
  const byEmail = new Map<string, Subject[]>();
  for (const subject of all) {
    const address = subject.emailAddress?.trim().toLowerCase();
    if (address) byEmail.set(address, [...(byEmail.get(address) ?? []), subject]);
  }
  return emails.flatMap((one): [string, Found][] => {
    const [subject, ...others] = byEmail.get(one.value) ?? [];
    if (!subject) return [];
    return [
      [
        keyOf(one),
        others.length > 0 ? { state: 'several', count: others.length + 1 } : { state: 'subject', subject },
      ],
    ];
  });
}

type Found = Exclude<Looked, { state: 'found' }> | { readonly state: 'subject'; readonly subject: Subject };

async function ask(
  some: readonly Identifier[],
  directory: Directory,
): Promise<{ found: ReadonlyMap<string, Found>; open: readonly Identifier[] }> {
  const answer = await directory.subjects(filterFor(some)).catch(() => undefined);
  if (!answer) return { found: new Map(some.map((one) => [keyOf(one), { state: 'unchecked' }])), open: [] };
  const fits = some.map((one) => answer.items.filter((subject) => isNamed(subject, one)));
  // A service that answers with others than were requested does not know the filter: that somebody is not among
  // them says nothing.
  const stray = answer.items.some(
    (subject) => !some.some((one) => isRequested(subject, one, some.length > 1)),
  );
  const sure = answer.whole && !stray;
  const found = new Map<string, Found>();
  const open: Identifier[] = [];
  some.forEach((one, at) => {
    const [subject, ...others] = fits[at] ?? [];
    if (!subject && sure && one.kind === 'rfc' && some.length > 1) open.push(one);
    else if (!subject) found.set(keyOf(one), { state: sure ? 'unknown' : 'unchecked' });
    else if (others.length > 0) found.set(keyOf(one), { state: 'several', count: others.length + 1 });
    else found.set(keyOf(one), { state: 'subject', subject });
  });
  return { found, open };
}

function filterFor(some: readonly Identifier[]): SubjectFilter {
  const values = some.map(({ value }) => value);
  const [value = ''] = values;
  switch (some[0]?.kind) {
    case 'curp':
      return { serialNumber: { in: values } };
    case 'rfc':
      return values.length > 1 ? { RFC: { in: values } } : { search: { RFC: value } };
    case 'email':
      return { search: { emailAddress: value } };
    case 'id':
    case undefined:
      return { _id: { in: values } };
  }
}

/** Whether a subject is the one that an identifier names: the service may answer more than was requested. */
function isNamed(subject: Subject, { kind, value }: Identifier): boolean {
  switch (kind) {
    case 'id':
      return subject.id?.toLowerCase() === value;
    case 'curp':
      return ownCode(subject.serialNumber) === value;
    case 'rfc':
      return ownCode(subject.RFC) === value;
    case 'email':
      return subject.emailAddress?.trim().toLowerCase() === value;
  }
}

/** A search answers whoever has the text somewhere: those are candidates, and may be others. */
function isRequested(subject: Subject, one: Identifier, exact: boolean): boolean {
  if (isNamed(subject, one)) return true;
  if (exact || (one.kind !== 'rfc' && one.kind !== 'email')) return false;
  const text = one.kind === 'rfc' ? subject.RFC : subject.emailAddress;
  return text?.toLowerCase().includes(one.value.toLowerCase()) ?? false;
}

/** The first of two codes: a company's certificate carries that of its representative behind its own. */
const ownCode = (code: string | null | undefined): string | undefined =>
  code?.split('/')[0]?.replace(/[\s-]/g, '').toUpperCase();

/** Adds link and certificate to who was found. */
async function withStanding(
  found: ReadonlyMap<string, Found>,
  directory: Directory,
  now: Date,
): Promise<ReadonlyMap<string, Looked>> {
  const ids = [...found.values()].flatMap((one) =>
    one.state === 'subject' && one.subject.id ? [one.subject.id] : [],
  );
  const links = ids.length > 0 ? await directory.links?.(ids).catch(() => undefined) : undefined;
  const known = new Map<string, Looked>();
  await Promise.all(
    [...found].map(async ([key, one]) => {
      known.set(key, one.state === 'subject' ? await standing(one.subject, links, directory, now) : one);
    }),
  );
  return known;
}

async function standing(
  subject: Subject,
  links: CompleteList<OrganizationLink> | undefined,
  directory: Directory,
  now: Date,
): Promise<Looked> {
  if (!subject.id) return { state: 'unchecked' };
  const reported = subject.certificate;
  const bare =
    reported?.id && reported.notAfter === undefined && reported.revoked === undefined
      ? reported.id
      : undefined;
  const certificate = (bare && (await directory.certificate?.(bare).catch(() => null))) || reported;
  const person: Person = {
    id: subject.id,
    name: subject.commonName ?? subject.RFC ?? subject.id,
    linked: isLinked(links, subject.id),
    certificate: certificateStanding(certificate, now),
    notAfter: certificate?.notAfter ?? undefined,
  };
  return { state: 'found', person };
}
