-- A site that is set up in the console gets products, terms and ways to pay once its currency and time zone are chosen.
alter table site add column prepared_at timestamptz default clock_timestamp();
comment on column site.prepared_at is 'When what depends on currency and time zone was written. Null while they are not chosen: every process begins again after it.';
