-- Test cases: tokens of whose events the service says that there are more, and never gives them.
create table withheld_pages (
  token numeric(78) primary key
);
