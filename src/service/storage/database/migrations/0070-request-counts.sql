-- How many requests of a caller each instance counted, where they are many. What a crash of the server takes away is
-- counted again within a second, so nothing of it goes to the server's log.
create unlogged table request_counts (
  instance text not null,
  kind text not null,
  name text not null,
  count integer not null,
  counted_at timestamptz(3) not null,
  primary key (instance, kind, name)
);
