import { buildMerkleTree } from '../authorities/merkle-tree.ts';
import type { WitnessProof } from '../authorities/witness-tree.ts';
import { sandboxNetwork } from '../chain/contracts.ts';
import { batchesOf, witnessesOf } from '../seed/story.ts';
import type { SeedInvite, SeedRequest, SeedWitness } from '../seed/story.ts';
import { insertRows } from '../storage/bulk.ts';
import type { BulkRow } from '../storage/bulk.ts';
import type { Queries } from '../storage/queries.ts';
import { sandboxProvider } from './sandbox-authorities.ts';
import { dates, derivedId, earliest, hexOf, latest, processedAt } from './seed-context.ts';
import type { SeedContext } from './seed-context.ts';
import type { SeedLedger } from './seed-ledger.ts';

/** Witnesses with their proofs and claims, and the invites that they belong to. */
export async function writeWitnesses(demo: SeedContext, ledger: SeedLedger, tx: Queries): Promise<void> {
  const merkle = merkleBatches(demo, ledger);
  await insertRows(tx, 'merkle_batches', merkle.batches);
  const requestOf = new Map<string, { request: SeedRequest; kind: string }>();
  for (const request of demo.story.requests) {
    if (request.witness) requestOf.set(request.witness.id, { request, kind: 'document' });
    for (const { answer } of request.invites)
      if (answer.status === 'signed') requestOf.set(answer.witness.id, { request, kind: 'signature' });
  }
  const witnesses = witnessesOf(demo.story);
  await insertRows(
    tx,
    'witnesses',
    witnesses.map((witness) => {
      const of = requestOf.get(witness.id);
      const processed = processedAt(witness);
      return {
        id: witness.id,
        organization_id: demo.organization(witness.organization),
        kind: of?.kind ?? 'interface',
        hash: demo.hash(witness),
        algorithm: 'SHA256',
        signature_request_id: of?.request.id ?? null,
        waiting_nom151: false,
        grouped: false,
        initial_owner_id: witness.initialOwner ? demo.subject(witness.initialOwner) : null,
        claimed: false,
        ...nom151(demo, witness),
        ...(merkle.proofs.get(witness.id) ?? merkle.none),
        ...external(ledger.externalProof.get(witness.id)),
        timestamped_at: earliest(processed) ?? null,
        created_at: witness.createdAt,
        updated_at: latest([witness.createdAt, ...processed]),
      };
    }),
  );
  await insertRows(
    tx,
    'claims',
    witnesses.flatMap((witness) => {
      const at = latest(processedAt(witness));
      if (!witness.initialOwner || !at) return [];
      const claimer = demo.signer(witness.initialOwner).evmAddress;
      const authorization = demo.keys.authorizeClaim({ leaf: demo.hash(witness), to: claimer });
      const id = derivedId(`claim/${witness.id}`, at);
      return [{ id, witness_id: witness.id, ...authorization, claimer, ...dates(at) }];
    }),
  );
  await insertRows(
    tx,
    'invites',
    demo.story.requests.flatMap((request) =>
      request.invites.map((invite) => inviteRow(demo, request, invite)),
    ),
  );
  await tx.script(`update signature_requests r set witness_id = w.id from witnesses w
    where w.signature_request_id = r.id and w.kind = 'document'`);
}

function inviteRow(
  demo: SeedContext,
  request: SeedRequest,
  { id, subject, createdAt, answer }: SeedInvite,
): BulkRow {
  const signed = answer.status === 'signed' ? answer : undefined;
  const rejectedAt = answer.status === 'rejected' ? answer.at : null;
  const witnessedAt = signed && earliest(processedAt(signed.witness));
  const signer = demo.signer(subject);
  return {
    id,
    signature_request_id: request.id,
    subject_id: demo.subject(subject),
    status: rejectedAt ? 'REJECTED' : !signed ? 'PENDING' : witnessedAt ? 'WITNESSED' : 'SIGNED',
    certificate_id: signed ? demo.certificateId(subject) : null,
    signature: demo.signatures.get(id) ?? null,
    ocsp_response: signed
      ? hexOf(demo.keys.answerOcsp(signer.certificate, signer.statusAt(signed.at), signed.at))
      : null,
    witness_id: signed?.witness.id ?? null,
    signed_at: signed?.at ?? null,
    rejected_at: rejectedAt,
    ...dates(createdAt, witnessedAt ?? signed?.at ?? rejectedAt ?? undefined),
  };
}

function nom151(demo: SeedContext, witness: SeedWitness): BulkRow {
  const at = witness.nom151At;
  return {
    nom151_provider: at ? sandboxProvider : null,
    nom151_token: at ? hexOf(demo.keys.stamp(Buffer.from(demo.hash(witness), 'hex'), at)) : null,
    nom151_created_at: at ?? null,
    nom151_updated_at: at ?? null,
  };
}

function merkleBatches(
  demo: SeedContext,
  { transactionOf }: SeedLedger,
): {
  batches: BulkRow[];
  proofs: Map<string, BulkRow>;
  none: BulkRow;
} {
  const proofs = new Map<string, BulkRow>();
  const columns = (at: Date | null, batch: string | null, proof: readonly string[] | null): BulkRow => ({
    merkle_batch_id: batch,
    merkle_proof: proof,
    merkle_nom151_provider: at && sandboxProvider,
    merkle_algorithm: at && 'SHA256',
    merkle_created_at: at,
    merkle_updated_at: at,
  });
  const batches = batchesOf(demo.story, 'merkleizedAt').map(({ at, witnesses }) => {
    const tree = buildMerkleTree(witnesses.map((witness) => demo.hash(witness)));
    const id = derivedId(`batch/${tree.root}`, at);
    for (const witness of witnesses)
      proofs.set(witness.id, columns(at, id, tree.proofs.get(demo.hash(witness)) ?? []));
    return {
      id,
      merkle_root: tree.root,
      size: tree.proofs.size,
      tx_hash: transactionOf.get(tree.root) ?? null,
      network: sandboxNetwork,
      nom151_token: hexOf(demo.keys.stamp(Buffer.from(tree.root, 'hex'), at)),
      created_at: at,
    };
  });
  return { batches, proofs, none: columns(null, null, null) };
}

const external = (proof: (WitnessProof & { readonly at: Date }) | undefined): BulkRow => ({
  external_leaf_index: proof?.leafIndex ?? null,
  external_left_hashes: proof?.leftHashes ?? null,
  external_right_hashes: proof?.rightHashes ?? null,
  external_root: proof?.targetRootHash ?? null,
  external_timestamp: proof?.at ?? null,
  external_created_at: proof?.at ?? null,
  external_updated_at: proof?.at ?? null,
});
