-- Documents whose rows are gone and whose bytes are still to be removed: written with the removal of the rows, so that
-- whatever is interrupted leaves no bytes that nobody knows of.
create table removed_contents (
  content_key text primary key,
  organization_id text collate "C" not null,
  removed_at timestamptz(3) not null,
  -- What the store would not remove, and until when where it says so.
  version_id text,
  refused_at timestamptz(3),
  locked_until timestamptz(3)
);
create index removed_contents_organization on removed_contents (organization_id);

-- What no signature and no witness refers to, and what may therefore be removed after a time.
create index signature_requests_unsigned on signature_requests (updated_at)
  where (draft or rejected_at is not null) and signed_at is null and witness_id is null;
