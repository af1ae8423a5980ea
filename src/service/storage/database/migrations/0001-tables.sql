-- Ids are 24 hexadecimal digits that begin with their second; text is compared bytewise ("C") wherever order
-- or equality matters on the wire, so that both databases answer alike.

create table organizations (
  id text collate "C" primary key,
  name text not null,
  search_name text collate "C" not null,
  logo text,
  email_address text,
  quota_id text collate "C" not null unique,
  quota_api boolean not null default true,
  quota_nom151 integer not null default 0 check (quota_nom151 >= 0),
  quota_grouped_nom151 integer not null default 0 check (quota_grouped_nom151 >= 0),
  conservation text not null default 'MERKLEIZED' check (conservation in ('NOM151', 'MERKLEIZED', 'WITNESS_CO')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index organizations_created on organizations (created_at, id);
create index organizations_updated on organizations (updated_at, id);

create table wallets (
  id text collate "C" primary key check (id ~ '^0x[0-9a-f]{40}$')
);

create table subjects (
  id text collate "C" primary key,
  common_name text not null,
  serial_number text collate "C" not null,
  rfc text collate "C" not null,
  evm_address text collate "C" not null unique check (evm_address ~ '^0x[0-9a-f]{40}$'),
  country text collate "C",
  email_address text,
  push_notification_token text,
  terms_invite_id text collate "C",
  search_common_name text collate "C" not null,
  search_email_address text collate "C" not null,
  search_rfc text collate "C" not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index subjects_created on subjects (created_at, id);
create index subjects_updated on subjects (updated_at, id);
create index subjects_serial_number on subjects (serial_number);
create index subjects_rfc on subjects (rfc);
create index subjects_country on subjects (country);

create table issuers (
  id text collate "C" primary key,
  hash text collate "C" not null unique,
  common_name text not null,
  exponent text collate "C" not null,
  modulus text collate "C" not null,
  certificate_pem text not null,
  rfc text collate "C",
  organization text,
  organizational_unit_name text,
  email_address text,
  street_address text,
  postal_code integer,
  country text collate "C",
  state_or_province_name text,
  locality_name text,
  search_common_name text collate "C" not null,
  search_organization text collate "C" not null,
  search_organizational_unit_name text collate "C" not null,
  search_email_address text collate "C" not null,
  search_street_address text collate "C" not null,
  search_state_or_province_name text collate "C" not null,
  search_locality_name text collate "C" not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index issuers_created on issuers (created_at, id);
create index issuers_updated on issuers (updated_at, id);

create table certificates (
  id text collate "C" primary key,
  subject_id text collate "C" not null references subjects (id),
  issuer_id text collate "C" not null references issuers (id),
  serial_number text collate "C" not null,
  not_before timestamptz(3) not null,
  not_after timestamptz(3) not null,
  exponent text collate "C" not null,
  modulus text collate "C" not null,
  version integer not null,
  hash text collate "C" not null unique,
  certificate_pem text not null,
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (issuer_id, serial_number)
);
create index certificates_subject on certificates (subject_id, created_at);
create index certificates_serial_number on certificates (serial_number);
create index certificates_created on certificates (created_at, id);
create index certificates_updated on certificates (updated_at, id);

-- Which key of the sandbox's authorities signs for a subject. The keys themselves are in service_state, sealed with
-- the secret of the data folder.
create table signing_keys (
  subject_id text collate "C" primary key references subjects (id),
  certificate_id text collate "C" not null references certificates (id),
  signer text collate "C" not null unique
);

create table organization_links (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations (id),
  subject_id text collate "C" not null references subjects (id),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (organization_id, subject_id)
);
create index organization_links_subject on organization_links (subject_id);
create index organization_links_created on organization_links (created_at, id);
create index organization_links_updated on organization_links (updated_at, id);

create table organization_members (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations (id),
  subject_id text collate "C" not null references subjects (id),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (organization_id, subject_id)
);
create index organization_members_subject on organization_members (subject_id);
create index organization_members_created on organization_members (created_at, id);
create index organization_members_updated on organization_members (updated_at, id);

-- Of keys and tokens only the SHA-256 is kept.
create table api_keys (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations (id),
  name text not null,
  enabled boolean not null default true,
  digest text collate "C" not null unique,
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index api_keys_organization on api_keys (organization_id, created_at, id);
create index api_keys_updated on api_keys (updated_at, id);

create table access_tokens (
  digest text collate "C" primary key,
  subject_id text collate "C" not null references subjects (id),
  created_at timestamptz(3) not null
);

create table uploads (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations (id),
  token_digest text collate "C" not null unique,
  content_key text not null unique,
  file_path text not null,
  md5 text collate "C" not null,
  expires_at timestamptz(3) not null,
  received_at timestamptz(3),
  created_at timestamptz(3) not null
);
create index uploads_expires on uploads (expires_at) where received_at is null;

-- Bytes that came whole; the bytes themselves are in the object store.
create table contents (
  content_key text primary key,
  organization_id text collate "C" not null references organizations (id),
  size bigint not null,
  md5 text collate "C" not null,
  sha256 text collate "C" not null,
  created_at timestamptz(3) not null
);

create table signature_requests (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations (id),
  name text not null,
  search_name text collate "C" not null,
  draft boolean not null,
  nom151 boolean not null,
  finalized boolean not null default false,
  anonymous_key text collate "C" not null unique,
  content_id text collate "C" not null,
  content_kind text not null check (content_kind in ('raw', 'pdf', 'json', 'IOU')),
  content_key text not null references contents (content_key),
  iou_latitude numeric,
  iou_longitude numeric,
  iou_currency text,
  iou_amount numeric,
  iou_debtor_id text collate "C" references subjects (id),
  iou_creditor_id text collate "C" references subjects (id),
  witness_id text collate "C",
  signed_at timestamptz(3),
  rejected_at timestamptz(3),
  finalized_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index signature_requests_organization on signature_requests (organization_id, created_at, id);
create index signature_requests_organization_updated on signature_requests (organization_id, updated_at, id);
create index signature_requests_created on signature_requests (created_at, id);
create index signature_requests_updated on signature_requests (updated_at, id);
create index signature_requests_content_kind on signature_requests (content_kind);
create index signature_requests_signed on signature_requests (signed_at);
create index signature_requests_rejected on signature_requests (rejected_at);
create index signature_requests_content on signature_requests (content_key);

create table invites (
  id text collate "C" primary key,
  signature_request_id text collate "C" not null references signature_requests (id),
  subject_id text collate "C" not null references subjects (id),
  status text not null check (status in ('PENDING', 'SIGNED', 'WITNESSED', 'REJECTED')),
  certificate_id text collate "C" references certificates (id),
  signature text collate "C",
  ocsp_response text collate "C",
  witness_id text collate "C",
  signed_at timestamptz(3),
  rejected_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (signature_request_id, subject_id),
  check ((status in ('SIGNED', 'WITNESSED')) = (signature is not null)),
  check ((status = 'REJECTED') = (rejected_at is not null))
);
create index invites_subject on invites (subject_id, created_at, id);
create index invites_certificate on invites (certificate_id);
create index invites_created on invites (created_at, id);
create index invites_updated on invites (updated_at, id);
create index invites_signed on invites (signed_at);
create index invites_rejected on invites (rejected_at);
create index invites_witness on invites (witness_id);

-- One Merkle tree over waiting hashes (ascii-hex-sorted/1) and where its root was anchored.
create table merkle_batches (
  id text collate "C" primary key,
  merkle_root text collate "C" not null,
  size integer not null,
  tx_hash text collate "C" not null,
  network integer not null,
  -- Certificate of the provider over the root, hexadecimal DER.
  nom151_token text collate "C",
  created_at timestamptz(3) not null
);
create index merkle_batches_root on merkle_batches (merkle_root);

create table witnesses (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations (id),
  kind text not null check (kind in ('document', 'signature', 'interface')),
  hash text collate "C" not null check (hash ~ '^[0-9a-f]{64}$'),
  algorithm text collate "C" not null default 'SHA256',
  signature_request_id text collate "C" references signature_requests (id),
  -- What the conservation job still owes; null when nothing is waiting.
  waiting text check (waiting in ('NOM151', 'MERKLEIZED', 'WITNESS_CO')),
  waiting_nom151 boolean not null default false,
  -- Certification in a group was asked and paid for.
  grouped boolean not null default false,
  initial_owner_id text collate "C" references subjects (id),
  claimed boolean not null default false,
  nom151_provider text collate "C",
  -- Hexadecimal DER.
  nom151_token text,
  nom151_created_at timestamptz(3),
  nom151_updated_at timestamptz(3),
  merkle_batch_id text collate "C" references merkle_batches (id),
  merkle_proof jsonb,
  merkle_nom151_provider text collate "C",
  merkle_algorithm text collate "C",
  merkle_created_at timestamptz(3),
  merkle_updated_at timestamptz(3),
  external_leaf_index bigint,
  external_left_hashes jsonb,
  external_right_hashes jsonb,
  external_root text collate "C",
  external_timestamp timestamptz(3),
  external_created_at timestamptz(3),
  external_updated_at timestamptz(3),
  timestamped_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index witnesses_interface_hash on witnesses (organization_id, hash) where kind = 'interface';
create index witnesses_hash on witnesses (hash);
create index witnesses_organization on witnesses (organization_id, created_at, id);
create index witnesses_organization_updated on witnesses (organization_id, updated_at, id);
create index witnesses_created on witnesses (created_at, id);
create index witnesses_updated on witnesses (updated_at, id);
create index witnesses_request on witnesses (signature_request_id);
create index witnesses_initial_owner on witnesses (initial_owner_id);
create index witnesses_nom151 on witnesses (nom151_created_at);
create index witnesses_merkleized on witnesses (merkle_created_at);
create index witnesses_waiting on witnesses (created_at) where waiting is not null or waiting_nom151;

alter table signature_requests add foreign key (witness_id) references witnesses (id);
alter table invites add foreign key (witness_id) references witnesses (id);

-- Leaves of the third party's append-only tree, in order.
create table external_leaves (
  leaf_index bigint primary key,
  hash text collate "C" not null
);

create table claims (
  id text collate "C" primary key,
  witness_id text collate "C" not null unique references witnesses (id),
  authorizer text collate "C" not null,
  signature text collate "C" not null,
  claimer text collate "C" not null,
  network integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create table endorsables (
  id numeric(78) primary key,
  owner_id text collate "C" not null references wallets (id),
  "timestamp" integer not null,
  network integer not null,
  witness_id text collate "C" references witnesses (id)
);
create index endorsables_owner on endorsables (owner_id, id);
create index endorsables_timestamp on endorsables ("timestamp", id);
create index endorsables_network on endorsables (network, id);
create index endorsables_witness on endorsables (witness_id);

create table endorse_events (
  id text collate "C" primary key,
  "timestamp" integer not null,
  from_id text collate "C" not null references wallets (id),
  to_id text collate "C" not null references wallets (id),
  digest numeric(78) not null,
  network integer not null
);
create index endorse_events_timestamp on endorse_events ("timestamp", id);
create index endorse_events_from on endorse_events (from_id, id);
create index endorse_events_to on endorse_events (to_id, id);
create index endorse_events_digest on endorse_events (digest, id);
create index endorse_events_network on endorse_events (network, id);

create table rate_buckets (
  family text collate "C" not null,
  pair text collate "C" not null,
  id integer not null,
  open double precision not null,
  close double precision not null,
  low double precision not null,
  high double precision not null,
  average double precision not null,
  inverse_open double precision not null,
  inverse_close double precision not null,
  inverse_low double precision not null,
  inverse_high double precision not null,
  inverse_average double precision not null,
  count integer not null,
  primary key (family, pair, id)
);
create table rate_medians (
  pair text collate "C" not null,
  id integer not null,
  median double precision not null,
  inverse double precision not null,
  primary key (pair, id)
);

-- What the service remembers of itself: the seed, and the sandbox's keys (sealed).
create table service_state (
  name text collate "C" primary key,
  value text not null
);
