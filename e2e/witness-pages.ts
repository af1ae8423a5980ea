import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '#cli/run.ts';
import { expect, type Page } from '@playwright/test';
import { call } from './staff.ts';
import { foldedChecks, openStory, openWitnessTab, startExport, trusting, witnessTabs } from './stories.ts';

/** What the interface says that a witness is of: the witness's page must say the same and speak of nothing else. */
export interface ReportedWitness {
  readonly id: string;
  readonly of: 'document' | 'signature' | 'hash';
  /** Of its request; a hash that was sent alone has none. */
  readonly title?: string;
  /** Of the document everybody who was invited, of a signature its signer. */
  readonly signers: readonly string[];
  /** Others whom the page may name. */
  readonly owners: readonly string[];
  /** What sets it apart from others of its kind: its strategies, its request's state and its token's. */
  readonly state: string;
}

export interface ReportedWitnesses {
  readonly witnesses: readonly ReportedWitness[];
  /** Everything that a page could name by mistake. */
  readonly titles: readonly string[];
  readonly persons: readonly string[];
}

interface Resource {
  readonly id: string;
}
interface ReportedRequest extends Resource {
  readonly name: string;
  readonly finalized: boolean;
  readonly witness?: Resource | null;
  readonly invites?: readonly {
    readonly status: string;
    readonly subject: Resource;
    readonly witness?: Resource | null;
  }[];
}

/** Every witness of an organization, of open and finalized requests, in the order of the interface. */
export async function reportedWitnesses(origin: string, key: string): Promise<ReportedWitnesses> {
  const requests = await everyPage<ReportedRequest>(origin, key, '/signature-requests');
  const subjects = await everyPage<Resource & { readonly commonName: string }>(origin, key, '/subjects');
  const nameOf = ({ id }: Resource): string => {
    const found = subjects.find((one) => one.id === id);
    if (!found) throw new Error(`Nobody says who ${id} is.`);
    return found.commonName;
  };
  const listed = await everyPage<ListedWitness>(origin, key, '/witnesses');
  const witnesses = listed.map((one): ReportedWitness => {
    const { id, signatureRequest, initialOwner } = one;
    const request = requests.find((requested) => requested.id === signatureRequest?.id);
    const owners = initialOwner ? [nameOf(initialOwner)] : [];
    if (!request) return { id, of: 'hash', signers: [], owners, state: stateOf(one) };
    const invites = request.invites ?? [];
    const signed = invites.filter(({ witness }) => witness?.id === id);
    const isOfSignature = signed.length > 0;
    // Nothing is guessed: what is neither the document's nor a signature's is a defect of the data.
    if (!isOfSignature && request.witness?.id !== id) throw new Error(`Nobody says what ${id} is of.`);
    return {
      id,
      of: isOfSignature ? 'signature' : 'document',
      title: request.name,
      signers: (isOfSignature ? signed : invites).map(({ subject }) => nameOf(subject)),
      owners,
      state: [stateOf(one), request.finalized, ...new Set(invites.map(({ status }) => status))].join(),
    };
  });
  return {
    witnesses,
    titles: requests.map(({ name }) => name),
    persons: subjects.map(({ commonName }) => commonName),
  };
}

interface ListedWitness extends Resource {
  readonly signatureRequest?: Resource | null;
  readonly initialOwner?: Resource | null;
  readonly claimed?: boolean | null;
  readonly nom151?: object | null;
  readonly merkleized?: object | null;
  readonly witnessExternal?: object | null;
}

/** Which strategies it has and how far its token is, whatever their values are. */
function stateOf({ nom151, merkleized, witnessExternal, initialOwner, claimed }: ListedWitness): string {
  return [
    nom151 && 'N',
    merkleized && 'M',
    witnessExternal && 'E',
    initialOwner && 'owned',
    claimed && 'claimed',
  ]
    .filter((one) => one)
    .join('');
}

/** The first witness of each kind in each state. */
export const oneOfEach = (witnesses: readonly ReportedWitness[]): ReportedWitness[] => [
  ...new Map([...witnesses].reverse().map((one) => [`${one.of} ${one.state}`, one])).values(),
];

async function everyPage<T>(origin: string, key: string, path: string): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; ; page += 1) {
    const query = `${path}?pagination=${encodeURIComponent(JSON.stringify({ page, size: 100 }))}`;
    const { body } = await call<{ results: readonly T[] }>(origin, key, 'GET', query);
    all.push(...body.results);
    if (body.results.length < 100) return all;
  }
}

/** What a witness's page says, as a reader sees it. */
export interface ShownWitness {
  readonly heading: string;
  /** The headline of the verdict and what stands below it. */
  readonly headline: string;
  readonly facts: string;
  /** Of the verdict, for programs; people read it in the details of the check. */
  readonly code: string;
  readonly state: string;
  /** Everything that can be read on it. */
  readonly text: string;
  /** Each row of a check: `section check state`. */
  readonly rows: readonly string[];
}

/** Opens a witness's page, unfolds its checks and reads it. */
export async function readWitnessPage(page: Page, id: string): Promise<ShownWitness> {
  await openStory(page, { witness: id });
  // The heading waits for the names; the verdict does not.
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('—');
  // What needs no node stands before the named nodes have answered; the page is compared once they have.
  await expect(
    page.locator('main').getByRole('button', { name: 'Volver a comprobar' }).first(),
  ).not.toHaveAttribute('aria-busy', 'true', { timeout: 60_000 });
  const seen: ShownWitness[] = [];
  const read = async (): Promise<void> => {
    await unfoldAll(page);
    seen.push(await readShown(page));
  };
  for (const tab of [...witnessTabs].reverse()) {
    await openWitnessTab(page, tab);
    await read();
    if (tab !== 'Firmas') continue;
    // The first signer is shown; the others have a tab each.
    const signers = page.getByRole('tablist', { name: 'Firmantes' }).getByRole('tab');
    for (let signer = 1; signer < (await signers.count()); signer += 1) {
      await signers.nth(signer).click();
      await expect(signers.nth(signer)).toHaveAttribute('aria-selected', 'true');
      await read();
    }
  }
  // What stands above the tabs is the same in each.
  const last = seen.at(-1)!;
  return {
    ...last,
    text: seen.map(({ text }) => text).join('\n'),
    rows: [...new Set(seen.flatMap(({ rows }) => rows))],
  };
}

/** All at once: one that is unfolded is no longer among them. */
async function unfoldAll(page: Page): Promise<void> {
  const main = page.locator('main');
  await main
    .getByRole('button', { name: foldedChecks, expanded: false })
    .evaluateAll((folded: HTMLElement[]) => {
      for (const button of folded) button.click();
    });
  // The cards of which only the title is shown.
  await main.locator('details:has(> summary > h2)').evaluateAll((folded: HTMLDetailsElement[]) => {
    for (const details of folded) details.open = true;
  });
}

const readShown = (page: Page): Promise<ShownWitness> =>
  page.locator('main').evaluate((main: HTMLElement) => {
    const banner = main.querySelector('section[data-state]');
    const near = (element: Element, name: string): string =>
      element.closest(`[${name}]`)?.getAttribute(name) ?? '';
    return {
      heading: main.querySelector('h1')?.textContent ?? '',
      headline: banner?.querySelector('h2')?.textContent ?? '',
      facts: banner?.querySelector('.facts')?.textContent ?? '',
      code: banner?.querySelector('[data-code]')?.getAttribute('data-code') ?? '',
      state: banner?.getAttribute('data-state') ?? '',
      text: main.innerText,
      rows: [...main.querySelectorAll('[data-check] > .row > [data-state]')].map((row) =>
        [near(row, 'data-section'), near(row, 'data-check'), row.getAttribute('data-state')].join(' '),
      ),
    };
  });

/** Saves by the export dialog what the page verified, with the document where the page had it. */
export async function saveVerifiedCase(page: Page, folder: string, id: string): Promise<string> {
  const { dialog, save } = await startExport(page, 'Expediente');
  const withDocument = dialog.getByRole('checkbox');
  if (await withDocument.isEnabled()) await withDocument.check();
  return save(folder, `${id}.testigo.json`);
}

/** What the command line says of a file, as far as a page is compared with it: schema testigo.verify/1. */
export interface Verified {
  readonly exit: number;
  readonly faults: readonly object[];
  readonly changes: readonly object[];
  readonly verdict: { readonly conclusion: string; readonly subIndication?: string };
  readonly inputs: Inputs;
  readonly declared: { readonly inputs: Inputs };
  readonly sections: readonly {
    readonly key: string;
    readonly counts: boolean;
    readonly verdict: { readonly conclusion: string };
    readonly provenTime?: string;
    readonly stampedBy?: {
      readonly signer: { readonly commonName: string };
      readonly anchor: { readonly commonName: string };
    };
    readonly checks: readonly VerifiedCheck[];
  }[];
}

interface VerifiedCheck {
  readonly id: string;
  readonly status: string;
  readonly basis: string;
  readonly reason?:
    { readonly code: string; readonly detail?: Readonly<Record<string, string | number>> } | undefined;
}

interface Inputs {
  readonly policy: object;
  readonly trust: object;
  readonly recipe: string;
  readonly validationTime: string;
}

/**
 * The command line's answer about an exported case, in this process. It is given the sandbox's anchors for their uses, the
 * time for which the page verified, and the answers of nodes that the page had.
 */
export async function verifySaved(
  file: string,
  { words, anchors }: Awaited<ReturnType<typeof trusting>>,
  folder: string,
): Promise<Verified> {
  const { context, evidence } = JSON.parse(await readFile(file, 'utf8')) as {
    context: { validationTime: string };
    evidence: readonly { kind: string; content: { items?: readonly object[] } }[];
  };
  const exchanges = evidence.find(({ kind }) => kind === 'rpc')?.content.items ?? [];
  const chain = join(folder, 'chain-answers.json');
  const { endorsers, range } = anchors;
  await writeFile(chain, JSON.stringify({ exchanges, endorsers, ...(range && { range }) }));
  const without = words.slice(0, words.indexOf('--chain'));
  const requested = [file, ...without, '--chain', chain, '--at', context.validationTime, '--json'];
  const { output, complaint } = await run(requested, new Date());
  if (complaint !== undefined) throw new Error(complaint);
  // Its JSON is of schema testigo.verify/1, of which `Verified` is a part.
  const { files } = JSON.parse(output) as { files: readonly Verified[] };
  return files[0]!;
}

const states: Readonly<Record<string, readonly [state: string, exit: number]>> = {
  TOTAL_PASSED: ['PASSED', 0],
  TOTAL_FAILED: ['FAILED', 1],
  INDETERMINATE: ['INDETERMINATE', 2],
};

/** Whatever the page says otherwise than the command line or the interface, one sentence each. */
export function contradictionsOf(
  reported: ReportedWitness,
  shown: ShownWitness,
  verified: Verified,
  all: Pick<ReportedWitnesses, 'titles' | 'persons'>,
): string[] {
  return [
    ...ofVerdict(shown, verified),
    ...ofWords(reported, shown, verified),
    ...ofNames(reported, shown, all),
  ].map((problem) => `${reported.of} ${reported.id} (${shown.heading}): ${problem}`);
}

function ofVerdict(shown: ShownWitness, { verdict, exit, ...verified }: Verified): string[] {
  const [state, code] = states[verdict.conclusion] ?? [];
  const problems: string[] = [];
  if (shown.state !== state || exit !== code)
    problems.push(`shown as ${shown.state}, verified ${verdict.conclusion} with exit ${exit}`);
  if (verdict.subIndication !== undefined && shown.code !== verdict.subIndication)
    problems.push(`does not show ${verdict.subIndication}`);
  for (const fault of [...verified.faults, ...verified.changes])
    problems.push(`the saved case is not what it says: ${JSON.stringify(fault)}`);
  for (const input of ['policy', 'trust', 'recipe', 'validationTime'] as const)
    if (JSON.stringify(verified.inputs[input]) !== JSON.stringify(verified.declared.inputs[input]))
      problems.push(`verified here and there under another ${input}`);
  if (!shown.text.includes(verified.inputs.validationTime)) problems.push('verified for another time');

  const rows = verified.sections.flatMap(({ key, checks }) =>
    checks
      .filter(({ status }) => status !== 'NOT_APPLICABLE')
      .map(({ id, status, basis, reason }) => {
        const drawn = drawnState({ id, status, basis, reason }, checks);
        return { row: `${key} ${id} ${drawn}`, isInSight: !/^invites\[[1-9]\d*\]\.witness$/.test(key) };
      }),
  );
  for (const row of new Set(shown.rows))
    if (!rows.some((one) => one.row === row)) problems.push(`shows ${row}, which is not verified so`);
  for (const { row, isInSight } of rows)
    if (isInSight && !shown.rows.includes(row)) problems.push(`does not show ${row}`);
  return problems;
}

/** How a row of the page draws a check: neither the service's word nor what no node was queried about looks decided. */
function drawnState(check: VerifiedCheck, checks: readonly VerifiedCheck[]): string {
  const { id, status, basis, reason } = check;
  if (status === 'PASSED') return basis === 'SERVER' ? 'REPORTED' : status;
  // What stands on a chain and comes from the service alone agrees with itself, and nothing confirms it.
  if (reason?.code === 'X_SERVER_WORD' && /^(?:claim|token)\./.test(id)) return 'REPORTED';
  return isUnqueried(check, checks) ? 'NOT_RUN' : status;
}

function isUnqueried({ id, status, reason }: VerifiedCheck, checks: readonly VerifiedCheck[]): boolean {
  if (status !== 'INDETERMINATE' || reason?.code !== 'X_ANCHOR_NOT_CHECKED') return false;
  if (id === 'external.time')
    return checks.some((one) => one.id === 'external.anchor' && isUnqueried(one, checks));
  const { needed, yes, no } = reason.detail ?? {};
  return needed === undefined && !yes && !no;
}

/** The headline speaks of the object that decides, and of a signature's witness nothing speaks of a document. */
function ofWords(reported: ReportedWitness, shown: ShownWitness, { verdict, sections }: Verified): string[] {
  const { headline, facts } = shown;
  const problems: string[] = [];
  const wrong = (words: string): number => problems.push(`${words}: «${headline}» ${facts}`);
  const witness = sections.find(({ key }) => key === 'witness');
  if ((reported.of === 'signature') !== sections.some(({ key }) => key === 'signature'))
    problems.push('is verified as a witness of something else');
  if (reported.of === 'signature') {
    if (/documento/i.test(headline + facts)) wrong('speaks of a document');
    if (/(?:este|el) documento (?:existía|con esta)|representa este documento/i.test(shown.text))
      problems.push('says somewhere that it is of a document');
  }
  if (verdict.conclusion === 'TOTAL_PASSED') {
    const begins = {
      signature: /^(?:La|Esta) firma existía a más tardar el /,
      document: /^Este documento existía a más tardar el /,
      hash: /^El documento con esta huella existía a más tardar el /,
    }[reported.of];
    if (!begins.test(headline)) wrong('does not say what existed');
    if (reported.of !== 'signature' && /\bfirmas?\b/i.test(headline)) wrong('speaks of a signature');
    if (!headline.includes(inMexico(witness?.provenTime ?? '')))
      wrong('does not say the time that is proven');
    const { signer, anchor } = witness?.stampedBy ?? {};
    for (const maker of [signer, anchor])
      if (maker && !facts.includes(maker.commonName))
        wrong(`does not say that ${maker.commonName} stamped it`);
    return problems;
  }
  const deciding = sections.filter(({ counts, verdict: { conclusion } }) =>
    verdict.conclusion === 'TOTAL_FAILED'
      ? conclusion === 'TOTAL_FAILED'
      : counts && conclusion === 'INDETERMINATE',
  );
  const isOfSignature = reported.of === 'signature' || deciding.some(({ key }) => key.startsWith('invites['));
  if (!isOfSignature && /\bfirmas?\b/i.test(headline)) wrong('speaks of a signature');
  return problems;
}

/** `22 de noviembre de 2026, 20:00:01 (UTC−06:00)`, written here and not by the product. */
function inMexico(instant: string): string {
  const parts = new Intl.DateTimeFormat('es-MX', {
    timeZone: 'America/Mexico_City',
    ...({ day: 'numeric', month: 'long', year: 'numeric' } as const),
    ...({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const),
  }).formatToParts(new Date(instant));
  const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  const day = `${of('day')} de ${of('month')} de ${of('year')}`;
  return `${day}, ${of('hour')}:${of('minute')}:${of('second')} (UTC−06:00)`;
}

function ofNames(
  { of, title, signers, owners }: ReportedWitness,
  { heading, text }: ShownWitness,
  { titles, persons }: Pick<ReportedWitnesses, 'titles' | 'persons'>,
): string[] {
  const problems: string[] = [];
  const expected = of === 'signature' ? `Firma de ${signers.join()} · ${title}` : title;
  if (expected !== undefined && heading !== expected) problems.push(`is not called ${expected}`);
  for (const name of signers) if (!text.includes(name)) problems.push(`does not name ${name}`);
  const others = persons.filter((name) => !signers.includes(name) && !owners.includes(name));
  const otherTitles = titles.filter((name) => name !== title && title?.includes(name) !== true);
  for (const name of [...others, ...otherTitles])
    if (text.includes(name)) problems.push(`names ${name}, which it is not of`);
  return problems;
}

/** Opens one witness after the other in the same page; gives everything that any of their pages says otherwise. */
export async function contradictionsIn(
  page: Page,
  witnesses: readonly ReportedWitness[],
  all: ReportedWitnesses,
  { origin, folder }: { readonly origin: string; readonly folder: string },
): Promise<string[]> {
  const trust = await trusting(origin, folder);
  const problems: string[] = [];
  for (const reported of witnesses) {
    const shown = await readWitnessPage(page, reported.id);
    const file = await saveVerifiedCase(page, folder, reported.id);
    problems.push(...contradictionsOf(reported, shown, await verifySaved(file, trust, folder), all));
  }
  return problems;
}
