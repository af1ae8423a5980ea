-- Who has uploaded it, where it is not said for which of several organizations: it becomes the organization's whose
-- request names it first, and until then nobody else reads it.
alter table uploads add column unbound_subject_id text collate "C" references subjects (id);
create index uploads_unbound on uploads (unbound_subject_id) where unbound_subject_id is not null;

-- Which invite is a subject's to the service's own terms follows from its invites; nothing ever wrote it here.
alter table subjects drop column terms_invite_id;
