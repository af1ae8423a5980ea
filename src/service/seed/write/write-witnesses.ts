import type { WitnessProof } from '../../authorities/trees/witness-tree.ts';
import { witnessesOf } from '../plan/story.ts';
import type { SeedInvite, SeedRequest, SeedWitness } from '../plan/story.ts';
import { insertRows } from '../../storage/tables/bulk.ts';
import type { BulkRow } from '../../storage/tables/bulk.ts';
import type { Queries } from '../../storage/database/queries.ts';
import { sandboxProvider } from '../../jobs/sandbox-authorities.ts';
import { dates, derivedId, earliest, hexOf, latest, processedAt } from './seed-context.ts';
import type { SeedContext } from './seed-context.ts';
import type { MerkleMembership, SeedLedger } from './write-ledger.ts';

/** Witnesses with their proofs and claims, and the invites that they belong to. */
export async function writeWitnesses(demo: SeedContext, ledger: SeedLedger, tx: Queries): Promise<void> {
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
        ...merkle(ledger.merkleProof.get(witness.id)),
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
      ? hexOf(
          demo.keys.answerOcsp(signer.certificate, signer.statusAt(signed.at), signed.at, request.ocspDigest),
        )
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

const merkle = (membership: MerkleMembership | undefined): BulkRow => ({
  merkle_batch_id: membership?.batch ?? null,
  merkle_leaf_index: membership?.leafIndex ?? null,
  merkle_proof: membership?.proof ?? null,
  merkle_nom151_provider: membership ? sandboxProvider : null,
  merkle_algorithm: membership ? 'SHA256' : null,
  merkle_created_at: membership?.at ?? null,
  merkle_updated_at: membership?.at ?? null,
});

const external = (proof: (WitnessProof & { readonly at: Date }) | undefined): BulkRow => ({
  external_leaf_index: proof?.leafIndex ?? null,
  external_left_hashes: proof?.leftHashes ?? null,
  external_right_hashes: proof?.rightHashes ?? null,
  external_root: proof?.targetRootHash ?? null,
  external_timestamp: proof?.at ?? null,
  external_created_at: proof?.at ?? null,
  external_updated_at: proof?.at ?? null,
});
