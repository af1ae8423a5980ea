-- How many invites came to be in each quarter of an hour, as of requests and witnesses.
create table invite_quarters (
  organization_id text collate "C" not null,
  quarter timestamptz(3) not null,
  row_count bigint not null,
  -- Whether the job added it up.
  summed boolean not null default false
);

-- An older build that serves meanwhile waits, so that what it writes is counted once.
lock table invites in share row exclusive mode;

insert into invite_quarters (organization_id, quarter, row_count, summed)
select r.organization_id, date_bin('15 minutes', i.created_at, 'epoch'), count(*), true
from invites i join signature_requests r on r.id = i.signature_request_id group by 1, 2;

create index invite_quarters_organization on invite_quarters (organization_id, quarter) include (row_count);
create index invite_quarters_added on invite_quarters (organization_id, quarter) where not summed;

-- Neither the request of an invite nor when it came to be changes.
create trigger quarters_inserted after insert on invites referencing new table as new_rows
  for each statement execute function count_rows('invite_quarters', 'organization_id, quarter',
    '(select r.organization_id from signature_requests r where r.id = x.signature_request_id),
    date_bin(''15 minutes'', x.created_at, ''epoch'')');
create trigger quarters_deleted after delete on invites referencing old table as old_rows
  for each statement execute function count_rows('invite_quarters', 'organization_id, quarter',
    '(select r.organization_id from signature_requests r where r.id = x.signature_request_id),
    date_bin(''15 minutes'', x.created_at, ''epoch'')');
