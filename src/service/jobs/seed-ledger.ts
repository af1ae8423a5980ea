import { sql } from 'drizzle-orm';
import { publicNumbers } from '../authorities/keys.ts';
import { buildMerkleTree } from '../authorities/merkle-tree.ts';
import { openWitnessTree } from '../authorities/witness-tree.ts';
import type { WitnessProof } from '../authorities/witness-tree.ts';
import type { Ledger } from '../chain/ledger.ts';
import { batchesOf } from '../seed/story.ts';
import { planTokens } from '../seed/tokens.ts';
import { insertRows } from '../storage/bulk.ts';
import type { Queries } from '../storage/queries.ts';
import { followNext } from './token-index.ts';
import type { SeedContext } from './seed-context.ts';

/** What third parties hold of the demo's witnesses. */
export interface SeedLedger {
  /** Transaction of a Merkle root. */
  readonly transactionOf: ReadonlyMap<string, string>;
  /** By the id of the witness. */
  readonly externalProof: ReadonlyMap<string, WitnessProof & { readonly at: Date }>;
}

interface Happening {
  readonly at: Date;
  readonly tell: () => Promise<void>;
}

/**
 * Puts the past of all stories on the chain, as it happened: roots of Merkle batches, checkpoints of the third
 * party's tree, claims, and tokens that passed on. The tree has one order, whoever a leaf belongs to.
 */
export async function writeLedger(
  contexts: readonly SeedContext[],
  ledger: Ledger,
  tx: Queries,
): Promise<SeedLedger> {
  const transactionOf = new Map<string, string>();
  const externalProof = new Map<string, WitnessProof & { at: Date }>();
  const tree = openWitnessTree();
  const checkpoints: { tree_size: number; root: string; created_at: Date }[] = [];

  const anchored = contexts.flatMap((demo) =>
    batchesOf(demo.story, 'merkleizedAt').map(({ at, witnesses }): Happening => {
      const { root } = buildMerkleTree(witnesses.map((witness) => demo.hash(witness)));
      return {
        at,
        tell: async () => void transactionOf.set(root, (await ledger.anchor(tx, root, at)).txHash),
      };
    }),
  );
  const proven = contexts.flatMap((demo) =>
    batchesOf(demo.story, 'externalAt').map(({ at, witnesses }): Happening => ({
      at,
      tell: async () => {
        const leaves = witnesses.map((witness) => ({ witness, index: tree.append(demo.hash(witness)) }));
        for (const { witness, index } of leaves) externalProof.set(witness.id, { ...tree.prove(index), at });
        checkpoints.push({ tree_size: tree.size(), root: tree.root(), created_at: at });
        await ledger.checkpoint(tx, tree.root(), tree.size(), at);
      },
    })),
  );
  const endorsed = contexts.flatMap((demo) => endorsements(demo, ledger, externalProof, tx));
  const happenings = [...anchored, ...proven, ...endorsed].sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const { tell } of happenings) await tell();

  const { leaves } = tree.state();
  await insertRows(
    tx,
    'external_leaves',
    leaves.map((hash, index) => ({ leaf_index: index, hash })),
  );
  await insertRows(tx, 'external_checkpoints', checkpoints);
  return { transactionOf, externalProof };
}

/** Claims and transfers of one story, each by the key of whoever held the token. */
function endorsements(
  demo: SeedContext,
  ledger: Ledger,
  proofs: ReadonlyMap<string, WitnessProof>,
  tx: Queries,
): Happening[] {
  return planTokens(demo.story, demo.random, demo.now).flatMap(({ witness, holders }) => {
    const leaf = demo.hash(witness);
    return holders.map(({ subject, at }, index): Happening => {
      const { evmAddress: to } = demo.signer(subject);
      const before = holders[index - 1];
      return {
        at,
        tell: async () => {
          if (before === undefined) {
            const proof = proofs.get(witness.id);
            if (proof === undefined)
              throw new RangeError(`The claim of ${witness.id} comes before its proof`);
            const { signature } = demo.keys.authorizeClaim({ leaf, to });
            await ledger.mint(tx, { leaf, to, signature, proof }, at);
          } else {
            const { evmAddress: address, publicKey, signBeside: sign } = demo.signer(before.subject);
            const from = { address, key: publicNumbers(publicKey), sign };
            await ledger.pass(tx, BigInt(`0x${leaf}`), [{ from, to }], at);
          }
        },
      };
    });
  });
}

/** Tokens, events and wallets, from the logs of the chain alone. */
export async function writeTokens(ledger: Ledger, tx: Queries): Promise<void> {
  const contract = { network: ledger.network, address: ledger.addresses.endorser };
  while (await followNext(tx, contract));
  // What the index says of a witness is of today, and the story is of the past.
  await tx.rows(sql`update witnesses w set updated_at = greatest(w.updated_at, to_timestamp(e."timestamp"))
    from endorsables e where e.witness_id = w.id`);
}
