-- What a worker does beside the preservation, and did not achieve at its last attempt: objects and rows that a sweep could
-- not remove, counts that it could not add up, blocks that the index of tokens could not follow. A row is written by the
-- first failure and removed by the first success, so there are as few as there are failures.
create table failed_work (
  kind text collate "C" not null,
  key text collate "C" not null,
  attempts integer not null,
  -- Null: due at once.
  next_attempt_at timestamptz(3),
  last_error text not null,
  primary key (kind, key)
);
