-- What a key may do; null: everything, as every key until now (Rule AK-4).
alter table api_keys add column scopes text[] check (
  scopes <@ array['read', 'write', 'administer'] and cardinality(scopes) > 0
);
