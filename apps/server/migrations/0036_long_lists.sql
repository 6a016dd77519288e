-- Pages of the queues of money cost the same with a million rows as with a thousand: each state, and each kind of deposit or
-- payment, is a stretch of an index that carries the order. Open rows are such stretches too, so their own indexes go.
create index deposit_listed on deposit (status, kind, created_at, id);
create index deposit_amounts on deposit (status, kind, amount, id);
drop index deposit_queue;
create index withdrawal_listed on withdrawal (status, paid_out, created_at, id);
create index withdrawal_amounts on withdrawal (status, paid_out, amount, id);
drop index withdrawal_queue;
