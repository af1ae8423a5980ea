-- How many requests there are by the pattern of their names, in which every number stands as 0: what a program names is
-- one pattern a thousand times over, and a text without a digit is in a name exactly where it is in its pattern. The
-- column has the name of what it stands for, as in the other counts.
create table signature_request_name_counts (
  organization_id text collate "C" not null,
  search_name text collate "C" not null,
  draft boolean not null,
  finalized boolean not null,
  content_kind text not null,
  signed_at timestamptz(3),
  rejected_at timestamptz(3),
  row_count bigint not null,
  -- Whether the job added it up: what is not is looked for in an index of its own.
  summed boolean not null default false
);

create function name_pattern(name text) returns text immutable
  return regexp_replace(name, '[0-9]+', '0', 'g');

-- An older build that serves meanwhile waits, so that what it writes is counted once.
lock table signature_requests in share row exclusive mode;

insert into signature_request_name_counts
select organization_id, name_pattern(search_name), draft, finalized, content_kind, has_instant(signed_at),
  has_instant(rejected_at), count(*), true
from signature_requests group by 1, 2, 3, 4, 5, 6, 7;

create index signature_request_name_counts_organization on signature_request_name_counts (organization_id, search_name);
create index signature_request_name_counts_added on signature_request_name_counts (organization_id, search_name)
  where not summed;

do $$
declare
  columns constant text := 'organization_id, search_name, draft, finalized, content_kind, signed_at, rejected_at';
  kinds constant text := 'x.organization_id, name_pattern(x.search_name), x.draft, x.finalized, x.content_kind,
    has_instant(x.signed_at), has_instant(x.rejected_at)';
  change record;
begin
  for change in select * from (values
      ('inserted', 'insert', 'new table as new_rows'),
      ('deleted', 'delete', 'old table as old_rows'),
      ('updated', 'update', 'new table as new_rows old table as old_rows')) as changes (name, kind, tables)
  loop
    execute format('create trigger names_%s after %s on signature_requests referencing %s
      for each statement execute function count_rows(''signature_request_name_counts'', %L, %L)',
      change.name, change.kind, change.tables, columns, kinds);
  end loop;
end $$;
