-- Partitions of witnesses by month, which an operator makes with "partition witnesses". Until then none of these functions
-- changes anything. The key of a partition is the id, whose first eight digits are its second: so it stays unique, and
-- what names a witness still does.

-- The first id of a month of UTC.
create function month_start_id(month date) returns text language sql immutable as
  $$ select lpad(to_hex(extract(epoch from month)::bigint), 8, '0') $$;

create function are_witnesses_partitioned() returns boolean language sql stable as
  $$ select relkind = 'p' from pg_class where oid = 'witnesses'::regclass $$;

-- Makes the partitions that are missing from one month to another, both included, and answers their names. A month is
-- left out whose rows are in the default partition already: that one has them for good.
create function add_witness_partitions(first date, last date) returns setof text language plpgsql as $$
declare
  month date := date_trunc('month', first);
  name text;
  has_rows boolean;
begin
  if not are_witnesses_partitioned() then return; end if;
  perform pg_advisory_xact_lock(1510154);
  while month <= last loop
    name := 'witnesses_' || to_char(month, 'YYYYMM');
    execute 'select exists (select 1 from witnesses_other where id >= $1 and id < $2)' into has_rows
      using month_start_id(month), month_start_id((month + interval '1 month')::date);
    if to_regclass(name) is null and not has_rows
      and month_start_id(month) >= (select right(relname, 8) from pg_class where relname like 'witnesses_before_%' and relkind = 'r')
    then
      -- A table that is attached lets reads and writes of the others go on.
      execute format('create table %I (like witnesses including defaults including constraints)', name);
      execute format('alter table witnesses attach partition %I for values from (%L) to (%L)',
        name, month_start_id(month), month_start_id((month + interval '1 month')::date));
      return next name;
    end if;
    month := month + interval '1 month';
  end loop;
end $$;

-- Holds that no row of the table has an id of that month or a later one, so that the table becomes a partition without
-- being read. Dropped by whoever added it, and by the sweep of a worker before the month begins.
create function drop_witness_bound(at timestamptz) returns void language plpgsql as $$
begin
  if exists (select 1 from pg_constraint where conrelid = 'witnesses'::regclass and conname = 'witnesses_bound'
    and substring(pg_get_constraintdef(oid) from '''([0-9a-f]{8})''') <= lpad(to_hex(extract(epoch from at)::bigint), 8, '0'))
  then
    alter table witnesses drop constraint witnesses_bound;
  end if;
end $$;

-- The table becomes the partition of everything before a month; what it has from then on is moved to the partitions of
-- the months up to `last`, and to the default one. Answers how many rows were moved. Keys that name witnesses are added
-- again without a look at the rows that have them: "alter table … validate constraint" looks.
create function partition_witnesses(first date, last date) returns bigint language plpgsql as $$
declare
  bound constant text := month_start_id(first);
  old constant text := 'witnesses_before_' || bound;
  of_rows text[];
  of_all text[];
  statement text;
  found record;
  moved bigint;
begin
  perform pg_advisory_xact_lock(1510154);
  if are_witnesses_partitioned() then return 0; end if;
  execute 'lock table ' || (select string_agg(distinct t::text, ', ') from (
    select 'witnesses'::regclass as t union select conrelid::regclass from pg_constraint
    where contype = 'f' and confrelid = 'witnesses'::regclass) tables) || ' in access exclusive mode';

  -- What stands on the table and is made again: what a partition has to have, and what is for all of them.
  select array_agg(what order by kind, what) into of_rows from (
    select 1 as kind, format('alter table witnesses add constraint %I %s', conname, pg_get_constraintdef(oid)) as what
    from pg_constraint where conrelid = 'witnesses'::regclass and contype in ('p', 'f')
    union all
    select 2, regexp_replace(pg_get_indexdef(indexrelid), ' ON \S+ USING ', ' ON witnesses USING ')
    from pg_index where indrelid = 'witnesses'::regclass and not indisunique) parts;
  select array_agg(what) into of_all from (
    select pg_get_triggerdef(oid) as what from pg_trigger where tgrelid = 'witnesses'::regclass and not tgisinternal
    union all
    select format('alter table %s add constraint %I %s not valid', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where contype = 'f' and confrelid = 'witnesses'::regclass) parts;

  for found in select conrelid::regclass as t, conname from pg_constraint
    where contype = 'f' and confrelid = 'witnesses'::regclass loop
    execute format('alter table %s drop constraint %I', found.t, found.conname);
  end loop;
  for found in select tgname from pg_trigger where tgrelid = 'witnesses'::regclass and not tgisinternal loop
    execute format('drop trigger %I on witnesses', found.tgname);
  end loop;
  -- A partitioned table has no unique index without its key: that an organization registers a hash once is held by a
  -- lock on both (Rule WN-5).
  drop index witnesses_interface_hash;
  for found in select indexrelid::regclass::text as name from pg_index where indrelid = 'witnesses'::regclass loop
    execute format('alter index %I rename to %I', found.name, replace(found.name, 'witnesses', old));
  end loop;
  execute format('alter table witnesses rename to %I', old);

  execute format('create table witnesses (like %I including defaults including constraints) partition by range (id)', old);
  alter table witnesses drop constraint if exists witnesses_bound;
  foreach statement in array of_rows loop execute statement; end loop;
  create table witnesses_other partition of witnesses default;
  perform add_witness_partitions(first, last);
  execute format('with moved as (delete from %I where id >= %L returning *) insert into witnesses select * from moved', old, bound);
  get diagnostics moved = row_count;
  if not exists (select 1 from pg_constraint where conrelid = old::regclass and conname = 'witnesses_bound' and convalidated
    and pg_get_constraintdef(oid) like '%' || bound || '%')
  then
    execute format('alter table %I drop constraint if exists witnesses_bound', old);
    execute format('alter table %I add constraint witnesses_bound check (id < %L)', old, bound);
  end if;
  execute format('alter table witnesses attach partition %I for values from (minvalue) to (%L)', old, bound);
  execute format('alter table %I drop constraint witnesses_bound', old);
  foreach statement in array of_all loop execute statement; end loop;
  -- Builds that register a hash without that lock refuse the database from now on.
  update migrations set ends_older = true where name = '0111-partitions.sql';
  return moved;
end $$;
