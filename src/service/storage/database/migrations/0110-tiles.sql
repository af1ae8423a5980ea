-- The third party's tree as tiles (c2sp.org/tlog-tiles): at level l, tile n has the roots of full subtrees of 256^l
-- leaves, 32 bytes each, from n * 256 on, at most 256. The last of a level grows with the tree.
create table external_tiles (
  level smallint not null,
  tile_index bigint not null,
  hashes bytea not null,
  primary key (level, tile_index)
);
-- Hashes cannot be compressed.
alter table external_tiles alter column hashes set storage external;

-- Whether the tiles reach as far as this checkpoint. Builds that write no tiles leave it false, and a job adds theirs.
alter table external_checkpoints add column tiled boolean not null default false;
create index external_checkpoints_untiled on external_checkpoints (tree_size) where not tiled;
