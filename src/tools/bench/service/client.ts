import { createHash, randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { Book } from './recorded-writes.ts';
import type { World } from './world.ts';

export interface Answered {
  /** Undefined where no answer came whole. */
  readonly status: number | undefined;
  /** Undefined where it is not JSON. */
  readonly body: unknown;
  readonly bytes: Buffer;
}

export interface LoadClient {
  /** Asks an operation below `/rest/v1`, or an address; what it took goes into the book under its name. */
  ask(name: string, method: string, path: string, body?: object): Promise<Answered>;
}

/** One client: one connection, one thing at a time, as it was asked to. */
export function createClient(origin: string, key: string, book: Book): LoadClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    ask(name, method, path, body) {
      const isBytes = body instanceof Uint8Array;
      const sent =
        body === undefined ? undefined : isBytes ? Buffer.from(body) : Buffer.from(JSON.stringify(body));
      const isOwn = path.startsWith('/');
      const url = isOwn ? `${origin}${path.startsWith('/sandbox') ? '' : '/rest/v1'}${path}` : path;
      const headers = {
        // An upload address is its own authority, and never sees the key.
        ...(isOwn && !path.startsWith('/sandbox') ? { authorization: `Bearer ${key}` } : {}),
        ...(isBytes ? { 'content-md5': createHash('md5').update(body).digest('base64') } : {}),
        ...(sent && !isBytes ? { 'content-type': 'application/json' } : {}),
        ...(sent ? { 'content-length': String(sent.byteLength) } : {}),
      };
      const started = performance.now();
      return new Promise((resolve) => {
        const end = (status: number | undefined, bytes: Buffer, fault?: string): void => {
          book.answered(name, performance.now() - started, status, fault);
          resolve({ status, body: parsed(bytes), bytes });
        };
        const asked = request(url, { method, headers, agent });
        let came = false;
        asked.once('response', (response) => {
          came = true;
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', () => undefined);
          response.once('close', () => {
            const told = response.headers['testigo-fault'];
            const fault = Array.isArray(told) ? told[0] : told;
            end(response.complete ? response.statusCode : undefined, Buffer.concat(chunks), fault);
          });
        });
        asked.once('error', () => {
          if (!came) end(undefined, Buffer.alloc(0));
        });
        asked.end(sent);
      });
    },
  };
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString()) as unknown;
  } catch {
    return undefined;
  }
}

interface Lead {
  readonly client: LoadClient;
  readonly world: World;
  readonly book: Book;
  readonly seed: number;
  /** Of performance.now(). */
  readonly until: number;
}

/** What one client does until its time is over: about as many reads as writes, each drawn by its own chance. */
export async function lead({ client, world, book, seed, until }: Lead): Promise<void> {
  const chance = createChance(seed);
  const own: Own = { requests: [], invites: [], witnesses: [], contents: [], drawn: 0 };
  const acts = deedsOf({
    client,
    world,
    book,
    own,
    name: (what) => `carga ${seed}-${(own.drawn += 1)} ${what}`,
  });
  const total = acts.reduce((sum, [weight]) => sum + weight, 0);
  while (performance.now() < until) {
    let left = chance() * total;
    const chosen = acts.find(([weight]) => (left -= weight) < 0);
    await chosen?.[1](chance);
  }
}

interface Own {
  requests: { id: string; draft: boolean; invited: Set<string>; key: string }[];
  invites: string[];
  witnesses: string[];
  contents: { key: string; sha256: string }[];
  drawn: number;
}

interface Deeds {
  readonly client: LoadClient;
  readonly world: World;
  readonly book: Book;
  readonly own: Own;
  readonly name: (what: string) => string;
}

type Chance = () => number;
type Deed = readonly [weight: number, carryOut: (chance: Chance) => Promise<void>];

function deedsOf({ client, world, book, own, name }: Deeds): readonly Deed[] {
  const pick = <T>(list: readonly T[], chance: Chance): T | undefined =>
    list[Math.floor(chance() * list.length)];
  /** The id of what was made; undefined where it was refused. A write without a whole answer is in doubt. */
  const made = ({ status, body }: Answered): string | undefined => {
    const id = idOf(body);
    if (status === undefined || (status === 200 && id === undefined)) book.inDoubt += 1;
    return status === 200 ? id : undefined;
  };

  const makeRequest = async (chance: Chance): Promise<void> => {
    const bytes = Buffer.concat([
      Buffer.from('%PDF-1.7\n'),
      randomBytes(200 + Math.floor(chance() * 20_000)),
    ]);
    const md5 = createHash('md5').update(bytes).digest('hex');
    const address = await client.ask(
      'signFileUrl',
      'GET',
      `/sign-file-url?filePath=carga.pdf&md5Checksum=${md5}`,
    );
    const { url, key } = (address.body ?? {}) as { url?: unknown; key?: unknown };
    if (address.status !== 200 || typeof url !== 'string' || typeof key !== 'string') return;
    const put = await client.ask('upload', 'PUT', url, bytes);
    if (put.status === undefined) book.inDoubt += 1;
    if (put.status !== 200) return;
    const content = { key, sha256: createHash('sha256').update(bytes).digest('hex') };
    book.keep('content', content);
    own.contents.push(content);
    const title = name('documento');
    const draft = chance() < 0.5;
    const input = { name: title, content: { pdf: key }, organization: world.organization, draft };
    const id = made(await client.ask('createSignatureRequest', 'POST', '/signature-request', { input }));
    if (id === undefined) return;
    book.keep('request', { id, name: title });
    own.requests.push({ id, draft, invited: new Set(), key });
  };
  const invite = async (chance: Chance): Promise<void> => {
    const request = pick(own.requests, chance);
    const subject = pick(world.subjects, chance);
    if (!request || subject === undefined || request.invited.has(subject)) return;
    request.invited.add(subject);
    const input = { signatureRequest: request.id, subject };
    const id = made(await client.ask('createInvite', 'POST', '/signature-request-invite', { input }));
    if (id === undefined) return;
    book.keep('invite', { id, request: request.id, subject });
    if (!request.draft) own.invites.push(id);
  };
  const send = async (): Promise<void> => {
    const request = own.requests.find(({ draft }) => draft);
    if (!request) return;
    const path = `/signature-request/${request.id}`;
    const answer = await client.ask('updateSignatureRequest', 'PUT', path, { input: { draft: false } });
    if (made(answer) === undefined) return;
    request.draft = false;
    book.keep('sent', { id: request.id });
  };
  const answerInvite = async (chance: Chance): Promise<void> => {
    const id = own.invites.pop();
    if (id === undefined) return;
    const signs = chance() < 0.8;
    const answer = await client.ask(
      '(signer)',
      'POST',
      `/sandbox/invites/${id}/${signs ? 'sign' : 'reject'}`,
    );
    if (made(answer) !== undefined)
      book.keep('answer', { invite: id, status: signs ? 'SIGNED' : 'REJECTED' });
  };
  const witness = async (): Promise<void> => {
    const hash = randomBytes(32).toString('hex');
    const input = { hash, algorithm: 'SHA256', organization: world.organization };
    const id = made(await client.ask('createWitness', 'POST', '/witness', { input }));
    if (id === undefined) return;
    book.keep('witness', { id, hash });
    own.witnesses.push(id);
  };
  const certify = async (): Promise<void> => {
    const id = own.witnesses.pop();
    if (id === undefined) return;
    const path = `/nom151-certification?witnessId=${id}`;
    const answer = await client.ask('certifyWitness', 'POST', path, { witnessId: id });
    if (made(answer) !== undefined) book.keep('certificate', { witness: id });
  };
  const read =
    (operation: string, path: (chance: Chance) => string | undefined) => async (chance: Chance) => {
      const found = path(chance);
      if (found !== undefined) await client.ask(operation, 'GET', found);
    };
  return [
    [12, makeRequest],
    [14, invite],
    [4, send],
    [10, answerInvite],
    [12, witness],
    [3, certify],
    [12, read('listSignatureRequests', (chance) => `/signature-requests?pagination=${page(chance)}`)],
    [10, read('listWitnesses', (chance) => `/witnesses?pagination=${page(chance)}`)],
    [
      12,
      read('readSignatureRequest', (chance) => {
        const found = pick(own.requests, chance);
        return found && `/signature-request/${found.id}`;
      }),
    ],
    [
      8,
      read('readContent', (chance) => {
        const found = pick(own.contents, chance);
        return found && `/content/${encodeURIComponent(found.key)}`;
      }),
    ],
    [3, read('listSubjects', () => '/subjects')],
    [3, read('readServerTime', () => '/server-time')],
  ];
}

const page = (chance: Chance): string =>
  encodeURIComponent(JSON.stringify({ page: 1 + Math.floor(chance() * 4), size: 25 }));

export function idOf(body: unknown): string | undefined {
  return typeof body === 'object' && body !== null && 'id' in body && typeof body.id === 'string'
    ? body.id
    : undefined;
}

/** Repeatable chance, 0 ≤ x < 1 (mulberry32). */
function createChance(seed: number): Chance {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
