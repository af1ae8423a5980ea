import { createHash, randomBytes } from 'node:crypto';
import { idOf, isInDoubt, type Answered, type LoadClient } from './client.ts';
import type { RecordedWrites } from './recorded-writes.ts';
import type { World } from './world.ts';

interface Load {
  readonly client: LoadClient;
  readonly world: World;
  readonly record: RecordedWrites;
  readonly seed: number;
  /** Of performance.now(), or what is aborted then. */
  readonly until: number | AbortSignal;
}

/** What one client does until its time is over: about as many reads as writes, each drawn by its own chance. */
export async function runLoad({ client, world, record, seed, until }: Load): Promise<void> {
  const chance = createChance(seed);
  const writes = new LoadWrites({ client, world, record, seed, chance });
  const actions = [...writeActions(writes), ...readActions(writes, client, chance)];
  const total = actions.reduce((sum, [weight]) => sum + weight, 0);
  const isOver = (): boolean => (typeof until === 'number' ? performance.now() >= until : until.aborted);
  while (!isOver()) {
    let left = chance() * total;
    const chosen = actions.find(([weight]) => (left -= weight) < 0);
    await chosen?.[1]();
  }
}

type Chance = () => number;
type Action = readonly [weight: number, run: () => Promise<void>];

const writeActions = (writes: LoadWrites): readonly Action[] => [
  [12, () => writes.createRequest()],
  [14, () => writes.invite()],
  [4, () => writes.sendDraft()],
  [10, () => writes.answerInvite()],
  [12, () => writes.createWitness()],
  [3, () => writes.certify()],
];

function readActions(writes: LoadWrites, client: LoadClient, chance: Chance): readonly Action[] {
  const read = (operation: string, path: () => string | undefined) => async () => {
    const chosen = path();
    if (chosen !== undefined) await client.ask(operation, 'GET', chosen);
  };
  const page = (): string =>
    encodeURIComponent(JSON.stringify({ page: 1 + Math.floor(chance() * 4), size: 25 }));
  return [
    [12, read('listSignatureRequests', () => `/signature-requests?pagination=${page()}`)],
    [10, read('listWitnesses', () => `/witnesses?pagination=${page()}`)],
    [
      12,
      read('readSignatureRequest', () => {
        const request = pick(writes.requests, chance);
        return request && `/signature-request/${request.id}`;
      }),
    ],
    [
      8,
      read('readContent', () => {
        const content = pick(writes.contents, chance);
        return content && `/content/${encodeURIComponent(content.key)}`;
      }),
    ],
    [3, read('listSubjects', () => '/subjects')],
    [3, read('readServerTime', () => '/server-time')],
  ];
}

interface LoadWritesParts {
  readonly client: LoadClient;
  readonly world: World;
  readonly record: RecordedWrites;
  readonly seed: number;
  readonly chance: Chance;
}

/** The writes of one client, and what they created. */
class LoadWrites {
  readonly requests: { id: string; draft: boolean; invited: Set<string>; key: string }[] = [];
  readonly contents: { key: string; sha256: string }[] = [];
  readonly #invites: string[] = [];
  readonly #witnesses: string[] = [];
  readonly #parts: LoadWritesParts;

  constructor(parts: LoadWritesParts) {
    this.#parts = parts;
  }

  async createRequest(): Promise<void> {
    const { client, world, record, seed, chance } = this.#parts;
    const content = await this.#upload();
    if (!content) return;
    record.add('content', content);
    this.contents.push(content);
    const name = `carga ${seed}-${this.contents.length} documento`;
    const draft = chance() < 0.5;
    const input = { name, content: { pdf: content.key }, organization: world.organization, draft };
    const id = this.#created(
      await client.ask('createSignatureRequest', 'POST', '/signature-request', { input }),
    );
    if (id === undefined) return;
    record.add('request', { id, name });
    this.requests.push({ id, draft, invited: new Set(), key: content.key });
  }

  async #upload(): Promise<{ key: string; sha256: string } | undefined> {
    const { client, record, chance } = this.#parts;
    const bytes = Buffer.concat([
      Buffer.from('%PDF-1.7\n'),
      randomBytes(200 + Math.floor(chance() * 20_000)),
    ]);
    const md5 = createHash('md5').update(bytes).digest('hex');
    const path = `/sign-file-url?filePath=carga.pdf&md5Checksum=${md5}`;
    const address = await client.ask('signFileUrl', 'GET', path);
    const { url, key } = (address.body ?? {}) as { url?: unknown; key?: unknown };
    if (address.status !== 200 || typeof url !== 'string' || typeof key !== 'string') return undefined;
    const put = await client.ask('upload', 'PUT', url, bytes);
    if (isInDoubt(put)) record.inDoubt += 1;
    if (put.status !== 200) return undefined;
    return { key, sha256: createHash('sha256').update(bytes).digest('hex') };
  }

  async invite(): Promise<void> {
    const { client, world, record, chance } = this.#parts;
    const request = pick(this.requests, chance);
    const subject = pick(world.subjects, chance);
    if (!request || subject === undefined || request.invited.has(subject)) return;
    request.invited.add(subject);
    const input = { signatureRequest: request.id, subject };
    const id = this.#created(
      await client.ask('createInvite', 'POST', '/signature-request-invite', { input }),
    );
    if (id === undefined) return;
    record.add('invite', { id, request: request.id, subject });
    if (!request.draft) this.#invites.push(id);
  }

  async sendDraft(): Promise<void> {
    const { client, record } = this.#parts;
    const request = this.requests.find(({ draft }) => draft);
    if (!request) return;
    const path = `/signature-request/${request.id}`;
    const answer = await client.ask('updateSignatureRequest', 'PUT', path, { input: { draft: false } });
    if (this.#created(answer) === undefined) return;
    request.draft = false;
    record.add('sent', { id: request.id });
  }

  async answerInvite(): Promise<void> {
    const { client, record, chance } = this.#parts;
    const id = this.#invites.pop();
    if (id === undefined) return;
    const signs = chance() < 0.8;
    const path = `/sandbox/invites/${id}/${signs ? 'sign' : 'reject'}`;
    const answer = await client.ask('(signer)', 'POST', path);
    if (this.#created(answer) !== undefined)
      record.add('answer', { invite: id, status: signs ? 'SIGNED' : 'REJECTED' });
  }

  async createWitness(): Promise<void> {
    const { client, world, record } = this.#parts;
    const hash = randomBytes(32).toString('hex');
    const input = { hash, algorithm: 'SHA256', organization: world.organization };
    const id = this.#created(await client.ask('createWitness', 'POST', '/witness', { input }));
    if (id === undefined) return;
    record.add('witness', { id, hash });
    this.#witnesses.push(id);
  }

  async certify(): Promise<void> {
    const { client, record } = this.#parts;
    const id = this.#witnesses.pop();
    if (id === undefined) return;
    const path = `/nom151-certification?witnessId=${id}`;
    const answer = await client.ask('certifyWitness', 'POST', path, { witnessId: id });
    if (this.#created(answer) !== undefined) record.add('certificate', { witness: id });
  }

  /** The id of what a write created; undefined where it was refused. A write without a complete answer is in doubt. */
  #created(answer: Answered): string | undefined {
    const { status, body } = answer;
    const id = idOf(body);
    if (isInDoubt(answer) || (status === 200 && id === undefined)) this.#parts.record.inDoubt += 1;
    return status === 200 ? id : undefined;
  }
}

const pick = <T>(list: readonly T[], chance: Chance): T | undefined =>
  list[Math.floor(chance() * list.length)];

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
