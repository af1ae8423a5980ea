import { randomBytes } from 'node:crypto';
import { sql } from '../storage/database/sql.ts';
import type { TestService } from './service.ts';
import type { TestOrganization, TestSubject } from './test-data.ts';

/** What the cases of one operation stand on. */
export interface World {
  readonly service: TestService;
  readonly own: TestOrganization;
  readonly other: TestOrganization;
  /** A sent request, with an invite of the linked subject. */
  readonly request: { readonly id: string; readonly key: string; readonly bytes: Uint8Array };
  readonly invite: string;
  /** The linked subject's to another request: where the first is signed, this one can still be rejected. */
  readonly secondInvite: string;
  readonly draft: { readonly id: string; readonly key: string };
  readonly link: string;
  readonly membership: string;
  readonly apiKey: string;
  readonly witness: { readonly id: string; readonly hash: string };
  readonly outsider: TestSubject;
  readonly certificate: string;
  readonly issuer: string;
  readonly token: { readonly id: string; readonly event: string; readonly wallet: string };
}

/** A new hash, 64 hexadecimal digits. */
export const hash = (): string => randomBytes(32).toString('hex');

export async function createWorld(service: TestService): Promise<World> {
  const [own, other] = [await service.organization(), await service.organization()];
  const request = await service.createRequest(own);
  const invite = await service.invite(own, request.id, own.linked.id);
  const second = await service.createRequest(own);
  const secondInvite = await service.invite(own, second.id, own.linked.id);
  const draft = await service.createRequest(own, { draft: true });
  const witnessHash = hash();
  const witness = await service.write('POST', '/witness', own.key, {
    hash: witnessHash,
    algorithm: 'SHA256',
    organization: own.id,
  });
  const first = async (path: string): Promise<string> => {
    const page = await service.get<{ results: { id: string }[] }>(path, own.key);
    return page.results[0]?.id ?? '';
  };
  return {
    service,
    own,
    other,
    request,
    invite,
    secondInvite,
    draft,
    link: await first('/organization-links'),
    membership: await first('/organization-members'),
    apiKey: await first('/api-keys'),
    witness: { id: String(witness.id), hash: witnessHash },
    outsider: await service.subject(),
    certificate: await first('/certificates'),
    issuer: await first('/issuers'),
    token: await createToken(service),
  };
}

async function createToken(service: TestService): Promise<World['token']> {
  const wallet = `0x${randomBytes(20).toString('hex')}`;
  const id = BigInt(`0x${hash()}`).toString();
  const event = `0x${hash()}-0x1`;
  const { database } = service;
  await database.rows(sql`insert into wallets (id) values (${wallet})`);
  await database.rows(sql`insert into endorsables (id, owner_id, "timestamp", network)
    values (${id}::numeric, ${wallet}, 1790000000, 42161)`);
  await database.rows(sql`insert into endorse_events (id, "timestamp", from_id, to_id, digest, network)
    values (${event}, 1790000000, ${wallet}, ${wallet}, ${id}::numeric, 42161)`);
  return { id, event, wallet };
}
