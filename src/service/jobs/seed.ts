import { createHash } from 'node:crypto';
import { certificateFacts } from '../authorities/certificate-facts.ts';
import type { Authority } from '../authorities/certificate-authority.ts';
import { buildMerkleTree } from '../authorities/merkle-tree.ts';
import { createAuthorities, openAuthorities } from '../authorities/sandbox-authorities.ts';
import type { Authorities, AuthoritiesBundle, Signer } from '../authorities/sandbox-authorities.ts';
import { openWitnessTree } from '../authorities/witness-tree.ts';
import { digestOf } from '../domain/authenticate.ts';
import { renderDocument } from '../seed/documents.ts';
import type { OrganizationKey, SubjectKey } from '../seed/people.ts';
import { createRandom } from '../seed/random.ts';
import { batchesOf, planStory, witnessesOf } from '../seed/story.ts';
import type { SeedInvite, SeedRequest, SeedWitness, Story } from '../seed/story.ts';
import { makeTokens } from '../seed/tokens.ts';
import { insertRows } from '../storage/bulk.ts';
import type { BulkRow } from '../storage/bulk.ts';
import type { Database, Queries } from '../storage/database.ts';
import { normalised } from '../storage/normalise.ts';
import type { ObjectStore } from '../storage/objects.ts';
import type { Secret } from '../storage/secret.ts';
import { readState, writeState } from '../storage/state.ts';
import { demoKey, demoToken, seedState } from './demo.ts';
import type { SeedState } from './demo.ts';
import { ledgerEntry, sandboxLedger, sandboxProvider, storeAuthorities } from './sandbox-authorities.ts';

/** What the demo is made of before there is a database for it. */
export interface DemoMaterial {
  readonly seed: number;
  readonly now: Date;
  readonly story: Story;
  readonly bundle: AuthoritiesBundle;
  /** By the key of the request. */
  readonly documents: ReadonlyMap<string, StoredDocument>;
}

/**
 * Plans the demo, makes its keys and writes its documents: what takes longest of a first start, so it can begin
 * before the database is open. The same seed number tells the same story; only keys are new.
 */
export async function makeDemo(objects: ObjectStore, seed: number, now: Date): Promise<DemoMaterial> {
  const story = planStory(seed, now);
  // Keys are made beside the main thread, documents on it.
  const [bundle, documents] = await Promise.all([
    createAuthorities(now, story.subjects),
    writeDocuments(story, objects),
  ]);
  return { seed, now, story, bundle, documents };
}

export interface SeedOptions {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly secret: Secret;
  readonly seed: number;
  readonly now: Date;
  /** What `makeDemo` makes, where that was begun before. */
  readonly demo?: Promise<DemoMaterial> | undefined;
}

/**
 * Fills an empty database with the demo: everything of it in one transaction, so a start that was killed left
 * nothing, and the next one begins again. Documents come first; those of a start that was killed are named by
 * nothing and harmless.
 *
 * @returns false when the demo is there already
 */
export async function seedSandbox(options: SeedOptions): Promise<boolean> {
  const { database, objects, secret } = options;
  if ((await readState(database, seedState)) !== undefined) return false;
  const demo = await (options.demo ?? makeDemo(objects, options.seed, options.now));
  const { seed, now, story, bundle, documents } = demo;
  const tables = new SeedTables(story, openAuthorities(bundle), documents, secret, createRandom(seed), now);
  return database.transaction(async (tx) => {
    if ((await readState(tx, seedState)) !== undefined) return false;
    await tables.write(tx);
    await storeAuthorities(tx, secret, bundle);
    await writeState(
      tx,
      seedState,
      JSON.stringify({
        seed,
        at: now.toISOString(),
        organizationIds: story.organizations.map(({ id }) => id),
        subjectIds: story.subjects.map(({ id }) => id),
      } satisfies SeedState),
    );
    return true;
  });
}

interface StoredDocument {
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly size: number;
  readonly md5: string;
  readonly sha256: string;
}

async function writeDocuments(
  story: Story,
  objects: ObjectStore,
): Promise<ReadonlyMap<string, StoredDocument>> {
  const organizationId = new Map(story.organizations.map(({ key, id }) => [key, id]));
  const kept: Promise<readonly [string, StoredDocument]>[] = [];
  for (const request of story.requests) {
    const bytes = await renderDocument(request, story);
    const version = derivedId(`content/${request.id}`, request.createdAt);
    const key = `${organizationId.get(request.organization) ?? ''}/${version}/${request.filePath}`;
    const keep = async (): Promise<readonly [string, StoredDocument]> => {
      const staged = await objects.stage(once(bytes), bytes.byteLength);
      await staged.keep(key);
      const { size, md5, sha256 } = staged;
      return [request.key, { key, bytes, size, md5, sha256 }];
    };
    kept.push(keep());
  }
  return new Map(await Promise.all(kept));
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

/** An id that the same thing always has, beginning with its second as ids do. */
function derivedId(label: string, at: Date): string {
  const second = Math.floor(at.getTime() / 1000)
    .toString(16)
    .padStart(8, '0');
  return second + createHash('sha256').update(label).digest('hex').slice(0, 16);
}

/** The story as rows: with the real keys every signature, certificate, answer and proof in it is made, and true. */
class SeedTables {
  readonly #story: Story;
  readonly #keys: Authorities;
  readonly #documents: ReadonlyMap<string, StoredDocument>;
  readonly #secret: Secret;
  readonly #random: ReturnType<typeof createRandom>;
  readonly #now: Date;
  readonly #organizationId: ReadonlyMap<OrganizationKey, string>;
  readonly #subjectId: ReadonlyMap<SubjectKey, string>;
  readonly #signatures = new Map<string, string>();
  readonly #hashes = new Map<string, string>();

  constructor(
    story: Story,
    keys: Authorities,
    documents: ReadonlyMap<string, StoredDocument>,
    secret: Secret,
    random: ReturnType<typeof createRandom>,
    now: Date,
  ) {
    this.#story = story;
    this.#keys = keys;
    this.#documents = documents;
    this.#secret = secret;
    this.#random = random;
    this.#now = now;
    this.#organizationId = new Map(story.organizations.map(({ key, id }) => [key, id]));
    this.#subjectId = new Map(story.subjects.map(({ key, id }) => [key, id]));
  }

  async write(tx: Queries): Promise<void> {
    this.#sign();
    await this.#writePeople(tx);
    await this.#writeRequests(tx);
    await this.#writeWitnesses(tx);
    await this.#writeTokens(tx);
    await insertRows(
      tx,
      'rate_buckets',
      this.#story.rates.map((rate) => ({
        family: 'weekly-bucket',
        pair: 'usdcmxn',
        id: rate.id,
        open: rate.open,
        close: rate.close,
        low: rate.low,
        high: rate.high,
        average: rate.average,
        inverse_open: rate.inverseOpen,
        inverse_close: rate.inverseClose,
        inverse_low: rate.inverseLow,
        inverse_high: rate.inverseHigh,
        inverse_average: rate.inverseAverage,
        count: rate.count,
      })),
    );
  }

  /** Every signature, and the hash of every witness. */
  #sign(): void {
    for (const request of this.#story.requests) {
      const document = this.#document(request.key);
      if (request.witness) this.#hashes.set(request.witness.id, document.sha256);
      for (const { id, subject, answer } of request.invites) {
        if (answer.status !== 'signed') continue;
        const signature = this.#signer(subject).sign(document.bytes);
        this.#signatures.set(id, signature);
        this.#hashes.set(answer.witness.id, sha256(Buffer.from(signature, 'hex')));
      }
    }
    for (const { id, text } of this.#story.witnesses) this.#hashes.set(id, sha256(text));
  }

  async #writePeople(tx: Queries): Promise<void> {
    const { organizations, subjects, links, members } = this.#story;
    await insertRows(
      tx,
      'organizations',
      organizations.map(({ id, name, emailAddress, conservation, quota, createdAt }) => ({
        id,
        name,
        search_name: normalised(name),
        email_address: emailAddress,
        quota_id: derivedId(`quota/${id}`, createdAt),
        quota_api: quota.API,
        quota_nom151: quota.nom151,
        quota_grouped_nom151: quota.groupedNOM151,
        conservation,
        ...dates(createdAt),
      })),
    );
    const wallets = [zeroAddress, ...subjects.map(({ key }) => this.#signer(key).evmAddress)];
    await insertRows(
      tx,
      'wallets',
      wallets.map((id) => ({ id })),
    );
    await insertRows(
      tx,
      'subjects',
      subjects.map(({ id, key, name, RFC, CURP, createdAt }) => ({
        id,
        common_name: name.commonName,
        serial_number: CURP,
        rfc: RFC,
        evm_address: this.#signer(key).evmAddress,
        country: name.country,
        email_address: name.emailAddress,
        push_notification_token: this.#secret.derive(`push/${id}`),
        search_common_name: normalised(name.commonName),
        search_email_address: normalised(name.emailAddress),
        search_rfc: normalised(RFC),
        ...dates(createdAt),
      })),
    );
    const [founder] = organizations;
    const founded = founder?.createdAt ?? this.#now;
    const issuers = [this.#keys.root, this.#keys.issuing].map((authority) => issuerRow(authority, founded));
    await insertRows(tx, 'issuers', issuers);
    await insertRows(
      tx,
      'certificates',
      subjects.map((subject) => {
        const { certificate, revoked } = this.#signer(subject.key);
        const { publicKey, ...facts } = certificateFacts(certificate);
        return {
          id: this.#certificateId(subject.key),
          subject_id: subject.id,
          issuer_id: issuers[1]?.id,
          serial_number: facts.serialNumber,
          not_before: facts.notBefore,
          not_after: facts.notAfter,
          ...publicKey,
          version: facts.version,
          hash: facts.hash,
          certificate_pem: facts.certificatePem,
          revoked_at: revoked?.at ?? null,
          ...dates(subject.createdAt, revoked?.at),
        };
      }),
    );
    await insertRows(
      tx,
      'signing_keys',
      subjects.map(({ id, key }) => ({
        subject_id: id,
        certificate_id: this.#certificateId(key),
        signer: key,
      })),
    );
    for (const [table, rows] of [
      ['organization_links', links] as const,
      ['organization_members', members] as const,
    ])
      await insertRows(
        tx,
        table,
        rows.map(({ id, organization, subject, createdAt }) => ({
          id,
          organization_id: this.#organization(organization),
          subject_id: this.#subject(subject),
          ...dates(createdAt),
        })),
      );
    await insertRows(
      tx,
      'api_keys',
      organizations.map(({ id, createdAt }) => ({
        id: derivedId(`key/${id}`, createdAt),
        organization_id: id,
        name: 'Demo',
        enabled: true,
        digest: digestOf(demoKey(this.#secret, id)),
        ...dates(createdAt),
      })),
    );
    await insertRows(
      tx,
      'access_tokens',
      subjects.map(({ id, createdAt }) => ({
        digest: digestOf(demoToken(this.#secret, id)),
        subject_id: id,
        created_at: createdAt,
      })),
    );
  }

  async #writeRequests(tx: Queries): Promise<void> {
    const { requests } = this.#story;
    await insertRows(
      tx,
      'contents',
      requests.map((request) => {
        const { key, size, md5, sha256 } = this.#document(request.key);
        return {
          content_key: key,
          organization_id: this.#organization(request.organization),
          size,
          md5,
          sha256,
          created_at: request.createdAt,
        };
      }),
    );
    // The witness of a request names it, and it its witness: the second name is written when both are there.
    await insertRows(
      tx,
      'signature_requests',
      requests.map((request) => this.#requestRow(request)),
    );
  }

  #requestRow(request: SeedRequest): BulkRow {
    const answered = request.invites.flatMap(({ answer }) => (answer.status === 'signed' ? [answer.at] : []));
    const { iou } = request;
    return {
      id: request.id,
      organization_id: this.#organization(request.organization),
      name: request.name,
      search_name: normalised(request.name),
      draft: request.draft,
      nom151: request.nom151,
      finalized: request.finalizedAt !== undefined,
      anonymous_key: `anon_${this.#secret.derive(`anonymous/${request.id}`)}`,
      content_id: derivedId(`content-of/${request.id}`, request.createdAt),
      content_kind: request.kind === 'IOU' ? 'IOU' : request.kind.toLowerCase(),
      content_key: this.#document(request.key).key,
      iou_latitude: iou?.latitude ?? null,
      iou_longitude: iou?.longitude ?? null,
      iou_currency: iou?.currency ?? null,
      iou_amount: iou?.amount ?? null,
      iou_debtor_id: iou ? this.#subject(iou.debtor) : null,
      iou_creditor_id: iou ? this.#subject(iou.creditor) : null,
      signed_at: latest(answered) ?? null,
      rejected_at: request.rejectedAt ?? null,
      finalized_at: request.finalizedAt ?? null,
      created_at: request.createdAt,
      updated_at: request.updatedAt,
    };
  }

  async #writeWitnesses(tx: Queries): Promise<void> {
    const merkle = this.#merkleBatches();
    await insertRows(tx, 'merkle_batches', merkle.batches);
    const external = this.#externalProofs();
    await insertRows(
      tx,
      'external_leaves',
      external.leaves.map((hash, leafIndex) => ({ leaf_index: leafIndex, hash })),
    );
    const requestOf = new Map<string, { request: SeedRequest; kind: string }>();
    for (const request of this.#story.requests) {
      if (request.witness) requestOf.set(request.witness.id, { request, kind: 'document' });
      for (const { answer } of request.invites)
        if (answer.status === 'signed') requestOf.set(answer.witness.id, { request, kind: 'signature' });
    }
    const claimed = new Set(this.#story.tokens.flatMap((token) => (token.claimed ? [token.request] : [])));
    const witnesses = witnessesOf(this.#story);
    await insertRows(
      tx,
      'witnesses',
      witnesses.map((witness) => {
        const of = requestOf.get(witness.id);
        const processed = processedAt(witness);
        return {
          id: witness.id,
          organization_id: this.#organization(witness.organization),
          kind: of?.kind ?? 'interface',
          hash: this.#hash(witness),
          algorithm: 'SHA256',
          signature_request_id: of?.request.id ?? null,
          waiting_nom151: false,
          grouped: false,
          initial_owner_id: witness.initialOwner ? this.#subject(witness.initialOwner) : null,
          claimed: of?.kind === 'document' && claimed.has(of.request.key),
          ...this.#nom151(witness),
          ...(merkle.proofs.get(witness.id) ?? merkle.none),
          ...(external.proofs.get(witness.id) ?? external.none),
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
        const claimer = this.#signer(witness.initialOwner).evmAddress;
        const authorization = this.#keys.authorizeClaim({ leaf: this.#hash(witness), to: claimer });
        const id = derivedId(`claim/${witness.id}`, at);
        return [{ id, witness_id: witness.id, ...authorization, claimer, ...dates(at) }];
      }),
    );
    await insertRows(
      tx,
      'invites',
      this.#story.requests.flatMap((request) =>
        request.invites.map((invite) => this.#inviteRow(request, invite)),
      ),
    );
    await tx.script(`update signature_requests r set witness_id = w.id from witnesses w
      where w.signature_request_id = r.id and w.kind = 'document'`);
  }

  #inviteRow(request: SeedRequest, { id, subject, createdAt, answer }: SeedInvite): BulkRow {
    const signed = answer.status === 'signed' ? answer : undefined;
    const rejectedAt = answer.status === 'rejected' ? answer.at : null;
    const witnessedAt = signed && earliest(processedAt(signed.witness));
    const signer = this.#signer(subject);
    return {
      id,
      signature_request_id: request.id,
      subject_id: this.#subject(subject),
      status: rejectedAt ? 'REJECTED' : !signed ? 'PENDING' : witnessedAt ? 'WITNESSED' : 'SIGNED',
      certificate_id: signed ? this.#certificateId(subject) : null,
      signature: this.#signatures.get(id) ?? null,
      ocsp_response: signed
        ? hexOf(this.#keys.answerOcsp(signer.certificate, signer.statusAt(signed.at), signed.at))
        : null,
      witness_id: signed?.witness.id ?? null,
      signed_at: signed?.at ?? null,
      rejected_at: rejectedAt,
      ...dates(createdAt, witnessedAt ?? signed?.at ?? rejectedAt ?? undefined),
    };
  }

  #nom151(witness: SeedWitness): BulkRow {
    const at = witness.nom151At;
    return {
      nom151_provider: at ? sandboxProvider : null,
      nom151_token: at ? hexOf(this.#keys.stamp(Buffer.from(this.#hash(witness), 'hex'), at)) : null,
      nom151_created_at: at ?? null,
      nom151_updated_at: at ?? null,
    };
  }

  #merkleBatches(): { batches: BulkRow[]; proofs: Map<string, BulkRow>; none: BulkRow } {
    const proofs = new Map<string, BulkRow>();
    const columns = (at: Date | null, batch: string | null, proof: readonly string[] | null): BulkRow => ({
      merkle_batch_id: batch,
      merkle_proof: proof,
      merkle_nom151_provider: at && sandboxProvider,
      merkle_algorithm: at && 'SHA256',
      merkle_created_at: at,
      merkle_updated_at: at,
    });
    const batches = batchesOf(this.#story, 'merkleizedAt').map(({ at, witnesses }) => {
      const tree = buildMerkleTree(witnesses.map((witness) => this.#hash(witness)));
      const id = derivedId(`batch/${at.toISOString()}`, at);
      for (const witness of witnesses)
        proofs.set(witness.id, columns(at, id, tree.proofs.get(this.#hash(witness)) ?? []));
      return {
        id,
        merkle_root: tree.root,
        size: tree.proofs.size,
        tx_hash: ledgerEntry(tree.root, at),
        network: sandboxLedger,
        nom151_token: hexOf(this.#keys.stamp(Buffer.from(tree.root, 'hex'), at)),
        created_at: at,
      };
    });
    return { batches, proofs, none: columns(null, null, null) };
  }

  #externalProofs(): { leaves: readonly string[]; proofs: Map<string, BulkRow>; none: BulkRow } {
    const tree = openWitnessTree();
    const proofs = new Map<string, BulkRow>();
    for (const { at, witnesses } of batchesOf(this.#story, 'externalAt')) {
      const leaves = witnesses.map((witness) => ({ witness, index: tree.append(this.#hash(witness)) }));
      for (const { witness, index } of leaves) {
        const { leafIndex, leftHashes, rightHashes, targetRootHash } = tree.prove(index);
        proofs.set(witness.id, {
          external_leaf_index: leafIndex,
          external_left_hashes: leftHashes,
          external_right_hashes: rightHashes,
          external_root: targetRootHash,
          external_timestamp: at,
          external_created_at: at,
          external_updated_at: at,
        });
      }
    }
    const [some] = proofs.values();
    const none = Object.fromEntries(Object.keys(some ?? {}).map((column) => [column, null]));
    return { leaves: tree.state().leaves, proofs, none };
  }

  async #writeTokens(tx: Queries): Promise<void> {
    const tokens = makeTokens(this.#story, this.#random, this.#now, {
      hashOf: (request) => this.#document(request).sha256,
      walletOf: (subject) => this.#signer(subject).evmAddress,
    });
    await insertRows(
      tx,
      'endorsables',
      tokens.map(({ id, ownerId, timestamp, network, witnessId }) => ({
        id,
        owner_id: ownerId,
        timestamp,
        network,
        witness_id: witnessId,
      })),
    );
    await insertRows(
      tx,
      'endorse_events',
      tokens.flatMap(({ events }) =>
        events.map(({ id, timestamp, fromId, toId, digest, network }) => ({
          id,
          timestamp,
          from_id: fromId,
          to_id: toId,
          digest,
          network,
        })),
      ),
    );
  }

  #organization = (key: OrganizationKey): string => of(this.#organizationId, key);
  #subject = (key: SubjectKey): string => of(this.#subjectId, key);
  #signer = (key: SubjectKey): Signer => of(this.#keys.signers, key);
  #document = (requestKey: string): StoredDocument => of(this.#documents, requestKey);
  #hash = (witness: SeedWitness): string => of(this.#hashes, witness.id);

  #certificateId(key: SubjectKey): string {
    const { notBefore } = this.#story.subjects.find((subject) => subject.key === key)?.certificate ?? {};
    return derivedId(`certificate/${this.#subject(key)}`, notBefore ?? this.#now);
  }
}

const zeroAddress = `0x${'0'.repeat(40)}`;

function issuerRow({ name, certificate }: Authority, founded: Date): BulkRow {
  const { publicKey, hash, certificatePem } = certificateFacts(certificate);
  return {
    id: derivedId(`issuer/${name.commonName}`, founded),
    hash,
    common_name: name.commonName,
    ...publicKey,
    certificate_pem: certificatePem,
    rfc: name.RFC,
    organization: name.organization,
    organizational_unit_name: name.organizationalUnitName,
    email_address: name.emailAddress,
    street_address: name.streetAddress,
    postal_code: Number(name.postalCode),
    country: name.country,
    state_or_province_name: name.stateOrProvinceName,
    locality_name: name.localityName,
    search_common_name: normalised(name.commonName),
    search_organization: normalised(name.organization),
    search_organizational_unit_name: normalised(name.organizationalUnitName),
    search_email_address: normalised(name.emailAddress),
    search_street_address: normalised(name.streetAddress),
    search_state_or_province_name: normalised(name.stateOrProvinceName),
    search_locality_name: normalised(name.localityName),
    ...dates(founded),
  };
}

const dates = (createdAt: Date, updatedAt = createdAt): { created_at: Date; updated_at: Date } => ({
  created_at: createdAt,
  updated_at: updatedAt < createdAt ? createdAt : updatedAt,
});

const processedAt = ({ nom151At, merkleizedAt, externalAt }: SeedWitness): Date[] =>
  [nom151At, merkleizedAt, externalAt].filter((at) => at !== undefined);

const latest = (instants: readonly Date[]): Date | undefined =>
  instants.length === 0 ? undefined : new Date(Math.max(...instants.map(Number)));
const earliest = (instants: readonly Date[]): Date | undefined =>
  instants.length === 0 ? undefined : new Date(Math.min(...instants.map(Number)));

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

function of<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const found = map.get(key);
  if (found === undefined) throw new RangeError(`The story speaks of ${String(key)}, which is not in it`);
  return found;
}
