import { sql } from 'drizzle-orm';
import { ChainRefusal } from '../chain/ledger.ts';
import type { Ledger } from '../chain/ledger.ts';
import type { Queries } from '../storage/database.ts';
import { idForm, notFound } from './access.ts';
import { answerOne } from './answer.ts';
import { requireAuthorities } from './certification.ts';
import { Fault } from './fault.ts';
import type { Service } from './ports.ts';

/**
 * Claims the token of a witness, as its initial owner would: the claim that was authorized is brought to the
 * endorser contract together with the third party's proof (Rule ST-16).
 *
 * @returns the witness
 * @throws Fault not-found; conflict when there is nothing to claim or the contract refuses
 */
export async function claimToken(service: Service, witnessId: string): Promise<unknown> {
  const ledger = requireLedger(service);
  const id = idForm(witnessId);
  const owner = await service.database.transaction(async (tx) => {
    const [row] =
      await tx.rows<ClaimRow>(sql`select w.hash, w.claimed, w.initial_owner_id, w.external_leaf_index,
        w.external_left_hashes, w.external_right_hashes, w.external_root, c.claimer, c.signature
      from witnesses w left join claims c on c.witness_id = w.id where w.id = ${id} for update of w`);
    if (!row) throw notFound('witness', id, 'ST-16');
    const { claimer, signature } = row;
    if (row.claimed)
      throw new Fault('conflict', 'The token of this witness is claimed already.', { rule: 'ST-16' });
    if (claimer === null || signature === null || row.external_root === null)
      throw new Fault('conflict', 'This witness has no claim yet.', { rule: 'ST-16' });
    const proof = {
      leafIndex: row.external_leaf_index ?? 0,
      leftHashes: row.external_left_hashes ?? [],
      rightHashes: row.external_right_hashes ?? [],
      targetRootHash: row.external_root,
    };
    await refusable(ledger.mint(tx, { leaf: row.hash, to: claimer, signature, proof }, service.now()));
    return row.initial_owner_id;
  });
  await service.followChain();
  return answerOne(service, { caller: subjectCaller(owner ?? ''), nested: [] }, 'witness', id);
}

interface ClaimRow {
  readonly hash: string;
  readonly claimed: boolean;
  readonly initial_owner_id: string | null;
  readonly external_leaf_index: number | null;
  readonly external_left_hashes: readonly string[] | null;
  readonly external_right_hashes: readonly string[] | null;
  readonly external_root: string | null;
  readonly claimer: string | null;
  readonly signature: string | null;
}

/**
 * Passes a token on, as its holder would: the holder's account does what the key of its certificate signed
 * (Rule ST-17).
 *
 * @param to id of a subject or address of a wallet; undefined: the token is burnt
 * @returns the token
 */
export async function passToken(service: Service, tokenId: string, to: string | undefined): Promise<unknown> {
  const ledger = requireLedger(service);
  const authorities = requireAuthorities(service);
  const id = tokenId === '' ? 0n : BigInt(tokenId);
  const passed = await service.database.transaction(async (tx) => {
    const holder = await holderOf(tx, id);
    const target = to === undefined ? undefined : await walletOf(tx, to);
    const sign = async (message: Uint8Array): Promise<string | undefined> =>
      (await authorities.sign(holder.subject_id, message, tx))?.signature;
    const key = { exponent: holder.exponent, modulus: holder.modulus };
    return refusable(ledger.pass(tx, id, { address: holder.owner_id, key, sign }, target, service.now()));
  });
  if (!passed)
    throw new Fault(
      'conflict',
      'The key of this holder is not here: it passes the token on with its own device.',
      {
        rule: 'ST-17',
      },
    );
  await service.followChain();
  const nobody = subjectCaller('');
  return answerOne(service, { caller: nobody, nested: [] }, 'endorsable', id.toString());
}

interface HolderRow {
  readonly owner_id: string;
  readonly subject_id: string;
  readonly exponent: string;
  readonly modulus: string;
}

async function holderOf(tx: Queries, id: bigint): Promise<HolderRow> {
  const [token] = await tx.rows<{ owner_id: string }>(
    sql`select owner_id from endorsables where id = ${id.toString()}::numeric for update`,
  );
  if (!token) throw notFound('token', id.toString(), 'ST-17');
  const [holder] = await tx.rows<HolderRow>(sql`
    select s.evm_address as owner_id, s.id as subject_id, c.exponent, c.modulus
    from subjects s join signing_keys k on k.subject_id = s.id join certificates c on c.id = k.certificate_id
    where s.evm_address = ${token.owner_id}`);
  if (!holder)
    throw new Fault('conflict', 'Nobody here has the key of the wallet that holds this token.', {
      rule: 'ST-17',
    });
  return holder;
}

async function walletOf(tx: Queries, to: string): Promise<string> {
  if (/^0x[0-9a-f]{40}$/i.test(to)) return to.toLowerCase();
  const [subject] = await tx.rows<{ evm_address: string }>(
    sql`select evm_address from subjects where id = ${idForm(to)}`,
  );
  if (!subject) throw notFound('subject', to, 'ST-17');
  return subject.evm_address;
}

function requireLedger(service: Service): Ledger {
  if (service.ledger) return service.ledger;
  throw new Fault('not-found', 'This service has no chain.', { rule: 'ST-16' });
}

const subjectCaller = (subjectId: string) => ({ kind: 'token', subjectId, organizationIds: [] }) as const;

/** What the chain would not do is no failure of the service. */
async function refusable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ChainRefusal) throw new Fault('conflict', error.message, { rule: 'ST-16' });
    throw error;
  }
}
