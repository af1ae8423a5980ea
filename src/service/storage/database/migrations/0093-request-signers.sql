-- The requests of each signer in their order: whoever lists them reads one index, and no row of requests or invites
-- beside those of the page.
create table request_signers (
  subject_id text collate "C" not null,
  signature_request_id text collate "C" not null,
  -- Of the request; of these only the draft changes.
  organization_id text collate "C" not null,
  created_at timestamptz(3) not null,
  draft boolean not null,
  primary key (signature_request_id, subject_id)
);

insert into request_signers (subject_id, signature_request_id, organization_id, created_at, draft)
select i.subject_id, r.id, r.organization_id, r.created_at, r.draft
from invites i join signature_requests r on r.id = i.signature_request_id;

create index request_signers_subject on request_signers (subject_id, created_at, signature_request_id)
  include (organization_id, draft);

create function add_request_signers() returns trigger language plpgsql as $$
begin
  insert into request_signers (subject_id, signature_request_id, organization_id, created_at, draft)
  select n.subject_id, r.id, r.organization_id, r.created_at, r.draft
  from new_rows n join signature_requests r on r.id = n.signature_request_id;
  return null;
end $$;
create trigger signers_inserted after insert on invites referencing new table as new_rows
  for each statement execute function add_request_signers();

create function remove_request_signers() returns trigger language plpgsql as $$
begin
  delete from request_signers s using old_rows o
  where s.signature_request_id = o.signature_request_id and s.subject_id = o.subject_id;
  return null;
end $$;
create trigger signers_deleted after delete on invites referencing old table as old_rows
  for each statement execute function remove_request_signers();

create function send_request_to_signers() returns trigger language plpgsql as $$
begin
  update request_signers set draft = new.draft where signature_request_id = new.id;
  return null;
end $$;
create trigger signers_sent after update of draft on signature_requests
  for each row when (old.draft is distinct from new.draft) execute function send_request_to_signers();
