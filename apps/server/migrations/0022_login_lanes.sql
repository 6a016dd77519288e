-- Failed logins are counted by name and network (or name and known device), so that nobody can lock out somebody else.
-- What strangers may try of one name, and one network of all names, is bounded by budgets that come back with time.

alter table login_failure rename column username_key to lane;
alter table login_failure drop constraint login_failure_failures_check, add check (failures >= 0);
comment on column login_failure.lane is 'Keyed hash of a user name with the network, or the known device, that tried it.';

create table login_budget (
  key        text primary key check (length(key) <= 64),
  drained_at timestamptz not null
);
comment on table login_budget is 'Attempts of strangers: of one name from all networks, and of one network on all names. Whole again at drained_at; each attempt moves it on.';
create index login_budget_age on login_budget (drained_at);

create table login_network (
  member_id bigint not null references member (id),
  network   text not null check (length(network) <= 64),
  last_at   timestamptz not null default clock_timestamp(),
  primary key (member_id, network)
);
comment on table login_network is 'Keyed hashes of the networks a member logged in from; strangers'' attempts cannot shut them out there.';
create index login_network_age on login_network (last_at);

alter table captcha add level smallint not null default 0 check (level between 0 and 2);
comment on column captcha.level is 'How hard the picture is: its length and noise.';

grant select, insert, update (drained_at) on login_budget to candor_http;
grant select, insert, update (last_at) on login_network to candor_http;
grant select, delete on login_budget, login_network to candor_worker;
