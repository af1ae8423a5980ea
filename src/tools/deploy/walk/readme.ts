import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { join } from 'node:path';
import { openMachine } from './machine.ts';
import type { Machine } from './machine.ts';
import { alternativesOf, fill, Passages } from './passages.ts';
import { Caller, createDatabase, eventually, writeFiles } from './surroundings.ts';
import type { AddedSubject, CreatedOrganization, Surroundings } from './surroundings.ts';

const origin = 'http://127.0.0.1:4310';
const usage = 'npm run --silent service -- ';

/**
 * The sections *Start* and *In production* of the README, from an empty folder on.
 *
 * @returns the texts of the clone
 */
export async function walkReadme(surroundings: Surroundings): Promise<Passages> {
  const { folder, repository } = surroundings;
  const reader = await openMachine('reader', folder);
  const cwd = join(folder, 'testigo');
  await promisify(execFile)('git', ['clone', '--quiet', repository, cwd]);
  const texts = new Passages(cwd);
  await tryDemo(reader, texts, cwd);
  await tryProduction(surroundings, reader, texts, cwd);
  return texts;
}

async function tryDemo(reader: Machine, texts: Passages, cwd: string): Promise<void> {
  const began = performance.now();
  const service = reader.start(texts.commands('start'), { cwd });
  await untilReady(service, 1200);
  const session = (await (await fetch(`${origin}/sandbox/session`)).json()) as {
    organizations: readonly { apiKey: string }[];
  };
  const demo = new Caller(origin, session.organizations[0]?.apiKey ?? '');
  const { results } = await demo.call<{ results: unknown[] }>('GET', '/signature-requests');
  assert(results.length > 0, 'the demo has requests');
  assert.match(await (await fetch(origin)).text(), /<title>/);
  await service.stop();
  await assert.rejects(fetch(origin), 'the service has ended');
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`ok  README, Start: the demo answers, and ends with its terminal; ${seconds} s from the clone`);
}

async function tryProduction(
  surroundings: Surroundings,
  reader: Machine,
  texts: Passages,
  cwd: string,
): Promise<void> {
  const document = await writeFiles(surroundings, cwd);
  const environment = {
    ...surroundings.outside.environment,
    ...(await surroundings.store()),
    DATABASE_URL: await createDatabase(surroundings, texts, 'readme'),
  };
  const customers = new Customers(reader, { cwd, environment }, texts.lines('customers'));
  const created = await customers.run<CreatedOrganization>('organization create', {}, '--json');
  const added = await customers.run<AddedSubject>('subject add', {}, '--json');
  const service = reader.start(texts.commands('service'), { cwd, environment });
  await untilReady(service, 120);
  const ID = created.organization.id;
  const key = new Caller(origin, created.apiKey.secret);

  assert.match(await customers.run('organization list'), new RegExp(ID));
  await customers.run('organization quota', { ID, N: '9', 'on|off': 'on' });
  await customers.run('organization disable', { ID });
  assert.notEqual(await key.status('/witnesses'), 200, 'a key of an organization that is off');
  await customers.run('organization enable', { ID });
  assert.equal(await key.status('/witnesses'), 200);
  const second = await customers.run<{ id: string; secret: string }>('key create', { ORG: ID }, '--json');
  const withSecond = new Caller(origin, second.secret);
  const request = await withSecond.createRequest(ID, document);
  assert.match(await customers.run('key list', { ORG: ID }), new RegExp(second.id));
  await customers.run('key disable', { ORG: ID, KEY: second.id });
  assert.equal(await withSecond.status('/witnesses'), 401, 'a key that was disabled');

  const signer = new Caller(origin, added.accessToken);
  await signer.call('POST', '/organization-link', { organization: ID });
  const invite = await key.call<{ id: string }>('POST', '/signature-request-invite', {
    signatureRequest: request,
    subject: added.subject.id,
  });
  const signing = { SERVICE: origin, INVITE: invite.id, TOKEN: added.accessToken };
  const answer = await reader.run(texts.commands('sign'), { cwd, environment: signing });
  assert.match(answer, new RegExp(`"id":"${invite.id}"`), answer);
  await eventually('the request is preserved', async () => {
    const found = await key.call<{ witness?: { merkleized?: unknown } }>(
      'GET',
      `/signature-request/${request}`,
    );
    return found.witness?.merkleized != null;
  });
  await customers.run('subject token', { ID: added.subject.id });
  await customers.run('retry list');
  await customers.run('retry now');
  for (const name of ['check', 'repair'] as const)
    await reader.run(texts.commands(name), { cwd, environment });

  await customers.run('partition witnesses');
  await customers.run('subject erase', { ID: added.subject.id, N: `'${added.subject.commonName}'` });
  await customers.run('organization erase', { ID, N: "'Notaría 7'" });
  assert.equal(await key.status('/witnesses'), 401, 'the key of an erased organization');
  await service.stop();
  assert.deepEqual(customers.left(), [], 'commands of the README that nobody executed');
  console.log(
    `ok  README, In production: ${customers.count} commands; a document is signed by openssl and curl, and preserved`,
  );
}

const untilReady = (service: { readonly printed: () => string }, seconds: number): Promise<void> =>
  eventually('the service is ready', async () => (await fetch(`${origin}/readyz`)).status === 200, {
    seconds,
    printed: service.printed,
  });

/** The commands of the README for customers. */
class Customers {
  readonly #reader: Machine;
  readonly #options: object;
  readonly #left: Set<string>;
  readonly count: number;

  constructor(reader: Machine, options: object, lines: readonly string[]) {
    this.#reader = reader;
    this.#options = options;
    this.#left = new Set(lines.flatMap(alternativesOf));
    this.count = this.#left.size;
  }

  /** @param words which the command begins with @returns what it printed, read as JSON with `--json` */
  async run<T = string>(words: string, values: Readonly<Record<string, string>> = {}, json = ''): Promise<T> {
    const command = [...this.#left].find((each) => each.startsWith(usage + words));
    if (command === undefined) throw new Error(`The README has no command "${words}".`);
    this.#left.delete(command);
    const printed = await this.#reader.run(`${fill(command, values)} ${json}`, this.#options);
    return (json ? JSON.parse(printed) : printed) as T; // each caller names what it reads
  }

  left(): string[] {
    return [...this.#left];
  }
}
