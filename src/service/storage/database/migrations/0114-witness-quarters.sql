-- How many witnesses came to be in each quarter of an hour, as of requests: where a page far back begins follows from what
-- lies before it.
create table witness_quarters (
  organization_id text collate "C" not null,
  quarter timestamptz(3) not null,
  row_count bigint not null,
  -- Whether the job added it up: what is not is looked for in an index of its own.
  summed boolean not null default false
);

-- An older build that serves meanwhile waits, so that what it writes is counted once.
lock table witnesses in share row exclusive mode;

insert into witness_quarters (organization_id, quarter, row_count, summed)
select organization_id, date_bin('15 minutes', created_at, 'epoch'), count(*), true from witnesses group by 1, 2;

-- The numbers stand in the indexes, so that those of years are added up without reading rows.
create index witness_quarters_organization on witness_quarters (organization_id, quarter) include (row_count);
create index signature_request_quarters_counted on signature_request_quarters (organization_id, quarter)
  include (content_kind, row_count);
drop index signature_request_quarters_organization;
create index witness_quarters_added on witness_quarters (organization_id, quarter) where not summed;

-- Neither the organization of a witness nor when it came to be changes.
create trigger quarters_inserted after insert on witnesses referencing new table as new_rows
  for each statement execute function count_rows('witness_quarters', 'organization_id, quarter',
    'x.organization_id, date_bin(''15 minutes'', x.created_at, ''epoch'')');
create trigger quarters_deleted after delete on witnesses referencing old table as old_rows
  for each statement execute function count_rows('witness_quarters', 'organization_id, quarter',
    'x.organization_id, date_bin(''15 minutes'', x.created_at, ''epoch'')');
