-- Ends older builds once none serves the data.
-- The tree of a batch is stored once, and a witness has its place in it: the proof is made of both as it is read. Builds
-- before read witnesses.merkle_proof alone. So it is written too until none of them has served the data for a day; from
-- then on they refuse it, and what stands there is taken away batch by batch.

-- The nodes of the tree, 32 bytes each: the leaves in ascending order of their hashes, then the level above them, and so on
-- up to the root. Null: a build before wrote the batch.
alter table merkle_batches add column tree bytea;
-- Hashes cannot be compressed.
alter table merkle_batches alter column tree set storage external;
-- Whether witnesses of the batch may have stored proofs.
alter table merkle_batches add column proofs_stored boolean not null default true;
create index merkle_batches_proofs_stored on merkle_batches (id) where proofs_stored;

-- Which leaf of its batch a witness is, from 0 on. Null: its proof is stored.
alter table witnesses add column merkle_leaf_index integer;

-- The siblings on the way from a leaf to the root, 32 bytes each: one of each level, but where a node has no neighbour.
create function merkle_path(tree bytea, leaves integer, leaf integer) returns bytea
language plpgsql immutable strict parallel safe as $$
declare
  path bytea := '';
  first integer := 0;
  width integer := leaves;
  node integer := leaf;
begin
  -- Of a changed number no proof is made.
  if leaves not between 1 and octet_length(tree) / 32 then return null; end if;
  while width > 1 loop
    if (node # 1) < width then
      path := path || substring(tree from (first + (node # 1)) * 32 + 1 for 32);
    end if;
    first := first + width;
    width := (width + 1) / 2;
    node := node / 2;
  end loop;
  return path;
end $$;
