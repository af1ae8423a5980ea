-- Set by the operator: keys of the organization, and tokens of whoever is a member of no other one, are refused.
alter table organizations add column disabled_at timestamptz(3);
