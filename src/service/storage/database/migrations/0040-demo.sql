-- What the sandbox made. With the sandbox off nobody acts by it and nothing is certified by it.
alter table organizations add column demo boolean not null default false;
alter table api_keys add column demo boolean not null default false;
alter table access_tokens add column demo boolean not null default false;
alter table signing_keys add column demo boolean not null default false;
alter table service_state add column demo boolean not null default false;

-- Until now access tokens and signing keys were made by the sandbox alone, and its organizations stand in its state.
update service_state set demo = true where name in ('authorities', 'seed', 'cases')
  and exists (select 1 from service_state a where a.name = 'authorities');
update access_tokens set demo = true where exists (select 1 from service_state a where a.name = 'authorities');
update signing_keys set demo = true where exists (select 1 from service_state a where a.name = 'authorities');
update organizations set demo = true where id in (
  select jsonb_array_elements_text(s.value::jsonb -> 'organizationIds') from service_state s where s.demo and s.name = 'seed'
  union all
  select s.value::jsonb ->> 'organizationId' from service_state s where s.demo and s.name = 'cases'
);
update api_keys set demo = true where organization_id in (select id from organizations where demo);
