-- What was received and no request named within a month is removed. The sweep reads each upload once, in the order in which
-- they came, and remembers how far it is.
create index uploads_received on uploads (received_at, id) where received_at is not null;
