-- The check of a removed row looks for rows that name it: without an index it reads their table from end to end.
create index access_tokens_subject on access_tokens (subject_id);
create index contents_organization on contents (organization_id);
create index uploads_organization on uploads (organization_id);
create index signing_keys_certificate on signing_keys (certificate_id);
create index signature_requests_witness on signature_requests (witness_id) where witness_id is not null;
create index signature_requests_debtor on signature_requests (iou_debtor_id) where iou_debtor_id is not null;
create index signature_requests_creditor on signature_requests (iou_creditor_id) where iou_creditor_id is not null;
