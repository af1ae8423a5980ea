-- What the anchor sender promised to put on a chain. One root has one nonce, so of all its transactions one can
-- be in a block; a transaction is written here before it is sent.
create table anchors (
  root text collate "C" primary key check (root ~ '^[0-9a-f]{64}$'),
  network bigint not null,
  sender text collate "C" not null check (sender ~ '^0x[0-9a-f]{40}$'),
  nonce bigint not null check (nonce >= 0),
  -- The transaction that is in a block deep enough.
  tx_hash text collate "C",
  final_at timestamptz(3),
  created_at timestamptz(3) not null,
  unique (network, sender, nonce)
);
create table anchor_transactions (
  hash text collate "C" primary key check (hash ~ '^0x[0-9a-f]{64}$'),
  root text collate "C" not null references anchors (root),
  nonce bigint not null,
  -- Signed, 0x and hexadecimal.
  raw text not null,
  max_fee numeric(78) not null,
  priority_fee numeric(78) not null,
  created_at timestamptz(3) not null
);
create index anchor_transactions_root on anchor_transactions (root, created_at);
