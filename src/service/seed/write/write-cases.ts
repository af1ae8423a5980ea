import { createHash } from 'node:crypto';
import { sql } from '../../storage/database/sql.ts';
import type { Sql } from '../../storage/database/sql.ts';
import { newAuthorizerKey, signClaim } from '../../authorities/claim-authorizer.ts';
import type { Signer } from '../../authorities/sandbox/sandbox-authorities.ts';
import type { SeedRequest, SeedWitness } from '../plan/story.ts';
import { jsonOf } from '../../storage/tables/bulk.ts';
import { proofColumns, proofOf } from '../../storage/tables/merkle-proofs.ts';
import type { ProofRow } from '../../storage/tables/merkle-proofs.ts';
import type { Queries } from '../../storage/database/queries.ts';
import { writeState } from '../../storage/tables/state.ts';
import { casesState } from '../demo.ts';
import type { CasesState } from '../demo.ts';
import { hexOf } from './seed-context.ts';
import type { SeedContext } from './seed-context.ts';
import type { SeedLedger } from './write-ledger.ts';
import { writeJoins, writeOrganizations } from './write-people.ts';
import { writeRequests } from './write-requests.ts';
import { writeWitnesses } from './write-witnesses.ts';

/** Writes the organization of the test cases, every one made by the real authorities with nothing wrong in it. */
export async function writeCases(demo: SeedContext, ledger: SeedLedger, tx: Queries): Promise<void> {
  await writeOrganizations(demo, tx);
  await writeJoins(demo, tx);
  await writeRequests(demo, tx);
  await writeWitnesses(demo, ledger, tx);
}

/**
 * Gives every test case its one defect (Rule ST-14), once everything of it is written, the tokens of the chain
 * included. Nothing of them waits for the conservation job and no block is followed twice, so nothing is repaired.
 */
export async function corruptCases(demo: SeedContext, tx: Queries): Promise<void> {
  const { organizations, requests } = demo.story;
  const stories: CasesState['stories'][number][] = [];
  for (const request of requests) {
    const written = new Case(demo, tx, request);
    await defects[request.key]?.(written);
    stories.push({ name: request.key, witness: written.witnessId, request: request.id });
  }
  const state = { organizationId: organizations[0]?.id ?? '', stories } satisfies CasesState;
  await writeState(tx, casesState, JSON.stringify(state), true);
}

interface ReportedEvent {
  readonly id: string;
  readonly from_id: string;
  readonly to_id: string;
}

/** One case as it was written: a document, its witness, and the one invite that was signed. */
class Case {
  readonly demo: SeedContext;
  readonly tx: Queries;
  readonly request: SeedRequest;

  constructor(demo: SeedContext, tx: Queries, request: SeedRequest) {
    this.demo = demo;
    this.tx = tx;
    this.request = request;
  }

  get witnessId(): string {
    return this.request.witness?.id ?? '';
  }

  get signed(): {
    readonly invite: string;
    readonly signer: Signer;
    readonly at: Date;
    readonly witness: SeedWitness;
  } {
    const [invite] = this.request.invites;
    if (invite?.answer.status !== 'signed') throw new TypeError(`${this.request.key}: nobody signed`);
    const { at, witness } = invite.answer;
    return { invite: invite.id, signer: this.demo.signer(invite.subject), at, witness };
  }

  /** The answer of the responder, as given at another instant than that of the signature. */
  async answerOcsp(atOf: (signedAt: Date, revokedAt: Date | undefined) => Date): Promise<void> {
    const { invite, signer, at: signedAt } = this.signed;
    const at = atOf(signedAt, signer.revoked?.at);
    const response = this.demo.keys.answerOcsp(signer.certificate, signer.statusAt(at), at);
    await this.tx.rows(sql`update invites set ocsp_response = ${hexOf(response)} where id = ${invite}`);
  }

  /** Time-stamps by the key of the signer, in place of those of the authority. */
  async stampBySigner(): Promise<void> {
    const { signer, witness } = this.signed;
    for (const one of [witness, this.request.witness]) {
      if (!one?.nom151At) throw new TypeError(`${this.request.key}: a witness has no time-stamp`);
      const token = signer.stamp(Buffer.from(this.demo.hash(one), 'hex'), one.nom151At);
      await this.tx.rows(sql`update witnesses set nom151_token = ${hexOf(token)} where id = ${one.id}`);
    }
  }

  /** The number of the document's token. */
  get token(): string {
    return BigInt(`0x${this.demo.document(this.request.key).sha256}`).toString();
  }

  get #ofToken(): Sql {
    return sql`digest = ${this.token}::numeric`;
  }

  /** The events that are reported, oldest first. */
  async events(): Promise<readonly ReportedEvent[]> {
    const events = await this.tx.rows<ReportedEvent>(
      sql`select id, from_id, to_id from endorse_events where ${this.#ofToken} order by "timestamp"`,
    );
    if (events.length < 3) throw new TypeError(`${this.request.key}: the token was not passed on`);
    return events;
  }

  async forget(events: readonly ReportedEvent[]): Promise<void> {
    for (const { id } of events) await this.tx.rows(sql`delete from endorse_events where id = ${id}`);
  }

  async reportOwner(address: string | undefined): Promise<void> {
    await this.tx.rows(
      sql`update endorsables set owner_id = ${address ?? ''} where id = ${this.token}::numeric`,
    );
  }

  /** Another hash where a proof of the document's witness has its first one: stored, in place of the one that its tree gives. */
  async alterMerkleProof(): Promise<void> {
    const [row] = await this.tx.rows<ProofRow>(sql`select ${proofColumns}
      from witnesses w join merkle_batches b on b.id = w.merkle_batch_id where w.id = ${this.witnessId}`);
    const altered = this.#altered(row && proofOf(row));
    await this.tx.rows(sql`update witnesses set merkle_leaf_index = null, merkle_proof = ${altered}::jsonb
      where id = ${this.witnessId}`);
  }

  /** The same of its proof in the third party's tree. */
  async alterLeftHashes(): Promise<void> {
    const [row] = await this.tx.rows<{ hashes: readonly string[] }>(
      sql`select external_left_hashes as hashes from witnesses where id = ${this.witnessId}`,
    );
    await this.tx.rows(sql`update witnesses set external_left_hashes = ${this.#altered(row?.hashes)}::jsonb
      where id = ${this.witnessId}`);
  }

  #altered(hashes: readonly string[] | null | undefined): string {
    const [first, ...others] = hashes ?? [];
    if (first === undefined) throw new TypeError(`${this.request.key}: a proof is empty`);
    return jsonOf([sha256(first), ...others]);
  }
}

const hour = 3_600_000;
const day = 24 * hour;

/** The one thing that is wrong with a case; those that are not here are as they were planned. */
const defects: Readonly<Record<string, (written: Case) => Promise<void>>> = {
  'wrong-sibling': (written) => written.alterMerkleProof(),

  // Queried again the day after the revocation: the response reports it, and it came after the signature was proven.
  'revoked-after-signing': (written) =>
    written.answerOcsp((signedAt, revokedAt) => new Date((revokedAt ?? signedAt).getTime() + day)),

  'stale-ocsp': (written) => written.answerOcsp((signedAt) => new Date(signedAt.getTime() - 3 * day)),

  'constancia-over-another-hash': async ({ demo, tx, request, witnessId }) => {
    const another = Buffer.from(sha256('Finiquito, borrador anterior\n'), 'hex');
    const token = demo.keys.stamp(another, request.witness?.nom151At ?? demo.now);
    await tx.rows(sql`update witnesses set nom151_token = ${hexOf(token)} where id = ${witnessId}`);
  },

  'contradicting-fields': async ({ tx, request, witnessId }) => {
    await tx.rows(
      sql`update invites set status = 'WITNESSED' where signature_request_id = ${request.id} and status = 'SIGNED'`,
    );
    await tx.rows(sql`update witnesses set timestamped_at = merkle_created_at where id = ${witnessId}`);
  },

  // Begun and not processed; it waits for nobody, so it stays as it is.
  'pending-strategy': async ({ tx, witnessId }) => {
    await tx.rows(sql`update witnesses set merkle_algorithm = 'SHA256' where id = ${witnessId}`);
  },

  'one-of-two-proofs-fails': (written) => written.alterLeftHashes(),

  // Signed and queried on the day of the Merkle batch, and dated back to before the revocation by its own stamps.
  'stamp-by-revoked-signer': async (written) => {
    const { merkleizedAt } = written.signed.witness;
    if (!merkleizedAt) throw new TypeError('stamp-by-revoked-signer: its signature is in no batch');
    await written.answerOcsp(() => new Date(merkleizedAt.getTime() - 3 * hour));
    await written.stampBySigner();
  },

  // From here on the chain has what happened, and the tables of tokens tell something else.
  'gap-in-chain': async (written) => written.forget((await written.events()).slice(1, 2)),

  'head-not-owner': async (written) => written.reportOwner((await written.events()).at(-1)?.from_id),

  'mixed-networks': async (written) => {
    const [, passed] = await written.events();
    await written.tx.rows(sql`update endorse_events set network = 42161 where id = ${passed?.id ?? ''}`);
  },

  'page-that-never-comes': async (written) => {
    const events = await written.events();
    await written.forget(events.slice(2));
    await written.reportOwner(events[1]?.to_id);
    await written.tx.rows(sql`insert into withheld_pages (token) values (${written.token}::numeric)`);
  },

  'claim-of-another-key': async ({ demo, tx, request, witnessId }) => {
    const [invite] = request.invites;
    if (!invite) throw new TypeError(`${request.key}: nobody was invited`);
    const claim = { leaf: demo.document(request.key).sha256, to: demo.signer(invite.subject).evmAddress };
    const signature = signClaim(newAuthorizerKey(), demo.keys.endorser, claim);
    await tx.rows(sql`update claims set signature = ${signature} where witness_id = ${witnessId}`);
  },
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
