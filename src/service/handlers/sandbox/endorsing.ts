import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../storage/database/sql.ts';
import { ChainRefusal } from '../../chain/ledger.ts';
import type { Ledger } from '../../chain/ledger.ts';
import { transfersPerBlock } from '../../chain/transfers.ts';
import type { AccountHolder, Transfer } from '../../chain/transfers.ts';
import { oneOf } from '../../storage/lists/conditions.ts';
import type { Queries } from '../../storage/database/queries.ts';
import { idForm, notFound } from '../access/access.ts';
import { answerOne } from '../answer/answer.ts';
import { requireAuthorities } from '../witnesses/certification.ts';
import { ServiceError } from '../../service-error.ts';
import type { Authorities, Service } from '../ports.ts';

/**
 * Claims the token of a witness, as its initial owner would: the claim that was authorized is brought to the
 * endorser contract together with the third party's proof (Rule ST-16).
 *
 * @returns the witness
 * @throws ServiceError not-found; conflict when there is nothing to claim or the contract refuses
 */
export async function claimToken(service: Service, witnessId: string): Promise<unknown> {
  const ledger = requireLedger(service);
  const id = idForm(witnessId);
  const owner = await service.database.transaction(async (tx) => {
    const [row] =
      await tx.rows<ClaimRow>(sql`select w.hash, w.created_at, w.claimed, w.initial_owner_id, w.external_leaf_index,
        w.external_left_hashes, w.external_right_hashes, w.external_root, c.claimer, c.signature
      from witnesses w left join claims c on c.witness_id = w.id where w.id = ${id} for update of w`);
    if (!row) throw notFound('witness', id, 'ST-16');
    const { claimer, signature } = row;
    if (row.claimed)
      throw new ServiceError('conflict', 'The token of this witness is claimed already.', { rule: 'ST-16' });
    if (claimer === null || signature === null || row.external_root === null)
      throw new ServiceError('conflict', 'This witness has no claim yet.', { rule: 'ST-16' });
    const proof = {
      leafIndex: row.external_leaf_index ?? 0,
      leftHashes: row.external_left_hashes ?? [],
      rightHashes: row.external_right_hashes ?? [],
      targetRootHash: row.external_root,
    };
    await refusable(
      ledger.mint(tx, { leaf: row.hash, to: claimer, signature, proof }, service.now(row.created_at)),
    );
    return row.initial_owner_id;
  });
  await service.followChain();
  return answerOne(service, { caller: subjectCaller(owner ?? ''), nested: [] }, 'witness', id);
}

interface ClaimRow {
  readonly hash: string;
  readonly created_at: Date;
  readonly claimed: boolean;
  readonly initial_owner_id: string | null;
  readonly external_leaf_index: number | null;
  readonly external_left_hashes: readonly string[] | null;
  readonly external_right_hashes: readonly string[] | null;
  readonly external_root: string | null;
  readonly claimer: string | null;
  readonly signature: string | null;
}

/** Most holders that a token goes to in one call. */
const maxTransfers = 5_000;

/**
 * Passes a token on, as its holders would: the account of each does what the key of its certificate signed
 * (Rule ST-17). Nothing happens where one of the holders is unknown or has no key here. Then the passes are made block by
 * block, each block in a transaction of its own with other work in between; what was passed stays passed.
 *
 * @param to ids of subjects or addresses of wallets, in order; undefined: the token is burnt
 * @returns the token
 * @throws ServiceError malformed-argument, not-found; conflict where a key is not here, the token went elsewhere meanwhile or
 *   the contract refuses, with how many passes were made
 */
export async function passToken(
  service: Service,
  tokenId: string,
  to: readonly string[] | undefined,
): Promise<unknown> {
  const ledger = requireLedger(service);
  const id = tokenId === '' ? 0n : BigInt(tokenId);
  if (to && (to.length === 0 || to.length > maxTransfers))
    throw new ServiceError(
      'malformed-argument',
      `to names ${to.length} holders; expected 1 to ${maxTransfers}.`,
      {
        path: ['to'],
        rule: 'ST-17',
      },
    );
  const transfers = await service.database.transaction((tx) => planTransfers(service, tx, id, to));
  for (let done = 0; done < transfers.length; done += transfersPerBlock) {
    const next = transfers.slice(done, done + transfersPerBlock);
    const began = performance.now();
    try {
      await service.database.transaction(async (tx) => {
        const holder = await holderOf(tx, id);
        if (holder !== next[0]?.from.address)
          throw new ServiceError('conflict', `${holder} holds the token meanwhile.`, { rule: 'ST-17' });
        await refusable(ledger.transfer(tx, id, next, service.now()));
      });
    } catch (error) {
      if (done === 0 || !(error instanceof ServiceError)) throw error;
      const message = `${done} of ${transfers.length} passes were made and stay. ${error.message}`;
      throw new ServiceError('conflict', message, { rule: 'ST-17', path: ['to', done] });
    }
    await service.followChain();
    // Half of the time is left to others: each of the statements of a call would wait for a block of its own otherwise.
    const took = performance.now() - began;
    if (done + transfersPerBlock < transfers.length) await sleep(took);
  }
  const nobody = subjectCaller('');
  return answerOne(service, { caller: nobody, nested: [] }, 'endorsable', id.toString());
}

async function planTransfers(
  service: Service,
  tx: Queries,
  token: bigint,
  to: readonly string[] | undefined,
): Promise<readonly Transfer[]> {
  const holder = await holderOf(tx, token);
  const targets = to ? await walletsOf(tx, to) : [];
  const holders = [holder, ...targets.slice(0, -1)];
  const accounts = await accountsOf(tx, requireAuthorities(service), holders);
  return holders.map((address, index) => {
    const from = accounts.get(address);
    if (!from)
      throw new ServiceError(
        'conflict',
        `The key of ${address} is not here: whoever holds it passes the token on with a device of their own.`,
        { rule: 'ST-17', ...(index > 0 && { path: ['to', index - 1] }) },
      );
    return { from, to: targets[index] };
  });
}

/** The address of the wallet that has a token, which nobody else passes on until the transaction ends. */
async function holderOf(tx: Queries, token: bigint): Promise<string> {
  const id = token.toString();
  const [row] = await tx.rows<{ owner_id: string }>(
    sql`select owner_id from endorsables where id = ${id}::numeric for update`,
  );
  if (!row) throw notFound('token', id, 'ST-17');
  return row.owner_id;
}

interface HolderRow {
  readonly evm_address: string;
  readonly subject_id: string;
  readonly exponent: string;
  readonly modulus: string;
}

/** The accounts whose keys are here, by their addresses. */
async function accountsOf(
  tx: Queries,
  authorities: Authorities,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, AccountHolder>> {
  const rows = await tx.rows<HolderRow>(sql`
    select s.evm_address, s.id as subject_id, c.exponent, c.modulus
    from subjects s join signing_keys k on k.subject_id = s.id join certificates c on c.id = k.certificate_id
    where ${oneOf(sql`s.evm_address`, [...new Set(addresses)])}`);
  const accounts = new Map<string, AccountHolder>();
  for (const { evm_address: address, subject_id: subject, exponent, modulus } of rows) {
    const signer = await authorities.signer(subject, tx);
    if (signer)
      accounts.set(address, { address, key: { exponent, modulus }, sign: (bytes) => signer.sign(bytes) });
  }
  return accounts;
}

/** The wallet of each subject or address, in order. */
async function walletsOf(tx: Queries, to: readonly string[]): Promise<string[]> {
  const ids = to.filter((one) => !isAddress(one)).map(idForm);
  const rows = await tx.rows<{ id: string; evm_address: string }>(
    sql`select id, evm_address from subjects where ${oneOf(sql`id`, [...new Set(ids)])}`,
  );
  const walletOf = new Map(rows.map(({ id, evm_address: address }) => [id, address]));
  return to.map((one) => {
    const wallet = isAddress(one) ? one.toLowerCase() : walletOf.get(idForm(one));
    if (wallet === undefined) throw notFound('subject', one, 'ST-17');
    return wallet;
  });
}

const isAddress = (text: string): boolean => /^0x[0-9a-f]{40}$/i.test(text);

function requireLedger(service: Service): Ledger {
  if (service.ledger) return service.ledger;
  throw new ServiceError('not-found', 'This service has no chain.', { rule: 'ST-16' });
}

const subjectCaller = (subjectId: string) => ({ kind: 'token', subjectId, organizationIds: [] }) as const;

/** Converts a refusal of the chain into one of the service, because it is no failure of the service. */
async function refusable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ChainRefusal) throw new ServiceError('conflict', error.message, { rule: 'ST-16' });
    throw error;
  }
}
