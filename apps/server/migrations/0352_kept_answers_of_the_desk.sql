-- The answers of calls are kept for a retry, in one table. Those of operators hold what they wrote: the members' side neither
-- reads them nor writes one in their place.
alter table idempotency enable row level security;
create policy members on idempotency to candor_http using (route not like 'console/%') with check (route not like 'console/%');
create policy desk on idempotency to candor_console using (route like 'console/%') with check (route like 'console/%');
create policy cleaning on idempotency to candor_worker using (true);
