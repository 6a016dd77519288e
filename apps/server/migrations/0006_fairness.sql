-- What became of all orders, for everybody to see. A business day that is over is counted once and never again.

-- Orders by the moment of their close, and in it by the reference that is public: the SHA-256 of the order's id.
create index trade_order_closing on trade_order (closes_at, sha256(id::text::bytea));

create table fairness_day (
  day        date primary key,
  ends_at    timestamptz not null,
  counted_at timestamptz not null default clock_timestamp()
);
comment on table fairness_day is 'Business days whose every order is settled and counted in fairness_figure; without a gap since the first.';

create table fairness_figure (
  day          date not null references fairness_day (day),
  wallet       text not null check (wallet in ('practice', 'cash')),
  product      text not null,
  duration_sec integer not null,
  outcome      text not null,
  reason       text,
  orders       bigint not null check (orders > 0),
  unique nulls not distinct (day, wallet, product, duration_sec, outcome, reason)
);
comment on table fairness_figure is 'Insert-only: settled orders of a day by how they ended. Nothing reads it to settle.';

grant select, insert on fairness_day, fairness_figure to candor_app;
