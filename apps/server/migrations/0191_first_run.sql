-- How far a newcomer came with the guide to the first practice order. Whoever has an order is no newcomer; that is read from
-- the orders and stored nowhere.
create table first_run (
  member_id  bigint primary key references member (id),
  step       smallint not null default 1 check (step between 1 and 3),
  product    text references product (code),
  left_at    timestamptz,
  changed_at timestamptz not null default clock_timestamp()
);
comment on column first_run.left_at is 'The member does not want to be led; the guide stays reachable from help.';

grant select, insert (member_id, step, product, left_at), update (step, product, left_at, changed_at) on first_run to candor_http;
