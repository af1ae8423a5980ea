import type { Page } from '@playwright/test';
import type { SandboxFaultKind, uploadOperation } from '#contract/sandbox/injected-faults.ts';
import { allOperations } from '#contract/operations/operations.ts';
import type { Session as BaseSession } from '../operations/open-session.ts';
import { places, type AnyOperation } from '../operations/places.ts';
import type { Row } from '../operations/row.ts';
import type { World } from '../operations/world.ts';
import { accidents } from '../screen-state.ts';
import { enterDemo } from '../staff.ts';
import type { Bench } from './bench.ts';
import type { CellRecord, Recovery } from './record.ts';
import { ownWords, saidOn, type Said } from './said.ts';

/** What stands in a row of the matrix: an operation of the interface, or the upload of a file. */
export interface Subject {
  readonly name: AnyOperation | typeof uploadOperation;
  /** The operation whose answer is looked for. */
  readonly operation: AnyOperation;
  readonly row: Row;
}

export interface Session extends BaseSession {
  readonly bench: Bench;
}

/** Said whatever happens. */
export interface Usual {
  readonly words: ReadonlySet<string>;
  /** Lines of the main region once the row is seen. */
  readonly lines: readonly string[];
}

async function linesOf(page: Page): Promise<string[]> {
  // A dialog over the page hides it from assistive technology, not from sight.
  const main = page.getByRole('main', { includeHidden: true }).last();
  const text = await main.innerText({ timeout: 2_000 }).catch(() => '');
  return text.split('\n').map(ownWords).filter(Boolean);
}

/** Whether the page shows nearly what it shows anyway: then it was read in another way. */
async function isMostlyUsual(page: Page, { lines }: Usual): Promise<boolean> {
  const now = new Set(await linesOf(page));
  return lines.length > 0 && lines.filter((line) => now.has(line)).length >= 0.7 * lines.length;
}

const crashed = 'Esta página dejó de funcionar';
const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

function bendOf({ operation, row: { mark, given } }: Subject) {
  const { field } = places[operation];
  return { operation, field, ...(mark !== undefined && { mark }), ...(given && { given }) };
}

/**
 * Does what the row does; what it cannot reach because of the fault ends it.
 *
 * @returns what it could not do
 */
async function act({ row, operation }: Subject, { page, world }: Session): Promise<string> {
  // What was read of a series is cached for a minute: it is requested again by a fresh page alone.
  if (places[operation].screen.startsWith('/rates')) await page.goto('/settings/drift');
  return row.act(page, world, 0).then(
    () => '',
    (error: unknown) => String(error).slice(0, 300),
  );
}

async function isSeen({ row }: Subject, { page, wire }: Session): Promise<boolean> {
  if (row.seen) return row.seen(page, wire);
  const found = page.getByText(row.shows ?? '').filter({ visible: true });
  return (await found.count()) > 0;
}

async function seenWithin(subject: Subject, session: Session, within: number): Promise<boolean> {
  for (const end = Date.now() + within; ; await wait(80)) {
    // While the page goes elsewhere nothing is seen.
    if (await isSeen(subject, session).catch(() => false)) return true;
    if (Date.now() > end) return false;
  }
}

/** As above, until the page has requested nothing more for a while. */
async function seenAtRest(subject: Subject, session: Session, within: number): Promise<boolean> {
  await wait(500);
  const rest = session.wire.quiet(1_500).then(() => isSeen(subject, session).catch(() => false));
  return Promise.race([rest, seenWithin(subject, session, within)]);
}

/** The row as it is where nothing fails, and what the page says there. */
export async function healthy(subject: Subject, session: Session): Promise<Usual> {
  session.wire.bend(bendOf(subject));
  const usual = new Set<string>();
  const listen = async (): Promise<void> => {
    const said = await saidOn(session.page).catch(() => []);
    for (const { text } of said) usual.add(ownWords(text));
  };
  const listening = setInterval(() => void listen(), 150);
  await act(subject, session).finally(() => clearInterval(listening));
  if (!(await seenWithin(subject, session, 15_000)))
    throw new Error(`${subject.name} is not seen without a fault.`);
  // Some come a moment later.
  for (let looks = 0; looks < 4; looks += 1) {
    await listen();
    await wait(300);
  }
  return { words: usual, lines: await linesOf(session.page) };
}

/** One fault of one operation: set, met, looked at, cleared, recovered from. */
export async function tryCell(
  subject: Subject,
  fault: SandboxFaultKind,
  session: Session,
  usual: Usual,
  seed: number,
): Promise<CellRecord> {
  const { page, wire, bench, errors } = session;
  const started = Date.now();
  const problems: string[] = [];
  const passes = fault === 'delay' || fault === 'unknown-fields';
  errors.length = 0;
  wire.bend({ ...bendOf(subject), ...(passes ? {} : { untouched: true }) });
  await bench.set(subject.name, fault, seed);
  const acting = act(subject, session);
  const struck = await bench.strikes(subject.name, fault, 15_000);
  if (!struck) problems.push(`the fault did not strike ${await acting}`.trim());
  if (fault === 'delay' && struck) problems.push(...(await whileWaiting(page)));
  await acting;
  let said = await newWords(session, usual, passes ? 0 : 15_000);
  const otherwise = !passes && said.length === 0 && (await isMostlyUsual(page, usual));
  const shown = passes ? [] : await linesOf(page);
  const seenSo = await seenWithin(subject, session, passes ? 10_000 : 0);
  if (passes && !seenSo) problems.push('what it gives is not seen');
  problems.push(...(await standing(page)));
  if (fault === 'unknown-fields')
    problems.push(...(await drifted(subject, session, 'No está en la especificación')));

  const requested = wire.looked[0]?.sent;
  await bench.clear();
  wire.bend(bendOf(subject));
  const recovery = passes ? 'by itself' : await recover(subject, session, said);
  if (!recovery) problems.push('what it gives is not seen once the fault is gone');
  const requestedAgain = wire.looked.at(-1)?.sent;
  // A key that was typed does not survive a reload; the demo gives its own anew.
  if (recovery === 'with a key') await enterDemo(page);
  if (recovery === 'as offered' && requested !== undefined && requestedAgain !== undefined)
    // Bytes that are put once more are filed under another id.
    if (ownWords(JSON.stringify(requested)) !== ownWords(JSON.stringify(requestedAgain)))
      problems.push('what was typed is lost');
  // Of a change whose outcome is not known it may be that there is nothing more to do.
  if (recovery === 'once more' && said.some(({ actions }) => actions.some((name) => again.test(name))))
    if (fault !== 'wrong-types') problems.push('what it offers does not bring it');
  await page.clock.setSystemTime(new Date());
  // What is still said once all is well was not said of the fault.
  const stays = new Set((await saidOn(page).catch(() => [])).map(({ text }) => ownWords(text)));
  if (recovery) said = said.filter(({ text }) => !stays.has(text));
  const silent = !passes && said.length === 0 && recovery !== 'by itself' && !otherwise;
  // Null is what the contract lets most fields be.
  if (silent && fault !== 'null-fields')
    problems.push(`nothing is said of it: ${shown.slice(0, 12).join(' / ').slice(0, 300)}`);
  problems.push(...(await standing(page)), ...errors.map((error) => `the page: ${error.slice(0, 200)}`));
  return {
    operation: subject.name,
    fault,
    words: said.map(({ text }) => text),
    otherwise,
    actions: [...new Set(said.flatMap(({ actions }) => actions))],
    recovery,
    problems: [...new Set(problems)],
    milliseconds: Date.now() - started,
  };
}

/** Said while something is on its way, whatever becomes of it. */
const meantime = /^(Cargando|conectando$)/;

/** What the page says that it does not say anyway, once it has come to rest. */
async function newWords({ page, wire }: Session, usual: Usual, within: number): Promise<Said[]> {
  let before = '';
  let looks = 0;
  let found: Said[] = [];
  for (const end = Date.now() + within; ; await wait(250)) {
    const said = await saidOn(page).catch(() => []);
    found = said
      .map(({ text, actions }) => ({ text: ownWords(text), actions }))
      .filter(({ text }) => text !== '' && !usual.words.has(text) && !meantime.test(text));
    const now = JSON.stringify(found);
    const stands = found.length > 0 && now === before;
    if (Date.now() > end || (stands && !(await isWaiting(page)))) return found;
    before = now;
    if (found.length > 0) continue;
    // A read that failed in passing is tried again by the page after a while: its clock goes faster than ours.
    await page.clock.fastForward(1_500).catch(() => undefined);
    looks += 1;
    // By now it would have been tried again as often as it is.
    if (looks > 8 && within > 0) await Promise.race([wire.quiet(600), wait(3_000)]);
    if (looks > 9 && (within === 0 || !(await isWaiting(page)))) return found;
  }
}

/** Something on the page shows that it is waited for. */
const isWaiting = (page: Page): Promise<boolean> =>
  page
    .evaluate(() => {
      // One that has a value may stand there for good, as that of a quota.
      const bar = '[role="progressbar"]:not([aria-valuenow])';
      const sign = `[aria-busy="true"], ${bar}, [data-loading], [data-state="running"]`;
      return [...document.querySelectorAll(sign)].some((one) => one.checkVisibility());
    })
    .catch(() => false);

/** A slow answer is waited for: neither nothing nor «there is none». */
async function whileWaiting(page: Page): Promise<string[]> {
  for (const end = Date.now() + 1_500; Date.now() < end; await wait(80)) {
    if (await isWaiting(page)) return [];
  }
  return ['nothing shows that it is waited for'];
}

/** What is wrong with the page whatever it is about. */
async function standing(page: Page): Promise<string[]> {
  let text = '';
  // Between two pages there may be none for a moment.
  for (const end = Date.now() + 8_000; text === '' && Date.now() < end; await wait(80))
    text = (await linesOf(page)).join('\n');
  if (text === '') return ['the page is empty'];
  const accident = accidents.exec(text)?.[0];
  return [
    ...(text.includes(crashed) ? ['the page crashed'] : []),
    ...(accident ? [`the page says ${accident}`] : []),
  ];
}

/** Whether the page of differences names the operation, reached without loading anything anew. */
async function drifted({ name, operation }: Subject, { page }: Session, kind: string): Promise<string[]> {
  if (name === 'createOrganizationLink') return []; // spoken by a signer, without the app frame around it
  if (name === 'readOpenApi') return []; // OpenAPI lets a document have parts of its own
  const { method, path } = allOperations[operation] ?? { method: '', path: '' };
  await page.evaluate(() => {
    history.pushState(null, '', '/settings/drift');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  const table = page.getByRole('table', { name: `${method} ${path}`, exact: true });
  const reported = await table
    .getByText(kind)
    .first()
    .waitFor({ timeout: 8_000 })
    .then(() => true)
    .catch(() => false);
  return reported ? [] : ['the page of differences does not say so'];
}

const calm =
  /^(Cancelar|Copiar|Cerrar|Conectar a otro|Ver diferencias|Actuar como|Quitar terminadas|Contraer)/;
const again = /^(Reintentar|Leer de nuevo|Volver a intentar|Continuar|Consultar de nuevo)/;

/** Goes on as the page offers it, first; then as somebody would who does it again. */
async function recover(
  subject: Subject,
  session: Session,
  said: readonly Said[],
): Promise<Recovery | undefined> {
  const { page, world, wire } = session;
  if (await seenWithin(subject, session, 400)) return 'by itself';
  const key = page.locator('input[type="password"]').filter({ visible: true }).first();
  if ((await key.count()) > 0) {
    await key.fill(keyOf(subject, world));
    await key.press('Enter');
    if (await seenAtRest(subject, session, 8_000)) return 'with a key';
  }
  const offered = said.flatMap(({ actions }) => actions).filter((name) => !calm.test(name));
  const names = [...new Set([...offered.filter((name) => again.test(name)), ...offered])];
  for (const name of names.slice(0, 2)) {
    const button = page
      .getByRole('button', { name, exact: true })
      .or(page.getByRole('option', { name, exact: true }))
      .filter({ visible: true });
    // The newest of its name: a dialog lies over the page.
    const pressed = await button
      .last()
      .click({ timeout: 1_500 })
      .then(() => true)
      .catch(() => false);
    if (pressed && (await seenAtRest(subject, session, 6_000))) return 'as offered';
  }
  wire.bend(bendOf(subject));
  await act(subject, session);
  return (await seenWithin(subject, session, 10_000)) ? 'once more' : undefined;
}

function keyOf({ name }: Subject, world: World): string {
  if (name !== 'createOrganizationLink') return world.key;
  return (
    world.demo.subjects.find(({ commonName }) => commonName === 'Ricardo Beltrán Nájera')?.accessToken ?? ''
  );
}
