-- Preservation in steps: what is planned, stamped and sent stands here and nowhere else until it is final, so that
-- nothing of it is seen on the interface. A row is worked on by whoever holds its lease; each write of a step names it.

create table preservation_batches (
  id text collate "C" primary key,
  merkle_root text collate "C" not null,
  size integer not null,
  -- Hashes of the batch that no witness has.
  other_hashes jsonb not null,
  planned_at timestamptz(3) not null,
  provider text,
  nom151_token text collate "C",
  stamped_at timestamptz(3),
  sent_at timestamptz(3),
  tx_hash text collate "C",
  network integer,
  attempts integer not null default 0,
  next_attempt_at timestamptz(3),
  last_error text,
  lease text collate "C",
  leased_until timestamptz(3)
);

create table preservation_batch_members (
  witness_id text collate "C" primary key,
  batch_id text collate "C" not null references preservation_batches (id) on delete cascade,
  proof jsonb not null
);
create index preservation_batch_members_batch on preservation_batch_members (batch_id);

-- A quota is spent as this row is written; it ends as a certificate, or the quota is given back.
create table preservation_certificates (
  witness_id text collate "C" primary key,
  organization_id text collate "C" not null,
  hash text collate "C" not null,
  spent_at timestamptz(3) not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz(3),
  last_error text,
  lease text collate "C",
  leased_until timestamptz(3)
);

-- Checkpoints of the third party's tree that do not stand on the chain yet, and whose leaves they brought.
create table preservation_checkpoints (
  tree_size bigint primary key,
  root text collate "C" not null,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  attempts integer not null default 0,
  next_attempt_at timestamptz(3),
  last_error text,
  lease text collate "C",
  leased_until timestamptz(3)
);

create table preservation_leaves (
  witness_id text collate "C" primary key,
  tree_size bigint not null references preservation_checkpoints (tree_size) on delete cascade,
  proof jsonb not null
);
create index preservation_leaves_checkpoint on preservation_leaves (tree_size);

-- Leaves that a repair took out of the tree, because no checkpoint has them and no witness was given them.
create table set_aside_leaves (
  leaf_index bigint not null,
  hash text collate "C" not null,
  set_aside_at timestamptz(3) not null
);

-- With these and the hashes of its witnesses the tree of a batch is made again; null: nobody wrote them down.
alter table merkle_batches add column other_hashes jsonb;

-- Bytes of an upload are stored by whoever holds its lease, with no connection held.
alter table uploads add column lease text collate "C";
alter table uploads add column leased_until timestamptz(3);

create index witnesses_waiting_grouped on witnesses (updated_at) where grouped and merkle_nom151_provider is null;
create index witnesses_waiting_owned on witnesses (created_at)
  where initial_owner_id is not null and external_leaf_index is null;
-- Whether a root stands on the chain is asked before it is sent.
create index chain_logs_topic1 on chain_logs (topic1);
