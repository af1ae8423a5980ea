-- How many requests came to be in each quarter of an hour. The offset of every time zone is a multiple of it, so hours,
-- days and months of any zone are sums of these. Each write adds its difference, so that no two writes wait for one
-- another; a job adds up the differences of the same quarter.
create table signature_request_quarters (
  organization_id text collate "C" not null,
  quarter timestamptz(3) not null,
  content_kind text not null,
  row_count bigint not null,
  -- Whether the job added it up: what is not is looked for in an index of its own.
  summed boolean not null default false
);

insert into signature_request_quarters (organization_id, quarter, content_kind, row_count, summed)
select organization_id, date_bin('15 minutes', created_at, 'epoch'), content_kind, count(*), true
from signature_requests group by 1, 2, 3;

create index signature_request_quarters_organization on signature_request_quarters (organization_id, quarter);
create index signature_request_quarters_added on signature_request_quarters (organization_id, quarter) where not summed;

-- Neither the organization of a request nor its kind nor when it came to be changes.
create trigger quarters_inserted after insert on signature_requests referencing new table as new_rows
  for each statement execute function count_rows('signature_request_quarters', 'organization_id, quarter, content_kind',
    'x.organization_id, date_bin(''15 minutes'', x.created_at, ''epoch''), x.content_kind');
create trigger quarters_deleted after delete on signature_requests referencing old table as old_rows
  for each statement execute function count_rows('signature_request_quarters', 'organization_id, quarter, content_kind',
    'x.organization_id, date_bin(''15 minutes'', x.created_at, ''epoch''), x.content_kind');
