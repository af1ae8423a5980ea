import { keyScopes } from '#contract/operations/key-scopes.ts';
import { identifier, raw, sql } from '../../storage/database/sql.ts';
import type { Sql } from '../../storage/database/sql.ts';
import { bareHex } from '#contract/schema/scalars.ts';
import type { ColumnType } from '#contract/filters/filters.ts';
import type { Collection } from '../../storage/lists/cursor-list.ts';
import { answeredProof, proofColumns } from '../../storage/tables/merkle-proofs.ts';
import type {
  ApiKeyRow,
  CertificateRow,
  EndorsableRow,
  EndorseEventRow,
  InviteRow,
  IssuerRow,
  JoinRow,
  OrganizationRow,
  SignatureRequestRow,
  SubjectRow,
  WalletRow,
  WitnessRow,
} from '../../storage/tables/rows.ts';
import { isMember } from '../access/caller.ts';
import type { Caller } from '../access/caller.ts';
import { termsRequest } from '../access/terms.ts';

// How each resource is read from its table and written into an answer: its own fields, its edges to other
// resources and its collections. Which of them are followed is decided in present.ts.

interface Rows {
  subject: SubjectRow;
  certificate: CertificateRow;
  issuer: IssuerRow;
  organization: OrganizationRow;
  link: JoinRow;
  member: JoinRow;
  apiKey: ApiKeyRow;
  request: SignatureRequestRow;
  invite: InviteRow;
  witness: WitnessRow;
  wallet: WalletRow;
  endorsable: EndorsableRow;
  endorseEvent: EndorseEventRow;
}

export type Kind = keyof Rows;
export type RowOf<K extends Kind> = Rows[K];
export type Json = Record<string, unknown>;

/** For whom an answer is made. */
export interface View {
  readonly caller: Caller;
  /** Held by whoever reads a request without a bearer key (Rule SR-9). */
  readonly anonymousKey?: string | undefined;
  /** Others' witness: neither requests nor subjects are in it (Rule WN-4). */
  readonly others?: boolean | undefined;
}

export interface Edge<Row> {
  readonly field: string;
  readonly kind: Kind;
  /** Column of the row that has the id of what stands there, or null. */
  readonly column: keyof Row & string;
  /** Nested in this field instead of the resource itself, as in `content.debtor`. */
  readonly within?: string;
  /** What stands there belongs to somebody: only who would see it alone sees it here. */
  readonly guarded?: true;
  /** Its collections are sent with it. */
  readonly withCollections?: true;
}

/** Columns of a table, with its alias: those that an answer needs, and no other. */
const columns = (alias: string, names: string): Sql =>
  raw(
    names
      .split(/\s+/)
      .map((name) => `${alias}.${name}`)
      .join(', '),
  );

export interface Shape<Row> {
  /** What its fields and edges need; `numeric` as text, because rows travel as JSON. */
  readonly columns: Sql;
  /** The table, with everything joined that the columns need. */
  readonly from: Sql;
  readonly id: Sql;
  readonly idType: 'text' | 'numeric';
  readonly fields: (row: Row, view: View) => Json;
  readonly edges: readonly Edge<Row>[];
  readonly collections: readonly NestedCollection[];
}

export interface NestedCollection {
  readonly field: string;
  readonly kind: 'endorsable' | 'endorseEvent';
  readonly column: string;
  readonly parentType: ColumnType;
}

const address = (value: string): string =>
  /^(0x)?[0-9a-f]{40}$/i.test(value) ? `0x${bareHex(value)}` : value;
const eventId = (value: string): string =>
  /^(0x)?[0-9a-f]{64}(-|$)/i.test(value) ? value.toLowerCase() : value;
const int32 = (column: string) => ({ type: 'int32', column }) as const;

/** The cursor lists of the tokens; addresses and event ids are stored in lower case (Rule WI-12). */
export const collections = {
  endorsable: {
    table: 'endorsables',
    further: ['witness_id'],
    columns: {
      id: { type: 'bigint', column: 'id' },
      ownerId: { type: 'text', column: 'owner_id', as: address },
      timestamp: int32('timestamp'),
      network: int32('network'),
    },
  },
  endorseEvent: {
    table: 'endorse_events',
    withheld: true,
    columns: {
      id: { type: 'text', column: 'id', as: eventId },
      timestamp: int32('timestamp'),
      fromId: { type: 'text', column: 'from_id', as: address },
      toId: { type: 'text', column: 'to_id', as: address },
      digest: { type: 'bigint', column: 'digest' },
      network: int32('network'),
    },
  },
  wallet: { table: 'wallets', columns: { id: { type: 'text', column: 'id', as: address } } },
} as const satisfies Record<string, Collection>;

const dates = (row: { created_at: Date; updated_at: Date }) => ({
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
const publicKey = (row: { exponent: string; modulus: string }) => ({
  exponent: row.exponent,
  modulus: row.modulus,
});

const join = (table: string): Shape<JoinRow> => ({
  columns: columns('j', 'id organization_id subject_id created_at updated_at'),
  from: sql`${identifier(table)} j`,
  id: sql`j.id`,
  idType: 'text',
  fields: (row) => ({ id: row.id, ...dates(row) }),
  edges: [
    { field: 'subject', kind: 'subject', column: 'subject_id' },
    { field: 'organization', kind: 'organization', column: 'organization_id' },
  ],
  collections: [],
});

export const shapes: { readonly [K in Kind]: Shape<RowOf<K>> } = {
  subject: {
    columns: sql`${columns(
      's',
      'id common_name serial_number rfc evm_address country email_address push_notification_token created_at updated_at',
    )},
        (select c.id from certificates c where c.subject_id = s.id order by c.created_at desc, c.id desc limit 1)
          as certificate_id,
        (select w.id from wallets w where w.id = s.evm_address) as wallet_id,
        (select i.id from invites i join signature_requests terms on terms.id = i.signature_request_id
          where i.subject_id = s.id and not terms.draft
            and terms.id = (select value from service_state where name = ${termsRequest})) as terms_invite_id`,
    from: sql`subjects s`,
    id: sql`s.id`,
    idType: 'text',
    fields: (row, { caller }) => ({
      id: row.id,
      commonName: row.common_name,
      serialNumber: row.serial_number,
      RFC: row.rfc,
      EVMAddress: row.evm_address,
      country: row.country,
      emailAddress: row.email_address,
      // Rule SB-4: nobody else is shown.
      ...(caller.kind === 'token' && caller.subjectId === row.id
        ? { pushNotificationToken: row.push_notification_token }
        : {}),
      ...dates(row),
    }),
    edges: [
      { field: 'certificate', kind: 'certificate', column: 'certificate_id' },
      { field: 'termsInvite', kind: 'invite', column: 'terms_invite_id' },
      { field: 'wallet', kind: 'wallet', column: 'wallet_id', withCollections: true },
    ],
    collections: [],
  },
  certificate: {
    columns: columns(
      'c',
      'id subject_id issuer_id serial_number not_before not_after exponent modulus version hash certificate_pem revoked_at created_at updated_at',
    ),
    from: sql`certificates c`,
    id: sql`c.id`,
    idType: 'text',
    fields: (row) => ({
      id: row.id,
      serialNumber: row.serial_number,
      notBefore: iso(row.not_before),
      notAfter: iso(row.not_after),
      publicKey: publicKey(row),
      version: row.version,
      hash: row.hash,
      certificatePem: row.certificate_pem,
      revoked: row.revoked_at !== null,
      ...dates(row),
    }),
    edges: [
      { field: 'issuer', kind: 'issuer', column: 'issuer_id' },
      { field: 'subject', kind: 'subject', column: 'subject_id' },
    ],
    collections: [],
  },
  issuer: {
    columns: columns(
      'u',
      'id hash common_name exponent modulus certificate_pem rfc organization organizational_unit_name email_address street_address postal_code country state_or_province_name locality_name created_at updated_at',
    ),
    from: sql`issuers u`,
    id: sql`u.id`,
    idType: 'text',
    fields: (row) => ({
      id: row.id,
      hash: row.hash,
      commonName: row.common_name,
      publicKey: publicKey(row),
      certificatePem: row.certificate_pem,
      RFC: row.rfc,
      organization: row.organization,
      organizationalUnitName: row.organizational_unit_name,
      emailAddress: row.email_address,
      streetAddress: row.street_address,
      postalCode: row.postal_code,
      country: row.country,
      stateOrProvinceName: row.state_or_province_name,
      localityName: row.locality_name,
      ...dates(row),
    }),
    edges: [],
    collections: [],
  },
  organization: {
    columns: columns(
      'o',
      'id name logo email_address quota_id quota_api quota_nom151 quota_grouped_nom151 conservation created_at updated_at',
    ),
    from: sql`organizations o`,
    id: sql`o.id`,
    idType: 'text',
    fields: (row, { caller }) => ({
      id: row.id,
      name: row.name,
      logo: row.logo,
      // What an organization has left and how it works is its own affair.
      ...(isMember(caller, row.id)
        ? {
            emailAddress: row.email_address,
            quota: {
              id: row.quota_id,
              API: row.quota_api,
              groupedNOM151: row.quota_grouped_nom151,
              nom151: row.quota_nom151,
            },
            policies: { signatureRequest: { conservation: row.conservation } },
          }
        : {}),
      ...dates(row),
    }),
    edges: [],
    collections: [],
  },
  link: join('organization_links'),
  member: join('organization_members'),
  apiKey: {
    columns: columns('k', 'id organization_id name enabled scopes last_used_at created_at updated_at'),
    from: sql`api_keys k`,
    id: sql`k.id`,
    idType: 'text',
    fields: (row) => ({
      id: row.id,
      name: row.name,
      enabled: row.enabled,
      scopes: keyScopes.filter((scope) => row.scopes?.includes(scope) ?? true),
      lastUsedAt: iso(row.last_used_at),
      ...dates(row),
    }),
    edges: [{ field: 'organization', kind: 'organization', column: 'organization_id' }],
    collections: [],
  },
  request: {
    columns: sql`${columns(
      'r',
      'id organization_id name draft nom151 finalized anonymous_key content_id content_kind content_key iou_latitude iou_longitude iou_currency iou_debtor_id iou_creditor_id witness_id rejected_at created_at updated_at',
    )}, r.iou_amount::text as iou_amount, n.signed, n.pending, n.rejected`,
    from: sql`signature_requests r cross join lateral (
        select count(*) filter (where i.status in ('SIGNED', 'WITNESSED')) as signed,
          count(*) filter (where i.status = 'PENDING') as pending,
          count(*) filter (where i.status = 'REJECTED') as rejected
        from invites i where i.signature_request_id = r.id) n`,
    id: sql`r.id`,
    idType: 'text',
    fields: (row, { caller, anonymousKey }) => ({
      id: row.id,
      draft: row.draft,
      finalized: row.finalized,
      name: row.name,
      nom151: row.nom151,
      content: content(row),
      ...(isMember(caller, row.organization_id) || anonymousKey === row.anonymous_key
        ? { anonymousKey: row.anonymous_key }
        : {}),
      signed: row.signed,
      pending: row.pending,
      rejected: row.rejected,
      rejectedAt: iso(row.rejected_at),
      ...dates(row),
    }),
    edges: [
      { field: 'organization', kind: 'organization', column: 'organization_id' },
      { field: 'witness', kind: 'witness', column: 'witness_id' },
      { field: 'debtor', kind: 'subject', column: 'iou_debtor_id', within: 'content' },
      { field: 'creditor', kind: 'subject', column: 'iou_creditor_id', within: 'content' },
    ],
    collections: [],
  },
  invite: {
    columns: columns(
      'i',
      'id signature_request_id subject_id status certificate_id signature ocsp_response witness_id signed_at rejected_at created_at updated_at',
    ),
    from: sql`invites i`,
    id: sql`i.id`,
    idType: 'text',
    fields: (row) => ({
      id: row.id,
      status: row.status,
      signature: row.signature,
      ocspResponse: row.ocsp_response,
      rejectedAt: iso(row.rejected_at),
      signedAt: iso(row.signed_at),
      ...dates(row),
    }),
    edges: [
      { field: 'signatureRequest', kind: 'request', column: 'signature_request_id' },
      { field: 'subject', kind: 'subject', column: 'subject_id' },
      { field: 'certificate', kind: 'certificate', column: 'certificate_id' },
      { field: 'witness', kind: 'witness', column: 'witness_id' },
    ],
    collections: [],
  },
  witness: {
    // Without the token of the certificate, which is several kilobytes that only its own operation answers.
    columns: sql`${columns(
      'w',
      `id organization_id algorithm signature_request_id initial_owner_id claimed nom151_provider nom151_created_at
        nom151_updated_at merkle_nom151_provider merkle_algorithm merkle_created_at merkle_updated_at
        external_leaf_index external_left_hashes external_right_hashes external_root external_timestamp
        external_created_at external_updated_at timestamped_at created_at updated_at`,
    )}, ${proofColumns}, b.tx_hash, b.network,
        l.id as claim_id, l.authorizer as claim_authorizer, l.signature as claim_signature,
        l.claimer as claim_claimer, l.network as claim_network, l.created_at as claim_created_at,
        l.updated_at as claim_updated_at,
        (select e.id::text from endorsables e where e.witness_id = w.id limit 1) as endorsable_id`,
    from: sql`witnesses w
      left join merkle_batches b on b.id = w.merkle_batch_id
      left join claims l on l.witness_id = w.id`,
    id: sql`w.id`,
    idType: 'text',
    fields: (row) => ({
      id: row.id,
      hash: row.hash,
      algorithm: row.algorithm,
      claiming: claiming(row),
      claimed: row.claimed,
      nom151: nom151(row),
      merkleized: merkleized(row),
      witnessExternal: external(row),
      ...(row.timestamped_at ? { timestampedAt: row.timestamped_at.toISOString() } : {}),
      ...dates(row),
    }),
    edges: [
      { field: 'organization', kind: 'organization', column: 'organization_id' },
      { field: 'initialOwner', kind: 'subject', column: 'initial_owner_id' },
      { field: 'signatureRequest', kind: 'request', column: 'signature_request_id' },
      { field: 'endorsable', kind: 'endorsable', column: 'endorsable_id', withCollections: true },
    ],
    collections: [],
  },
  wallet: {
    columns: sql`w.id, (select s.id from subjects s where s.evm_address = w.id) as subject_id`,
    from: sql`wallets w`,
    id: sql`w.id`,
    idType: 'text',
    fields: (row) => ({ id: row.id }),
    edges: [{ field: 'subject', kind: 'subject', column: 'subject_id', guarded: true }],
    collections: [
      { field: 'endorsables', kind: 'endorsable', column: 'owner_id', parentType: 'text' },
      { field: 'endorseFromEvents', kind: 'endorseEvent', column: 'from_id', parentType: 'text' },
      { field: 'endorseToEvents', kind: 'endorseEvent', column: 'to_id', parentType: 'text' },
    ],
  },
  endorsable: {
    columns: sql`e.id::text as id, ${columns('e', 'owner_id timestamp network witness_id')}`,
    from: sql`endorsables e`,
    id: sql`e.id`,
    idType: 'numeric',
    fields: (row) => ({ id: row.id, ownerId: row.owner_id, timestamp: row.timestamp, network: row.network }),
    edges: [
      { field: 'owner', kind: 'wallet', column: 'owner_id' },
      { field: 'witness', kind: 'witness', column: 'witness_id', guarded: true },
    ],
    collections: [{ field: 'endorseEvents', kind: 'endorseEvent', column: 'digest', parentType: 'bigint' }],
  },
  endorseEvent: {
    columns: sql`${columns('v', 'id timestamp from_id to_id network')}, v.digest::text as digest`,
    from: sql`endorse_events v`,
    id: sql`v.id`,
    idType: 'text',
    fields: (row) => ({
      id: row.id,
      timestamp: row.timestamp,
      fromId: row.from_id,
      toId: row.to_id,
      digest: row.digest,
      network: row.network,
    }),
    edges: [
      { field: 'from', kind: 'wallet', column: 'from_id' },
      { field: 'to', kind: 'wallet', column: 'to_id' },
      { field: 'token', kind: 'endorsable', column: 'digest' },
    ],
    collections: [],
  },
};

function content(row: SignatureRequestRow): Json {
  const key = { [row.content_kind === 'IOU' ? 'raw' : row.content_kind]: row.content_key };
  if (row.content_kind !== 'IOU') return { id: row.content_id, ...key };
  return {
    id: row.content_id,
    ...key,
    latitude: Number(row.iou_latitude),
    longitude: Number(row.iou_longitude),
    currency: row.iou_currency,
    amount: row.iou_amount,
  };
}

function claiming(row: WitnessRow): Json | null {
  if (row.claim_id === null) return null;
  return {
    id: row.claim_id,
    authorizer: row.claim_authorizer,
    signature: row.claim_signature,
    claimer: row.claim_claimer,
    network: row.claim_network,
    createdAt: iso(row.claim_created_at),
    updatedAt: iso(row.claim_updated_at),
  };
}

function nom151(row: WitnessRow): Json | null {
  if (row.nom151_created_at === null) return null;
  return {
    provider: row.nom151_provider,
    createdAt: iso(row.nom151_created_at),
    updatedAt: iso(row.nom151_updated_at),
  };
}

function merkleized(row: WitnessRow): Json | null {
  // What waits is not reported; a strategy that was begun has its fields empty until it is processed.
  if (row.merkle_algorithm === null) return null;
  return {
    txHash: row.tx_hash,
    network: row.network,
    merkleProof: answeredProof(row),
    merkleRoot: row.merkle_root,
    nom151Provider: row.merkle_nom151_provider,
    algorithm: row.merkle_algorithm,
    createdAt: iso(row.merkle_created_at),
    updatedAt: iso(row.merkle_updated_at),
  };
}

function external(row: WitnessRow): Json | null {
  if (row.external_timestamp === null) return null;
  return {
    timestamp: iso(row.external_timestamp),
    leafIndex: row.external_leaf_index,
    leftHashes: row.external_left_hashes,
    rightHashes: row.external_right_hashes,
    targetRootHash: row.external_root,
    createdAt: iso(row.external_created_at),
    updatedAt: iso(row.external_updated_at),
  };
}
