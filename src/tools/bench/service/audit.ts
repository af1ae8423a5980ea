import { createHash } from 'node:crypto';
import type { RecordedWrites } from './recorded-writes.ts';
import type { LoadClient } from './client.ts';
import type { World } from './world.ts';

export interface Audit {
  /** What was looked at, in words. */
  readonly looked: string;
  readonly wrong: readonly string[];
}

interface InviteFound {
  readonly id: string;
  readonly status: string;
  readonly subject?: { readonly id: string } | null;
  readonly signatureRequest?: { readonly id: string } | null;
}

interface Found {
  readonly id: string;
  readonly name?: string;
  readonly hash?: string;
  readonly draft?: boolean;
  readonly nom151?: object | null;
}

/**
 * Compares what the clients were answered is written with what is there, both ways: everything acknowledged is there
 * once, and there is no more than was acknowledged or is in doubt.
 */
export async function audit(client: LoadClient, world: World, record: RecordedWrites): Promise<Audit> {
  const wrong: string[] = [];
  const check = (holds: boolean, what: () => string): void => {
    if (!holds) wrong.push(what());
  };
  const list = async <T extends { id: string }>(path: string): Promise<ReadonlyMap<string, T>> => {
    const found = new Map<string, T>();
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const query = new URLSearchParams({
        createdAt: JSON.stringify({ gte: world.since }),
        sort: JSON.stringify({ field: 'createdAt', order: 'asc' }),
        pagination: JSON.stringify({ page, size: 100 }),
      });
      const { body, status } = await client.ask('audit', 'GET', `${path}?${query}`);
      if (status !== 200) throw new Error(`${path} was answered ${status} in the audit`);
      const reported = body as { info: { pages: number }; results: T[] };
      pages = reported.info.pages;
      for (const item of reported.results) {
        check(!found.has(item.id), () => `${path} lists ${item.id} twice`);
        found.set(item.id, item);
      }
    }
    return found;
  };

  const requests = await list<Found>('/signature-requests');
  const names = [...requests.values()].map(({ name }) => name);
  check(new Set(names).size === names.length, () => 'two requests have the same name: one was made twice');
  for (const { id, name } of record.all('request'))
    check(requests.get(id)?.name === name, () => `the request ${id} is lost or another`);
  for (const { id } of record.all('sent'))
    check(requests.get(id)?.draft === false, () => `the request ${id} was sent and is a draft`);

  const invites = await list<InviteFound>('/signature-request-invites');
  const pairs = [...invites.values()].map(
    ({ subject, signatureRequest }) => `${signatureRequest?.id} ${subject?.id}`,
  );
  check(new Set(pairs).size === pairs.length, () => 'a subject is invited twice to one request');
  for (const { id, request, subject } of record.all('invite')) {
    const found = invites.get(id);
    check(
      found?.signatureRequest?.id === request && found.subject?.id === subject,
      () => `the invite ${id} is lost or another`,
    );
  }
  for (const { invite, status } of record.all('answer')) {
    const found = invites.get(invite)?.status;
    check(
      found === status || (status === 'SIGNED' && found === 'WITNESSED'),
      () => `the invite ${invite} was ${status} and is ${found}`,
    );
  }

  const witnesses = await list<Found>('/witnesses');
  for (const { id, hash } of record.all('witness'))
    check(witnesses.get(id)?.hash === hash, () => `the witness ${id} is lost or another`);
  for (const { witness } of record.all('certificate'))
    check(witnesses.get(witness)?.nom151 != null, () => `the witness ${witness} was certified and is not`);

  for (const { key, sha256 } of record.all('content')) {
    const { status, bytes } = await client.ask('audit', 'GET', `/content/${encodeURIComponent(key)}`);
    const same = status === 200 && createHash('sha256').update(bytes).digest('hex') === sha256;
    check(same, () => `the content of a key is lost or other bytes (${status})`);
  }

  // Nothing exists that was not requested: unacknowledged objects are no more than the writes in doubt.
  const surplus = requests.size - record.all('request').length + (invites.size - record.all('invite').length);
  check(
    surplus >= 0 && surplus <= record.inDoubt,
    () =>
      `${surplus} requests and invites are there beyond what was acknowledged, ${record.inDoubt} writes are in doubt`,
  );
  const looked = `${requests.size} requests, ${invites.size} invites, ${witnesses.size} witnesses, ${record.all('content').length} documents byte by byte`;
  return { looked, wrong };
}
