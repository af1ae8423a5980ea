-- What the holder of an address said of bytes that it puts into the object store itself: such an upload becomes content
-- when its key is first named and the store has exactly these bytes.
alter table uploads add column direct_sha256 text collate "C";
alter table uploads add column direct_size bigint;
