-- Stops: one operator stops new orders of a product, of a category, or of everything, at once; two operators let them begin again. A stop
-- touches new orders only. What runs settles by its ticks, as agreed: nothing here is read by a settlement.

-- Bodies of functions name what comes later.
set local check_function_bodies = off;

create table product_stop (
  id          uuid primary key default uuidv7(),
  -- all, category/crypto, product/BTCUSDT
  scope       text not null check (scope = 'all' or scope ~ '^category/(crypto|forex|metal|index|stock)$' or scope ~ '^product/[A-Z0-9]{3,16}$'),
  code        text not null check (code ~ '^[A-Z_]{3,32}$'),
  note        text check (length(note) <= 500),
  operator_id bigint not null references member (id),
  stopped_at  timestamptz not null default clock_timestamp(),
  ended_at    timestamptz check (ended_at > stopped_at),
  resumption  uuid,
  constraint product_stop_ended_check check ((ended_at is null) = (resumption is null))
);
comment on table product_stop is 'Why new orders were stopped, when and by whom. Members read it, but not note and operator_id.';
comment on column product_stop.code is 'What members read of it, in their language: a reason of the list of the contract.';
comment on column product_stop.note is 'For colleagues.';
comment on column product_stop.resumption is 'Which proposal of two operators ended it.';
-- What is stopped twice would need to be resumed twice.
create unique index product_stop_open on product_stop (scope) where ended_at is null;

create table product_resumption (
  id         uuid primary key default uuidv7(),
  stop_id    uuid not null references product_stop (id),
  reason     text not null check (length(reason) <= 300 and reason ~ '\S'),
  status     text not null default 'proposed' check (status in ('proposed', 'approved', 'rejected', 'withdrawn')),
  maker      bigint not null references member (id),
  checker    bigint references member (id),
  note       text check (length(note) <= 300),
  created_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  check (case status when 'proposed' then checker is null when 'withdrawn' then checker = maker else checker <> maker end),
  check ((status = 'proposed') = (decided_at is null))
);
comment on table product_resumption is 'That orders of what is stopped begin again: one operator proposes it, another approves.';
create unique index product_resumption_open on product_resumption (stop_id) where status = 'proposed';
alter table product_stop add foreign key (resumption) references product_resumption (id);

create trigger name_who_acts after insert on product_stop for each row execute function name_who_acts('operator_id');
create constraint trigger require_entry after insert on product_stop deferrable initially deferred
  for each row execute function require_entry('stop', 'id', 'operator_id');
create trigger name_who_acts after insert or update on product_resumption for each row execute function name_who_acts('maker', 'checker');
create constraint trigger require_entry after insert or update on product_resumption deferrable initially deferred
  for each row execute function require_entry('resumption', 'id', 'maker', 'checker');

-- Whether a stop that has not ended covers a product. One of them is enough.
create function is_stopped(product_code text, of_category text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from product_stop s where s.ended_at is null
    and s.scope in ('all', 'category/' || of_category, 'product/' || product_code))
$$;

-- A stop waits until no transaction that writes orders is running, and those that begin meanwhile wait for it and see it: the lock that
-- sealing takes too (0009). So no order is accepted between stopped_at and ended_at, and none that was accepted is lost.
create function hold_placements() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(727005);
  return null;
end $$;
create trigger hold_placements before insert or update on product_stop for each statement execute function hold_placements();

-- Its moments are the database's, read behind the lock. It ends once, and nothing else about it changes.
create function keep_stop() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'STOP_REFUSED: KEPT' using errcode = 'CD042';
  end if;
  if tg_op = 'INSERT' then
    if not exists (select from member m join role r on r.name = any(m.roles) where m.id = new.operator_id) then
      raise exception 'STOP_REFUSED: NOT_AN_OPERATOR' using errcode = 'CD042';
    end if;
    if new.scope like 'product/%' and not exists (select from product p where p.code = substr(new.scope, 9)) then
      raise exception 'STOP_REFUSED: PRODUCT' using errcode = 'CD042';
    end if;
    new.stopped_at := clock_timestamp();
    new.ended_at := null;
    new.resumption := null;
    return new;
  end if;
  if old.ended_at is not null
    or (new.id, new.scope, new.code, new.note, new.operator_id, new.stopped_at)
      is distinct from (old.id, old.scope, old.code, old.note, old.operator_id, old.stopped_at)
    or not exists (select from product_resumption x where x.id = new.resumption and x.stop_id = new.id and x.status = 'approved') then
    raise exception 'STOP_REFUSED: KEPT' using errcode = 'CD042';
  end if;
  new.ended_at := clock_timestamp();
  return new;
end $$;
create trigger keep_stop before insert or update or delete on product_stop for each row execute function keep_stop();

-- product.forbidden is what everybody reads: placing, the feed, the lists of members.
create function apply_stops() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update product p set forbidden = is_stopped(p.code, p.category)
  where new.scope in ('all', 'category/' || p.category, 'product/' || p.code) and p.forbidden <> is_stopped(p.code, p.category);
  -- A hint: whoever shows products reads them again (decision 084).
  perform pg_notify('candor_product', '[]');
  return null;
end $$;
create trigger apply_stops after insert or update on product_stop for each row execute function apply_stops();

-- A product that comes later, into what is stopped.
create function stop_newcomer() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.forbidden := new.forbidden or is_stopped(new.code, new.category);
  return new;
end $$;
create trigger stop_newcomer before insert or update of category on product for each row execute function stop_newcomer();

-- A decision is final and made by the database's clock. Approved, it ends its stop.
create function decide_resumption() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform wait_turn('stop/' || new.stop_id);
  if not exists (select from member m join role r on r.name = any(m.roles)
      where m.id = case tg_op when 'INSERT' then new.maker else new.checker end) then
    raise exception 'STOP_REFUSED: NOT_AN_OPERATOR' using errcode = 'CD042';
  end if;
  if (tg_op = 'INSERT' or new.status = 'approved')
    and not exists (select from product_stop s where s.id = new.stop_id and s.ended_at is null) then
    raise exception 'STOP_REFUSED: ENDED' using errcode = 'CD042';
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'STOP_REFUSED: STATE' using errcode = 'CD042';
    end if;
    return new;
  end if;
  if old.status <> 'proposed' or new.status = 'proposed' then
    raise exception 'STOP_REFUSED: STATE' using errcode = 'CD042';
  end if;
  if (new.id, new.stop_id, new.reason, new.maker, new.created_at) is distinct from (old.id, old.stop_id, old.reason, old.maker, old.created_at) then
    raise exception 'STOP_REFUSED: FIXED' using errcode = 'CD042';
  end if;
  new.decided_at := clock_timestamp();
  return new;
end $$;
create trigger decide_resumption before insert or update on product_resumption for each row execute function decide_resumption();

create function end_stop() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update product_stop set ended_at = clock_timestamp(), resumption = new.id where id = new.stop_id;
  return null;
end $$;
create trigger end_stop after update on product_resumption for each row when (old.status = 'proposed' and new.status = 'approved')
  execute function end_stop();

-- As in 0009, and: a transaction that reads an older state than it commits to would not see a stop that the lock waited for.
create or replace function hold_order_log() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(727005);
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'ORDER_REFUSED: SNAPSHOT' using errcode = 'CD006';
  end if;
  return null;
end $$;

revoke execute on function is_stopped(text, text), hold_placements(), keep_stop(), apply_stops(), stop_newcomer(), decide_resumption(),
  end_stop() from public;

grant select (id, scope, code, stopped_at, ended_at) on product_stop to candor_http;
grant select, insert (id, scope, code, note, operator_id) on product_stop to candor_console;
grant select, insert (id, stop_id, reason, maker), update (status, checker, note) on product_resumption to candor_console;
-- The page of products: what is offered, how old its price is and what its sources said, and how the day's orders ended.
grant select on product, terms, tick_head, tick to candor_console;

-- A cashier may stop, and checks what an admin proposes: the accounts of a new site are enough.
update role set permissions = permissions || '{market:product:read,market:stop:make,market:stop:check}' where name = 'cashier';
