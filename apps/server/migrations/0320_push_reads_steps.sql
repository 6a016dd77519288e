-- A message of the bus is only a hint, which any login may send. Before the worker tells a device of a deposit or a
-- withdrawal, it looks when the state of it began: what is old is no news.
grant select (subject, at) on cashier_step to candor_worker;
