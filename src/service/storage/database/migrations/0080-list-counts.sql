-- How many rows of each kind an organization has, written together with the rows: a count of millions is then the sum of
-- a few. A column has the name of what it stands for; of an instant it says only whether there is one. Each write adds
-- its difference, so that no two writes wait for one another; a job adds up the differences.
create table signature_request_counts (
  organization_id text collate "C" not null,
  draft boolean not null,
  finalized boolean not null,
  content_kind text not null,
  signed_at timestamptz(3),
  rejected_at timestamptz(3),
  row_count bigint not null
);
create index signature_request_counts_organization on signature_request_counts (organization_id);

create table invite_counts (
  organization_id text collate "C" not null,
  signed_at timestamptz(3),
  rejected_at timestamptz(3),
  row_count bigint not null
);
create index invite_counts_organization on invite_counts (organization_id);

create table witness_counts (
  organization_id text collate "C" not null,
  claimed boolean not null,
  nom151_created_at timestamptz(3),
  merkle_created_at timestamptz(3),
  row_count bigint not null
);
create index witness_counts_organization on witness_counts (organization_id);

-- Arguments: the table of counts, its columns, and what they are of a row `x` of the table that is written.
create function count_rows() returns trigger language plpgsql as $$
declare
  changes constant text := case tg_op
    when 'INSERT' then 'select 1 as change, n.* from new_rows n'
    when 'DELETE' then 'select -1 as change, o.* from old_rows o'
    else 'select 1 as change, n.* from new_rows n union all select -1, o.* from old_rows o'
  end;
begin
  execute format(
    'insert into %1$I (%2$s, row_count)
      select %2$s, sum(change) from (select x.change, %3$s from (%4$s) x) as kinds (change, %2$s)
      group by %2$s having sum(change) <> 0',
    tg_argv[0], tg_argv[1], tg_argv[2], changes);
  return null;
end $$;

create function has_instant(instant timestamptz) returns timestamptz immutable
  return case when instant is not null then timestamptz 'epoch' end;

do $$
declare
  source text;
  counts text;
  columns text;
  kinds text;
begin
  for source, counts, columns, kinds in values
    ('signature_requests', 'signature_request_counts',
      'organization_id, draft, finalized, content_kind, signed_at, rejected_at',
      'x.organization_id, x.draft, x.finalized, x.content_kind, has_instant(x.signed_at), has_instant(x.rejected_at)'),
    ('invites', 'invite_counts', 'organization_id, signed_at, rejected_at',
      '(select r.organization_id from signature_requests r where r.id = x.signature_request_id),
      has_instant(x.signed_at), has_instant(x.rejected_at)'),
    ('witnesses', 'witness_counts', 'organization_id, claimed, nom151_created_at, merkle_created_at',
      'x.organization_id, x.claimed, has_instant(x.nom151_created_at), has_instant(x.merkle_created_at)')
  loop
    execute format('insert into %1$I (%2$s, row_count)
      select %2$s, count(*) from (select %3$s from %4$I x) as kinds (%2$s) group by %2$s', counts, columns, kinds, source);
    execute format('create trigger count_inserted after insert on %1$I referencing new table as new_rows
      for each statement execute function count_rows(%2$L, %3$L, %4$L)', source, counts, columns, kinds);
    execute format('create trigger count_deleted after delete on %1$I referencing old table as old_rows
      for each statement execute function count_rows(%2$L, %3$L, %4$L)', source, counts, columns, kinds);
    execute format('create trigger count_updated after update on %1$I referencing new table as new_rows old table as old_rows
      for each statement execute function count_rows(%2$L, %3$L, %4$L)', source, counts, columns, kinds);
  end loop;
end $$;

-- What waits is a small part of what there is.
create index signature_requests_drafts on signature_requests (organization_id, created_at, id) where draft;
create index signature_requests_open on signature_requests (organization_id, created_at, id)
  where not draft and not finalized and rejected_at is null;
create index invites_unanswered on invites (created_at, id) where signed_at is null and rejected_at is null;

-- Parts of names are found by their trigrams where the database has them; where it has not, every name is looked at.
do $$
begin
  create extension if not exists pg_trgm;
  create index signature_requests_search on signature_requests using gin (search_name gin_trgm_ops);
  create index subjects_search on subjects using gin (search_common_name gin_trgm_ops);
exception when others then
  raise notice 'no trigrams: %', sqlerrm;
end $$;
