-- Whether the claim of a witness is authorized, beside the claim itself: a partial index has no other tables. It is
-- written by the database, so also for instances of the release before.
alter table witnesses add column claim_authorized boolean not null default false;
update witnesses set claim_authorized = true where id in (select witness_id from claims);

create function mark_authorized_claims() returns trigger language plpgsql as $$
begin
  update witnesses w set claim_authorized = true from new_rows n where w.id = n.witness_id;
  return null;
end $$;
create trigger mark_authorized after insert on claims referencing new table as new_rows
  for each statement execute function mark_authorized_claims();

create index witnesses_waiting_claim on witnesses (id)
  where initial_owner_id is not null and external_leaf_index is not null and not claim_authorized;
