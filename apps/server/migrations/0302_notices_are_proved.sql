-- A deposit through a payment service is credited by the database's own proof: a notice of this service, whose signature the
-- database checks, names the deposit, its amount and its currency, and says that it was paid. Before, the worker alone proved it.

-- The padded keys of HMAC-SHA-256, one row for each service. The owner writes them at each start; no role reads them.
create table payment_key (
  channel   text primary key references deposit_channel (code),
  inner_pad bytea not null check (length(inner_pad) = 64),
  outer_pad bytea not null check (length(outer_pad) = 64)
);
comment on column payment_key.inner_pad is 'The key, xor 0x36 in each byte; the outer one has 0x5c.';

-- Over `{seconds}.{body}`, as payment-signature.ts signs it.
create function is_signed_notice(of_channel text, seconds bigint, body text, signature bytea) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from payment_key k where k.channel = of_channel
    and sha256(k.outer_pad || sha256(k.inner_pad || convert_to(seconds::text || '.' || body, 'UTF8'))) = signature)
$$;

-- http takes a notice in; nothing that no service signed, and nothing that was signed long ago. Whether it is the first one with
-- this event of the channel.
create function take_payment_notice(of_channel text, event text, notice text, seconds bigint, its_signature bytea) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not is_signed_notice(of_channel, seconds, notice, its_signature)
    or abs(extract(epoch from clock_timestamp()) - seconds) > 330 or notice::jsonb ->> 'event' is distinct from event then
    raise exception 'NOTICE_REFUSED: UNPROVED' using errcode = 'CD304';
  end if;
  insert into payment_notice (channel, event_id, body, signed_at, signature)
    values (of_channel, event, notice, seconds, its_signature) on conflict (channel, event_id) do nothing;
  return found;
end $$;

alter table deposit
  add proved_by uuid references payment_notice (id),
  add constraint deposit_proof_of_service_check check (proved_by is null or kind = 'online' and status = 'approved');
create unique index deposit_proved_by on deposit (proved_by) where proved_by is not null;
comment on column deposit.proved_by is 'The notice of the payment service that it was credited by.';

-- Whether this notice says that exactly this deposit was paid. The amount is a decimal of the asset's whole units.
create function proves_deposit(notice uuid, paid deposit) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from payment_notice n join deposit_channel c on c.code = n.channel
    cross join lateral (select n.body::jsonb as said) b
    where n.id = notice and n.channel = paid.channel and is_signed_notice(n.channel, n.signed_at, n.body, n.signature)
      and said ->> 'reference' = paid.reference and said ->> 'status' = 'paid' and said ->> 'currency' = paid.asset
      and case when said ->> 'amount' ~ '^[0-9]{1,30}(\.[0-9]{1,18})?$'
        then (said ->> 'amount')::numeric * 10::numeric ^ c.asset_decimals = paid.asset_amount else false end)
$$;

-- Without the desk, only what is proved is credited: by a notice, or, with practice money, by the channel whose deposits the member
-- says they paid.
create function prove_deposit() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.status <> 'approved' or old.status not in ('recharging', 'pending') then
    if new.proved_by is distinct from old.proved_by then
      raise exception 'DEPOSIT_REFUSED: UNPROVED' using errcode = 'CD305';
    end if;
    return new;
  end if;
  if not (case new.kind when 'practice' then new.wallet = 'practice' and old.status = 'pending'
      when 'online' then coalesce(proves_deposit(new.proved_by, new), false) else false end) then
    raise exception 'DEPOSIT_REFUSED: UNPROVED' using errcode = 'CD305';
  end if;
  return new;
end $$;
-- After move_deposit, whose refusals of a wrong step come first.
create trigger prove_deposit before update on deposit for each row execute function prove_deposit();

revoke execute on function is_signed_notice(text, bigint, text, bytea), take_payment_notice(text, text, text, bigint, bytea),
  proves_deposit(uuid, deposit), prove_deposit() from public;
revoke insert on payment_notice from candor_http;
grant execute on function take_payment_notice(text, text, text, bigint, bytea) to candor_http;
grant update (proved_by) on deposit to candor_worker;
