-- What a create was called by whoever sent it: sent again under the same name it makes nothing new (Rule SR-14).
alter table signature_requests add column repeat_key text collate "C";
create unique index signature_requests_repeat on signature_requests (organization_id, repeat_key);
