-- What a whole month gave back, beside how often members won: paid ÷ staked, and how many accounts lost. The two follow from a list with
-- one line for each account, which everybody can add up again. The line names nobody: its ref is a hash of the id of the account's first
-- order of the month, which only its member knows, so a member finds their own line, and nobody links a line to a person or to the line of
-- another month. A month of fewer than ten accounts has no sums: they would tell of persons.

create table fairness_month (
  month      date not null check (month = date_trunc('month', month::timestamp)::date),
  wallet     text not null check (wallet in ('practice', 'cash')),
  won        bigint not null check (won >= 0),
  lost       bigint not null check (lost >= 0),
  tied       bigint not null check (tied >= 0),
  accounts   bigint not null check (accounts >= 0),
  losing     bigint check (losing between 0 and accounts),
  staked     bigint check (staked >= 0),
  paid       bigint check (paid >= 0),
  counted_at timestamptz not null default clock_timestamp(),
  primary key (month, wallet),
  check (num_nulls(losing, staked, paid) = case when accounts < 10 then 3 else 0 end)
);
comment on table fairness_month is 'Insert-only: the orders of a whole month of business dates. Void orders and replayed prices are in none. Nothing reads it to settle.';
comment on column fairness_month.accounts is 'Members with an order of the month that was not void.';
comment on column fairness_month.losing is 'Those who were paid less than they staked.';
comment on column fairness_month.staked is 'Stakes with fees, in minor units. Null for fewer than ten accounts, as what follows from it.';

create table fairness_account (
  month  date not null,
  wallet text not null,
  ref    text not null check (ref ~ '^[0-9a-f]{64}$'),
  won    bigint not null check (won >= 0),
  lost   bigint not null check (lost >= 0),
  tied   bigint not null check (tied >= 0),
  staked bigint not null check (staked >= 0),
  paid   bigint not null check (paid >= 0),
  primary key (month, wallet, ref),
  foreign key (month, wallet) references fairness_month (month, wallet)
);
comment on table fairness_account is 'Insert-only: an account''s share of a month.';
comment on column fairness_account.ref is 'SHA-256 of the id of its first order that closed in the month, a slash, and the month as YYYY-MM.';

grant select on fairness_month, fairness_account to candor_http;
grant select, insert (month, wallet, won, lost, tied, accounts, losing, staked, paid) on fairness_month to candor_worker;
grant select, insert on fairness_account to candor_worker;
