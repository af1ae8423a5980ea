-- A page far back is found by the days before it. Without these the planner expects as many days as quarters of an hour, and
-- each such page begins by clearing a table of megabytes for them.
create statistics signature_request_days on (date_bin(interval '1 day', quarter, timestamptz 'epoch'))
  from signature_request_quarters;
create statistics witness_days on (date_bin(interval '1 day', quarter, timestamptz 'epoch')) from witness_quarters;
create statistics invite_days on (date_bin(interval '1 day', quarter, timestamptz 'epoch')) from invite_quarters;
