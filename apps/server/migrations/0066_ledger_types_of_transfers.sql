-- Transfers of a type, newest first. Most transfers are of orders, and whoever looked for the few others (what operators changed by hand, rewards,
-- the deposits of a date) read all of those to find them. Transfers of orders are not in the index: an order costs what it did, but for its fee.
create index transfer_type on transfer (type, id) where type not in ('orderStake', 'orderPayout', 'orderRefund', 'orderClose');
-- What investing moves is among them.
drop index transfer_dated;
