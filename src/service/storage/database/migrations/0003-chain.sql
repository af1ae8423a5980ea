-- The sandbox's own chain: blocks, transactions, logs, and the nodes of its state. Nothing of it is ever changed.

create table chain_blocks (
  number bigint primary key,
  hash text collate "C" not null unique,
  parent_hash text collate "C" not null,
  "timestamp" bigint not null,
  state_root text collate "C" not null,
  -- The block in its own encoding, 0x and hexadecimal.
  rlp text not null
);

create table chain_transactions (
  hash text collate "C" primary key,
  block_number bigint not null references chain_blocks (number) on delete cascade,
  transaction_index integer not null,
  from_address text collate "C" not null,
  to_address text collate "C",
  nonce bigint not null,
  input text not null,
  gas bigint not null,
  gas_used bigint not null,
  succeeded boolean not null,
  contract text collate "C",
  unique (block_number, transaction_index)
);

create table chain_logs (
  block_number bigint not null references chain_blocks (number) on delete cascade,
  log_index integer not null,
  transaction_hash text collate "C" not null,
  address text collate "C" not null,
  topic0 text collate "C",
  topic1 text collate "C",
  topic2 text collate "C",
  topic3 text collate "C",
  data text not null,
  primary key (block_number, log_index)
);
create index chain_logs_address on chain_logs (address, block_number);
create index chain_logs_topic3 on chain_logs (topic3, block_number);

create table chain_nodes (
  key text collate "C" primary key,
  value text not null
);

-- Up to which block the tables of tokens were written, and the blocks that they were written from.
create table indexed_blocks (
  number bigint primary key,
  hash text collate "C" not null
);
