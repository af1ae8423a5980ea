import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { startS3Server } from '#service/storage/testing/s3-server.ts';
import { startOutside } from '../../../../e2e/outside.ts';
import type { Outside } from '../../../../e2e/outside.ts';
import type { Started } from '../composed.ts';
import { openMachine } from './machine.ts';
import type { Machine } from './machine.ts';
import type { Passages } from './passages.ts';

/** What the texts take for granted: a repository with two releases, PostgreSQL, an object store, authorities, a proxy. */
export interface Surroundings {
  readonly folder: string;
  readonly repository: string;
  /** Where PostgreSQL and nginx are. */
  readonly center: Machine;
  /** Settings of documents in the store, of a bucket for each. */
  readonly store: () => Promise<Readonly<Record<string, string>>>;
  readonly outside: Outside;
}

/** Tags of the commit before, and of the commit that is walked. */
export const [tagBefore, tag] = ['v1-before', 'v1'];
export const password = 'p4s-de.prueba';

const run = promisify(execFile);

export async function openSurroundings(folder: string, started: Started): Promise<Surroundings> {
  const repository = join(folder, 'repository.git');
  await run('git', ['clone', '--quiet', '--bare', '.', repository]);
  await run('git', ['-C', repository, 'tag', tagBefore, 'HEAD~1']);
  await run('git', ['-C', repository, 'tag', tag, 'HEAD']);
  const [center, outside] = await Promise.all([openMachine('center', folder), startOutside()]);
  started.add(outside, (part) => part.stop());
  await startServer(center, folder);
  return {
    folder,
    repository,
    center,
    outside,
    async store() {
      const server = started.add(await startS3Server(), (part) => part.close());
      return server.settings;
    },
  };
}

/** PostgreSQL as a package of a distribution sets it up: its superuser by the socket, everybody else by password. */
async function startServer(center: Machine, folder: string): Promise<void> {
  const data = join(folder, 'postgresql');
  await center.run(`
install -d -o postgres /run/postgresql ${data}
sudo -u postgres initdb -D ${data} -U postgres --auth-local=peer --auth-host=scram-sha-256 -E UTF8 --locale=C.UTF-8
sudo -u postgres pg_ctl -D ${data} -w -l ${data}/log start \\
  -o '-c listen_addresses=127.0.0.1 -c port=5432 -c unix_socket_directories=/run/postgresql -c fsync=off'`);
}

/** The files that the texts name: the certificates of the member and of a signer, the key of that one, and a document. */
export async function writeFiles({ outside }: Surroundings, folder: string): Promise<Buffer<ArrayBuffer>> {
  const { certificate, privateKey } = outside.signer;
  for (const [source, name] of [
    [outside.memberCertificate, 'ana.cer'],
    [certificate, 'rosa.cer'],
  ] as const)
    await run('openssl', ['x509', '-in', source, '-outform', 'DER', '-out', join(folder, name)]);
  await writeFile(join(folder, 'rosa-key.pem'), privateKey);
  const document = pdf();
  await writeFile(join(folder, 'contrato.pdf'), document);
  return document;
}

/** Creates a database with an owner of its own, by the words of the runbook. */
export async function createDatabase(
  { center }: Surroundings,
  texts: Passages,
  name: string,
): Promise<string> {
  await center.run(texts.commands('database', { testigo: name }), { input: `${password}\n${password}\n` });
  const { stdout } = await run('psql', [
    ...[`postgres://${name}:${password}@db.internal:5432/${name}`, '-tAc'],
    'select rolsuper or rolcreaterole or rolcreatedb from pg_roles where rolname = current_user',
  ]);
  if (stdout.trim() !== 'f') throw new Error(`The role ${name} may more than an owner has to.`);
  return `postgres://${name}:${password}@db.internal:5432/${name}`;
}

/** Looks again until something is there. @throws Error with what was printed, where it does not come */
export async function eventually(
  what: string,
  look: () => Promise<boolean>,
  { seconds = 90, printed = () => '' }: { seconds?: number; printed?: () => string } = {},
): Promise<void> {
  for (const end = performance.now() + seconds * 1000; performance.now() < end;) {
    if (await look().catch(() => false)) return;
    await sleep(200);
  }
  throw new Error(`In ${seconds} s it did not come that ${what}. ${printed()}`);
}

/** A program that calls the service with a key or token. */
export class Caller {
  readonly #origin: string;
  readonly #key: string;

  constructor(origin: string, key: string) {
    this.#origin = origin;
    this.#key = key;
  }

  async status(path: string): Promise<number> {
    return (await this.#fetch('GET', path)).status;
  }

  /** @throws Error where the answer is not 200 */
  async call<T>(method: string, path: string, input?: object): Promise<T> {
    const answer = await this.#fetch(method, path, input);
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as T; // each caller names what it reads
  }

  /** Uploads a document and creates a request with it. */
  async createRequest(organization: string, bytes = pdf()): Promise<string> {
    const md5 = createHash('md5').update(bytes).digest();
    const place = await this.call<{ url: string; key: string }>(
      'GET',
      `/sign-file-url?filePath=contrato.pdf&md5Checksum=${md5.toString('hex')}`,
    );
    const headers = { 'content-md5': md5.toString('base64') };
    const put = await fetch(place.url, { method: 'PUT', body: bytes, headers });
    if (put.status !== 200) throw new Error(`The upload: ${put.status} ${await put.text()}`);
    const input = { name: 'Contrato', content: { pdf: place.key }, organization };
    return (await this.call<{ id: string }>('POST', '/signature-request', input)).id;
  }

  #fetch(method: string, path: string, input?: object): Promise<Response> {
    return fetch(`${this.#origin}/rest/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json' },
      ...(input ? { body: JSON.stringify({ input }) } : {}),
    });
  }
}

export const pdf = (): Buffer<ArrayBuffer> => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(20_000)]);

/** What commands print with `--json`. */
export interface CreatedOrganization {
  readonly organization: { readonly id: string };
  readonly apiKey: { readonly id: string; readonly secret: string };
}

export interface AddedSubject {
  readonly subject: { readonly id: string; readonly commonName: string };
  readonly accessToken: string;
}
