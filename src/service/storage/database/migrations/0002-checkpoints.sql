-- The roots that the third party's tree had, each over all leaves of its time: what was proven was proven against
-- one of these. Nothing here ever changes.
create table external_checkpoints (
  tree_size bigint primary key check (tree_size > 0),
  root text collate "C" not null unique,
  created_at timestamptz(3) not null
);

-- Until now every stretch of leaves was proven against the root right after its last one.
insert into external_checkpoints (tree_size, root, created_at)
select max(external_leaf_index) + 1, external_root, max(external_timestamp)
from witnesses where external_root is not null group by external_root;

-- Whose batch a root is of.
create index witnesses_merkle_batch on witnesses (merkle_batch_id);
