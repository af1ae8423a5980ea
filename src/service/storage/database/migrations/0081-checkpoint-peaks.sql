-- The roots of the mountains of the third party's range at each checkpoint, highest first: from them leaves are appended
-- and proven without those before. Null where a build wrote the checkpoint that does not store them.
alter table external_checkpoints add column peaks jsonb;
