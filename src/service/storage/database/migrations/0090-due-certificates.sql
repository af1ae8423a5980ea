-- A worker takes the certificate that is due first. Without an index in that order each look read and sorted all of them.
create index preservation_certificates_due on preservation_certificates (next_attempt_at nulls first, witness_id);
