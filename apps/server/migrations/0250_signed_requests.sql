-- What the member's device signed when it sent an order. The order's document names the hash of it, so the site commits to it
-- with the order. Why: decision 068; the text: packages/proof/src/order-request.ts.

-- Orders of before keep their document: the first version, which says nothing of a request.
alter table trade_order add document_version smallint not null default 1;
alter table trade_order alter document_version set default 2;
alter table trade_order
  add request_key bytea,
  add request_signature bytea,
  add requested_at timestamptz,
  add request_terms_hash bytea,
  add constraint trade_order_document_version_check check (document_version in (1, 2)),
  add constraint trade_order_request_check check (num_nulls(request_key, request_signature, requested_at, request_terms_hash) = 4
    or num_nulls(request_key, request_signature, requested_at, request_terms_hash, key) = 0 and document_version > 1),
  add constraint trade_order_request_key_check check (length(request_key) in (32, 65)),
  add constraint trade_order_request_signature_check check (length(request_signature) = 64),
  add constraint trade_order_request_terms_hash_check check (length(request_terms_hash) = 32),
  -- As isTimely of packages/domain/src/trading/place-order.ts.
  add constraint trade_order_requested_at_check check (requested_at = date_trunc('milliseconds', requested_at)
    and requested_at > accepted_at - interval '35 seconds' and requested_at <= accepted_at + interval '5 seconds');
comment on column trade_order.document_version is 'Of the text that is hashed. No role writes it: a new order has the newest.';
comment on column trade_order.request_key is
  'The public key of the device that signed the order: an Ed25519 key (32 bytes) or a P-256 point (65). Null if none did.';
comment on column trade_order.request_terms_hash is 'The terms that the member saw.';
grant insert (request_key, request_signature, requested_at, request_terms_hash) on trade_order to candor_http;

-- As before, and a document of the second version names what the device signed.
create or replace function order_document(entry trade_order, terms_hash bytea, paid_in text, places smallint) returns text
language sql stable as $$
  select '{"acceptedAt":"' || to_char(entry.accepted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","closesAt":"' || to_char(entry.closes_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","currency":' || to_json(paid_in) || ',"direction":"' || entry.direction || '","durationSec":' || entry.duration_sec
    || ',"entryAt":"' || to_char(entry.entry_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","fee":"' || price_text(entry.fee, places) || '","format":"candor-order-v' || entry.document_version
    || '","id":"' || entry.id || '","no":"' || entry.no
    || '","payout":"' || price_text(entry.payout, places) || '","payoutRate":"' || price_text(entry.payout_rate, 4::smallint)
    || '","product":' || to_json(entry.product)
    || case when entry.document_version = 1 then '' else ',"requestHash":' || coalesce('"' || encode(sha256(convert_to(
      E'candor-order-request-v1\n' || entry.key || E'\n' || entry.product || E'\n' || entry.direction || E'\n' || entry.duration_sec
      || E'\n' || price_text(entry.stake, places) || E'\n' || entry.wallet || E'\n' || encode(entry.request_terms_hash, 'hex')
      || E'\n' || to_char(entry.requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      || E'\n' || encode(entry.request_key, 'hex') || E'\n' || encode(entry.request_signature, 'hex') || E'\n', 'UTF8')), 'hex')
      || '"', 'null') end
    || ',"stake":"' || price_text(entry.stake, places)
    || '","submittedAt":"' || to_char(entry.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","termsHash":"' || encode(terms_hash, 'hex') || '","termsVersion":' || entry.terms_version
    || ',"wallet":"' || entry.wallet || '"}'
$$;
