import { areOlderBuildsEnded } from '../../storage/database/older-builds.ts';
import { sql } from '../../storage/database/sql.ts';
import { publicNumbers } from '../../authorities/keys.ts';
import { buildMerkleTree } from '../../authorities/trees/merkle-tree.ts';
import { openWitnessTree } from '../../authorities/trees/witness-tree.ts';
import type { WitnessProof } from '../../authorities/trees/witness-tree.ts';
import type { Ledger, LedgerWriter } from '../../chain/ledger.ts';
import { sandboxNetwork } from '../../chain/contracts.ts';
import { otherTenants, thirdPartyStart } from '../other-tenants.ts';
import { batchesOf, witnessesOf } from '../plan/story.ts';
import type { SeedWitness } from '../plan/story.ts';
import { planTokens } from '../plan/tokens.ts';
import { insertRows } from '../../storage/tables/bulk.ts';
import type { BulkRow } from '../../storage/tables/bulk.ts';
import { unwrittenChain } from '../../storage/tables/chain-store.ts';
import type { Queries } from '../../storage/database/queries.ts';
import { writeRangeStart } from '../../jobs/stored-tree.ts';
import { extendTiles, writeParts } from '../../jobs/tree-tiles.ts';
import { derivedId, hexOf } from './seed-context.ts';
import type { SeedContext } from './seed-context.ts';
import { followNext } from '../../jobs/token-index.ts';

/** What third parties hold of the demo's witnesses. */
export interface SeedLedger {
  /** By the id of the witness: its Merkle batch, and which leaf of it it is. */
  readonly merkleProof: ReadonlyMap<string, MerkleMembership>;
  /** By the id of the witness. */
  readonly externalProof: ReadonlyMap<string, WitnessProof & { readonly at: Date }>;
}

export interface MerkleMembership {
  readonly batch: string;
  readonly leafIndex: number | undefined;
  /** Stored while an older build may read it; null otherwise. */
  readonly proof: readonly string[] | null;
  readonly at: Date;
}

interface Happening {
  readonly at: Date;
  readonly report: () => Promise<void>;
}

/**
 * Puts the past of all stories on the chain, as it happened: roots of Merkle batches, checkpoints of the third
 * party's tree, claims, and tokens that passed on. The tree has one order and a batch is of one moment, whoever a leaf
 * belongs to; beside the leaves of the stories stand those of tenants and users who do not exist (Rule ST-24).
 */
export async function writeLedger(
  demo: SeedContext,
  cases: SeedContext,
  ledger: Ledger,
  tx: Queries,
): Promise<SeedLedger> {
  const { seed, keys } = demo;
  // Two hundred blocks, one after another: by as many statements for each they would take most of a first start.
  const chain = unwrittenChain();
  const writer = ledger.on(chain);
  const contexts = [demo, cases];
  const merkleProof = new Map<string, MerkleMembership>();
  const batches: BulkRow[] = [];
  const ended = await areOlderBuildsEnded(tx);
  const externalProof = new Map<string, WitnessProof & { at: Date }>();
  const { tiles, ...start } = thirdPartyStart(seed);
  const tree = openWitnessTree({ start, leaves: [] });
  const checkpoints: BulkRow[] = [];

  const all = {
    requests: contexts.flatMap(({ story }) => story.requests),
    witnesses: contexts.flatMap(({ story }) => story.witnesses),
  };
  const hashes = new Map(
    contexts.flatMap((one) => witnessesOf(one.story).map((witness) => [witness.id, one.hash(witness)])),
  );
  const hash = ({ id }: SeedWitness): string => hashes.get(id) ?? '';

  const anchored = batchesOf(all, 'merkleizedAt').map(({ at, witnesses }): Happening => {
    const ownHashes = new Set(witnesses.map(hash));
    const { root, proofs, leafIndexes, nodes } = buildMerkleTree([
      ...ownHashes,
      ...otherTenants(seed, ownHashes.size, at),
    ]);
    const batch = derivedId(`batch/${root}`, at);
    for (const witness of witnesses) {
      const leafIndex = leafIndexes.get(hash(witness));
      merkleProof.set(witness.id, {
        batch,
        leafIndex,
        proof: ended ? null : (proofs.get(hash(witness)) ?? []),
        at,
      });
    }
    return {
      at,
      report: async () => {
        const { txHash } = await writer.anchor(root, at);
        batches.push({
          id: batch,
          merkle_root: root,
          size: leafIndexes.size,
          // As PostgreSQL reads bytes from text.
          tree: `\\x${hexOf(nodes)}`,
          proofs_stored: !ended,
          tx_hash: txHash,
          network: sandboxNetwork,
          nom151_token: hexOf(keys.stamp(Buffer.from(root, 'hex'), at)),
          created_at: at,
        });
      },
    };
  });
  const proven = batchesOf(all, 'externalAt').map(({ at, witnesses }): Happening => ({
    at,
    report: async () => {
      const leaves = witnesses.map((witness) => ({ witness, index: tree.append(hash(witness)) }));
      for (const { witness, index } of leaves) externalProof.set(witness.id, { ...tree.prove(index), at });
      checkpoints.push({
        tree_size: tree.size(),
        root: tree.root(),
        peaks: tree.end().peaks,
        created_at: at,
        tiled: true,
      });
      await writer.checkpoint(tree.root(), tree.size(), at);
    },
  }));
  const endorsed = contexts.flatMap((one) => endorsements(one, writer, externalProof));
  const happenings = [...anchored, ...proven, ...endorsed].sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const { report: report } of happenings) await report();
  await chain.write(tx);

  const { leaves } = tree.state();
  await insertRows(
    tx,
    'external_leaves',
    leaves.map((leaf, index) => ({ leaf_index: start.size + index, hash: leaf })),
  );
  await insertRows(tx, 'external_checkpoints', checkpoints);
  await writeParts(tx, tiles);
  await extendTiles(tx, tree, start, start);
  await insertRows(tx, 'merkle_batches', batches);
  await writeRangeStart(tx, start);
  return { merkleProof, externalProof };
}

/** Claims and transfers of one story, each by the key of whoever held the token. */
function endorsements(
  demo: SeedContext,
  ledger: LedgerWriter,
  proofs: ReadonlyMap<string, WitnessProof>,
): Happening[] {
  return planTokens(demo.story, demo.random, demo.now).flatMap(({ witness, holders }) => {
    const leaf = demo.hash(witness);
    return holders.map(({ subject, at }, index): Happening => {
      const { evmAddress: to } = demo.signer(subject);
      const before = holders[index - 1];
      return {
        at,
        report: async () => {
          if (before === undefined) {
            const proof = proofs.get(witness.id);
            if (proof === undefined)
              throw new RangeError(`The claim of ${witness.id} comes before its proof`);
            const { signature } = demo.keys.authorizeClaim({ leaf, to });
            await ledger.mint({ leaf, to, signature, proof }, at);
          } else {
            const { evmAddress: address, publicKey, signBeside: sign } = demo.signer(before.subject);
            const from = { address, key: publicNumbers(publicKey), sign };
            await ledger.transfer(BigInt(`0x${leaf}`), [{ from, to }], at);
          }
        },
      };
    });
  });
}

/** Tokens, events and wallets, from the logs of the chain alone. */
export async function writeTokens(ledger: Ledger, tx: Queries): Promise<void> {
  const contract = { network: ledger.network, address: ledger.addresses.endorser };
  while (await followNext(tx, contract, 1_000));
  // What the index says of a witness is of today, and the story is of the past.
  await tx.rows(sql`update witnesses w set updated_at = greatest(w.updated_at, to_timestamp(e."timestamp"))
    from endorsables e where e.witness_id = w.id`);
}
