-- The tree over the commitments of the order log: its heads, and its hashes in tiles of up to 256 (packages/proof/src/order-log).
-- Ticks name a head. A tile grows at its end; nothing else ever changes.

create table order_log_head (
  size bigint primary key,
  root bytea not null,
  at   timestamptz not null default clock_timestamp(),
  constraint order_log_head_size_check check (size >= 0),
  constraint order_log_head_root_check check (length(root) = 32)
);
comment on table order_log_head is 'Sizes of the tree at which a tick may commit to it, each the end of a batch.';
insert into order_log_head (size, root) values (0, sha256(''));

create table order_log_tile (
  level  smallint not null,
  n      bigint not null,
  hashes bytea not null,
  primary key (level, n),
  constraint order_log_tile_level_check check (level between 0 and 6),
  constraint order_log_tile_n_check check (n >= 0),
  constraint order_log_tile_hashes_check check (length(hashes) between 32 and 8192 and length(hashes) % 32 = 0)
);
comment on table order_log_tile is 'C2SP tlog-tiles: 256 hashes each, fewer in the newest tile of a level.';

create trigger keep_sealed before update or delete or truncate on order_log_head for each statement execute function keep_sealed();
create trigger keep_sealed before delete or truncate on order_log_tile for each statement execute function keep_sealed();

create function keep_tile() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.level, new.n) is distinct from (old.level, old.n) or substring(new.hashes for length(old.hashes)) is distinct from old.hashes then
    raise exception 'SEALED: order_log_tile' using errcode = 'CD010', table = 'order_log_tile';
  end if;
  return new;
end $$;
create trigger keep_tile before update on order_log_tile for each row execute function keep_tile();

-- Writes a head and what is new in the tiles. Element i of each array is a piece: hashes for the end of a tile, which has
-- `froms` of them by now. Raises CD010 unless the head is the end of a batch, later than the last, and the pieces fit.
create function append_order_log(writer_epoch bigint, new_size bigint, new_root bytea, levels smallint[], ns bigint[],
  froms integer[], pieces bytea[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  old_size bigint;
  batch order_log_batch%rowtype;
  refused text;
begin
  if not exists (select from feed_leader where epoch = writer_epoch for update) then
    raise exception 'FEED_FENCED' using errcode = 'CD001';
  end if;
  old_size := (select max(size) from order_log_head);
  select * into batch from order_log_batch b where b.first < new_size order by b.first desc limit 1;
  if new_size is null or new_size <= old_size then refused := 'NOT_AFTER_LAST';
  elsif batch.first + batch.count is distinct from new_size then refused := 'NOT_SEALED';
  elsif (select sum(length(hashes)) from unnest(levels, pieces) as p (level, hashes) where level = 0)
    is distinct from 32 * (new_size - old_size) then refused := 'LEAVES';
  end if;
  if refused is null then
    insert into order_log_tile as t (level, n, hashes)
    select p.level, p.n, p.hashes from unnest(levels, ns, froms, pieces) as p (level, n, start, hashes) where p.start = 0
    on conflict do nothing;
    update order_log_tile t set hashes = t.hashes || p.hashes
    from unnest(levels, ns, froms, pieces) as p (level, n, start, hashes)
    where p.start > 0 and t.level = p.level and t.n = p.n and length(t.hashes) = 32 * p.start;
    if exists (select from unnest(levels, ns, froms, pieces) as p (level, n, start, hashes)
      left join order_log_tile t on t.level = p.level and t.n = p.n
      where t.hashes is null or length(t.hashes) <> 32 * p.start + length(p.hashes)
        or substring(t.hashes from 32 * p.start + 1) <> p.hashes) then refused := 'TILE';
    end if;
  end if;
  if refused is not null then
    raise exception 'ORDER_LOG_REFUSED: %', refused using errcode = 'CD010';
  end if;
  insert into order_log_head (size, root) values (new_size, new_root);
end $$;

revoke execute on function keep_tile(), append_order_log(bigint, bigint, bytea, smallint[], bigint[], integer[], bytea[]) from public;
grant execute on function append_order_log(bigint, bigint, bytea, smallint[], bigint[], integer[], bytea[]) to candor_feed;
grant select on order_log_head, order_log_tile to candor_feed, candor_http, candor_worker;
