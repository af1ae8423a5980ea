-- When an operator ordered that a root whose transaction was reverted be sent again without waiting.
alter table anchors add column retry_at timestamptz(3);
