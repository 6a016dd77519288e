-- The schema of a Candor database, as the migrations leave it. Generated: do not edit. `npm run schema` writes it anew.
-- Everything belongs to the owner of the database, and what is not granted here is nobody else's, unless a line says so.


-- The schema itself ---------------------------------------------------------------------------------------------------

schema public
grant usage on schema public to candor_console;
grant usage on schema public to candor_feed;
grant usage on schema public to candor_http;
grant usage on schema public to candor_worker;
extension plpgsql 1.0

-- Types ---------------------------------------------------------------------------------------------------------------

create type close_work as (done bigint, interest bigint, principal bigint, rolled bigint, rolled_principal bigint);
grant usage on type close_work to public;

-- Tables --------------------------------------------------------------------------------------------------------------

create table account (
  id bigint generated always as identity not null,
  member_id bigint,
  wallet text not null,
  kind text not null,
  currency text not null,
  posted bigint default 0 not null,
  held bigint default 0 not null,
  seq bigint default 0 not null,
  constraint account_pkey PRIMARY KEY (id),
  constraint account_id_wallet_currency_key UNIQUE (id, wallet, currency),
  constraint account_member_id_wallet_kind_currency_key UNIQUE NULLS NOT DISTINCT (member_id, wallet, kind, currency),
  constraint account_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint account_check CHECK ((member_id IS NOT NULL) = (kind = ANY (ARRAY['funds'::text, 'savings'::text, 'invested'::text]))),
  constraint account_check1 CHECK (
CASE
    WHEN member_id IS NULL THEN posted = 0 AND held = 0 AND seq = 0
    ELSE (posted - held) >= 0
END),
  constraint account_held_check CHECK (held >= 0),
  constraint account_kind_check CHECK (kind = ANY (ARRAY['funds'::text, 'savings'::text, 'invested'::text, 'escrow'::text, 'house'::text, 'fees'::text, 'grants'::text, 'clearing'::text])),
  constraint account_wallet_check CHECK (wallet = ANY (ARRAY['practice'::text, 'cash'::text]))
) with (fillfactor=60);
CREATE TRIGGER keep_key BEFORE UPDATE OF id, wallet, currency ON public.account FOR EACH STATEMENT EXECUTE FUNCTION refuse_key_change();
CREATE TRIGGER keep_parent AFTER DELETE ON public.account REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION refuse_orphans();
grant select on account to candor_console;
grant select on account to candor_http;
grant select on account to candor_worker;

create table account_code (
  member_id bigint not null,
  purpose text not null,
  code_hash bytea not null,
  tries integer default 0 not null,
  used_at timestamp with time zone,
  made_at timestamp with time zone default clock_timestamp() not null,
  constraint account_code_pkey PRIMARY KEY (member_id, purpose),
  constraint account_code_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint account_code_code_hash_check CHECK (length(code_hash) = 32),
  constraint account_code_purpose_check CHECK (purpose = ANY (ARRAY['withdrawPassword'::text, 'loginPassword'::text])),
  constraint account_code_tries_check CHECK (tries >= 0 AND tries <= 5)
);
grant insert (member_id, purpose, code_hash), select, update (code_hash, tries, used_at, made_at) on account_code to candor_http;
grant select on account_code to candor_worker;

create table adjustment (
  id uuid not null,
  member_id bigint not null,
  wallet text not null,
  currency text not null,
  kind text not null,
  amount bigint not null,
  reason text not null,
  status text default 'proposed'::text not null,
  maker bigint not null,
  checker bigint,
  note text,
  created_at timestamp with time zone default clock_timestamp() not null,
  decided_at timestamp with time zone,
  code text default 'OTHER'::text not null,
  constraint adjustment_pkey PRIMARY KEY (id),
  constraint adjustment_checker_fkey FOREIGN KEY (checker) REFERENCES operator(id),
  constraint adjustment_maker_fkey FOREIGN KEY (maker) REFERENCES operator(id),
  constraint adjustment_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint adjustment_amount_check CHECK (amount > 0),
  constraint adjustment_check CHECK (maker <> member_id),
  constraint adjustment_check1 CHECK (checker <> member_id),
  constraint adjustment_check2 CHECK (
CASE status
    WHEN 'proposed'::text THEN checker IS NULL
    WHEN 'withdrawn'::text THEN checker = maker
    ELSE checker <> maker
END),
  constraint adjustment_check3 CHECK ((status = 'proposed'::text) = (decided_at IS NULL)),
  constraint adjustment_code_check CHECK (
CASE kind
    WHEN 'add'::text THEN code = ANY (ARRAY['CORRECTION'::text, 'PAYMENT_FOUND'::text, 'GOODWILL'::text, 'PROMOTION'::text, 'OTHER'::text])
    ELSE code = ANY (ARRAY['CORRECTION'::text, 'BOOKED_TWICE'::text, 'PAYMENT_RECALLED'::text, 'OTHER'::text])
END),
  constraint adjustment_kind_check CHECK (kind = ANY (ARRAY['add'::text, 'deduct'::text])),
  constraint adjustment_note_check CHECK (length(note) <= 300),
  constraint adjustment_reason_check CHECK (length(reason) <= 300 AND reason ~ '\S'::text),
  constraint adjustment_status_check CHECK (status = ANY (ARRAY['proposed'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text])),
  constraint adjustment_wallet_check CHECK (wallet = ANY (ARRAY['practice'::text, 'cash'::text]))
);
CREATE INDEX adjustment_member ON public.adjustment USING btree (member_id, id DESC);
CREATE INDEX adjustment_queue ON public.adjustment USING btree (status, id DESC);
CREATE CONSTRAINT TRIGGER check_money AFTER UPDATE ON public.adjustment DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_adjustment_money();
CREATE CONSTRAINT TRIGGER require_entry AFTER INSERT OR UPDATE ON public.adjustment DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_entry('adjustment', 'id', 'maker', 'checker');
CREATE TRIGGER decide_adjustment BEFORE INSERT OR UPDATE ON public.adjustment FOR EACH ROW EXECUTE FUNCTION decide_adjustment();
CREATE TRIGGER name_who_acts AFTER INSERT OR UPDATE ON public.adjustment FOR EACH ROW EXECUTE FUNCTION name_who_acts('maker', 'checker');
grant insert (id, member_id, wallet, currency, kind, amount, reason, maker, code), select, update (status, checker, note) on adjustment to candor_console;
grant select (id, code) on adjustment to candor_http;
grant select (id, member_id, wallet, kind, amount, status) on adjustment to candor_worker;
comment on column adjustment.reason is 'What the maker wrote to the checker. It stays inside.';
comment on column adjustment.note is 'What the checker wrote. It stays inside.';
comment on column adjustment.code is 'What the member reads, as a code of packages/contract/src/reasons.ts.';

create table agreement (
  code text not null,
  version integer not null,
  title jsonb not null,
  body jsonb not null,
  published_at timestamp with time zone default clock_timestamp() not null,
  constraint agreement_pkey PRIMARY KEY (code, version),
  constraint agreement_code_check CHECK (code = ANY (ARRAY['project'::text, 'savings'::text])),
  constraint agreement_version_check CHECK (version > 0)
);
grant select on agreement to candor_console;
grant select on agreement to candor_http;
comment on table agreement is 'Insert-only: a holding names the version that its member agreed to.';

create table alarm (
  id bigint generated always as identity not null,
  kind text not null,
  subject text default ''::text not null,
  detail jsonb default '{}'::jsonb not null,
  opened_at timestamp with time zone default clock_timestamp() not null,
  seen_at timestamp with time zone default clock_timestamp() not null,
  times integer default 1 not null,
  closed_at timestamp with time zone,
  owner_id bigint,
  taken_at timestamp with time zone,
  acknowledged_by bigint,
  acknowledged_at timestamp with time zone,
  note text,
  constraint alarm_pkey PRIMARY KEY (id),
  constraint alarm_acknowledged_by_fkey FOREIGN KEY (acknowledged_by) REFERENCES operator(id),
  constraint alarm_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES operator(id),
  constraint alarm_acknowledged_check CHECK ((acknowledged_by IS NULL) = (acknowledged_at IS NULL)),
  constraint alarm_check CHECK (closed_at >= opened_at),
  constraint alarm_detail_check CHECK (jsonb_typeof(detail) = 'object'::text AND length(detail::text) <= 2000),
  constraint alarm_kind_check CHECK (kind = ANY (ARRAY['feedSilent'::text, 'ordersVoid'::text, 'settlementStuck'::text, 'checkFailed'::text, 'moneyHalted'::text, 'witnessRefused'::text, 'signingAway'::text, 'resultImprobable'::text, 'dayLate'::text, 'backupOld'::text, 'backupFailed'::text, 'diskLow'::text])),
  constraint alarm_note_check CHECK (length(note) >= 1 AND length(note) <= 500),
  constraint alarm_subject_check CHECK (length(subject) <= 120),
  constraint alarm_taken_check CHECK ((owner_id IS NULL) = (taken_at IS NULL)),
  constraint alarm_times_check CHECK (times > 0)
);
CREATE INDEX alarm_closed ON public.alarm USING btree (closed_at) WHERE (closed_at IS NOT NULL);
CREATE UNIQUE INDEX alarm_open ON public.alarm USING btree (kind, subject) WHERE (closed_at IS NULL);
CREATE CONSTRAINT TRIGGER require_entry AFTER UPDATE ON public.alarm DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_entry('alarm', 'id', 'owner_id', 'acknowledged_by');
CREATE TRIGGER keep_alarm BEFORE UPDATE ON public.alarm FOR EACH ROW EXECUTE FUNCTION keep_alarm();
CREATE TRIGGER name_who_acts AFTER UPDATE ON public.alarm FOR EACH ROW EXECUTE FUNCTION name_who_acts('owner_id', 'acknowledged_by');
grant select, update (owner_id, acknowledged_by, note) on alarm to candor_console;
grant select (id, kind, subject, detail, opened_at, seen_at, times, closed_at) on alarm to candor_worker;
comment on table alarm is 'One row an episode of something that is wrong.';
comment on column alarm.subject is 'What it is about, such as the name of a check; empty for the whole site.';
comment on column alarm.times is 'How often the condition came: one that comes back within five minutes is the same episode.';
comment on column alarm.note is 'What operators write to each other. It stays inside.';

create table alarm_channel (
  name text not null,
  target text not null,
  seen_at timestamp with time zone default clock_timestamp() not null,
  constraint alarm_channel_pkey PRIMARY KEY (name),
  constraint alarm_channel_name_check CHECK (name = ANY (ARRAY['webhook'::text, 'mail'::text])),
  constraint alarm_channel_target_check CHECK (length(target) >= 1 AND length(target) <= 200)
);
grant select on alarm_channel to candor_console;
grant insert (name, target), select, update (target, seen_at) on alarm_channel to candor_worker;
comment on column alarm_channel.target is 'Where it leads, as people know it: a host, or addresses. No secret and no path.';

create table alarm_message (
  id uuid default uuidv7() not null,
  channel text not null,
  event text not null,
  alarm_id bigint,
  test_id uuid,
  operator_id bigint,
  made_at timestamp with time zone default clock_timestamp() not null,
  next_at timestamp with time zone default clock_timestamp() not null,
  tries integer default 0 not null,
  ended_at timestamp with time zone,
  delivered boolean,
  failure text,
  constraint alarm_message_pkey PRIMARY KEY (id),
  constraint alarm_message_alarm_id_fkey FOREIGN KEY (alarm_id) REFERENCES alarm(id) ON DELETE CASCADE,
  constraint alarm_message_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint alarm_message_channel_check CHECK (channel = ANY (ARRAY['webhook'::text, 'mail'::text])),
  constraint alarm_message_ended_check CHECK ((ended_at IS NULL) = (delivered IS NULL)),
  constraint alarm_message_event_check CHECK (event = ANY (ARRAY['opened'::text, 'closed'::text, 'test'::text])),
  constraint alarm_message_failure_check CHECK (length(failure) >= 1 AND length(failure) <= 300),
  constraint alarm_message_subject_check CHECK ((event = 'test'::text) = (alarm_id IS NULL) AND (event = 'test'::text) = (test_id IS NOT NULL)),
  constraint alarm_message_tries_check CHECK (tries >= 0)
);
CREATE INDEX alarm_message_alarm ON public.alarm_message USING btree (alarm_id, channel, made_at DESC);
CREATE INDEX alarm_message_waits ON public.alarm_message USING btree (next_at) WHERE (ended_at IS NULL);
CREATE CONSTRAINT TRIGGER require_entry AFTER INSERT ON public.alarm_message DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_entry('alarmTest', 'test_id', 'operator_id');
CREATE TRIGGER keep_test_message BEFORE INSERT ON public.alarm_message FOR EACH ROW EXECUTE FUNCTION keep_test_message();
CREATE TRIGGER name_who_acts AFTER INSERT ON public.alarm_message FOR EACH ROW EXECUTE FUNCTION name_who_acts('operator_id');
grant insert (channel, event, test_id, operator_id), select on alarm_message to candor_console;
grant select, update (next_at, tries, ended_at, delivered, failure) on alarm_message to candor_worker;
comment on table alarm_message is 'One row a message. Nobody sends it before next_at, which whoever takes it moves on.';
comment on column alarm_message.test_id is 'The test that an operator asked for: one message for each channel.';

create table alarm_told (
  kind text not null,
  subject text not null,
  channel text not null,
  told_at timestamp with time zone default clock_timestamp() not null,
  constraint alarm_told_pkey PRIMARY KEY (kind, subject, channel)
);
comment on table alarm_told is 'When a kind and subject was told of last. Rows of a day.';

create table audit (
  id bigint generated always as identity not null,
  at timestamp with time zone default clock_timestamp() not null,
  actor_id bigint not null,
  command text not null,
  subject_type text not null,
  subject_id text not null,
  detail jsonb default '{}'::jsonb not null,
  seq bigint,
  prev_hash bytea,
  hash bytea,
  operator_id bigint generated always as (
CASE
    WHEN (seq IS NOT NULL) THEN actor_id
    ELSE NULL::bigint
END) stored,
  member_id bigint generated always as (
CASE
    WHEN ((seq IS NULL) AND is_own_command(command)) THEN actor_id
    ELSE NULL::bigint
END) stored,
  constraint audit_pkey PRIMARY KEY (id),
  constraint audit_seq_key UNIQUE (seq),
  constraint audit_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint audit_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint audit_chain_check CHECK ((seq IS NULL) = (hash IS NULL) AND (seq IS NULL) = (prev_hash IS NULL)),
  constraint audit_command_check CHECK (length(command) <= 64),
  constraint audit_detail_check CHECK (length(detail::text) <= 4000),
  constraint audit_hash_check CHECK (length(hash) = 32),
  constraint audit_prev_hash_check CHECK (length(prev_hash) = 32),
  constraint audit_subject_id_check CHECK (length(subject_id) <= 64),
  constraint audit_subject_type_check CHECK (length(subject_type) <= 32)
);
CREATE INDEX audit_actor ON public.audit USING btree (actor_id, id DESC);
CREATE INDEX audit_at ON public.audit USING btree (at);
CREATE INDEX audit_command ON public.audit USING btree (command text_pattern_ops, id DESC);
CREATE INDEX audit_outside ON public.audit USING btree (id) WHERE ((seq IS NULL) AND (NOT is_own_command(command)));
CREATE INDEX audit_subject ON public.audit USING btree (subject_type, subject_id, id DESC);
CREATE TRIGGER chain_audit BEFORE INSERT ON public.audit FOR EACH ROW EXECUTE FUNCTION chain_audit();
grant select on audit to candor_console;
grant select (id, seq, prev_hash, hash) on audit to candor_worker;
comment on column audit.operator_id is 'The actor of an entry of the chain.';
comment on column audit.member_id is 'The actor of a member''s own.';

create table audit_head (
  only_row boolean default true not null,
  seq bigint not null,
  hash bytea not null,
  constraint audit_head_pkey PRIMARY KEY (only_row),
  constraint audit_head_hash_check CHECK (length(hash) = 32),
  constraint audit_head_only_row_check CHECK (only_row)
);
grant select on audit_head to candor_console;
grant select on audit_head to candor_worker;
comment on table audit_head is 'The newest entry of the chain. Only operators lock it, at the end of what they do.';

create table bank_card (
  member_id bigint not null,
  holder_sealed bytea not null,
  number_sealed bytea not null,
  bank text not null,
  branch text,
  bound_at timestamp with time zone default clock_timestamp() not null,
  number_mark bytea not null,
  constraint bank_card_pkey PRIMARY KEY (member_id),
  constraint bank_card_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint bank_card_bank_check CHECK (length(bank) >= 2 AND length(bank) <= 60 AND bank !~ '[[:cntrl:]]'::text),
  constraint bank_card_branch_check CHECK (length(branch) >= 1 AND length(branch) <= 64),
  constraint bank_card_holder_sealed_check CHECK (length(holder_sealed) >= 29 AND length(holder_sealed) <= 1000),
  constraint bank_card_number_mark_check CHECK (length(number_mark) = 32),
  constraint bank_card_number_sealed_check CHECK (length(number_sealed) >= 29 AND length(number_sealed) <= 1000)
);
CREATE TRIGGER take_card_mark BEFORE INSERT ON public.bank_card FOR EACH ROW EXECUTE FUNCTION take_card_mark();
grant select on bank_card to candor_console;
grant insert (member_id, holder_sealed, number_sealed, bank, branch, number_mark), select on bank_card to candor_http;
comment on table bank_card is 'One row a member: the primary key refuses a second card, however many calls come at once.';
comment on column bank_card.number_mark is 'HMAC of the digits under a secret of the site.';

create table banner (
  id uuid not null,
  version integer default 0 not null,
  constraint banner_pkey PRIMARY KEY (id)
);
CREATE TRIGGER need_operator AFTER INSERT OR UPDATE ON public.banner FOR EACH STATEMENT EXECUTE FUNCTION need_operator();
grant insert (id), select on banner to candor_console;
comment on table banner is 'One row a banner of the home screen: its newest version.';

create table banner_version (
  banner_id uuid not null,
  version integer not null,
  texts jsonb not null,
  target text not null,
  "position" integer not null,
  shown_from timestamp with time zone,
  shown_until timestamp with time zone,
  withdrawn boolean default false not null,
  reason text,
  operator_id bigint,
  at timestamp with time zone default clock_timestamp() not null,
  constraint banner_version_pkey PRIMARY KEY (banner_id, version),
  constraint banner_version_banner_id_fkey FOREIGN KEY (banner_id) REFERENCES banner(id),
  constraint banner_version_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint banner_version_check CHECK (shown_until > shown_from),
  constraint banner_version_check1 CHECK (NOT withdrawn OR reason IS NOT NULL),
  constraint banner_version_position_check CHECK ("position" >= 0 AND "position" <= 999),
  constraint banner_version_reason_check CHECK (length(reason) <= 300 AND reason ~ '\S'::text),
  constraint banner_version_target_check CHECK (length(target) <= 300 AND target ~ '^(/pages/[A-Za-z0-9/]+(\?[A-Za-z0-9=&._-]+)?|https://[^[:space:][:cntrl:]@\\]+)$'::text),
  constraint banner_version_texts_check CHECK (texts ?& ARRAY['zh-Hans'::text, 'zh-Hant'::text, 'en'::text] AND length(texts::text) <= 2000),
  constraint banner_version_version_check CHECK (version > 0)
);
CREATE CONSTRAINT TRIGGER require_entry AFTER INSERT ON public.banner_version DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_entry('banner', 'banner_id', 'operator_id');
CREATE TRIGGER keep_banner_version BEFORE INSERT ON public.banner_version FOR EACH ROW EXECUTE FUNCTION keep_banner_version();
CREATE TRIGGER name_who_acts AFTER INSERT ON public.banner_version FOR EACH ROW EXECUTE FUNCTION name_who_acts('operator_id');
grant insert (banner_id, version, texts, target, "position", shown_from, shown_until, withdrawn, reason, operator_id), select on banner_version to candor_console;
comment on table banner_version is 'Insert-only. shown_from is null for a draft.';

create table business_day (
  business_date date not null,
  step text default 'accrueHoldings'::text not null,
  after_holding uuid,
  after_member bigint default 0 not null,
  holdings_accrued bigint default 0 not null,
  holdings_interest bigint default 0 not null,
  savings_accrued bigint default 0 not null,
  savings_interest bigint default 0 not null,
  paid bigint default 0 not null,
  paid_interest bigint default 0 not null,
  posted bigint default 0 not null,
  posted_interest bigint default 0 not null,
  matured bigint default 0 not null,
  matured_principal bigint default 0 not null,
  matured_interest bigint default 0 not null,
  rolled bigint default 0 not null,
  rolled_principal bigint default 0 not null,
  saved bigint default 0 not null,
  saved_amount bigint default 0 not null,
  batches integer default 0 not null,
  busy_ms double precision default 0 not null,
  started_at timestamp with time zone default clock_timestamp() not null,
  closed_at timestamp with time zone,
  batch_rows integer,
  constraint business_day_pkey PRIMARY KEY (business_date),
  constraint business_day_batch_rows_check CHECK (batch_rows > 0),
  constraint business_day_check CHECK ((step = 'closed'::text) = (closed_at IS NOT NULL)),
  constraint business_day_step_check CHECK (step = ANY (ARRAY['accrueHoldings'::text, 'accrueSavings'::text, 'payInterest'::text, 'postSavings'::text, 'mature'::text, 'autoSave'::text, 'closed'::text]))
);
CREATE UNIQUE INDEX business_day_open ON public.business_day USING btree ((true)) WHERE (step <> 'closed'::text);
grant select on business_day to candor_console;
grant select on business_day to candor_http;
grant select on business_day to candor_worker;
comment on column business_day.batch_rows is 'The most rows of the next batch; null: as many as the worker asks for.';

create table candle (
  product text not null,
  t timestamp with time zone not null,
  o bigint not null,
  h bigint not null,
  l bigint not null,
  c bigint not null,
  v numeric,
  src text,
  feed text,
  constraint candle_pkey PRIMARY KEY (product, t),
  constraint candle_product_fkey FOREIGN KEY (product) REFERENCES product(code),
  constraint candle_check CHECK (l <= LEAST(o, c) AND h >= GREATEST(o, c)),
  constraint candle_feed_check CHECK (feed = ANY (ARRAY['live'::text, 'replay'::text, 'simulated'::text])),
  constraint candle_t_check CHECK (date_trunc('minute'::text, t) = t)
);
grant insert, select, update (o, h, l, c, v, src, feed) on candle to candor_feed;
grant select on candle to candor_http;
comment on table candle is 'One minute each; higher intervals are folded. src names where a bar came from when it was not built from our ticks.';
comment on column candle.feed is 'The kind of its prices. A bar without one is shown with any kind.';

create table canned_answer (
  id uuid not null,
  version integer not null,
  title text not null,
  texts jsonb not null,
  removed boolean default false not null,
  operator_id bigint,
  at timestamp with time zone default clock_timestamp() not null,
  constraint canned_answer_pkey PRIMARY KEY (id, version),
  constraint canned_answer_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint canned_answer_texts_check CHECK (texts ?& ARRAY['zh-Hans'::text, 'zh-Hant'::text, 'en'::text] AND length(texts::text) <= 8000),
  constraint canned_answer_title_check CHECK (length(title) >= 1 AND length(title) <= 40),
  constraint canned_answer_version_check CHECK (version >= 1)
);
CREATE CONSTRAINT TRIGGER require_entry AFTER INSERT ON public.canned_answer DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_entry('canned', 'id', 'operator_id');
CREATE TRIGGER name_who_acts AFTER INSERT ON public.canned_answer FOR EACH ROW EXECUTE FUNCTION name_who_acts('operator_id');
grant insert (id, version, title, texts, removed, operator_id), select on canned_answer to candor_console;
comment on table canned_answer is 'One row a version of an answer that operators give often. The newest holds.';
comment on column canned_answer.version is 'Each edit writes the next one.';

create table captcha (
  id uuid not null,
  answer_hash bytea not null,
  expires_at timestamp with time zone not null,
  used_by bytea,
  passed boolean,
  level smallint default 0 not null,
  constraint captcha_pkey PRIMARY KEY (id),
  constraint captcha_check CHECK ((used_by IS NULL) = (passed IS NULL)),
  constraint captcha_level_check CHECK (level >= 0 AND level <= 2),
  constraint captcha_used_by_check CHECK (length(used_by) = 32)
);
CREATE INDEX captcha_expiry ON public.captcha USING btree (expires_at);
grant insert, select, update (expires_at, used_by, passed) on captcha to candor_http;
grant select (expires_at) on captcha to candor_worker;
comment on table captcha is 'Used up by its first guess. For 60 seconds after a right one the very same call may pass again.';
comment on column captcha.used_by is 'Keyed hash of the call that made the guess; random where that call had no Idempotency-Key.';
comment on column captcha.level is 'How hard the picture is: its length and noise.';

create table cashier_change (
  id uuid default uuidv7() not null,
  subject text not null,
  base integer not null,
  before jsonb,
  terms jsonb not null,
  reason text not null,
  status text default 'proposed'::text not null,
  maker bigint not null,
  checker bigint,
  note text,
  created_at timestamp with time zone default clock_timestamp() not null,
  decided_at timestamp with time zone,
  constraint cashier_change_pkey PRIMARY KEY (id),
  constraint cashier_change_checker_fkey FOREIGN KEY (checker) REFERENCES operator(id),
  constraint cashier_change_maker_fkey FOREIGN KEY (maker) REFERENCES operator(id),
  constraint cashier_change_base_check CHECK (base >= 0),
  constraint cashier_change_check CHECK (
CASE status
    WHEN 'proposed'::text THEN checker IS NULL
    WHEN 'withdrawn'::text THEN checker = maker
    ELSE checker <> maker
END),
  constraint cashier_change_check1 CHECK ((status = 'proposed'::text) = (decided_at IS NULL)),
  constraint cashier_change_check2 CHECK ((base = 0) = (before IS NULL)),
  constraint cashier_change_note_check CHECK (length(note) <= 300),
  constraint cashier_change_reason_check CHECK (length(reason) <= 300 AND reason ~ '\S'::text),
  constraint cashier_change_status_check CHECK (status = ANY (ARRAY['proposed'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text])),
  constraint cashier_change_subject_check CHECK ((subject = ANY (ARRAY['withdrawals'::text, 'rewards'::text])) OR subject ~ '^channel/[a-z0-9-]{2,32}$'::text),
  constraint cashier_change_terms_check CHECK (length(terms::text) <= 4000)
);
CREATE UNIQUE INDEX cashier_change_open ON public.cashier_change USING btree (subject) WHERE (status = 'proposed'::text);
CREATE CONSTRAINT TRIGGER require_entry AFTER INSERT OR UPDATE ON public.cashier_change DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_entry('terms', 'id', 'maker', 'checker');
CREATE TRIGGER apply_cashier_change BEFORE INSERT OR UPDATE ON public.cashier_change FOR EACH ROW WHEN ((new.subject <> 'rewards'::text)) EXECUTE FUNCTION apply_cashier_change();
CREATE TRIGGER apply_reward_change BEFORE INSERT OR UPDATE ON public.cashier_change FOR EACH ROW WHEN ((new.subject = 'rewards'::text)) EXECUTE FUNCTION apply_reward_change();
CREATE TRIGGER name_who_acts AFTER INSERT OR UPDATE ON public.cashier_change FOR EACH ROW EXECUTE FUNCTION name_who_acts('maker', 'checker');
grant insert (id, subject, base, terms, reason, maker), select, update (status, checker, note) on cashier_change to candor_console;
comment on column cashier_change.base is 'The version that the maker saw; 0 for a channel that is new.';

create table cashier_edge (
  flow text not null,
  from_state text not null,
  to_state text not null,
  roles text[] not null,
  constraint cashier_edge_pkey PRIMARY KEY (flow, from_state, to_state),
  constraint cashier_edge_flow_check CHECK (flow = ANY (ARRAY['deposit'::text, 'withdrawal'::text, 'payout'::text]))
);
comment on table cashier_edge is 'The edges of packages/domain/src/cashier, and the roles that may walk them.';

create table cashier_step (
  subject uuid not null,
  n integer not null,
  state text not null,
  at timestamp with time zone default clock_timestamp() not null,
  reason text,
  note text,
  by_operator bigint,
  constraint cashier_step_pkey PRIMARY KEY (subject, n),
  constraint cashier_step_by_operator_fkey FOREIGN KEY (by_operator) REFERENCES operator(id)
);
CREATE TRIGGER tell_member AFTER INSERT ON public.cashier_step FOR EACH ROW EXECUTE FUNCTION tell_cashier_step();
grant select on cashier_step to candor_console;
grant select (subject, n, state, at, reason, by_operator) on cashier_step to candor_http;
grant select (subject, state, at) on cashier_step to candor_worker;
comment on column cashier_step.note is 'As deposit.note.';

create table chain_finding (
  deposit_id uuid not null,
  found boolean not null,
  recipient text,
  units numeric(78,0),
  confirmations integer,
  block_at timestamp with time zone,
  checked_at timestamp with time zone default clock_timestamp() not null,
  constraint chain_finding_pkey PRIMARY KEY (deposit_id),
  constraint chain_finding_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposit(id),
  constraint chain_finding_confirmations_check CHECK (confirmations >= 0),
  constraint chain_finding_units_check CHECK (units >= 0::numeric)
);
CREATE TRIGGER compare_statement_match AFTER INSERT OR UPDATE ON public.chain_finding FOR EACH ROW EXECUTE FUNCTION compare_statement_match();
grant select on chain_finding to candor_console;
grant insert (deposit_id, found, recipient, units, confirmations, block_at), select, update (found, recipient, units, confirmations, block_at, checked_at) on chain_finding to candor_worker;

create table checkpoint (
  product text not null,
  slot timestamp with time zone not null,
  kind text not null,
  seq bigint not null,
  at timestamp with time zone not null,
  hash bytea not null,
  previous bytea not null,
  text_hash bytea not null,
  note text not null,
  constraint checkpoint_pkey PRIMARY KEY (product, slot),
  constraint checkpoint_product_at_key UNIQUE (product, at),
  constraint checkpoint_product_fkey FOREIGN KEY (product) REFERENCES product(code),
  constraint checkpoint_check CHECK (at <= slot),
  constraint checkpoint_check1 CHECK ((kind = 'hour'::text) = (EXTRACT(minute FROM (slot AT TIME ZONE 'UTC'::text)) = 0::numeric)),
  constraint checkpoint_hash_check CHECK (length(hash) = 32),
  constraint checkpoint_kind_check CHECK (kind = ANY (ARRAY['hour'::text, 'minute'::text])),
  constraint checkpoint_previous_check CHECK (length(previous) = 32),
  constraint checkpoint_seq_check CHECK (seq > 0),
  constraint checkpoint_slot_check CHECK (date_trunc('minute'::text, slot) = slot),
  constraint checkpoint_text_hash_check CHECK (length(text_hash) = 32)
);
CREATE INDEX checkpoint_hour ON public.checkpoint USING btree (product, slot) WHERE (kind = 'hour'::text);
CREATE INDEX checkpoint_newest ON public.checkpoint USING btree (slot DESC, product);
grant select on checkpoint to candor_console;
grant select on checkpoint to candor_feed;
grant select on checkpoint to candor_http;
grant select on checkpoint to candor_worker;
comment on table checkpoint is 'Where a chain stood at a whole minute, signed. previous: text_hash of the hourly checkpoint it builds on.';

create table close_exception (
  id bigint generated always as identity not null,
  business_date date not null,
  step text not null,
  holding_id uuid,
  member_id bigint not null,
  reason text not null,
  tries integer not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  next_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  through date,
  accrued bigint default 0 not null,
  paid bigint default 0 not null,
  principal bigint default 0 not null,
  constraint close_exception_pkey PRIMARY KEY (id),
  constraint close_exception_business_date_fkey FOREIGN KEY (business_date) REFERENCES business_day(business_date),
  constraint close_exception_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES holding(id),
  constraint close_exception_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint close_exception_end_check CHECK ((ended_at IS NULL) = (through IS NULL)),
  constraint close_exception_last_check CHECK (last_at >= first_at),
  constraint close_exception_next_check CHECK (next_at <= (last_at + '00:10:00'::interval)),
  constraint close_exception_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 500),
  constraint close_exception_step_check CHECK (step = ANY (ARRAY['accrueHoldings'::text, 'accrueSavings'::text, 'payInterest'::text, 'postSavings'::text, 'mature'::text, 'autoSave'::text])),
  constraint close_exception_subject_check CHECK ((holding_id IS NULL) = (step = ANY (ARRAY['accrueSavings'::text, 'postSavings'::text, 'autoSave'::text]))),
  constraint close_exception_through_check CHECK (through >= business_date),
  constraint close_exception_tries_check CHECK (tries > 0)
);
CREATE UNIQUE INDEX close_exception_holding ON public.close_exception USING btree (holding_id) WHERE ((ended_at IS NULL) AND (holding_id IS NOT NULL));
CREATE INDEX close_exception_next ON public.close_exception USING btree (next_at) WHERE (ended_at IS NULL);
CREATE INDEX close_exception_of_date ON public.close_exception USING btree (business_date, id);
CREATE UNIQUE INDEX close_exception_saving ON public.close_exception USING btree (member_id, business_date) WHERE ((ended_at IS NULL) AND (step = 'autoSave'::text));
CREATE UNIQUE INDEX close_exception_savings ON public.close_exception USING btree (member_id) WHERE ((ended_at IS NULL) AND (step = ANY (ARRAY['accrueSavings'::text, 'postSavings'::text])));
grant select on close_exception to candor_console;
grant select on close_exception to candor_worker;
comment on table close_exception is 'A holding, or the savings of a member, without the dates from business_date on until it has ended. Then it has them through the date named, and what they came to.';

create table code_outbox (
  member_id bigint not null,
  purpose text not null,
  id uuid default uuidv7() not null,
  channel text not null,
  language text not null,
  sealed bytea not null,
  tries integer default 0 not null,
  next_at timestamp with time zone default clock_timestamp() not null,
  made_at timestamp with time zone default clock_timestamp() not null,
  constraint code_outbox_pkey PRIMARY KEY (member_id, purpose),
  constraint code_outbox_id_key UNIQUE (id),
  constraint code_outbox_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint code_outbox_channel_check CHECK (channel = 'sms'::text),
  constraint code_outbox_language_check CHECK (language = ANY (ARRAY['zh-Hans'::text, 'zh-Hant'::text, 'en'::text])),
  constraint code_outbox_purpose_check CHECK (purpose = ANY (ARRAY['withdrawPassword'::text, 'loginPassword'::text, 'withdrawPasswordChanged'::text, 'loginPasswordChanged'::text])),
  constraint code_outbox_sealed_check CHECK (length(sealed) >= 29 AND length(sealed) <= 500),
  constraint code_outbox_tries_check CHECK (tries >= 0)
);
CREATE INDEX code_outbox_next ON public.code_outbox USING btree (next_at);
grant insert (member_id, purpose, channel, language, sealed), select, update (id, channel, language, sealed, tries, next_at, made_at) on code_outbox to candor_http;
grant select, update (tries, next_at) on code_outbox to candor_worker;

create table complaint (
  id bigint generated always as identity not null,
  member_id bigint not null,
  topic text not null,
  text text not null,
  about text,
  about_id uuid,
  about_name text,
  product text,
  message_id bigint,
  recorded_by bigint,
  opened_at timestamp with time zone default clock_timestamp() not null,
  due_on date not null,
  state text default 'received'::text not null,
  operator_id bigint,
  decision text,
  ended_at timestamp with time zone,
  key uuid,
  constraint complaint_pkey PRIMARY KEY (id),
  constraint complaint_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint complaint_message_id_fkey FOREIGN KEY (message_id) REFERENCES support_message(id),
  constraint complaint_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint complaint_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES operator(id),
  constraint complaint_about_check CHECK (about = ANY (ARRAY['order'::text, 'deposit'::text, 'withdrawal'::text])),
  constraint complaint_about_whole CHECK ((num_nulls(about, about_id, about_name) = ANY (ARRAY[0, 3])) AND (product IS NULL OR about = 'order'::text)),
  constraint complaint_check CHECK ((state = ANY (ARRAY['answered'::text, 'withdrawn'::text])) = (ended_at IS NOT NULL)),
  constraint complaint_check1 CHECK ((state = 'answered'::text) = (decision IS NOT NULL)),
  constraint complaint_decision_check CHECK (decision = ANY (ARRAY['upheld'::text, 'partly'::text, 'rejected'::text])),
  constraint complaint_state_check CHECK (state = ANY (ARRAY['received'::text, 'taken'::text, 'asked'::text, 'answered'::text, 'withdrawn'::text])),
  constraint complaint_text_check CHECK (length(text) >= 1 AND length(text) <= 2000),
  constraint complaint_topic_check CHECK (topic = ANY (ARRAY['order'::text, 'deposit'::text, 'withdrawal'::text, 'account'::text, 'service'::text, 'other'::text]))
);
CREATE UNIQUE INDEX complaint_key ON public.complaint USING btree (key) WHERE (key IS NOT NULL);
CREATE INDEX complaint_member ON public.complaint USING btree (member_id, id DESC);
CREATE INDEX complaint_message ON public.complaint USING btree (message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX complaint_opened ON public.complaint USING btree (opened_at);
CREATE INDEX complaint_place ON public.complaint USING btree ((
CASE
    WHEN (ended_at IS NULL) THEN id
    ELSE ('9000000000000000000'::bigint - id)
END));
CREATE CONSTRAINT TRIGGER require_entry AFTER INSERT OR UPDATE ON public.complaint DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((COALESCE(new.recorded_by, new.operator_id) IS NOT NULL)) EXECUTE FUNCTION require_entry('complaint', 'id', 'recorded_by', 'operator_id');
CREATE TRIGGER begin_complaint AFTER INSERT ON public.complaint FOR EACH ROW EXECUTE FUNCTION begin_complaint();
CREATE TRIGGER name_who_acts AFTER INSERT OR UPDATE ON public.complaint FOR EACH ROW EXECUTE FUNCTION name_who_acts('recorded_by', 'operator_id');
CREATE TRIGGER need_operator AFTER INSERT ON public.complaint FOR EACH STATEMENT EXECUTE FUNCTION need_operator();
CREATE TRIGGER open_complaint BEFORE INSERT ON public.complaint FOR EACH ROW EXECUTE FUNCTION open_complaint();
CREATE TRIGGER refuse_closed BEFORE INSERT ON public.complaint FOR EACH ROW EXECUTE FUNCTION refuse_closed();
grant insert (member_id, topic, text, about, about_id, about_name, product, message_id, recorded_by, key), select on complaint to candor_console;
grant insert (member_id, topic, text, about, about_id, about_name, product, message_id), select on complaint to candor_http;
comment on column complaint.id is 'The number that the member is told.';
comment on column complaint.about_id is 'What it is about. No foreign key: an order may leave the database, and its complaint stays.';
comment on column complaint.about_name is 'The number of the order, or the reference of the deposit or withdrawal.';
comment on column complaint.product is 'The product of the order.';
comment on column complaint.message_id is 'The message of the chat that it was made from.';
comment on column complaint.recorded_by is 'The operator who wrote it down for the member; null where the member wrote it.';
comment on column complaint.due_on is 'The last business date on which it is answered in time.';
comment on column complaint.state is 'What its newest step says.';
comment on column complaint.operator_id is 'Who works on it.';
comment on column complaint.key is 'The key of the operator''s call, so that a retry writes nothing twice. Members'' calls are in idempotency.';

create table complaint_step (
  complaint_id bigint not null,
  seq integer not null,
  kind text not null,
  text text,
  decision text,
  operator_id bigint,
  key uuid,
  at timestamp with time zone default clock_timestamp() not null,
  constraint complaint_step_pkey PRIMARY KEY (complaint_id, seq),
  constraint complaint_step_complaint_id_fkey FOREIGN KEY (complaint_id) REFERENCES complaint(id),
  constraint complaint_step_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint complaint_step_check CHECK ((kind = ANY (ARRAY['asked'::text, 'replied'::text, 'answered'::text])) = (text IS NOT NULL)),
  constraint complaint_step_check1 CHECK ((kind = 'answered'::text) = (decision IS NOT NULL)),
  constraint complaint_step_check2 CHECK (kind = 'received'::text OR (kind = ANY (ARRAY['taken'::text, 'asked'::text, 'answered'::text])) = (operator_id IS NOT NULL)),
  constraint complaint_step_decision_check CHECK (decision = ANY (ARRAY['upheld'::text, 'partly'::text, 'rejected'::text])),
  constraint complaint_step_kind_check CHECK (kind = ANY (ARRAY['received'::text, 'taken'::text, 'asked'::text, 'replied'::text, 'answered'::text, 'withdrawn'::text])),
  constraint complaint_step_seq_check CHECK (seq >= 1),
  constraint complaint_step_text_check CHECK (length(text) >= 1 AND length(text) <= 2000)
);
CREATE UNIQUE INDEX complaint_step_key ON public.complaint_step USING btree (complaint_id, key) WHERE (key IS NOT NULL);
CREATE CONSTRAINT TRIGGER require_entry AFTER INSERT ON public.complaint_step DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.operator_id IS NOT NULL)) EXECUTE FUNCTION require_entry('complaint', 'complaint_id', 'operator_id');
CREATE TRIGGER name_who_acts AFTER INSERT ON public.complaint_step FOR EACH ROW EXECUTE FUNCTION name_who_acts('operator_id');
CREATE TRIGGER need_operator AFTER INSERT ON public.complaint_step FOR EACH STATEMENT EXECUTE FUNCTION need_operator();
CREATE TRIGGER take_complaint_step BEFORE INSERT ON public.complaint_step FOR EACH ROW EXECUTE FUNCTION take_complaint_step();
CREATE TRIGGER tell_member AFTER INSERT ON public.complaint_step FOR EACH ROW WHEN (((new.operator_id IS NOT NULL) AND (new.kind = ANY (ARRAY['received'::text, 'asked'::text, 'answered'::text])))) EXECUTE FUNCTION tell_complaint_step();
grant insert (complaint_id, kind, text, decision, operator_id, key), select on complaint_step to candor_console;
grant insert (complaint_id, kind, text), select on complaint_step to candor_http;
comment on column complaint_step.key is 'The key of the operator''s call, so that a retry writes nothing twice.';

create table console_captcha (
  id uuid constraint captcha_id_not_null not null,
  answer_hash bytea constraint captcha_answer_hash_not_null not null,
  expires_at timestamp with time zone constraint captcha_expires_at_not_null not null,
  used_by bytea,
  passed boolean,
  level smallint default 0 constraint captcha_level_not_null not null,
  constraint console_captcha_pkey PRIMARY KEY (id),
  constraint console_captcha_check CHECK ((used_by IS NULL) = (passed IS NULL)),
  constraint console_captcha_level_check CHECK (level >= 0 AND level <= 2),
  constraint console_captcha_used_by_check CHECK (length(used_by) = 32)
);
CREATE INDEX console_captcha_expires_at_idx ON public.console_captcha USING btree (expires_at);
grant insert (id, answer_hash, expires_at, level), select, update (expires_at, used_by, passed) on console_captcha to candor_console;
comment on table console_captcha is 'As captcha, for the console.';

create table console_login_budget (
  key text constraint login_budget_key_not_null not null,
  drained_at timestamp with time zone constraint login_budget_drained_at_not_null not null,
  constraint console_login_budget_pkey PRIMARY KEY (key),
  constraint console_login_budget_key_check CHECK (length(key) <= 64)
);
CREATE INDEX console_login_budget_drained_at_idx ON public.console_login_budget USING btree (drained_at);
grant insert (key, drained_at), select, update (drained_at) on console_login_budget to candor_console;
comment on table console_login_budget is 'As login_budget, for the console.';

create table console_login_failure (
  lane text constraint login_failure_lane_not_null not null,
  failures integer constraint login_failure_failures_not_null not null,
  locked_until timestamp with time zone,
  last_at timestamp with time zone default clock_timestamp() constraint login_failure_last_at_not_null not null,
  constraint console_login_failure_pkey PRIMARY KEY (lane),
  constraint console_login_failure_failures_check CHECK (failures >= 0),
  constraint console_login_failure_lane_check CHECK (length(lane) <= 64)
);
grant insert (lane, failures), select, update (failures, locked_until, last_at) on console_login_failure to candor_console;
comment on table console_login_failure is 'As login_failure, for the console.';

create table console_login_network (
  member_id bigint constraint login_network_member_id_not_null not null,
  network text constraint login_network_network_not_null not null,
  last_at timestamp with time zone default clock_timestamp() constraint login_network_last_at_not_null not null,
  constraint console_login_network_pkey PRIMARY KEY (member_id, network),
  constraint console_login_network_member_id_fkey FOREIGN KEY (member_id) REFERENCES operator(id),
  constraint console_login_network_network_check CHECK (length(network) <= 64)
);
CREATE INDEX console_login_network_last_at_idx ON public.console_login_network USING btree (last_at);
CREATE INDEX console_login_network_network_last_at_idx ON public.console_login_network USING btree (network, last_at);
grant insert (member_id, network), select, update (last_at) on console_login_network to candor_console;
comment on table console_login_network is 'As login_network, for the console.';
comment on column console_login_network.member_id is 'The operator.';

create table console_rate_limit (
  key character varying(255) constraint rate_limit_key_not_null not null,
  points integer default 0 constraint rate_limit_points_not_null not null,
  expire bigint,
  constraint console_rate_limit_pkey PRIMARY KEY (key)
);
grant insert (key, points, expire), select, update (points, expire) on console_rate_limit to candor_console;
comment on table console_rate_limit is 'As rate_limit, for the console.';

create table data_request (
  id uuid default uuidv7() not null,
  member_id bigint not null,
  status text default 'asked'::text not null,
  asked_at timestamp with time zone default clock_timestamp() not null,
  tries smallint default 0 not null,
  next_at timestamp with time zone default clock_timestamp() not null,
  pieces integer default 0 not null,
  ready_at timestamp with time zone,
  until timestamp with time zone,
  bytes bigint,
  sha256 bytea,
  link_hash bytea,
  link_until timestamp with time zone,
  constraint data_request_pkey PRIMARY KEY (id),
  constraint data_request_link_hash_key UNIQUE (link_hash),
  constraint data_request_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint data_request_bytes_check CHECK (bytes > 0),
  constraint data_request_check CHECK (until > ready_at),
  constraint data_request_link_check CHECK ((link_hash IS NULL) = (link_until IS NULL)),
  constraint data_request_link_hash_check CHECK (length(link_hash) = 32),
  constraint data_request_pieces_check CHECK (pieces >= 0),
  constraint data_request_ready_check CHECK ((status = ANY (ARRAY['ready'::text, 'gone'::text])) = (num_nulls(ready_at, until, bytes, sha256) = 0)),
  constraint data_request_sha256_check CHECK (length(sha256) = 32),
  constraint data_request_status_check CHECK (status = ANY (ARRAY['asked'::text, 'ready'::text, 'failed'::text, 'gone'::text])),
  constraint data_request_tries_check CHECK (tries >= 0)
);
CREATE INDEX data_request_due ON public.data_request USING btree (next_at) WHERE (status = 'asked'::text);
CREATE INDEX data_request_member ON public.data_request USING btree (member_id, id DESC);
CREATE UNIQUE INDEX data_request_open ON public.data_request USING btree (member_id) WHERE (status = 'asked'::text);
CREATE INDEX data_request_until ON public.data_request USING btree (until) WHERE (status = 'ready'::text);
CREATE TRIGGER keep_data_request BEFORE INSERT ON public.data_request FOR EACH ROW EXECUTE FUNCTION keep_data_request();
grant select (id, member_id, status, asked_at, ready_at, until, bytes) on data_request to candor_console;
grant insert (member_id), select, update (link_hash, link_until) on data_request to candor_http;
grant select, update (status, tries, next_at, pieces) on data_request to candor_worker;
comment on table data_request is 'One row a file of everything about a member that they asked for. The bytes are sealed in pieces among the pictures, under its id.';
comment on column data_request.tries is 'How often the worker began it. The newest try is the one that writes.';
comment on column data_request.next_at is 'When the newest try has ended without a word, or the next one begins.';
comment on column data_request.pieces is 'How many sealed pieces any try may have written.';
comment on column data_request.until is 'When the file is erased.';
comment on column data_request.link_hash is 'SHA-256 of the token of the newest link to it.';

create table day_signature (
  business_date date not null,
  operator_id bigint not null,
  hash bytea not null,
  signed_at timestamp with time zone default clock_timestamp() not null,
  constraint day_signature_pkey PRIMARY KEY (business_date, operator_id),
  constraint day_signature_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint day_signature_hash_check CHECK (length(hash) = 32)
);
CREATE CONSTRAINT TRIGGER require_entry AFTER INSERT ON public.day_signature DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_entry('businessDay', 'business_date', 'operator_id');
CREATE TRIGGER name_who_acts AFTER INSERT ON public.day_signature FOR EACH ROW EXECUTE FUNCTION name_who_acts('operator_id');
CREATE TRIGGER sign_day BEFORE INSERT ON public.day_signature FOR EACH ROW EXECUTE FUNCTION sign_day();
grant insert (business_date, operator_id, hash), select on day_signature to candor_console;
comment on table day_signature is 'Insert-only, two a date. With the second one the date is closed.';

create table deposit (
  id uuid default uuidv7() not null,
  reference text not null,
  member_id bigint not null,
  wallet text not null,
  currency text not null,
  channel text not null,
  kind text not null,
  network text,
  amount bigint not null,
  asset text not null,
  asset_amount bigint not null,
  rate bigint not null,
  rate_until timestamp with time zone not null,
  details jsonb not null,
  status text default 'recharging'::text not null,
  txid text,
  payer text,
  proof uuid,
  credited bigint,
  reason text,
  note text,
  taken_by bigint,
  first_by bigint,
  second_by bigint,
  version integer default 1 not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  expires_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  decided_at timestamp with time zone,
  promised_minutes integer not null,
  proof_required boolean not null,
  moved_by bigint,
  proved_by uuid,
  constraint deposit_pkey PRIMARY KEY (id),
  constraint deposit_reference_key UNIQUE (reference),
  constraint deposit_channel_fkey FOREIGN KEY (channel) REFERENCES deposit_channel(code),
  constraint deposit_first_by_fkey FOREIGN KEY (first_by) REFERENCES operator(id),
  constraint deposit_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint deposit_moved_by_fkey FOREIGN KEY (moved_by) REFERENCES operator(id),
  constraint deposit_proof_member_id_fkey FOREIGN KEY (proof, member_id) REFERENCES file(id, member_id),
  constraint deposit_proved_by_fkey FOREIGN KEY (proved_by) REFERENCES payment_notice(id),
  constraint deposit_second_by_fkey FOREIGN KEY (second_by) REFERENCES operator(id),
  constraint deposit_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES operator(id),
  constraint deposit_amount_check CHECK (amount > 0),
  constraint deposit_asset_amount_check CHECK (asset_amount > 0),
  constraint deposit_check CHECK (taken_by <> member_id AND first_by <> member_id AND second_by <> member_id AND first_by <> second_by),
  constraint deposit_check1 CHECK ((status = ANY (ARRAY['approved'::text, 'seconding'::text])) = (credited IS NOT NULL)),
  constraint deposit_check2 CHECK ((status = ANY (ARRAY['approved'::text, 'rejected'::text, 'cancelled'::text])) = (decided_at IS NOT NULL)),
  constraint deposit_check3 CHECK (status <> 'approved'::text OR first_by IS NOT NULL OR (kind = ANY (ARRAY['practice'::text, 'online'::text]))),
  constraint deposit_check4 CHECK (status <> 'approved'::text OR credited = amount OR second_by IS NOT NULL),
  constraint deposit_check5 CHECK (status <> 'rejected'::text OR reason IS NOT NULL),
  constraint deposit_check6 CHECK (moved_by <> member_id),
  constraint deposit_credited_check CHECK (credited > 0),
  constraint deposit_note_check CHECK (length(note) <= 500),
  constraint deposit_payer_check CHECK (length(payer) <= 64),
  constraint deposit_proof_of_service_check CHECK (proved_by IS NULL OR kind = 'online'::text AND status = 'approved'::text),
  constraint deposit_reason_check CHECK (reason ~ '^[A-Z_]{2,40}$'::text),
  constraint deposit_reference_check CHECK (reference ~ '^[A-Z0-9]{8}$'::text),
  constraint deposit_status_check CHECK (status = ANY (ARRAY['recharging'::text, 'pending'::text, 'reviewing'::text, 'seconding'::text, 'approved'::text, 'rejected'::text, 'cancelled'::text])),
  constraint deposit_txid_check CHECK (length(txid) <= 80),
  constraint deposit_wallet_check CHECK (wallet = ANY (ARRAY['practice'::text, 'cash'::text]))
);
CREATE INDEX deposit_amounts ON public.deposit USING btree (status, kind, amount, id);
CREATE INDEX deposit_listed ON public.deposit USING btree (status, kind, created_at, id);
CREATE INDEX deposit_member ON public.deposit USING btree (member_id, wallet, id DESC);
CREATE UNIQUE INDEX deposit_proved_by ON public.deposit USING btree (proved_by) WHERE (proved_by IS NOT NULL);
CREATE UNIQUE INDEX deposit_txid ON public.deposit USING btree (network, lower(txid)) WHERE ((txid IS NOT NULL) AND (status <> ALL (ARRAY['rejected'::text, 'cancelled'::text])));
CREATE INDEX deposit_txid_found ON public.deposit USING btree (lower(txid)) WHERE (txid IS NOT NULL);
CREATE CONSTRAINT TRIGGER check_money AFTER INSERT OR UPDATE ON public.deposit DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_deposit_money();
CREATE CONSTRAINT TRIGGER require_entry AFTER UPDATE ON public.deposit DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_entry('deposit', 'id', 'taken_by', 'first_by', 'second_by', 'moved_by');
CREATE TRIGGER check_hands AFTER UPDATE ON public.deposit FOR EACH ROW EXECUTE FUNCTION check_hands();
CREATE TRIGGER compare_statement_match AFTER UPDATE OF status, credited ON public.deposit FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.credited IS DISTINCT FROM new.credited))) EXECUTE FUNCTION compare_statement_match();
CREATE TRIGGER count_own_deposits AFTER UPDATE ON public.deposit FOR EACH ROW WHEN (((new.status = 'approved'::text) AND (old.status <> 'approved'::text))) EXECUTE FUNCTION keep_deposit_limits();
CREATE TRIGGER keep_deposit_limits AFTER INSERT ON public.deposit FOR EACH ROW EXECUTE FUNCTION keep_deposit_limits();
CREATE TRIGGER keep_mover BEFORE UPDATE ON public.deposit FOR EACH ROW EXECUTE FUNCTION keep_mover();
CREATE TRIGGER keep_promise BEFORE INSERT ON public.deposit FOR EACH ROW EXECUTE FUNCTION keep_promise();
CREATE TRIGGER keep_second_hand BEFORE UPDATE ON public.deposit FOR EACH ROW EXECUTE FUNCTION keep_second_hand();
CREATE TRIGGER move_deposit BEFORE INSERT OR UPDATE ON public.deposit FOR EACH ROW EXECUTE FUNCTION move_deposit();
CREATE TRIGGER name_who_acts AFTER INSERT OR UPDATE ON public.deposit FOR EACH ROW EXECUTE FUNCTION name_who_acts('taken_by', 'first_by', 'second_by', 'moved_by');
CREATE TRIGGER prove_deposit BEFORE UPDATE ON public.deposit FOR EACH ROW EXECUTE FUNCTION prove_deposit();
CREATE TRIGGER refuse_closed BEFORE INSERT ON public.deposit FOR EACH ROW EXECUTE FUNCTION refuse_closed();
CREATE TRIGGER start_turnover AFTER UPDATE ON public.deposit FOR EACH ROW WHEN (((new.status = 'approved'::text) AND (old.status <> 'approved'::text))) EXECUTE FUNCTION start_turnover();
CREATE TRIGGER write_step AFTER INSERT OR UPDATE ON public.deposit FOR EACH ROW EXECUTE FUNCTION write_cashier_step();
grant select, update (status, credited, reason, note, taken_by, first_by, second_by, moved_by) on deposit to candor_console;
grant insert (id, reference, member_id, wallet, currency, channel, kind, network, amount, asset, asset_amount, rate, rate_until, details, expires_at), select (id, reference, member_id, wallet, currency, channel, kind, network, amount, asset, asset_amount, rate, rate_until, details, status, txid, payer, proof, credited, reason, taken_by, first_by, second_by, version, created_at, expires_at, paid_at, decided_at, promised_minutes, proof_required, moved_by, proved_by), update (status, txid, payer, proof, reason) on deposit to candor_http;
grant select (id, reference, member_id, wallet, currency, channel, kind, network, amount, asset, asset_amount, rate, rate_until, details, status, txid, payer, proof, credited, reason, taken_by, first_by, second_by, version, created_at, expires_at, paid_at, decided_at, promised_minutes, proof_required, moved_by, proved_by), update (status, credited, reason, proved_by) on deposit to candor_worker;
comment on table deposit is 'One row a deposit of a member, from its creation to its decision.';
comment on column deposit.note is 'The note of the operator. It stays inside: the roles of the member''s side cannot read it.';
comment on column deposit.moved_by is 'The operator who made the last step; null when it was the member or the worker.';
comment on column deposit.proved_by is 'The notice of the payment service that it was credited by.';

create table deposit_channel (
  code text not null,
  kind text not null,
  network text,
  names jsonb not null,
  asset text not null,
  asset_decimals smallint not null,
  rate bigint not null,
  min bigint not null,
  max bigint not null,
  details jsonb default '{}'::jsonb not null,
  arrival_minutes integer not null,
  proof_required boolean default false not null,
  active boolean default true not null,
  "position" integer not null,
  version integer default 1 not null,
  confirmations integer default 12 not null,
  second_from bigint not null,
  far_rate integer not null,
  bound_rate integer not null,
  constraint deposit_channel_pkey PRIMARY KEY (code),
  constraint deposit_channel_arrival_minutes_check CHECK (arrival_minutes >= 0),
  constraint deposit_channel_asset_check CHECK (asset ~ '^[A-Z]{3,5}$'::text),
  constraint deposit_channel_asset_decimals_check CHECK (asset_decimals >= 0 AND asset_decimals <= 8),
  constraint deposit_channel_check CHECK (max >= min),
  constraint deposit_channel_check1 CHECK ((kind = 'usdt'::text) = (network IS NOT NULL)),
  constraint deposit_channel_code_check CHECK (code ~ '^[a-z0-9-]{2,32}$'::text),
  constraint deposit_channel_confirmations_check CHECK (confirmations >= 1 AND confirmations <= 1000),
  constraint deposit_channel_kind_check CHECK (kind = ANY (ARRAY['practice'::text, 'bank'::text, 'usdt'::text, 'online'::text])),
  constraint deposit_channel_min_check CHECK (min > 0),
  constraint deposit_channel_network_check CHECK (network = ANY (ARRAY['trc20'::text, 'erc20'::text])),
  constraint deposit_channel_par_check CHECK (kind = 'usdt'::text OR rate = 10000),
  constraint deposit_channel_rate_check CHECK (rate > 0),
  constraint deposit_channel_second_check CHECK (second_from >= 0 AND second_from <= max),
  constraint deposit_channel_spread_check CHECK (0 <= far_rate AND far_rate <= bound_rate AND bound_rate <= 100000),
  constraint deposit_channel_version_check CHECK (version > 0)
);
grant select on deposit_channel to candor_console;
grant select on deposit_channel to candor_http;
grant select on deposit_channel to candor_worker;
comment on column deposit_channel.rate is 'Price of one whole asset in whole units of the account currency, in 1/10,000.';
comment on column deposit_channel.confirmations is 'Blocks after which the desk may take a payment on a chain as final.';
comment on column deposit_channel.second_from is 'From this amount on, a deposit needs a second operator.';
comment on column deposit_channel.far_rate is 'How far the credited amount may be from the asked one before it is typed twice, in 1/10,000 of that.';
comment on column deposit_channel.bound_rate is 'How far it may be at all, in 1/10,000 of the asked amount.';

create table device_nonce (
  session_id uuid not null,
  nonce text not null,
  expires_at timestamp with time zone not null,
  constraint device_nonce_pkey PRIMARY KEY (session_id, nonce),
  constraint device_nonce_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE,
  constraint device_nonce_nonce_check CHECK (nonce ~ '^[A-Za-z0-9_-]{22}$'::text)
);
CREATE INDEX device_nonce_expiry ON public.device_nonce USING btree (expires_at);
grant insert on device_nonce to candor_http;
grant select (expires_at) on device_nonce to candor_worker;
comment on table device_nonce is 'Signatures that were used, until they are too old to be accepted again.';

create table factor_challenge (
  token_hash bytea not null,
  member_id bigint not null,
  purpose text not null,
  bound_to bytea not null,
  tries smallint default 0 not null,
  expires_at timestamp with time zone not null,
  constraint factor_challenge_pkey PRIMARY KEY (token_hash),
  constraint factor_challenge_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint factor_challenge_bound_to_check CHECK (length(bound_to) = 32),
  constraint factor_challenge_purpose_check CHECK (purpose = ANY (ARRAY['login'::text, 'confirm'::text, 'add'::text])),
  constraint factor_challenge_token_hash_check CHECK (length(token_hash) = 32),
  constraint factor_challenge_tries_check CHECK (tries >= 0 AND tries <= 5)
);
CREATE INDEX factor_challenge_bound ON public.factor_challenge USING btree (bound_to);
CREATE INDEX factor_challenge_expiry ON public.factor_challenge USING btree (expires_at);
grant insert (token_hash, member_id, purpose, bound_to, expires_at), select, update (tries) on factor_challenge to candor_http;
grant select (expires_at) on factor_challenge to candor_worker;

create table factor_release (
  id bigint generated always as identity not null,
  member_id bigint not null,
  maker bigint not null,
  checker bigint,
  reason text not null,
  asked_at timestamp with time zone,
  done_at timestamp with time zone,
  status text default 'proposed'::text not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  decided_at timestamp with time zone,
  note text,
  ended_by bigint,
  constraint factor_release_pkey PRIMARY KEY (id),
  constraint factor_release_checker_fkey FOREIGN KEY (checker) REFERENCES operator(id),
  constraint factor_release_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES operator(id),
  constraint factor_release_maker_fkey FOREIGN KEY (maker) REFERENCES operator(id),
  constraint factor_release_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint factor_release_check CHECK (maker <> member_id),
  constraint factor_release_check1 CHECK (checker <> member_id),
  constraint factor_release_checker_check CHECK (
CASE status
    WHEN 'proposed'::text THEN checker IS NULL
    WHEN 'withdrawn'::text THEN checker = maker
    ELSE checker IS NOT NULL AND checker <> maker
END),
  constraint factor_release_end_check CHECK (ended_by IS NULL OR status = 'stopped'::text),
  constraint factor_release_note_check CHECK (length(note) <= 300),
  constraint factor_release_reason_check CHECK (length(btrim(reason)) >= 1 AND length(btrim(reason)) <= 300),
  constraint factor_release_status_check CHECK (status = ANY (ARRAY['proposed'::text, 'waiting'::text, 'rejected'::text, 'withdrawn'::text, 'stopped'::text, 'released'::text])),
  constraint factor_release_times_check CHECK ((status = 'proposed'::text) = (decided_at IS NULL) AND (status = ANY (ARRAY['waiting'::text, 'stopped'::text, 'released'::text])) = (asked_at IS NOT NULL) AND (status = ANY (ARRAY['stopped'::text, 'released'::text])) = (done_at IS NOT NULL))
);
CREATE INDEX factor_release_due ON public.factor_release USING btree (asked_at) WHERE (status = 'waiting'::text);
CREATE INDEX factor_release_member ON public.factor_release USING btree (member_id, id DESC);
CREATE UNIQUE INDEX factor_release_open ON public.factor_release USING btree (member_id) WHERE (status = ANY (ARRAY['proposed'::text, 'waiting'::text]));
CREATE INDEX factor_release_queue ON public.factor_release USING btree (status, id DESC);
CREATE CONSTRAINT TRIGGER require_entry AFTER INSERT OR UPDATE ON public.factor_release DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_entry('member', 'member_id', 'maker', 'checker', 'ended_by');
CREATE TRIGGER decide_factor_release BEFORE INSERT OR UPDATE ON public.factor_release FOR EACH ROW EXECUTE FUNCTION decide_factor_release();
CREATE TRIGGER name_who_acts AFTER INSERT OR UPDATE ON public.factor_release FOR EACH ROW EXECUTE FUNCTION name_who_acts('maker', 'checker', 'ended_by');
grant insert (member_id, maker, reason), select, update (checker, status, note, ended_by) on factor_release to candor_console;
grant select (id, asked_at, status) on factor_release to candor_worker;
comment on column factor_release.asked_at is 'When the member was told, and the 24 hours began.';
comment on column factor_release.ended_by is 'The operator who stopped it. Null where the member did, by using the factor.';

create table fairness_account (
  month date not null,
  wallet text not null,
  ref text not null,
  won bigint not null,
  lost bigint not null,
  tied bigint not null,
  staked bigint not null,
  paid bigint not null,
  constraint fairness_account_pkey PRIMARY KEY (month, wallet, ref),
  constraint fairness_account_month_wallet_fkey FOREIGN KEY (month, wallet) REFERENCES fairness_month(month, wallet),
  constraint fairness_account_lost_check CHECK (lost >= 0),
  constraint fairness_account_paid_check CHECK (paid >= 0),
  constraint fairness_account_ref_check CHECK (ref ~ '^[0-9a-f]{64}$'::text),
  constraint fairness_account_staked_check CHECK (staked >= 0),
  constraint fairness_account_tied_check CHECK (tied >= 0),
  constraint fairness_account_won_check CHECK (won >= 0)
);
grant select on fairness_account to candor_http;
grant insert, select on fairness_account to candor_worker;
comment on table fairness_account is 'Insert-only: an account''s share of a month.';
comment on column fairness_account.ref is 'SHA-256 of the id of its first order that closed in the month, a slash, and the month as YYYY-MM.';

create table fairness_day (
  day date not null,
  ends_at timestamp with time zone not null,
  counted_at timestamp with time zone default clock_timestamp() not null,
  constraint fairness_day_pkey PRIMARY KEY (day)
);
grant select on fairness_day to candor_console;
grant select on fairness_day to candor_http;
grant insert (day, ends_at), select on fairness_day to candor_worker;
comment on table fairness_day is 'Business days whose every order is settled and counted in fairness_figure; without a gap since the first.';

create table fairness_figure (
  day date not null,
  wallet text not null,
  product text not null,
  duration_sec integer not null,
  outcome text not null,
  reason text,
  orders bigint not null,
  constraint fairness_figure_day_wallet_product_duration_sec_outcome_rea_key UNIQUE NULLS NOT DISTINCT (day, wallet, product, duration_sec, outcome, reason),
  constraint fairness_figure_day_fkey FOREIGN KEY (day) REFERENCES fairness_day(day),
  constraint fairness_figure_orders_check CHECK (orders > 0),
  constraint fairness_figure_wallet_check CHECK (wallet = ANY (ARRAY['practice'::text, 'cash'::text]))
);
grant select on fairness_figure to candor_console;
grant select on fairness_figure to candor_http;
grant insert, select on fairness_figure to candor_worker;
comment on table fairness_figure is 'Insert-only: settled orders of a day by how they ended. Nothing reads it to settle.';

create table fairness_month (
  month date not null,
  wallet text not null,
  won bigint not null,
  lost bigint not null,
  tied bigint not null,
  accounts bigint not null,
  losing bigint,
  staked bigint,
  paid bigint,
  counted_at timestamp with time zone default clock_timestamp() not null,
  constraint fairness_month_pkey PRIMARY KEY (month, wallet),
  constraint fairness_month_accounts_check CHECK (accounts >= 0),
  constraint fairness_month_check CHECK (losing >= 0 AND losing <= accounts),
  constraint fairness_month_check1 CHECK (num_nulls(losing, staked, paid) =
CASE
    WHEN accounts < 10 THEN 3
    ELSE 0
END),
  constraint fairness_month_lost_check CHECK (lost >= 0),
  constraint fairness_month_month_check CHECK (month = date_trunc('month'::text, month::timestamp without time zone)::date),
  constraint fairness_month_paid_check CHECK (paid >= 0),
  constraint fairness_month_staked_check CHECK (staked >= 0),
  constraint fairness_month_tied_check CHECK (tied >= 0),
  constraint fairness_month_wallet_check CHECK (wallet = ANY (ARRAY['practice'::text, 'cash'::text])),
  constraint fairness_month_won_check CHECK (won >= 0)
);
grant select on fairness_month to candor_http;
grant insert (month, wallet, won, lost, tied, accounts, losing, staked, paid), select on fairness_month to candor_worker;
comment on table fairness_month is 'Insert-only: the orders of a whole month of business dates. Void orders and replayed prices are in none. Nothing reads it to settle.';
comment on column fairness_month.accounts is 'Members with an order of the month that was not void.';
comment on column fairness_month.losing is 'Those who were paid less than they staked.';
comment on column fairness_month.staked is 'Stakes with fees, in minor units. Null for fewer than ten accounts, as what follows from it.';

create table feed_leader (
  only_row boolean default true not null,
  epoch bigint default 0 not null,
  constraint feed_leader_pkey PRIMARY KEY (only_row),
  constraint feed_leader_only_row_check CHECK (only_row)
);
grant select on feed_leader to candor_feed;
comment on table feed_leader is 'One row: the epoch of the process that may publish ticks. Each new leader raises it.';

create table file (
  id uuid not null,
  member_id bigint not null,
  purpose text not null,
  bytes integer not null,
  sha256 bytea not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  unused_since timestamp with time zone default clock_timestamp(),
  erased_at timestamp with time zone,
  constraint file_pkey PRIMARY KEY (id),
  constraint file_id_member_id_key UNIQUE (id, member_id),
  constraint file_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint file_bytes_check CHECK (bytes >= 1 AND bytes <= 8388608),
  constraint file_purpose_check CHECK (purpose = ANY (ARRAY['identity'::text, 'avatar'::text, 'depositProof'::text, 'supportPicture'::text])),
  constraint file_sha256_check CHECK (length(sha256) = 32)
);
CREATE INDEX file_identity_kept ON public.file USING btree (created_at) WHERE ((purpose = 'identity'::text) AND (erased_at IS NULL));
CREATE INDEX file_member ON public.file USING btree (member_id, created_at);
CREATE INDEX file_support_kept ON public.file USING btree (created_at) WHERE ((purpose = 'supportPicture'::text) AND (erased_at IS NULL));
CREATE INDEX file_unused ON public.file USING btree (unused_since) WHERE (unused_since IS NOT NULL);
grant select on file to candor_console;
grant insert (id, member_id, purpose, bytes, sha256), select, update (unused_since) on file to candor_http;
grant select, update (erased_at) on file to candor_worker;
comment on column file.sha256 is 'Of the picture as it is stored, before it is sealed.';
comment on column file.unused_since is 'Null while another row refers to this one.';
comment on column file.erased_at is 'When its bytes were erased. The row stays, because a rejected submission refers to it.';

create table first_run (
  member_id bigint not null,
  step smallint default 1 not null,
  product text,
  left_at timestamp with time zone,
  changed_at timestamp with time zone default clock_timestamp() not null,
  constraint first_run_pkey PRIMARY KEY (member_id),
  constraint first_run_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint first_run_product_fkey FOREIGN KEY (product) REFERENCES product(code),
  constraint first_run_step_check CHECK (step >= 1 AND step <= 3)
);
grant insert (member_id, step, product, left_at), select, update (step, product, left_at, changed_at) on first_run to candor_http;
comment on column first_run.left_at is 'The member does not want to be led; the guide stays reachable from help.';

create table frozen_session (
  token_hash bytea not null,
  member_id bigint not null,
  ended_at timestamp with time zone default clock_timestamp() not null,
  constraint frozen_session_pkey PRIMARY KEY (token_hash),
  constraint frozen_session_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint frozen_session_token_hash_check CHECK (length(token_hash) = 32)
);
CREATE INDEX frozen_session_ended ON public.frozen_session USING btree (ended_at);
comment on table frozen_session is 'One row a session that ended because its member was frozen, for a month.';

create table holding (
  id uuid not null,
  reference text not null,
  member_id bigint not null,
  wallet text not null,
  currency text not null,
  project_id uuid not null,
  version integer not null,
  agreement integer not null,
  principal bigint not null,
  annual_rate bigint not null,
  interest text not null,
  starts_on date not null,
  matures_on date not null,
  status text default 'running'::text not null,
  paid bigint default 0 not null,
  paid_through date,
  last_payment bigint default 0 not null,
  earned bigint,
  ended_on date,
  ended_at timestamp with time zone,
  roll_over boolean default false not null,
  rolled_from uuid,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint holding_pkey PRIMARY KEY (id),
  constraint holding_reference_key UNIQUE (reference),
  constraint holding_rolled_from_key UNIQUE (rolled_from),
  constraint holding_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint holding_project_id_version_fkey FOREIGN KEY (project_id, version) REFERENCES project_terms(project_id, version),
  constraint holding_rolled_from_fkey FOREIGN KEY (rolled_from) REFERENCES holding(id),
  constraint holding_check CHECK (matures_on > starts_on),
  constraint holding_check1 CHECK ((status = 'running'::text) = (ended_at IS NULL) AND (ended_at IS NULL) = (earned IS NULL) AND (earned IS NULL) = (ended_on IS NULL)),
  constraint holding_check2 CHECK (earned IS NULL OR earned = paid),
  constraint holding_principal_check CHECK (principal > 0),
  constraint holding_reference_check CHECK (reference ~ '^[A-Z0-9]{8}$'::text),
  constraint holding_status_check CHECK (status = ANY (ARRAY['running'::text, 'matured'::text, 'redeemed'::text])),
  constraint holding_wallet_check CHECK (wallet = ANY (ARRAY['practice'::text, 'cash'::text]))
);
CREATE INDEX holding_due ON public.holding USING btree (matures_on, id) WHERE (status = 'running'::text);
CREATE INDEX holding_member ON public.holding USING btree (member_id, wallet, id DESC);
CREATE INDEX holding_of_project ON public.holding USING btree (project_id, member_id) WHERE (status = 'running'::text);
CREATE INDEX holding_running ON public.holding USING btree (id) WHERE (status = 'running'::text);
CREATE INDEX holding_unpaid ON public.holding USING btree (paid_through NULLS FIRST, id) WHERE ((status = 'running'::text) AND (interest = 'daily'::text));
CREATE CONSTRAINT TRIGGER check_money AFTER INSERT OR UPDATE ON public.holding DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_holding_money();
CREATE TRIGGER free_sold AFTER UPDATE ON public.holding REFERENCING OLD TABLE AS was NEW TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION free_sold();
CREATE TRIGGER keep_exclusion BEFORE INSERT ON public.holding FOR EACH ROW EXECUTE FUNCTION refuse_excluded_holding();
CREATE TRIGGER move_holding BEFORE UPDATE ON public.holding FOR EACH ROW EXECUTE FUNCTION move_holding();
CREATE TRIGGER open_holding BEFORE INSERT ON public.holding FOR EACH ROW EXECUTE FUNCTION open_holding();
CREATE TRIGGER refuse_closed BEFORE INSERT ON public.holding FOR EACH ROW EXECUTE FUNCTION refuse_closed();
grant select on holding to candor_console;
grant insert (id, reference, member_id, wallet, currency, project_id, version, agreement, principal, roll_over), select, update (status, roll_over) on holding to candor_http;
grant select (id, member_id, wallet, project_id, version, principal, annual_rate, interest, starts_on, matures_on, status, paid, earned) on holding to candor_worker;
comment on table holding is 'One row a member''s share of a project, from its purchase to its end.';
comment on column holding.paid_through is 'The last business date whose interest was paid. last_payment is what was paid then, below zero where it was taken back.';

create table holding_accrual (
  business_date date not null,
  holding_id uuid not null,
  amount bigint not null,
  constraint holding_accrual_pkey PRIMARY KEY (business_date, holding_id)
);
grant select on holding_accrual to candor_console;
grant select on holding_accrual to candor_http;
grant select (business_date, holding_id, amount) on holding_accrual to candor_worker;
comment on table holding_accrual is 'The sum of a holding''s rows is what it has earned. The row of an early redemption may be below zero.';

create table house_day (
  product text not null,
  wallet text not null,
  day date not null,
  worst bigint not null,
  kept bigint not null,
  constraint house_day_pkey PRIMARY KEY (product, wallet, day),
  constraint house_day_product_fkey FOREIGN KEY (product) REFERENCES product(code),
  constraint house_day_wallet_check CHECK (wallet = ANY (ARRAY['practice'::text, 'cash'::text]))
) with (fillfactor=50);
grant select on house_day to candor_console;
comment on table house_day is 'What orders that close on a business day can cost (worst) and what the house kept of those that are settled (kept).';

create table house_journal (
  product text not null,
  wallet text not null,
  entry_at timestamp with time zone not null,
  closes_at timestamp with time zone not null,
  orders bigint not null,
  up_stake bigint not null,
  up_profit bigint not null,
  down_stake bigint not null,
  down_profit bigint not null,
  kept bigint not null
);
CREATE INDEX house_journal_product ON public.house_journal USING btree (product, wallet);
grant select on house_journal to candor_console;
comment on table house_journal is 'What came to house_window and house_day and is not yet in them.';

create table house_window (
  product text not null,
  wallet text not null,
  entry_at timestamp with time zone not null,
  closes_at timestamp with time zone not null,
  day date not null,
  orders bigint not null,
  up_stake bigint not null,
  up_profit bigint not null,
  down_stake bigint not null,
  down_profit bigint not null,
  worst bigint not null,
  constraint house_window_pkey PRIMARY KEY (product, wallet, closes_at, entry_at),
  constraint house_window_product_fkey FOREIGN KEY (product) REFERENCES product(code),
  constraint house_window_wallet_check CHECK (wallet = ANY (ARRAY['practice'::text, 'cash'::text])),
  constraint house_window_worst_check CHECK (worst = GREATEST(0::bigint, up_profit - down_stake, down_profit - up_stake))
) with (fillfactor=50);
grant select on house_window to candor_console;
comment on table house_window is 'Orders that run, added up by their ticks. With house_journal it is what the positions are.';

create table idempotency (
  member_id bigint not null,
  route text not null,
  key uuid not null,
  fingerprint bytea not null,
  answer json not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint idempotency_pkey PRIMARY KEY (member_id, route, key)
);
CREATE INDEX idempotency_age ON public.idempotency USING btree (created_at);
CREATE TRIGGER name_who_acts AFTER INSERT ON public.idempotency FOR EACH ROW WHEN ((COALESCE(NULLIF(current_setting('role'::text), 'none'::text), (SESSION_USER)::text) = 'candor_console'::text)) EXECUTE FUNCTION name_who_acts('member_id');
CREATE TRIGGER need_operator AFTER INSERT OR UPDATE ON public.idempotency FOR EACH STATEMENT WHEN ((COALESCE(NULLIF(current_setting('role'::text), 'none'::text), (SESSION_USER)::text) = 'candor_console'::text)) EXECUTE FUNCTION need_operator();
alter table idempotency enable row level security;
create policy cleaning on idempotency for all to candor_worker using (true);
create policy desk on idempotency for all to candor_console using ((route ~~ 'console/%'::text)) with check ((route ~~ 'console/%'::text));
create policy members on idempotency for all to candor_http using ((route !~~ 'console/%'::text)) with check ((route !~~ 'console/%'::text));
grant insert, select on idempotency to candor_console;
grant insert, select on idempotency to candor_http;
grant select (created_at) on idempotency to candor_worker;

create table integrity_check (
  name text not null,
  halts boolean not null,
  begun_at timestamp with time zone default clock_timestamp() not null,
  ended_at timestamp with time zone,
  failing_since timestamp with time zone,
  found integer default 0 not null,
  sample text[] default '{}'::text[] not null,
  error text,
  took_ms integer,
  constraint integrity_check_pkey PRIMARY KEY (name),
  constraint integrity_check_error_check CHECK (length(error) >= 1 AND length(error) <= 500),
  constraint integrity_check_found_check CHECK (found >= 0),
  constraint integrity_check_name_check CHECK (name ~ '^[a-z][a-z0-9-]{2,60}$'::text),
  constraint integrity_check_sample_check CHECK (cardinality(sample) <= 20),
  constraint integrity_check_took_ms_check CHECK (took_ms >= 0)
);
grant select on integrity_check to candor_console;
grant insert (name, halts), select, update (halts, begun_at, ended_at, failing_since, found, sample, error, took_ms) on integrity_check to candor_worker;
comment on table integrity_check is 'One row a check of the books that was asked: its newest answer.';
comment on column integrity_check.halts is 'While it finds something, no money leaves.';
comment on column integrity_check.begun_at is 'When it was asked last. Not answered while ended_at is older or null.';
comment on column integrity_check.found is 'How many rows it found; it looks no further than a few.';
comment on column integrity_check.sample is 'The first of them, as text: ids and amounts.';
comment on column integrity_check.error is 'Why the database did not answer. What it found before still holds.';

create table invest_change (
  id uuid not null,
  kind text not null,
  project_id uuid,
  base_version integer,
  terms jsonb not null,
  reason text not null,
  status text default 'proposed'::text not null,
  maker bigint not null,
  checker bigint,
  note text,
  created_at timestamp with time zone default clock_timestamp() not null,
  decided_at timestamp with time zone,
  constraint invest_change_pkey PRIMARY KEY (id),
  constraint invest_change_checker_fkey FOREIGN KEY (checker) REFERENCES operator(id),
  constraint invest_change_maker_fkey FOREIGN KEY (maker) REFERENCES operator(id),
  constraint invest_change_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  constraint invest_change_check CHECK (kind = 'project'::text OR project_id IS NULL),
  constraint invest_change_check1 CHECK ((project_id IS NULL) = (base_version IS NULL)),
  constraint invest_change_check2 CHECK (
CASE status
    WHEN 'proposed'::text THEN checker IS NULL
    WHEN 'withdrawn'::text THEN checker = maker
    ELSE checker <> maker
END),
  constraint invest_change_check3 CHECK ((status = 'proposed'::text) = (decided_at IS NULL)),
  constraint invest_change_kind_check CHECK (kind = ANY (ARRAY['project'::text, 'savingsRate'::text])),
  constraint invest_change_note_check CHECK (length(note) <= 300),
  constraint invest_change_reason_check CHECK (length(reason) <= 300 AND reason ~ '\S'::text),
  constraint invest_change_status_check CHECK (status = ANY (ARRAY['proposed'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text]))
);
CREATE UNIQUE INDEX invest_change_open_project ON public.invest_change USING btree (project_id) WHERE (status = 'proposed'::text);
CREATE UNIQUE INDEX invest_change_open_rate ON public.invest_change USING btree (kind) WHERE ((status = 'proposed'::text) AND (kind = 'savingsRate'::text));
CREATE INDEX invest_change_queue ON public.invest_change USING btree (status, id DESC);
CREATE CONSTRAINT TRIGGER require_entry AFTER INSERT OR UPDATE ON public.invest_change DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_entry('investChange', 'id', 'maker', 'checker');
CREATE TRIGGER decide_invest_change BEFORE INSERT OR UPDATE ON public.invest_change FOR EACH ROW EXECUTE FUNCTION decide_invest_change();
CREATE TRIGGER name_who_acts AFTER INSERT OR UPDATE ON public.invest_change FOR EACH ROW EXECUTE FUNCTION name_who_acts('maker', 'checker');
grant insert (id, kind, project_id, base_version, terms, reason, maker), select, update (status, checker, note) on invest_change to candor_console;

create table invest_policy (
  only_row boolean default true not null,
  password_from bigint,
  constraint invest_policy_pkey PRIMARY KEY (only_row),
  constraint invest_policy_only_row_check CHECK (only_row),
  constraint invest_policy_password_from_check CHECK (password_from > 0)
);
grant select on invest_policy to candor_console;
grant select on invest_policy to candor_http;
comment on table invest_policy is 'One row: when an investment asks for the withdraw password.';
comment on column invest_policy.password_from is 'From this amount on the withdraw password is asked for; null: never.';

create table invitation (
  invitee_id bigint not null,
  inviter_id bigint not null,
  version integer not null,
  amount bigint not null,
  turnover_rate bigint not null,
  state text default 'waiting'::text not null,
  reason text,
  deposit_id uuid,
  needed bigint,
  turnover bigint default 0 not null,
  due_at timestamp with time zone default 'infinity'::timestamp with time zone not null,
  looks integer default 0 not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  moved_at timestamp with time zone default clock_timestamp() not null,
  constraint invitation_pkey PRIMARY KEY (invitee_id),
  constraint invitation_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposit(id),
  constraint invitation_invitee_id_fkey FOREIGN KEY (invitee_id) REFERENCES member(id),
  constraint invitation_inviter_id_fkey FOREIGN KEY (inviter_id) REFERENCES member(id),
  constraint invitation_amount_check CHECK (amount > 0),
  constraint invitation_check CHECK (inviter_id <> invitee_id),
  constraint invitation_check1 CHECK ((state = 'refused'::text) = (reason IS NOT NULL)),
  constraint invitation_check2 CHECK ((deposit_id IS NULL) = (needed IS NULL)),
  constraint invitation_check3 CHECK (state = 'waiting'::text OR deposit_id IS NOT NULL),
  constraint invitation_looks_check CHECK (looks >= 0),
  constraint invitation_needed_check CHECK (needed > 0),
  constraint invitation_reason_check CHECK (reason = ANY (ARRAY['IDENTITY'::text, 'CARD'::text, 'DEVICE'::text, 'NETWORK'::text, 'THIRD'::text, 'CHAIN'::text, 'REPEATED'::text])),
  constraint invitation_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'earned'::text, 'paid'::text, 'refused'::text])),
  constraint invitation_turnover_check CHECK (turnover >= 0),
  constraint invitation_turnover_rate_check CHECK (turnover_rate > 0),
  constraint invitation_version_check CHECK (version > 0)
);
CREATE INDEX invitation_due ON public.invitation USING btree (due_at) WHERE (state = ANY (ARRAY['waiting'::text, 'earned'::text]));
CREATE INDEX invitation_inviter ON public.invitation USING btree (inviter_id, invitee_id DESC);
CREATE INDEX invitation_state ON public.invitation USING btree (state, invitee_id DESC);
grant select on invitation to candor_console;
grant select on invitation to candor_http;
grant select on invitation to candor_worker;
comment on column invitation.due_at is 'When the worker looks at it next. Without a deposit there is nothing to look at.';
comment on column invitation.looks is 'Looks in this state that changed nothing. Each makes the next one wait longer.';

create table invitation_reward (
  invitee_id bigint not null,
  inviter_id bigint not null,
  deposit_id uuid not null,
  wallet text not null,
  amount bigint not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint invitation_reward_pkey PRIMARY KEY (invitee_id),
  constraint invitation_reward_deposit_id_key UNIQUE (deposit_id),
  constraint invitation_reward_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposit(id),
  constraint invitation_reward_invitee_id_fkey FOREIGN KEY (invitee_id) REFERENCES member(id),
  constraint invitation_reward_inviter_id_fkey FOREIGN KEY (inviter_id) REFERENCES member(id),
  constraint invitation_reward_amount_check CHECK (amount > 0),
  constraint invitation_reward_check CHECK (inviter_id <> invitee_id)
);
CREATE INDEX invitation_reward_inviter ON public.invitation_reward USING btree (inviter_id, at DESC);
CREATE TRIGGER check_reward BEFORE INSERT ON public.invitation_reward FOR EACH ROW EXECUTE FUNCTION check_reward();
grant select on invitation_reward to candor_console;
grant select on invitation_reward to candor_http;
grant insert (invitee_id, inviter_id, deposit_id, wallet, amount), select on invitation_reward to candor_worker;

create table ledger_balance (
  business_date date not null,
  wallet text not null,
  currency text not null,
  kind text not null,
  type text not null,
  debit bigint not null,
  credit bigint not null,
  entries bigint not null,
  constraint ledger_balance_pkey PRIMARY KEY (business_date, wallet, currency, kind, type),
  constraint ledger_balance_credit_check CHECK (credit >= 0),
  constraint ledger_balance_debit_check CHECK (debit >= 0),
  constraint ledger_balance_entries_check CHECK (entries > 0)
);
grant select on ledger_balance to candor_console;
grant select on ledger_balance to candor_worker;
comment on table ledger_balance is 'Insert-only, when the last hour of a date is booked. Sums from the first hour until the end of the date.';

create table ledger_day (
  business_date date not null,
  wallet text not null,
  active bigint not null,
  constraint ledger_day_pkey PRIMARY KEY (business_date, wallet),
  constraint ledger_day_active_check CHECK (active >= 0),
  constraint ledger_day_wallet_check CHECK (wallet = ANY (ARRAY['practice'::text, 'cash'::text]))
);
grant select on ledger_day to candor_console;
grant select on ledger_day to candor_worker;
comment on table ledger_day is 'Insert-only, with the last hour of a date. Members who placed an order, paid in, asked for a withdrawal or invested.';

create table ledger_hour (
  begins_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  business_date date not null,
  booked_at timestamp with time zone default clock_timestamp() not null,
  constraint ledger_hour_pkey PRIMARY KEY (begins_at),
  constraint ledger_hour_ends_at_key UNIQUE (ends_at),
  constraint ledger_hour_check CHECK (ends_at > begins_at AND ends_at <= (begins_at + '01:00:00'::interval))
);
CREATE INDEX ledger_hour_date ON public.ledger_hour USING btree (business_date);
grant select on ledger_hour to candor_console;
grant select on ledger_hour to candor_worker;
comment on table ledger_hour is 'Insert-only, without a gap. Each lies in one business date of the site.';

create table ledger_hour_line (
  begins_at timestamp with time zone not null,
  wallet text not null,
  currency text not null,
  kind text not null,
  type text not null,
  debit bigint not null,
  credit bigint not null,
  entries bigint not null,
  constraint ledger_hour_line_pkey PRIMARY KEY (begins_at, wallet, currency, kind, type),
  constraint ledger_hour_line_begins_at_fkey FOREIGN KEY (begins_at) REFERENCES ledger_hour(begins_at),
  constraint ledger_hour_line_credit_check CHECK (credit >= 0),
  constraint ledger_hour_line_debit_check CHECK (debit >= 0),
  constraint ledger_hour_line_entries_check CHECK (entries > 0)
);
grant select on ledger_hour_line to candor_console;
grant select on ledger_hour_line to candor_worker;
comment on table ledger_hour_line is 'Insert-only. What accounts of a kind gave (debit) and took (credit) by transfers of a type that moved money.';
comment on column ledger_hour_line.entries is 'Sides of transfers: a transfer between two members has two of one kind.';

create table ledger_mark (
  only_row boolean default true not null,
  made_at timestamp with time zone not null,
  xid xid8 not null,
  constraint ledger_mark_pkey PRIMARY KEY (only_row),
  constraint ledger_mark_only_row_check CHECK (only_row)
);
comment on table ledger_mark is 'The last look at what was under way: every transfer from before made_at is seen when xid has ended.';

create table log_terms (
  id bigint generated always as identity not null,
  product text not null,
  version integer not null,
  index bigint,
  constraint log_terms_pkey PRIMARY KEY (id),
  constraint log_terms_product_version_fkey FOREIGN KEY (product, version) REFERENCES terms(product, version) NOT ENFORCED,
  constraint log_terms_index_check CHECK (index >= 0)
);
CREATE UNIQUE INDEX log_terms_index ON public.log_terms USING btree (index) WHERE (index IS NOT NULL);
CREATE UNIQUE INDEX log_terms_version ON public.log_terms USING btree (product, version);
CREATE INDEX log_terms_waiting ON public.log_terms USING btree (id) WHERE (index IS NULL);
CREATE TRIGGER keep_log_terms BEFORE UPDATE ON public.log_terms FOR EACH ROW EXECUTE FUNCTION keep_log_terms();
CREATE TRIGGER keep_sealed BEFORE DELETE OR TRUNCATE ON public.log_terms FOR EACH STATEMENT EXECUTE FUNCTION keep_sealed();
grant select on log_terms to candor_console;
grant select on log_terms to candor_http;
grant select on log_terms to candor_worker;
comment on table log_terms is 'Versions of terms, in the order in which they come into the order log. index: their place in it; null until they are in it.';

create table log_time_stamp (
  hour timestamp with time zone not null,
  size bigint not null,
  checkpoint text not null,
  authority text not null,
  stamped_at timestamp with time zone not null,
  token bytea not null,
  constraint log_time_stamp_pkey PRIMARY KEY (hour),
  constraint log_time_stamp_size_fkey FOREIGN KEY (size) REFERENCES order_log_head(size),
  constraint log_time_stamp_authority_check CHECK (length(authority) >= 1 AND length(authority) <= 200),
  constraint log_time_stamp_checkpoint_check CHECK (length(checkpoint) <= 2000),
  constraint log_time_stamp_hour_check CHECK ((EXTRACT(epoch FROM hour)::bigint % 3600::bigint) = 0),
  constraint log_time_stamp_token_check CHECK (octet_length(token) >= 1 AND octet_length(token) <= 32768)
);
CREATE TRIGGER keep_log_time_stamp BEFORE INSERT ON public.log_time_stamp FOR EACH ROW EXECUTE FUNCTION keep_log_time_stamp();
CREATE TRIGGER keep_sealed BEFORE DELETE OR UPDATE OR TRUNCATE ON public.log_time_stamp FOR EACH STATEMENT EXECUTE FUNCTION keep_sealed();
grant select on log_time_stamp to candor_http;
grant insert, select on log_time_stamp to candor_worker;
comment on table log_time_stamp is 'Heads of the order log with the token of a time stamping authority (RFC 3161), at most one an hour. The token is over the bytes of checkpoint.';

create table log_witness (
  key text not null,
  due_at timestamp with time zone not null,
  size bigint,
  checkpoint text,
  cosigned_at timestamp with time zone,
  refusal text,
  refused_at timestamp with time zone,
  constraint log_witness_pkey PRIMARY KEY (key),
  constraint log_witness_size_fkey FOREIGN KEY (size) REFERENCES order_log_head(size),
  constraint log_witness_check CHECK (num_nulls(size, checkpoint, cosigned_at) = ANY (ARRAY[0, 3])),
  constraint log_witness_check1 CHECK ((refusal IS NULL) = (refused_at IS NULL)),
  constraint log_witness_checkpoint_check CHECK (length(checkpoint) <= 2000),
  constraint log_witness_key_check CHECK (length(key) >= 1 AND length(key) <= 400),
  constraint log_witness_refusal_check CHECK (refusal = ANY (ARRAY['NOT_UNDERSTOOD'::text, 'KEY_UNKNOWN'::text, 'LOG_UNKNOWN'::text, 'OTHER_HISTORY'::text, 'HISTORY_CHANGED'::text, 'LOG_SHRANK'::text]))
);
CREATE TRIGGER keep_log_witness BEFORE INSERT OR UPDATE ON public.log_witness FOR EACH ROW EXECUTE FUNCTION keep_log_witness();
CREATE TRIGGER keep_sealed BEFORE DELETE OR TRUNCATE ON public.log_witness FOR EACH STATEMENT EXECUTE FUNCTION keep_sealed();
grant select (key, cosigned_at, refusal) on log_witness to candor_console;
grant select (key, size, checkpoint, cosigned_at) on log_witness to candor_http;
grant insert (key, due_at), select, update (due_at, size, checkpoint, cosigned_at, refusal, refused_at) on log_witness to candor_worker;
comment on table log_witness is 'The newest head that each witness cosigned, by its key. Nobody asks it again before due_at. refusal: what it says of the head now.';

create table login_budget (
  key text not null,
  drained_at timestamp with time zone not null,
  constraint login_budget_pkey PRIMARY KEY (key),
  constraint login_budget_key_check CHECK (length(key) <= 64)
);
CREATE INDEX login_budget_age ON public.login_budget USING btree (drained_at);
grant insert, select, update (drained_at) on login_budget to candor_http;
grant select on login_budget to candor_worker;
comment on table login_budget is 'Attempts of strangers: of one name from all networks, and of one network on all names. Whole again at drained_at; each attempt moves it on.';

create table login_failure (
  lane text not null,
  failures integer not null,
  locked_until timestamp with time zone,
  last_at timestamp with time zone default clock_timestamp() not null,
  constraint login_failure_pkey PRIMARY KEY (lane),
  constraint login_failure_failures_check CHECK (failures >= 0),
  constraint login_failure_lane_check CHECK (length(lane) <= 64)
);
grant insert, select, update (failures, locked_until, last_at) on login_failure to candor_http;
grant select (last_at) on login_failure to candor_worker;
comment on column login_failure.lane is 'Keyed hash of a user name with the network, or the known device, that tried it.';

create table login_network (
  member_id bigint not null,
  network text not null,
  last_at timestamp with time zone default clock_timestamp() not null,
  constraint login_network_pkey PRIMARY KEY (member_id, network),
  constraint login_network_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint login_network_network_check CHECK (length(network) <= 64)
);
CREATE INDEX login_network_age ON public.login_network USING btree (last_at);
CREATE INDEX login_network_of ON public.login_network USING btree (network, last_at);
grant insert, select, update (last_at) on login_network to candor_http;
grant select on login_network to candor_worker;
comment on table login_network is 'Keyed hashes of the networks a member logged in from; strangers'' attempts cannot shut them out there.';

create table mark_release (
  id bigint generated always as identity not null,
  member_id bigint not null,
  kind text not null,
  mark bytea not null,
  reason text not null,
  status text default 'proposed'::text not null,
  maker bigint not null,
  checker bigint,
  note text,
  created_at timestamp with time zone default clock_timestamp() not null,
  decided_at timestamp with time zone,
  constraint mark_release_pkey PRIMARY KEY (id),
  constraint mark_release_checker_fkey FOREIGN KEY (checker) REFERENCES operator(id),
  constraint mark_release_kind_mark_member_id_fkey FOREIGN KEY (kind, mark, member_id) REFERENCES member_mark(kind, mark, member_id),
  constraint mark_release_maker_fkey FOREIGN KEY (maker) REFERENCES operator(id),
  constraint mark_release_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint mark_release_check CHECK (maker <> member_id AND checker <> member_id),
  constraint mark_release_check1 CHECK (
CASE status
    WHEN 'proposed'::text THEN checker IS NULL
    WHEN 'withdrawn'::text THEN checker = maker
    ELSE checker <> maker
END),
  constraint mark_release_check2 CHECK ((status = 'proposed'::text) = (decided_at IS NULL)),
  constraint mark_release_kind_check CHECK (kind = ANY (ARRAY['card'::text, 'identity'::text, 'device'::text])),
  constraint mark_release_mark_check CHECK (length(mark) = 32),
  constraint mark_release_note_check CHECK (length(note) <= 300),
  constraint mark_release_reason_check CHECK (length(btrim(reason)) >= 1 AND length(btrim(reason)) <= 300),
  constraint mark_release_status_check CHECK (status = ANY (ARRAY['proposed'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text]))
);
CREATE UNIQUE INDEX mark_release_open ON public.mark_release USING btree (kind, mark, member_id) WHERE (status = 'proposed'::text);
CREATE INDEX mark_release_queue ON public.mark_release USING btree (status, id DESC);
CREATE CONSTRAINT TRIGGER require_entry AFTER INSERT OR UPDATE ON public.mark_release DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_entry('member', 'member_id', 'maker', 'checker');
CREATE TRIGGER decide_mark_release BEFORE INSERT OR UPDATE ON public.mark_release FOR EACH ROW EXECUTE FUNCTION decide_mark_release();
CREATE TRIGGER name_who_acts AFTER INSERT OR UPDATE ON public.mark_release FOR EACH ROW EXECUTE FUNCTION name_who_acts('maker', 'checker');
grant insert (member_id, kind, mark, reason, maker), select, update (status, checker, note) on mark_release to candor_console;

create table member (
  id bigint generated always as identity not null,
  username text not null,
  password_hash text not null,
  withdraw_password_hash text not null,
  phone text not null,
  country text,
  real_name_sealed bytea,
  id_number_sealed bytea,
  invite_code text not null,
  invited_by bigint,
  language text,
  theme text,
  updown text,
  care_mode boolean default false not null,
  roles text[] default '{member}'::text[] not null,
  permissions text[] default '{}'::text[] not null,
  frozen boolean default false not null,
  login_allowed boolean default true not null,
  trading_allowed boolean default true not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  nickname text default ''::text not null,
  email text,
  time_zone text,
  withdrawal_allowed boolean default true not null,
  withdrawals_paused_until timestamp with time zone,
  avatar_file uuid,
  guarded boolean default false not null,
  excluded_until timestamp with time zone,
  reality_check_minutes smallint,
  looks_at timestamp with time zone,
  constraint member_pkey PRIMARY KEY (id),
  constraint member_invite_code_key UNIQUE (invite_code),
  constraint member_avatar_file_id_fkey FOREIGN KEY (avatar_file, id) REFERENCES file(id, member_id),
  constraint member_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES member(id),
  constraint member_email_check CHECK (length(email) <= 254),
  constraint member_invite_code_check CHECK (invite_code ~ '^[A-Z0-9]{6,12}$'::text),
  constraint member_language_check CHECK (language = ANY (ARRAY['zh-Hans'::text, 'zh-Hant'::text, 'en'::text])),
  constraint member_nickname_check CHECK (length(nickname) <= 64),
  constraint member_reality_check_minutes_check CHECK (reality_check_minutes = ANY (ARRAY[15, 30, 60])),
  constraint member_roles_check CHECK (roles = '{member}'::text[] AND permissions = '{}'::text[]),
  constraint member_theme_check CHECK (theme = ANY (ARRAY['dark'::text, 'light'::text])),
  constraint member_time_zone_check CHECK (length(time_zone) <= 64),
  constraint member_updown_check CHECK (updown = ANY (ARRAY['red-up'::text, 'green-up'::text, 'blue-up'::text])),
  constraint member_username_check CHECK (username ~ '^[A-Za-z0-9_]{4,32}$'::text)
);
CREATE INDEX member_email ON public.member USING btree (lower((email COLLATE "C"))) WHERE (email IS NOT NULL);
CREATE INDEX member_guarded ON public.member USING btree (id) WHERE guarded;
CREATE INDEX member_invited_by ON public.member USING btree (invited_by) WHERE (invited_by IS NOT NULL);
CREATE UNIQUE INDEX member_phone_key ON public.member USING btree (phone);
CREATE INDEX member_restricted ON public.member USING btree (id) WHERE (frozen OR (NOT trading_allowed) OR (NOT withdrawal_allowed));
CREATE UNIQUE INDEX member_username_key ON public.member USING btree (lower((username COLLATE "C")));
CREATE TRIGGER keep_key BEFORE UPDATE OF id ON public.member FOR EACH STATEMENT EXECUTE FUNCTION refuse_key_change();
CREATE TRIGGER keep_parent AFTER DELETE ON public.member REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION refuse_orphans();
CREATE TRIGGER keep_registration BEFORE INSERT ON public.member FOR EACH ROW EXECUTE FUNCTION keep_registration();
CREATE TRIGGER open_invitation AFTER INSERT OR UPDATE OF invited_by ON public.member FOR EACH ROW WHEN ((new.invited_by IS NOT NULL)) EXECUTE FUNCTION open_invitation();
CREATE TRIGGER refuse_operator_name BEFORE INSERT OR UPDATE OF username, nickname ON public.member FOR EACH ROW EXECUTE FUNCTION refuse_operator_name();
grant select (id, username, phone, country, real_name_sealed, id_number_sealed, invite_code, invited_by, language, roles, frozen, login_allowed, trading_allowed, created_at, nickname, email, time_zone, withdrawal_allowed, withdrawals_paused_until, guarded, excluded_until, reality_check_minutes) on member to candor_console;
grant insert (username, password_hash, withdraw_password_hash, phone, country, real_name_sealed, id_number_sealed, invite_code, invited_by), select, update (password_hash, withdraw_password_hash, language, theme, updown, care_mode, nickname, email, time_zone, withdrawals_paused_until, avatar_file, reality_check_minutes, looks_at) on member to candor_http;
grant select (id, invited_by) on member to candor_worker;
comment on table member is 'One row a member: their name, passwords, profile, and what they may do.';
comment on column member.guarded is 'Has set a limit or excluded themselves; from then on own_use is counted. Never false again.';
comment on column member.excluded_until is 'Infinity for good. Only an exclusion writes it, and never to an earlier moment.';
comment on column member.looks_at is 'When the member last chose language, theme, direction colours or care mode. Null: never.';

create table member_closing (
  id uuid default uuidv7() not null,
  member_id bigint not null,
  asked_at timestamp with time zone default clock_timestamp() not null,
  due_at timestamp with time zone not null,
  looked_at timestamp with time zone,
  stopped_at timestamp with time zone,
  closed_at timestamp with time zone,
  erased_at timestamp with time zone,
  forgotten_at timestamp with time zone,
  give_up bigint,
  constraint member_closing_pkey PRIMARY KEY (id),
  constraint member_closing_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint member_closing_end_check CHECK (num_nonnulls(stopped_at, closed_at) <= 1),
  constraint member_closing_give_up_check CHECK (give_up > 0),
  constraint member_closing_order_check CHECK (due_at >= asked_at AND (erased_at IS NULL OR closed_at IS NOT NULL) AND (forgotten_at IS NULL OR erased_at IS NOT NULL))
);
CREATE INDEX member_closing_due ON public.member_closing USING btree (due_at) WHERE ((stopped_at IS NULL) AND (closed_at IS NULL));
CREATE INDEX member_closing_kept ON public.member_closing USING btree (closed_at) WHERE ((closed_at IS NOT NULL) AND (forgotten_at IS NULL));
CREATE UNIQUE INDEX member_closing_one ON public.member_closing USING btree (member_id) WHERE (stopped_at IS NULL);
CREATE TRIGGER forget_statement_words AFTER UPDATE OF forgotten_at ON public.member_closing FOR EACH ROW WHEN (((old.forgotten_at IS NULL) AND (new.forgotten_at IS NOT NULL))) EXECUTE FUNCTION forget_statement_words();
CREATE TRIGGER keep_member_closing BEFORE INSERT OR UPDATE ON public.member_closing FOR EACH ROW EXECUTE FUNCTION keep_member_closing();
grant select on member_closing to candor_console;
grant insert (member_id, due_at, give_up), select, update (stopped_at) on member_closing to candor_http;
grant select, update (looked_at) on member_closing to candor_worker;
comment on table member_closing is 'One row a wish of a member to close their account, and what became of it.';
comment on column member_closing.stopped_at is 'When the member took it back.';
comment on column member_closing.erased_at is 'When what need not stay was erased.';
comment on column member_closing.forgotten_at is 'When their identity was erased too.';
comment on column member_closing.give_up is 'What the member gives up on the day: less than the smallest withdrawal, and all there was when they asked.';

create table member_login (
  id bigint generated always as identity not null,
  member_id bigint not null,
  device text not null,
  address text not null,
  factor text not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint member_login_pkey PRIMARY KEY (id),
  constraint member_login_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint member_login_address_check CHECK (length(address) <= 64),
  constraint member_login_device_check CHECK (length(device) <= 300),
  constraint member_login_factor_check CHECK (factor = ANY (ARRAY['none'::text, 'totp'::text, 'passkey'::text, 'recovery'::text]))
);
CREATE INDEX member_login_age ON public.member_login USING btree (at);
CREATE INDEX member_login_member ON public.member_login USING btree (member_id, id DESC);
CREATE TRIGGER object_to_release AFTER INSERT ON public.member_login FOR EACH ROW WHEN ((new.factor <> 'none'::text)) EXECUTE FUNCTION object_to_release();
grant insert (member_id, device, address, factor), select on member_login to candor_http;
grant select (at) on member_login to candor_worker;

create table member_mark (
  kind text not null,
  mark bytea not null,
  member_id bigint not null,
  state text not null,
  first_at timestamp with time zone default clock_timestamp() not null,
  last_at timestamp with time zone default clock_timestamp() not null,
  constraint member_mark_pkey PRIMARY KEY (kind, mark, member_id),
  constraint member_mark_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint member_mark_check CHECK ((kind = ANY (ARRAY['browser'::text, 'network'::text])) = (state = 'seen'::text)),
  constraint member_mark_check1 CHECK (last_at >= first_at),
  constraint member_mark_kind_check CHECK (kind = ANY (ARRAY['card'::text, 'identity'::text, 'device'::text, 'browser'::text, 'network'::text])),
  constraint member_mark_mark_check CHECK (length(mark) = 32),
  constraint member_mark_state_check CHECK (state = ANY (ARRAY['own'::text, 'shared'::text, 'refused'::text, 'released'::text, 'seen'::text]))
);
CREATE INDEX member_mark_age ON public.member_mark USING btree (kind, last_at);
CREATE INDEX member_mark_contested ON public.member_mark USING btree (last_at DESC) WHERE (state = ANY (ARRAY['shared'::text, 'refused'::text]));
CREATE INDEX member_mark_member ON public.member_mark USING btree (member_id, kind);
CREATE UNIQUE INDEX member_mark_owner ON public.member_mark USING btree (kind, mark) WHERE (state = 'own'::text);
grant select on member_mark to candor_console;
comment on column member_mark.state is 'own: it is theirs alone. shared: another has it too; no call writes it.
refused: they tried, and it is another''s. released: two operators took it back. seen: it belongs to nobody.';

create table member_message (
  id bigint generated always as identity not null,
  member_id bigint not null,
  kind text not null,
  state text not null,
  subject text not null,
  amount bigint,
  reason text,
  at timestamp with time zone default clock_timestamp() not null,
  read_at timestamp with time zone,
  constraint member_message_pkey PRIMARY KEY (id),
  constraint member_message_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint member_message_kind_check CHECK (kind = ANY (ARRAY['deposit'::text, 'withdrawal'::text, 'identity'::text, 'restriction'::text, 'security'::text, 'support'::text, 'limit'::text, 'complaint'::text])),
  constraint member_message_reason_check CHECK (reason ~ '^[A-Z_]{2,40}$'::text),
  constraint member_message_state_check CHECK (state ~ '^[A-Za-z]{2,40}$'::text),
  constraint member_message_subject_check CHECK (length(subject) >= 1 AND length(subject) <= 80)
);
CREATE INDEX member_message_member ON public.member_message USING btree (member_id, id DESC);
CREATE INDEX member_message_unread ON public.member_message USING btree (member_id, id) WHERE (read_at IS NULL);
grant select on member_message to candor_http;
grant select (id, member_id, kind, state, at, read_at) on member_message to candor_worker;
comment on table member_message is 'One row a message to a member about their money, identity, limits, security or support.';
comment on column member_message.subject is 'The row that it is about: of the table that belongs to its kind.';
comment on column member_message.reason is 'A code of packages/contract/src/reasons.ts.';

create table member_note (
  id bigint generated always as identity not null,
  member_id bigint not null,
  operator_id bigint not null,
  text text not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint member_note_pkey PRIMARY KEY (id),
  constraint member_note_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint member_note_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint member_note_check CHECK (operator_id <> member_id),
  constraint member_note_text_check CHECK (length(text) <= 500 AND text ~ '\S'::text)
);
CREATE INDEX member_note_member ON public.member_note USING btree (member_id, id DESC);
CREATE CONSTRAINT TRIGGER require_entry AFTER INSERT ON public.member_note DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_entry('member', 'member_id', 'operator_id');
CREATE TRIGGER name_who_acts AFTER INSERT ON public.member_note FOR EACH ROW EXECUTE FUNCTION name_who_acts('operator_id');
grant insert (member_id, operator_id, text), select on member_note to candor_console;

create table member_recovery_code (
  member_id bigint not null,
  code_hash bytea not null,
  constraint member_recovery_code_pkey PRIMARY KEY (member_id, code_hash),
  constraint member_recovery_code_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint member_recovery_code_code_hash_check CHECK (length(code_hash) = 32)
);
grant select (member_id) on member_recovery_code to candor_http;
comment on table member_recovery_code is 'Each stands in for the second factor once, and is deleted by it.';

create table member_restriction (
  id bigint generated always as identity not null,
  member_id bigint not null,
  kind text not null,
  restricted boolean not null,
  reason text,
  operator_id bigint not null,
  at timestamp with time zone default clock_timestamp() not null,
  code text default 'OTHER'::text not null,
  constraint member_restriction_pkey PRIMARY KEY (id),
  constraint member_restriction_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint member_restriction_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint member_restriction_check CHECK (operator_id <> member_id),
  constraint member_restriction_code_check CHECK (
CASE
    WHEN restricted THEN code = ANY (ARRAY['SECURITY_CHECK'::text, 'PAYMENT_CHECK'::text, 'PAPERS_NEEDED'::text, 'LEGAL_DUTY'::text, 'MEMBER_ASKED'::text, 'OTHER'::text])
    ELSE code = ANY (ARRAY['CHECK_DONE'::text, 'PAPERS_RECEIVED'::text, 'MEMBER_ASKED'::text, 'MISTAKE'::text, 'OTHER'::text])
END),
  constraint member_restriction_kind_check CHECK (kind = ANY (ARRAY['frozen'::text, 'trading'::text, 'withdrawal'::text])),
  constraint member_restriction_note_check CHECK (code <> 'OTHER'::text OR reason IS NOT NULL),
  constraint member_restriction_reason_check CHECK (length(reason) <= 500 AND reason ~ '\S'::text)
);
CREATE INDEX member_restriction_newest ON public.member_restriction USING btree (member_id, kind, id DESC);
CREATE CONSTRAINT TRIGGER require_entry AFTER INSERT ON public.member_restriction DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_entry('member', 'member_id', 'operator_id');
CREATE TRIGGER apply_restriction BEFORE INSERT ON public.member_restriction FOR EACH ROW EXECUTE FUNCTION apply_restriction();
CREATE TRIGGER name_who_acts AFTER INSERT ON public.member_restriction FOR EACH ROW EXECUTE FUNCTION name_who_acts('operator_id');
CREATE TRIGGER tell_member AFTER INSERT ON public.member_restriction FOR EACH ROW EXECUTE FUNCTION tell_restriction();
grant insert (member_id, kind, restricted, reason, operator_id, code), select on member_restriction to candor_console;
grant select (id, member_id, kind, restricted, code) on member_restriction to candor_http;
comment on column member_restriction.reason is 'The note of the operator. It stays inside: candor_http cannot read it.';
comment on column member_restriction.code is 'What the member reads, as a code of packages/contract/src/reasons.ts.';

create table member_totp (
  member_id bigint not null,
  secret_sealed bytea,
  fresh_sealed bytea,
  used_step bigint,
  added_at timestamp with time zone,
  constraint member_totp_pkey PRIMARY KEY (member_id),
  constraint member_totp_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint member_totp_check CHECK ((secret_sealed IS NULL) = (added_at IS NULL)),
  constraint member_totp_fresh_sealed_check CHECK (length(fresh_sealed) >= 29 AND length(fresh_sealed) <= 200),
  constraint member_totp_secret_sealed_check CHECK (length(secret_sealed) >= 29 AND length(secret_sealed) <= 200)
);
grant insert (member_id, fresh_sealed), select, update (secret_sealed, fresh_sealed, used_step, added_at) on member_totp to candor_http;

create table name_mark (
  mark bytea not null,
  member_id bigint not null,
  constraint name_mark_pkey PRIMARY KEY (mark, member_id),
  constraint name_mark_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint name_mark_mark_check CHECK (length(mark) = 32)
);
CREATE INDEX name_mark_member ON public.name_mark USING btree (member_id);
grant select on name_mark to candor_console;
grant insert (mark, member_id), select on name_mark to candor_http;
comment on table name_mark is 'By which a member is found by their full name.';

create table notice (
  id uuid not null,
  version integer default 0 not null,
  announced_at timestamp with time zone,
  pushed_after uuid,
  pushed_at timestamp with time zone,
  constraint notice_pkey PRIMARY KEY (id)
);
CREATE INDEX notice_pushing ON public.notice USING btree (announced_at) WHERE (pushed_at IS NULL);
CREATE INDEX notice_unannounced ON public.notice USING btree (id) WHERE (announced_at IS NULL);
CREATE TRIGGER need_operator AFTER INSERT OR UPDATE ON public.notice FOR EACH STATEMENT EXECUTE FUNCTION need_operator();
grant insert (id), select, update (announced_at) on notice to candor_console;
grant select, update (announced_at, pushed_after, pushed_at) on notice to candor_worker;
comment on column notice.version is 'The newest version. Written by a trigger alone.';
comment on column notice.announced_at is 'When the news of its publication was sent. Null while it waits for its time.';
comment on column notice.pushed_after is 'The last session of the batches that were queued. Null before the first one.';
comment on column notice.pushed_at is 'When all devices that want announcements were queued.';

create table notice_read (
  member_id bigint not null,
  up_to timestamp with time zone not null,
  also uuid[] default '{}'::uuid[] not null,
  constraint notice_read_pkey PRIMARY KEY (member_id),
  constraint notice_read_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint notice_read_also_check CHECK (cardinality(also) <= 200)
);
grant insert, select, update (up_to, also) on notice_read to candor_http;
comment on table notice_read is 'What was published up to this moment has been read; also: single notices after it. One row for each member.';

create table notice_version (
  notice_id uuid not null,
  version integer not null,
  category text not null,
  pinned boolean not null,
  important boolean not null,
  texts jsonb not null,
  published_from timestamp with time zone,
  published_until timestamp with time zone,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  areas text[] not null,
  withdrawn boolean default false not null,
  reason text,
  operator_id bigint,
  at timestamp with time zone default clock_timestamp() not null,
  constraint notice_version_pkey PRIMARY KEY (notice_id, version),
  constraint notice_version_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notice(id),
  constraint notice_version_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint notice_version_areas_check CHECK (areas <@ ARRAY['trade'::text, 'deposit'::text, 'withdrawal'::text, 'invest'::text, 'support'::text]),
  constraint notice_version_category_check CHECK (category = ANY (ARRAY['system'::text, 'activity'::text, 'trading'::text, 'maintenance'::text])),
  constraint notice_version_check CHECK (published_until > published_from),
  constraint notice_version_check1 CHECK (ends_at > starts_at AND ends_at <= (starts_at + '31 days'::interval)),
  constraint notice_version_check2 CHECK ((category = 'maintenance'::text) = (starts_at IS NOT NULL) AND (starts_at IS NULL) = (ends_at IS NULL) AND (starts_at IS NULL) = (cardinality(areas) = 0)),
  constraint notice_version_check3 CHECK (NOT withdrawn OR reason IS NOT NULL),
  constraint notice_version_reason_check CHECK (length(reason) <= 300 AND reason ~ '\S'::text),
  constraint notice_version_texts_check CHECK (texts ?& ARRAY['zh-Hans'::text, 'zh-Hant'::text, 'en'::text] AND length(texts::text) <= 60000),
  constraint notice_version_version_check CHECK (version > 0)
);
CREATE INDEX notice_version_published ON public.notice_version USING btree (published_from DESC, notice_id) WHERE (published_from IS NOT NULL);
CREATE CONSTRAINT TRIGGER require_entry AFTER INSERT ON public.notice_version DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_entry('notice', 'notice_id', 'operator_id');
CREATE TRIGGER keep_notice_version BEFORE INSERT ON public.notice_version FOR EACH ROW EXECUTE FUNCTION keep_notice_version();
CREATE TRIGGER name_who_acts AFTER INSERT ON public.notice_version FOR EACH ROW EXECUTE FUNCTION name_who_acts('operator_id');
grant insert (notice_id, version, category, pinned, important, texts, published_from, published_until, starts_at, ends_at, areas, withdrawn, reason, operator_id), select on notice_version to candor_console;
grant select (notice_id, version, published_from, withdrawn) on notice_version to candor_worker;
comment on table notice_version is 'Insert-only. published_from is null for a draft.';

create table opening_reminder (
  id uuid default gen_random_uuid() not null,
  member_id bigint not null,
  product text not null,
  opens_at timestamp with time zone not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  told_at timestamp with time zone,
  constraint opening_reminder_pkey PRIMARY KEY (id),
  constraint opening_reminder_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint opening_reminder_product_fkey FOREIGN KEY (product) REFERENCES product(code)
);
CREATE INDEX opening_reminder_due ON public.opening_reminder USING btree (opens_at) WHERE (told_at IS NULL);
CREATE INDEX opening_reminder_member ON public.opening_reminder USING btree (member_id, created_at DESC);
CREATE UNIQUE INDEX opening_reminder_waiting ON public.opening_reminder USING btree (member_id, product) WHERE (told_at IS NULL);
grant insert (member_id, product, opens_at), select on opening_reminder to candor_http;
grant select, update (opens_at, told_at) on opening_reminder to candor_worker;
comment on table opening_reminder is 'One row a market that a member waits for to open.';

create table operator (
  id bigint default nextval((pg_get_serial_sequence('public.member'::text, 'id'::text))::regclass) not null,
  username text not null,
  roles text[] default '{}'::text[] not null,
  must_secure boolean default true not null,
  joined_at timestamp with time zone default clock_timestamp() not null,
  left_at timestamp with time zone,
  addresses cidr[],
  constraint operator_pkey PRIMARY KEY (id),
  constraint operator_addresses_check CHECK (cardinality(addresses) >= 1 AND cardinality(addresses) <= 20),
  constraint operator_left_check CHECK (left_at IS NULL OR roles = '{}'::text[]),
  constraint operator_username_check CHECK (username ~ '^[A-Za-z0-9_]{4,32}$'::text)
);
CREATE UNIQUE INDEX operator_username_key ON public.operator USING btree (lower((username COLLATE "C")));
CREATE TRIGGER keep_last_owner AFTER UPDATE OF roles, left_at ON public.operator FOR EACH ROW WHEN ((('owner'::text = ANY (old.roles)) AND (NOT ('owner'::text = ANY (new.roles))))) EXECUTE FUNCTION keep_last_owner();
grant select (id, username, roles, must_secure, joined_at, left_at, addresses) on operator to candor_console;
grant select (id, username) on operator to candor_http;
comment on table operator is 'Who works at the console. No row of a member''s: no wallet, no orders, no session of the member site.';
comment on column operator.roles is 'Names of the table role. Who holds none of them cannot log in.';
comment on column operator.addresses is 'Where their calls may come from; null: from anywhere.';

create table operator_access (
  operator_id bigint not null,
  secret_sealed bytea,
  fresh_sealed bytea,
  used_step bigint,
  failures integer default 0 not null,
  locked_until timestamp with time zone,
  password_hash text,
  constraint operator_access_pkey PRIMARY KEY (operator_id),
  constraint operator_access_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint operator_access_failures_check CHECK (failures >= 0),
  constraint operator_access_password_hash_check CHECK (length(password_hash) <= 200)
);
CREATE TRIGGER end_operator_sessions AFTER UPDATE OF password_hash ON public.operator_access FOR EACH ROW WHEN ((old.password_hash IS DISTINCT FROM new.password_hash)) EXECUTE FUNCTION end_operator_sessions();
CREATE TRIGGER end_operator_sessions_of_factor AFTER UPDATE OF secret_sealed ON public.operator_access FOR EACH ROW WHEN (((old.secret_sealed IS NOT NULL) AND (new.secret_sealed IS NOT NULL) AND (old.secret_sealed <> new.secret_sealed))) EXECUTE FUNCTION end_operator_sessions();
CREATE TRIGGER keep_own_access BEFORE INSERT OR UPDATE ON public.operator_access FOR EACH ROW EXECUTE FUNCTION keep_own_access();
grant insert (operator_id, secret_sealed, fresh_sealed), select (operator_id, secret_sealed, fresh_sealed, used_step, failures, locked_until), update (secret_sealed, fresh_sealed, used_step, failures, locked_until) on operator_access to candor_console;
comment on table operator_access is 'One row an operator: their password and second factor for the console.';
comment on column operator_access.password_hash is 'Opens a session of the console. Neither http nor the worker can read or write it.';

create table operator_invitation (
  id uuid not null,
  code text not null,
  token_hash bytea,
  expires_at timestamp with time zone,
  tries integer default 0 not null,
  operator_id bigint,
  ended_at timestamp with time zone,
  constraint operator_invitation_pkey PRIMARY KEY (id),
  constraint operator_invitation_token_hash_key UNIQUE (token_hash),
  constraint operator_invitation_id_fkey FOREIGN KEY (id) REFERENCES staff_change(id),
  constraint operator_invitation_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint operator_invitation_check CHECK ((token_hash IS NULL) = (expires_at IS NULL)),
  constraint operator_invitation_check1 CHECK (operator_id IS NULL OR ended_at IS NOT NULL),
  constraint operator_invitation_code_check CHECK (code ~ '^\d{8}$'::text),
  constraint operator_invitation_token_hash_check CHECK (length(token_hash) = 32),
  constraint operator_invitation_tries_check CHECK (tries >= 0 AND tries <= 5)
);
CREATE UNIQUE INDEX operator_invitation_operator ON public.operator_invitation USING btree (operator_id) WHERE (operator_id IS NOT NULL);
grant select (id, expires_at, tries, operator_id, ended_at) on operator_invitation to candor_console;
comment on table operator_invitation is 'An approved invitation, from its link to the operator whom it made.';
comment on column operator_invitation.code is 'The second half of the secret. No role reads it: read_invitation_code tells it to who approved.';

create table operator_recovery_code (
  operator_id bigint not null,
  code_hash bytea not null,
  constraint operator_recovery_code_pkey PRIMARY KEY (operator_id, code_hash),
  constraint operator_recovery_code_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint operator_recovery_code_code_hash_check CHECK (length(code_hash) = 32)
);
CREATE TRIGGER keep_own_access BEFORE INSERT OR DELETE OR UPDATE ON public.operator_recovery_code FOR EACH ROW EXECUTE FUNCTION keep_own_access();
grant insert, select (operator_id) on operator_recovery_code to candor_console;
comment on table operator_recovery_code is 'Each opens one session without the second factor, and is deleted by it.';

create table operator_session (
  id uuid default uuidv7() not null,
  operator_id bigint not null,
  token_hash bytea not null,
  stage text not null,
  user_agent text default ''::text not null,
  address text default ''::text not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  last_seen_at timestamp with time zone default clock_timestamp() not null,
  expires_at timestamp with time zone not null,
  constraint operator_session_pkey PRIMARY KEY (id),
  constraint operator_session_token_hash_key UNIQUE (token_hash),
  constraint operator_session_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint operator_session_address_check CHECK (length(address) <= 64),
  constraint operator_session_check CHECK (expires_at <= (created_at + '12:00:00'::interval)),
  constraint operator_session_stage_check CHECK (stage = ANY (ARRAY['code'::text, 'setup'::text, 'full'::text])),
  constraint operator_session_token_hash_check CHECK (length(token_hash) = 32),
  constraint operator_session_user_agent_check CHECK (length(user_agent) <= 300)
);
CREATE INDEX operator_session_expiry ON public.operator_session USING btree (expires_at);
CREATE INDEX operator_session_operator ON public.operator_session USING btree (operator_id, id DESC);
CREATE TRIGGER check_operator_session BEFORE INSERT ON public.operator_session FOR EACH ROW EXECUTE FUNCTION check_operator_session();
grant select (id, operator_id, stage, user_agent, address, created_at, last_seen_at, expires_at) on operator_session to candor_console;
grant select (expires_at) on operator_session to candor_worker;
comment on table operator_session is 'One row a login of an operator at the console that is still valid.';
comment on column operator_session.token_hash is 'SHA-256 of the bearer token; the token itself is never stored.';

create table operator_use (
  operator_id bigint not null,
  permission text not null,
  used_at timestamp with time zone default clock_timestamp() not null,
  constraint operator_use_pkey PRIMARY KEY (operator_id, permission),
  constraint operator_use_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint operator_use_permission_check CHECK (permission ~ '^[a-z]+:[a-z]+:[a-z]+$'::text)
);
grant select on operator_use to candor_console;
comment on table operator_use is 'When an operator used a permission last, to the hour.';

create table order_archive (
  month date not null,
  parts integer not null,
  count bigint not null,
  first_no bigint not null,
  last_no bigint not null,
  sha256 bytea not null,
  archived_at timestamp with time zone default clock_timestamp() not null,
  constraint order_archive_pkey PRIMARY KEY (month),
  constraint order_archive_check CHECK (last_no >= first_no),
  constraint order_archive_count_check CHECK (count > 0),
  constraint order_archive_month_check CHECK (EXTRACT(day FROM month) = 1::numeric),
  constraint order_archive_parts_check CHECK (parts > 0),
  constraint order_archive_sha256_check CHECK (length(sha256) = 32)
);
CREATE TRIGGER keep_sealed BEFORE DELETE OR UPDATE OR TRUNCATE ON public.order_archive FOR EACH STATEMENT EXECUTE FUNCTION keep_sealed();
grant select on order_archive to candor_console;
grant select on order_archive to candor_http;
grant select on order_archive to candor_worker;
comment on table order_archive is 'Months of which every order is in a file. sha256: of the hashes of its parts, one after the other.';

create table order_archive_left (
  month date not null,
  bytes bigint not null,
  left_at timestamp with time zone default clock_timestamp() not null,
  constraint order_archive_left_pkey PRIMARY KEY (month),
  constraint order_archive_left_bytes_check CHECK (bytes > 0)
);
CREATE TRIGGER keep_sealed BEFORE DELETE OR UPDATE OR TRUNCATE ON public.order_archive_left FOR EACH STATEMENT EXECUTE FUNCTION keep_sealed();
grant select on order_archive_left to candor_console;
grant select on order_archive_left to candor_http;
grant select on order_archive_left to candor_worker;
comment on table order_archive_left is 'Months that are in the files alone. bytes: what their tables took.';

create table order_archive_member (
  month date not null,
  member_id bigint not null,
  orders bigint not null,
  first_id uuid not null,
  last_settled_at timestamp with time zone not null,
  turnover jsonb not null,
  keys integer[] not null,
  constraint order_archive_member_pkey PRIMARY KEY (member_id, month),
  constraint order_archive_member_orders_check CHECK (orders > 0)
);
CREATE TRIGGER keep_sealed BEFORE DELETE OR UPDATE OR TRUNCATE ON public.order_archive_member FOR EACH STATEMENT EXECUTE FUNCTION keep_sealed();
grant select on order_archive_member to candor_console;
grant select on order_archive_member to candor_http;
grant select on order_archive_member to candor_worker;
comment on table order_archive_member is 'Whose orders an archived month has, how many, and which is the first. turnover: by wallet, the stakes that were won or lost since the member''s first approved deposit. keys: four bytes of each idempotency key, so that a key is asked for in the files of its month alone.';

create table order_archive_number (
  no bigint not null,
  constraint order_archive_number_pkey PRIMARY KEY (no)
);
CREATE TRIGGER keep_sealed BEFORE DELETE OR UPDATE OR TRUNCATE ON public.order_archive_number FOR EACH STATEMENT EXECUTE FUNCTION keep_sealed();
grant select on order_archive_number to candor_console;
grant select on order_archive_number to candor_http;
grant select on order_archive_number to candor_worker;
comment on table order_archive_number is 'Numbers of orders that have left and share a batch of the order log with others: these are counted by them.';

create table order_archive_part (
  month date not null,
  part integer not null,
  count integer not null,
  first_member bigint not null,
  first_no bigint not null,
  last_member bigint not null,
  last_no bigint not null,
  sha256 bytea not null,
  archived_at timestamp with time zone default clock_timestamp() not null,
  constraint order_archive_part_pkey PRIMARY KEY (month, part),
  constraint order_archive_part_count_check CHECK (count > 0),
  constraint order_archive_part_month_check CHECK (EXTRACT(day FROM month) = 1::numeric),
  constraint order_archive_part_part_check CHECK (part > 0),
  constraint order_archive_part_sha256_check CHECK (length(sha256) = 32),
  constraint order_archive_part_span_check CHECK (first_member < last_member OR first_member = last_member AND first_no >= last_no)
);
CREATE TRIGGER keep_sealed BEFORE DELETE OR UPDATE OR TRUNCATE ON public.order_archive_part FOR EACH STATEMENT EXECUTE FUNCTION keep_sealed();
grant select on order_archive_part to candor_console;
grant select on order_archive_part to candor_http;
grant select on order_archive_part to candor_worker;
comment on table order_archive_part is 'One row a file of orders of a month, by member, the newest first. sha256: of its lines, before they are compressed and sealed.';

create table order_archive_sorted (
  sort text not null,
  month date not null,
  part integer not null,
  count integer not null,
  low bigint not null,
  high bigint not null,
  first_no bigint,
  last_no bigint,
  last_key text not null,
  sha256 bytea not null,
  constraint order_archive_sorted_pkey PRIMARY KEY (sort, month, part),
  constraint order_archive_sorted_check CHECK (high >= low),
  constraint order_archive_sorted_check1 CHECK (last_no >= first_no),
  constraint order_archive_sorted_count_check CHECK (count > 0),
  constraint order_archive_sorted_month_check CHECK (EXTRACT(day FROM month) = 1::numeric),
  constraint order_archive_sorted_numbers_check CHECK ((sort = 'moment'::text) = (num_nulls(first_no, last_no) = 0)),
  constraint order_archive_sorted_part_check CHECK (part > 0),
  constraint order_archive_sorted_sha256_check CHECK (length(sha256) = 32),
  constraint order_archive_sorted_sort_check CHECK (sort = ANY (ARRAY['moment'::text, 'opening'::text, 'closing'::text]))
);
CREATE INDEX order_archive_sorted_no ON public.order_archive_sorted USING gist (int8range(first_no, last_no, '[]'::text)) WHERE (sort = 'moment'::text);
CREATE INDEX order_archive_sorted_span ON public.order_archive_sorted USING gist (int8range(low, high, '[]'::text));
CREATE TRIGGER keep_sealed BEFORE DELETE OR UPDATE OR TRUNCATE ON public.order_archive_sorted FOR EACH STATEMENT EXECUTE FUNCTION keep_sealed();
grant select on order_archive_sorted to candor_console;
grant select on order_archive_sorted to candor_http;
grant select on order_archive_sorted to candor_worker;
comment on table order_archive_sorted is 'Files of the same months in other orders. moment: orders as they were accepted, low and high are the milliseconds of their ids. opening: entries of the order log as they are opened, by index. closing: the public list, by the millisecond of the close. last_key: where the next part begins.';

create table order_log (
  begins_after bigint not null,
  decided_no bigint not null,
  only_row boolean default true not null,
  constraint order_log_pkey PRIMARY KEY (only_row),
  constraint order_log_check CHECK (decided_no >= begins_after),
  constraint order_log_only_row_check CHECK (only_row)
);
comment on table order_log is 'Orders up to begins_after are older than the log. Every order number up to decided_no is committed or will never be used.';

create table order_log_batch (
  first bigint not null,
  count integer not null,
  entries bytea not null,
  last_no bigint not null,
  sealed_at timestamp with time zone default clock_timestamp() not null,
  kind text default 'orders'::text not null,
  constraint order_log_batch_pkey PRIMARY KEY (first),
  constraint order_log_batch_count_check CHECK (count > 0),
  constraint order_log_batch_entries_check CHECK (length(entries) = (32 * count)),
  constraint order_log_batch_first_check CHECK (first >= 0),
  constraint order_log_batch_kind_check CHECK (kind = ANY (ARRAY['orders'::text, 'settlements'::text, 'terms'::text]))
);
CREATE UNIQUE INDEX order_log_batch_last_no ON public.order_log_batch USING btree (last_no) WHERE (kind = 'orders'::text);
CREATE TRIGGER keep_sealed BEFORE DELETE OR UPDATE OR TRUNCATE ON public.order_log_batch FOR EACH STATEMENT EXECUTE FUNCTION keep_sealed();
grant select on order_log_batch to candor_console;
grant select on order_log_batch to candor_feed;
grant select on order_log_batch to candor_http;
grant select on order_log_batch to candor_worker;
comment on table order_log_batch is 'Commitments in the order of the log. first: index of the first of them. Orders: those with numbers up to last_no that no batch before holds. Settlements and terms: last_no is that of the batch before.';

create table order_log_head (
  size bigint not null,
  root bytea not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint order_log_head_pkey PRIMARY KEY (size),
  constraint order_log_head_root_check CHECK (length(root) = 32),
  constraint order_log_head_size_check CHECK (size >= 0)
);
CREATE TRIGGER keep_sealed BEFORE DELETE OR UPDATE OR TRUNCATE ON public.order_log_head FOR EACH STATEMENT EXECUTE FUNCTION keep_sealed();
grant select on order_log_head to candor_console;
grant select on order_log_head to candor_feed;
grant select on order_log_head to candor_http;
grant select on order_log_head to candor_worker;
comment on table order_log_head is 'Sizes of the tree at which a tick may commit to it, each the end of a batch.';

create table order_log_tile (
  level smallint not null,
  n bigint not null,
  hashes bytea not null,
  constraint order_log_tile_pkey PRIMARY KEY (level, n),
  constraint order_log_tile_hashes_check CHECK (length(hashes) >= 32 AND length(hashes) <= 8192 AND (length(hashes) % 32) = 0),
  constraint order_log_tile_level_check CHECK (level >= 0 AND level <= 6),
  constraint order_log_tile_n_check CHECK (n >= 0)
);
CREATE TRIGGER keep_sealed BEFORE DELETE OR TRUNCATE ON public.order_log_tile FOR EACH STATEMENT EXECUTE FUNCTION keep_sealed();
CREATE TRIGGER keep_tile BEFORE UPDATE ON public.order_log_tile FOR EACH ROW EXECUTE FUNCTION keep_tile();
grant select on order_log_tile to candor_console;
grant select on order_log_tile to candor_feed;
grant select on order_log_tile to candor_http;
grant select on order_log_tile to candor_worker;
comment on table order_log_tile is 'C2SP tlog-tiles: 256 hashes each, fewer in the newest tile of a level.';

create table outbox (
  id bigint generated always as identity not null,
  member_id bigint,
  message json,
  created_at timestamp with time zone default clock_timestamp() not null,
  orders uuid[] storage e,
  members bigint[] storage e,
  constraint outbox_pkey PRIMARY KEY (id),
  constraint outbox_check CHECK ((orders IS NULL) = (message IS NOT NULL) AND (orders IS NULL OR member_id IS NULL) AND (members IS NULL OR member_id IS NULL AND orders IS NULL)),
  constraint outbox_members_check CHECK (cardinality(members) >= 1 AND cardinality(members) <= 10000),
  constraint outbox_orders_check CHECK (cardinality(orders) >= 1 AND cardinality(orders) <= 10000)
);
CREATE TRIGGER need_operator AFTER INSERT OR UPDATE ON public.outbox FOR EACH STATEMENT WHEN ((COALESCE(NULLIF(current_setting('role'::text), 'none'::text), (SESSION_USER)::text) = 'candor_console'::text)) EXECUTE FUNCTION need_operator();
grant insert on outbox to candor_console;
grant insert, select on outbox to candor_http;
grant insert, select on outbox to candor_worker;
comment on column outbox.member_id is 'Whom the message is for. Null, without orders and members: every member.';
comment on column outbox.orders is 'Orders whose members hear what is true of them now; instead of a member and a message.';
comment on column outbox.members is 'Members who all hear the message; instead of one.';

create table own_limit (
  member_id bigint not null,
  kind text not null,
  period text not null,
  amount bigint,
  waiting boolean default false not null,
  next_amount bigint,
  next_at timestamp with time zone,
  constraint own_limit_pkey PRIMARY KEY (member_id, kind, period),
  constraint own_limit_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint own_limit_amount_check CHECK (amount > 0),
  constraint own_limit_check CHECK (waiting = (next_at IS NOT NULL)),
  constraint own_limit_check1 CHECK (waiting OR next_amount IS NULL),
  constraint own_limit_kind_check CHECK (kind = ANY (ARRAY['deposit'::text, 'stake'::text, 'loss'::text])),
  constraint own_limit_next_amount_check CHECK (next_amount > 0),
  constraint own_limit_period_check CHECK (period = ANY (ARRAY['day'::text, 'week'::text, 'month'::text]))
);
CREATE TRIGGER keep_own_limit BEFORE INSERT OR UPDATE ON public.own_limit FOR EACH ROW EXECUTE FUNCTION keep_own_limit();
CREATE TRIGGER tell_member AFTER INSERT OR UPDATE ON public.own_limit FOR EACH ROW EXECUTE FUNCTION tell_own_limit();
grant select on own_limit to candor_console;
grant insert (member_id, kind, period, amount), select, update (amount, waiting, next_amount) on own_limit to candor_http;
comment on table own_limit is 'No amount is no limit. What waits replaces the amount at next_at, by reading alone.';

create table own_use (
  member_id bigint not null,
  wallet text not null,
  day date not null,
  staked bigint default 0 not null,
  lost bigint default 0 not null,
  deposited bigint default 0 not null,
  constraint own_use_pkey PRIMARY KEY (member_id, wallet, day),
  constraint own_use_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint own_use_wallet_check CHECK (wallet = ANY (ARRAY['practice'::text, 'cash'::text]))
);
grant select on own_use to candor_console;
grant select on own_use to candor_http;
comment on table own_use is 'What a guarded member staked, lost (negative after a gain) and paid in on a business date.';

create table passkey (
  id uuid default uuidv7() not null,
  member_id bigint not null,
  slot smallint not null,
  credential_id bytea not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  rp_id text not null,
  name text not null,
  added_at timestamp with time zone default clock_timestamp() not null,
  last_used_at timestamp with time zone,
  constraint passkey_pkey PRIMARY KEY (id),
  constraint passkey_credential_id_key UNIQUE (credential_id),
  constraint passkey_member_id_slot_key UNIQUE (member_id, slot),
  constraint passkey_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint passkey_credential_id_check CHECK (length(credential_id) >= 1 AND length(credential_id) <= 1023),
  constraint passkey_name_check CHECK (length(name) >= 1 AND length(name) <= 40),
  constraint passkey_public_key_check CHECK (length(public_key) >= 1 AND length(public_key) <= 2000),
  constraint passkey_rp_id_check CHECK (length(rp_id) >= 1 AND length(rp_id) <= 253),
  constraint passkey_sign_count_check CHECK (sign_count >= 0),
  constraint passkey_slot_check CHECK (slot >= 1 AND slot <= 10),
  constraint passkey_transports_check CHECK (cardinality(transports) <= 8)
);
grant insert (member_id, slot, credential_id, public_key, sign_count, transports, rp_id, name), select, update (sign_count, last_used_at) on passkey to candor_http;
comment on table passkey is 'One row a passkey of a member, a second factor.';

create table payment_key (
  channel text not null,
  inner_pad bytea not null,
  outer_pad bytea not null,
  constraint payment_key_pkey PRIMARY KEY (channel),
  constraint payment_key_channel_fkey FOREIGN KEY (channel) REFERENCES deposit_channel(code),
  constraint payment_key_inner_pad_check CHECK (length(inner_pad) = 64),
  constraint payment_key_outer_pad_check CHECK (length(outer_pad) = 64)
);
comment on column payment_key.inner_pad is 'The key, xor 0x36 in each byte; the outer one has 0x5c.';

create table payment_notice (
  id uuid default uuidv7() not null,
  channel text not null,
  event_id text not null,
  body text not null,
  signed_at bigint not null,
  signature bytea not null,
  received_at timestamp with time zone default clock_timestamp() not null,
  constraint payment_notice_pkey PRIMARY KEY (id),
  constraint payment_notice_channel_event_id_key UNIQUE (channel, event_id),
  constraint payment_notice_channel_fkey FOREIGN KEY (channel) REFERENCES deposit_channel(code),
  constraint payment_notice_body_check CHECK (length(body) <= 4000),
  constraint payment_notice_event_id_check CHECK (length(event_id) >= 1 AND length(event_id) <= 80),
  constraint payment_notice_signature_check CHECK (length(signature) = 32)
);
grant select on payment_notice to candor_http;
grant select on payment_notice to candor_worker;

create table payment_notice_handled (
  notice_id uuid not null,
  became text not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint payment_notice_handled_pkey PRIMARY KEY (notice_id),
  constraint payment_notice_handled_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES payment_notice(id),
  constraint payment_notice_handled_became_check CHECK (became = ANY (ARRAY['credited'::text, 'ignored'::text, 'refused'::text]))
);
grant insert (notice_id, became), select on payment_notice_handled to candor_worker;

create table payout_reference (
  ref_key text not null,
  withdrawal_id uuid not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint payout_reference_pkey PRIMARY KEY (ref_key),
  constraint payout_reference_withdrawal_id_key UNIQUE (withdrawal_id),
  constraint payout_reference_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawal(id),
  constraint payout_reference_ref_key_check CHECK (length(ref_key) >= 1 AND length(ref_key) <= 320)
);
grant select on payout_reference to candor_console;

create table "position" (
  member_id bigint not null,
  wallet text not null,
  product text not null,
  order_id uuid not null,
  closes_at timestamp with time zone not null,
  constraint position_pkey PRIMARY KEY (member_id, wallet, product)
);
CREATE INDEX position_due ON public."position" USING btree (closes_at, member_id);
CREATE TRIGGER check_positions AFTER INSERT ON public."position" REFERENCING NEW TABLE AS written FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION check_positions();
CREATE TRIGGER keep_key BEFORE UPDATE OF order_id, member_id, wallet, product ON public."position" FOR EACH STATEMENT EXECUTE FUNCTION refuse_key_change();
grant select on "position" to candor_console;
grant select on "position" to candor_http;
grant select on "position" to candor_worker;
comment on table "position" is 'An order not yet settled; its primary key is the rule of one pending position.';

create table price_alert (
  id uuid default gen_random_uuid() not null,
  member_id bigint not null,
  product text not null,
  side text not null,
  target bigint not null,
  after_seq bigint not null,
  feed text not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  expires_at timestamp with time zone not null,
  fired_seq bigint,
  fired_at timestamp with time zone,
  fired_price bigint,
  constraint price_alert_pkey PRIMARY KEY (id),
  constraint price_alert_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint price_alert_product_fkey FOREIGN KEY (product) REFERENCES product(code),
  constraint price_alert_after_seq_check CHECK (after_seq >= 0),
  constraint price_alert_check CHECK (num_nulls(fired_seq, fired_at, fired_price) = ANY (ARRAY[0, 3])),
  constraint price_alert_check1 CHECK (expires_at >= created_at AND expires_at <= (created_at + '31 days'::interval)),
  constraint price_alert_feed_check CHECK (feed = ANY (ARRAY['live'::text, 'replay'::text, 'simulated'::text])),
  constraint price_alert_side_check CHECK (side = ANY (ARRAY['above'::text, 'below'::text]))
);
CREATE INDEX price_alert_member ON public.price_alert USING btree (member_id, created_at DESC);
CREATE INDEX price_alert_oldest ON public.price_alert USING btree (product, created_at) WHERE (fired_seq IS NULL);
CREATE INDEX price_alert_target ON public.price_alert USING btree (product, side, target) WHERE (fired_seq IS NULL);
CREATE TRIGGER name_alert_tick BEFORE UPDATE ON public.price_alert FOR EACH ROW EXECUTE FUNCTION name_alert_tick();
grant insert (member_id, product, side, target, after_seq, feed, expires_at), select on price_alert to candor_http;
grant select, update (fired_seq) on price_alert to candor_worker;
comment on column price_alert.after_seq is 'The newest tick when the alert was set. Only later ticks of the same kind of feed count.';
comment on column price_alert.fired_seq is 'The tick that reached it; its moment and price are copied from the tick by name_alert_tick.';

create table price_alert_progress (
  product text not null,
  at timestamp with time zone not null,
  constraint price_alert_progress_pkey PRIMARY KEY (product),
  constraint price_alert_progress_product_fkey FOREIGN KEY (product) REFERENCES product(code)
);
grant insert, select, update (at) on price_alert_progress to candor_worker;
comment on table price_alert_progress is 'The newest tick of each product that the alerts were compared with.';

create table process_beat (
  role text not null,
  host text not null,
  pid integer not null,
  version text not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone default clock_timestamp() not null,
  disk_free bigint,
  disk_total bigint,
  backup_at timestamp with time zone,
  signing_away boolean not null,
  jobs jsonb default '[]'::jsonb not null,
  backup_failed_at timestamp with time zone,
  constraint process_beat_pkey PRIMARY KEY (role, host, pid),
  constraint process_beat_check CHECK (disk_total >= disk_free),
  constraint process_beat_disk_free_check CHECK (disk_free >= 0),
  constraint process_beat_host_check CHECK (length(host) >= 1 AND length(host) <= 120),
  constraint process_beat_jobs_check CHECK (jsonb_typeof(jobs) = 'array'::text AND length(jobs::text) <= 20000),
  constraint process_beat_role_check CHECK (role = ANY (ARRAY['http'::text, 'feed'::text, 'worker'::text, 'console'::text])),
  constraint process_beat_version_check CHECK (length(version) <= 60)
);
grant select on process_beat to candor_console;
grant select on process_beat to candor_worker;
comment on table process_beat is 'One row a process of the last hour.';
comment on column process_beat.backup_at is 'The newest backup that this machine knows; null for none, or none that it can know.';
comment on column process_beat.jobs is 'What it does again and again: name, when it was done last, how often it failed.';
comment on column process_beat.backup_failed_at is 'When the newest run of a backup failed on this machine; null where it did not.';

create table product (
  code text not null,
  names jsonb not null,
  category text not null,
  decimals smallint not null,
  calendar jsonb,
  active boolean default true not null,
  forbidden boolean default false not null,
  "position" integer not null,
  signed_scale bigint,
  sources jsonb default '{}'::jsonb not null,
  simulated jsonb,
  version integer default 1 not null,
  constraint product_pkey PRIMARY KEY (code),
  constraint product_category_check CHECK (category = ANY (ARRAY['crypto'::text, 'forex'::text, 'metal'::text, 'index'::text, 'stock'::text])),
  constraint product_code_check CHECK (code ~ '^[A-Z0-9]{3,16}$'::text),
  constraint product_decimals_check CHECK (decimals >= 0 AND decimals <= 8),
  constraint product_signed_scale_check CHECK (signed_scale > 0),
  constraint product_simulated_check CHECK (jsonb_typeof(simulated) = 'object'::text AND length(simulated::text) <= 100),
  constraint product_sources_check CHECK (jsonb_typeof(sources) = 'object'::text AND length(sources::text) <= 400),
  constraint product_version_check CHECK (version > 0)
);
CREATE TRIGGER begin_product_history AFTER INSERT ON public.product FOR EACH ROW EXECUTE FUNCTION begin_product_history();
CREATE TRIGGER keep_product BEFORE UPDATE ON public.product FOR EACH ROW EXECUTE FUNCTION keep_product();
CREATE TRIGGER keep_site_limits AFTER UPDATE OF active ON public.product FOR EACH ROW WHEN ((new.active AND (NOT old.active))) EXECUTE FUNCTION keep_site_limits();
CREATE TRIGGER stop_newcomer BEFORE INSERT OR UPDATE OF category ON public.product FOR EACH ROW EXECUTE FUNCTION stop_newcomer();
grant select, select (code, calendar, active) on product to candor_console;
grant select on product to candor_feed;
grant select on product to candor_http;
grant select on product to candor_worker;
comment on table product is 'One row a product that can be traded.';
comment on column product.calendar is 'Trading sessions in a named time zone with holidays; null is always open. With `earlier`: what held until a moment.';
comment on column product.signed_scale is 'Null: every price is above zero. Otherwise any price is legal, and a distance between prices near zero is measured against this many units.';
comment on column product.sources is 'The symbol by exchange, such as {"binance": "BTCUSDT"}: only exactly the same instrument. Prices come from there where it can be reached.';
comment on column product.simulated is 'The first simulated price in units of the product, and its yearly volatility in 1/10,000. Null: its prices are never simulated.';

create table product_change (
  id uuid default uuidv7() not null,
  product text not null,
  base integer not null,
  before jsonb,
  draft jsonb not null,
  start jsonb,
  reason text not null,
  status text default 'proposed'::text not null,
  maker bigint not null,
  checker bigint,
  note text,
  created_at timestamp with time zone default clock_timestamp() not null,
  decided_at timestamp with time zone,
  constraint product_change_pkey PRIMARY KEY (id),
  constraint product_change_checker_fkey FOREIGN KEY (checker) REFERENCES operator(id),
  constraint product_change_maker_fkey FOREIGN KEY (maker) REFERENCES operator(id),
  constraint product_change_base_check CHECK (base >= 0),
  constraint product_change_check CHECK (
CASE status
    WHEN 'proposed'::text THEN checker IS NULL
    WHEN 'withdrawn'::text THEN checker = maker
    ELSE checker <> maker
END),
  constraint product_change_check1 CHECK ((status = 'proposed'::text) = (decided_at IS NULL)),
  constraint product_change_draft_check CHECK (length(draft::text) <= 24000),
  constraint product_change_note_check CHECK (length(note) <= 300),
  constraint product_change_product_check CHECK (product ~ '^[A-Z0-9]{3,16}$'::text),
  constraint product_change_reason_check CHECK (length(reason) <= 300 AND reason ~ '\S'::text),
  constraint product_change_start_check CHECK (length(start::text) <= 6000),
  constraint product_change_start_given_check CHECK ((base = 0) = (start IS NOT NULL)),
  constraint product_change_status_check CHECK (status = ANY (ARRAY['proposed'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text]))
);
CREATE UNIQUE INDEX product_change_open ON public.product_change USING btree (product) WHERE (status = 'proposed'::text);
CREATE CONSTRAINT TRIGGER require_entry AFTER INSERT OR UPDATE ON public.product_change DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_entry('productChange', 'id', 'maker', 'checker');
CREATE TRIGGER apply_product_change AFTER UPDATE ON public.product_change FOR EACH ROW WHEN (((old.status = 'proposed'::text) AND (new.status = 'approved'::text))) EXECUTE FUNCTION apply_product_change();
CREATE TRIGGER decide_product_change BEFORE INSERT OR UPDATE ON public.product_change FOR EACH ROW EXECUTE FUNCTION decide_product_change();
CREATE TRIGGER name_who_acts AFTER INSERT OR UPDATE ON public.product_change FOR EACH ROW EXECUTE FUNCTION name_who_acts('maker', 'checker');
grant insert (id, product, base, draft, start, reason, maker), select, update (status, checker, note) on product_change to candor_console;
comment on table product_change is 'Proposals to add a product, and to change, retire or bring back one.';

create table product_resumption (
  id uuid default uuidv7() not null,
  stop_id uuid not null,
  reason text not null,
  status text default 'proposed'::text not null,
  maker bigint not null,
  checker bigint,
  note text,
  created_at timestamp with time zone default clock_timestamp() not null,
  decided_at timestamp with time zone,
  constraint product_resumption_pkey PRIMARY KEY (id),
  constraint product_resumption_checker_fkey FOREIGN KEY (checker) REFERENCES operator(id),
  constraint product_resumption_maker_fkey FOREIGN KEY (maker) REFERENCES operator(id),
  constraint product_resumption_stop_id_fkey FOREIGN KEY (stop_id) REFERENCES product_stop(id),
  constraint product_resumption_check CHECK (
CASE status
    WHEN 'proposed'::text THEN checker IS NULL
    WHEN 'withdrawn'::text THEN checker = maker
    ELSE checker <> maker
END),
  constraint product_resumption_check1 CHECK ((status = 'proposed'::text) = (decided_at IS NULL)),
  constraint product_resumption_note_check CHECK (length(note) <= 300),
  constraint product_resumption_reason_check CHECK (length(reason) <= 300 AND reason ~ '\S'::text),
  constraint product_resumption_status_check CHECK (status = ANY (ARRAY['proposed'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text]))
);
CREATE UNIQUE INDEX product_resumption_open ON public.product_resumption USING btree (stop_id) WHERE (status = 'proposed'::text);
CREATE CONSTRAINT TRIGGER require_entry AFTER INSERT OR UPDATE ON public.product_resumption DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_entry('resumption', 'id', 'maker', 'checker');
CREATE TRIGGER decide_resumption BEFORE INSERT OR UPDATE ON public.product_resumption FOR EACH ROW EXECUTE FUNCTION decide_resumption();
CREATE TRIGGER end_stop AFTER UPDATE ON public.product_resumption FOR EACH ROW WHEN (((old.status = 'proposed'::text) AND (new.status = 'approved'::text))) EXECUTE FUNCTION end_stop();
CREATE TRIGGER name_who_acts AFTER INSERT OR UPDATE ON public.product_resumption FOR EACH ROW EXECUTE FUNCTION name_who_acts('maker', 'checker');
grant insert (id, stop_id, reason, maker), select, update (status, checker, note) on product_resumption to candor_console;
comment on table product_resumption is 'That orders of what is stopped begin again: one operator proposes it, another approves.';

create table product_stop (
  id uuid default uuidv7() not null,
  scope text not null,
  code text not null,
  note text,
  operator_id bigint not null,
  stopped_at timestamp with time zone default clock_timestamp() not null,
  ended_at timestamp with time zone,
  resumption uuid,
  constraint product_stop_pkey PRIMARY KEY (id),
  constraint product_stop_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint product_stop_resumption_fkey FOREIGN KEY (resumption) REFERENCES product_resumption(id),
  constraint product_stop_check CHECK (ended_at > stopped_at),
  constraint product_stop_code_check CHECK (code ~ '^[A-Z_]{3,32}$'::text),
  constraint product_stop_ended_check CHECK ((ended_at IS NULL) = (resumption IS NULL)),
  constraint product_stop_note_check CHECK (length(note) <= 500),
  constraint product_stop_scope_check CHECK (scope = 'all'::text OR scope ~ '^category/(crypto|forex|metal|index|stock)$'::text OR scope ~ '^product/[A-Z0-9]{3,16}$'::text)
);
CREATE INDEX product_stop_ended ON public.product_stop USING btree (ended_at);
CREATE UNIQUE INDEX product_stop_open ON public.product_stop USING btree (scope) WHERE (ended_at IS NULL);
CREATE CONSTRAINT TRIGGER require_entry AFTER INSERT ON public.product_stop DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_entry('stop', 'id', 'operator_id');
CREATE TRIGGER apply_stops AFTER INSERT OR UPDATE ON public.product_stop FOR EACH ROW EXECUTE FUNCTION apply_stops();
CREATE TRIGGER hold_placements BEFORE INSERT OR UPDATE ON public.product_stop FOR EACH STATEMENT EXECUTE FUNCTION hold_placements();
CREATE TRIGGER keep_stop BEFORE INSERT OR DELETE OR UPDATE ON public.product_stop FOR EACH ROW EXECUTE FUNCTION keep_stop();
CREATE TRIGGER name_who_acts AFTER INSERT ON public.product_stop FOR EACH ROW EXECUTE FUNCTION name_who_acts('operator_id');
grant insert (id, scope, code, note, operator_id), select on product_stop to candor_console;
grant select (id, scope, code, stopped_at, ended_at) on product_stop to candor_http;
grant select (id, scope, code, stopped_at, ended_at) on product_stop to candor_worker;
comment on table product_stop is 'Why new orders were stopped, when and by whom. Members read it, but not note and operator_id.';
comment on column product_stop.code is 'What members read of it, in their language: a reason of the list of the contract.';
comment on column product_stop.note is 'For colleagues.';
comment on column product_stop.resumption is 'Which proposal of two operators ended it.';

create table product_terms_change (
  id uuid default uuidv7() not null,
  product text not null,
  base integer not null,
  before jsonb not null,
  terms jsonb not null,
  reason text not null,
  status text default 'proposed'::text not null,
  maker bigint not null,
  checker bigint,
  note text,
  created_at timestamp with time zone default clock_timestamp() not null,
  decided_at timestamp with time zone,
  constraint product_terms_change_pkey PRIMARY KEY (id),
  constraint product_terms_change_checker_fkey FOREIGN KEY (checker) REFERENCES operator(id),
  constraint product_terms_change_maker_fkey FOREIGN KEY (maker) REFERENCES operator(id),
  constraint product_terms_change_product_fkey FOREIGN KEY (product) REFERENCES product(code),
  constraint product_terms_change_base_check CHECK (base > 0),
  constraint product_terms_change_check CHECK (
CASE status
    WHEN 'proposed'::text THEN checker IS NULL
    WHEN 'withdrawn'::text THEN checker = maker
    ELSE checker <> maker
END),
  constraint product_terms_change_check1 CHECK ((status = 'proposed'::text) = (decided_at IS NULL)),
  constraint product_terms_change_note_check CHECK (length(note) <= 300),
  constraint product_terms_change_reason_check CHECK (length(reason) <= 300 AND reason ~ '\S'::text),
  constraint product_terms_change_status_check CHECK (status = ANY (ARRAY['proposed'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text])),
  constraint product_terms_change_terms_check CHECK (length(terms::text) <= 4000)
);
CREATE UNIQUE INDEX product_terms_change_open ON public.product_terms_change USING btree (product) WHERE (status = 'proposed'::text);
CREATE CONSTRAINT TRIGGER require_entry AFTER INSERT OR UPDATE ON public.product_terms_change DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_entry('productTerms', 'id', 'maker', 'checker');
CREATE TRIGGER decide_product_terms BEFORE INSERT OR UPDATE ON public.product_terms_change FOR EACH ROW EXECUTE FUNCTION decide_product_terms();
CREATE TRIGGER name_who_acts AFTER INSERT OR UPDATE ON public.product_terms_change FOR EACH ROW EXECUTE FUNCTION name_who_acts('maker', 'checker');
CREATE TRIGGER publish_product_terms AFTER UPDATE ON public.product_terms_change FOR EACH ROW WHEN (((old.status = 'proposed'::text) AND (new.status = 'approved'::text))) EXECUTE FUNCTION publish_product_terms();
grant insert (id, product, base, terms, reason, maker), select, update (status, checker, note) on product_terms_change to candor_console;
comment on table product_terms_change is 'Proposed terms of a product: durations with payout and stakes, fee, presets. Approved, they are the next version.';

create table product_version (
  product text not null,
  version integer not null,
  names jsonb not null,
  sources jsonb not null,
  calendar jsonb,
  active boolean not null,
  holds_from timestamp with time zone not null,
  published_at timestamp with time zone default clock_timestamp() not null,
  constraint product_version_pkey PRIMARY KEY (product, version),
  constraint product_version_product_fkey FOREIGN KEY (product) REFERENCES product(code),
  constraint product_version_version_check CHECK (version > 0)
);
CREATE TRIGGER keep_key BEFORE UPDATE OF product, version ON public.product_version FOR EACH STATEMENT EXECUTE FUNCTION refuse_key_change();
CREATE TRIGGER keep_parent AFTER DELETE ON public.product_version REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION refuse_orphans();
grant select on product_version to candor_console;
grant select on product_version to candor_feed;
grant select on product_version to candor_http;
comment on table product_version is 'Insert-only: what a product was, version by version. Members read it.';

create table project (
  id uuid not null,
  "position" integer not null,
  active boolean default true not null,
  version integer not null,
  sold bigint default 0 not null,
  constraint project_pkey PRIMARY KEY (id),
  constraint project_id_version_fkey FOREIGN KEY (id, version) REFERENCES project_terms(project_id, version),
  constraint project_sold_check CHECK (sold >= 0)
);
grant select on project to candor_console;
grant select on project to candor_http;
grant select (id, version, sold) on project to candor_worker;
comment on table project is 'One row a fixed-term project: which version of its terms is on offer, and how much of it is sold.';
comment on column project.sold is 'Principal of all running holdings. Written by triggers alone.';

create table project_terms (
  project_id uuid not null,
  version integer not null,
  names jsonb not null,
  risk text not null,
  term_days integer not null,
  annual_rate bigint not null,
  min bigint not null,
  max bigint not null,
  size bigint not null,
  interest text not null,
  early_lock_days integer,
  early_rate bigint,
  opens_at timestamp with time zone,
  closes_at timestamp with time zone,
  published_at timestamp with time zone default clock_timestamp() not null,
  constraint project_terms_pkey PRIMARY KEY (project_id, version),
  constraint project_terms_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  constraint project_terms_annual_rate_check CHECK (annual_rate >= 0 AND annual_rate <= 10000),
  constraint project_terms_check CHECK (max >= min AND max <= '2500000000000'::bigint),
  constraint project_terms_check1 CHECK (size >= max),
  constraint project_terms_check2 CHECK (early_lock_days >= 0 AND early_lock_days < term_days),
  constraint project_terms_check3 CHECK (early_rate >= 0 AND early_rate <= annual_rate),
  constraint project_terms_check4 CHECK (closes_at > opens_at),
  constraint project_terms_check5 CHECK ((early_lock_days IS NULL) = (early_rate IS NULL)),
  constraint project_terms_check6 CHECK ((annual_rate * term_days) < 3650000),
  constraint project_terms_interest_check CHECK (interest = ANY (ARRAY['daily'::text, 'maturity'::text])),
  constraint project_terms_min_check CHECK (min > 0),
  constraint project_terms_names_check CHECK (names ?& ARRAY['zh-Hans'::text, 'zh-Hant'::text, 'en'::text]),
  constraint project_terms_risk_check CHECK (risk = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text])),
  constraint project_terms_term_days_check CHECK (term_days >= 1 AND term_days <= 3650),
  constraint project_terms_version_check CHECK (version > 0)
);
grant select on project_terms to candor_console;
grant select on project_terms to candor_http;
grant select (project_id, version, term_days, annual_rate, interest) on project_terms to candor_worker;
comment on table project_terms is 'Insert-only: running holdings keep the version they were bought under.';

create table proof_key (
  id text not null,
  name text not null,
  public_key bytea not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  retired_at timestamp with time zone,
  introduction text,
  constraint proof_key_pkey PRIMARY KEY (id),
  constraint proof_key_public_key_key UNIQUE (public_key),
  constraint proof_key_check CHECK (retired_at >= created_at),
  constraint proof_key_id_check CHECK (id ~ '^[0-9a-f]{8}$'::text),
  constraint proof_key_introduction_check CHECK (starts_with(introduction, 'candor-key-rotation-v1'::text)),
  constraint proof_key_name_check CHECK (name ~ '^[a-z]{1,32}$'::text),
  constraint proof_key_public_key_check CHECK (length(public_key) = 32)
);
CREATE UNIQUE INDEX proof_key_in_use ON public.proof_key USING btree (name) WHERE (retired_at IS NULL);
grant select on proof_key to candor_console;
grant select on proof_key to candor_feed;
grant select on proof_key to candor_http;
grant select on proof_key to candor_worker;
comment on table proof_key is 'Public halves of every key that ever signed. id: the key hash of the signed-note format.';
comment on column proof_key.introduction is 'The signed note by which the key before handed over; null for the first key, and after a loss.';

create table push_message (
  session_id uuid not null,
  kind text not null,
  ref text not null,
  tries integer default 0 not null,
  next_at timestamp with time zone default clock_timestamp(),
  made_at timestamp with time zone default clock_timestamp() not null,
  constraint push_message_pkey PRIMARY KEY (session_id, kind, ref),
  constraint push_message_session_id_fkey FOREIGN KEY (session_id) REFERENCES push_subscription(session_id) ON DELETE CASCADE,
  constraint push_message_kind_check CHECK (kind = ANY (ARRAY['settlement'::text, 'deposit'::text, 'withdrawal'::text, 'identity'::text, 'security'::text, 'support'::text, 'notice'::text, 'alert'::text])),
  constraint push_message_ref_check CHECK (length(ref) >= 1 AND length(ref) <= 80),
  constraint push_message_tries_check CHECK (tries >= 0 AND tries <= 4)
);
CREATE INDEX push_message_due ON public.push_message USING btree (((kind = 'notice'::text)), next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX push_message_made ON public.push_message USING btree (made_at);
grant insert (session_id, kind, ref), select, update (tries, next_at) on push_message to candor_worker;
comment on column push_message.next_at is 'When it is sent, or tried again. Null when it is done.';

create table push_subscription (
  session_id uuid not null,
  endpoint text not null,
  host text not null,
  device_key bytea not null,
  auth bytea not null,
  kinds text[] not null,
  amounts boolean not null,
  language text not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint push_subscription_pkey PRIMARY KEY (session_id),
  constraint push_subscription_endpoint_key UNIQUE (endpoint),
  constraint push_subscription_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE,
  constraint push_subscription_auth_check CHECK (length(auth) = 16),
  constraint push_subscription_device_key_check CHECK (length(device_key) = 65),
  constraint push_subscription_endpoint_check CHECK (length(endpoint) <= 1000 AND endpoint ~ '^https?://'::text),
  constraint push_subscription_host_check CHECK (length(host) >= 1 AND length(host) <= 260),
  constraint push_subscription_kinds_check CHECK (kinds <@ ARRAY['settlement'::text, 'deposit'::text, 'withdrawal'::text, 'identity'::text, 'security'::text, 'support'::text, 'notice'::text, 'alert'::text] AND cardinality(kinds) >= 1 AND cardinality(kinds) <= 8),
  constraint push_subscription_language_check CHECK (language = ANY (ARRAY['zh-Hans'::text, 'zh-Hant'::text, 'en'::text]))
);
CREATE INDEX push_subscription_notice ON public.push_subscription USING btree (session_id) WHERE ('notice'::text = ANY (kinds));
grant insert (session_id, endpoint, host, device_key, auth, kinds, amounts, language), select, update (endpoint, host, device_key, auth, kinds, amounts, language) on push_subscription to candor_http;
grant select (session_id) on push_subscription to candor_worker;
comment on column push_subscription.endpoint is 'The address at the push service of the browser. Whoever knows it can send nothing without our key.';

create table rate_limit (
  key character varying(255) not null,
  points integer default 0 not null,
  expire bigint,
  constraint rate_limit_pkey PRIMARY KEY (key)
);
grant insert, select, update (points, expire) on rate_limit to candor_http;
comment on table rate_limit is 'One row a limit and caller: the calls counted in the current window.';

create table register_attempt (
  key uuid not null,
  fingerprint bytea not null,
  member_id bigint not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint register_attempt_pkey PRIMARY KEY (key),
  constraint register_attempt_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id)
);
grant insert, select on register_attempt to candor_http;
grant select (created_at) on register_attempt to candor_worker;
comment on table register_attempt is 'A retry of a registration with an equal fingerprint gets a fresh token, never a second member.';

create table reward_rule (
  only_row boolean default true not null,
  version integer default 1 not null,
  amount bigint not null,
  turnover_rate bigint not null,
  day_max integer not null,
  constraint reward_rule_pkey PRIMARY KEY (only_row),
  constraint reward_rule_amount_check CHECK (amount >= 0),
  constraint reward_rule_day_max_check CHECK (day_max >= 1 AND day_max <= 1000),
  constraint reward_rule_only_row_check CHECK (only_row),
  constraint reward_rule_turnover_rate_check CHECK (turnover_rate >= 10000 AND turnover_rate <= 10000000),
  constraint reward_rule_version_check CHECK (version > 0)
);
grant select on reward_rule to candor_console;
grant select on reward_rule to candor_http;
grant select on reward_rule to candor_worker;
comment on column reward_rule.turnover_rate is 'Turnover for each unit of the first deposit, or of the reward where that is more, in 1/10,000.';
comment on column reward_rule.day_max is 'Rewards of one inviter on a business date.';

create table role (
  name text not null,
  permissions text[] not null,
  names jsonb,
  version integer default 1 not null,
  constraint role_pkey PRIMARY KEY (name),
  constraint role_name_check CHECK (name ~ '^[a-z]{3,16}$'::text AND name <> 'member'::text),
  constraint role_names_check CHECK (names IS NULL OR names ?& '{zh-Hans,zh-Hant,en}'::text[] AND length(names::text) <= 400),
  constraint role_permissions_check CHECK (array_to_string(permissions, ' '::text) ~ '^((\*|[a-z]+):(\*|[a-z]+):(\*|[a-z]+)( |$))+$'::text),
  constraint role_version_check CHECK (version > 0)
);
grant select on role to candor_console;
comment on column role.permissions is 'Patterns of area:thing:action; * stands for every word.';

create table role_change (
  id uuid default uuidv7() not null,
  name text not null,
  what text not null,
  base integer not null,
  before jsonb,
  names jsonb,
  permissions text[] not null,
  reason text not null,
  status text default 'proposed'::text not null,
  maker bigint not null,
  checker bigint,
  note text,
  created_at timestamp with time zone default clock_timestamp() not null,
  decided_at timestamp with time zone,
  constraint role_change_pkey PRIMARY KEY (id),
  constraint role_change_checker_fkey FOREIGN KEY (checker) REFERENCES operator(id),
  constraint role_change_maker_fkey FOREIGN KEY (maker) REFERENCES operator(id),
  constraint role_change_base_check CHECK (base >= 0),
  constraint role_change_check CHECK (
CASE status
    WHEN 'proposed'::text THEN checker IS NULL
    WHEN 'withdrawn'::text THEN checker = maker
    ELSE checker <> maker
END),
  constraint role_change_check1 CHECK ((status = 'proposed'::text) = (decided_at IS NULL)),
  constraint role_change_check2 CHECK ((what = 'retire'::text) = (permissions = '{}'::text[])),
  constraint role_change_name_check CHECK (name ~ '^[a-z]{3,16}$'::text AND (name <> ALL (ARRAY['member'::text, 'owner'::text]))),
  constraint role_change_names_check CHECK (names ?& '{zh-Hans,zh-Hant,en}'::text[] AND length(names::text) <= 400),
  constraint role_change_note_check CHECK (length(note) <= 300),
  constraint role_change_permissions_check CHECK (array_to_string(permissions, ' '::text) ~ '^(((\*|[a-z]+):(\*|[a-z]+):(\*|[a-z]+)( |$))+)?$'::text),
  constraint role_change_reason_check CHECK (length(reason) <= 300 AND reason ~ '\S'::text),
  constraint role_change_status_check CHECK (status = ANY (ARRAY['proposed'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text])),
  constraint role_change_what_check CHECK (what = ANY (ARRAY['make'::text, 'change'::text, 'retire'::text]))
);
CREATE UNIQUE INDEX role_change_open ON public.role_change USING btree (name) WHERE (status = 'proposed'::text);
CREATE CONSTRAINT TRIGGER require_entry AFTER INSERT OR UPDATE ON public.role_change DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_entry('role', 'id', 'maker', 'checker');
CREATE TRIGGER apply_role AFTER UPDATE ON public.role_change FOR EACH ROW WHEN (((old.status = 'proposed'::text) AND (new.status = 'approved'::text))) EXECUTE FUNCTION apply_role();
CREATE TRIGGER decide_role BEFORE INSERT OR UPDATE ON public.role_change FOR EACH ROW EXECUTE FUNCTION decide_role();
CREATE TRIGGER name_who_acts AFTER INSERT OR UPDATE ON public.role_change FOR EACH ROW EXECUTE FUNCTION name_who_acts('maker', 'checker');
grant insert (id, name, what, base, names, permissions, reason, maker), select, update (status, checker, note) on role_change to candor_console;
comment on table role_change is 'A role that shall be made, changed or retired: one operator proposes, another approves.';

create table savings (
  member_id bigint not null,
  wallet text not null,
  auto boolean default false not null,
  keep bigint default 0 not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint savings_pkey PRIMARY KEY (member_id, wallet),
  constraint savings_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint savings_keep_check CHECK (keep >= 0),
  constraint savings_wallet_check CHECK (wallet = ANY (ARRAY['practice'::text, 'cash'::text]))
);
CREATE INDEX savings_auto ON public.savings USING btree (member_id) WHERE auto;
grant select on savings to candor_console;
grant insert (member_id, wallet, auto, keep), select, update (auto, keep) on savings to candor_http;
comment on table savings is 'One row a member and wallet that uses savings: its choices. The amount is in the ledger.';

create table savings_accrual (
  member_id bigint not null,
  wallet text not null,
  business_date date not null,
  balance bigint not null,
  annual_rate bigint not null,
  units numeric not null,
  amount bigint not null,
  posted_at timestamp with time zone,
  constraint savings_accrual_pkey PRIMARY KEY (member_id, wallet, business_date),
  constraint savings_accrual_amount_check CHECK (amount >= 0),
  constraint savings_accrual_balance_check CHECK (balance > 0)
);
CREATE INDEX savings_accrual_unposted ON public.savings_accrual USING btree (business_date, member_id, wallet) WHERE ((posted_at IS NULL) AND (amount > 0));
CREATE CONSTRAINT TRIGGER check_money AFTER UPDATE ON public.savings_accrual DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_savings_interest();
grant select on savings_accrual to candor_console;
grant select on savings_accrual to candor_http;
grant select (member_id, wallet, business_date, amount, posted_at) on savings_accrual to candor_worker;
comment on table savings_accrual is 'One row a member, wallet and business date: the interest of that date.';
comment on column savings_accrual.units is 'Exact interest of this date and all before it, in 1/3,650,000 of a minor unit.';

create table savings_rate (
  from_date date not null,
  annual_rate bigint not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint savings_rate_pkey PRIMARY KEY (from_date),
  constraint savings_rate_annual_rate_check CHECK (annual_rate >= 0 AND annual_rate <= 10000)
);
grant select on savings_rate to candor_console;
grant select on savings_rate to candor_http;
comment on table savings_rate is 'Insert-only: the rate from a business date on.';

create table savings_transfer (
  id uuid not null,
  n bigint generated always as identity not null,
  member_id bigint not null,
  wallet text not null,
  currency text not null,
  direction text not null,
  origin text not null,
  amount bigint not null,
  agreement integer not null,
  net bigint not null,
  auto_on date,
  at timestamp with time zone not null,
  constraint savings_transfer_pkey PRIMARY KEY (id),
  constraint savings_transfer_member_id_wallet_auto_on_key UNIQUE (member_id, wallet, auto_on),
  constraint savings_transfer_n_key UNIQUE (n),
  constraint savings_transfer_member_id_wallet_fkey FOREIGN KEY (member_id, wallet) REFERENCES savings(member_id, wallet),
  constraint savings_transfer_amount_check CHECK (amount > 0),
  constraint savings_transfer_check CHECK ((auto_on IS NOT NULL) = (origin = 'auto'::text)),
  constraint savings_transfer_direction_check CHECK (direction = ANY (ARRAY['in'::text, 'out'::text])),
  constraint savings_transfer_origin_check CHECK (origin = ANY (ARRAY['member'::text, 'auto'::text]))
);
CREATE INDEX savings_transfer_member ON public.savings_transfer USING btree (member_id, wallet, n DESC);
CREATE CONSTRAINT TRIGGER check_money AFTER INSERT ON public.savings_transfer DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_savings_transfer();
CREATE TRIGGER keep_exclusion BEFORE INSERT ON public.savings_transfer FOR EACH ROW EXECUTE FUNCTION refuse_excluded_savings();
CREATE TRIGGER open_savings_transfer BEFORE INSERT ON public.savings_transfer FOR EACH ROW EXECUTE FUNCTION open_savings_transfer();
CREATE TRIGGER refuse_closed BEFORE INSERT ON public.savings_transfer FOR EACH ROW EXECUTE FUNCTION refuse_closed();
grant select on savings_transfer to candor_console;
grant insert (id, member_id, wallet, currency, direction, amount, agreement), select on savings_transfer to candor_http;
grant select (id, n, member_id, wallet, direction, amount, net) on savings_transfer to candor_worker;
comment on table savings_transfer is 'One row an amount that a member or their automatic saving moved into savings or out.';
comment on column savings_transfer.net is 'All that went in minus all that went out, up to this one.';

create table schema_migration (
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone default clock_timestamp() not null,
  constraint schema_migration_pkey PRIMARY KEY (name)
);

create table security_event (
  id bigint generated always as identity not null,
  member_id bigint not null,
  kind text not null,
  device text not null,
  at timestamp with time zone default clock_timestamp() not null,
  address text default ''::text not null,
  constraint security_event_pkey PRIMARY KEY (id),
  constraint security_event_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint security_event_address_check CHECK (length(address) <= 64),
  constraint security_event_device_check CHECK (length(device) <= 300),
  constraint security_event_kind_check CHECK (kind = ANY (ARRAY['password'::text, 'withdrawPassword'::text, 'withdrawPasswordReset'::text, 'loginPasswordReset'::text, 'newDevice'::text, 'loginLocked'::text, 'factorLocked'::text, 'withdrawLocked'::text, 'totpOn'::text, 'totpOff'::text, 'passkeyAdded'::text, 'passkeyRemoved'::text, 'recoveryMade'::text, 'recoveryUsed'::text, 'releaseAsked'::text, 'releaseStopped'::text, 'released'::text, 'cardReleased'::text, 'identityReleased'::text, 'deviceReleased'::text, 'dataAsked'::text, 'dataReady'::text, 'closingAsked'::text, 'closingStopped'::text]))
);
CREATE INDEX security_event_member ON public.security_event USING btree (member_id, id DESC);
CREATE TRIGGER tell_member AFTER INSERT ON public.security_event FOR EACH ROW EXECUTE FUNCTION tell_security_event();
grant select on security_event to candor_console;
grant insert (member_id, kind, device, address), select on security_event to candor_http;

create table security_seen (
  member_id bigint not null,
  event_id bigint not null,
  constraint security_seen_pkey PRIMARY KEY (member_id),
  constraint security_seen_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id)
);
grant insert, select, update (event_id) on security_seen to candor_http;

create table self_exclusion (
  id bigint generated always as identity not null,
  member_id bigint not null,
  term text not null,
  until timestamp with time zone not null,
  at timestamp with time zone not null,
  constraint self_exclusion_pkey PRIMARY KEY (id),
  constraint self_exclusion_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint self_exclusion_term_check CHECK (term = ANY (ARRAY['day'::text, 'week'::text, 'month'::text, 'halfYear'::text, 'forever'::text]))
);
CREATE INDEX self_exclusion_member ON public.self_exclusion USING btree (member_id, id DESC);
CREATE TRIGGER exclude_member BEFORE INSERT ON public.self_exclusion FOR EACH ROW EXECUTE FUNCTION exclude_member();
CREATE TRIGGER tell_member AFTER INSERT ON public.self_exclusion FOR EACH ROW EXECUTE FUNCTION tell_exclusion();
grant select on self_exclusion to candor_console;
grant insert (member_id, term), select on self_exclusion to candor_http;
comment on table self_exclusion is 'One row each time a member excluded themselves, until when.';

create table session (
  id uuid default uuidv7() not null,
  member_id bigint not null,
  token_hash bytea not null,
  user_agent text default ''::text not null,
  address text default ''::text not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  last_seen_at timestamp with time zone default clock_timestamp() not null,
  expires_at timestamp with time zone not null,
  device_key bytea,
  confirmed_at timestamp with time zone,
  constraint session_pkey PRIMARY KEY (id),
  constraint session_token_hash_key UNIQUE (token_hash),
  constraint session_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint session_address_check CHECK (length(address) <= 64),
  constraint session_age_check CHECK (expires_at <= (created_at + '90 days'::interval)),
  constraint session_device_key_check CHECK (length(device_key) = ANY (ARRAY[32, 65])),
  constraint session_token_hash_check CHECK (length(token_hash) = 32),
  constraint session_user_agent_check CHECK (length(user_agent) <= 300)
);
CREATE INDEX session_address ON public.session USING btree (address);
CREATE INDEX session_expiry ON public.session USING btree (expires_at);
CREATE INDEX session_member ON public.session USING btree (member_id, created_at DESC);
CREATE TRIGGER object_to_release AFTER UPDATE OF confirmed_at ON public.session FOR EACH ROW WHEN ((new.confirmed_at IS NOT NULL)) EXECUTE FUNCTION object_to_release();
CREATE TRIGGER take_device_mark BEFORE INSERT ON public.session FOR EACH ROW WHEN ((new.device_key IS NOT NULL)) EXECUTE FUNCTION take_device_mark();
grant select (id, member_id, user_agent, address, created_at, last_seen_at, expires_at) on session to candor_console;
grant insert, select, update (last_seen_at, expires_at, confirmed_at) on session to candor_http;
grant select (expires_at) on session to candor_worker;
comment on table session is 'One row a login of a member that is still valid, on one device.';
comment on column session.token_hash is 'SHA-256 of the bearer token; the token itself is never stored.';
comment on column session.device_key is 'A P-256 point (65 bytes) or an Ed25519 key (32). A session without one moves no money.';
comment on column session.confirmed_at is 'When the member last confirmed in this session that it is them.';

create table settlement (
  order_id uuid not null,
  member_id bigint not null,
  outcome text not null,
  reason text,
  entry_seq bigint,
  entry_at timestamp with time zone,
  entry_price bigint,
  exit_seq bigint,
  exit_at timestamp with time zone,
  exit_price bigint,
  profit bigint not null,
  credited bigint not null,
  settled_at timestamp with time zone default clock_timestamp() not null,
  constraint settlement_pkey PRIMARY KEY (order_id),
  constraint settlement_check CHECK ((outcome = 'voided'::text) = (reason IS NOT NULL)),
  constraint settlement_check1 CHECK (outcome = 'voided'::text OR entry_seq IS NOT NULL AND exit_seq > entry_seq),
  constraint settlement_check2 CHECK (
CASE outcome
    WHEN 'won'::text THEN exit_price IS DISTINCT FROM entry_price
    WHEN 'lost'::text THEN exit_price IS DISTINCT FROM entry_price
    WHEN 'tied'::text THEN exit_price = entry_price
    ELSE true
END),
  constraint settlement_credited_check CHECK (credited >= 0),
  constraint settlement_outcome_check CHECK (outcome = ANY (ARRAY['won'::text, 'lost'::text, 'tied'::text, 'voided'::text])),
  constraint settlement_reason_check CHECK (reason = ANY (ARRAY['NO_ENTRY_TICK'::text, 'NOT_LOGGED'::text, 'NO_EXIT_TICK'::text, 'EXIT_NOT_OK'::text, 'EXIT_BEFORE_ENTRY'::text, 'FEED_CHANGED'::text]))
) partition by RANGE (order_id);
CREATE INDEX settlement_member ON ONLY public.settlement USING btree (member_id, settled_at DESC);
CREATE INDEX settlement_voided ON ONLY public.settlement USING btree (order_id) WHERE (outcome = 'voided'::text);
CREATE TRIGGER accept_settlements AFTER INSERT ON public.settlement REFERENCING NEW TABLE AS settled FOR EACH STATEMENT EXECUTE FUNCTION accept_settlements();
CREATE TRIGGER count_own_results AFTER INSERT ON public.settlement REFERENCING NEW TABLE AS settled FOR EACH STATEMENT EXECUTE FUNCTION count_own_results();
CREATE TRIGGER keep_key BEFORE UPDATE OF order_id, member_id ON public.settlement FOR EACH STATEMENT EXECUTE FUNCTION refuse_key_change();
CREATE TRIGGER log_settlements AFTER INSERT ON public.settlement REFERENCING NEW TABLE AS settled FOR EACH STATEMENT EXECUTE FUNCTION log_settlements();
CREATE TRIGGER pay_settlements AFTER INSERT ON public.settlement REFERENCING NEW TABLE AS settled FOR EACH STATEMENT EXECUTE FUNCTION pay_settlements();
grant select on settlement to candor_console;
grant select on settlement to candor_http;
grant insert (order_id, member_id, outcome, reason, entry_seq, entry_at, entry_price, exit_seq, exit_at, exit_price, profit, credited), select on settlement to candor_worker;

create table settlement_alarm (
  order_id uuid not null,
  reason text not null,
  tries integer not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  next_at timestamp with time zone not null,
  constraint settlement_alarm_pkey PRIMARY KEY (order_id),
  constraint settlement_alarm_check CHECK (last_at >= first_at),
  constraint settlement_alarm_check1 CHECK (next_at <= (last_at + '00:01:00'::interval)),
  constraint settlement_alarm_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 500),
  constraint settlement_alarm_tries_check CHECK (tries > 0)
);
CREATE TRIGGER require_order AFTER INSERT OR UPDATE OF order_id ON public.settlement_alarm FOR EACH ROW EXECUTE FUNCTION require_order();
grant select on settlement_alarm to candor_worker;
comment on table settlement_alarm is 'Orders that could not be settled. The settlement stays due, and is tried again at next_at.';

create table settlement_batch (
  id bigint generated always as identity not null,
  orders uuid[] not null storage e,
  during tstzrange not null,
  first bigint,
  constraint settlement_batch_pkey PRIMARY KEY (id),
  constraint settlement_batch_first_check CHECK (first >= 0),
  constraint settlement_batch_orders_check CHECK (cardinality(orders) >= 1 AND cardinality(orders) <= 2000)
);
CREATE INDEX settlement_batch_during ON public.settlement_batch USING gist (during);
CREATE INDEX settlement_batch_first ON public.settlement_batch USING btree (first) WHERE (first IS NOT NULL);
CREATE INDEX settlement_batch_waiting ON public.settlement_batch USING btree (id) WHERE (first IS NULL);
CREATE TRIGGER keep_sealed BEFORE DELETE OR TRUNCATE ON public.settlement_batch FOR EACH STATEMENT EXECUTE FUNCTION keep_sealed();
CREATE TRIGGER keep_settlement_batch BEFORE UPDATE ON public.settlement_batch FOR EACH ROW EXECUTE FUNCTION keep_settlement_batch();
grant select on settlement_batch to candor_console;
grant select on settlement_batch to candor_http;
grant select on settlement_batch to candor_worker;
comment on table settlement_batch is 'Orders that were settled together. first: the index of the first of them in the order log, the others follow; null until they are in it.';

create table simulator_secret (
  only_row boolean default true not null,
  sealed bytea not null,
  since date default ((clock_timestamp() AT TIME ZONE 'UTC'::text))::date not null,
  constraint simulator_secret_pkey PRIMARY KEY (only_row),
  constraint simulator_secret_only_row_check CHECK (only_row),
  constraint simulator_secret_sealed_check CHECK (length(sealed) >= 29 AND length(sealed) <= 200)
);
grant insert (sealed), select on simulator_secret to candor_feed;
comment on table simulator_secret is 'One row: what the seeds of simulated prices follow from. The first leader of the feed writes it.';
comment on column simulator_secret.since is 'The first UTC day whose seed follows from it.';

create table simulator_seed (
  commitment bytea not null,
  day date not null,
  seed bytea not null,
  published_at timestamp with time zone default clock_timestamp() not null,
  constraint simulator_seed_pkey PRIMARY KEY (commitment),
  constraint simulator_seed_commitment_check CHECK (commitment = sha256(((('candor-simulator-seed-v1'::text || chr(10)) || encode(seed, 'hex'::text)) || chr(10))::bytea)),
  constraint simulator_seed_seed_check CHECK (length(seed) = 32)
);
CREATE INDEX simulator_seed_day ON public.simulator_seed USING btree (day);
grant insert (commitment, day, seed) on simulator_seed to candor_feed;
grant select on simulator_seed to candor_http;
comment on table simulator_seed is 'The seeds of simulated prices of UTC days that are over.';

create table site (
  only_row boolean default true not null,
  mode text not null,
  name text default 'Candor'::text not null,
  currency text not null,
  currency_symbol text not null,
  currency_decimals smallint not null,
  time_zone text default 'Asia/Shanghai'::text not null,
  domain text,
  web_logo text default ''::text not null,
  registration_open boolean default true not null,
  invite_required boolean default false not null,
  identity_required boolean default false not null,
  practice_grant bigint not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  primary_colour text,
  languages text[] default '{zh-Hans,zh-Hant,en}'::text[] not null,
  contact jsonb default '{"email": "", "phone": "", "address": ""}'::jsonb not null,
  footer jsonb default '{"en": "", "zh-Hans": "", "zh-Hant": ""}'::jsonb not null,
  maintenance jsonb default '[]'::jsonb not null,
  settings_no bigint default 0 not null,
  basis_at timestamp with time zone,
  opened_at timestamp with time zone default clock_timestamp(),
  prepared_at timestamp with time zone default clock_timestamp(),
  loss_open bigint,
  loss_day bigint,
  constraint site_pkey PRIMARY KEY (only_row),
  constraint site_currency_check CHECK (currency <> ''::text),
  constraint site_currency_decimals_check CHECK (currency_decimals >= 0 AND currency_decimals <= 4),
  constraint site_languages_check CHECK (languages <@ '{zh-Hans,zh-Hant,en}'::text[] AND cardinality(languages) > 0),
  constraint site_loss_check CHECK ((loss_open IS NULL) = (loss_day IS NULL)),
  constraint site_loss_day_check CHECK (loss_day >= loss_open AND loss_day <= '1000000000000000'::bigint),
  constraint site_loss_open_check CHECK (loss_open >= 0 AND loss_open <= '1000000000000000'::bigint),
  constraint site_mode_check CHECK (mode = ANY (ARRAY['practice'::text, 'live'::text])),
  constraint site_only_row_check CHECK (only_row),
  constraint site_practice_grant_check CHECK (practice_grant > 0),
  constraint site_primary_colour_check CHECK (primary_colour ~ '^#[0-9a-f]{6}$'::text)
);
CREATE TRIGGER keep_site_currency BEFORE UPDATE ON public.site FOR EACH ROW EXECUTE FUNCTION keep_site_currency();
grant select on site to candor_console;
grant select on site to candor_feed;
grant select on site to candor_http;
grant select on site to candor_worker;
comment on table site is 'One row. A database remembers its mode and refuses the other.';
comment on column site.settings_no is 'Grows with every change of the settings: who reads them again compares it.';
comment on column site.basis_at is 'When an operator chose currency and time zone in the console. They never change afterwards.';
comment on column site.opened_at is 'Null while a new site is being set up: nobody can register, and one operator is enough.';
comment on column site.prepared_at is 'When what depends on currency and time zone was written. Null while they are not chosen: every process begins again after it.';
comment on column site.loss_open is 'What all orders that run can cost the house at most, in minor units: the limits of the products share it out. Null: no limit.';
comment on column site.loss_day is 'What a business day can cost at most.';

create table site_change (
  id uuid default uuidv7() not null,
  part text not null,
  base integer not null,
  before jsonb not null,
  value jsonb not null,
  reason text not null,
  status text default 'proposed'::text not null,
  maker bigint not null,
  checker bigint,
  note text,
  created_at timestamp with time zone default clock_timestamp() not null,
  decided_at timestamp with time zone,
  alone boolean default false not null,
  constraint site_change_pkey PRIMARY KEY (id),
  constraint site_change_checker_fkey FOREIGN KEY (checker) REFERENCES operator(id),
  constraint site_change_maker_fkey FOREIGN KEY (maker) REFERENCES operator(id),
  constraint site_change_base_check CHECK (base >= 0),
  constraint site_change_check CHECK (
CASE status
    WHEN 'proposed'::text THEN checker IS NULL
    WHEN 'withdrawn'::text THEN checker = maker
    WHEN 'approved'::text THEN checker <> maker OR alone
    ELSE checker <> maker
END),
  constraint site_change_check1 CHECK ((status = 'proposed'::text) = (decided_at IS NULL)),
  constraint site_change_note_check CHECK (length(note) <= 300),
  constraint site_change_part_check CHECK (part = ANY (ARRAY['look'::text, 'identity'::text, 'access'::text, 'maintenance'::text, 'limits'::text, 'basis'::text, 'opening'::text])),
  constraint site_change_reason_check CHECK (length(reason) <= 300 AND reason ~ '\S'::text),
  constraint site_change_status_check CHECK (status = ANY (ARRAY['proposed'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text])),
  constraint site_change_value_check CHECK (length(value::text) <= 8000)
);
CREATE UNIQUE INDEX site_change_open ON public.site_change USING btree (part) WHERE (status = 'proposed'::text);
CREATE CONSTRAINT TRIGGER require_entry AFTER INSERT OR UPDATE ON public.site_change DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_entry('site', 'id', 'maker', 'checker');
CREATE TRIGGER decide_site_change BEFORE INSERT OR UPDATE ON public.site_change FOR EACH ROW EXECUTE FUNCTION decide_site_change();
CREATE TRIGGER name_who_acts AFTER INSERT OR UPDATE ON public.site_change FOR EACH ROW EXECUTE FUNCTION name_who_acts('maker', 'checker');
CREATE TRIGGER publish_site_change AFTER UPDATE ON public.site_change FOR EACH ROW WHEN (((old.status = 'proposed'::text) AND (new.status = 'approved'::text))) EXECUTE FUNCTION publish_site_change();
grant insert (id, part, base, value, reason, maker), select, update (status, checker, note) on site_change to candor_console;
comment on table site_change is 'Proposed settings of the site, by part. Approved, they are the next version of that part.';

create table site_key (
  id text not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint site_key_pkey PRIMARY KEY (id),
  constraint site_key_id_check CHECK (id ~ '^[a-z]+:[0-9a-f]{16}$'::text)
);
grant select on site_key to candor_console;
grant select on site_key to candor_feed;
grant select on site_key to candor_http;
grant select on site_key to candor_worker;
comment on table site_key is 'Purpose and the first 64 bits of the SHA-256 of a key: a process with another key would seal what no other can read. And the ids of the stores of files, so that all processes see the same.';

create table site_logo (
  id text not null,
  png bytea not null,
  operator_id bigint not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint site_logo_pkey PRIMARY KEY (id),
  constraint site_logo_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint site_logo_check CHECK (id = encode(sha256(png), 'hex'::text)),
  constraint site_logo_id_check CHECK (id ~ '^[0-9a-f]{64}$'::text),
  constraint site_logo_png_check CHECK (length(png) <= 262144)
);
CREATE CONSTRAINT TRIGGER require_entry AFTER INSERT ON public.site_logo DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_entry('siteLogo', 'id', 'operator_id');
CREATE TRIGGER bound_site_logos BEFORE INSERT ON public.site_logo FOR EACH ROW EXECUTE FUNCTION bound_site_logos();
CREATE TRIGGER keep_site_logo BEFORE DELETE OR UPDATE ON public.site_logo FOR EACH ROW EXECUTE FUNCTION keep_site_version();
CREATE TRIGGER name_who_acts AFTER INSERT ON public.site_logo FOR EACH ROW EXECUTE FUNCTION name_who_acts('operator_id');
grant insert (id, png, operator_id), select on site_logo to candor_console;
grant select (id, png) on site_logo to candor_http;
comment on table site_logo is 'Logos as the process of pictures drew them again. Named by the SHA-256 of their bytes; none changes or goes.';

create table site_version (
  part text not null,
  version integer not null,
  value jsonb not null,
  change_id uuid not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint site_version_pkey PRIMARY KEY (part, version),
  constraint site_version_change_id_key UNIQUE (change_id),
  constraint site_version_change_id_fkey FOREIGN KEY (change_id) REFERENCES site_change(id),
  constraint site_version_version_check CHECK (version > 0)
);
CREATE TRIGGER keep_site_version BEFORE DELETE OR UPDATE ON public.site_version FOR EACH ROW EXECUTE FUNCTION keep_site_version();
grant select on site_version to candor_console;
grant select on site_version to candor_http;
comment on table site_version is 'Every version of every part of the settings since they can be changed. Members read those that bind them.';

create table source_trial (
  id uuid default uuidv7() not null,
  operator_id bigint not null,
  category text not null,
  sources jsonb not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  taken_at timestamp with time zone,
  ended_at timestamp with time zone,
  answers jsonb,
  constraint source_trial_pkey PRIMARY KEY (id),
  constraint source_trial_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint source_trial_answers_check CHECK (jsonb_typeof(answers) = 'object'::text AND length(answers::text) <= 2000),
  constraint source_trial_category_check CHECK (category = ANY (ARRAY['crypto'::text, 'forex'::text, 'metal'::text, 'index'::text, 'stock'::text])),
  constraint source_trial_check CHECK ((answers IS NULL) = (ended_at IS NULL)),
  constraint source_trial_check1 CHECK (ended_at IS NULL OR taken_at IS NOT NULL),
  constraint source_trial_sources_check CHECK (jsonb_typeof(sources) = 'object'::text AND length(sources::text) <= 400)
);
CREATE UNIQUE INDEX source_trial_open ON public.source_trial USING btree (operator_id) WHERE (ended_at IS NULL);
CREATE CONSTRAINT TRIGGER require_entry AFTER INSERT ON public.source_trial DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_entry('sourceTrial', 'id', 'operator_id');
CREATE TRIGGER guard_source_trial BEFORE INSERT OR UPDATE ON public.source_trial FOR EACH ROW EXECUTE FUNCTION guard_source_trial();
CREATE TRIGGER name_who_acts AFTER INSERT OR UPDATE ON public.source_trial FOR EACH ROW EXECUTE FUNCTION name_who_acts('operator_id');
grant insert (id, operator_id, category, sources), select on source_trial to candor_console;
grant select, update (taken_at, answers) on source_trial to candor_feed;
comment on table source_trial is 'Exchanges that are asked for a price before they are proposed as sources. Kept for a day.';

create table staff_change (
  id uuid default uuidv7() not null,
  operator_id bigint,
  username text not null,
  roles text[] not null,
  addresses cidr[],
  before jsonb not null,
  reason text not null,
  status text default 'proposed'::text not null,
  maker bigint not null,
  checker bigint,
  note text,
  created_at timestamp with time zone default clock_timestamp() not null,
  decided_at timestamp with time zone,
  constraint staff_change_pkey PRIMARY KEY (id),
  constraint staff_change_checker_fkey FOREIGN KEY (checker) REFERENCES operator(id),
  constraint staff_change_maker_fkey FOREIGN KEY (maker) REFERENCES operator(id),
  constraint staff_change_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint staff_change_addresses_check CHECK (cardinality(addresses) >= 1 AND cardinality(addresses) <= 20),
  constraint staff_change_check CHECK (
CASE status
    WHEN 'proposed'::text THEN checker IS NULL
    WHEN 'withdrawn'::text THEN checker = maker
    ELSE checker <> maker
END),
  constraint staff_change_check1 CHECK ((status = 'proposed'::text) = (decided_at IS NULL)),
  constraint staff_change_note_check CHECK (length(note) <= 300),
  constraint staff_change_own_check CHECK (operator_id IS DISTINCT FROM maker AND (checker IS NULL OR operator_id IS DISTINCT FROM checker)),
  constraint staff_change_reason_check CHECK (length(reason) <= 300 AND reason ~ '\S'::text),
  constraint staff_change_roles_check CHECK (cardinality(roles) >= 1 AND cardinality(roles) <= 8),
  constraint staff_change_status_check CHECK (status = ANY (ARRAY['proposed'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text])),
  constraint staff_change_username_check CHECK (username ~ '^[A-Za-z0-9_]{4,32}$'::text)
);
CREATE UNIQUE INDEX staff_change_open ON public.staff_change USING btree (lower((username COLLATE "C"))) WHERE (status = 'proposed'::text);
CREATE CONSTRAINT TRIGGER require_entry AFTER INSERT OR UPDATE ON public.staff_change DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_entry('staff', 'id', 'maker', 'checker');
CREATE TRIGGER apply_staff AFTER UPDATE ON public.staff_change FOR EACH ROW WHEN (((old.status = 'proposed'::text) AND (new.status = 'approved'::text))) EXECUTE FUNCTION apply_staff();
CREATE TRIGGER decide_staff BEFORE INSERT OR UPDATE ON public.staff_change FOR EACH ROW EXECUTE FUNCTION decide_staff();
CREATE TRIGGER name_who_acts AFTER INSERT OR UPDATE ON public.staff_change FOR EACH ROW EXECUTE FUNCTION name_who_acts('maker', 'checker');
grant insert (id, operator_id, username, roles, addresses, reason, maker), select, update (status, checker, note) on staff_change to candor_console;
comment on table staff_change is 'Who shall be an operator, or which roles and addresses one shall have: one proposes, another approves.';

create table statement (
  id uuid default uuidv7() not null,
  file_id uuid constraint statement_file_id_not_null1 not null,
  account text not null,
  number text not null,
  opening bigint,
  closing bigint,
  first_on date,
  last_on date,
  entries integer not null,
  constraint statement_pkey PRIMARY KEY (id),
  constraint statement_account_fkey FOREIGN KEY (account) REFERENCES statement_account(code),
  constraint statement_file_id_fkey FOREIGN KEY (file_id) REFERENCES statement_file(id),
  constraint statement_balances_check CHECK ((opening IS NULL) = (closing IS NULL)),
  constraint statement_days_check CHECK ((first_on IS NULL) = (entries = 0) AND (last_on IS NULL) = (entries = 0) AND first_on <= last_on),
  constraint statement_entries_check CHECK (entries >= 0),
  constraint statement_number_check CHECK (length(number) <= 140)
);
CREATE INDEX statement_of_account ON public.statement USING btree (account, last_on, id);
CREATE INDEX statement_of_file ON public.statement USING btree (file_id);
CREATE UNIQUE INDEX statement_once ON public.statement USING btree (account, number, opening, closing, last_on) NULLS NOT DISTINCT WHERE (number <> ''::text);
CREATE TRIGGER keep_statement BEFORE INSERT ON public.statement FOR EACH ROW EXECUTE FUNCTION keep_statement();
CREATE TRIGGER need_operator AFTER INSERT ON public.statement FOR EACH STATEMENT EXECUTE FUNCTION need_operator();
grant insert (id, file_id, account, number, opening, closing, first_on, last_on, entries), select on statement to candor_console;
comment on table statement is 'Insert-only. What a file says of one stretch of time.';

create table statement_account (
  code text not null,
  name text not null,
  number text default ''::text not null,
  currency text not null,
  decimals smallint not null,
  channels text[] default '{}'::text[] not null,
  pays_out boolean default false not null,
  columns jsonb,
  operator_id bigint not null,
  changed_at timestamp with time zone default clock_timestamp() not null,
  constraint statement_account_pkey PRIMARY KEY (code),
  constraint statement_account_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint statement_account_code_check CHECK (code ~ '^[a-z0-9-]{2,32}$'::text),
  constraint statement_account_currency_check CHECK (currency ~ '^[A-Z]{3,5}$'::text),
  constraint statement_account_decimals_check CHECK (decimals >= 0 AND decimals <= 8),
  constraint statement_account_name_check CHECK (length(name) >= 1 AND length(name) <= 60),
  constraint statement_account_number_check CHECK (length(number) <= 80)
);
CREATE CONSTRAINT TRIGGER require_entry AFTER INSERT OR UPDATE ON public.statement_account DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_entry('statementAccount', 'code', 'operator_id');
CREATE TRIGGER keep_statement_account BEFORE INSERT OR UPDATE ON public.statement_account FOR EACH ROW EXECUTE FUNCTION keep_statement_account();
CREATE TRIGGER name_who_acts AFTER INSERT OR UPDATE ON public.statement_account FOR EACH ROW EXECUTE FUNCTION name_who_acts('operator_id');
grant insert (code, name, number, currency, decimals, channels, pays_out, columns, operator_id), select, update (name, number, channels, pays_out, columns, operator_id) on statement_account to candor_console;
grant select (code) on statement_account to candor_worker;
comment on table statement_account is 'An account at a bank or on a chain, as operators described it.';
comment on column statement_account.number is 'IBAN, number or address. Empty: a file of any account is taken.';
comment on column statement_account.channels is 'Deposits by these channels arrive here. A channel has one account.';
comment on column statement_account.pays_out is 'Withdrawals may be paid from here, and come back to it.';
comment on column statement_account.columns is 'What the columns of its tables mean.';

create table statement_entry (
  id uuid default uuidv7() not null,
  statement_id uuid not null,
  account text not null,
  "position" integer not null,
  booked_on date not null,
  valued_on date,
  amount bigint not null,
  is_reversal boolean not null,
  bank_ref text not null,
  end_to_end_id text not null,
  counterparty text,
  words text,
  mark bytea not null,
  match_id uuid,
  constraint statement_entry_pkey PRIMARY KEY (id),
  constraint statement_entry_place UNIQUE (statement_id, "position"),
  constraint statement_entry_account_fkey FOREIGN KEY (account) REFERENCES statement_account(code),
  constraint statement_entry_match_id_fkey FOREIGN KEY (match_id) REFERENCES statement_match(id),
  constraint statement_entry_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES statement(id),
  constraint statement_entry_amount_check CHECK (amount <> 0),
  constraint statement_entry_bank_ref_check CHECK (length(bank_ref) <= 140),
  constraint statement_entry_counterparty_check CHECK (length(counterparty) <= 140),
  constraint statement_entry_end_to_end_id_check CHECK (length(end_to_end_id) <= 140),
  constraint statement_entry_mark_check CHECK (length(mark) = 32),
  constraint statement_entry_position_check CHECK ("position" >= 0),
  constraint statement_entry_words_check CHECK (length(words) <= 1000)
);
CREATE INDEX statement_entry_listed ON public.statement_entry USING btree (account, booked_on, id);
CREATE INDEX statement_entry_mark ON public.statement_entry USING btree (account, mark);
CREATE INDEX statement_entry_match ON public.statement_entry USING btree (match_id) WHERE (match_id IS NOT NULL);
CREATE INDEX statement_entry_open ON public.statement_entry USING btree (account, booked_on, id) WHERE (match_id IS NULL);
CREATE CONSTRAINT TRIGGER check_statement_match AFTER INSERT OR UPDATE OF match_id ON public.statement_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.match_id IS NOT NULL)) EXECUTE FUNCTION check_statement_match();
CREATE CONSTRAINT TRIGGER check_statement_match_left AFTER UPDATE OF match_id ON public.statement_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.match_id IS NOT NULL)) EXECUTE FUNCTION check_statement_match();
CREATE TRIGGER check_statement_entries AFTER INSERT ON public.statement_entry REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_statement_entries();
CREATE TRIGGER forget_late_words BEFORE UPDATE OF match_id ON public.statement_entry FOR EACH ROW WHEN ((new.match_id IS NOT NULL)) EXECUTE FUNCTION forget_late_words();
CREATE TRIGGER keep_statement_entry BEFORE UPDATE OF match_id ON public.statement_entry FOR EACH ROW EXECUTE FUNCTION keep_statement_entry();
CREATE TRIGGER need_operator AFTER INSERT OR UPDATE ON public.statement_entry FOR EACH STATEMENT EXECUTE FUNCTION need_operator();
grant insert (id, statement_id, account, "position", booked_on, valued_on, amount, is_reversal, bank_ref, end_to_end_id, counterparty, words, mark), select, update (match_id) on statement_entry to candor_console;
grant select (id, account, booked_on, amount, bank_ref, end_to_end_id, words, match_id) on statement_entry to candor_worker;
comment on table statement_entry is 'What a statement says, as it says it. Only what it was matched with changes.';
comment on column statement_entry.counterparty is 'Null once its file was erased, or its member forgotten.';
comment on column statement_entry.mark is 'SHA-256 of what it says: the same line in another file has the same.';

create table statement_file (
  id uuid default uuidv7() not null,
  account text not null,
  sha256 bytea not null,
  bytes integer not null,
  operator_id bigint not null,
  imported_at timestamp with time zone default clock_timestamp() not null,
  erased_at timestamp with time zone,
  constraint statement_file_pkey PRIMARY KEY (id),
  constraint statement_file_once UNIQUE (account, sha256),
  constraint statement_file_account_fkey FOREIGN KEY (account) REFERENCES statement_account(code),
  constraint statement_file_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint statement_file_bytes_check CHECK (bytes >= 1 AND bytes <= 8388608),
  constraint statement_file_sha256_check CHECK (length(sha256) = 32)
);
CREATE INDEX statement_file_kept ON public.statement_file USING btree (imported_at) WHERE (erased_at IS NULL);
CREATE CONSTRAINT TRIGGER require_entry AFTER INSERT ON public.statement_file DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_entry('statementFile', 'id', 'operator_id');
CREATE TRIGGER name_who_acts AFTER INSERT ON public.statement_file FOR EACH ROW EXECUTE FUNCTION name_who_acts('operator_id');
grant insert (id, account, sha256, bytes, operator_id), select on statement_file to candor_console;
grant select (id, imported_at, erased_at) on statement_file to candor_worker;
comment on table statement_file is 'A file that was imported, once. Its bytes are sealed among the files of the site.';
comment on column statement_file.erased_at is 'When its bytes were erased, and the words of its entries with them.';

create table statement_match (
  id uuid default uuidv7() not null,
  account text not null,
  kind text not null,
  deposit_id uuid,
  withdrawal_id uuid,
  code text,
  note text,
  operator_id bigint,
  made_at timestamp with time zone default clock_timestamp() not null,
  undone_by bigint,
  undone_at timestamp with time zone,
  differs_since timestamp with time zone,
  constraint statement_match_pkey PRIMARY KEY (id),
  constraint statement_match_account_fkey FOREIGN KEY (account) REFERENCES statement_account(code),
  constraint statement_match_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposit(id),
  constraint statement_match_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint statement_match_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES operator(id),
  constraint statement_match_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawal(id),
  constraint statement_match_code_check CHECK (code = ANY (ARRAY['bankFee'::text, 'ownTransfer'::text, 'interest'::text, 'other'::text])),
  constraint statement_match_explained_check CHECK (kind <> 'explained'::text OR operator_id IS NOT NULL AND (code <> 'other'::text OR note IS NOT NULL)),
  constraint statement_match_kind_check CHECK (kind = ANY (ARRAY['deposit'::text, 'withdrawal'::text, 'return'::text, 'explained'::text])),
  constraint statement_match_note_check CHECK (length(note) >= 1 AND length(note) <= 500),
  constraint statement_match_subject_check CHECK ((deposit_id IS NOT NULL) = (kind = 'deposit'::text) AND (withdrawal_id IS NOT NULL) = (kind = ANY (ARRAY['withdrawal'::text, 'return'::text])) AND (code IS NOT NULL) = (kind = 'explained'::text)),
  constraint statement_match_undone_check CHECK ((undone_by IS NULL) = (undone_at IS NULL))
);
CREATE UNIQUE INDEX statement_match_deposit ON public.statement_match USING btree (deposit_id) WHERE (undone_at IS NULL);
CREATE INDEX statement_match_undone_deposit ON public.statement_match USING btree (deposit_id) WHERE (undone_at IS NOT NULL);
CREATE INDEX statement_match_undone_withdrawal ON public.statement_match USING btree (withdrawal_id, kind) WHERE (undone_at IS NOT NULL);
CREATE UNIQUE INDEX statement_match_withdrawal ON public.statement_match USING btree (withdrawal_id, kind) WHERE (undone_at IS NULL);
CREATE CONSTRAINT TRIGGER check_certain_match AFTER INSERT ON public.statement_match DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.operator_id IS NULL)) EXECUTE FUNCTION check_certain_match();
CREATE CONSTRAINT TRIGGER check_statement_match AFTER INSERT OR UPDATE OF undone_by ON public.statement_match DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_statement_match();
CREATE CONSTRAINT TRIGGER require_entry AFTER INSERT OR UPDATE OF undone_by ON public.statement_match DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.operator_id IS NOT NULL) OR (new.undone_by IS NOT NULL))) EXECUTE FUNCTION require_entry('statementMatch', 'id', 'operator_id', 'undone_by');
CREATE TRIGGER keep_statement_match BEFORE INSERT OR UPDATE ON public.statement_match FOR EACH ROW EXECUTE FUNCTION keep_statement_match();
CREATE TRIGGER name_who_acts AFTER INSERT OR UPDATE ON public.statement_match FOR EACH ROW EXECUTE FUNCTION name_who_acts('operator_id', 'undone_by');
CREATE TRIGGER need_operator AFTER INSERT OR UPDATE ON public.statement_match FOR EACH STATEMENT EXECUTE FUNCTION need_operator();
grant insert (id, account, kind, deposit_id, withdrawal_id, code, note, operator_id), select, update (undone_by) on statement_match to candor_console;
comment on table statement_match is 'What entries are: one deposit, withdrawal or return, or an explanation.';
comment on column statement_match.operator_id is 'Null: it was certain.';
comment on column statement_match.differs_since is 'Since its thing comes to another amount than its entries; null while they agree.';

create table support_check (
  doubt_id bigint not null,
  constraint support_check_pkey PRIMARY KEY (doubt_id),
  constraint support_check_doubt_id_fkey FOREIGN KEY (doubt_id) REFERENCES support_message(id)
);
grant insert, select on support_check to candor_http;
grant select on support_check to candor_worker;
comment on table support_check is 'Doubts that still wait for the last word of the check. Written with the doubt, deleted with that word.';

create table support_conversation (
  id bigint generated always as identity not null,
  member_id bigint,
  token_hash bytea,
  address text,
  language text default 'zh-Hans'::text not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  closed boolean default false not null,
  operator_id bigint,
  last_id bigint default 0 not null,
  last_at timestamp with time zone default clock_timestamp() not null,
  waiting_id bigint,
  person_read bigint default 0 not null,
  desk_read bigint default 0 not null,
  joined_at timestamp with time zone,
  network text,
  constraint support_conversation_pkey PRIMARY KEY (id),
  constraint support_conversation_member_id_key UNIQUE (member_id),
  constraint support_conversation_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint support_conversation_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint support_conversation_address_check CHECK (length(address) <= 64),
  constraint support_conversation_check CHECK (
CASE
    WHEN member_id IS NULL THEN token_hash IS NOT NULL AND address IS NOT NULL
    ELSE token_hash IS NULL AND address IS NULL AND operator_id IS DISTINCT FROM member_id
END),
  constraint support_conversation_check1 CHECK (joined_at IS NULL OR member_id IS NOT NULL),
  constraint support_conversation_language_check CHECK (language = ANY (ARRAY['zh-Hans'::text, 'zh-Hant'::text, 'en'::text])),
  constraint support_conversation_network_check CHECK (length(network) <= 64),
  constraint support_conversation_token_hash_check CHECK (length(token_hash) = 32)
);
CREATE INDEX support_conversation_desk ON public.support_conversation USING btree (closed, COALESCE(waiting_id, ('9000000000000000000'::bigint - last_id)));
CREATE INDEX support_conversation_networks ON public.support_conversation USING btree (network, last_at) WHERE (member_id IS NULL);
CREATE INDEX support_conversation_old ON public.support_conversation USING btree (last_at) WHERE (member_id IS NULL);
CREATE UNIQUE INDEX support_conversation_token ON public.support_conversation USING btree (token_hash) WHERE (token_hash IS NOT NULL);
CREATE INDEX support_conversation_visitors ON public.support_conversation USING btree (address, last_at) WHERE (member_id IS NULL);
CREATE CONSTRAINT TRIGGER require_entry AFTER UPDATE OF operator_id, closed ON public.support_conversation DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.operator_id IS DISTINCT FROM new.operator_id) OR (old.closed IS DISTINCT FROM new.closed))) EXECUTE FUNCTION require_entry('conversation', 'id');
CREATE TRIGGER need_operator AFTER INSERT OR UPDATE ON public.support_conversation FOR EACH STATEMENT EXECUTE FUNCTION need_operator();
CREATE TRIGGER read_message AFTER UPDATE OF person_read ON public.support_conversation FOR EACH ROW WHEN (((new.member_id IS NOT NULL) AND (new.person_read > old.person_read))) EXECUTE FUNCTION read_support_message();
grant select (id, member_id, language, created_at, closed, operator_id, last_id, last_at, waiting_id, person_read, desk_read), update (closed, operator_id, waiting_id, desk_read) on support_conversation to candor_console;
grant insert (token_hash, address, language, network), select, update (person_read) on support_conversation to candor_http;
comment on column support_conversation.token_hash is 'SHA-256 of the token on the visitor''s device. The token itself is never stored.';
comment on column support_conversation.address is 'The key that bounds visitors per address; see client-address.ts.';
comment on column support_conversation.operator_id is 'Who has it at the desk.';
comment on column support_conversation.waiting_id is 'The oldest message of the person that no operator has answered.';
comment on column support_conversation.person_read is 'The newest message the person has seen.';
comment on column support_conversation.desk_read is 'The newest message an operator has seen.';
comment on column support_conversation.joined_at is 'When a visitor''s conversation became part of it. That happens once for a member.';
comment on column support_conversation.network is 'The larger block of the visitor''s address (/48, /24): it has a share of all places.';

create table support_hours (
  version integer generated always as identity not null,
  hours jsonb not null,
  operator_id bigint,
  at timestamp with time zone default clock_timestamp() not null,
  constraint support_hours_pkey PRIMARY KEY (version),
  constraint support_hours_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint support_hours_hours_check CHECK (jsonb_typeof(hours) = 'array'::text AND jsonb_array_length(hours) = 7 AND length(hours::text) <= 2000)
);
CREATE CONSTRAINT TRIGGER require_entry AFTER INSERT ON public.support_hours DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_entry('hours', 'version', 'operator_id');
CREATE TRIGGER name_who_acts AFTER INSERT ON public.support_hours FOR EACH ROW EXECUTE FUNCTION name_who_acts('operator_id');
grant insert (hours, operator_id), select on support_hours to candor_console;
grant select on support_hours to candor_http;
comment on column support_hours.hours is 'Of each weekday from Sunday on: pairs of minutes after midnight, in the time zone of the site.';

create table support_message (
  id bigint generated always as identity not null,
  member_id bigint,
  author text default 'member'::text not null,
  text text,
  finding jsonb,
  order_id uuid,
  answers bigint,
  last_word boolean default true not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  conversation_id bigint not null,
  operator_id bigint,
  file_id uuid,
  key uuid,
  constraint support_message_pkey PRIMARY KEY (id),
  constraint support_message_answers_fkey FOREIGN KEY (answers) REFERENCES support_message(id),
  constraint support_message_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES support_conversation(id),
  constraint support_message_file_id_member_id_fkey FOREIGN KEY (file_id, member_id) REFERENCES file(id, member_id),
  constraint support_message_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint support_message_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint support_message_author_check CHECK (author = ANY (ARRAY['member'::text, 'visitor'::text, 'check'::text, 'operator'::text])),
  constraint support_message_check CHECK (
CASE author
    WHEN 'check'::text THEN text IS NULL AND file_id IS NULL AND finding IS NOT NULL AND answers IS NOT NULL AND order_id IS NOT NULL
    WHEN 'member'::text THEN finding IS NULL AND (text IS NULL) <> (file_id IS NULL)
    ELSE finding IS NULL AND text IS NOT NULL AND file_id IS NULL AND order_id IS NULL
END),
  constraint support_message_check1 CHECK ((author = 'operator'::text) = (operator_id IS NOT NULL)),
  constraint support_message_check2 CHECK (
CASE author
    WHEN 'visitor'::text THEN order_id IS NULL
    WHEN 'operator'::text THEN operator_id IS DISTINCT FROM member_id
    ELSE member_id IS NOT NULL
END),
  constraint support_message_text_check CHECK (length(text) >= 1 AND length(text) <= 2000)
);
CREATE UNIQUE INDEX support_message_check ON public.support_message USING btree (answers, last_word) WHERE (author = 'check'::text);
CREATE INDEX support_message_conversation ON public.support_message USING btree (conversation_id, id DESC);
CREATE INDEX support_message_file ON public.support_message USING btree (file_id) WHERE (file_id IS NOT NULL);
CREATE UNIQUE INDEX support_message_key ON public.support_message USING btree (conversation_id, key) WHERE (key IS NOT NULL);
CREATE INDEX support_message_member ON public.support_message USING btree (member_id, id DESC);
CREATE INDEX support_message_order ON public.support_message USING btree (order_id, id DESC) WHERE (order_id IS NOT NULL);
CREATE CONSTRAINT TRIGGER require_entry AFTER INSERT ON public.support_message DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.operator_id IS NOT NULL)) EXECUTE FUNCTION require_entry('conversation', 'conversation_id', 'operator_id');
CREATE TRIGGER name_who_acts AFTER INSERT ON public.support_message FOR EACH ROW EXECUTE FUNCTION name_who_acts('operator_id');
CREATE TRIGGER place_support_message BEFORE INSERT ON public.support_message FOR EACH ROW EXECUTE FUNCTION place_support_message();
CREATE TRIGGER require_order AFTER INSERT OR UPDATE OF order_id ON public.support_message FOR EACH ROW EXECUTE FUNCTION require_order();
CREATE TRIGGER tell_member AFTER INSERT ON public.support_message FOR EACH ROW WHEN ((new.author = 'operator'::text)) EXECUTE FUNCTION tell_support_answer();
grant select on support_message to candor_console;
grant insert (member_id, text, order_id, conversation_id, file_id, key), select on support_message to candor_http;
grant insert (member_id, author, finding, order_id, answers, last_word), select, select (id, author, order_id, answers, last_word) on support_message to candor_worker;
comment on column support_message.member_id is 'Whose conversation it is in; null for a visitor''s.';
comment on column support_message.answers is 'The doubt that a check answers.';
comment on column support_message.last_word is 'False for a check that will be made once more, when the order is final.';
comment on column support_message.key is 'The key of the call, so that a retry writes nothing twice. Members'' calls are in idempotency.';

create table terms (
  product text not null,
  version integer not null,
  durations jsonb not null,
  fee_rate bigint default 0 not null,
  presets jsonb not null,
  published_at timestamp with time zone default clock_timestamp() not null,
  document text not null,
  hash bytea not null,
  accept_within_ms integer,
  fresh_ms integer,
  near_ppm integer,
  min_sources integer,
  entry_delay_sec integer,
  loss_second bigint,
  loss_product bigint,
  loss_day bigint,
  constraint terms_pkey PRIMARY KEY (product, version),
  constraint terms_product_fkey FOREIGN KEY (product) REFERENCES product(code),
  constraint terms_accept_within_ms_check CHECK (accept_within_ms >= 1 AND accept_within_ms <= 3000),
  constraint terms_entry_delay_check CHECK (entry_delay_sec IS NULL OR accept_within_ms IS NOT NULL),
  constraint terms_entry_delay_sec_check CHECK (entry_delay_sec >= 0 AND entry_delay_sec <= 10),
  constraint terms_fee_rate_check CHECK (fee_rate >= 0 AND fee_rate <= 10000),
  constraint terms_fresh_ms_check CHECK (fresh_ms >= 1 AND fresh_ms <= 3600000),
  constraint terms_hash_check CHECK (length(hash) = 32),
  constraint terms_loss_check CHECK ((num_nonnulls(loss_second, loss_product, loss_day) = ANY (ARRAY[0, 3])) AND (loss_second IS NULL OR accept_within_ms IS NOT NULL)),
  constraint terms_loss_day_check CHECK (loss_day >= loss_product AND loss_day <= '1000000000000000'::bigint),
  constraint terms_loss_product_check CHECK (loss_product >= loss_second),
  constraint terms_loss_second_check CHECK (loss_second >= 0),
  constraint terms_min_sources_check CHECK (min_sources >= 1 AND min_sources <= 100),
  constraint terms_near_ppm_check CHECK (near_ppm >= 1 AND near_ppm <= 1000000),
  constraint terms_rules_check CHECK (num_nulls(accept_within_ms, fresh_ms, near_ppm, min_sources) = ANY (ARRAY[0, 4])),
  constraint terms_version_check CHECK (version > 0)
);
CREATE TRIGGER keep_key BEFORE UPDATE OF product, version ON public.terms FOR EACH STATEMENT EXECUTE FUNCTION refuse_key_change();
CREATE TRIGGER keep_parent AFTER DELETE ON public.terms REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION refuse_orphans();
CREATE TRIGGER keep_price_rule BEFORE INSERT ON public.terms FOR EACH ROW EXECUTE FUNCTION keep_price_rule();
CREATE TRIGGER keep_site_limits AFTER INSERT ON public.terms FOR EACH STATEMENT EXECUTE FUNCTION keep_site_limits();
CREATE TRIGGER log_terms AFTER INSERT ON public.terms REFERENCING NEW TABLE AS published FOR EACH STATEMENT EXECUTE FUNCTION log_terms();
CREATE TRIGGER terms_document BEFORE INSERT ON public.terms FOR EACH ROW EXECUTE FUNCTION write_terms_document();
grant select on terms to candor_console;
grant select on terms to candor_feed;
grant select on terms to candor_http;
grant select on terms to candor_worker;
comment on table terms is 'Insert-only: an order keeps the version it was accepted under.';
comment on column terms.document is 'Canonical JSON (RFC 8785) of these terms, as packages/proof builds it; hash is its SHA-256.';
comment on column terms.accept_within_ms is 'How long after its signature an order may be accepted. Null in terms from before there were deadlines.';
comment on column terms.fresh_ms is 'A report of a source that is older is stale.';
comment on column terms.near_ppm is 'A price that is farther from the median, in millionths of it, is an outlier.';
comment on column terms.min_sources is 'How many sources of a live product must be fresh and agree.';
comment on column terms.entry_delay_sec is 'How many seconds after the first whole one an order enters. Null in terms that say nothing of it: none.';
comment on column terms.loss_second is 'What orders of this product that close in one second can cost the house at most, in minor units. Null: no limit.';
comment on column terms.loss_product is 'What all of its orders that run can cost at most.';
comment on column terms.loss_day is 'What a business day can cost at most: what was lost on it, and what still can be.';

create table text_acceptance (
  member_id bigint not null,
  slug text not null,
  version integer not null,
  accepted_at timestamp with time zone default clock_timestamp() not null,
  constraint text_acceptance_pkey PRIMARY KEY (member_id, slug, version),
  constraint text_acceptance_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint text_acceptance_slug_version_fkey FOREIGN KEY (slug, version) REFERENCES text_version(slug, version),
  constraint text_acceptance_slug_check CHECK (slug = ANY (ARRAY['agreement'::text, 'privacy'::text, 'risk'::text]))
);
grant select on text_acceptance to candor_console;
grant insert (member_id, slug, version), select on text_acceptance to candor_http;
comment on table text_acceptance is 'Insert-only: which version of which text a member agreed to, and when.';

create table text_change (
  id uuid default uuidv7() not null,
  slug text not null,
  base integer not null,
  texts jsonb not null,
  reason text not null,
  status text default 'proposed'::text not null,
  maker bigint not null,
  checker bigint,
  note text,
  created_at timestamp with time zone default clock_timestamp() not null,
  decided_at timestamp with time zone,
  constraint text_change_pkey PRIMARY KEY (id),
  constraint text_change_checker_fkey FOREIGN KEY (checker) REFERENCES operator(id),
  constraint text_change_maker_fkey FOREIGN KEY (maker) REFERENCES operator(id),
  constraint text_change_base_check CHECK (base >= 0),
  constraint text_change_check CHECK (
CASE status
    WHEN 'proposed'::text THEN checker IS NULL
    WHEN 'withdrawn'::text THEN checker = maker
    WHEN 'rejected'::text THEN checker <> maker
    ELSE checker <> maker OR (slug = ANY (ARRAY['about'::text, 'fairness'::text]))
END),
  constraint text_change_check1 CHECK ((status = 'proposed'::text) = (decided_at IS NULL)),
  constraint text_change_note_check CHECK (length(note) <= 300),
  constraint text_change_reason_check CHECK (length(reason) <= 300 AND reason ~ '\S'::text),
  constraint text_change_slug_check CHECK (slug = ANY (ARRAY['agreement'::text, 'privacy'::text, 'rules'::text, 'risk'::text, 'about'::text, 'fairness'::text])),
  constraint text_change_status_check CHECK (status = ANY (ARRAY['proposed'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text])),
  constraint text_change_texts_check CHECK (texts ?& ARRAY['zh-Hans'::text, 'zh-Hant'::text, 'en'::text] AND length(texts::text) <= 200000)
);
CREATE UNIQUE INDEX text_change_open ON public.text_change USING btree (slug) WHERE (status = 'proposed'::text);
CREATE CONSTRAINT TRIGGER require_entry AFTER INSERT OR UPDATE ON public.text_change DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_entry('text', 'id', 'maker', 'checker');
CREATE TRIGGER decide_text_change BEFORE INSERT OR UPDATE ON public.text_change FOR EACH ROW EXECUTE FUNCTION decide_text_change();
CREATE TRIGGER name_who_acts AFTER INSERT OR UPDATE ON public.text_change FOR EACH ROW EXECUTE FUNCTION name_who_acts('maker', 'checker');
CREATE TRIGGER publish_text AFTER UPDATE ON public.text_change FOR EACH ROW WHEN ((new.status = 'approved'::text)) EXECUTE FUNCTION publish_text();
grant insert (id, slug, base, texts, reason, maker), select, update (status, checker, note) on text_change to candor_console;
comment on column text_change.base is 'The version that the maker saw.';

create table text_version (
  slug text not null,
  version integer not null,
  shipped text,
  change_id uuid,
  texts jsonb not null,
  published_at timestamp with time zone default clock_timestamp() not null,
  constraint text_version_pkey PRIMARY KEY (slug, version),
  constraint text_version_change_id_fkey FOREIGN KEY (change_id) REFERENCES text_change(id),
  constraint text_version_check CHECK ((shipped IS NULL) = (change_id IS NOT NULL)),
  constraint text_version_shipped_check CHECK (shipped ~ '^\d+\.\d+$'::text),
  constraint text_version_slug_check CHECK (slug = ANY (ARRAY['agreement'::text, 'privacy'::text, 'rules'::text, 'risk'::text, 'about'::text, 'fairness'::text])),
  constraint text_version_texts_check CHECK (texts ?& ARRAY['zh-Hans'::text, 'zh-Hant'::text, 'en'::text]),
  constraint text_version_version_check CHECK (version > 0)
);
CREATE UNIQUE INDEX text_version_change ON public.text_version USING btree (change_id) WHERE (change_id IS NOT NULL);
CREATE TRIGGER keep_published_text BEFORE DELETE OR UPDATE ON public.text_version FOR EACH ROW EXECUTE FUNCTION keep_published_text();
grant select on text_version to candor_console;
grant select on text_version to candor_http;
comment on table text_version is 'One row a published version of one of the site''s own texts.';
comment on column text_version.shipped is 'The version of the text that came with the release; null: operators wrote it.';

create table tick (
  product text not null,
  seq bigint not null,
  at timestamp with time zone not null,
  price bigint not null,
  status text not null,
  feed text not null,
  epoch bigint not null,
  sources jsonb not null,
  sources_digest bytea not null,
  prev_hash bytea not null,
  hash bytea not null,
  log_size bigint,
  log_root bytea,
  log_no bigint,
  constraint tick_pkey PRIMARY KEY (product, seq, at),
  constraint tick_product_fkey FOREIGN KEY (product) REFERENCES product(code),
  constraint tick_feed_check CHECK (feed = ANY (ARRAY['live'::text, 'replay'::text, 'simulated'::text])),
  constraint tick_hash_check CHECK (length(hash) = 32),
  constraint tick_log_check CHECK (num_nulls(log_size, log_root, log_no) = ANY (ARRAY[0, 3])),
  constraint tick_log_root_check CHECK (length(log_root) = 32 OR log_root = '\x'::bytea) NOT VALID,
  constraint tick_log_size_check CHECK (log_size >= 0),
  constraint tick_prev_hash_check CHECK (length(prev_hash) = 32),
  constraint tick_seq_check CHECK (seq > 0),
  constraint tick_sources_check CHECK (jsonb_typeof(sources) = 'array'::text AND octet_length(sources::text) <= 8192),
  constraint tick_sources_digest_check CHECK (length(sources_digest) = 32),
  constraint tick_status_check CHECK (status = ANY (ARRAY['OK'::text, 'STALE'::text, 'DISAGREE'::text, 'DEAD'::text, 'CLOSED'::text]))
) partition by RANGE (at);
CREATE UNIQUE INDEX tick_at ON ONLY public.tick USING btree (product, at);
grant select on tick to candor_console;
grant select on tick to candor_feed;
grant select on tick to candor_http;
grant select on tick to candor_worker;
comment on column tick.log_no is 'The last order number under the head. The database looks it up; it is not in the hashed text.';

create table tick_archive (
  product text not null,
  day date not null,
  first_seq bigint not null,
  last_seq bigint not null,
  count bigint not null,
  prev_hash bytea not null,
  last_hash bytea not null,
  file_sha256 bytea not null,
  note text not null,
  archived_at timestamp with time zone default clock_timestamp() not null,
  constraint tick_archive_pkey PRIMARY KEY (product, day),
  constraint tick_archive_product_first_seq_key UNIQUE (product, first_seq),
  constraint tick_archive_product_fkey FOREIGN KEY (product) REFERENCES product(code),
  constraint tick_archive_check CHECK (count = (last_seq - first_seq + 1)),
  constraint tick_archive_file_sha256_check CHECK (length(file_sha256) = 32),
  constraint tick_archive_first_seq_check CHECK (first_seq > 0),
  constraint tick_archive_last_hash_check CHECK (length(last_hash) = 32),
  constraint tick_archive_prev_hash_check CHECK (length(prev_hash) = 32)
);
grant select on tick_archive to candor_console;
grant select on tick_archive to candor_http;
grant select on tick_archive to candor_worker;
comment on table tick_archive is 'One row a file of ticks of one product and UTC day. prev_hash: before the first tick.';

create table tick_head (
  product text not null,
  seq bigint not null,
  at timestamp with time zone not null,
  price bigint not null,
  status text not null,
  hash bytea not null,
  log_size bigint,
  constraint tick_head_pkey PRIMARY KEY (product),
  constraint tick_head_product_fkey FOREIGN KEY (product) REFERENCES product(code),
  constraint tick_head_log_size_check CHECK (log_size >= 0)
);
grant select on tick_head to candor_console;
grant select on tick_head to candor_feed;
grant select on tick_head to candor_http;
grant select on tick_head to candor_worker;
comment on table tick_head is 'One row a product: its newest tick.';

create table trade_order (
  id uuid not null,
  no bigint generated always as identity not null,
  member_id bigint not null,
  wallet text not null,
  product text not null,
  direction text not null,
  stake bigint not null,
  fee bigint not null,
  payout_rate bigint not null,
  payout bigint not null,
  duration_sec integer not null,
  terms_version integer not null,
  submitted_at timestamp with time zone not null,
  accepted_at timestamp with time zone not null,
  entry_at timestamp with time zone not null,
  closes_at timestamp with time zone not null,
  key uuid,
  fingerprint bytea,
  nonce uuid,
  document_version smallint default 3 not null,
  request_key bytea,
  request_signature bytea,
  requested_at timestamp with time zone,
  request_terms_hash bytea,
  request_deadline timestamp with time zone,
  constraint trade_order_pkey PRIMARY KEY (id),
  constraint trade_order_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id) NOT ENFORCED,
  constraint trade_order_product_terms_version_fkey FOREIGN KEY (product, terms_version) REFERENCES terms(product, version) NOT ENFORCED,
  constraint trade_order_check CHECK (entry_at > accepted_at AND date_trunc('second'::text, entry_at) = entry_at),
  constraint trade_order_check1 CHECK (closes_at = (entry_at + make_interval(secs => duration_sec::double precision))),
  constraint trade_order_deadline_check CHECK (accepted_at <= request_deadline AND request_deadline > requested_at AND request_deadline = date_trunc('milliseconds'::text, request_deadline)),
  constraint trade_order_direction_check CHECK (direction = ANY (ARRAY['up'::text, 'down'::text])),
  constraint trade_order_document_version_check CHECK (document_version = ANY (ARRAY[1, 2, 3])),
  constraint trade_order_duration_sec_check CHECK (duration_sec >= 1 AND duration_sec <= 3600),
  constraint trade_order_fee_check CHECK (fee >= 0),
  constraint trade_order_fingerprint_check CHECK (length(fingerprint) = 32),
  constraint trade_order_key_check CHECK ((key IS NULL) = (fingerprint IS NULL)),
  constraint trade_order_payout_check CHECK (payout > 0),
  constraint trade_order_payout_rate_check CHECK (payout_rate > 0),
  constraint trade_order_request_check CHECK (num_nulls(request_key, request_signature, requested_at, request_terms_hash) = 4 OR num_nulls(request_key, request_signature, requested_at, request_terms_hash, key) = 0 AND document_version > 1),
  constraint trade_order_request_deadline_check CHECK (
CASE
    WHEN document_version = 3 THEN num_nulls(request_key, request_signature, requested_at, request_deadline, request_terms_hash, key) = 0
    ELSE request_deadline IS NULL
END),
  constraint trade_order_request_key_check CHECK (length(request_key) = ANY (ARRAY[32, 65])),
  constraint trade_order_request_signature_check CHECK (length(request_signature) = 64),
  constraint trade_order_request_terms_hash_check CHECK (length(request_terms_hash) = 32),
  constraint trade_order_requested_at_check CHECK (requested_at = date_trunc('milliseconds'::text, requested_at) AND requested_at > (accepted_at - '00:00:35'::interval) AND requested_at <= (accepted_at + '00:00:05'::interval)),
  constraint trade_order_stake_check CHECK (stake > 0),
  constraint trade_order_wallet_check CHECK (wallet = ANY (ARRAY['practice'::text, 'cash'::text]))
) partition by RANGE (id);
CREATE INDEX trade_order_closes ON ONLY public.trade_order USING btree (closes_at);
CREATE INDEX trade_order_member ON ONLY public.trade_order USING btree (member_id, no DESC);
CREATE TRIGGER accept_orders AFTER INSERT ON public.trade_order REFERENCING NEW TABLE AS placed FOR EACH STATEMENT EXECUTE FUNCTION accept_orders();
CREATE TRIGGER book_orders AFTER INSERT ON public.trade_order REFERENCING NEW TABLE AS placed FOR EACH STATEMENT EXECUTE FUNCTION book_orders();
CREATE TRIGGER hold_order_log BEFORE INSERT ON public.trade_order FOR EACH STATEMENT EXECUTE FUNCTION hold_order_log();
CREATE TRIGGER keep_key BEFORE UPDATE OF id, member_id, wallet, product, terms_version ON public.trade_order FOR EACH STATEMENT EXECUTE FUNCTION refuse_key_change();
CREATE TRIGGER keep_order_log AFTER INSERT ON public.trade_order REFERENCING NEW TABLE AS placed FOR EACH STATEMENT EXECUTE FUNCTION keep_order_log();
CREATE TRIGGER keep_order_months AFTER INSERT ON public.trade_order REFERENCING NEW TABLE AS placed FOR EACH STATEMENT EXECUTE FUNCTION keep_order_months();
CREATE TRIGGER keep_own_limits AFTER INSERT ON public.trade_order REFERENCING NEW TABLE AS placed FOR EACH STATEMENT EXECUTE FUNCTION keep_own_limits();
CREATE TRIGGER keep_parent AFTER DELETE ON public.trade_order REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION refuse_orphans();
CREATE TRIGGER refuse_closed AFTER INSERT ON public.trade_order REFERENCING NEW TABLE AS placed FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_orders();
CREATE TRIGGER take_stakes AFTER INSERT ON public.trade_order REFERENCING NEW TABLE AS placed FOR EACH STATEMENT EXECUTE FUNCTION take_stakes();
grant select on trade_order to candor_console;
grant insert (id, member_id, wallet, product, direction, stake, fee, payout_rate, payout, duration_sec, terms_version, submitted_at, accepted_at, entry_at, closes_at, key, fingerprint, nonce, request_key, request_signature, requested_at, request_terms_hash, request_deadline), select on trade_order to candor_http;
grant select on trade_order to candor_worker;
comment on table trade_order is 'Insert-only: nothing about an accepted order can change. By month of acceptance.';
comment on column trade_order.key is 'Idempotency key of the call that placed the order. An order without one has no request of a device.';
comment on column trade_order.nonce is 'Random; part of the commitment to the order. An order without one cannot be placed (keep_order_log, 0009).';
comment on column trade_order.document_version is 'Of the text that is hashed. No role writes it: a new order has the newest.';
comment on column trade_order.request_key is 'The public key of the device that signed the order: an Ed25519 key (32 bytes) or a P-256 point (65). Null if none did.';
comment on column trade_order.request_terms_hash is 'The terms that the member saw.';
comment on column trade_order.request_deadline is 'The deadline that the device signed: the order was accepted by then. Null in orders from before.';

create table transfer (
  id uuid default uuidv7() not null,
  debit_account bigint not null,
  credit_account bigint not null,
  amount bigint not null,
  type text not null,
  wallet text not null,
  currency text not null,
  phase text default 'single'::text not null,
  pending_id uuid,
  ref_type text not null,
  ref_id text not null,
  member_id bigint,
  at timestamp with time zone default clock_timestamp() not null,
  debit_seq bigint,
  debit_balance_after bigint,
  credit_seq bigint,
  credit_balance_after bigint,
  constraint transfer_pkey PRIMARY KEY (id),
  constraint transfer_credit_account_wallet_currency_fkey FOREIGN KEY (credit_account, wallet, currency) REFERENCES account(id, wallet, currency) NOT ENFORCED,
  constraint transfer_debit_account_wallet_currency_fkey FOREIGN KEY (debit_account, wallet, currency) REFERENCES account(id, wallet, currency) NOT ENFORCED,
  constraint transfer_pending_id_fkey FOREIGN KEY (pending_id) REFERENCES transfer(id) NOT ENFORCED,
  constraint transfer_amount_check CHECK (amount > 0),
  constraint transfer_check CHECK (debit_account <> credit_account),
  constraint transfer_check1 CHECK ((phase = ANY (ARRAY['post'::text, 'void'::text])) = (pending_id IS NOT NULL)),
  constraint transfer_check2 CHECK ((debit_seq IS NULL) = (debit_balance_after IS NULL)),
  constraint transfer_check3 CHECK ((credit_seq IS NULL) = (credit_balance_after IS NULL)),
  constraint transfer_phase_check CHECK (phase = ANY (ARRAY['single'::text, 'pending'::text, 'post'::text, 'void'::text])),
  constraint transfer_ref_check CHECK (
CASE
    WHEN ref_type = ANY (ARRAY['order'::text, 'deposit'::text, 'withdrawal'::text, 'adjustment'::text, 'holding'::text, 'savingsTransfer'::text, 'closing'::text]) THEN
    CASE
        WHEN pg_input_is_valid(ref_id, 'uuid'::text) THEN ref_id::uuid::text = ref_id
        ELSE false
    END
    WHEN ref_type = 'member'::text THEN ref_id ~ '^[1-9][0-9]{0,18}$'::text
    WHEN ref_type = 'savings'::text THEN ref_id ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'::text
    ELSE true
END) NOT VALID,
  constraint transfer_type_check CHECK (type = ANY (ARRAY['practiceGrant'::text, 'practiceReset'::text, 'orderStake'::text, 'orderPayout'::text, 'orderRefund'::text, 'orderClose'::text, 'fee'::text, 'recharge'::text, 'manualAdd'::text, 'withdraw'::text, 'withdrawalReturned'::text, 'manualDeduct'::text, 'invitationReward'::text, 'investment'::text, 'redemption'::text, 'interest'::text, 'savingsIn'::text, 'savingsOut'::text, 'givenUp'::text])) NOT VALID
);
CREATE INDEX transfer_at ON public.transfer USING brin (at) WITH (pages_per_range='32', autosummarize='on');
CREATE UNIQUE INDEX transfer_credit_seq ON public.transfer USING btree (credit_account, credit_seq) WHERE (credit_seq IS NOT NULL);
CREATE UNIQUE INDEX transfer_debit_seq ON public.transfer USING btree (debit_account, debit_seq) WHERE (debit_seq IS NOT NULL);
CREATE UNIQUE INDEX transfer_of_adjustment ON public.transfer USING btree (ref_id) WHERE (ref_type = 'adjustment'::text);
CREATE UNIQUE INDEX transfer_of_order ON public.transfer USING btree (ref_id, type, debit_account) WHERE (ref_type = 'order'::text);
CREATE UNIQUE INDEX transfer_once ON public.transfer USING btree (type, ref_id, debit_account) WHERE (type = ANY (ARRAY['recharge'::text, 'invitationReward'::text, 'withdrawalReturned'::text]));
CREATE UNIQUE INDEX transfer_pending ON public.transfer USING btree (pending_id) WHERE (pending_id IS NOT NULL);
CREATE INDEX transfer_ref ON public.transfer USING btree (ref_id) WHERE (ref_type <> 'order'::text);
CREATE INDEX transfer_type ON public.transfer USING btree (type, id) WHERE (type <> ALL (ARRAY['orderStake'::text, 'orderPayout'::text, 'orderRefund'::text, 'orderClose'::text]));
CREATE TRIGGER check_transfers AFTER INSERT ON public.transfer REFERENCING NEW TABLE AS written FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION check_transfers();
CREATE TRIGGER keep_hours_booked AFTER INSERT ON public.transfer REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_hours_booked();
CREATE TRIGGER keep_key BEFORE UPDATE OF id, debit_account, credit_account, wallet, currency, pending_id ON public.transfer FOR EACH STATEMENT EXECUTE FUNCTION refuse_key_change();
CREATE TRIGGER keep_parent AFTER DELETE ON public.transfer REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION refuse_orphans();
CREATE TRIGGER require_operator_of_money BEFORE INSERT ON public.transfer FOR EACH STATEMENT EXECUTE FUNCTION require_operator_of_money();
grant select on transfer to candor_console;
grant select on transfer to candor_http;
grant select on transfer to candor_worker;

create table used_puzzle (
  id bytea not null,
  expires_at timestamp with time zone not null,
  constraint used_puzzle_pkey PRIMARY KEY (id),
  constraint used_puzzle_id_check CHECK (length(id) = 16)
);
CREATE INDEX used_puzzle_expiry ON public.used_puzzle USING btree (expires_at);
comment on table used_puzzle is 'Solved puzzles that were used, until they expire. Written by use_puzzle() alone.';

create table verification (
  id bigint generated always as identity not null,
  member_id bigint not null,
  status text default 'pending'::text not null,
  version integer default 1 not null,
  name_sealed bytea not null,
  number_sealed bytea not null,
  number_hash bytea not null,
  front_file uuid not null,
  back_file uuid not null,
  submitted_at timestamp with time zone default clock_timestamp() not null,
  taken_by bigint,
  taken_at timestamp with time zone,
  decided_by bigint,
  decided_at timestamp with time zone,
  reason text,
  wrong text[] default '{}'::text[] not null,
  note text,
  constraint verification_pkey PRIMARY KEY (id),
  constraint verification_back_file_member_id_fkey FOREIGN KEY (back_file, member_id) REFERENCES file(id, member_id),
  constraint verification_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES operator(id),
  constraint verification_front_file_member_id_fkey FOREIGN KEY (front_file, member_id) REFERENCES file(id, member_id),
  constraint verification_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint verification_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES operator(id),
  constraint verification_check CHECK (taken_by <> member_id AND decided_by <> member_id),
  constraint verification_check1 CHECK ((taken_by IS NULL) = (taken_at IS NULL)),
  constraint verification_check2 CHECK ((status = 'pending'::text) = (decided_by IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
  constraint verification_check3 CHECK ((status = 'rejected'::text) = (reason IS NOT NULL)),
  constraint verification_check4 CHECK ((status = 'rejected'::text) = (cardinality(wrong) > 0)),
  constraint verification_name_sealed_check CHECK (length(name_sealed) >= 29 AND length(name_sealed) <= 1000),
  constraint verification_note_check CHECK (length(note) >= 1 AND length(note) <= 500),
  constraint verification_number_hash_check CHECK (length(number_hash) = 32),
  constraint verification_number_sealed_check CHECK (length(number_sealed) >= 29 AND length(number_sealed) <= 1000),
  constraint verification_reason_check CHECK (reason ~ '^[A-Z_]{2,40}$'::text),
  constraint verification_status_check CHECK (status = ANY (ARRAY['pending'::text, 'verified'::text, 'rejected'::text])),
  constraint verification_version_check CHECK (version > 0),
  constraint verification_wrong_check CHECK (wrong <@ '{realName,idNumber,front,back}'::text[])
);
CREATE INDEX verification_member ON public.verification USING btree (member_id, id DESC);
CREATE INDEX verification_number_used ON public.verification USING btree (number_hash);
CREATE UNIQUE INDEX verification_pending ON public.verification USING btree (member_id) WHERE (status = 'pending'::text);
CREATE INDEX verification_queue ON public.verification USING btree (status, id);
CREATE UNIQUE INDEX verification_verified ON public.verification USING btree (member_id) WHERE (status = 'verified'::text);
CREATE CONSTRAINT TRIGGER require_entry AFTER UPDATE ON public.verification DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_entry('verification', 'id', 'taken_by', 'decided_by');
CREATE TRIGGER keep_verification BEFORE INSERT OR UPDATE ON public.verification FOR EACH ROW EXECUTE FUNCTION keep_verification();
CREATE TRIGGER name_who_acts AFTER INSERT OR UPDATE ON public.verification FOR EACH ROW EXECUTE FUNCTION name_who_acts('taken_by', 'decided_by');
CREATE TRIGGER take_identity_mark AFTER UPDATE ON public.verification FOR EACH ROW WHEN (((new.status = 'verified'::text) AND (old.status <> 'verified'::text))) EXECUTE FUNCTION take_identity_mark();
CREATE TRIGGER tell_member AFTER UPDATE ON public.verification FOR EACH ROW WHEN ((new.status <> old.status)) EXECUTE FUNCTION tell_verification();
grant select, update (status, taken_by, decided_by, reason, wrong, note) on verification to candor_console;
grant insert (member_id, name_sealed, number_sealed, number_hash, front_file, back_file), select (id, member_id, status, version, name_sealed, number_sealed, number_hash, front_file, back_file, submitted_at, taken_by, taken_at, decided_by, decided_at, reason, wrong) on verification to candor_http;
grant select (member_id, status, front_file, back_file, decided_at) on verification to candor_worker;
comment on table verification is 'One row a submission of a member''s identity, and what was decided of it.';
comment on column verification.number_hash is 'HMAC of the identity number under a secret of the site: equal numbers are found without opening them.';
comment on column verification.note is 'As deposit.note.';

create table verification_edge (
  from_state text not null,
  to_state text not null,
  constraint verification_edge_pkey PRIMARY KEY (from_state, to_state)
);
grant select on verification_edge to candor_console;
comment on table verification_edge is 'The edges of packages/domain/src/identity/verification.ts.';

create table withdraw_password_try (
  member_id bigint not null,
  failures integer not null,
  locked_until timestamp with time zone,
  last_at timestamp with time zone default clock_timestamp() not null,
  constraint withdraw_password_try_pkey PRIMARY KEY (member_id),
  constraint withdraw_password_try_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint withdraw_password_try_failures_check CHECK (failures >= 0)
);
grant insert (member_id, failures, locked_until), select, update (failures, locked_until, last_at) on withdraw_password_try to candor_http;

create table withdrawal (
  id uuid default uuidv7() not null,
  reference text not null,
  member_id bigint not null,
  wallet text not null,
  currency text not null,
  amount bigint not null,
  fee bigint not null,
  hold uuid not null,
  fee_hold uuid,
  payee jsonb not null,
  payee_sealed bytea not null,
  status text default 'pending'::text not null,
  paid_out text default 'none'::text not null,
  bank_ref text,
  reason text,
  note text,
  taken_by bigint,
  first_by bigint,
  second_by bigint,
  version integer default 1 not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  decided_at timestamp with time zone,
  promised_minutes integer not null,
  moved_by bigint,
  sent_by bigint,
  return_by bigint,
  payee_mark bytea,
  constraint withdrawal_pkey PRIMARY KEY (id),
  constraint withdrawal_fee_hold_key UNIQUE (fee_hold),
  constraint withdrawal_hold_key UNIQUE (hold),
  constraint withdrawal_reference_key UNIQUE (reference),
  constraint withdrawal_first_by_fkey FOREIGN KEY (first_by) REFERENCES operator(id),
  constraint withdrawal_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint withdrawal_moved_by_fkey FOREIGN KEY (moved_by) REFERENCES operator(id),
  constraint withdrawal_return_by_fkey FOREIGN KEY (return_by) REFERENCES operator(id),
  constraint withdrawal_second_by_fkey FOREIGN KEY (second_by) REFERENCES operator(id),
  constraint withdrawal_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES operator(id),
  constraint withdrawal_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES operator(id),
  constraint withdrawal_amount_check CHECK (amount > 0),
  constraint withdrawal_bank_ref_check CHECK (length(bank_ref) <= 80),
  constraint withdrawal_check CHECK (fee >= 0 AND fee < amount),
  constraint withdrawal_check1 CHECK ((fee_hold IS NOT NULL) = (fee > 0)),
  constraint withdrawal_check2 CHECK (taken_by <> member_id AND first_by <> member_id AND second_by <> member_id AND first_by <> second_by),
  constraint withdrawal_check3 CHECK ((status = ANY (ARRAY['approved'::text, 'rejected'::text, 'cancelled'::text])) = (decided_at IS NOT NULL)),
  constraint withdrawal_check4 CHECK (status <> 'approved'::text OR first_by IS NOT NULL AND second_by IS NOT NULL),
  constraint withdrawal_check5 CHECK (paid_out = 'none'::text OR status = 'approved'::text),
  constraint withdrawal_check6 CHECK (status <> 'rejected'::text OR reason IS NOT NULL),
  constraint withdrawal_check7 CHECK (moved_by <> member_id),
  constraint withdrawal_note_check CHECK (length(note) <= 500),
  constraint withdrawal_paid_out_check CHECK (paid_out = ANY (ARRAY['none'::text, 'sent'::text, 'arrived'::text, 'returning'::text, 'returned'::text])),
  constraint withdrawal_payee_mark_check CHECK (length(payee_mark) = 32),
  constraint withdrawal_reason_check CHECK (reason ~ '^[A-Z_]{2,40}$'::text),
  constraint withdrawal_reference_check CHECK (reference ~ '^[A-Z0-9]{8}$'::text),
  constraint withdrawal_return_check CHECK ((paid_out = 'returning'::text) <= (return_by IS NOT NULL AND reason IS NOT NULL)),
  constraint withdrawal_status_check CHECK (status = ANY (ARRAY['pending'::text, 'reviewing'::text, 'seconding'::text, 'approved'::text, 'rejected'::text, 'cancelled'::text])),
  constraint withdrawal_wallet_check CHECK (wallet = ANY (ARRAY['practice'::text, 'cash'::text]))
);
CREATE INDEX withdrawal_amounts ON public.withdrawal USING btree (status, paid_out, amount, id);
CREATE INDEX withdrawal_decided ON public.withdrawal USING btree (decided_at) WHERE (decided_at IS NOT NULL);
CREATE INDEX withdrawal_listed ON public.withdrawal USING btree (status, paid_out, created_at, id);
CREATE INDEX withdrawal_member ON public.withdrawal USING btree (member_id, wallet, id DESC);
CREATE INDEX withdrawal_payouts ON public.withdrawal USING btree (paid_out, decided_at) WHERE ((status = 'approved'::text) AND (paid_out = ANY (ARRAY['none'::text, 'sent'::text, 'returning'::text])));
CREATE CONSTRAINT TRIGGER check_money AFTER INSERT OR UPDATE ON public.withdrawal DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_withdrawal_money();
CREATE CONSTRAINT TRIGGER require_entry AFTER UPDATE ON public.withdrawal DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_entry('withdrawal', 'id', 'taken_by', 'first_by', 'second_by', 'moved_by', 'sent_by', 'return_by');
CREATE TRIGGER check_hands AFTER UPDATE ON public.withdrawal FOR EACH ROW EXECUTE FUNCTION check_hands();
CREATE TRIGGER compare_statement_match AFTER UPDATE OF status, paid_out ON public.withdrawal FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.paid_out IS DISTINCT FROM new.paid_out))) EXECUTE FUNCTION compare_statement_match();
CREATE TRIGGER halt_money_out BEFORE UPDATE ON public.withdrawal FOR EACH ROW EXECUTE FUNCTION halt_money_out();
CREATE TRIGGER keep_mover BEFORE UPDATE ON public.withdrawal FOR EACH ROW EXECUTE FUNCTION keep_mover();
CREATE TRIGGER keep_payee BEFORE INSERT OR UPDATE ON public.withdrawal FOR EACH ROW EXECUTE FUNCTION keep_payee();
CREATE TRIGGER keep_payout_hands BEFORE UPDATE ON public.withdrawal FOR EACH ROW EXECUTE FUNCTION keep_payout_hands();
CREATE TRIGGER keep_promise BEFORE INSERT ON public.withdrawal FOR EACH ROW EXECUTE FUNCTION keep_promise();
CREATE TRIGGER move_withdrawal BEFORE INSERT OR UPDATE ON public.withdrawal FOR EACH ROW EXECUTE FUNCTION move_withdrawal();
CREATE TRIGGER name_who_acts AFTER INSERT OR UPDATE ON public.withdrawal FOR EACH ROW EXECUTE FUNCTION name_who_acts('taken_by', 'first_by', 'second_by', 'moved_by', 'sent_by', 'return_by');
CREATE TRIGGER refuse_cancelling_locked BEFORE UPDATE OF status ON public.withdrawal FOR EACH ROW WHEN (((new.status = 'cancelled'::text) AND (old.status <> 'cancelled'::text))) EXECUTE FUNCTION refuse_cancelling_locked();
CREATE TRIGGER refuse_closed BEFORE INSERT ON public.withdrawal FOR EACH ROW EXECUTE FUNCTION refuse_closed();
CREATE TRIGGER write_step AFTER INSERT OR UPDATE ON public.withdrawal FOR EACH ROW EXECUTE FUNCTION write_cashier_step();
grant select, update (status, paid_out, bank_ref, reason, note, taken_by, first_by, second_by, moved_by) on withdrawal to candor_console;
grant insert (id, reference, member_id, wallet, currency, amount, fee, hold, fee_hold, payee, payee_sealed), select (id, reference, member_id, wallet, currency, amount, fee, hold, fee_hold, payee, payee_sealed, status, paid_out, reason, taken_by, first_by, second_by, version, created_at, decided_at, promised_minutes, moved_by, sent_by, return_by, payee_mark), update (status, reason) on withdrawal to candor_http;
grant select (id, member_id, wallet, amount, fee, hold, fee_hold, status, paid_out, first_by, second_by) on withdrawal to candor_worker;
comment on table withdrawal is 'One row a withdrawal of a member, from its request to the arrival of its payment.';
comment on column withdrawal.payee is 'What may be shown of the card: bank, holder and last digits, masked.';
comment on column withdrawal.note is 'As deposit.note.';
comment on column withdrawal.sent_by is 'The operator who recorded the payment.';
comment on column withdrawal.return_by is 'The operator who proposed to credit it again; another one approved it.';
comment on column withdrawal.payee_mark is 'The mark of the card it goes to. Null without a card.';

create table withdrawal_lock (
  withdrawal_id uuid not null,
  member_id bigint not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint withdrawal_lock_pkey PRIMARY KEY (withdrawal_id),
  constraint withdrawal_lock_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint withdrawal_lock_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawal(id)
);
CREATE INDEX withdrawal_lock_member ON public.withdrawal_lock USING btree (member_id);
CREATE TRIGGER keep_withdrawal_lock BEFORE INSERT OR DELETE OR UPDATE ON public.withdrawal_lock FOR EACH ROW EXECUTE FUNCTION keep_withdrawal_lock();
grant select on withdrawal_lock to candor_console;
grant insert (withdrawal_id, member_id), select on withdrawal_lock to candor_http;
comment on table withdrawal_lock is 'One row a withdrawal that its member locked: it is not cancelled any more.';

create table withdrawal_rule (
  only_row boolean default true not null,
  min bigint not null,
  max bigint not null,
  daily_max bigint not null,
  fee_rate bigint not null,
  fee_min bigint not null,
  fee_max bigint not null,
  card_required boolean not null,
  identity_required boolean not null,
  arrival_hours integer not null,
  version integer default 1 not null,
  constraint withdrawal_rule_pkey PRIMARY KEY (only_row),
  constraint withdrawal_rule_arrival_hours_check CHECK (arrival_hours > 0),
  constraint withdrawal_rule_check CHECK (max >= min),
  constraint withdrawal_rule_check1 CHECK (daily_max >= min),
  constraint withdrawal_rule_check2 CHECK (fee_max >= fee_min),
  constraint withdrawal_rule_fee_check CHECK (fee_rate < 10000 AND fee_min < min),
  constraint withdrawal_rule_fee_min_check CHECK (fee_min >= 0),
  constraint withdrawal_rule_fee_rate_check CHECK (fee_rate >= 0 AND fee_rate <= 10000),
  constraint withdrawal_rule_min_check CHECK (min > 0),
  constraint withdrawal_rule_only_row_check CHECK (only_row),
  constraint withdrawal_rule_version_check CHECK (version > 0)
);
grant select on withdrawal_rule to candor_console;
grant select on withdrawal_rule to candor_http;
comment on table withdrawal_rule is 'One row: what a withdrawal may be, costs and needs now.';


-- Views ---------------------------------------------------------------------------------------------------------------

create view push_device as
 SELECT p.session_id,
    s.member_id,
    p.endpoint,
    p.host,
    p.device_key,
    p.auth,
    p.kinds,
    p.amounts,
    p.language
   FROM push_subscription p
     JOIN session s ON s.id = p.session_id
     JOIN member m ON m.id = s.member_id
  WHERE s.expires_at > clock_timestamp() AND m.login_allowed;
grant select on push_device to candor_worker;

create view shown_banner as
 SELECT v.banner_id AS id,
    v.texts,
    v.target,
    v."position"
   FROM banner b
     JOIN banner_version v ON v.banner_id = b.id AND v.version = b.version
  WHERE NOT v.withdrawn AND v.shown_from <= clock_timestamp() AND (v.shown_until > clock_timestamp()) IS NOT FALSE;
grant select on shown_banner to candor_http;

create view shown_notice as
 SELECT v.notice_id AS id,
    v.version,
    v.category,
    v.pinned,
    v.important,
    v.texts,
    v.published_from,
    v.published_until,
    v.starts_at,
    v.ends_at,
    v.areas,
    v.at
   FROM notice n
     JOIN notice_version v ON v.notice_id = n.id AND v.version = n.version
  WHERE NOT v.withdrawn AND v.published_from <= clock_timestamp() AND (v.published_until > clock_timestamp()) IS NOT FALSE;
grant select on shown_notice to candor_http;
grant select on shown_notice to candor_worker;


-- Sequences -----------------------------------------------------------------------------------------------------------

sequence account_id_seq as bigint start 1 increment 1 from 1 to 9223372036854775807 cache 1 of account.id;
sequence alarm_id_seq as bigint start 1 increment 1 from 1 to 9223372036854775807 cache 1 of alarm.id;
sequence audit_id_seq as bigint start 1 increment 1 from 1 to 9223372036854775807 cache 1 of audit.id;
sequence close_exception_id_seq as bigint start 1 increment 1 from 1 to 9223372036854775807 cache 1 of close_exception.id;
sequence complaint_id_seq as bigint start 1001 increment 1 from 1 to 9223372036854775807 cache 1 of complaint.id;
sequence factor_release_id_seq as bigint start 1 increment 1 from 1 to 9223372036854775807 cache 1 of factor_release.id;
sequence log_terms_id_seq as bigint start 1 increment 1 from 1 to 9223372036854775807 cache 1 of log_terms.id;
sequence mark_release_id_seq as bigint start 1 increment 1 from 1 to 9223372036854775807 cache 1 of mark_release.id;
sequence member_id_seq as bigint start 1 increment 1 from 1 to 9223372036854775807 cache 1 of member.id;
sequence member_login_id_seq as bigint start 1 increment 1 from 1 to 9223372036854775807 cache 1 of member_login.id;
sequence member_message_id_seq as bigint start 1 increment 1 from 1 to 9223372036854775807 cache 1 of member_message.id;
sequence member_note_id_seq as bigint start 1 increment 1 from 1 to 9223372036854775807 cache 1 of member_note.id;
sequence member_restriction_id_seq as bigint start 1 increment 1 from 1 to 9223372036854775807 cache 1 of member_restriction.id;
sequence outbox_id_seq as bigint start 1 increment 1 from 1 to 9223372036854775807 cache 1 of outbox.id;
sequence savings_transfer_n_seq as bigint start 1 increment 1 from 1 to 9223372036854775807 cache 1 of savings_transfer.n;
sequence security_event_id_seq as bigint start 1 increment 1 from 1 to 9223372036854775807 cache 1 of security_event.id;
sequence self_exclusion_id_seq as bigint start 1 increment 1 from 1 to 9223372036854775807 cache 1 of self_exclusion.id;
sequence settlement_batch_id_seq as bigint start 1 increment 1 from 1 to 9223372036854775807 cache 1 of settlement_batch.id;
sequence support_conversation_id_seq as bigint start 10001 increment 1 from 1 to 9223372036854775807 cache 1 of support_conversation.id;
sequence support_hours_version_seq as integer start 1 increment 1 from 1 to 2147483647 cache 1 of support_hours.version;
sequence support_message_id_seq as bigint start 10001 increment 1 from 1 to 9223372036854775807 cache 1 of support_message.id;
sequence trade_order_no_seq as bigint start 100001 increment 1 from 1 to 9223372036854775807 cache 1 of trade_order.no;
sequence verification_id_seq as bigint start 1001 increment 1 from 1 to 9223372036854775807 cache 1 of verification.id;

-- Functions -----------------------------------------------------------------------------------------------------------

CREATE OR REPLACE FUNCTION public.accept_invitation(token bytea, shown_code text, new_hash text, session bytea, agent text, from_address text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  i operator_invitation%rowtype;
  c staff_change%rowtype;
  who bigint;
begin
  -- As wait_turn('staff'), which is for who has a session.
  perform pg_advisory_xact_lock(727, hashtext('staff'));
  select * into i from operator_invitation x where x.token_hash = token and x.ended_at is null and x.expires_at > clock_timestamp() for update;
  if not found then return 'unknown'; end if;
  select * into strict c from staff_change x where x.id = i.id;
  if c.addresses is not null and not coalesce((select bool_or(from_address::inet <<= a) from unnest(c.addresses) a), false) then
    return 'unknown';
  end if;
  if not covers_all(coalesce(rights_of(c.maker), '{}'), permissions_of(c.roles))
    or not covers_all(coalesce(rights_of(c.checker), '{}'), permissions_of(c.roles)) then
    return 'unknown';
  end if;
  if i.code <> shown_code then
    update operator_invitation x set tries = x.tries + 1, token_hash = case when x.tries < 4 then x.token_hash end,
      expires_at = case when x.tries < 4 then x.expires_at end where x.id = i.id;
    return 'code';
  end if;
  insert into operator (username, roles, addresses) values (c.username, c.roles, c.addresses) returning id into who;
  perform begin_operator_login(who, session, agent, from_address);
  perform set_config('candor.session', encode(session, 'hex'), true);
  insert into operator_access (operator_id, password_hash) values (who, new_hash);
  update operator_invitation x set operator_id = who, ended_at = clock_timestamp(), token_hash = null, expires_at = null where x.id = i.id;
  insert into audit (actor_id, command, subject_type, subject_id, detail) values (who, 'console/staff/join', 'staff', i.id::text, '{}');
  return 'joined';
end $function$;
grant execute on function accept_invitation(bytea,text,text,bytea,text,text) to candor_console;

CREATE OR REPLACE FUNCTION public.accept_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  refused record;
begin
  with kind as materialized (
    select distinct product, terms_version, duration_sec, wallet, accepted_at, entry_at, payout_rate, stake, fee, payout from placed
  ), longest as materialized (
    select product, terms_version, max(request_deadline - requested_at) as wait from placed group by product, terms_version
  ), offer as materialized (
    select k.product, k.terms_version, k.duration_sec, coalesce(p.active and not p.forbidden, false) as open, h.at as head_at,
      h.status = 'OK' as head_ok, r.ended_at as resumed_at, t.version = k.terms_version as current, t.fee_rate,
      make_interval(secs => coalesce(t.entry_delay_sec, 0)) as entry_delay,
      coalesce((select l.wait from longest l where l.product = k.product and l.terms_version = k.terms_version)
        <= make_interval(secs => t.accept_within_ms / 1000.0), t.accept_within_ms is null) as in_time, d.payout_rate, d.stake_min, d.stake_max
    from (select distinct product, terms_version, duration_sec from kind) k
    left join lateral (select x.active, x.forbidden, x.category from product x where x.code = k.product offset 0) p on true
    left join lateral (select max(s.ended_at) as ended_at from product_stop s where s.ended_at > date_trunc('milliseconds', now())
      and s.scope in ('all', 'category/' || p.category, 'product/' || k.product)) r on true
    left join lateral (select x.at, x.status from tick_head x where x.product = k.product offset 0) h on true
    left join lateral (select x.version, x.fee_rate, x.durations, x.accept_within_ms, x.entry_delay_sec from terms x where x.product = k.product
      order by x.version desc limit 1) t on true
    left join lateral (select (x ->> 'payoutRate')::bigint as payout_rate, (x ->> 'minStake')::bigint as stake_min,
      (x ->> 'maxStake')::bigint as stake_max
      from jsonb_array_elements(t.durations) as x where (x ->> 'seconds')::int = k.duration_sec limit 1) d on true
  )
  select c.rule, o.product into refused
  from kind o
  left join offer f on f.product = o.product and f.terms_version = o.terms_version and f.duration_sec = o.duration_sec
  cross join lateral (select case
    when o.accepted_at < date_trunc('milliseconds', now()) or o.accepted_at > clock_timestamp()
      or o.accepted_at < clock_timestamp() - interval '2 seconds' then 'ACCEPTED_AT'
    when o.entry_at - coalesce(f.entry_delay, '0') < date_trunc('second', o.accepted_at) + interval '1 second'
      or o.entry_at - coalesce(f.entry_delay, '0') > date_trunc('second', greatest(o.accepted_at, f.head_at)) + interval '1 second'
      -- Two seconds and the one that is begun: TICK_AHEAD_MS_MAX, which every check of an order allows.
      or o.entry_at - coalesce(f.entry_delay, '0') > date_trunc('second', o.accepted_at) + interval '3 seconds'
      or o.entry_at - coalesce(f.entry_delay, '0') < f.head_at then 'ENTRY_AT'
    when o.wallet = 'cash' and exists (select from site where mode = 'practice') then 'WALLET'
    when not f.open or o.accepted_at < date_trunc('milliseconds', f.resumed_at) then 'PRODUCT'
    -- A tick that came since the decision may say that the price is lost; the order was decided on the one before.
    when not coalesce(f.head_ok and f.head_at >= o.accepted_at - interval '3 seconds', false)
      and not exists (select from tick x where x.product = o.product and x.status = 'OK'
        and x.at >= o.accepted_at - interval '3 seconds' and x.at <= o.accepted_at) then 'PRICE'
    when not f.in_time then 'DEADLINE'
    when not coalesce(f.current and o.payout_rate = f.payout_rate and o.stake between f.stake_min and f.stake_max
      and o.fee = o.stake / 10000 * f.fee_rate + o.stake % 10000 * f.fee_rate / 10000
      and o.payout = o.stake + o.stake / 10000 * f.payout_rate + o.stake % 10000 * f.payout_rate / 10000, false) then 'TERMS'
    end as rule) c
  where c.rule is not null limit 1;
  if found then
    raise exception 'ORDER_REFUSED: %', refused.rule using errcode = 'CD006', detail = refused.product;
  end if;
  -- Every order has a member, who is there and may order.
  if exists (select from placed o
    left join lateral (select x.trading_allowed and not x.frozen as may from member x where x.id = o.member_id offset 0) m on true
    where m.may is not true) then
    raise exception 'ORDER_REFUSED: MEMBER' using errcode = 'CD006';
  end if;
  insert into position (member_id, wallet, product, order_id, closes_at)
  select member_id, wallet, product, id, closes_at from placed;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.accept_settlements()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_nestloop TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare
  ids uuid[] := array(select order_id from settled order by order_id);
  refused record;
begin
  with ordered as materialized (
    select n.order_id, n.member_id as claimed_member, n.outcome, n.reason, n.entry_seq, n.entry_at as entry_tick_at, n.entry_price,
      n.exit_seq, n.exit_at as exit_tick_at, n.exit_price, n.profit, n.credited, o.*
    from settled n
    left join (select x.id, x.no, x.nonce, x.member_id, x.product, x.direction, x.stake, x.fee, x.payout_rate, x.entry_at, x.closes_at
      from trade_order x where x.id = any (ids) and x.id between ids[1] and ids[cardinality(ids)]) o on o.id = n.order_id
  ), judged as materialized (
    select w.product, w.entry_at, w.closes_at, v.winner, v.reason, v.entry_seq, v.entry_at as entry_tick_at, v.entry_price,
      v.exit_seq, v.exit_at as exit_tick_at, v.exit_price, v.entry_log_no
    from (select distinct product, entry_at, closes_at from ordered) w
    cross join lateral verdict_of(w.product, w.entry_at, w.closes_at) v
  ), paid as materialized (
    select t.ref_id, count(*) as parts from transfer t
    where t.ref_type = 'order' and t.ref_id = any (ids::text[]) and t.type in ('orderStake', 'fee') group by t.ref_id
  )
  select o.order_id, c.rule into refused
  from ordered o
  left join judged j on j.product = o.product and j.entry_at = o.entry_at and j.closes_at = o.closes_at
  left join paid p on p.ref_id = o.id::text
  cross join lateral (select void_reason(j.reason, j.entry_log_no, o.no, o.nonce) as reason) v
  cross join lateral settled_by(o.direction, o.stake, o.fee, o.payout_rate, j.winner, v.reason) r
  cross join lateral (select case
    when j.product is null then 'NOT_DUE'
    when o.reason is distinct from v.reason or o.entry_seq is distinct from j.entry_seq
      or o.entry_tick_at is distinct from j.entry_tick_at or o.entry_price is distinct from j.entry_price
      or o.exit_seq is distinct from j.exit_seq or o.exit_tick_at is distinct from j.exit_tick_at
      or o.exit_price is distinct from j.exit_price then 'TICKS'
    when o.outcome <> r.outcome or o.claimed_member <> o.member_id or o.profit <> r.profit or o.credited <> r.credited then 'AMOUNT'
    when p.parts is distinct from case when o.fee > 0 then 2 else 1 end then 'STAKE' end as rule) c
  where c.rule is not null limit 1;
  if found then
    raise exception 'SETTLEMENT_REFUSED: %', refused.rule using errcode = 'CD007', detail = refused.order_id::text;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.accrue_holdings(day date, first_id uuid, last_id uuid, skipped uuid[])
 RETURNS close_work
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with part as materialized (
    select h.id, h.principal * h.annual_rate as units, day - h.starts_on as days from holding h
    where h.status = 'running' and h.id >= first_id and h.id <= last_id and h.id <> all (skipped)
      and h.starts_on <= day and day < h.matures_on
  ), put as (
    insert into holding_accrual (business_date, holding_id, amount)
    select day, p.id, round_interest(p.units * (p.days + 1)) - round_interest(p.units * p.days) from part p
    on conflict do nothing
    returning amount
  )
  select count(*), coalesce(sum(amount), 0)::bigint, 0, 0, 0 from put
$function$;

CREATE OR REPLACE FUNCTION public.accrue_savings(day date, first_id bigint, last_id bigint, skipped bigint[])
 RETURNS close_work
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  ends timestamptz := (select (day + 1)::timestamp at time zone time_zone from site);
  rate bigint := (select annual_rate from savings_rate where from_date <= day order by from_date desc limit 1);
  work close_work;
begin
  with put as (
    insert into savings_accrual (member_id, wallet, business_date, balance, annual_rate, units, amount)
    select s.member_id, s.wallet, day, e.balance, rate, e.units + e.balance::numeric * rate,
      round_interest(e.units + e.balance::numeric * rate) - round_interest(e.units)
    from savings s
    left join lateral (select x.net from savings_transfer x where x.member_id = s.member_id and x.wallet = s.wallet and x.at < ends
      order by x.n desc limit 1) moved on true
    left join lateral (select a.units from savings_accrual a where a.member_id = s.member_id and a.wallet = s.wallet
      and a.business_date < day order by a.business_date desc limit 1) earned on true
    cross join lateral (select coalesce(earned.units, 0) as units,
      coalesce(moved.net, 0) + round_interest(coalesce(earned.units, 0)) as balance) e
    where s.member_id between first_id and last_id and s.member_id <> all (skipped) and e.balance > 0 and rate is not null
    on conflict do nothing
    returning amount
  )
  select count(*), coalesce(sum(amount), 0)::bigint, 0, 0, 0 into work from put;
  return work;
end $function$;

CREATE OR REPLACE FUNCTION public.act_as(session bytea)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  before bigint := operator_at('{code,setup,full}');
  who bigint;
begin
  perform set_config('candor.session', encode(session, 'hex'), true);
  who := operator_at('{code,setup,full}');
  if who is null then
    raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300';
  end if;
  -- The setting can be emptied in between: what holds then is the chain, which takes the entries of one operator per transaction.
  if who is distinct from coalesce(before, who) then
    raise exception 'OPERATOR_REFUSED: ANOTHER' using errcode = 'CD300';
  end if;
  return who;
end $function$;
grant execute on function act_as(bytea) to candor_console;

CREATE OR REPLACE FUNCTION public.answer_conversation(conversation bigint, operator bigint, said text, call_key uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  written bigint;
begin
  if not exists (select from operator m join role r on r.name = any(m.roles) where m.id = operator) then
    raise exception 'SUPPORT_REFUSED: NO_ROLE' using errcode = 'CD050';
  end if;
  insert into support_message (conversation_id, author, operator_id, text, key)
  values (conversation, 'operator', operator, said, call_key) returning id into written;
  return written;
end $function$;
grant execute on function answer_conversation(bigint,bigint,text,uuid) to candor_console;

CREATE OR REPLACE FUNCTION public.append_order_log(writer_epoch bigint, new_size bigint, new_root bytea, levels smallint[], ns bigint[], froms integer[], pieces bytea[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;
grant execute on function append_order_log(bigint,bigint,bytea,smallint[],bigint[],integer[],bytea[]) to candor_feed;

CREATE OR REPLACE FUNCTION public.apply_cashier_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  t jsonb := new.terms;
  named text := substr(new.subject, 9);
  is_rule boolean := new.subject = 'withdrawals';
  current integer;
begin
  if not exists (select from operator m join role r on r.name = any(m.roles)
      where m.id = case tg_op when 'INSERT' then new.maker else new.checker end) then
    raise exception 'CHANGE_REFUSED: NOT_AN_OPERATOR' using errcode = 'CD012';
  end if;
  if is_rule then
    select version into current from withdrawal_rule for update;
  else
    select version into current from deposit_channel where code = named for update;
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'CHANGE_REFUSED: STATE' using errcode = 'CD012';
    end if;
    if coalesce(current, 0) <> new.base then
      raise exception 'CHANGE_REFUSED: OLD' using errcode = 'CD012';
    end if;
    new.before := cashier_terms(new.subject);
    if (select array_agg(k order by k collate "C") from jsonb_object_keys(t) k) is distinct from (case when is_rule
        then '{arrivalHours,cardRequired,dailyMax,feeMax,feeMin,feeRate,identityRequired,max,min}'::text[]
        else '{active,arrivalMinutes,boundRate,confirmations,details,farRate,kind,max,min,names,network,position,proofRequired,rate,
            secondFrom}'::text[] end) then
      raise exception 'CHANGE_REFUSED: FORM' using errcode = 'CD012';
    end if;
    -- What a channel is never changes. One that credits by itself is made by the owner of the site alone.
    if not is_rule and (case when new.base > 0 then (t -> 'kind', t -> 'network') is distinct from (new.before -> 'kind', new.before -> 'network')
        else t ->> 'kind' not in ('bank', 'usdt') end) then
      raise exception 'CHANGE_REFUSED: KIND' using errcode = 'CD012';
    end if;
    return new;
  end if;
  if old.status <> 'proposed' or new.status = 'proposed' then
    raise exception 'CHANGE_REFUSED: STATE' using errcode = 'CD012';
  end if;
  if (new.id, new.subject, new.base, new.before, new.terms, new.reason, new.maker, new.created_at) is distinct from
    (old.id, old.subject, old.base, old.before, old.terms, old.reason, old.maker, old.created_at) then
    raise exception 'CHANGE_REFUSED: FIXED' using errcode = 'CD012';
  end if;
  new.decided_at := clock_timestamp();
  if new.status <> 'approved' then return new; end if;
  if coalesce(current, 0) <> new.base then
    raise exception 'CHANGE_REFUSED: OLD' using errcode = 'CD012';
  end if;
  if is_rule then
    update withdrawal_rule set min = (t ->> 'min')::bigint, max = (t ->> 'max')::bigint, daily_max = (t ->> 'dailyMax')::bigint,
      fee_rate = (t ->> 'feeRate')::bigint, fee_min = (t ->> 'feeMin')::bigint, fee_max = (t ->> 'feeMax')::bigint,
      card_required = (t ->> 'cardRequired')::boolean, identity_required = (t ->> 'identityRequired')::boolean,
      arrival_hours = (t ->> 'arrivalHours')::integer, version = version + 1;
  elsif new.base = 0 then
    insert into deposit_channel (code, kind, network, names, asset, asset_decimals, rate, min, max, details, arrival_minutes,
      proof_required, active, position, confirmations, second_from, far_rate, bound_rate)
    select named, t ->> 'kind', t ->> 'network', t -> 'names', case t ->> 'kind' when 'usdt' then 'USDT' else s.currency end,
      case t ->> 'kind' when 'usdt' then 6 else s.currency_decimals end, (t ->> 'rate')::bigint, (t ->> 'min')::bigint,
      (t ->> 'max')::bigint, t -> 'details', (t ->> 'arrivalMinutes')::integer, (t ->> 'proofRequired')::boolean,
      (t ->> 'active')::boolean, (t ->> 'position')::integer, (t ->> 'confirmations')::integer, (t ->> 'secondFrom')::bigint,
      (t ->> 'farRate')::integer, (t ->> 'boundRate')::integer
    from site s;
  else
    update deposit_channel set names = t -> 'names', rate = (t ->> 'rate')::bigint, min = (t ->> 'min')::bigint,
      max = (t ->> 'max')::bigint, details = t -> 'details', arrival_minutes = (t ->> 'arrivalMinutes')::integer,
      proof_required = (t ->> 'proofRequired')::boolean, active = (t ->> 'active')::boolean,
      position = (t ->> 'position')::integer, confirmations = (t ->> 'confirmations')::integer,
      second_from = (t ->> 'secondFrom')::bigint, far_rate = (t ->> 'farRate')::integer, bound_rate = (t ->> 'boundRate')::integer,
      version = version + 1
    where code = named;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.apply_product_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  now_held product%rowtype;
  holds timestamptz;
  next_calendar jsonb := nullif(new.draft -> 'calendar', 'null');
  chained jsonb;
  own jsonb := new.start -> 'terms';
begin
  if new.base = 0 then
    insert into product (code, names, category, decimals, calendar, sources, simulated, active, position)
    values (new.product, new.draft -> 'names', new.start ->> 'category', (new.start ->> 'decimals')::smallint, next_calendar, new.draft -> 'sources',
      nullif(new.start -> 'simulated', 'null'), (new.draft ->> 'active')::boolean, (select coalesce(max(position), 0) + 1 from product));
    -- Its own terms, and what they leave out of another product as that is now; the price rule is that of its own category and number of sources.
    insert into terms (product, version, durations, fee_rate, presets, accept_within_ms, fresh_ms, near_ppm, min_sources, entry_delay_sec,
      loss_second, loss_product, loss_day)
    select new.product, 1, coalesce(own -> 'durations', t.durations), coalesce((own ->> 'feeRate')::bigint, t.fee_rate), coalesce(own -> 'presets', t.presets),
      t.accept_within_ms, case new.start ->> 'category' when 'crypto' then 5000 else 60000 end, t.near_ppm,
      case when cardinality(keys_of(new.draft -> 'sources')) >= 3 then 2 else 1 end, coalesce((own ->> 'entryDelaySec')::integer, t.entry_delay_sec),
      coalesce((own #>> '{lossLimits,second}')::bigint, t.loss_second), coalesce((own #>> '{lossLimits,product}')::bigint, t.loss_product),
      coalesce((own #>> '{lossLimits,day}')::bigint, t.loss_day)
    from terms t where t.product = new.start ->> 'like' order by t.version desc limit 1;
  else
    select * into now_held from product p where p.code = new.product for no key update;
    -- Every order that runs has closed by then, and so has every one that could still be accepted under what was known before.
    select date_trunc('minute', greatest(clock_timestamp() + interval '70 minutes', max(o.closes_at),
      (select max(v.holds_from) from product_version v where v.product = new.product))) + interval '1 minute'
    into holds from position o where o.product = new.product;
    chained := now_held.calendar;
    if new.draft -> 'calendar' is distinct from new.before -> 'calendar' then
      -- An open end is written out, to have a beginning.
      chained := coalesce(next_calendar, (select jsonb_build_object('timeZone', 'UTC', 'weekly', jsonb_object_agg(d::text,
          '[{"start": "00:00", "end": "24:00"}]'::jsonb), 'holidays', '[]'::jsonb) from generate_series(0, 6) d))
        || jsonb_build_object('earlier', jsonb_build_object('until', to_char(holds at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"'),
          'calendar', recent_calendar(coalesce(now_held.calendar, 'null'))));
    end if;
    insert into product_version (product, version, names, sources, calendar, active, holds_from)
    values (new.product, new.base + 1, new.draft -> 'names', new.draft -> 'sources', next_calendar, (new.draft ->> 'active')::boolean, holds);
    update product set version = new.base + 1, names = new.draft -> 'names', sources = new.draft -> 'sources', calendar = chained,
      active = (new.draft ->> 'active')::boolean where code = new.product;
  end if;
  -- A hint: whoever shows products reads them again (decision 084).
  perform pg_notify('candor_product', '[]');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.apply_restriction()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update member m set
    frozen = case when new.kind = 'frozen' then new.restricted else frozen end,
    trading_allowed = case when new.kind = 'trading' then not new.restricted else trading_allowed end,
    withdrawal_allowed = case when new.kind = 'withdrawal' then not new.restricted else withdrawal_allowed end
  where m.id = new.member_id
    and new.restricted <> case new.kind when 'frozen' then frozen when 'trading' then not trading_allowed else not withdrawal_allowed end;
  if not found then
    raise exception 'RESTRICTION_REFUSED: UNCHANGED' using errcode = 'CD010';
  end if;
  if new.kind = 'frozen' and new.restricted then
    with ended as (delete from session where member_id = new.member_id returning token_hash)
    insert into frozen_session (token_hash, member_id) select token_hash, new.member_id from ended;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.apply_reward_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  t jsonb := new.terms;
  current reward_rule%rowtype;
begin
  if not exists (select from operator m join role r on r.name = any(m.roles)
      where m.id = case tg_op when 'INSERT' then new.maker else new.checker end)
    or calling_role() = 'candor_console'
      and current_operator() is distinct from (case tg_op when 'INSERT' then new.maker else new.checker end) then
    raise exception 'CHANGE_REFUSED: NOT_AN_OPERATOR' using errcode = 'CD012';
  end if;
  select * into strict current from reward_rule for update;
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'CHANGE_REFUSED: STATE' using errcode = 'CD012';
    end if;
    if current.version <> new.base then
      raise exception 'CHANGE_REFUSED: OLD' using errcode = 'CD012';
    end if;
    if (select array_agg(k order by k collate "C") from jsonb_object_keys(t) k) is distinct from '{amount,dayMax,turnoverRate}'::text[] then
      raise exception 'CHANGE_REFUSED: FORM' using errcode = 'CD012';
    end if;
    new.before := jsonb_build_object('amount', current.amount::text, 'turnoverRate', current.turnover_rate::text, 'dayMax', current.day_max);
    return new;
  end if;
  if old.status <> 'proposed' or new.status = 'proposed' then
    raise exception 'CHANGE_REFUSED: STATE' using errcode = 'CD012';
  end if;
  if (new.id, new.subject, new.base, new.before, new.terms, new.reason, new.maker, new.created_at) is distinct from
    (old.id, old.subject, old.base, old.before, old.terms, old.reason, old.maker, old.created_at) then
    raise exception 'CHANGE_REFUSED: FIXED' using errcode = 'CD012';
  end if;
  new.decided_at := clock_timestamp();
  if new.status <> 'approved' then return new; end if;
  if current.version <> new.base then
    raise exception 'CHANGE_REFUSED: OLD' using errcode = 'CD012';
  end if;
  update reward_rule set amount = (t ->> 'amount')::bigint, turnover_rate = (t ->> 'turnoverRate')::bigint,
    day_max = (t ->> 'dayMax')::integer, version = version + 1;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.apply_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.what = 'retire' then
    delete from role where name = new.name;
  else
    insert into role (name, names, permissions, version) values (new.name, new.names, new.permissions, new.base + 1)
    on conflict (name) do update set names = excluded.names, permissions = excluded.permissions, version = excluded.version;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.apply_staff()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.operator_id is null then
    insert into operator_invitation (id, code)
    values (new.id, lpad((('x' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 8))::bit(32)::bigint % 100000000)::text, 8, '0'));
  else
    update operator set roles = new.roles, addresses = new.addresses where id = new.operator_id;
    -- What they were doing under the old rights ends: the next login has the new ones.
    delete from operator_session where operator_id = new.operator_id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.apply_stops()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update product p set forbidden = is_stopped(p.code, p.category)
  where new.scope in ('all', 'category/' || p.category, 'product/' || p.code) and p.forbidden <> is_stopped(p.code, p.category);
  -- A hint: whoever shows products reads them again (decision 084).
  perform pg_notify('candor_product', '[]');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.are_dates(dates text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select cardinality(dates) <= 400 and (select count(distinct d) = count(*) and coalesce(bool_and(d ~ '^2[01]\d\d-\d\d-\d\d$'
    and pg_input_is_valid(d, 'date')), true) from unnest(dates) d)
$function$;

CREATE OR REPLACE FUNCTION public.audit_hash(entry audit)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select sha256(convert_to('candor-audit-v1' || E'\n' || encode(entry.prev_hash, 'hex') || E'\n' || jsonb_build_array(entry.seq,
    to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), entry.actor_id, entry.command, entry.subject_type,
    entry.subject_id, entry.detail)::text, 'UTF8'))
$function$;
grant execute on function audit_hash(audit) to candor_console;

CREATE OR REPLACE FUNCTION public.auto_save(day date, savers bigint[])
 RETURNS close_work
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  l record;
begin
  if day < business_date_at(clock_timestamp()) - 1 then
    return (0, 0, 0, 0, 0)::close_work;
  end if;
  perform lock_members(savers);
  with idle as (
    select s.member_id, s.wallet, a.posted - a.held - s.keep as amount
    from savings s cross join site join account a on a.member_id = s.member_id and a.wallet = s.wallet and a.kind = 'funds'
      and a.currency = site.currency
    where s.member_id = any (savers) and s.auto and a.posted - a.held > s.keep
      and not exists (select from savings_transfer x where x.member_id = s.member_id and x.wallet = s.wallet and x.auto_on = day)
  ), done as (
    insert into savings_transfer (id, member_id, wallet, currency, direction, origin, amount, agreement, net, auto_on, at)
    select uuidv7(), i.member_id, i.wallet, (select currency from site), 'in', 'auto', i.amount,
      (select coalesce(max(version), 0) from agreement where code = 'savings'), 0, day, clock_timestamp()
    from idle i order by i.member_id
    returning id, member_id, wallet, amount
  ), told as (
    insert into outbox (members, message)
    select array_agg(distinct member_id), '{"type":"savings"}' from done having count(*) > 0
  )
  select count(*) as count, coalesce(sum(amount), 0)::bigint as sum, array_agg(id) as ids, array_agg(amount) as amounts,
    array_agg('savingsIn'::text) as types, array_agg(wallet) as wallets, array_agg('funds'::text) as debits,
    array_agg('savings'::text) as credits, array_agg(member_id) as members, array_agg('savingsTransfer'::text) as kinds,
    array_agg(id::text) as refs
  into l from done;
  perform write_invest_transfers(l.ids, l.amounts, l.types, l.wallets, l.debits, l.credits, l.members, l.kinds, l.refs);
  return (l.count, 0, l.sum, 0, 0)::close_work;
end $function$;

CREATE OR REPLACE FUNCTION public.balance_at(account_id bigint, moment timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  low bigint := 0;
  high bigint;
  middle bigint;
  line record;
  found_balance bigint := 0;
begin
  select a.seq into high from account a where a.id = account_id;
  high := coalesce(high, 0);
  while low < high loop
    middle := (low + high + 1) / 2;
    select * into line from (
      select t.at, t.debit_balance_after as balance from transfer t where t.debit_account = account_id and t.debit_seq = middle
      union all
      select t.at, t.credit_balance_after from transfer t where t.credit_account = account_id and t.credit_seq = middle
    ) l;
    if line.at < moment then
      low := middle;
      found_balance := line.balance;
    else
      high := middle - 1;
    end if;
  end loop;
  return found_balance;
end $function$;
grant execute on function balance_at(bigint,timestamp with time zone) to candor_http;

CREATE OR REPLACE FUNCTION public.beat(of_host text, of_pid integer, of_version text, of_started_at timestamp with time zone, of_disk_free bigint, of_disk_total bigint, of_backup_at timestamp with time zone, of_signing_away boolean, of_jobs jsonb, of_backup_failed_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  own text := replace(calling_role(), 'candor_', '');
  is_worker boolean := own = 'worker';
begin
  insert into process_beat (role, host, pid, version, started_at, disk_free, disk_total, backup_at, backup_failed_at, signing_away, jobs)
    values (own, of_host, of_pid, of_version, of_started_at, of_disk_free, of_disk_total, case when is_worker then of_backup_at end,
      case when is_worker then of_backup_failed_at end, of_signing_away, of_jobs)
    on conflict (role, host, pid) do update set version = excluded.version, started_at = excluded.started_at,
      seen_at = clock_timestamp(), disk_free = excluded.disk_free, disk_total = excluded.disk_total, backup_at = excluded.backup_at,
      backup_failed_at = excluded.backup_failed_at, signing_away = excluded.signing_away, jobs = excluded.jobs;
  delete from process_beat b where b.role = own and (b.seen_at < clock_timestamp() - interval '1 hour'
    or b.seen_at < (select p.seen_at from process_beat p where p.role = own order by p.seen_at desc offset 49 limit 1));
end $function$;
grant execute on function beat(text,integer,text,timestamp with time zone,bigint,bigint,timestamp with time zone,boolean,jsonb,timestamp with time zone) to candor_console;
grant execute on function beat(text,integer,text,timestamp with time zone,bigint,bigint,timestamp with time zone,boolean,jsonb,timestamp with time zone) to candor_feed;
grant execute on function beat(text,integer,text,timestamp with time zone,bigint,bigint,timestamp with time zone,boolean,jsonb,timestamp with time zone) to candor_http;
grant execute on function beat(text,integer,text,timestamp with time zone,bigint,bigint,timestamp with time zone,boolean,jsonb,timestamp with time zone) to candor_worker;

CREATE OR REPLACE FUNCTION public.begin_complaint()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into complaint_step (complaint_id, kind, operator_id) values (new.id, 'received', new.recorded_by);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.begin_operator_login(operator bigint, session bytea, agent text, from_address text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  reached text := case when exists (select from operator_access a where a.operator_id = operator and a.secret_sealed is not null)
    then 'code' else 'setup' end;
begin
  if not may_come_from(operator, from_address) then return null; end if;
  insert into operator_session (operator_id, token_hash, stage, user_agent, address, expires_at)
    values (operator, session, reached, left(agent, 300), left(from_address, 64), clock_timestamp() + interval '10 minutes');
  return reached;
end $function$;
grant execute on function begin_operator_login(bigint,bytea,text,text) to candor_console;

CREATE OR REPLACE FUNCTION public.begin_product_history()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into product_version (product, version, names, sources, calendar, active, holds_from)
  values (new.code, new.version, new.names, new.sources, new.calendar, new.active, to_timestamp(0));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.book_ledger_balance()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  before date := (select max(b.business_date) from ledger_balance b);
  of_date date := (select min(h.business_date) from ledger_hour h where h.business_date > coalesce(before, '-infinity'));
begin
  if of_date is null or not is_day_booked(of_date) then return false; end if;
  insert into ledger_balance (business_date, wallet, currency, kind, type, debit, credit, entries)
  select of_date, s.wallet, s.currency, s.kind, s.type, sum(s.debit), sum(s.credit), sum(s.entries)
  from (
    select b.wallet, b.currency, b.kind, b.type, b.debit, b.credit, b.entries from ledger_balance b where b.business_date = before
    union all
    select l.wallet, l.currency, l.kind, l.type, l.debit, l.credit, l.entries
    from ledger_hour h join ledger_hour_line l on l.begins_at = h.begins_at where h.business_date = of_date
  ) s
  group by s.wallet, s.currency, s.kind, s.type;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.book_ledger_hour()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  zone text := (select s.time_zone from site s);
  begins timestamptz;
  ends timestamptz;
  of_date date;
  day_ends timestamptz;
  mark ledger_mark;
begin
  perform pg_advisory_xact_lock(727015);
  if book_ledger_balance() then return true; end if;
  select max(h.ends_at) into begins from ledger_hour h;
  if begins is null then
    select date_trunc('day', min(t.at), zone) into begins from transfer t;
  end if;
  if begins is null then return false; end if;
  of_date := (begins at time zone zone)::date;
  day_ends := (of_date + 1)::timestamp at time zone zone;
  ends := least(begins + interval '1 hour', day_ends);
  select * into mark from ledger_mark;
  -- A mark whose number this cluster never gave is of the cluster before a restore: nothing would ever be found to have ended by it.
  if mark.made_at is null or mark.made_at < ends + interval '1 minute' or mark.xid >= pg_snapshot_xmax(pg_current_snapshot()) then
    if clock_timestamp() >= ends + interval '1 minute' then
      insert into ledger_mark (made_at, xid) values (clock_timestamp(), pg_current_xact_id())
        on conflict (only_row) do update set made_at = excluded.made_at, xid = excluded.xid;
    end if;
    return false;
  end if;
  if pg_snapshot_xmin(pg_current_snapshot()) <= mark.xid then return false; end if;

  insert into ledger_hour (begins_at, ends_at, business_date) values (begins, ends, of_date);
  insert into ledger_hour_line (begins_at, wallet, currency, kind, type, debit, credit, entries)
  select begins, t.wallet, t.currency, a.kind, t.type, sum(s.debit), sum(s.credit), count(*)
  from transfer t
  cross join lateral (values (t.debit_account, t.amount, 0), (t.credit_account, 0, t.amount)) as s (account, debit, credit)
  join account a on a.id = s.account
  where t.phase in ('single', 'post') and t.at >= begins and t.at < ends
  group by t.wallet, t.currency, a.kind, t.type;
  if ends = day_ends then
    insert into ledger_day (business_date, wallet, active)
    select of_date, w.wallet, count(distinct t.member_id)
    from (values ('practice'), ('cash')) as w (wallet)
    left join transfer t on t.wallet = w.wallet and t.at >= (of_date::timestamp at time zone zone) and t.at < ends
      and t.phase in ('single', 'pending') and t.type in ('orderStake', 'recharge', 'withdraw', 'investment')
    group by w.wallet;
    perform book_ledger_balance();
  end if;
  return true;
end $function$;
grant execute on function book_ledger_hour() to candor_worker;

CREATE OR REPLACE FUNCTION public.book_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  products text[];
  wallets text[];
  closes timestamptz[];
  days date[];
  refused text;
begin
  select array_agg(k.product), array_agg(k.wallet) into products, wallets
  from (select distinct product, wallet from placed) k
  cross join lateral (select x.loss_second from terms x where x.product = k.product order by x.version desc limit 1) t
  where t.loss_second is not null;
  if products is not null then
    perform lock_house(products, wallets);
    perform fold_house(products, wallets);
  end if;
  insert into house_journal (product, wallet, entry_at, closes_at, orders, up_stake, up_profit, down_stake, down_profit, kept)
  select product, wallet, entry_at, closes_at, count(*), coalesce(sum(stake) filter (where direction = 'up'), 0),
    coalesce(sum(payout - stake) filter (where direction = 'up'), 0), coalesce(sum(stake) filter (where direction = 'down'), 0),
    coalesce(sum(payout - stake) filter (where direction = 'down'), 0), 0
  from placed group by product, wallet, entry_at, closes_at;
  if products is null then return null; end if;
  select array_agg(x.of_product), array_agg(x.of_wallet), array_agg(x.of_close), array_agg(x.of_day) into products, wallets, closes, days
  from (select distinct of_product, of_wallet, of_close, of_day from fold_house(products, wallets) where raised > 0) x;
  select m.product into refused
  from unnest(products, wallets, closes, days) as m (product, wallet, close, day)
  cross join lateral (select x.loss_second, x.loss_product, x.loss_day from terms x where x.product = m.product
    order by x.version desc limit 1) t
  cross join lateral (select sum(x.worst) as worst from house_window x
    where x.product = m.product and x.wallet = m.wallet and x.closes_at = m.close) s
  join house_day d on d.product = m.product and d.wallet = m.wallet and d.day = m.day
  where s.worst > t.loss_second or house_worst(m.product, m.wallet, m.day) > t.loss_product or d.worst - d.kept > t.loss_day
  limit 1;
  if found then
    raise exception 'ORDER_REFUSED: LOSS_LIMIT' using errcode = 'CD006', detail = refused;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.bound_site_logos()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform wait_turn('site/logo');
  if (select count(*) from site_logo l where l.created_at > clock_timestamp() - interval '24 hours') >= 50 then
    raise exception 'LOGOS_REFUSED: TOO_MANY' using errcode = 'CD045';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.business_date_at(moment timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$ select (moment at time zone time_zone)::date from site $function$;
grant execute on function business_date_at(timestamp with time zone) to candor_console;
grant execute on function business_date_at(timestamp with time zone) to candor_http;

CREATE OR REPLACE FUNCTION public.calendar_problem(c jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  day text;
  segments jsonb;
  segment jsonb;
  before text;
  count integer := 0;
begin
  if keys_of(c) is null or not keys_of(c) <@ '{earlyCloses,follows,holidays,listedUntil,timeZone,tradesOn,weekly}'
    or not keys_of(c) @> '{holidays,timeZone,weekly}' or jsonb_typeof(c -> 'timeZone') <> 'string' or keys_of(c -> 'weekly') is null
    or texts_of(c -> 'holidays') is null or (c ? 'tradesOn' and texts_of(c -> 'tradesOn') is null)
    or (c ? 'earlyCloses' and keys_of(c -> 'earlyCloses') is null) or (c ? 'follows' and jsonb_typeof(c -> 'follows') <> 'string')
    or (c ? 'listedUntil' and jsonb_typeof(c -> 'listedUntil') <> 'string') then
    return 'form';
  end if;
  if not c ->> 'timeZone' = any ('{UTC,America/New_York,America/Chicago,America/Toronto,America/Sao_Paulo,Europe/London,Europe/Berlin,Europe/Paris,Europe/Zurich,Europe/Madrid,Europe/Istanbul,Africa/Johannesburg,Asia/Dubai,Asia/Kolkata,Asia/Singapore,Asia/Shanghai,Asia/Hong_Kong,Asia/Taipei,Asia/Seoul,Asia/Tokyo,Australia/Sydney,Pacific/Auckland}'::text[]) then
    return 'timeZone';
  end if;
  for day, segments in select * from jsonb_each(c -> 'weekly') loop
    if day !~ '^[0-6]$' or jsonb_typeof(segments) <> 'array' then return 'form'; end if;
    if jsonb_array_length(segments) > 6 then return 'weekly'; end if;
    before := '00:00';
    for segment in select x from jsonb_array_elements(segments) x loop
      if keys_of(segment) is distinct from '{end,start}'::text[] or jsonb_typeof(segment -> 'start') <> 'string'
        or jsonb_typeof(segment -> 'end') <> 'string' or segment ->> 'start' !~ '^([01]\d|2[0-3]):[0-5]\d$'
        or segment ->> 'end' !~ '^(([01]\d|2[0-3]):[0-5]\d|24:00)$' then
        return 'form';
      end if;
      if (segment ->> 'start') collate "C" < before collate "C" or (segment ->> 'end') collate "C" <= (segment ->> 'start') collate "C" then
        return 'weekly';
      end if;
      before := segment ->> 'end';
      count := count + 1;
    end loop;
  end loop;
  if count = 0 then return 'weekly'; end if;
  if not coalesce(c ->> 'follows', 'forex') = any ('{forex,us-metals,us-index-futures,us-stocks,frankfurt}'::text[]) then return 'follows'; end if;
  if not are_dates(texts_of(c -> 'holidays')) then return 'holidays'; end if;
  if exists (select from jsonb_each(coalesce(c -> 'earlyCloses', '{}')) x where jsonb_typeof(x.value) <> 'string'
    or x.value #>> '{}' !~ '^([01]\d|2[0-3]):[0-5]\d$') then return 'form'; end if;
  if not are_dates(keys_of(coalesce(c -> 'earlyCloses', '{}'))) then return 'earlyCloses'; end if;
  if not are_dates(texts_of(coalesce(c -> 'tradesOn', '[]'))) then return 'tradesOn'; end if;
  if c ? 'listedUntil' and not are_dates(array[c ->> 'listedUntil']) then return 'listedUntil'; end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.calling_role()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$ select coalesce(nullif(current_setting('role'), 'none'), session_user) $function$;

CREATE OR REPLACE FUNCTION public.carry_out_factor_release(due bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  owner bigint;
  release factor_release;
begin
  select r.member_id into owner from factor_release r where r.id = due;
  perform from member m where m.id = owner for no key update;
  perform from session s where s.member_id = owner order by s.id for update;
  select * into release from factor_release r
    where r.id = due and r.status = 'waiting' and r.asked_at <= clock_timestamp() - interval '24 hours' for no key update;
  if not found then
    return false;
  end if;
  update member_totp set secret_sealed = null, fresh_sealed = null, used_step = null, added_at = null where member_id = owner;
  delete from passkey where member_id = owner;
  delete from member_recovery_code where member_id = owner;
  delete from session where member_id = owner;
  update member set withdrawals_paused_until = greatest(withdrawals_paused_until, clock_timestamp() + interval '24 hours')
    where id = owner and exists (select from site where mode = 'live');
  update factor_release set status = 'released' where id = due;
  insert into audit (actor_id, command, subject_type, subject_id, detail) values (owner, 'account/factors/released',
    'member', owner::text, jsonb_build_object('release', due::text));
  return true;
end $function$;
grant execute on function carry_out_factor_release(bigint) to candor_worker;

CREATE OR REPLACE FUNCTION public.cashier_terms(wanted text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select jsonb_build_object('min', r.min::text, 'max', r.max::text, 'dailyMax', r.daily_max::text, 'feeRate', r.fee_rate::text,
    'feeMin', r.fee_min::text, 'feeMax', r.fee_max::text, 'cardRequired', r.card_required, 'identityRequired', r.identity_required,
    'arrivalHours', r.arrival_hours)
  from withdrawal_rule r where wanted = 'withdrawals'
  union all
  select jsonb_build_object('kind', c.kind, 'network', c.network, 'names', c.names, 'rate', c.rate::text, 'min', c.min::text,
    'max', c.max::text, 'details', c.details, 'arrivalMinutes', c.arrival_minutes, 'proofRequired', c.proof_required,
    'active', c.active, 'position', c.position, 'confirmations', c.confirmations, 'secondFrom', c.second_from::text,
    'farRate', c.far_rate::text, 'boundRate', c.bound_rate::text)
  from deposit_channel c where wanted = 'channel/' || c.code
$function$;

CREATE OR REPLACE FUNCTION public.catch_up(e close_exception)
 RETURNS close_work
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  none uuid[] := '{}';
  total close_work := (0, 0, 0, 0, 0)::close_work;
  work close_work;
  holdings uuid[] := array[e.holding_id];
  one uuid;
  day date;
begin
  -- Before any row: who redeems a holding locks in this order too.
  perform lock_members(array[e.member_id]);
  if e.step = 'autoSave' then
    work := auto_save(e.business_date, array[e.member_id]);
    total.principal := work.principal;
    return total;
  end if;
  for day in select d.business_date from business_day d where d.business_date >= e.business_date order by 1 loop
    if e.holding_id is null then
      work := accrue_savings(day, e.member_id, e.member_id, '{}');
      total.done := total.done + work.interest;
      work := post_savings(day, array[e.member_id]);
      total.interest := total.interest + work.interest;
      continue;
    end if;
    foreach one in array holdings loop
      work := accrue_holdings(day, one, one, none);
      total.done := total.done + work.interest;
    end loop;
    work := pay_interest(day, holdings);
    total.interest := total.interest + work.interest;
    work := mature_holdings(day, holdings);
    total.interest := total.interest + work.interest;
    total.principal := total.principal + work.principal;
    holdings := holdings || array(select h.id from holding h where h.rolled_from = any (holdings) and h.id <> all (holdings));
  end loop;
  return total;
end $function$;

CREATE OR REPLACE FUNCTION public.chain_audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  head audit_head%rowtype;
  caller text := calling_role();
begin
  if caller in ('candor_http', 'candor_feed', 'candor_worker') then
    -- What the worker does of itself, http does not write.
    if not is_own_command(new.command)
      or caller <> 'candor_worker' and new.command in ('account/factors/released', 'papers/photo/erase') then
      raise exception 'AUDIT_REFUSED: NOT_THE_DESK' using errcode = 'CD301';
    end if;
    return new;
  elsif caller = 'candor_console' then
    if new.command !~ '^(console|member)/'
      or new.actor_id is distinct from operator_at(case new.command when 'console/staff/join' then '{setup}'::text[] else '{full}' end) then
      raise exception 'AUDIT_REFUSED: NOT_THE_OPERATOR' using errcode = 'CD301';
    end if;
  elsif new.command not like 'operate/%' then
    return new;
  end if;
  select * into strict head from audit_head for update;
  -- One transaction is in the name of one operator: the newest entry of the chain is of this transaction or of none that runs.
  if caller = 'candor_console' and exists (select from audit a where a.seq = head.seq and a.xmin = pg_current_xact_id()::xid
      and a.actor_id <> new.actor_id) then
    raise exception 'OPERATOR_REFUSED: ANOTHER' using errcode = 'CD300';
  end if;
  -- Only after the lock, so that the order of the chain is the order in time.
  new.at := clock_timestamp();
  new.seq := head.seq + 1;
  new.prev_hash := head.hash;
  new.hash := audit_hash(new);
  update audit_head set seq = new.seq, hash = new.hash;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.change_operator_password(seen_hash text, new_hash text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  who bigint := current_operator();
begin
  if who is null then
    raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300';
  end if;
  update operator_access set password_hash = new_hash where operator_id = who and password_hash = seen_hash;
  if not found then
    return false;
  end if;
  perform record_act('console/password', 'operator', who::text, '{}');
  return true;
end $function$;
grant execute on function change_operator_password(text,text) to candor_console;

CREATE OR REPLACE FUNCTION public.check_adjustment_money()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.status = 'approved' and not exists (select from transfer t where t.ref_type = 'adjustment' and t.ref_id = new.id::text) then
    raise exception 'ADJUSTMENT_REFUSED: NOT_PAID' using errcode = 'CD011';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_certain_match()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if calling_role() = 'candor_console' and not exists (select from audit a where a.subject_type = 'statementFile'
    and a.command = 'console/statements/import' and a.actor_id = current_operator() and a.at >= transaction_timestamp()
    and a.xmin = pg_current_xact_id()::xid) then
    raise exception 'STATEMENT_REFUSED: NOT_CERTAIN' using errcode = 'CD364';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_deposit_money()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  d deposit%rowtype;
  credits bigint;
begin
  select * into strict d from deposit where id = new.id;
  select coalesce(sum(t.amount), 0) into credits from transfer t
  where t.ref_id = d.id::text and t.ref_type = 'deposit' and t.type = 'recharge';
  if credits <> (case d.status when 'approved' then d.credited else 0 end) then
    raise exception 'DEPOSIT_MONEY: %', d.id using errcode = 'CD090';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_hands()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  me bigint;
begin
  if calling_role() <> 'candor_console' or new.status = old.status then return null; end if;
  me := current_operator();
  if not coalesce(case
      when new.status = 'reviewing' then new.taken_by = me and num_nonnulls(new.first_by, new.second_by) = 0
      when new.status = 'pending' then num_nonnulls(new.taken_by, new.first_by, new.second_by) = 0
      when new.status = 'seconding' then new.first_by = me and new.second_by is null
      when old.first_by is null then new.first_by = me and new.second_by is null
      when new.status = 'rejected' and old.first_by = me then new.first_by = me and new.second_by is null
      else new.first_by = old.first_by and new.second_by = me end, false) then
    raise exception 'OPERATOR_REFUSED: NOT_WHO_ACTS' using errcode = 'CD302', detail = tg_table_name || ' ' || new.id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_holding_money()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  h holding%rowtype;
begin
  select * into strict h from holding where id = new.id;
  if not exists (select from transfer t where t.id = invest_transfer('investment', h.id::text, h.starts_on))
    or h.status <> 'running' and not exists (select from transfer t where t.id = invest_transfer('redemption', h.id::text, h.ended_on))
    or h.last_payment <> 0 and not exists (select from transfer t where t.id = invest_transfer('interest', h.id::text, h.paid_through)) then
    raise exception 'HOLDING_MONEY: %', h.id using errcode = 'CD160';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_operator_session()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  who operator%rowtype;
begin
  select * into who from operator o where o.id = new.operator_id and o.left_at is null and exists (select from role r where r.name = any(o.roles));
  if not found then
    raise exception 'OPERATOR_REFUSED: NO_ROLE' using errcode = 'CD006';
  end if;
  if new.stage = 'full' and (who.must_secure or not exists (select from site where mode = 'practice'))
    and not exists (select from operator_access a where a.operator_id = new.operator_id and a.secret_sealed is not null) then
    raise exception 'OPERATOR_REFUSED: NO_SECOND_FACTOR' using errcode = 'CD006';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_positions()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
begin
  if exists (select from written w
    left join lateral (select x.member_id, x.wallet, x.product, x.closes_at from trade_order x where x.id = w.order_id offset 0) o on true
    where (w.member_id, w.wallet, w.product, w.closes_at) is distinct from (o.member_id, o.wallet, o.product, o.closes_at)) then
    raise exception 'POSITION_WITHOUT_ORDER' using errcode = '23503', table = 'position';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_reward()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v invitation%rowtype;
  d deposit%rowtype;
begin
  if pg_has_role(calling_role(), current_user, 'member') then
    return new;
  end if;
  -- Two rewards of one inviter come one after the other.
  perform from member m where m.id = new.inviter_id for no key update;
  select * into v from invitation i where i.invitee_id = new.invitee_id for update;
  select * into d from deposit x where x.id = new.deposit_id and x.member_id = new.invitee_id and x.status = 'approved';
  if v.state is distinct from 'earned' or (v.inviter_id, v.amount, v.deposit_id, d.wallet)
      is distinct from (new.inviter_id, new.amount, new.deposit_id, new.wallet) then
    raise exception 'REWARD_REFUSED: STATE' using errcode = 'CD341';
  end if;
  if turnover_since(new.invitee_id, d.wallet, d.decided_at) < ceil(greatest(d.credited, v.amount)::numeric * v.turnover_rate / 10000) then
    raise exception 'REWARD_REFUSED: TURNOVER' using errcode = 'CD341';
  end if;
  if invitation_link(new.invitee_id, new.inviter_id) is not null then
    raise exception 'REWARD_REFUSED: LINK' using errcode = 'CD341';
  end if;
  if is_reward_capped(new.inviter_id) then
    raise exception 'REWARD_REFUSED: CAP' using errcode = 'CD341';
  end if;
  new.at := clock_timestamp();
  update invitation set state = 'paid', moved_at = new.at where invitee_id = new.invitee_id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_savings_interest()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.posted_at is not null and not exists (select from transfer t
      where t.id = invest_transfer('savings', new.member_id || '/' || new.wallet, new.business_date)) then
    raise exception 'SAVINGS_MONEY: % %', new.member_id, new.business_date using errcode = 'CD161';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_savings_transfer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from transfer t where t.id = new.id) then
    raise exception 'SAVINGS_MONEY: %', new.id using errcode = 'CD161';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_statement_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from (select n.statement_id from added n group by 1) a join statement s on s.id = a.statement_id
      cross join lateral (select count(*) as entries, sum(e.amount) as amount, min(e.booked_on) as first_on, max(e.booked_on) as last_on,
        bool_or(e.account <> s.account) as is_elsewhere from statement_entry e where e.statement_id = s.id) e
    where e.is_elsewhere or e.entries <> s.entries or (e.first_on, e.last_on) is distinct from (s.first_on, s.last_on)
      or s.opening is not null and s.opening + e.amount <> s.closing) then
    raise exception 'STATEMENT_REFUSED: ENTRIES' using errcode = 'CD365';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_statement_match()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  ids uuid[] := case when tg_table_name = 'statement_match' then array[(to_jsonb(new) ->> 'id')::uuid]
    else array_remove(array[(to_jsonb(new) ->> 'match_id')::uuid, (to_jsonb(old) ->> 'match_id')::uuid], null) end;
  m statement_match%rowtype;
  e record;
begin
  for m in select * from statement_match x where x.id = any (ids) loop
    select count(*) as entries, coalesce(sum(s.amount), 0) as amount, count(*) filter (where s.account <> m.account) as elsewhere
      into e from statement_entry s where s.match_id = m.id;
    if m.undone_at is not null and e.entries > 0
      or m.undone_at is null and (e.entries = 0 or e.elsewhere > 0 or m.kind <> 'explained'
        and statement_match_amount(m.account, m.kind, m.deposit_id, m.withdrawal_id) is distinct from e.amount) then
      raise exception 'STATEMENT_REFUSED: AMOUNT' using errcode = 'CD361', detail = m.id::text;
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_transfers()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
begin
  if exists (select from (
      select debit_account as account, wallet, currency from written union select credit_account, wallet, currency from written) w
    left join lateral (select x.wallet, x.currency from account x where x.id = w.account offset 0) a on true
    where (w.wallet, w.currency) is distinct from (a.wallet, a.currency)) then
    raise exception 'TRANSFER_WITHOUT_ACCOUNT' using errcode = '23503', table = 'transfer';
  end if;
  if exists (select from written w where w.pending_id is not null
    and not exists (select from transfer p where p.id = w.pending_id)) then
    raise exception 'TRANSFER_WITHOUT_HOLD' using errcode = '23503', table = 'transfer';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_withdrawal_money()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  w withdrawal%rowtype;
  wanted text;
begin
  select * into strict w from withdrawal where id = new.id;
  wanted := case w.status when 'approved' then 'post' when 'rejected' then 'void' when 'cancelled' then 'void' else 'none' end;
  if exists (
    select from (values (w.hold, w.amount - w.fee), (w.fee_hold, w.fee)) h (id, amount)
    left join lateral (select p.amount, p.phase from transfer p where p.id = h.id) held on true
    left join lateral (select r.phase, r.amount from transfer r where r.pending_id = h.id) resolved on true
    where h.id is not null and (held.phase, held.amount, coalesce(resolved.phase, 'none'), coalesce(resolved.amount, h.amount))
      is distinct from ('pending'::text, h.amount, wanted, h.amount)
  ) or (w.paid_out = 'returned') is distinct from (
    select coalesce(sum(t.amount), 0) = w.amount from transfer t
    where t.ref_id = w.id::text and t.ref_type = 'withdrawal' and t.type = 'withdrawalReturned') then
    raise exception 'WITHDRAWAL_MONEY: %', w.id using errcode = 'CD091';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.clear_console_login_lane(cleared text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from console_login_failure where lane = cleared
$function$;
grant execute on function clear_console_login_lane(text) to candor_console;

CREATE OR REPLACE FUNCTION public.clear_login_lane(cleared text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from login_failure where lane = cleared
$function$;
grant execute on function clear_login_lane(text) to candor_http;

CREATE OR REPLACE FUNCTION public.clear_operator_codes(of_operator bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from operator_recovery_code where operator_id = of_operator
$function$;
grant execute on function clear_operator_codes(bigint) to candor_console;

CREATE OR REPLACE FUNCTION public.clear_settled_alarms()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from settlement_alarm a using settlement s where s.order_id = a.order_id;
  return (select count(*)::integer from settlement_alarm);
end $function$;
grant execute on function clear_settled_alarms() to candor_worker;

CREATE OR REPLACE FUNCTION public.clear_withdraw_tries(of_member bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from withdraw_password_try where member_id = of_member
$function$;
grant execute on function clear_withdraw_tries(bigint) to candor_http;

CREATE OR REPLACE FUNCTION public.close_account(of_closing uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  who bigint := (select c.member_id from member_closing c where c.id = of_closing);
  given bigint;
begin
  -- In the order in which orders and logins lock.
  perform from member m where m.id = who for no key update;
  perform from session s where s.member_id = who order by s.id for update;
  perform from member_closing c where c.id = of_closing and c.stopped_at is null and c.closed_at is null
    and c.due_at <= clock_timestamp() for update;
  if not found then return false; end if;
  if cardinality(closing_blockers(who)) > 0 then
    update member_closing set looked_at = clock_timestamp() where id = of_closing;
    return false;
  end if;
  select a.posted into given from account a join member_closing c on c.id = of_closing and c.give_up = a.posted
    where a.member_id = who and a.wallet = 'cash' and a.kind = 'funds' and a.currency = (select s.currency from site s);
  if given is not null then
    perform write_transfers(array[uuidv7()], array[given], array['givenUp'], array['single'], array['cash'],
      array[(select s.currency from site s)], array['funds'], array[who], array['house'], array[null::bigint], array[null::uuid],
      array['closing'], array[of_closing::text]);
  end if;
  update member set login_allowed = false where id = who;
  delete from session where member_id = who;
  delete from price_alert where member_id = who;
  delete from opening_reminder where member_id = who;
  update member_closing set closed_at = clock_timestamp() where id = of_closing;
  return true;
end $function$;
grant execute on function close_account(uuid) to candor_worker;

CREATE OR REPLACE FUNCTION public.close_alarm(of_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update alarm set closed_at = greatest(clock_timestamp(), opened_at) where id = of_id and closed_at is null;
  return found;
end $function$;
grant execute on function close_alarm(bigint) to candor_worker;

CREATE OR REPLACE FUNCTION public.close_rows(b business_day, most integer, skipped_holdings uuid[], skipped_savings bigint[], OUT ids uuid[], OUT members bigint[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  case b.step
    when 'accrueHoldings' then
      ids := array(select h.id from holding h where h.status = 'running' and h.id <> all (skipped_holdings)
        and h.id > coalesce(b.after_holding, '00000000-0000-0000-0000-000000000000') order by h.id limit most);
    when 'accrueSavings' then
      members := array(select s.member_id from savings s where s.member_id > b.after_member and s.member_id <> all (skipped_savings)
        order by s.member_id limit most);
    when 'payInterest' then
      ids := array(select h.id from holding h
        where h.status = 'running' and h.interest = 'daily' and (h.paid_through < b.business_date or h.paid_through is null)
          and h.starts_on <= b.business_date and b.business_date < h.matures_on and h.id <> all (skipped_holdings)
        order by h.paid_through nulls first, h.id limit most);
    when 'postSavings' then
      members := array(select a.member_id from savings_accrual a
        where a.business_date = b.business_date and a.posted_at is null and a.amount > 0 and a.member_id <> all (skipped_savings)
        order by a.member_id, a.wallet limit most);
    when 'mature' then
      ids := array(select h.id from holding h
        where h.status = 'running' and h.matures_on <= b.business_date + 1 and h.id <> all (skipped_holdings)
        order by h.matures_on, h.id limit most);
    when 'autoSave' then
      if b.business_date >= business_date_at(clock_timestamp()) - 1 then
        members := array(select s.member_id from savings s where s.auto and s.member_id > b.after_member
          and not exists (select from close_exception e where e.member_id = s.member_id and e.business_date = b.business_date
            and e.step = 'autoSave' and e.ended_at is null)
          order by s.member_id limit most);
      end if;
  end case;
end $function$;

CREATE OR REPLACE FUNCTION public.close_step(accruals integer, payments integer, OUT day date, OUT step text, OUT looked integer, OUT aside bigint, OUT reason text)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  began timestamptz := clock_timestamp();
  b business_day%rowtype;
  e close_exception%rowtype;
  rows record;
  work close_work;
  asked integer;
  most integer;
  skipped_holdings uuid[];
  skipped_savings bigint[];
  state text;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('business day', 0)) then
    return;
  end if;
  select * into e from close_exception x where x.ended_at is null and x.next_at <= began order by x.next_at, x.id limit 1;
  if found then
    perform try_again(e, began);
    select x.business_date, x.step, 1, case when x.ended_at is null then x.id end, case when x.ended_at is null then x.reason end
    into day, step, looked, aside, reason from close_exception x where x.id = e.id;
    return;
  end if;
  select * into b from business_day d where d.step <> 'closed';
  if not found then
    day := coalesce((select max(d.business_date) + 1 from business_day d),
      least((select min(h.starts_on) from holding h), (select business_date_at(min(x.at)) from savings_transfer x)));
    if day is null or day >= business_date_at(began - interval '1 minute') then
      day := null;
      return;
    end if;
    insert into business_day (business_date) values (day) returning * into b;
  end if;
  day := b.business_date;
  step := b.step;
  asked := case when step like 'accrue%' then accruals else payments end;
  most := least(asked, coalesce(b.batch_rows, asked));
  skipped_holdings := array(select x.holding_id from close_exception x where x.ended_at is null and x.holding_id is not null);
  skipped_savings := array(select x.member_id from close_exception x where x.ended_at is null and x.step in ('accrueSavings', 'postSavings'));
  select * into rows from close_rows(b, most, skipped_holdings, skipped_savings);
  looked := coalesce(cardinality(rows.ids), cardinality(rows.members), 0);
  work := (0, 0, 0, 0, 0)::close_work;
  if looked > 0 then
    begin
      work := case step
        when 'accrueHoldings' then accrue_holdings(day, rows.ids[1], rows.ids[looked], skipped_holdings)
        when 'accrueSavings' then accrue_savings(day, rows.members[1], rows.members[looked], skipped_savings)
        when 'payInterest' then pay_interest(day, rows.ids)
        when 'postSavings' then post_savings(day, rows.members)
        when 'mature' then mature_holdings(day, rows.ids)
        when 'autoSave' then auto_save(day, rows.members) end;
      set constraints check_money immediate;
    exception when others then
      get stacked diagnostics state = returned_sqlstate, reason = message_text;
      if state ~ '^(08|40|53|55|57|58)' or looked = 1 and (select count(*) from close_exception x where x.ended_at is null) >= 100 then
        raise;
      end if;
      if looked > 1 then
        reason := null;
      else
        reason := left(state || ' ' || reason, 500);
        insert into close_exception (business_date, step, holding_id, member_id, reason, tries, first_at, last_at, next_at)
        values (day, step, rows.ids[1], coalesce(rows.members[1], (select h.member_id from holding h where h.id = rows.ids[1])), reason, 1,
          began, began, began + interval '10 seconds')
        returning id into aside;
      end if;
      update business_day d set batches = d.batches + 1, batch_rows = (looked + 1) / 2,
        busy_ms = d.busy_ms + extract(epoch from clock_timestamp() - began) * 1000
      where d.business_date = b.business_date;
      looked := 0;
      return;
    end;
  end if;
  update business_day d set batches = d.batches + 1,
    busy_ms = d.busy_ms + extract(epoch from clock_timestamp() - began) * 1000,
    batch_rows = case when looked >= most and 2 * most < asked then 2 * most end,
    holdings_accrued = d.holdings_accrued + case b.step when 'accrueHoldings' then work.done else 0 end,
    holdings_interest = d.holdings_interest + case b.step when 'accrueHoldings' then work.interest else 0 end,
    savings_accrued = d.savings_accrued + case b.step when 'accrueSavings' then work.done else 0 end,
    savings_interest = d.savings_interest + case b.step when 'accrueSavings' then work.interest else 0 end,
    paid = d.paid + case b.step when 'payInterest' then work.done else 0 end,
    paid_interest = d.paid_interest + case b.step when 'payInterest' then work.interest else 0 end,
    posted = d.posted + case b.step when 'postSavings' then work.done else 0 end,
    posted_interest = d.posted_interest + case b.step when 'postSavings' then work.interest else 0 end,
    matured = d.matured + case b.step when 'mature' then work.done else 0 end,
    matured_principal = d.matured_principal + case b.step when 'mature' then work.principal else 0 end,
    matured_interest = d.matured_interest + case b.step when 'mature' then work.interest else 0 end,
    rolled = d.rolled + work.rolled, rolled_principal = d.rolled_principal + work.rolled_principal,
    saved = d.saved + case b.step when 'autoSave' then work.done else 0 end,
    saved_amount = d.saved_amount + case b.step when 'autoSave' then work.principal else 0 end,
    step = case when looked >= most then b.step else case b.step
      when 'accrueHoldings' then 'accrueSavings' when 'accrueSavings' then 'payInterest' when 'payInterest' then 'postSavings'
      when 'postSavings' then 'mature' when 'mature' then 'autoSave' else 'closed' end end,
    closed_at = case when looked < most and b.step = 'autoSave' then clock_timestamp() end,
    after_holding = case when b.step = 'accrueHoldings' and looked > 0 then rows.ids[looked] else d.after_holding end,
    after_member = case when looked < most then 0 when b.step in ('accrueSavings', 'autoSave') then rows.members[looked] else d.after_member end
  where d.business_date = b.business_date;
end $function$;
grant execute on function close_step(integer,integer) to candor_worker;

CREATE OR REPLACE FUNCTION public.closing_blockers(who bigint)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select array_remove(array[
    case when exists (select from member m where m.id = who and m.frozen) then 'FROZEN' end,
    case when exists (select from position p where p.member_id = who) then 'ORDERS' end,
    case when exists (select from deposit d where d.member_id = who and d.status in ('recharging', 'pending', 'reviewing', 'seconding'))
      then 'DEPOSITS' end,
    case when exists (select from withdrawal w where w.member_id = who and (w.status in ('pending', 'reviewing', 'seconding')
      or w.status = 'approved' and w.paid_out in ('none', 'sent', 'returning'))) then 'WITHDRAWALS' end,
    case when exists (select from holding h where h.member_id = who and h.wallet = 'cash' and h.status = 'running') then 'HOLDINGS' end,
    case when exists (select from account a where a.member_id = who and a.wallet = 'cash' and a.kind = 'savings' and a.posted <> 0)
      then 'SAVINGS' end,
    case when exists (select from account a where a.member_id = who and a.wallet = 'cash' and a.kind = 'funds' and a.posted <> 0
      and a.posted is distinct from (select c.give_up from member_closing c where c.member_id = who and c.stopped_at is null
        and c.closed_at is null and a.currency = (select s.currency from site s)))
      then 'MONEY' end
  ], null)
$function$;
grant execute on function closing_blockers(bigint) to candor_console;
grant execute on function closing_blockers(bigint) to candor_http;
grant execute on function closing_blockers(bigint) to candor_worker;

CREATE OR REPLACE FUNCTION public.cold_tick_days()
 RETURNS TABLE(day date, held text)
 LANGUAGE sql
 STABLE
AS $function$
  select d.day, tick_day_held(d.day) as held
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  cross join lateral (select to_date(right(c.relname, 8), 'YYYYMMDD') as day) d
  where i.inhparent = 'tick'::regclass and tick_day_held(d.day) is distinct from 'NOT_COLD' order by d.day
$function$;
grant execute on function cold_tick_days() to candor_worker;

CREATE OR REPLACE FUNCTION public.compare_statement_match()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  of_deposit uuid := case tg_table_name when 'deposit' then (to_jsonb(new) ->> 'id')::uuid when 'chain_finding' then (to_jsonb(new) ->> 'deposit_id')::uuid end;
  of_withdrawal uuid := case tg_table_name when 'withdrawal' then (to_jsonb(new) ->> 'id')::uuid end;
begin
  if tg_table_name = 'chain_finding' then
    perform from deposit d where d.id = of_deposit for no key update;
  end if;
  update statement_match m set differs_since = case when c.agrees then null else coalesce(m.differs_since, clock_timestamp()) end
    from (select x.id, coalesce((select sum(e.amount) from statement_entry e where e.match_id = x.id)
        = statement_thing_amount(x.kind, x.deposit_id, x.withdrawal_id), false) as agrees
      from statement_match x where x.undone_at is null and (x.deposit_id = of_deposit or x.withdrawal_id = of_withdrawal)) c
    where m.id = c.id and (m.differs_since is null) <> c.agrees;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_candles()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  analyze candle
$function$;
grant execute on function count_candles() to candor_feed;

CREATE OR REPLACE FUNCTION public.count_own_results()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  guarded_ids bigint[] := array(select m.id from member m where m.guarded and m.id = any (array(select distinct member_id from settled)));
  ids uuid[];
  zone text;
begin
  if guarded_ids = '{}' then
    return null;
  end if;
  ids := array(select order_id from settled where member_id = any (guarded_ids) order by order_id);
  select time_zone into strict zone from site;
  insert into own_use as u (member_id, wallet, day, staked, lost)
  select o.member_id, o.wallet, (e.at at time zone zone)::date, sum(e.staked), sum(e.lost)
  from settled s
  join (select x.id, x.member_id, x.wallet, x.stake, x.accepted_at from trade_order x where x.id = any (ids) and x.id between ids[1] and ids[cardinality(ids)]) o on o.id = s.order_id
  cross join lateral (values
    (o.accepted_at, case when s.outcome in ('tied', 'voided') then -o.stake else 0 end, 0), (s.settled_at, 0, -s.profit)) e (at, staked, lost)
  group by 1, 2, 3 having sum(e.staked) <> 0 or sum(e.lost) <> 0 order by 1, 2, 3
  on conflict (member_id, wallet, day) do update set staked = u.staked + excluded.staked, lost = u.lost + excluded.lost;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.covers_all(held text[], wanted text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select not exists (select from unnest(wanted) w where not exists (select from unnest(held) h
    where (split_part(h, ':', 1) in ('*', split_part(w, ':', 1))) and (split_part(h, ':', 2) in ('*', split_part(w, ':', 2)))
      and (split_part(h, ':', 3) in ('*', split_part(w, ':', 3)))))
$function$;

CREATE OR REPLACE FUNCTION public.current_operator()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ select operator_at('{full}') $function$;
grant execute on function current_operator() to candor_console;

CREATE OR REPLACE FUNCTION public.data_of_account(who bigint, d smallint, after_key text, most integer)
 RETURNS TABLE(key text, data json)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query
    select '', json_build_object('username', m.username, 'nickname', m.nickname, 'phone', m.phone, 'country', m.country, 'email', m.email,
      'realName', encode(m.real_name_sealed, 'hex'), 'idNumber', encode(m.id_number_sealed, 'hex'), 'language', m.language,
      'timeZone', m.time_zone, 'theme', m.theme, 'directionColours', m.updown, 'careMode', m.care_mode, 'inviteCode', m.invite_code,
      'invitedSomeone', (select count(*) from member x where x.invited_by = m.id), 'wasInvited', m.invited_by is not null,
      'frozen', m.frozen, 'tradingAllowed', m.trading_allowed, 'withdrawalAllowed', m.withdrawal_allowed, 'registeredAt', m.created_at)
    from member m where m.id = who;
end $function$;

CREATE OR REPLACE FUNCTION public.data_of_agreements(who bigint, d smallint, after_key text, most integer)
 RETURNS TABLE(key text, data json)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query
    select '', json_build_object('text', t.slug, 'version', t.version, 'acceptedAt', t.accepted_at)
    from text_acceptance t where t.member_id = who order by t.accepted_at;
end $function$;

CREATE OR REPLACE FUNCTION public.data_of_bank_card(who bigint, d smallint, after_key text, most integer)
 RETURNS TABLE(key text, data json)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query
    select '', json_build_object('bank', c.bank, 'branch', c.branch, 'holder', encode(c.holder_sealed, 'hex'),
      'number', encode(c.number_sealed, 'hex'), 'boundAt', c.bound_at)
    from bank_card c where c.member_id = who;
end $function$;

CREATE OR REPLACE FUNCTION public.data_of_bank_entries(who bigint, d smallint, after_key text, most integer)
 RETURNS TABLE(key text, data json)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  after_id uuid := case when after_key ~ '-' then after_key else '00000000-0000-0000-0000-000000000000' end;
begin
  return query
    select e.id::text, json_build_object('bookedOn', e.booked_on, 'valuedOn', e.valued_on, 'amount', price_text(e.amount, a.decimals),
      'currency', a.currency, 'bankReference', e.bank_ref, 'endToEndId', e.end_to_end_id, 'counterparty', e.counterparty, 'words', e.words,
      'is', m.kind, 'refId', m.ref_id)
    from (
      select x.id, x.kind, y.id as ref_id from deposit y join statement_match x on x.deposit_id = y.id and x.undone_at is null
      where y.member_id = who
      union all
      select x.id, x.kind, w.id from withdrawal w join statement_match x on x.withdrawal_id = w.id and x.undone_at is null
      where w.member_id = who) m
    join statement_entry e on e.match_id = m.id join statement_account a on a.code = e.account
    where e.id > after_id order by e.id limit most;
end $function$;

CREATE OR REPLACE FUNCTION public.data_of_closings(who bigint, d smallint, after_key text, most integer)
 RETURNS TABLE(key text, data json)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  after_id uuid := case when after_key ~ '-' then after_key else '00000000-0000-0000-0000-000000000000' end;
begin
  return query
    select c.id::text, json_build_object('askedAt', c.asked_at, 'dueAt', c.due_at, 'stoppedAt', c.stopped_at, 'closedAt', c.closed_at,
      'giveUp', price_text(c.give_up, d))
    from member_closing c where c.member_id = who and c.id > after_id order by c.id limit most;
end $function$;

CREATE OR REPLACE FUNCTION public.data_of_complaint_steps(who bigint, d smallint, after_key text, most integer)
 RETURNS TABLE(key text, data json)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  after_account bigint := case when after_key ~ '/' then split_part(after_key, '/', 1) else '0' end;
  after_no bigint := case when after_key ~ '/' then split_part(after_key, '/', 2) else '0' end;
begin
  return query
    select x.complaint_id || '/' || x.seq, json_build_object('number', x.complaint_id, 'step', x.seq, 'kind', x.kind, 'at', x.at,
      'text', x.text, 'decision', x.decision)
    from complaint c join complaint_step x on x.complaint_id = c.id
    where c.member_id = who and (x.complaint_id, x.seq) > (after_account, after_no) order by x.complaint_id, x.seq limit most;
end $function$;

CREATE OR REPLACE FUNCTION public.data_of_complaints(who bigint, d smallint, after_key text, most integer)
 RETURNS TABLE(key text, data json)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  after_n bigint := case when after_key ~ '^\d+$' then after_key else '0' end;
begin
  return query
    select c.id::text, json_build_object('number', c.id, 'topic', c.topic, 'text', c.text, 'about', c.about, 'aboutId', c.about_id,
      'aboutName', c.about_name, 'openedAt', c.opened_at, 'dueOn', c.due_on, 'state', c.state, 'decision', c.decision, 'endedAt', c.ended_at)
    from complaint c where c.member_id = who and c.id > after_n order by c.id limit most;
end $function$;

CREATE OR REPLACE FUNCTION public.data_of_deposits(who bigint, d smallint, after_key text, most integer)
 RETURNS TABLE(key text, data json)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  after_id uuid := case when after_key ~ '-' then after_key else '00000000-0000-0000-0000-000000000000' end;
begin
  return query
    select y.id::text, json_build_object('id', y.id, 'reference', y.reference, 'createdAt', y.created_at, 'wallet', y.wallet,
      'channel', y.channel, 'amount', price_text(y.amount, d), 'asset', y.asset, 'status', y.status, 'credited', price_text(y.credited, d),
      'reason', y.reason, 'txid', y.txid, 'payer', y.payer, 'proof', y.proof, 'paidAt', y.paid_at, 'decidedAt', y.decided_at)
    from deposit y where y.member_id = who and y.id > after_id order by y.id limit most;
end $function$;

CREATE OR REPLACE FUNCTION public.data_of_exclusions(who bigint, d smallint, after_key text, most integer)
 RETURNS TABLE(key text, data json)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  after_n bigint := case when after_key ~ '^\d+$' then after_key else '0' end;
begin
  return query
    select e.id::text, json_build_object('term', e.term, 'at', e.at, 'until', nullif(e.until, 'infinity'))
    from self_exclusion e where e.member_id = who and e.id > after_n order by e.id limit most;
end $function$;

CREATE OR REPLACE FUNCTION public.data_of_holdings(who bigint, d smallint, after_key text, most integer)
 RETURNS TABLE(key text, data json)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  after_id uuid := case when after_key ~ '-' then after_key else '00000000-0000-0000-0000-000000000000' end;
begin
  return query
    select h.id::text, json_build_object('id', h.id, 'reference', h.reference, 'createdAt', h.created_at, 'wallet', h.wallet,
      'project', h.project_id, 'version', h.version, 'principal', price_text(h.principal, d), 'startsOn', h.starts_on,
      'maturesOn', h.matures_on, 'status', h.status, 'paid', price_text(h.paid, d), 'earned', price_text(h.earned, d), 'endedOn', h.ended_on)
    from holding h where h.member_id = who and h.id > after_id order by h.id limit most;
end $function$;

CREATE OR REPLACE FUNCTION public.data_of_limits(who bigint, d smallint, after_key text, most integer)
 RETURNS TABLE(key text, data json)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query
    select '', json_build_object('kind', l.kind, 'period', l.period, 'amount', price_text(l.amount, d), 'waiting', l.waiting,
      'nextAmount', price_text(l.next_amount, d), 'nextAt', l.next_at)
    from own_limit l where l.member_id = who order by l.kind, l.period;
end $function$;

CREATE OR REPLACE FUNCTION public.data_of_logins(who bigint, d smallint, after_key text, most integer)
 RETURNS TABLE(key text, data json)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  after_n bigint := case when after_key ~ '^\d+$' then after_key else '0' end;
begin
  return query
    select l.id::text, json_build_object('at', l.at, 'device', l.device, 'network', l.address, 'secondStep', l.factor)
    from member_login l where l.member_id = who and l.id > after_n order by l.id limit most;
end $function$;

CREATE OR REPLACE FUNCTION public.data_of_messages(who bigint, d smallint, after_key text, most integer)
 RETURNS TABLE(key text, data json)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  after_n bigint := case when after_key ~ '^\d+$' then after_key else '0' end;
begin
  return query
    select m.id::text, json_build_object('at', m.at, 'kind', m.kind, 'state', m.state, 'subject', m.subject,
      'amount', price_text(m.amount, d), 'reason', m.reason, 'readAt', m.read_at)
    from member_message m where m.member_id = who and m.id > after_n order by m.id limit most;
end $function$;

CREATE OR REPLACE FUNCTION public.data_of_orders(who bigint, d smallint, after_key text, most integer)
 RETURNS TABLE(key text, data json)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  after_n bigint := case when after_key ~ '^\d+$' then after_key else '0' end;
begin
  return query
    select o.no::text, order_data(o, s, d)
    from trade_order o left join settlement s on s.order_id = o.id
    where o.member_id = who and o.no > after_n order by o.no limit most;
end $function$;

CREATE OR REPLACE FUNCTION public.data_of_passkeys(who bigint, d smallint, after_key text, most integer)
 RETURNS TABLE(key text, data json)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query
    select p.id::text, json_build_object('name', p.name, 'addedAt', p.added_at, 'lastUsedAt', p.last_used_at)
    from passkey p where p.member_id = who order by p.added_at;
end $function$;

CREATE OR REPLACE FUNCTION public.data_of_pictures(who bigint, d smallint, after_key text, most integer)
 RETURNS TABLE(key text, data json)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  after_id uuid := case when after_key ~ '-' then after_key else '00000000-0000-0000-0000-000000000000' end;
begin
  return query
    select f.id::text, json_build_object('id', f.id, 'purpose', f.purpose, 'at', f.created_at, 'bytes', f.bytes, 'erasedAt', f.erased_at)
    from file f where f.member_id = who and f.id > after_id order by f.id limit most;
end $function$;

CREATE OR REPLACE FUNCTION public.data_of_price_alerts(who bigint, d smallint, after_key text, most integer)
 RETURNS TABLE(key text, data json)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query
    select a.id::text, json_build_object('product', a.product, 'side', a.side, 'target', price_text(a.target, p.decimals),
      'createdAt', a.created_at, 'expiresAt', a.expires_at, 'firedAt', a.fired_at, 'firedPrice', price_text(a.fired_price, p.decimals))
    from price_alert a join product p on p.code = a.product where a.member_id = who order by a.created_at;
end $function$;

CREATE OR REPLACE FUNCTION public.data_of_restrictions(who bigint, d smallint, after_key text, most integer)
 RETURNS TABLE(key text, data json)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  after_n bigint := case when after_key ~ '^\d+$' then after_key else '0' end;
begin
  return query
    select r.id::text, json_build_object('at', r.at, 'kind', r.kind, 'restricted', r.restricted, 'reason', r.code)
    from member_restriction r where r.member_id = who and r.id > after_n order by r.id limit most;
end $function$;

CREATE OR REPLACE FUNCTION public.data_of_savings(who bigint, d smallint, after_key text, most integer)
 RETURNS TABLE(key text, data json)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  after_n bigint := case when after_key ~ '^\d+$' then after_key else '0' end;
begin
  return query
    select s.n::text, json_build_object('id', s.id, 'at', s.at, 'wallet', s.wallet, 'direction', s.direction, 'origin', s.origin,
      'amount', price_text(s.amount, d))
    from savings_transfer s where s.member_id = who and s.n > after_n order by s.n limit most;
end $function$;

CREATE OR REPLACE FUNCTION public.data_of_security_events(who bigint, d smallint, after_key text, most integer)
 RETURNS TABLE(key text, data json)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  after_n bigint := case when after_key ~ '^\d+$' then after_key else '0' end;
begin
  return query
    select e.id::text, json_build_object('at', e.at, 'kind', e.kind, 'device', e.device, 'network', e.address)
    from security_event e where e.member_id = who and e.id > after_n order by e.id limit most;
end $function$;

CREATE OR REPLACE FUNCTION public.data_of_sessions(who bigint, d smallint, after_key text, most integer)
 RETURNS TABLE(key text, data json)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query
    select s.id::text, json_build_object('device', s.user_agent, 'address', s.address, 'createdAt', s.created_at,
      'lastSeenAt', s.last_seen_at, 'expiresAt', s.expires_at)
    from session s where s.member_id = who order by s.created_at;
end $function$;

CREATE OR REPLACE FUNCTION public.data_of_support(who bigint, d smallint, after_key text, most integer)
 RETURNS TABLE(key text, data json)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  after_n bigint := case when after_key ~ '^\d+$' then after_key else '0' end;
begin
  return query
    select x.id::text, json_build_object('at', x.created_at, 'author', x.author, 'text', x.text, 'order', x.order_id,
      'picture', x.file_id, 'finding', x.finding)
    from support_conversation c join support_message x on x.conversation_id = c.id where c.member_id = who and x.id > after_n order by x.id limit most;
end $function$;

CREATE OR REPLACE FUNCTION public.data_of_transfers(who bigint, d smallint, after_key text, most integer)
 RETURNS TABLE(key text, data json)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  after_account bigint := case when after_key ~ '/' then split_part(after_key, '/', 1) else '0' end;
  after_no bigint := case when after_key ~ '/' then split_part(after_key, '/', 2) else '0' end;
begin
  return query
    select a.id || '/' || l.seq, json_build_object('id', l.id, 'at', l.at, 'account', a.kind, 'wallet', a.wallet, 'type', l.type,
      'amount', price_text(l.amount, d), 'balanceAfter', price_text(l.balance, d), 'refType', l.ref_type, 'refId', l.ref_id)
    from account a cross join lateral (
      select x.* from (
        (select t.id, t.at, t.type, t.ref_type, t.ref_id, -t.amount as amount, t.debit_balance_after as balance, t.debit_seq as seq
         from transfer t where t.debit_account = a.id and t.debit_seq > case when a.id = after_account then after_no else 0 end
         order by t.debit_seq limit most)
        union all
        (select t.id, t.at, t.type, t.ref_type, t.ref_id, t.amount, t.credit_balance_after, t.credit_seq
         from transfer t where t.credit_account = a.id and t.credit_seq > case when a.id = after_account then after_no else 0 end
         order by t.credit_seq limit most)) x
      order by x.seq limit most) l
    where a.member_id = who and a.id >= after_account order by a.id, l.seq limit most;
end $function$;

CREATE OR REPLACE FUNCTION public.data_of_verifications(who bigint, d smallint, after_key text, most integer)
 RETURNS TABLE(key text, data json)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  after_n bigint := case when after_key ~ '^\d+$' then after_key else '0' end;
begin
  return query
    select v.id::text, json_build_object('status', v.status, 'realName', encode(v.name_sealed, 'hex'),
      'idNumber', encode(v.number_sealed, 'hex'), 'front', v.front_file, 'back', v.back_file, 'submittedAt', v.submitted_at,
      'decidedAt', v.decided_at, 'reason', v.reason, 'wrong', v.wrong)
    from verification v where v.member_id = who and v.id > after_n order by v.id limit most;
end $function$;

CREATE OR REPLACE FUNCTION public.data_of_withdrawals(who bigint, d smallint, after_key text, most integer)
 RETURNS TABLE(key text, data json)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  after_id uuid := case when after_key ~ '-' then after_key else '00000000-0000-0000-0000-000000000000' end;
begin
  return query
    select w.id::text, json_build_object('id', w.id, 'reference', w.reference, 'createdAt', w.created_at, 'wallet', w.wallet,
      'amount', price_text(w.amount, d), 'fee', price_text(w.fee, d), 'card', w.payee, 'status', w.status, 'payout', w.paid_out,
      'reason', w.reason, 'decidedAt', w.decided_at, 'lockedAt', (select k.at from withdrawal_lock k where k.withdrawal_id = w.id))
    from withdrawal w where w.member_id = who and w.id > after_id order by w.id limit most;
end $function$;

CREATE OR REPLACE FUNCTION public.day_report(of_date date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with base as (
    select max(b.business_date) as on_date from ledger_balance b where b.business_date < of_date
  ), moved as materialized (
    select h.business_date = of_date as is_of_date, l.wallet, l.currency, l.type, l.kind, l.debit, l.credit, l.entries
    from ledger_hour h join ledger_hour_line l on l.begins_at = h.begins_at
    where h.business_date > coalesce((select on_date from base), '-infinity') and h.business_date <= of_date
  )
  select jsonb_build_object('date', of_date,
    'lines', coalesce((
      select jsonb_agg(jsonb_build_array(w.wallet, w.currency, w.kind, w.opening::text, w.debit::text, w.credit::text,
        (w.opening + w.credit - w.debit)::text)
        order by w.wallet, w.currency, w.kind)
      from (
        select s.wallet, s.currency, s.kind, sum(s.opening)::bigint as opening, sum(s.debit)::bigint as debit, sum(s.credit)::bigint as credit
        from (
          select b.wallet, b.currency, b.kind, b.credit - b.debit as opening, 0 as debit, 0 as credit
          from ledger_balance b where b.business_date = (select on_date from base)
          union all
          select m.wallet, m.currency, m.kind, m.credit - m.debit, 0, 0 from moved m where not m.is_of_date
          union all
          select m.wallet, m.currency, m.kind, 0, m.debit, m.credit from moved m where m.is_of_date) s
        group by s.wallet, s.currency, s.kind) w), '[]'),
    'moves', coalesce((
      select jsonb_agg(jsonb_build_array(m.wallet, m.currency, m.type, m.kind, m.debit::text, m.credit::text, m.entries::text)
        order by m.wallet, m.currency, m.type, m.kind)
      from (
        select m.wallet, m.currency, m.type, m.kind, sum(m.debit)::bigint as debit, sum(m.credit)::bigint as credit,
          sum(m.entries)::bigint as entries
        from moved m where m.is_of_date
        group by m.wallet, m.currency, m.type, m.kind) m), '[]'))
$function$;
grant execute on function day_report(date) to candor_console;

CREATE OR REPLACE FUNCTION public.day_report_hash(of_date date)
 RETURNS bytea
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select sha256(convert_to(day_report(of_date)::text, 'UTF8'))
$function$;
grant execute on function day_report_hash(date) to candor_console;

CREATE OR REPLACE FUNCTION public.decide_adjustment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'ADJUSTMENT_REFUSED: STATE' using errcode = 'CD011';
    end if;
    return new;
  end if;
  if old.status <> 'proposed' or new.status = 'proposed' then
    raise exception 'ADJUSTMENT_REFUSED: STATE' using errcode = 'CD011';
  end if;
  new.decided_at := clock_timestamp();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.decide_factor_release()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'RELEASE_REFUSED: STATE' using errcode = 'CD196';
    end if;
    if not exists (select from operator m join role r on r.name = any(m.roles) where m.id = new.maker) then
      raise exception 'RELEASE_REFUSED: NOT_AN_OPERATOR' using errcode = 'CD196';
    end if;
    if not has_second_factor(new.member_id) then
      raise exception 'RELEASE_REFUSED: NO_FACTOR' using errcode = 'CD196';
    end if;
    return new;
  end if;
  if (old.status, new.status) not in (('proposed', 'waiting'), ('proposed', 'rejected'), ('proposed', 'withdrawn'),
      ('waiting', 'stopped'), ('waiting', 'released')) then
    raise exception 'RELEASE_REFUSED: STATE' using errcode = 'CD196';
  end if;
  if old.status = 'waiting' and new.checker is distinct from old.checker then
    raise exception 'RELEASE_REFUSED: FIXED' using errcode = 'CD196';
  end if;
  if calling_role() = 'candor_console' and (new.status = 'released' or new.status = 'stopped' and new.ended_by is null) then
    raise exception 'RELEASE_REFUSED: NOT_ALLOWED' using errcode = 'CD196';
  end if;
  if (old.status = 'proposed' or new.ended_by is not null)
    and not exists (select from operator m join role r on r.name = any(m.roles) where m.id = coalesce(new.ended_by, new.checker)) then
    raise exception 'RELEASE_REFUSED: NOT_AN_OPERATOR' using errcode = 'CD196';
  end if;
  case new.status
    when 'waiting' then
      if not has_second_factor(new.member_id) then
        raise exception 'RELEASE_REFUSED: NO_FACTOR' using errcode = 'CD196';
      end if;
      new.decided_at := clock_timestamp();
      new.asked_at := new.decided_at;
      perform tell_factor_release(new.member_id, 'releaseAsked');
    when 'stopped' then
      new.done_at := clock_timestamp();
      perform tell_factor_release(new.member_id, 'releaseStopped');
    when 'released' then
      if old.asked_at > clock_timestamp() - interval '24 hours' then
        raise exception 'RELEASE_REFUSED: TOO_EARLY' using errcode = 'CD196';
      end if;
      new.done_at := clock_timestamp();
      perform tell_factor_release(new.member_id, 'released');
    else
      new.decided_at := clock_timestamp();
  end case;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.decide_invest_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  p project%rowtype;
  t jsonb := new.terms;
  next_version integer := 1;
begin
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'INVEST_CHANGE_REFUSED: STATE' using errcode = 'CD162';
    end if;
    return new;
  end if;
  if old.status <> 'proposed' or new.status = 'proposed' or (new.id, new.kind, new.project_id, new.base_version, new.terms, new.reason,
      new.maker, new.created_at) is distinct from (old.id, old.kind, old.project_id, old.base_version, old.terms, old.reason,
      old.maker, old.created_at) then
    raise exception 'INVEST_CHANGE_REFUSED: STATE' using errcode = 'CD162';
  end if;
  new.decided_at := clock_timestamp();
  if new.status <> 'approved' then
    return new;
  end if;
  if new.kind = 'savingsRate' then
    insert into savings_rate (from_date, annual_rate)
    values (greatest((t ->> 'from')::date, business_date_at(clock_timestamp()) + 1), (t ->> 'annualRate')::bigint);
    return new;
  end if;
  if new.project_id is not null then
    select * into strict p from project where id = new.project_id for no key update;
    if p.version <> new.base_version then
      raise exception 'INVEST_CHANGE_REFUSED: VERSION' using errcode = 'CD162';
    end if;
    next_version := (select max(version) + 1 from project_terms where project_id = p.id);
  end if;
  -- A project and its first terms name each other, so one statement writes both.
  with new_project as (
    insert into project (id, position, version)
    select new.id, (select coalesce(max(position), 0) + 1 from project), 1 where new.project_id is null
  )
  insert into project_terms (project_id, version, names, risk, term_days, annual_rate, min, max, size, interest, early_lock_days,
    early_rate, opens_at, closes_at)
  values (coalesce(new.project_id, new.id), next_version, t -> 'names', t ->> 'risk', (t ->> 'termDays')::integer,
    (t ->> 'annualRate')::bigint, (t ->> 'min')::bigint, (t ->> 'max')::bigint, (t ->> 'size')::bigint, t ->> 'interest',
    (t ->> 'earlyLockDays')::integer, (t ->> 'earlyRate')::bigint, (t ->> 'opensAt')::timestamptz, (t ->> 'closesAt')::timestamptz);
  update project set version = next_version, active = (t ->> 'active')::boolean where id = coalesce(new.project_id, new.id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.decide_mark_release()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from operator m join role r on r.name = any(m.roles)
      where m.id = case tg_op when 'INSERT' then new.maker else new.checker end) then
    raise exception 'MARK_REFUSED: NOT_AN_OPERATOR' using errcode = 'CD342';
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'MARK_REFUSED: STATE' using errcode = 'CD342';
    end if;
    if not exists (select from member_mark k where k.kind = new.kind and k.mark = new.mark and k.member_id = new.member_id
        and k.state in ('own', 'shared')) then
      raise exception 'MARK_REFUSED: NOT_HELD' using errcode = 'CD342';
    end if;
    return new;
  end if;
  if old.status <> 'proposed' or new.status = 'proposed' then
    raise exception 'MARK_REFUSED: STATE' using errcode = 'CD342';
  end if;
  if (new.id, new.member_id, new.kind, new.mark, new.reason, new.maker, new.created_at) is distinct from
    (old.id, old.member_id, old.kind, old.mark, old.reason, old.maker, old.created_at) then
    raise exception 'MARK_REFUSED: FIXED' using errcode = 'CD342';
  end if;
  new.decided_at := clock_timestamp();
  if new.status = 'approved' then
    perform release_mark(new.kind, new.mark, new.member_id);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.decide_order_numbers(wait_ms integer, accepted_before timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  newest bigint;
begin
  perform set_config('lock_timeout', greatest(1, least(wait_ms, 1000)) || 'ms', true);
  perform pg_advisory_xact_lock(727005);
  if clock_timestamp() < accepted_before then return null; end if;
  newest := (select max(no) from trade_order);
  update order_log set decided_no = newest where decided_no < newest;
  return coalesce(newest, 0);
exception when lock_not_available then
  return null;
end $function$;
grant execute on function decide_order_numbers(integer,timestamp with time zone) to candor_feed;

CREATE OR REPLACE FUNCTION public.decide_product_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  problem text;
  agreeing integer;
begin
  -- An approval lets the orders on their way pass, and those behind it see the product as it is then: the lock of sealing (0009).
  if tg_op = 'UPDATE' and new.status = 'approved' then
    perform pg_advisory_xact_lock(727005);
    -- Who reads an older state than it commits to would not see the orders that the lock waited for.
    if current_setting('transaction_isolation') <> 'read committed' then
      raise exception 'CHANGE_REFUSED: SNAPSHOT' using errcode = 'CD043';
    end if;
  end if;
  perform wait_turn('product/' || new.product);
  if not exists (select from operator m join role r on r.name = any(m.roles)
      where m.id = case tg_op when 'INSERT' then new.maker else new.checker end) then
    raise exception 'CHANGE_REFUSED: NOT_AN_OPERATOR' using errcode = 'CD043';
  end if;
  if tg_op = 'INSERT' or new.status = 'approved' then
    if coalesce((select p.version from product p where p.code = new.product), 0) <> new.base then
      raise exception 'CHANGE_REFUSED: OLD' using errcode = 'CD043';
    end if;
    if new.base = 0 and not exists (select from terms t where t.product = new.start ->> 'like') then
      raise exception 'CHANGE_REFUSED: LIKE' using errcode = 'CD043';
    end if;
    -- As many sources as must agree by the terms, and no product that had exchanges is left without.
    select greatest(coalesce((select t.min_sources from terms t where t.product = p.code order by t.version desc limit 1), 1),
      case when p.sources = '{}' then 0 else 1 end) into agreeing from product p where p.code = new.product;
    if new.base > 0 and new.draft -> 'sources' is distinct from product_state(new.product) -> 'sources'
      and cardinality(keys_of(new.draft -> 'sources')) < agreeing then
      raise exception 'CHANGE_REFUSED: SOURCES' using errcode = 'CD043';
    end if;
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'CHANGE_REFUSED: STATE' using errcode = 'CD043';
    end if;
    problem := product_draft_problem(new.draft, new.start);
    if problem is not null then
      raise exception 'CHANGE_REFUSED: BOUNDS' using errcode = 'CD043', detail = problem;
    end if;
    new.before := product_state(new.product);
    return new;
  end if;
  if old.status <> 'proposed' or new.status = 'proposed' then
    raise exception 'CHANGE_REFUSED: STATE' using errcode = 'CD043';
  end if;
  if (new.id, new.product, new.base, new.before, new.draft, new.start, new.reason, new.maker, new.created_at)
    is distinct from (old.id, old.product, old.base, old.before, old.draft, old.start, old.reason, old.maker, old.created_at) then
    raise exception 'CHANGE_REFUSED: FIXED' using errcode = 'CD043';
  end if;
  new.decided_at := clock_timestamp();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.decide_product_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  current terms%rowtype;
  problem text;
begin
  -- An approval lets the orders on their way pass, and those behind it see the new version: the lock of sealing (0009).
  if tg_op = 'UPDATE' and new.status = 'approved' then perform pg_advisory_xact_lock(727005); end if;
  perform wait_turn('terms/product/' || new.product);
  if not exists (select from operator m join role r on r.name = any(m.roles)
      where m.id = case tg_op when 'INSERT' then new.maker else new.checker end) then
    raise exception 'CHANGE_REFUSED: NOT_AN_OPERATOR' using errcode = 'CD043';
  end if;
  select * into current from terms x where x.product = new.product order by x.version desc limit 1;
  if (tg_op = 'INSERT' or new.status = 'approved') and current.version is distinct from new.base then
    raise exception 'CHANGE_REFUSED: OLD' using errcode = 'CD043';
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'CHANGE_REFUSED: STATE' using errcode = 'CD043';
    end if;
    problem := terms_draft_problem(new.terms);
    if problem is not null then
      raise exception 'CHANGE_REFUSED: BOUNDS' using errcode = 'CD043', detail = problem;
    end if;
    new.before := jsonb_strip_nulls(jsonb_build_object('durations', current.durations, 'feeRate', current.fee_rate, 'presets', current.presets,
      'entryDelaySec', current.entry_delay_sec, 'lossLimits', case when current.loss_second is not null then jsonb_build_object(
        'day', current.loss_day, 'product', current.loss_product, 'second', current.loss_second) end));
    return new;
  end if;
  if old.status <> 'proposed' or new.status = 'proposed' then
    raise exception 'CHANGE_REFUSED: STATE' using errcode = 'CD043';
  end if;
  if (new.id, new.product, new.base, new.before, new.terms, new.reason, new.maker, new.created_at)
    is distinct from (old.id, old.product, old.base, old.before, old.terms, old.reason, old.maker, old.created_at) then
    raise exception 'CHANGE_REFUSED: FIXED' using errcode = 'CD043';
  end if;
  new.decided_at := clock_timestamp();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.decide_resumption()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform wait_turn('stop/' || new.stop_id);
  if not exists (select from operator m join role r on r.name = any(m.roles)
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
end $function$;

CREATE OR REPLACE FUNCTION public.decide_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  current role%rowtype;
begin
  perform wait_turn('staff');
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'STAFF_REFUSED: STATE' using errcode = 'CD044';
    end if;
  else
    if old.status <> 'proposed' or new.status = 'proposed' then
      raise exception 'STAFF_REFUSED: STATE' using errcode = 'CD044';
    end if;
    if (new.id, new.name, new.what, new.base, new.before, new.names, new.permissions, new.reason, new.maker, new.created_at)
      is distinct from (old.id, old.name, old.what, old.base, old.before, old.names, old.permissions, old.reason, old.maker, old.created_at) then
      raise exception 'STAFF_REFUSED: FIXED' using errcode = 'CD044';
    end if;
    new.decided_at := clock_timestamp();
    if new.status <> 'approved' then return new; end if;
  end if;
  select * into current from role r where r.name = new.name for update;
  if coalesce(current.version, 0) <> new.base or (new.what = 'make') <> (new.base = 0) then
    raise exception 'STAFF_REFUSED: OLD' using errcode = 'CD044';
  end if;
  if tg_op = 'INSERT' then
    new.before := case when current.name is not null then jsonb_build_object('names', current.names, 'permissions', to_jsonb(current.permissions)) end;
  end if;
  if new.what = 'retire' and (exists (select from operator o where new.name = any(o.roles))
      or exists (select from staff_change c left join operator_invitation i on i.id = c.id
        where new.name = any(c.roles) and (c.status = 'proposed' or i.id is not null and i.ended_at is null))) then
    raise exception 'STAFF_REFUSED: HELD' using errcode = 'CD044';
  end if;
  perform require_hands(new.maker, case tg_op when 'UPDATE' then new.checker end, coalesce(current.permissions, '{}') || new.permissions);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.decide_site_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  now_is integer;
  problem text;
  s site%rowtype;
begin
  perform wait_turn('site/' || new.part);
  select * into strict s from site;
  if not exists (select from operator m join role r on r.name = any(m.roles)
      where m.id = case tg_op when 'INSERT' then new.maker else new.checker end) then
    raise exception 'CHANGE_REFUSED: NOT_AN_OPERATOR' using errcode = 'CD043';
  end if;
  now_is := (select coalesce(max(v.version), 0) from site_version v where v.part = new.part);
  if tg_op = 'INSERT' or new.status = 'approved' then
    if now_is <> new.base then raise exception 'CHANGE_REFUSED: OLD' using errcode = 'CD043'; end if;
    -- Currency and time zone are chosen once, and a site opens once, with them chosen.
    if new.part = 'basis' and (s.basis_at is not null or s.opened_at is not null)
      or new.part = 'opening' and (s.opened_at is not null or s.basis_at is null) then
      raise exception 'CHANGE_REFUSED: FIXED' using errcode = 'CD043';
    end if;
    problem := site_part_problem(new.part, new.value);
    if problem is not null then
      raise exception 'CHANGE_REFUSED: BOUNDS' using errcode = 'CD043', detail = problem;
    end if;
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' or new.alone then raise exception 'CHANGE_REFUSED: STATE' using errcode = 'CD043'; end if;
    new.before := site_part(new.part);
    return new;
  end if;
  if old.status <> 'proposed' or new.status = 'proposed' then
    raise exception 'CHANGE_REFUSED: STATE' using errcode = 'CD043';
  end if;
  if (new.id, new.part, new.base, new.before, new.value, new.reason, new.maker, new.created_at)
    is distinct from (old.id, old.part, old.base, old.before, old.value, old.reason, old.maker, old.created_at) then
    raise exception 'CHANGE_REFUSED: FIXED' using errcode = 'CD043';
  end if;
  new.alone := new.status = 'approved' and new.checker = new.maker and (new.part = 'look' or s.opened_at is null);
  new.decided_at := clock_timestamp();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.decide_staff()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  who operator%rowtype;
  given text[];
begin
  perform wait_turn('staff');
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'STAFF_REFUSED: STATE' using errcode = 'CD044';
    end if;
  else
    if old.status <> 'proposed' or new.status = 'proposed' then
      raise exception 'STAFF_REFUSED: STATE' using errcode = 'CD044';
    end if;
    if (new.id, new.operator_id, new.username, new.roles, new.addresses, new.before, new.reason, new.maker, new.created_at)
      is distinct from (old.id, old.operator_id, old.username, old.roles, old.addresses, old.before, old.reason, old.maker, old.created_at) then
      raise exception 'STAFF_REFUSED: FIXED' using errcode = 'CD044';
    end if;
    new.decided_at := clock_timestamp();
    if new.status <> 'approved' then return new; end if;
  end if;
  if exists (select from unnest(new.roles) n where not exists (select from role r where r.name = n)) then
    raise exception 'STAFF_REFUSED: ROLE' using errcode = 'CD044';
  end if;
  if new.operator_id is null then
    if exists (select from operator o where lower(o.username collate "C") = lower(new.username collate "C"))
      or exists (select from member m where lower(m.username collate "C") = lower(new.username collate "C"))
      or exists (select from operator_invitation i join staff_change c on c.id = i.id
        where i.ended_at is null and lower(c.username collate "C") = lower(new.username collate "C")) then
      raise exception 'STAFF_REFUSED: NAME' using errcode = 'CD044';
    end if;
    if tg_op = 'INSERT' then new.before := '{"roles": [], "addresses": null}'; end if;
  else
    select * into who from operator o where o.id = new.operator_id and o.left_at is null for no key update;
    if not found then
      raise exception 'STAFF_REFUSED: LEFT' using errcode = 'CD044';
    end if;
    if tg_op = 'INSERT' then
      new.username := who.username;
      new.before := jsonb_build_object('roles', to_jsonb(who.roles), 'addresses', to_jsonb(who.addresses::text[]));
    elsif new.before is distinct from jsonb_build_object('roles', to_jsonb(who.roles), 'addresses', to_jsonb(who.addresses::text[])) then
      raise exception 'STAFF_REFUSED: OLD' using errcode = 'CD044';
    end if;
  end if;
  given := permissions_of(array(select jsonb_array_elements_text(new.before -> 'roles'))) || permissions_of(new.roles);
  perform require_hands(new.maker, case tg_op when 'UPDATE' then new.checker end, given);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.decide_text_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  current integer;
begin
  perform wait_turn('text/' || new.slug);
  if not exists (select from operator m join role r on r.name = any(m.roles)
      where m.id = case tg_op when 'INSERT' then new.maker else new.checker end) then
    raise exception 'TEXT_REFUSED: NOT_AN_OPERATOR' using errcode = 'CD180';
  end if;
  select coalesce(max(version), 0) into current from text_version where slug = new.slug;
  if (tg_op = 'INSERT' or new.status = 'approved') and current <> new.base then
    raise exception 'TEXT_REFUSED: OLD' using errcode = 'CD180';
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'TEXT_REFUSED: STATE' using errcode = 'CD180';
    end if;
    return new;
  end if;
  if old.status <> 'proposed' or new.status = 'proposed' then
    raise exception 'TEXT_REFUSED: STATE' using errcode = 'CD180';
  end if;
  if (new.id, new.slug, new.base, new.texts, new.reason, new.maker, new.created_at) is distinct from
    (old.id, old.slug, old.base, old.texts, old.reason, old.maker, old.created_at) then
    raise exception 'TEXT_REFUSED: FIXED' using errcode = 'CD180';
  end if;
  new.decided_at := clock_timestamp();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.drop_alert(of_member bigint, dropped uuid)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with gone as (delete from price_alert where id = dropped and member_id = of_member returning 1)
  select exists (select from gone)
$function$;
grant execute on function drop_alert(bigint,uuid) to candor_http;

CREATE OR REPLACE FUNCTION public.drop_archived_ticks(archive_day date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '250ms'
AS $function$
declare
  partition_name text := 'tick_' || to_char(archive_day, 'YYYYMMDD');
  refused text := tick_day_held(archive_day);
  attempts integer := 0;
begin
  if refused is null and to_regclass(partition_name) is null then refused := 'NO_PARTITION'; end if;
  if refused is null and exists (
    select from tick_day_spans(archive_day) s
    left join tick_archive a on a.product = s.product and a.day = archive_day
    where (a.first_seq, a.last_seq, a.count, a.prev_hash, a.last_hash)
      is distinct from (s.first_seq, s.last_seq, s.count, s.prev_hash, s.last_hash)
      or not tick_span_continues(s.product, s.first_seq, s.prev_hash)
  ) then refused := 'NOT_ARCHIVED';
  end if;
  if refused is not null then
    raise exception 'TICKS_STAY: %', refused using errcode = 'CD004', detail = archive_day::text;
  end if;
  loop
    begin
      execute format('drop table %I', partition_name);
      exit;
    exception when lock_not_available then
      attempts := attempts + 1;
      if attempts = 10 then raise; end if;
      perform pg_sleep(0.2);
    end;
  end loop;
end $function$;
grant execute on function drop_archived_ticks(date) to candor_worker;

CREATE OR REPLACE FUNCTION public.drop_bank_card(of_member bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from bank_card where member_id = of_member
$function$;
grant execute on function drop_bank_card(bigint) to candor_http;

CREATE OR REPLACE FUNCTION public.drop_oldest_alerts(of_member bigint, kept integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from price_alert where id in (
    select id from price_alert where member_id = of_member and (fired_seq is not null or expires_at <= clock_timestamp())
    order by created_at desc offset kept)
$function$;
grant execute on function drop_oldest_alerts(bigint,integer) to candor_http;

CREATE OR REPLACE FUNCTION public.drop_oldest_reminders(of_member bigint, kept integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from opening_reminder where id in (
    select id from opening_reminder where member_id = of_member and told_at is not null order by created_at desc offset kept)
$function$;
grant execute on function drop_oldest_reminders(bigint,integer) to candor_http;

CREATE OR REPLACE FUNCTION public.drop_order_month(archive_month date, kept_months integer)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '250ms'
AS $function$
declare
  suffix text := to_char(archive_month, 'YYYYMM');
  freed bigint;
  span record;
  refused text;
begin
  perform pg_advisory_xact_lock(727014);
  perform pg_advisory_xact_lock(727017);
  lock table trade_order, settlement in access exclusive mode;
  refused := order_month_stays(archive_month, kept_months);
  select s.first_id, s.end_id into span from order_month_span(archive_month) s;
  if refused is not null then
    raise exception 'ORDER_ARCHIVE_REFUSED: %', refused using errcode = 'CD004', detail = archive_month::text;
  end if;
  insert into order_archive_number (no)
  select o.no from trade_order o
  where o.id >= span.first_id and o.id < span.end_id and o.nonce is not null and exists (
    select from (select b.last_no, coalesce((select c.last_no from order_log_batch c where c.first < b.first order by c.first desc limit 1), 0) as after_no
      from order_log_batch b where b.kind = 'orders' and b.last_no >= o.no order by b.last_no limit 1) batch
    where exists (select from trade_order x where x.no > batch.after_no and x.no <= batch.last_no and not (x.id >= span.first_id and x.id < span.end_id)));
  freed := pg_total_relation_size(to_regclass('trade_order_' || suffix)) + pg_total_relation_size(to_regclass('settlement_' || suffix));
  execute format('alter table settlement detach partition settlement_%s', suffix);
  execute format('alter table trade_order detach partition trade_order_%s', suffix);
  execute format('drop table settlement_%1$s, trade_order_%1$s', suffix);
  insert into order_archive_left (month, bytes) values (archive_month, freed);
  return freed;
end $function$;

CREATE OR REPLACE FUNCTION public.drop_passkey(of_member bigint, dropped uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from passkey where member_id = of_member and id = dropped
$function$;
grant execute on function drop_passkey(bigint,uuid) to candor_http;

CREATE OR REPLACE FUNCTION public.drop_push_subscription(of_session uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from push_subscription where session_id = of_session
$function$;
grant execute on function drop_push_subscription(uuid) to candor_http;
grant execute on function drop_push_subscription(uuid) to candor_worker;

CREATE OR REPLACE FUNCTION public.drop_reminder(of_member bigint, dropped uuid)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with gone as (delete from opening_reminder where id = dropped and member_id = of_member returning 1)
  select exists (select from gone)
$function$;
grant execute on function drop_reminder(bigint,uuid) to candor_http;

CREATE OR REPLACE FUNCTION public.drop_reminders(dropped uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from opening_reminder where id = any (dropped)
$function$;
grant execute on function drop_reminders(uuid[]) to candor_worker;

CREATE OR REPLACE FUNCTION public.drop_sent_code(dropped uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from code_outbox where id = dropped
$function$;
grant execute on function drop_sent_code(uuid) to candor_worker;

CREATE OR REPLACE FUNCTION public.drop_sent_codes(of_member bigint, its_purpose text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from code_outbox where member_id = of_member and purpose = its_purpose
$function$;
grant execute on function drop_sent_codes(bigint,text) to candor_http;

CREATE OR REPLACE FUNCTION public.drop_unused_file(dropped uuid)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with gone as (delete from file where id = dropped and unused_since < clock_timestamp() - interval '1 day' returning 1)
  select exists (select from gone)
$function$;
grant execute on function drop_unused_file(uuid) to candor_worker;

CREATE OR REPLACE FUNCTION public.due_windows(orders_max integer, share integer, shares integer)
 RETURNS TABLE(product text, entry_at timestamp with time zone, closes_at timestamp with time zone, order_ids uuid[], member_ids bigint[])
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
  with due as materialized (
    select p.order_id from position p
    cross join lateral (select from tick_head h where h.product = p.product and h.at >= p.closes_at offset 0) due
    left join lateral (select true as aside from settlement_alarm a where a.order_id = p.order_id offset 0) a on true
    where p.closes_at <= (select max(h.at) from tick_head h) and p.member_id % shares = share and a.aside is null
    order by p.closes_at, p.member_id limit orders_max
  )
  select o.product, o.entry_at, o.closes_at, array_agg(o.id), array_agg(o.member_id)
  from due d
  cross join lateral (select x.id, x.member_id, x.product, x.entry_at, x.closes_at from trade_order x where x.id = d.order_id offset 0) o
  group by o.product, o.entry_at, o.closes_at
$function$;
grant execute on function due_windows(integer,integer,integer) to candor_worker;

CREATE OR REPLACE FUNCTION public.employ_owner(name text, new_hash text)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  who bigint;
begin
  insert into operator (username, roles) values (name, '{owner}')
  on conflict (lower(username collate "C")) do update set left_at = null, must_secure = true,
    roles = (select array_agg(distinct r) from unnest(operator.roles || '{owner}'::text[]) r)
  returning id into who;
  insert into operator_access (operator_id, password_hash) values (who, new_hash)
  on conflict (operator_id) do update set password_hash = new_hash, secret_sealed = null, fresh_sealed = null, used_step = null, failures = 0,
    locked_until = null;
  delete from operator_recovery_code where operator_id = who;
  delete from operator_session where operator_id = who;
  insert into audit (actor_id, command, subject_type, subject_id, detail)
    values (who, 'operate/owner', 'operator', who::text, '{"by": "owner of the database"}');
  return who;
end $function$;

CREATE OR REPLACE FUNCTION public.end_invitation(invitation uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not covers_all(coalesce(rights_of(current_operator()), '{}'), '{staff:operator:make}') then
    raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300';
  end if;
  update operator_invitation set token_hash = null, expires_at = null, ended_at = clock_timestamp() where id = invitation and ended_at is null;
  if not found then return false; end if;
  perform record_act('console/staff/end-invitation', 'staff', invitation::text, '{}');
  return true;
end $function$;
grant execute on function end_invitation(uuid) to candor_console;

CREATE OR REPLACE FUNCTION public.end_old_alarm_messages()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from alarm_message where made_at < clock_timestamp() - interval '90 days';
  delete from alarm_told where told_at < clock_timestamp() - interval '1 day';
  delete from alarm_channel where seen_at < clock_timestamp() - interval '1 day';
$function$;
grant execute on function end_old_alarm_messages() to candor_worker;

CREATE OR REPLACE FUNCTION public.end_old_alarms()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from alarm where closed_at < clock_timestamp() - interval '400 days' or id in (
    select k.id from (select a.id, row_number() over (partition by a.kind order by a.id desc) as place from alarm a where a.closed_at is not null) k
    where k.place > 2000)
$function$;
grant execute on function end_old_alarms() to candor_worker;

CREATE OR REPLACE FUNCTION public.end_oldest_sessions(of_member bigint, kept integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from session where member_id = of_member and id not in (
    select id from session where member_id = of_member and expires_at > clock_timestamp() order by id desc limit kept)
$function$;
grant execute on function end_oldest_sessions(bigint,integer) to candor_http;

CREATE OR REPLACE FUNCTION public.end_operator_session(ended uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from operator_session s where s.id = ended and s.operator_id = operator_at('{code,setup,full}');
  return found;
end $function$;
grant execute on function end_operator_session(uuid) to candor_console;

CREATE OR REPLACE FUNCTION public.end_operator_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from operator_session s where s.operator_id = new.operator_id
    and s.token_hash is distinct from decode(nullif(current_setting('candor.session', true), ''), 'hex');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.end_session(of_member bigint, ended uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  had boolean;
begin
  delete from session s where s.id = ended and s.member_id = of_member;
  had := found;
  perform note_ended_sessions(of_member, had::integer);
  return had;
end $function$;
grant execute on function end_session(bigint,uuid) to candor_console;
grant execute on function end_session(bigint,uuid) to candor_http;

CREATE OR REPLACE FUNCTION public.end_sessions(of_member bigint, kept uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  gone integer;
begin
  with gone_now as (
    delete from session s where s.member_id = of_member and s.id is distinct from kept returning s.expires_at)
  select count(*)::integer into gone from gone_now g where g.expires_at > clock_timestamp();
  -- Nor does a login go on that proved its password before.
  delete from factor_challenge where member_id = of_member and purpose = 'login';
  perform note_ended_sessions(of_member, gone);
  return gone;
end $function$;
grant execute on function end_sessions(bigint,uuid) to candor_console;
grant execute on function end_sessions(bigint,uuid) to candor_http;

CREATE OR REPLACE FUNCTION public.end_sessions_of(who bigint)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  ended integer;
begin
  if not covers_all(coalesce(rights_of(current_operator()), '{}'), '{staff:operator:end}') then
    raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300';
  end if;
  delete from operator_session where operator_id = who;
  get diagnostics ended = row_count;
  perform record_act('console/staff/end-sessions', 'operator', who::text, jsonb_build_object('ended', ended));
  return ended;
end $function$;
grant execute on function end_sessions_of(bigint) to candor_console;

CREATE OR REPLACE FUNCTION public.end_stop()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update product_stop set ended_at = clock_timestamp(), resumption = new.id where id = new.stop_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.ensure_order_month(month date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '250ms'
AS $function$
declare
  suffix text := to_char(month, 'YYYYMM');
  begins uuid := month_id(month);
  ends uuid := month_id((date_trunc('month', month::timestamp) + interval '1 month')::date);
begin
  if to_regclass('trade_order_' || suffix) is not null and to_regclass('settlement_' || suffix) is not null then return; end if;
  perform pg_advisory_xact_lock(727014);
  if to_regclass('trade_order_' || suffix) is null then
    execute format('create table public.trade_order_%s (like trade_order including defaults including constraints including indexes)', suffix);
    execute format('create unique index trade_order_%1$s_key on trade_order_%1$s (member_id, key) where key is not null', suffix);
    execute format('alter table trade_order_%1$s add constraint trade_order_%1$s_no_key unique (no)', suffix);
    perform guard_month('trade_order', 'trade_order_' || suffix);
    execute format('alter table trade_order attach partition trade_order_%s for values from (%L) to (%L)', suffix, begins, ends);
  end if;
  if to_regclass('settlement_' || suffix) is null then
    execute format('create table public.settlement_%s (like settlement including defaults including constraints including indexes)', suffix);
    perform guard_month('settlement', 'settlement_' || suffix);
    execute format('alter table settlement attach partition settlement_%s for values from (%L) to (%L)', suffix, begins, ends);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.ensure_tick_partition(day date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '250ms'
AS $function$
declare
  partition_name text := 'tick_' || to_char(day, 'YYYYMMDD');
begin
  if to_regclass(partition_name) is not null then return; end if;
  -- One at a time. publish_ticks comes here too, where nobody made its day before; it does not wait for long.
  perform pg_advisory_xact_lock(727004);
  if to_regclass(partition_name) is not null then return; end if;
  -- What has eight bytes comes first: then nothing is filled up.
  execute format('create table public.%I (%s)', partition_name, (
    select string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)) || case when a.attnotnull then ' not null' else '' end,
      ', ' order by a.attlen desc, a.attname = 'sources', a.attnum)
    from pg_attribute a where a.attrelid = 'tick'::regclass and a.attnum > 0 and not a.attisdropped)
    || (select string_agg(format(', constraint %I %s', c.conname, replace(pg_get_constraintdef(c.oid), ' NOT VALID', '')), '' order by c.conname)
    from pg_constraint c where c.conrelid = 'tick'::regclass and c.contype = 'c'));
  execute format('create trigger pack_tick before insert on %I for each row execute function pack_tick()', partition_name);
  execute format('alter table tick attach partition %I for values from (%L) to (%L)', partition_name,
    tick_day_start(day), tick_day_start(day + 1));
end $function$;

CREATE OR REPLACE FUNCTION public.erase_closed_account(of_closing uuid, days integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  who bigint;
begin
  select c.member_id into who from member_closing c where c.id = of_closing and c.erased_at is null
    and c.closed_at < clock_timestamp() - make_interval(days => days) for update;
  if not found then return false; end if;
  -- What was promised an answer gets it first.
  if exists (select from complaint c where c.member_id = who and c.ended_at is null) then return false; end if;
  update file set unused_since = clock_timestamp() where member_id = who and purpose = 'avatar';
  update member set username = left('gone_' || who || '_' || substr(md5(random()::text), 1, 10), 32), phone = 'gone/' || who,
    nickname = '', email = null, time_zone = null, avatar_file = null, password_hash = '-', withdraw_password_hash = '-' where id = who;
  delete from session where member_id = who;
  delete from member_login where member_id = who;
  delete from security_seen where member_id = who;
  delete from security_event where member_id = who;
  delete from member_message where member_id = who;
  delete from passkey where member_id = who;
  delete from member_recovery_code where member_id = who;
  delete from member_totp where member_id = who;
  delete from account_code where member_id = who;
  delete from login_network where member_id = who;
  delete from bank_card where member_id = who;
  delete from first_run where member_id = who;
  delete from notice_read where member_id = who;
  delete from member_mark k where k.member_id = who and k.kind in ('device', 'browser', 'network')
    and not exists (select from mark_release r where r.kind = k.kind and r.mark = k.mark and r.member_id = k.member_id);
  update support_message x set text = '—' from support_conversation c
    where x.conversation_id = c.id and c.member_id = who and x.text is not null;
  -- A file of all of it ends too, and one that is being made is never finished.
  update data_request set until = clock_timestamp() where member_id = who and status = 'ready' and until > clock_timestamp();
  update data_request set tries = tries + 5, next_at = clock_timestamp() where member_id = who and status = 'asked';
  update complaint_step x set text = '—' from complaint c where x.complaint_id = c.id and c.member_id = who and x.text is not null;
  update complaint set text = '—' where member_id = who;
  update member_closing set erased_at = clock_timestamp() where id = of_closing;
  return true;
end $function$;
grant execute on function erase_closed_account(uuid,integer) to candor_worker;

CREATE OR REPLACE FUNCTION public.erase_statement_file(of_file uuid, days integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update statement_file set erased_at = clock_timestamp() where id = of_file and erased_at is null
    and imported_at < clock_timestamp() - make_interval(days => days);
  if not found then return false; end if;
  update statement_entry e set counterparty = null, words = null from statement s where s.file_id = of_file and e.statement_id = s.id;
  return true;
end $function$;
grant execute on function erase_statement_file(uuid,integer) to candor_worker;

CREATE OR REPLACE FUNCTION public.exclude_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform start_guarding(new.member_id);
  new.at := clock_timestamp();
  new.until := case new.term when 'forever' then 'infinity' else new.at + case new.term when 'day' then interval '24 hours'
    when 'week' then interval '168 hours' when 'month' then interval '720 hours' else interval '4320 hours' end end;
  update member m set excluded_until = greatest(m.excluded_until, new.until) where m.id = new.member_id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.expire_silent_visitors(at_most integer)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  gone bigint[];
begin
  select array_agg(id) into gone from (
    select id from support_conversation c
    where member_id is null and last_at < clock_timestamp() - interval '3 days'
      and not exists (select from support_message m where m.conversation_id = c.id and m.author = 'operator')
    order by last_at limit least(coalesce(at_most, 0), 100) for update skip locked) old;
  delete from support_message where conversation_id = any(gone);
  delete from support_conversation where id = any(gone);
  return coalesce(cardinality(gone), 0);
end $function$;
grant execute on function expire_silent_visitors(integer) to candor_worker;

CREATE OR REPLACE FUNCTION public.expire_visitor_conversations(at_most integer)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  gone bigint[];
begin
  select array_agg(id) into gone from (
    select id from support_conversation
    where member_id is null and last_at < clock_timestamp() - interval '14 days'
    order by last_at limit least(coalesce(at_most, 0), 100) for update skip locked) old;
  delete from support_message where conversation_id = any(gone);
  delete from support_conversation where id = any(gone);
  return coalesce(cardinality(gone), 0);
end $function$;
grant execute on function expire_visitor_conversations(integer) to candor_worker;

CREATE OR REPLACE FUNCTION public.find_operator(session bytea, may_extend boolean, idle_minutes integer, every_sec integer, from_address text)
 RETURNS TABLE(session_id uuid, operator_id bigint, username text, stage text, roles text[], permissions text[], secured boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  opened operator_session%rowtype;
begin
  select * into opened from operator_session s where s.token_hash = session and s.expires_at > clock_timestamp();
  if not found or not may_come_from(opened.operator_id, from_address) then
    return;
  end if;
  return query select opened.id, o.id, o.username, opened.stage, r.names, r.permissions,
      exists (select from operator_access a where a.operator_id = o.id and a.secret_sealed is not null)
    from operator o cross join lateral (
      select array_agg(distinct x.name) as names, array_agg(distinct p) as permissions
      from role x cross join unnest(x.permissions) p where x.name = any(o.roles)) r
    where o.id = opened.operator_id and o.left_at is null and r.names is not null;
  if found and may_extend and opened.stage = 'full' and opened.last_seen_at < clock_timestamp() - make_interval(secs => every_sec) then
    update operator_session s set last_seen_at = clock_timestamp(),
      expires_at = least(clock_timestamp() + make_interval(mins => least(idle_minutes, 30)), s.created_at + interval '12 hours')
    where s.id = opened.id;
  end if;
end $function$;
grant execute on function find_operator(bytea,boolean,integer,integer,text) to candor_console;

CREATE OR REPLACE FUNCTION public.finish_check(doubt bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from support_check where doubt_id = doubt
$function$;
grant execute on function finish_check(bigint) to candor_worker;

CREATE OR REPLACE FUNCTION public.finish_data_request(of_request uuid, of_try integer, size bigint, hash bytea, days integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  who bigint;
begin
  update data_request r set status = 'ready', ready_at = clock_timestamp(), until = clock_timestamp() + make_interval(days => days),
    bytes = size, sha256 = hash
  where r.id = of_request and r.status = 'asked' and r.tries = of_try returning r.member_id into who;
  if who is null then return false; end if;
  insert into security_event (member_id, kind, device) values (who, 'dataReady', '');
  insert into outbox (member_id, message) values (who, '{"type":"account"}');
  return true;
end $function$;
grant execute on function finish_data_request(uuid,integer,bigint,bytea,integer) to candor_worker;

CREATE OR REPLACE FUNCTION public.finish_operator_login(session bytea, agent text, from_address text, act text, detail jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  who bigint := operator_at('{code,setup,full}');
begin
  if who is null then
    raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300';
  end if;
  if act not in ('console/login', 'console/second-factor') then
    raise exception 'OPERATOR_REFUSED: ACT' using errcode = 'CD300';
  end if;
  delete from operator_session s where s.token_hash = decode(current_setting('candor.session', true), 'hex');
  insert into operator_session (operator_id, token_hash, stage, user_agent, address, expires_at)
    values (who, session, 'full', left(agent, 300), left(from_address, 64), clock_timestamp() + interval '30 minutes');
  perform trim_operator_sessions(who);
  perform set_config('candor.session', encode(session, 'hex'), true);
  perform record_act(act, 'operator', who::text, detail);
end $function$;
grant execute on function finish_operator_login(bytea,text,text,text,jsonb) to candor_console;

CREATE OR REPLACE FUNCTION public.fold_house(products text[], wallets text[])
 RETURNS TABLE(of_product text, of_wallet text, of_close timestamp with time zone, of_day date, raised bigint)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with gone as (
    delete from house_journal j using (select distinct x.product, x.wallet from unnest(products, wallets) x (product, wallet)) k
    where j.product = k.product and j.wallet = k.wallet returning j.*
  ), delta as (
    select product, wallet, entry_at, closes_at, sum(orders)::bigint as orders, sum(up_stake)::bigint as up_stake,
      sum(up_profit)::bigint as up_profit, sum(down_stake)::bigint as down_stake, sum(down_profit)::bigint as down_profit,
      sum(kept)::bigint as kept
    from gone group by product, wallet, entry_at, closes_at
  ), moved as (
    insert into house_window as w (product, wallet, entry_at, closes_at, day, orders, up_stake, up_profit, down_stake, down_profit, worst)
    select product, wallet, entry_at, closes_at, (closes_at at time zone (select time_zone from site))::date, orders, up_stake, up_profit,
      down_stake, down_profit, greatest(0, up_profit - down_stake, down_profit - up_stake) from delta
    on conflict (product, wallet, closes_at, entry_at) do update set orders = w.orders + excluded.orders,
      up_stake = w.up_stake + excluded.up_stake, up_profit = w.up_profit + excluded.up_profit,
      down_stake = w.down_stake + excluded.down_stake, down_profit = w.down_profit + excluded.down_profit,
      worst = greatest(0, w.up_profit + excluded.up_profit - w.down_stake - excluded.down_stake,
        w.down_profit + excluded.down_profit - w.up_stake - excluded.up_stake)
    returning w.product, w.wallet, w.entry_at, w.closes_at, new.day, new.worst - coalesce(old.worst, 0) as raised
  ), days as (
    insert into house_day as h (product, wallet, day, worst, kept)
    select m.product, m.wallet, m.day, sum(m.raised)::bigint, sum(d.kept)::bigint
    from moved m join delta d using (product, wallet, entry_at, closes_at) group by m.product, m.wallet, m.day
    on conflict (product, wallet, day) do update set worst = h.worst + excluded.worst, kept = h.kept + excluded.kept
  )
  select product, wallet, closes_at, day, raised from moved
$function$;

CREATE OR REPLACE FUNCTION public.forget_alerts()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from price_alert where coalesce(fired_at, expires_at) < clock_timestamp() - interval '30 days';
  delete from opening_reminder where told_at < clock_timestamp() - interval '30 days'
$function$;
grant execute on function forget_alerts() to candor_worker;

CREATE OR REPLACE FUNCTION public.forget_captchas()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from captcha where expires_at < clock_timestamp()
$function$;
grant execute on function forget_captchas() to candor_worker;

CREATE OR REPLACE FUNCTION public.forget_challenges()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from factor_challenge where expires_at < clock_timestamp()
$function$;
grant execute on function forget_challenges() to candor_worker;

CREATE OR REPLACE FUNCTION public.forget_closed_account(of_closing uuid, days integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  who bigint;
begin
  select c.member_id into who from member_closing c where c.id = of_closing and c.erased_at is not null and c.forgotten_at is null
    and c.closed_at < clock_timestamp() - make_interval(days => days) for update;
  if not found then return false; end if;
  delete from verification where member_id = who;
  delete from member_note where member_id = who;
  update member_restriction set reason = '—' where member_id = who and reason is not null;
  delete from name_mark where member_id = who;
  update file set unused_since = clock_timestamp() where member_id = who and purpose = 'identity';
  update member set real_name_sealed = null, id_number_sealed = null where id = who;
  delete from member_mark k where k.member_id = who
    and not exists (select from mark_release r where r.kind = k.kind and r.mark = k.mark and r.member_id = k.member_id);
  update member_closing set forgotten_at = clock_timestamp() where id = of_closing;
  return true;
end $function$;
grant execute on function forget_closed_account(uuid,integer) to candor_worker;

CREATE OR REPLACE FUNCTION public.forget_codes()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from code_outbox where made_at < clock_timestamp() - case when purpose in ('withdrawPassword', 'loginPassword')
    then interval '10 minutes' else interval '1 day' end;
  delete from account_code where made_at < clock_timestamp() - interval '1 day'
$function$;
grant execute on function forget_codes() to candor_worker;

CREATE OR REPLACE FUNCTION public.forget_console_counts()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from console_captcha where expires_at < clock_timestamp();
  delete from console_login_failure where last_at < clock_timestamp() - interval '1 day';
  delete from console_login_budget where drained_at < clock_timestamp();
  delete from console_login_network where last_at < clock_timestamp() - interval '90 days';
  delete from console_rate_limit where expire < (extract(epoch from clock_timestamp()) - 3600) * 1000
$function$;
grant execute on function forget_console_counts() to candor_worker;

CREATE OR REPLACE FUNCTION public.forget_keys()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from idempotency where created_at < clock_timestamp() - interval '7 days';
  delete from register_attempt where created_at < clock_timestamp() - interval '7 days'
$function$;
grant execute on function forget_keys() to candor_worker;

CREATE OR REPLACE FUNCTION public.forget_late_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from statement_match m left join deposit y on y.id = m.deposit_id left join withdrawal w on w.id = m.withdrawal_id
      join member_closing c on c.member_id = coalesce(y.member_id, w.member_id)
      where m.id = new.match_id and c.forgotten_at is not null) then
    new.counterparty := null;
    new.words := null;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_login_attempts()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from login_failure where last_at < clock_timestamp() - interval '1 day';
  delete from login_budget where drained_at < clock_timestamp();
  delete from login_network where last_at < clock_timestamp() - interval '90 days'
$function$;
grant execute on function forget_login_attempts() to candor_worker;

CREATE OR REPLACE FUNCTION public.forget_logins()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from member_login where at < clock_timestamp() - interval '180 days'
$function$;
grant execute on function forget_logins() to candor_worker;

CREATE OR REPLACE FUNCTION public.forget_marks()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with gone as (
    delete from member_mark k where k.last_at < clock_timestamp() - interval '180 days'
      and not exists (select from mark_release r where r.kind = k.kind and r.mark = k.mark and r.member_id = k.member_id)
      and (k.kind in ('browser', 'network') or k.kind = 'device' and not exists (
        select from session s where s.member_id = k.member_id and sha256(s.device_key) = k.mark))
    returning 1)
  select count(*) from gone
$function$;
grant execute on function forget_marks() to candor_worker;

CREATE OR REPLACE FUNCTION public.forget_nonces()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from device_nonce where expires_at < clock_timestamp()
$function$;
grant execute on function forget_nonces() to candor_worker;

CREATE OR REPLACE FUNCTION public.forget_oldest_challenges(of_member bigint, its_purpose text, its_bound bytea, kept integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from factor_challenge where token_hash in (
    select token_hash from factor_challenge where bound_to = its_bound and member_id = of_member and purpose = its_purpose
    order by expires_at desc offset kept)
$function$;
grant execute on function forget_oldest_challenges(bigint,text,bytea,integer) to candor_http;

CREATE OR REPLACE FUNCTION public.forget_operator_sessions()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from operator_session where expires_at < clock_timestamp()
$function$;
grant execute on function forget_operator_sessions() to candor_worker;

CREATE OR REPLACE FUNCTION public.forget_push_messages()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from push_message where made_at < clock_timestamp() - interval '1 day'
$function$;
grant execute on function forget_push_messages() to candor_worker;

CREATE OR REPLACE FUNCTION public.forget_rate_limits()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from rate_limit where expire < (extract(epoch from clock_timestamp()) - 3600) * 1000
$function$;
grant execute on function forget_rate_limits() to candor_worker;

CREATE OR REPLACE FUNCTION public.forget_sessions()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from session where expires_at < clock_timestamp();
  delete from frozen_session where ended_at < clock_timestamp() - interval '30 days'
$function$;
grant execute on function forget_sessions() to candor_worker;

CREATE OR REPLACE FUNCTION public.forget_statement_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update statement_entry e set counterparty = null, words = null from (
      select x.id from deposit y join statement_match x on x.deposit_id = y.id and x.undone_at is null where y.member_id = new.member_id
      union all
      select x.id from withdrawal w join statement_match x on x.withdrawal_id = w.id and x.undone_at is null where w.member_id = new.member_id) m
    where e.match_id = m.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.free_sold()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from project p where p.id in (select n.project_id from ended n where n.status <> 'running') order by p.id for no key update;
  update project p set sold = p.sold - e.principal
  from (select n.project_id, sum(n.principal) as principal from ended n join was o on o.id = n.id
    where n.status <> 'running' and o.status = 'running' group by 1) e
  where p.id = e.project_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.freezes_behind(hashes bytea[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select r.code from unnest(hashes) with ordinality as w (token_hash, place)
  left join frozen_session f on f.token_hash = w.token_hash
  left join member m on m.id = f.member_id and m.frozen
  left join lateral (select x.code from member_restriction x
    where x.member_id = m.id and x.kind = 'frozen' and x.restricted order by x.id desc limit 1) r on true
  order by w.place
$function$;
grant execute on function freezes_behind(bytea[]) to candor_http;

CREATE OR REPLACE FUNCTION public.guard_month(whole text, part text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  one record;
begin
  for one in select pg_get_triggerdef(t.oid) as definition, t.tgname as name from pg_trigger t
    where t.tgrelid = whole::regclass and not t.tgisinternal
      and not exists (select from pg_trigger x where x.tgrelid = part::regclass and x.tgname = t.tgname) loop
    execute replace(one.definition, ' ON public.' || whole || ' ', ' ON public.' || part || ' ');
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.guard_source_trial()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    if not is_listing(new.sources) then
      raise exception 'TRIAL_REFUSED: BOUNDS' using errcode = 'CD045';
    end if;
    perform wait_turn('source-trials');
    delete from source_trial t where t.created_at < clock_timestamp() - interval '1 day'
      -- Nobody answered it: the process that tries was not there.
      or t.ended_at is null and t.created_at < clock_timestamp() - interval '1 minute';
    if exists (select from source_trial t where t.operator_id = new.operator_id and t.ended_at is null) then
      raise exception 'TRIAL_REFUSED: OPEN' using errcode = 'CD045';
    end if;
    if (select count(*) from source_trial t where t.created_at > clock_timestamp() - interval '1 minute') >= 10 then
      raise exception 'TRIAL_REFUSED: MANY' using errcode = 'CD045';
    end if;
    return new;
  end if;
  if (new.id, new.operator_id, new.category, new.sources, new.created_at) is distinct from (old.id, old.operator_id, old.category, old.sources, old.created_at)
    or old.ended_at is not null or old.taken_at is not null and new.answers is null then
    raise exception 'TRIAL_REFUSED: FIXED' using errcode = 'CD045';
  end if;
  if new.answers is null then
    new.taken_at := clock_timestamp();
  else
    new.taken_at := old.taken_at;
    new.ended_at := clock_timestamp();
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.halt_money_out()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.status = 'approved' and old.status <> 'approved' or new.paid_out = 'sent' and old.paid_out = 'none' then
    -- Who reads an older state would not see what a check has found since.
    if current_setting('transaction_isolation') <> 'read committed' then
      raise exception 'WITHDRAWAL_REFUSED: SNAPSHOT' using errcode = 'CD330';
    end if;
    if exists (select from integrity_check c where c.halts and c.failing_since is not null) then
      raise exception 'WITHDRAWAL_REFUSED: HALTED' using errcode = 'CD330';
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.has_keys(t jsonb, VARIADIC keys text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(jsonb_typeof(t) = 'object'
    and (select array_agg(k order by k collate "C") from jsonb_object_keys(t) k) = (select array_agg(k order by k collate "C") from unnest(keys) k), false)
$function$;

CREATE OR REPLACE FUNCTION public.has_second_factor(member bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from member_totp t where t.member_id = member and t.secret_sealed is not null)
    or exists (select from passkey p where p.member_id = member)
$function$;
grant execute on function has_second_factor(bigint) to candor_console;

CREATE OR REPLACE FUNCTION public.hold_order_log()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock_shared(727005);
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'ORDER_REFUSED: SNAPSHOT' using errcode = 'CD006';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.hold_order_numbers()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select pg_advisory_xact_lock_shared(727005)
$function$;
grant execute on function hold_order_numbers() to candor_http;

CREATE OR REPLACE FUNCTION public.hold_placements()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(727005);
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'STOP_REFUSED: SNAPSHOT' using errcode = 'CD042';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.house_state(locked boolean, products text[], wallets text[], entries timestamp with time zone[], closes timestamp with time zone[])
 RETURNS TABLE(place bigint, up_stake bigint, up_profit bigint, down_stake bigint, down_profit bigint, of_day date, second_worst bigint, product_worst bigint, day_worst bigint, day_kept bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if locked then
    perform lock_house(products, wallets);
    perform fold_house(products, wallets);
  end if;
  return query
  select k.place, coalesce(w.up_stake, 0), coalesce(w.up_profit, 0), coalesce(w.down_stake, 0), coalesce(w.down_profit, 0), k.day,
    s.worst, p.worst, coalesce(d.worst, 0), coalesce(d.kept, 0)
  from (
    select x.*, (x.close at time zone (select time_zone from site))::date as day
    from unnest(products, wallets, entries, closes) with ordinality as x (product, wallet, entry, close, place)
  ) k
  left join house_window w on w.product = k.product and w.wallet = k.wallet and w.closes_at = k.close and w.entry_at = k.entry
  left join house_day d on d.product = k.product and d.wallet = k.wallet and d.day = k.day
  cross join lateral (select coalesce(sum(x.worst), 0)::bigint as worst from house_window x
    where x.product = k.product and x.wallet = k.wallet and x.closes_at = k.close) s
  cross join lateral (select house_worst(k.product, k.wallet, k.day) as worst) p
  order by k.place;
end $function$;
grant execute on function house_state(boolean,text[],text[],timestamp with time zone[],timestamp with time zone[]) to candor_http;

CREATE OR REPLACE FUNCTION public.house_worst(of_product text, of_wallet text, of_day date)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(sum(worst), 0)::bigint from house_day x where x.product = of_product and x.wallet = of_wallet and x.day >= of_day - 10
$function$;

CREATE OR REPLACE FUNCTION public.invest_transfer(kind text, ref text, day date)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select (lpad(to_hex((day - date '1970-01-01')::bigint * 86400000), 12, '0') || '7' || substr(h, 1, 3) || '8' || substr(h, 4, 15))::uuid
  from (select encode(sha256(convert_to(kind || '/' || ref || '/' || day::text, 'UTF8')), 'hex')) as m (h)
$function$;

CREATE OR REPLACE FUNCTION public.invitation_link(invitee bigint, inviter bigint)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  invited bigint[] := same_person(invitee);
  inviting bigint[] := same_person(inviter);
  above bigint;
  shared text;
begin
  select case k.kind when 'identity' then 'IDENTITY' when 'card' then 'CARD' when 'network' then 'NETWORK' else 'DEVICE' end into shared
  from member_mark k join member_mark o on o.kind = k.kind and o.mark = k.mark and o.member_id = inviter
  where k.member_id = invitee order by array_position('{identity,card,device,browser,network}'::text[], k.kind) limit 1;
  if shared is not null then
    return shared;
  end if;
  if invited && inviting or share_network(invited, inviting) then
    return 'THIRD';
  end if;
  -- Whoever invited the inviter, up to five steps.
  above := inviter;
  for step in 1..5 loop
    select m.invited_by into above from member m where m.id = above;
    exit when above is null;
    if invited && same_person(above) or share_network(invited, same_person(above)) then
      return 'CHAIN';
    end if;
  end loop;
  if exists (select from invitation_reward r where r.invitee_id = any(invited) and r.invitee_id <> invitee) then
    return 'REPEATED';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.is_day_booked(of_date date)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from ledger_hour h, site s where h.business_date = of_date
    and h.ends_at = (of_date + 1)::timestamp at time zone s.time_zone)
$function$;
grant execute on function is_day_booked(date) to candor_console;

CREATE OR REPLACE FUNCTION public.is_line(t jsonb, longest integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(jsonb_typeof(t) = 'string' and length(t #>> '{}') <= longest
    and t #>> '{}' !~ '[\u0001-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff<>]', false)
$function$;

CREATE OR REPLACE FUNCTION public.is_listing(listing jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select jsonb_typeof(listing) = 'object' and listing <> '{}' and not exists (
    select from jsonb_each(listing) x where jsonb_typeof(x.value) <> 'string' or not case x.key when 'binance' then x.value #>> '{}' ~ '^[A-Z0-9]{3,24}$'
      when 'okx' then x.value #>> '{}' ~ '^[A-Z0-9]{1,16}-[A-Z0-9]{1,16}$' when 'coinbase' then x.value #>> '{}' ~ '^[A-Z0-9]{1,16}-[A-Z0-9]{1,16}$'
      when 'kraken' then x.value #>> '{}' ~ '^[A-Z0-9]{1,16}/[A-Z0-9]{1,16}$' else false end)
$function$;

CREATE OR REPLACE FUNCTION public.is_loss_limits(value jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select jsonb_typeof(value) = 'object' and (select array_agg(k order by k collate "C") from jsonb_object_keys(value) k)
      is not distinct from '{day,product,second}'::text[]
    and is_whole(value -> 'day') and is_whole(value -> 'product') and is_whole(value -> 'second')
$function$;

CREATE OR REPLACE FUNCTION public.is_mark_taken(wanted text, fingerprint bytea, asker bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform lock_mark(wanted, fingerprint);
  return exists (select from member_mark k where k.kind = wanted and k.mark = fingerprint and k.state = 'own' and k.member_id <> asker);
end $function$;
grant execute on function is_mark_taken(text,bytea,bigint) to candor_console;
grant execute on function is_mark_taken(text,bytea,bigint) to candor_http;

CREATE OR REPLACE FUNCTION public.is_order_month_sorted(archive_month date, by_sort text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select not exists (select from order_archive_sorted_lines(archive_month, by_sort, coalesce((select p.last_key from order_archive_sorted p
      where p.sort = by_sort and p.month = archive_month order by p.part desc limit 1), ''), 1))
    and (select coalesce(sum(p.count), 0) from order_archive_sorted p where p.sort = by_sort and p.month = archive_month)
      >= case by_sort when 'opening' then 2 * (select count(*) from order_month_span(archive_month) span
          join trade_order o on o.id >= span.first_id and o.id < span.end_id where o.document_version > 2)
        else (select a.count from order_archive a where a.month = archive_month) end
$function$;

CREATE OR REPLACE FUNCTION public.is_own_command(command text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select command in (
    'account/bank-card/bind', 'account/bank-card/remove', 'account/factors/change', 'account/factors/released', 'account/limits',
    'account/password/change', 'account/password/reset', 'account/verification/submit', 'account/withdraw-password/change', 'account/withdraw-password/reset',
    'invest/holdings/rollover', 'invest/savings/auto', 'papers/photo/erase', 'wallet/practice/reset')
$function$;
grant execute on function is_own_command(text) to candor_console;

CREATE OR REPLACE FUNCTION public.is_payee_shared(holder bigint, sealed bytea, card_mark bytea)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select length(sealed) > 0 and (card_mark is null
    or not exists (select from member_mark k where k.kind = 'card' and k.mark = card_mark and k.member_id = holder and k.state = 'own')
    or exists (select from member_mark k where k.kind = 'card' and k.mark = card_mark and k.member_id <> holder
      and k.state in ('own', 'shared')))
$function$;
grant execute on function is_payee_shared(bigint,bytea,bytea) to candor_console;

CREATE OR REPLACE FUNCTION public.is_reward_capped(inviter bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select count(*) >= (select day_max from reward_rule) from invitation_reward r
  where r.inviter_id = any(same_person(inviter)) and r.at > clock_timestamp() - interval '2 days'
    and business_date_at(r.at) = business_date_at(clock_timestamp())
$function$;

CREATE OR REPLACE FUNCTION public.is_signed_notice(of_channel text, seconds bigint, body text, signature bytea)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from payment_key k where k.channel = of_channel
    and sha256(k.outer_pad || sha256(k.inner_pad || convert_to(seconds::text || '.' || body, 'UTF8'))) = signature)
$function$;

CREATE OR REPLACE FUNCTION public.is_stopped(product_code text, of_category text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from product_stop s where s.ended_at is null
    and s.scope in ('all', 'category/' || of_category, 'product/' || product_code))
$function$;

CREATE OR REPLACE FUNCTION public.is_whole(value jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(jsonb_typeof(value) = 'number' and value #>> '{}' ~ '^\d{1,18}$', false)
$function$;

CREATE OR REPLACE FUNCTION public.join_conversation(member bigint, token bytea)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  visitor support_conversation%rowtype;
  own support_conversation%rowtype;
begin
  -- The member's conversation is locked first: two devices that join at once wait for each other.
  insert into support_conversation (member_id) values (member) on conflict (member_id) do nothing;
  select * into own from support_conversation where member_id = member for no key update;
  select * into visitor from support_conversation where token_hash = token and member_id is null for update;
  if visitor.id is null then
    -- A conversation without a message is never kept.
    if own.last_id = 0 then delete from support_conversation where id = own.id; end if;
    return 'unknown';
  end if;
  if own.joined_at is not null or exists (
    select from support_message where conversation_id = visitor.id and operator_id = member) then
    return 'refused';
  end if;
  update support_message set conversation_id = own.id, member_id = member where conversation_id = visitor.id;
  update support_conversation set joined_at = clock_timestamp(),
    language = case when own.last_id = 0 then visitor.language else own.language end,
    operator_id = coalesce(own.operator_id, nullif(visitor.operator_id, member)),
    closed = visitor.closed and (own.closed or own.last_id = 0),
    last_id = greatest(own.last_id, visitor.last_id), last_at = greatest(own.last_at, visitor.last_at),
    waiting_id = least(own.waiting_id, visitor.waiting_id),
    -- Whatever one side has not seen stays unseen.
    person_read = case when visitor.person_read < visitor.last_id and visitor.person_read < own.person_read
      then visitor.person_read else greatest(own.person_read, visitor.person_read) end,
    desk_read = case when visitor.desk_read < visitor.last_id and visitor.desk_read < own.desk_read
      then visitor.desk_read else greatest(own.desk_read, visitor.desk_read) end
  where id = own.id;
  delete from support_conversation where id = visitor.id;
  return 'joined';
end $function$;
grant execute on function join_conversation(bigint,bytea) to candor_http;

CREATE OR REPLACE FUNCTION public.judge_invitation(invitee bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v invitation%rowtype;
  d deposit%rowtype;
  needs bigint;
  made bigint;
  why text;
begin
  select * into v from invitation i where i.invitee_id = invitee and i.state in ('waiting', 'earned') for update;
  if not found then
    return false;
  end if;
  select x.* into d from deposit x cross join site s where x.member_id = invitee and x.status = 'approved'
    and x.wallet = case s.mode when 'practice' then 'practice' else 'cash' end order by x.decided_at, x.id limit 1;
  if not found then
    update invitation set due_at = 'infinity' where invitee_id = invitee;
    return false;
  end if;
  needs := ceil(greatest(d.credited, v.amount)::numeric * v.turnover_rate / 10000);
  made := turnover_since(invitee, d.wallet, d.decided_at);
  if made < needs then
    update invitation set deposit_id = d.id, needed = needs, turnover = made, looks = looks + 1,
      due_at = clock_timestamp() + wait_of_looks(looks)
      where invitee_id = invitee;
    return false;
  end if;
  why := invitation_link(invitee, v.inviter_id);
  update invitation set deposit_id = d.id, needed = needs, turnover = made, reason = why,
    state = case when why is null then 'earned' else 'refused' end, moved_at = case when state = 'waiting' or why is not null
      then clock_timestamp() else moved_at end,
    looks = case when state = 'waiting' then 0 else looks + 1 end,
    due_at = clock_timestamp() + wait_of_looks(case when state = 'waiting' then 0 else looks end)
  where invitee_id = invitee;
  return why is null and not is_reward_capped(v.inviter_id)
    and not exists (select from member m where m.id in (invitee, v.inviter_id) and (m.frozen or not m.login_allowed));
end $function$;
grant execute on function judge_invitation(bigint) to candor_worker;

CREATE OR REPLACE FUNCTION public.keep_alarm()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.owner_id is distinct from old.owner_id then new.taken_at := clock_timestamp(); end if;
  if old.acknowledged_by is not null and new.acknowledged_by is distinct from old.acknowledged_by then
    raise exception 'ALARM_REFUSED: ACKNOWLEDGED' using errcode = 'CD360';
  end if;
  if new.acknowledged_by is distinct from old.acknowledged_by then new.acknowledged_at := clock_timestamp(); end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_banner_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  newest integer;
begin
  select version into newest from banner where id = new.banner_id for update;
  if newest is null or new.version <> newest + 1 then
    raise exception 'NOTICE_REFUSED: OLD' using errcode = 'CD013';
  end if;
  if exists (select from banner_version where banner_id = new.banner_id and version = newest and withdrawn) then
    raise exception 'NOTICE_REFUSED: WITHDRAWN' using errcode = 'CD013';
  end if;
  new.at := clock_timestamp();
  update banner set version = new.version where id = new.banner_id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_data_request()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from data_request r where r.member_id = new.member_id and r.status in ('ready', 'gone')
      and r.asked_at > clock_timestamp() - interval '1 day') then
    raise exception 'DATA_REQUEST_REFUSED' using errcode = 'CD350';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_deposit_limits()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from member m where m.id = new.member_id and m.guarded) then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    insert into own_use as u (member_id, wallet, day, deposited)
    select new.member_id, new.wallet, (new.decided_at at time zone s.time_zone)::date, new.credited from site s
    on conflict (member_id, wallet, day) do update set deposited = u.deposited + excluded.deposited;
    return null;
  end if;
  perform lock_members(array[new.member_id]);
  if exists (select from member m where m.id = new.member_id and m.excluded_until > clock_timestamp()) then
    raise exception 'OWN_LIMIT_REFUSED: EXCLUDED' using errcode = 'CD012';
  end if;
  if exists (select from own_limits_of(array[new.member_id]) l where l.kind = 'deposit' and l.amount < l.deposited + l.underway) then
    raise exception 'OWN_LIMIT_REFUSED: DEPOSIT' using errcode = 'CD012';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_hours_booked()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  mark ledger_mark;
  booked timestamptz := (select max(h.ends_at) from ledger_hour h);
begin
  select * into mark from ledger_mark;
  -- What began after the mark is in no hour that ended by it. What began before may be: it is waited for.
  if mark.made_at is not null and pg_current_xact_id() > mark.xid then
    booked := greatest(booked, date_trunc('hour', mark.made_at - interval '1 minute', (select s.time_zone from site s)));
  end if;
  if exists (select from written w where w.at < booked) then
    update transfer t set at = booked from written w where t.id = w.id and w.at < booked;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_last_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from role r where r.name = 'owner' for update;
  if not exists (select from operator o where 'owner' = any(o.roles) and o.left_at is null) then
    raise exception 'STAFF_REFUSED: LAST_OWNER' using errcode = 'CD044';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_log_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if old.index is not null or new.index is null or (new.id, new.product, new.version) is distinct from (old.id, old.product, old.version) then
    raise exception 'SEALED: log_terms' using errcode = 'CD010', table = 'log_terms';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_log_time_stamp()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  body text := (select E'candor-order-log\n' || size || E'\n' || encode(root, 'base64') || E'\n\n' from order_log_head where size = new.size);
begin
  if not starts_with(new.checkpoint, body)
      or substring(new.checkpoint from length(body) + 1) !~ '^— [^\s]+ [A-Za-z0-9+/=]+\n$' then
    raise exception 'TIME_STAMP_REFUSED: CHECKPOINT' using errcode = 'CD010', table = 'log_time_stamp';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_log_witness()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  body text := (select E'candor-order-log\n' || size || E'\n' || encode(root, 'base64') || E'\n\n' from order_log_head where size = new.size);
begin
  if tg_op = 'UPDATE' and (new.key <> old.key or old.size > coalesce(new.size, -1)) then
    raise exception 'WITNESS_REFUSED: NOT_NEWER' using errcode = 'CD010', table = 'log_witness';
  end if;
  if new.size is not null and (not starts_with(new.checkpoint, body)
      or substring(new.checkpoint from length(body) + 1) !~ '^— [^\s]+ [A-Za-z0-9+/=]+\n— [^\s]+ [A-Za-z0-9+/=]+\n$') then
    raise exception 'WITNESS_REFUSED: CHECKPOINT' using errcode = 'CD010', table = 'log_witness';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_member_closing()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    if cardinality(array_remove(closing_blockers(new.member_id), case when new.give_up is not null then 'MONEY' end)) > 0
      or new.give_up is not null and new.give_up is distinct from rest_of_member(new.member_id)
      or new.due_at > clock_timestamp() + interval '91 days' then
      raise exception 'CLOSING_REFUSED: NOT_SETTLED' using errcode = 'CD351';
    end if;
    new.asked_at := clock_timestamp();
    new.due_at := greatest(new.due_at, new.asked_at);
  elsif (new.id, new.member_id, new.asked_at, new.due_at, new.give_up)
      is distinct from (old.id, old.member_id, old.asked_at, old.due_at, old.give_up)
    or old.stopped_at is not null or old.closed_at is not null and new.closed_at is distinct from old.closed_at
    or new.stopped_at is not null and old.closed_at is not null then
    raise exception 'CLOSING_REFUSED: DECIDED' using errcode = 'CD351';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_mover()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.moved_by := case calling_role()
    when 'candor_http' then null
    when 'candor_worker' then null
    when 'candor_console' then current_operator()
    else case
      when new.status = old.status then new.moved_by
      when new.status = 'reviewing' then new.taken_by
      when new.status = 'seconding' then new.first_by
      when new.status in ('approved', 'rejected') then coalesce(new.second_by, new.first_by)
      else new.moved_by end
    end;
  if new.moved_by is null and calling_role() = 'candor_console' then
    raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_notice_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  newest integer;
  before notice_version%rowtype;
begin
  select version into newest from notice where id = new.notice_id for update;
  if newest is null or new.version <> newest + 1 then
    raise exception 'NOTICE_REFUSED: OLD' using errcode = 'CD013';
  end if;
  select * into before from notice_version where notice_id = new.notice_id and version = newest;
  new.at := clock_timestamp();
  if before.withdrawn then
    raise exception 'NOTICE_REFUSED: WITHDRAWN' using errcode = 'CD013';
  end if;
  if before.published_from <= new.at then
    new.published_from := before.published_from;
  else
    -- A moment that has passed means now. Clocks of servers differ by less than a second.
    if new.published_from <= new.at + interval '1 second' then new.published_from := date_trunc('milliseconds', new.at); end if;
  end if;
  update notice set version = new.version where id = new.notice_id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_order_log()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  sealed bigint := (select decided_no from order_log);
  refused text;
begin
  select case when p.nonce is null then 'NONCE' else 'SEALED' end into refused from placed p where p.nonce is null or p.no <= sealed limit 1;
  if not found then
    select 'ENTRY_PUBLISHED' into refused from (select distinct product, entry_at from placed) p
    join tick_head h on h.product = p.product and h.at >= p.entry_at and h.log_size is not null limit 1;
  end if;
  if refused is not null then
    raise exception 'ORDER_REFUSED: %', refused using errcode = 'CD006';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_order_months()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  oldest timestamptz;
  begins timestamptz;
  ends timestamptz;
begin
  select min(uuid_extract_timestamp(p.id))
  into oldest from placed p
  having bool_and(uuid_extract_timestamp(p.id) between p.accepted_at - interval '5 seconds' and p.accepted_at + interval '5 seconds')
    is not false and count(uuid_extract_timestamp(p.id)) = count(*);
  if not found then
    raise exception 'ORDER_REFUSED: ID' using errcode = 'CD006';
  end if;
  -- The end of a month that is less than two days away, on either side of it.
  ends := date_trunc('month', (oldest + interval '2 days') at time zone 'UTC') at time zone 'UTC';
  if ends + interval '2 days' < oldest then return null; end if;
  begins := ends - interval '3 days';
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'ORDER_REFUSED: SNAPSHOT' using errcode = 'CD006';
  end if;
  perform from member m where m.id = any (array(select distinct member_id from placed)) order by m.id for no key update;
  if exists (select from placed p cross join lateral (select from trade_order x where x.member_id = p.member_id and x.key = p.key
      and x.id <> p.id and x.id >= moment_id(begins) and x.id < moment_id(ends + interval '3 days') offset 0) beside) then
    raise exception 'ORDER_REFUSED: KEY' using errcode = '23505', table = 'trade_order';
  end if;
  if exists (select from placed p cross join lateral (select from trade_order x where x.no = p.no
      and x.id <> p.id and x.id >= moment_id(begins) and x.id < moment_id(ends + interval '3 days') offset 0) beside) then
    raise exception 'ORDER_REFUSED: NO' using errcode = '23505', table = 'trade_order';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_own_access()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  whose bigint;
begin
  if tg_op = 'DELETE' then whose := old.operator_id; else whose := new.operator_id; end if;
  if calling_role() = 'candor_console' and whose is distinct from operator_at('{code,setup,full}')
    and not exists (select from operator o where o.id = whose and o.left_at is not null) then
    raise exception 'OPERATOR_REFUSED: NOT_WHO_ACTS' using errcode = 'CD302', detail = tg_table_name;
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_own_limit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  held bigint;
begin
  if tg_op = 'INSERT' then
    perform start_guarding(new.member_id);
  elsif pg_has_role(calling_role(), current_user, 'member') then
    return new;
  else
    held := case when old.waiting and old.next_at <= clock_timestamp() then old.next_amount else old.amount end;
    if held is not null and (new.amount is null or new.amount > held) then
      raise exception 'OWN_LIMIT_REFUSED: LOOSER' using errcode = 'CD012';
    end if;
  end if;
  new.next_at := case when not new.waiting then null
    when tg_op = 'UPDATE' and old.waiting and old.next_at > clock_timestamp() and new.next_amount is not distinct from old.next_amount
      then old.next_at
    else clock_timestamp() + interval '24 hours' end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_own_limits()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  guarded_ids bigint[] := array(select m.id from member m where m.guarded and m.id = any (array(select distinct member_id from placed)));
  zone text;
  reached record;
begin
  if guarded_ids = '{}' then
    return null;
  end if;
  perform lock_members(guarded_ids);
  if exists (select from member m where m.id = any (guarded_ids) and m.excluded_until > clock_timestamp()) then
    raise exception 'OWN_LIMIT_REFUSED: EXCLUDED' using errcode = 'CD012';
  end if;
  select time_zone into strict zone from site;
  insert into own_use as u (member_id, wallet, day, staked)
  select member_id, wallet, (accepted_at at time zone zone)::date, sum(stake) from placed where member_id = any (guarded_ids)
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (member_id, wallet, day) do update set staked = u.staked + excluded.staked;
  select l.kind, l.period into reached from own_limits_of(guarded_ids) l
  where l.amount < case l.kind when 'stake' then l.staked when 'loss' then l.lost + l.at_risk end
    and exists (select from placed o cross join site s where o.member_id = l.member_id and (o.wallet = 'cash') = (s.mode <> 'practice'))
  limit 1;
  if found then
    raise exception 'OWN_LIMIT_REFUSED: % OF A %', upper(reached.kind), upper(reached.period) using errcode = 'CD012';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_payee()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    new.payee_mark := case when length(new.payee_sealed) > 0
      then (select c.number_mark from bank_card c where c.member_id = new.member_id) end;
    return new;
  end if;
  new.payee_mark := old.payee_mark;
  if (old.paid_out = 'none' and new.paid_out = 'sent' or new.status <> old.status and new.status in ('seconding', 'approved'))
    and is_payee_shared(old.member_id, old.payee_sealed, old.payee_mark) then
    raise exception 'WITHDRAWAL_REFUSED: MEMBER SHARED' using errcode = 'CD330';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_payout_hands()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  is_sent boolean := old.paid_out = 'none' and new.paid_out = 'sent';
  block text;
begin
  if is_sent or new.status <> old.status and new.status in ('seconding', 'approved') then
    block := payout_block(new.member_id);
    if block is not null then
      raise exception 'WITHDRAWAL_REFUSED: MEMBER %', upper(block) using errcode = 'CD330';
    end if;
  end if;
  if not is_sent and new.bank_ref is distinct from old.bank_ref then
    raise exception 'WITHDRAWAL_REFUSED: REFERENCE_FIXED' using errcode = 'CD330';
  end if;
  new.sent_by := old.sent_by;
  new.return_by := old.return_by;
  if new.paid_out = old.paid_out then return new; end if;
  if new.moved_by is null then
    raise exception 'WITHDRAWAL_REFUSED: NOBODY' using errcode = 'CD330';
  end if;
  case
    when is_sent then
      if coalesce(payout_ref_key(new.bank_ref), '') = '' then
        raise exception 'WITHDRAWAL_REFUSED: REFERENCE_MISSING' using errcode = 'CD330';
      end if;
      -- What is kept apart by nothing that can be seen would be two payments for one of the bank's.
      if new.bank_ref ~ '[^A-Za-z0-9 ./_:#-]' then
        raise exception 'WITHDRAWAL_REFUSED: REFERENCE_FORM' using errcode = 'CD330';
      end if;
      insert into payout_reference (ref_key, withdrawal_id) values (payout_ref_key(new.bank_ref), new.id);
      new.sent_by := new.moved_by;
    when new.paid_out = 'returning' then
      new.return_by := new.moved_by;
    when new.paid_out = 'sent' then
      new.return_by := null;
    when new.paid_out = 'returned' then
      -- Where nobody knows who sent it, it is none of those who had a hand in it.
      if new.moved_by is not distinct from old.return_by or new.moved_by is not distinct from old.sent_by
        or old.sent_by is null and (new.moved_by is not distinct from old.taken_by or new.moved_by is not distinct from old.first_by
          or new.moved_by is not distinct from old.second_by
          or exists (select from cashier_step s where s.subject = old.id and s.by_operator = new.moved_by)) then
        raise exception 'WITHDRAWAL_REFUSED: SECOND_OPERATOR' using errcode = 'CD330';
      end if;
      -- The second operator confirms the first one's words.
      if (new.reason, new.note) is distinct from (old.reason, old.note) then
        raise exception 'WITHDRAWAL_REFUSED: OTHER_WORDS' using errcode = 'CD330';
      end if;
    else null;
  end case;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_price_rule()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  before terms;
begin
  perform from product where code = new.product for no key update;
  select * into before from terms where product = new.product order by version desc limit 1;
  new.accept_within_ms := coalesce(new.accept_within_ms, before.accept_within_ms, 3000);
  new.fresh_ms := coalesce(new.fresh_ms, before.fresh_ms, 5000);
  new.near_ppm := coalesce(new.near_ppm, before.near_ppm, 5000);
  new.min_sources := coalesce(new.min_sources, before.min_sources, 1);
  new.entry_delay_sec := coalesce(new.entry_delay_sec, before.entry_delay_sec);
  if new.loss_second is null and new.loss_product is null and new.loss_day is null then
    new.loss_second := before.loss_second;
    new.loss_product := before.loss_product;
    new.loss_day := before.loss_day;
  end if;
  if before.fresh_ms is not null
    and (new.fresh_ms, new.near_ppm, new.min_sources) is distinct from (before.fresh_ms, before.near_ppm, before.min_sources) then
    raise exception 'PRICE_RULE_FIXED' using errcode = 'CD041', detail = new.product, table = 'terms';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_product()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if (new.code, new.category, new.decimals, new.signed_scale, new.simulated)
    is distinct from (old.code, old.category, old.decimals, old.signed_scale, old.simulated) then
    raise exception 'PRODUCT_FIXED' using errcode = 'CD041', detail = old.code, table = 'product';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_promise()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_table_name = 'deposit' then
    select c.arrival_minutes, c.proof_required into strict new.promised_minutes, new.proof_required
    from deposit_channel c where c.code = new.channel;
  else
    select r.arrival_hours * 60 into strict new.promised_minutes from withdrawal_rule r;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_published_text()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'PUBLISHED_TEXT: it never changes' using errcode = 'CD180';
end $function$;

CREATE OR REPLACE FUNCTION public.keep_registration()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  s site%rowtype;
begin
  if calling_role() <> 'candor_http' then return new; end if;
  select * into s from site for share;
  if not found then return new; end if;
  if not s.registration_open or s.opened_at is null then
    raise exception 'REGISTRATION_REFUSED: CLOSED' using errcode = 'CD044';
  end if;
  if s.invite_required and new.invited_by is null then
    raise exception 'REGISTRATION_REFUSED: INVITE' using errcode = 'CD044';
  end if;
  if s.identity_required and (new.real_name_sealed is null or new.id_number_sealed is null) then
    raise exception 'REGISTRATION_REFUSED: IDENTITY' using errcode = 'CD044';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_sealed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'SEALED: %', tg_table_name using errcode = 'CD010', table = tg_table_name;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_second_hand()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  c deposit_channel%rowtype;
  spread numeric;
begin
  if old.status not in ('reviewing', 'seconding') or new.status not in ('seconding', 'approved') then return new; end if;
  select * into strict c from deposit_channel where code = new.channel;
  spread := trunc(new.amount::numeric * c.bound_rate / 10000);
  if new.credited <> new.amount
    and new.credited not between greatest(c.min, new.amount - spread) and least(c.max, new.amount + spread) then
    raise exception 'DEPOSIT_REFUSED: BOUNDS' using errcode = 'CD331';
  end if;
  if new.status = 'approved' and new.second_by is null and (old.status = 'seconding' or new.amount >= c.second_from
      or new.credited >= c.second_from or new.proof_required and new.proof is null) then
    raise exception 'DEPOSIT_REFUSED: SECOND_OPERATOR' using errcode = 'CD331';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_settlement_batch()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if old.first is not null or new.first is null or (new.id, new.orders, new.during) is distinct from (old.id, old.orders, old.during) then
    raise exception 'SEALED: settlement_batch' using errcode = 'CD010', table = 'settlement_batch';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_site_currency()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if (new.currency, new.currency_decimals) is distinct from (old.currency, old.currency_decimals)
    and (old.basis_at is not null or exists (select from transfer) or exists (select from terms)) then
    raise exception 'SITE_CURRENCY_FIXED' using errcode = 'CD040';
  end if;
  if new.time_zone <> old.time_zone and (old.basis_at is not null or exists (select from transfer)) then
    raise exception 'SITE_TIME_ZONE_FIXED' using errcode = 'CD040';
  end if;
  if old.basis_at is distinct from new.basis_at and old.basis_at is not null
    or old.opened_at is distinct from new.opened_at and old.opened_at is not null then
    raise exception 'SITE_OPEN_FIXED' using errcode = 'CD040';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_site_limits()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  problem text;
begin
  perform wait_turn('site/limits');
  problem := (select site_limits_problem(s.loss_open, s.loss_day) from site s where s.loss_open is not null);
  if problem is not null then
    raise exception 'CHANGE_REFUSED: SITE_LIMITS' using errcode = 'CD043', detail = problem;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_site_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'CHANGE_REFUSED: KEPT' using errcode = 'CD043';
end $function$;

CREATE OR REPLACE FUNCTION public.keep_statement()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from statement_file f where f.id = new.file_id and f.account = new.account and f.xmin = pg_current_xact_id()::xid) then
    raise exception 'STATEMENT_REFUSED: FILE' using errcode = 'CD365';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_statement_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- A channel has one account, also when two operators describe two at once.
  perform pg_advisory_xact_lock(727064, 1);
  if exists (select from statement_account a where a.code <> new.code and a.channels && new.channels)
    or exists (select from unnest(new.channels) c (code) where not exists (
      select from deposit_channel d where d.code = c.code and d.asset = new.currency and d.asset_decimals = new.decimals
        and d.kind = 'usdt' or d.code = c.code and d.kind <> 'usdt' and new.currency = (select s.currency from site s)))
    or exists (select from site s where s.currency = new.currency and s.currency_decimals <> new.decimals)
    or new.pays_out and new.currency <> (select s.currency from site s) then
    raise exception 'STATEMENT_REFUSED: CHANNELS' using errcode = 'CD360';
  end if;
  if tg_op = 'UPDATE' and (new.code, new.currency, new.decimals) is distinct from (old.code, old.currency, old.decimals) then
    raise exception 'STATEMENT_REFUSED: CURRENCY' using errcode = 'CD360';
  end if;
  new.changed_at := clock_timestamp();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_statement_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.match_id is not null and old.match_id is distinct from new.match_id
    and (old.match_id is not null or exists (select from statement_match m where m.id = new.match_id and m.undone_at is not null)) then
    raise exception 'STATEMENT_REFUSED: MATCHED' using errcode = 'CD363';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_statement_match()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.undone_by is not null then
      raise exception 'STATEMENT_REFUSED: UNDONE' using errcode = 'CD362';
    end if;
    perform from deposit d where d.id = new.deposit_id for share;
    perform from withdrawal w where w.id = new.withdrawal_id for share;
    new.made_at := clock_timestamp();
    new.undone_at := null;
    new.differs_since := null;
    return new;
  end if;
  if old.undone_by is not null or (new.id, new.account, new.kind, new.deposit_id, new.withdrawal_id, new.code, new.note, new.operator_id, new.made_at)
    is distinct from (old.id, old.account, old.kind, old.deposit_id, old.withdrawal_id, old.code, old.note, old.operator_id, old.made_at) then
    raise exception 'STATEMENT_REFUSED: UNDONE' using errcode = 'CD362';
  end if;
  if new.undone_by is not null then
    new.undone_at := clock_timestamp();
    update statement_entry set match_id = null where match_id = new.id;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_stop()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'DELETE' then
    raise exception 'STOP_REFUSED: KEPT' using errcode = 'CD042';
  end if;
  if tg_op = 'INSERT' then
    if not exists (select from operator m join role r on r.name = any(m.roles) where m.id = new.operator_id) then
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
end $function$;

CREATE OR REPLACE FUNCTION public.keep_test_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.event = 'test' and exists (select from alarm_message m where m.event = 'test' and m.channel = new.channel
    and m.made_at between clock_timestamp() - interval '10 seconds' and clock_timestamp() + interval '10 seconds') then
    raise exception 'ALARM_REFUSED: SOON' using errcode = 'CD360';
  end if;
  if calling_role() = 'candor_console' and (new.event <> 'test' or new.operator_id is null) then
    raise exception 'ALARM_REFUSED: NO_TEST' using errcode = 'CD360';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_tile()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if (new.level, new.n) is distinct from (old.level, old.n) or substring(new.hashes for length(old.hashes)) is distinct from old.hashes then
    raise exception 'SEALED: order_log_tile' using errcode = 'CD010', table = 'order_log_tile';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_verification()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'pending' or new.taken_by is not null then
      raise exception 'VERIFICATION_REFUSED: NOT_NEW' using errcode = 'CD007';
    end if;
    return new;
  end if;
  if old.status = 'verified' and new.reason = 'NUMBER_USED' and new.status = 'rejected' and exists (select from member_mark k
      where k.kind = 'identity' and k.mark = old.number_hash and k.member_id = old.member_id and k.state = 'released') then
    new.decided_at := clock_timestamp();
    new.version := old.version + 1;
    return new;
  end if;
  if old.status <> 'pending' then
    raise exception 'VERIFICATION_REFUSED: DECIDED' using errcode = 'CD007';
  end if;
  if (new.member_id, new.name_sealed, new.number_sealed, new.number_hash, new.front_file, new.back_file, new.submitted_at)
    is distinct from (old.member_id, old.name_sealed, old.number_sealed, old.number_hash, old.front_file, old.back_file, old.submitted_at)
  then
    raise exception 'VERIFICATION_REFUSED: PAPERS' using errcode = 'CD007';
  end if;
  if new.status <> old.status then
    if not exists (select from verification_edge e where e.from_state = old.status and e.to_state = new.status) then
      raise exception 'VERIFICATION_REFUSED: EDGE' using errcode = 'CD007';
    end if;
    if new.decided_by is distinct from old.taken_by then
      raise exception 'VERIFICATION_REFUSED: NOT_TAKEN' using errcode = 'CD007';
    end if;
    new.decided_at := clock_timestamp();
  else
    new.taken_at := case when new.taken_by is null then null else clock_timestamp() end;
  end if;
  new.version := old.version + 1;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_withdrawal_lock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op <> 'INSERT' then
    raise exception 'WITHDRAWAL_LOCKED' using errcode = 'CD091';
  end if;
  perform from withdrawal w where w.id = new.withdrawal_id and w.member_id = new.member_id and w.status = 'pending' for no key update;
  if not found then
    raise exception 'WITHDRAWAL_NOT_PENDING' using errcode = 'CD091';
  end if;
  new.at := clock_timestamp();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.key_mark(key uuid)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select ('x' || encode(substr(sha256(uuid_send(key)), 1, 4), 'hex'))::bit(32)::integer
$function$;
grant execute on function key_mark(uuid) to candor_http;

CREATE OR REPLACE FUNCTION public.keys_of(value jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select case when jsonb_typeof(value) = 'object' then coalesce((select array_agg(k order by k collate "C") from jsonb_object_keys(value) k), '{}') end
$function$;

CREATE OR REPLACE FUNCTION public.leave_operator(who bigint, why text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  me bigint := current_operator();
  held text[];
begin
  if me is null then
    raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300';
  end if;
  perform wait_turn('staff');
  select o.roles into held from operator o where o.id = who and o.left_at is null for no key update;
  if not found then return false; end if;
  if who <> me then
    if not covers_all(rights_of(me), '{staff:operator:end}') then
      raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300';
    end if;
    perform require_hands(me, null, permissions_of(held));
  end if;
  perform record_act('console/staff/leave', 'operator', who::text, jsonb_build_object('reason', why, 'roles', to_jsonb(held)));
  update operator set roles = '{}', left_at = clock_timestamp() where id = who;
  update operator_invitation i set token_hash = null, expires_at = null, ended_at = clock_timestamp()
    from staff_change c where c.id = i.id and i.ended_at is null and c.maker = who;
  delete from operator_recovery_code where operator_id = who;
  update operator_access set password_hash = null, secret_sealed = null, fresh_sealed = null, used_step = null where operator_id = who;
  delete from operator_session where operator_id = who;
  return true;
end $function$;
grant execute on function leave_operator(bigint,text) to candor_console;

CREATE OR REPLACE FUNCTION public.leave_other_push_subscriptions(its_endpoint text, kept uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from push_subscription where endpoint = its_endpoint and session_id <> kept
$function$;
grant execute on function leave_other_push_subscriptions(text,uuid) to candor_http;

CREATE OR REPLACE FUNCTION public.lock_house(products text[], wallets text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(729, k.number)
  from (select distinct hashtext(product || '/' || wallet) as number from unnest(products, wallets) x (product, wallet) order by 1) k;
end $function$;

CREATE OR REPLACE FUNCTION public.lock_mark(wanted text, fingerprint bytea)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select pg_advisory_xact_lock(728, hashtext(wanted || '/' || encode(fingerprint, 'hex')))
$function$;

CREATE OR REPLACE FUNCTION public.lock_members(ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if calling_role() = 'candor_console' then
    if current_operator() is null then
      raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300';
    end if;
    perform from operator where id = any(ids) order by id for no key update;
  end if;
  perform from member where id = any(ids) order by id for no key update;
end $function$;
grant execute on function lock_members(bigint[]) to candor_console;
grant execute on function lock_members(bigint[]) to candor_http;
grant execute on function lock_members(bigint[]) to candor_worker;

CREATE OR REPLACE FUNCTION public.lock_members_now(ids bigint[])
 RETURNS SETOF bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id from member where id = any(ids) order by id for no key update skip locked
$function$;
grant execute on function lock_members_now(bigint[]) to candor_worker;

CREATE OR REPLACE FUNCTION public.lock_project(wanted uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select from project where id = wanted for no key update
$function$;
grant execute on function lock_project(uuid) to candor_http;

CREATE OR REPLACE FUNCTION public.log_openings(from_index bigint, to_index bigint)
 RETURNS TABLE(index bigint, kind text, half text, seal bytea, product text, version integer, hash bytea)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
  with bound as materialized (
    select greatest(from_index, 0) as low, least(to_index, from_index + 256, h.size) as high, h.size
    from (select x.size from order_log_head x order by x.size desc limit 1) h
  ), batch as materialized (
    select b.first, b.kind, b.last_no, coalesce(before.last_no, (select begins_after from order_log)) as after_no
    from bound, order_log_batch b
    left join lateral (select c.last_no from order_log_batch c where c.first < b.first order by c.first desc limit 1) before on true
    where b.first < bound.high
      and b.first >= coalesce((select c.first from order_log_batch c where c.first <= bound.low order by c.first desc limit 1), 0)
  ), placed as materialized (
    select greatest(b.first, bound.low) + row_number() over (partition by b.first order by x.no) - 1 as index, x.id
    from bound, batch b
    cross join lateral (
      select o.id, o.no from (
        select y.id, y.no from trade_order y where y.no > b.after_no and y.no <= b.last_no and y.nonce is not null
        union all select null, y.no from order_archive_number y where y.no > b.after_no and y.no <= b.last_no
      ) o
      order by o.no offset greatest(0, bound.low - b.first) limit bound.high - greatest(b.first, bound.low)
    ) x
    where b.kind = 'orders'
  ), ended as materialized (
    select w.first + u.place - 1 as index, u.id
    from bound, settlement_batch w
    cross join lateral unnest(w.orders) with ordinality u (id, place)
    where w.first > bound.low - 2000 and w.first < bound.high and w.first + u.place - 1 >= bound.low and w.first + u.place - 1 < bound.high
      and exists (select from batch b where b.kind = 'settlements')
  ), opened as materialized (
    select e.index, case when o.document_version < 3 then 'older' else 'settlement' end as kind,
      public_settlement(s, p.decimals) as half,
      log_seal(o.nonce, settlement_document(s, p.decimals, site.currency_decimals)) as seal,
      null::text as product, null::integer as version, null::bytea as hash
    from ended e
    cross join site
    join settlement s on s.order_id = e.id
    join trade_order o on o.id = e.id
    join product p on p.code = o.product
    union all
    select e.index, case when o.document_version < 3 then 'older' when done.is_logged then 'order' else 'sealed' end,
      public_order(o, v.hash), log_seal(o.nonce, order_document(o, v.hash, site.currency, site.currency_decimals)), null, null, null
    from bound
    cross join placed e
    cross join site
    join trade_order o on o.id = e.id
    join terms v on v.product = o.product and v.version = o.terms_version
    left join lateral (
      select true as is_logged from settlement s
      join settlement_batch w on w.during @> s.settled_at and w.first < bound.size and s.order_id = any (w.orders)
      where s.order_id = o.id limit 1
    ) done on true
    union all
    select t.index, 'terms', null, null, t.product, t.version, v.hash
    from bound, log_terms t join terms v on v.product = t.product and v.version = t.version
    where t.index >= bound.low and t.index < bound.high
  )
  select n.index, coalesce(o.kind, 'sealed'), case when o.kind in ('order', 'settlement') then o.half end,
    case when o.kind in ('order', 'settlement') then o.seal end, o.product, o.version, o.hash
  from bound
  cross join lateral generate_series(bound.low, bound.high - 1) n (index)
  left join opened o on o.index = n.index
  order by n.index
$function$;
grant execute on function log_openings(bigint,bigint) to candor_http;

CREATE OR REPLACE FUNCTION public.log_seal(nonce uuid, document text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select sha256(convert_to(E'candor-log-seal-v1\n' || nonce || E'\n' || encode(sha256(convert_to(document, 'UTF8')), 'hex') || E'\n', 'UTF8'))
$function$;

CREATE OR REPLACE FUNCTION public.log_settlements()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into settlement_batch (orders, during)
  select s.ids[i : i + 1999], s.during
  from (select array_agg(order_id) as ids, tstzrange(min(settled_at), max(settled_at), '[]') as during from settled) s
  cross join lateral generate_series(1, cardinality(s.ids), 2000) i;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.log_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into log_terms (product, version) select p.product, p.version from published p order by p.product, p.version;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.make_invitation_link(invitation uuid, token bytea)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  until timestamptz := clock_timestamp() + interval '48 hours';
begin
  update operator_invitation i set token_hash = token, expires_at = until, tries = 0
    from staff_change c where i.id = invitation and c.id = i.id and c.maker = current_operator() and i.ended_at is null;
  if not found then return null; end if;
  perform record_act('console/staff/link', 'staff', invitation::text, '{}');
  return until;
end $function$;
grant execute on function make_invitation_link(uuid,bytea) to candor_console;

CREATE OR REPLACE FUNCTION public.match_certain(of_account text, of_kind text, of_thing uuid, of_entries uuid[])
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  thing record;
  total numeric;
  found_entries int;
  match uuid := uuidv7();
begin
  perform wait_turn('statements');
  select n.* into thing from statement_named_things(of_account, array(
    select distinct x from statement_entry e, regexp_split_to_table(concat_ws(' ', e.bank_ref, e.end_to_end_id, e.words), '[^[:alnum:]]+') x
    where e.id = any (of_entries))) n where n.kind = of_kind and n.id = of_thing and not n.undone;
  if not found then return null; end if;
  perform from statement_entry e where e.id = any (of_entries) for update;
  select count(*), sum(e.amount) into found_entries, total from statement_entry e
    where e.id = any (of_entries) and e.account = of_account and e.match_id is null and exists (select from unnest(thing.names) n (name)
      where length(name) >= 6 and position(regexp_replace(lower(name), '^0x|[^[:alnum:]]', '', 'g')
        in regexp_replace(lower(concat_ws(' ', e.bank_ref, e.end_to_end_id, e.words)), '[^[:alnum:]]', '', 'g')) > 0);
  if found_entries <> cardinality(of_entries) or total is distinct from thing.amount then return null; end if;
  insert into statement_match (id, account, kind, deposit_id, withdrawal_id)
    values (match, of_account, of_kind, case of_kind when 'deposit' then of_thing end, case when of_kind <> 'deposit' then of_thing end);
  update statement_entry set match_id = match where id = any (of_entries);
  return match;
end $function$;
grant execute on function match_certain(text,text,uuid,uuid[]) to candor_worker;

CREATE OR REPLACE FUNCTION public.mature_holdings(day date, due uuid[])
 RETURNS close_work
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  l record;
  one record;
  next_id uuid;
  work close_work;
begin
  perform lock_members((select array_agg(distinct h.member_id) from holding h where h.id = any (due)));
  with done as (
    update holding h set status = 'matured' where h.id = any (due) and h.status = 'running' and h.matures_on <= day + 1
    returning new.id, new.member_id, new.wallet, new.principal, new.ended_on, new.paid_through, new.earned - old.paid as due
  ), line as (
    select d.*, x.n, x.type, x.debit, x.credit, x.amount,
      case x.n when 1 then invest_transfer('redemption', d.id::text, d.ended_on)
        else invest_transfer('interest', d.id::text, d.paid_through) end as transfer
    from done d cross join lateral (values (1, 'redemption', 'invested', 'funds', d.principal), (2, 'interest', 'house', 'funds', d.due))
      x (n, type, debit, credit, amount)
    where x.amount > 0
  ), told as (
    insert into outbox (members, message)
    select array_agg(distinct member_id), '{"type":"holding"}' from done having count(*) > 0
  )
  select (select count(*) from done) as count, (select coalesce(sum(principal), 0) from done)::bigint as principal,
    (select coalesce(sum(d.due), 0) from done d)::bigint as interest,
    array_agg(transfer order by id, n) as ids, array_agg(amount order by id, n) as amounts, array_agg(type order by id, n) as types,
    array_agg(wallet order by id, n) as wallets, array_agg(debit order by id, n) as debits, array_agg(credit order by id, n) as credits,
    array_agg(member_id order by id, n) as members, array_agg('holding'::text) as kinds, array_agg(id::text order by id, n) as refs
  into l from line;
  perform write_invest_transfers(l.ids, l.amounts, l.types, l.wallets, l.debits, l.credits, l.members, l.kinds, l.refs);
  work := (l.count, l.interest, l.principal, 0, 0)::close_work;

  for one in
    select h.*, p.version as sold_version, (select coalesce(max(a.version), 0) from agreement a where a.code = 'project') as sold_agreement
    from holding h join project p on p.id = h.project_id
    where h.id = any (due) and h.status = 'matured' and h.roll_over
      and not exists (select from holding x where x.rolled_from = h.id) order by h.id
  loop
    next_id := invest_transfer('rolled', one.id::text, one.matures_on);
    begin
      insert into holding (id, reference, member_id, wallet, currency, project_id, version, agreement, principal, annual_rate, interest,
        starts_on, matures_on, roll_over, rolled_from)
      values (next_id, (select r from (select upper(substr(md5(one.id || n::text), 1, 8)) from generate_series(1, 9) n) x (r)
          where not exists (select from holding h where h.reference = x.r) limit 1),
        one.member_id, one.wallet, one.currency, one.project_id, one.sold_version, one.sold_agreement, one.principal, 0, 'maturity',
        one.matures_on, one.matures_on + 1, true, one.id);
      perform write_invest_transfers(array[invest_transfer('investment', next_id::text, one.matures_on)], array[one.principal],
        array['investment'], array[one.wallet], array['funds'], array['invested'], array[one.member_id], array['holding'],
        array[next_id::text]);
      work.rolled := work.rolled + 1;
      work.rolled_principal := work.rolled_principal + one.principal;
    exception when sqlstate 'CD160' then
      null;
    end;
  end loop;
  return work;
end $function$;

CREATE OR REPLACE FUNCTION public.may_come_from(who bigint, from_address text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  allowed cidr[];
begin
  select o.addresses into allowed from operator o where o.id = who;
  return allowed is null or exists (select from unnest(allowed) a where from_address::inet <<= a);
exception when invalid_text_representation then
  return false;
end $function$;

CREATE OR REPLACE FUNCTION public.member_data(of_request uuid, part text, after_key text, most integer)
 RETURNS TABLE(key text, data json)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  who bigint := (select r.member_id from data_request r where r.id = of_request and r.status = 'asked');
  -- 'bankCard' is data_of_bank_card.
  of_part text := 'data_of_' || lower(regexp_replace(part, '([A-Z])', '_\1', 'g'));
begin
  if who is null or part !~ '^[a-zA-Z]+$' or to_regprocedure(of_part || '(bigint, smallint, text, int)') is null then
    raise exception 'DATA_REFUSED' using errcode = 'CD350';
  end if;
  return query execute format('select p.key, p.data from %I($1, $2, $3, $4) p', of_part)
    using who, (select s.currency_decimals from site s), after_key, most;
end $function$;
grant execute on function member_data(uuid,text,text,integer) to candor_worker;

CREATE OR REPLACE FUNCTION public.milliseconds_from(at timestamp with time zone, moment text)
 RETURNS bigint
 LANGUAGE sql
 STABLE STRICT
AS $function$ select (extract(epoch from moment::timestamptz - at) * 1000)::bigint $function$;

CREATE OR REPLACE FUNCTION public.moment_id(moment timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select (lpad(to_hex(floor(extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$function$;
grant execute on function moment_id(timestamp with time zone) to candor_console;
grant execute on function moment_id(timestamp with time zone) to candor_http;
grant execute on function moment_id(timestamp with time zone) to candor_worker;

CREATE OR REPLACE FUNCTION public.month_id(month date)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select moment_id(date_trunc('month', month::timestamp) at time zone 'UTC')
$function$;
grant execute on function month_id(date) to candor_http;

CREATE OR REPLACE FUNCTION public.move_deposit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  caller text := calling_role();
  is_owner boolean := pg_has_role(calling_role(), current_user, 'member');
  c deposit_channel%rowtype;
  s site%rowtype;
begin
  if tg_op = 'INSERT' then
    select * into strict c from deposit_channel where code = new.channel;
    select * into strict s from site;
    if new.status <> 'recharging' or not c.active
      or (new.kind, new.network, new.asset, new.rate, new.details)
        is distinct from (c.kind, c.network, c.asset, c.rate, c.details)
      or new.currency <> s.currency or new.wallet <> (case s.mode when 'practice' then 'practice' else 'cash' end)
      or new.amount not between c.min and c.max
      or new.amount <> trunc(new.asset_amount::numeric * c.rate * power(10::numeric, s.currency_decimals)
        / (power(10::numeric, c.asset_decimals) * 10000)) then
      raise exception 'DEPOSIT_REFUSED' using errcode = 'CD090';
    end if;
    return new;
  end if;
  if (new.id, new.reference, new.member_id, new.wallet, new.currency, new.channel, new.kind, new.network, new.amount, new.asset,
      new.asset_amount, new.rate, new.details, new.created_at) is distinct from
    (old.id, old.reference, old.member_id, old.wallet, old.currency, old.channel, old.kind, old.network, old.amount, old.asset,
      old.asset_amount, old.rate, old.details, old.created_at) then
    raise exception 'DEPOSIT_FIXED' using errcode = 'CD090';
  end if;
  if new.status = old.status then
    raise exception 'DEPOSIT_UNMOVED' using errcode = 'CD090';
  end if;
  if not exists (select from cashier_edge e where e.flow = 'deposit' and e.from_state = old.status and e.to_state = new.status
      and (is_owner or caller = any (e.roles))) then
    raise exception 'DEPOSIT_EDGE: % to %', old.status, new.status using errcode = 'CD090';
  end if;
  -- Only a channel that proves its payments by itself is credited without the desk.
  if new.status = 'approved' and old.status in ('recharging', 'pending')
    and (new.kind not in ('practice', 'online') or new.credited <> new.amount or new.first_by is not null) then
    raise exception 'DEPOSIT_NEEDS_THE_DESK' using errcode = 'CD090';
  end if;
  -- The word of the first operator stays what it was.
  if old.status = 'seconding' and new.status = 'approved'
    and (new.first_by is distinct from old.first_by or new.credited is distinct from old.credited) then
    raise exception 'DEPOSIT_SECONDING' using errcode = 'CD090';
  end if;
  new.version := old.version + 1;
  new.decided_at := case when new.status in ('approved', 'rejected', 'cancelled') then clock_timestamp() end;
  new.paid_at := case when old.status = 'recharging' and new.status in ('pending', 'approved') then clock_timestamp() else old.paid_at end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.move_holding()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  caller text := calling_role();
  is_owner boolean := pg_has_role(calling_role(), current_user, 'member');
  today date := business_date_at(clock_timestamp());
  t project_terms%rowtype;
begin
  if old.status <> 'running' or (new.id, new.reference, new.member_id, new.wallet, new.currency, new.project_id, new.version,
      new.agreement, new.principal, new.annual_rate, new.interest, new.starts_on, new.matures_on, new.rolled_from, new.created_at)
    is distinct from (old.id, old.reference, old.member_id, old.wallet, old.currency, old.project_id, old.version,
      old.agreement, old.principal, old.annual_rate, old.interest, old.starts_on, old.matures_on, old.rolled_from, old.created_at) then
    raise exception 'HOLDING_FIXED' using errcode = 'CD160';
  end if;
  if new.status = 'running' then
    if new.roll_over <> old.roll_over then
      if not is_owner and caller <> 'candor_http' then
        raise exception 'HOLDING_REFUSED: CHOICE' using errcode = 'CD160';
      end if;
    elsif not is_owner and caller <> 'candor_worker' or new.interest <> 'daily'
      or new.paid_through is distinct from coalesce(old.paid_through + 1, old.starts_on) or new.paid_through >= today
      or new.paid_through >= new.matures_on then
      raise exception 'HOLDING_REFUSED: PAYMENT' using errcode = 'CD160';
    else
      new.paid := round_interest(new.principal * new.annual_rate * (new.paid_through - new.starts_on + 1));
      new.last_payment := new.paid - old.paid;
      return new;
    end if;
    new.paid := old.paid;
    new.paid_through := old.paid_through;
    new.last_payment := old.last_payment;
    return new;
  end if;
  if new.status = 'matured' then
    if not is_owner and caller <> 'candor_worker' or new.matures_on > today then
      raise exception 'HOLDING_REFUSED: MATURITY' using errcode = 'CD160';
    end if;
    new.ended_on := new.matures_on;
    new.earned := round_interest(new.principal * new.annual_rate * (new.matures_on - new.starts_on));
    new.paid_through := new.matures_on - 1;
    new.last_payment := case when new.earned = old.paid then old.last_payment else new.earned - old.paid end;
  else
    select * into strict t from project_terms where project_id = new.project_id and version = new.version;
    if not is_owner and caller <> 'candor_http' or t.early_rate is null or today < new.starts_on + t.early_lock_days
      or today >= new.matures_on then
      raise exception 'HOLDING_REFUSED: REDEMPTION' using errcode = 'CD160';
    end if;
    new.ended_on := today;
    new.earned := round_interest(new.principal * t.early_rate * (today - new.starts_on));
    new.paid_through := today;
    new.last_payment := new.earned - old.paid;
    -- Dates that are not closed yet, and today's row, which takes back what the early rate does not give.
    insert into holding_accrual (business_date, holding_id, amount)
    select d::date, new.id, round_interest(new.principal * new.annual_rate * (d::date - new.starts_on + 1))
      - round_interest(new.principal * new.annual_rate * (d::date - new.starts_on))
    from generate_series(new.starts_on, today - 1, interval '1 day') d
    on conflict do nothing;
    insert into holding_accrual (business_date, holding_id, amount)
    values (today, new.id, new.earned - round_interest(new.principal * new.annual_rate * (today - new.starts_on)));
  end if;
  new.paid := new.earned;
  new.ended_at := clock_timestamp();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.move_withdrawal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  caller text := calling_role();
  is_owner boolean := pg_has_role(calling_role(), current_user, 'member');
  s site%rowtype;
  r withdrawal_rule%rowtype;
begin
  if tg_op = 'INSERT' then
    select * into strict s from site;
    select * into strict r from withdrawal_rule;
    if new.status <> 'pending' or new.paid_out <> 'none' or new.currency <> s.currency
      or new.wallet <> (case s.mode when 'practice' then 'practice' else 'cash' end)
      or new.amount not between r.min and r.max
      or new.fee <> least(greatest(trunc(new.amount::numeric * r.fee_rate / 10000), r.fee_min), r.fee_max)
      or not exists (select from member m where m.id = new.member_id and m.withdrawal_allowed and not m.frozen
        and coalesce(m.withdrawals_paused_until <= clock_timestamp(), true)) then
      raise exception 'WITHDRAWAL_REFUSED' using errcode = 'CD091';
    end if;
    return new;
  end if;
  if (new.id, new.reference, new.member_id, new.wallet, new.currency, new.amount, new.fee, new.hold, new.fee_hold, new.payee,
      new.payee_sealed, new.created_at) is distinct from
    (old.id, old.reference, old.member_id, old.wallet, old.currency, old.amount, old.fee, old.hold, old.fee_hold, old.payee,
      old.payee_sealed, old.created_at) then
    raise exception 'WITHDRAWAL_FIXED' using errcode = 'CD091';
  end if;
  if (new.status = old.status) = (new.paid_out = old.paid_out) then
    raise exception 'WITHDRAWAL_ONE_STEP' using errcode = 'CD091';
  end if;
  if not exists (select from cashier_edge e where (is_owner or caller = any (e.roles)) and case when new.status = old.status
      then e.flow = 'payout' and e.from_state = old.paid_out and e.to_state = new.paid_out
      else e.flow = 'withdrawal' and e.from_state = old.status and e.to_state = new.status end) then
    raise exception 'WITHDRAWAL_EDGE: % to %', old.status, new.status using errcode = 'CD091';
  end if;
  if old.status = 'seconding' and new.status = 'approved' and new.first_by is distinct from old.first_by then
    raise exception 'WITHDRAWAL_SECONDING' using errcode = 'CD091';
  end if;
  new.version := old.version + 1;
  new.decided_at := case when new.status = old.status then old.decided_at
    when new.status in ('approved', 'rejected', 'cancelled') then clock_timestamp() end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.name_alert_tick()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if old.fired_seq is not null then
    raise exception 'ALERT_REFUSED: FIRED' using errcode = 'CD190';
  end if;
  select t.at, t.price into new.fired_at, new.fired_price from tick t
  where t.product = old.product and t.seq = new.fired_seq and t.seq > old.after_seq and t.status = 'OK' and t.feed = old.feed
    and t.at < old.expires_at and t.at > old.created_at - interval '1 minute'
    and case old.side when 'above' then t.price >= old.target else t.price <= old.target end;
  if not found then
    raise exception 'ALERT_REFUSED: NOT REACHED' using errcode = 'CD190';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.name_forms(name text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  -- Lower case of every script, whatever the database's own locale is. Accents come apart here and fall away below, with all that
  -- is no letter from a to z.
  with plain as (
    select replace(translate(normalize(lower(normalize(name, nfkc) collate "pg_c_utf8"), nfkd),
      'авекмнорстухѕіјԁԛԝгпαβγεηικνορτυχωıłøđɑɡꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜꭺᏼꮯꭰꭼꮐꮋꭵꭻꮶꮮꮇꮲꭱꮪꭲꮩꮃꭹꮓᴀʙᴄᴅᴇ'
      || 'ꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢաժցհյլոօբզսֆⲟⲥⲣⲁⲕⲙⲧ🅐🅰🇦🅑🅱🇧🅒🅲🇨🅓🅳🇩🅔🅴🇪🅕🅵🇫🅖🅶🇬🅗🅷🇭🅘🅸🇮🅙🅹🇯🅚🅺🇰🅛🅻🇱🅜🅼🇲🅝🅽🇳🅞🅾🇴🅟🅿🇵🅠🆀🇶🅡'
      || '🆁🇷🅢🆂🇸🅣🆃🇹🅤🆄🇺🅥🆅🇻🅦🆆🇼🅧🆇🇽🅨🆈🇾🅩🆉🇿',
      'abekmhopctyxsijdqwrnabyenikvoptuxwilodagabcdefghijklmnoprstuvwxyzabcdeghijklmprstvwyzabcde'
      || 'fghijklmnoprstuvwyzadghjlnopqufocpakmtaaabbbcccdddeeefffggghhhiiijjjkkklllmmmnnnooopppqqqr'
      || 'rrssstttuuuvvvwwwxxxyyyzzz'), 'ß', 'ss') as t),
  part as (
    select regexp_replace(t, '^[^a-z]+|[^a-z]+$', '', 'g') as p from plain
    union all select t from plain
    union all select regexp_replace(t, '[^a-z]', '', 'g') from plain),
  form as (
    select replace(replace(replace(regexp_replace(translate(p, '01345678@$!|9', 'oieasgtbasiig'), '[^a-z]', '', 'g'),
      'rn', 'm'), 'vv', 'w'), 'l', 'i') as f from part)
  select coalesce(array_agg(distinct f), '{}') from form where length(f) >= 3
$function$;

CREATE OR REPLACE FUNCTION public.name_who_acts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  name text;
  named bigint;
begin
  if calling_role() <> 'candor_console' then return null; end if;
  foreach name in array tg_argv loop
    named := (to_jsonb(new) ->> name)::bigint;
    if named is not null and (tg_op = 'INSERT' or named is distinct from (to_jsonb(old) ->> name)::bigint)
      and named is distinct from current_operator() then
      raise exception 'OPERATOR_REFUSED: NOT_WHO_ACTS' using errcode = 'CD302', detail = tg_table_name || '.' || name;
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.need_operator()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if calling_role() = 'candor_console' and current_operator() is null then
    raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300', detail = tg_table_name;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_ended_sessions(of_member bigint, ended integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if calling_role() <> 'candor_console' then return; end if;
  if current_operator() is null then
    raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300';
  end if;
  if ended > 0 then
    perform record_act('member/sessions/end', 'member', of_member::text, jsonb_build_object('count', ended));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.note_known_browser(fingerprint bytea, of_member bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select note_mark('browser', fingerprint, of_member)
  where exists (select from member_mark k where k.kind = 'browser' and k.mark = fingerprint)
$function$;
grant execute on function note_known_browser(bytea,bigint) to candor_http;

CREATE OR REPLACE FUNCTION public.note_mark(wanted text, fingerprint bytea, of_member bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into member_mark as k (kind, mark, member_id, state)
  values (wanted, fingerprint, of_member, case when wanted in ('browser', 'network') then 'seen' else 'refused' end)
  on conflict (kind, mark, member_id) do update set last_at = clock_timestamp()
$function$;
grant execute on function note_mark(text,bytea,bigint) to candor_http;

CREATE OR REPLACE FUNCTION public.note_use(session bytea, used text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into operator_use as u (operator_id, permission)
  select s.operator_id, used from operator_session s where s.token_hash = session and s.stage = 'full' and s.expires_at > clock_timestamp()
    and used ~ '^[a-z]+:[a-z]+:[a-z]+$' and covers_all(rights_of(s.operator_id), array[used])
  on conflict (operator_id, permission) do update set used_at = clock_timestamp() where u.used_at < clock_timestamp() - interval '1 hour'
$function$;
grant execute on function note_use(bytea,text) to candor_console;

CREATE OR REPLACE FUNCTION public.object_to_release()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update factor_release r set status = 'stopped' where r.member_id = new.member_id and r.status = 'waiting';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.open_alarm(of_kind text, of_subject text, of_detail jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  is_new boolean;
begin
  update alarm set seen_at = clock_timestamp(), detail = of_detail
    where kind = of_kind and subject = of_subject and closed_at is null;
  if found then return 'kept'; end if;
  update alarm set closed_at = null, seen_at = clock_timestamp(), detail = of_detail, times = times + 1
    where id = (select max(a.id) from alarm a where a.kind = of_kind and a.subject = of_subject)
      and closed_at > clock_timestamp() - interval '5 minutes';
  if found then return 'back'; end if;
  -- Another worker may have seen it at the same moment.
  insert into alarm (kind, subject, detail) values (of_kind, of_subject, of_detail)
    on conflict (kind, subject) where closed_at is null do update set seen_at = clock_timestamp()
    returning xmax = 0 into is_new;
  return case when is_new then 'opened' else 'kept' end;
end $function$;
grant execute on function open_alarm(text,text,jsonb) to candor_worker;

CREATE OR REPLACE FUNCTION public.open_complaint()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  filed record;
begin
  if calling_role() = 'candor_console' and new.recorded_by is null or calling_role() = 'candor_http' and new.recorded_by is not null then
    raise exception 'COMPLAINT_REFUSED: NOT_ALLOWED' using errcode = 'CD050';
  end if;
  -- Whoever erases a closed account locks its member: it waits for this one, and erases its words too, or this one sees it.
  perform from member m where m.id = new.member_id for share;
  if exists (select from member_closing k where k.member_id = new.member_id and k.erased_at is not null) then
    raise exception 'COMPLAINT_REFUSED: ERASED' using errcode = 'CD050';
  end if;
  -- The member's row is locked by the call of a member: two at once count each other.
  if calling_role() = 'candor_http'
    and (select count(*) from complaint c where c.member_id = new.member_id and c.ended_at is null) >= 5 then
    raise exception 'COMPLAINT_REFUSED: TOO_MANY' using errcode = 'CD050';
  end if;
  select new.about_name as name, new.product into filed
  from order_archive_left l
  join order_archive a on a.month = l.month
  join order_archive_member w on w.month = l.month and w.member_id = new.member_id
  where new.about = 'order' and l.month = (select min(x.month) from order_archive x
      where x.month >= date_trunc('month', uuid_extract_timestamp(new.about_id) at time zone 'UTC')::date)
    and case when new.about_name ~ '^[1-9]\d{0,17}$' then new.about_name::bigint between a.first_no and a.last_no end
    and exists (select from product p where p.code = new.product);
  select t.name, t.product into new.about_name, new.product from (
    select o.no::text as name, o.product from trade_order o
    where new.about = 'order' and o.id = new.about_id and o.member_id = new.member_id
    union all
    select d.reference, null from deposit d where new.about = 'deposit' and d.id = new.about_id and d.member_id = new.member_id
    union all
    select w.reference, null from withdrawal w where new.about = 'withdrawal' and w.id = new.about_id and w.member_id = new.member_id
    union all
    select filed.name, filed.product where filed.name is not null
  ) t;
  if (new.about is null) <> (new.about_name is null) then
    raise exception 'COMPLAINT_REFUSED: ABOUT' using errcode = 'CD050';
  end if;
  if new.message_id is not null and not exists (select from support_message m where m.id = new.message_id and m.member_id = new.member_id
      and m.author in ('member', 'visitor')) then
    raise exception 'COMPLAINT_REFUSED: MESSAGE' using errcode = 'CD050';
  end if;
  new.opened_at := clock_timestamp();
  new.due_on := working_day_after((new.opened_at at time zone (select s.time_zone from site s))::date, 15);
  new.state := 'received';
  new.operator_id := null;
  new.decision := null;
  new.ended_at := null;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.open_holding()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  s site%rowtype;
  p project%rowtype;
  t project_terms%rowtype;
  before holding%rowtype;
  caller text := calling_role();
begin
  select * into strict s from site;
  select * into strict p from project where id = new.project_id for no key update;
  select * into strict t from project_terms where project_id = new.project_id and version = new.version;
  if new.status <> 'running' or new.version <> p.version or not p.active or new.currency <> s.currency
    or new.wallet <> (case s.mode when 'practice' then 'practice' else 'cash' end)
    or new.agreement <> (select coalesce(max(a.version), 0) from agreement a where a.code = 'project')
    or clock_timestamp() < t.opens_at or clock_timestamp() >= t.closes_at
    or new.principal < t.min or p.sold + new.principal > t.size
    or new.principal + (select coalesce(sum(h.principal), 0) from holding h
      where h.project_id = new.project_id and h.member_id = new.member_id and h.status = 'running' and h.wallet = new.wallet) > t.max
    or exists (select from member m where m.id = new.member_id and m.frozen) then
    raise exception 'HOLDING_REFUSED' using errcode = 'CD160';
  end if;
  new.starts_on := (clock_timestamp() at time zone s.time_zone)::date;
  if new.rolled_from is not null then
    -- It continues one that is over, was to be continued, and had terms that are not better. No day between them is lost.
    select * into strict before from holding where id = new.rolled_from;
    if caller = 'candor_http' or before.status <> 'matured' or not before.roll_over or before.member_id <> new.member_id
      or before.wallet <> new.wallet or before.project_id <> new.project_id or before.principal <> new.principal
      or t.annual_rate < before.annual_rate or t.term_days <> before.matures_on - before.starts_on then
      raise exception 'HOLDING_REFUSED: ROLLED' using errcode = 'CD160';
    end if;
    new.starts_on := before.matures_on;
  elsif caller = 'candor_worker' then
    raise exception 'HOLDING_REFUSED: WORKER' using errcode = 'CD160';
  end if;
  new.annual_rate := t.annual_rate;
  new.interest := t.interest;
  new.matures_on := new.starts_on + t.term_days;
  new.paid := 0;
  new.paid_through := null;
  new.last_payment := 0;
  update project set sold = sold + new.principal where id = new.project_id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.open_invitation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into invitation (invitee_id, inviter_id, version, amount, turnover_rate)
  select new.id, new.invited_by, r.version, r.amount, r.turnover_rate from reward_rule r where r.amount > 0
  on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.open_savings_transfer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  s site%rowtype;
  caller text := calling_role();
begin
  select * into strict s from site;
  if new.currency <> s.currency or new.wallet <> (case s.mode when 'practice' then 'practice' else 'cash' end)
    or new.agreement <> (select coalesce(max(a.version), 0) from agreement a where a.code = 'savings')
    or caller = 'candor_http' and exists (select from member m where m.id = new.member_id and m.frozen) then
    raise exception 'SAVINGS_REFUSED' using errcode = 'CD161';
  end if;
  if new.auto_on is not null and (caller = 'candor_http' or new.direction <> 'in'
      or not exists (select from savings v where v.member_id = new.member_id and v.wallet = new.wallet and v.auto))
    or new.auto_on is null and caller = 'candor_worker' then
    raise exception 'SAVINGS_REFUSED: ORIGIN' using errcode = 'CD161';
  end if;
  insert into savings (member_id, wallet) values (new.member_id, new.wallet) on conflict do nothing;
  new.origin := case when new.auto_on is null then 'member' else 'auto' end;
  new.at := clock_timestamp();
  new.net := coalesce((select x.net from savings_transfer x where x.member_id = new.member_id and x.wallet = new.wallet
    order by x.n desc limit 1), 0) + case new.direction when 'in' then new.amount else -new.amount end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.opened_entry(kind text, half text, seal bytea)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select sha256(convert_to('candor-log-' || kind || E'-v2\n' || encode(sha256(convert_to(half, 'UTF8')), 'hex') || E'\n'
    || encode(seal, 'hex') || E'\n', 'UTF8'))
$function$;

CREATE OR REPLACE FUNCTION public.operator_at(stages text[])
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select s.operator_id from operator_session s join operator o on o.id = s.operator_id
  where s.token_hash = decode(nullif(current_setting('candor.session', true), ''), 'hex') and s.stage = any(stages)
    and s.expires_at > clock_timestamp() and o.left_at is null
    and exists (select from role r where r.name = any(o.roles))
$function$;

CREATE OR REPLACE FUNCTION public.operator_credentials(folded text)
 RETURNS TABLE(operator_id bigint, password_hash text, may_log_in boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select o.id, a.password_hash, true from operator o join operator_access a on a.operator_id = o.id
  where lower(o.username collate "C") = folded and a.password_hash is not null and o.left_at is null
    and exists (select from role r where r.name = any(o.roles))
$function$;
grant execute on function operator_credentials(text) to candor_console;

CREATE OR REPLACE FUNCTION public.order_archive_line(o trade_order)
 RETURNS TABLE(line jsonb, missing text)
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_object('order', to_jsonb(o), 'settlement', to_jsonb(d.s),
      'log', jsonb_build_object('order', g.order_index, 'settlement', g.settlement_index)),
    case when (d.s).order_id is null then 'NOT_SETTLED'
      when o.nonce is not null and g.order_index is null then 'NOT_LOGGED'
      when o.request_key is not null and g.settlement_index is null then 'NOT_LOGGED'
      when not exists (select from checkpoint c where c.product = o.product and c.at >= o.closes_at) then 'NOT_SIGNED'
    end
  from (select) one
  left join lateral (select s from settlement s where s.order_id = o.id offset 0) d on true
  left join lateral (
    select
      (select b.first + (select count(*) from trade_order x
          where x.no > coalesce(before.last_no, 0) and x.no < o.no and x.nonce is not null)
          + (select count(*) from order_archive_number x where x.no > coalesce(before.last_no, 0) and x.no < o.no)
        from (select c.first from order_log_batch c where c.last_no >= o.no and c.kind = 'orders' order by c.last_no limit 1) b
        left join lateral (select c.last_no from order_log_batch c where c.first < b.first order by c.first desc limit 1) before on true
        where o.nonce is not null) as order_index,
      (select b.first + array_position(b.orders, o.id) - 1 from settlement_batch b
        where b.during @> (d.s).settled_at and o.id = any (b.orders) and b.first is not null) as settlement_index
    offset 0) g on true
$function$;

CREATE OR REPLACE FUNCTION public.order_archive_lines(archive_month date, after_member bigint, after_no bigint, lines_max integer)
 RETURNS TABLE(member_id bigint, no bigint, line text, missing text)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET bytea_output TO 'hex'
AS $function$
  with picked as materialized (
    select o from trade_order o
    where o.id >= (select s.first_id from order_month_span(archive_month) s) and o.id < (select s.end_id from order_month_span(archive_month) s)
      and o.member_id >= after_member and (o.member_id > after_member or o.no < after_no)
    order by o.member_id, o.no desc limit lines_max
  )
  select (p.o).member_id, (p.o).no, l.line::text, l.missing from picked p cross join lateral order_archive_line(p.o) l order by 1, 2 desc
$function$;

CREATE OR REPLACE FUNCTION public.order_archive_log_span(archive_month date, OUT low bigint, OUT high bigint)
 RETURNS record
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select (select b.first from order_log_batch b where b.kind = 'orders' and b.last_no >= a.first_no order by b.last_no limit 1),
    greatest(
      (select b.first + b.count from order_log_batch b where b.kind = 'orders' and b.last_no >= a.last_no order by b.last_no limit 1),
      (select max(w.first + cardinality(w.orders)) from settlement_batch w where w.during && tstzrange(m.last - interval '10 seconds', m.last + interval '10 seconds')))
  from order_archive a
  cross join lateral (select max(x.last_settled_at) as last from order_archive_member x where x.month = a.month) m
  where a.month = archive_month
$function$;

CREATE OR REPLACE FUNCTION public.order_archive_sorted_lines(archive_month date, by_sort text, after_key text, lines_max integer)
 RETURNS TABLE(key text, place bigint, no bigint, line text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET bytea_output TO 'hex'
AS $function$
#variable_conflict use_column
declare
  span record;
  log record;
  at bigint;
  these integer;
  many integer := 0;
begin
  select s.first_id, s.end_id into span from order_month_span(archive_month) s;
  case by_sort
    when 'moment' then return query
      select o.id::text, coalesce(floor(extract(epoch from uuid_extract_timestamp(o.id)) * 1000)::bigint, 0), o.no, l.line::text
      from (select x as o from trade_order x where x.id >= span.first_id and x.id < span.end_id
        and (after_key = '' or x.id > nullif(after_key, '')::uuid) order by x.id limit lines_max) p
      cross join lateral (select (p.o).id, (p.o).no) o cross join lateral order_archive_line(p.o) l order by o.id;
    when 'closing' then return query
      select (extract(epoch from (p.o).closes_at) * 1000000)::bigint || '/' || encode(p.ref, 'hex'),
        floor(extract(epoch from (p.o).closes_at) * 1000)::bigint, null::bigint,
        jsonb_build_object('wallet', (p.o).wallet, 'ref', encode(p.ref, 'hex'), 'product', (p.o).product, 'duration_sec', (p.o).duration_sec,
          'direction', (p.o).direction, 'closes_at', (p.o).closes_at, 'entry_seq', g.s -> 'entry_seq', 'exit_seq', g.s -> 'exit_seq',
          'entry_price', g.s -> 'entry_price', 'exit_price', g.s -> 'exit_price', 'outcome', g.s -> 'outcome', 'reason', g.s -> 'reason',
          'index', case when (p.o).document_version > 2 then g.log -> 'order' end,
          'settled_index', case when (p.o).document_version > 2 then g.log -> 'settlement' end)::text
      from (select x as o, sha256(x.id::text::bytea) as ref from trade_order x where x.id >= span.first_id and x.id < span.end_id
          and (after_key = '' or x.closes_at >= to_timestamp(split_part(after_key, '/', 1)::bigint / 1000000.0) - interval '1 millisecond'
            and ((extract(epoch from x.closes_at) * 1000000)::bigint, sha256(x.id::text::bytea))
              > (split_part(after_key, '/', 1)::bigint, decode(split_part(after_key, '/', 2), 'hex')))
        order by x.closes_at, sha256(x.id::text::bytea) limit lines_max) p
      cross join lateral order_archive_line(p.o) l
      cross join lateral (select l.line -> 'settlement' as s, l.line -> 'log' as log) g
      order by (p.o).closes_at, p.ref;
    when 'opening' then
      select s.low, s.high into log from order_archive_log_span(archive_month) s;
      at := case after_key when '' then log.low else after_key::bigint + 1 end;
      while at < log.high and many < lines_max loop
        return query
          select e.index::text, e.index, null::bigint, jsonb_build_object('index', e.index, 'kind', o.kind, 'half', o.half, 'seal', encode(o.seal, 'hex'))::text
          from order_log_entries(at, at + 256) e join log_openings(at, at + 256) o on o.index = e.index
          where e.order_id >= span.first_id and e.order_id < span.end_id and o.kind <> 'sealed' order by e.index;
        get diagnostics these = row_count;
        many := many + these;
        at := at + 256;
      end loop;
  end case;
end $function$;

CREATE OR REPLACE FUNCTION public.order_commitment(nonce uuid, document text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select sha256(convert_to(E'candor-log-order-v1\n' || nonce || E'\n' || encode(sha256(convert_to(document, 'UTF8')), 'hex') || E'\n', 'UTF8'))
$function$;

CREATE OR REPLACE FUNCTION public.order_data(o trade_order, s settlement, d smallint)
 RETURNS json
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select json_build_object('id', o.id, 'no', o.no, 'wallet', o.wallet, 'product', o.product, 'direction', o.direction,
    'stake', price_text(o.stake, d), 'fee', price_text(o.fee, d), 'payout', price_text(o.payout, d), 'durationSec', o.duration_sec,
    'termsVersion', o.terms_version, 'acceptedAt', o.accepted_at, 'entryAt', o.entry_at, 'closesAt', o.closes_at,
    'outcome', s.outcome, 'reason', s.reason, 'profit', price_text(s.profit, d), 'credited', price_text(s.credited, d),
    'settledAt', s.settled_at)
$function$;

CREATE OR REPLACE FUNCTION public.order_data_of_lines(lines text[])
 RETURNS TABLE(key text, data json)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select o.no::text, order_data(o, s, site.currency_decimals)
  from site cross join unnest(lines) with ordinality l (line, n)
  cross join lateral jsonb_populate_record(null::trade_order, l.line::jsonb -> 'order') o
  cross join lateral jsonb_populate_record(null::settlement, l.line::jsonb -> 'settlement') s
  order by l.n
$function$;
grant execute on function order_data_of_lines(text[]) to candor_worker;

CREATE OR REPLACE FUNCTION public.order_document(entry trade_order, terms_hash bytea, paid_in text, places smallint)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select '{' || case when entry.document_version < 3 then '' else '"acceptBy":"'
      || to_char(entry.request_deadline at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '",' end || '"acceptedAt":"' || to_char(entry.accepted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","closesAt":"' || to_char(entry.closes_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","currency":' || to_json(paid_in) || ',"direction":"' || entry.direction || '","durationSec":' || entry.duration_sec
    || ',"entryAt":"' || to_char(entry.entry_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","fee":"' || price_text(entry.fee, places) || '","format":"candor-order-v' || entry.document_version
    || '","id":"' || entry.id || '","no":"' || entry.no
    || '","payout":"' || price_text(entry.payout, places) || '","payoutRate":"' || price_text(entry.payout_rate, 4::smallint)
    || '","product":' || to_json(entry.product)
    || case when entry.document_version = 1 then '' else ',"requestHash":' || coalesce('"' || encode(sha256(convert_to(
      case when entry.document_version = 2 then E'candor-order-request-v1\n' else E'candor-order-request-v2\n' end || entry.key || E'\n' || entry.product || E'\n' || entry.direction || E'\n' || entry.duration_sec
      || E'\n' || price_text(entry.stake, places) || E'\n' || entry.wallet || E'\n' || encode(entry.request_terms_hash, 'hex')
      || E'\n' || to_char(entry.requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      || case when entry.document_version = 2 then '' else E'\n' || to_char(entry.request_deadline at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end
      || E'\n' || encode(entry.request_key, 'hex') || E'\n' || encode(entry.request_signature, 'hex') || E'\n', 'UTF8')), 'hex')
      || '"', 'null') end
    || ',"stake":"' || price_text(entry.stake, places)
    || '","submittedAt":"' || to_char(entry.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","termsHash":"' || encode(terms_hash, 'hex') || '","termsVersion":' || entry.terms_version
    || ',"wallet":"' || entry.wallet || '"}'
$function$;

CREATE OR REPLACE FUNCTION public.order_log_entries(from_index bigint, to_index bigint)
 RETURNS TABLE(index bigint, order_id uuid)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
  with batch as materialized (
    select b.first, b.kind, b.last_no, coalesce(before.last_no, (select begins_after from order_log)) as after_no
    from order_log_batch b
    left join lateral (select c.last_no from order_log_batch c where c.first < b.first order by c.first desc limit 1) before on true
    where b.first < to_index
      and b.first >= coalesce((select c.first from order_log_batch c where c.first <= from_index order by c.first desc limit 1), 0)
  )
  select n.index, n.order_id from (
    select b.first + row_number() over (partition by b.first order by x.no) - 1 as index, x.id as order_id
    from batch b cross join lateral (
      select y.id, y.no from trade_order y where y.no > b.after_no and y.no <= b.last_no and y.nonce is not null
      union all select null, y.no from order_archive_number y where y.no > b.after_no and y.no <= b.last_no
    ) x where b.kind = 'orders'
    union all
    select w.first + u.place - 1, u.id
    from settlement_batch w cross join lateral unnest(w.orders) with ordinality u (id, place)
    where w.first > from_index - 2000 and w.first < to_index and exists (select from batch b where b.kind = 'settlements')
  ) n where n.index >= from_index and n.index < to_index
$function$;

CREATE OR REPLACE FUNCTION public.order_month_held(archive_month date, kept_months integer)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when extract(day from archive_month) <> 1 or span.first_id is null
      or to_regclass('public.settlement_' || to_char(archive_month, 'YYYYMM')) is null then 'NO_MONTH'
    when (archive_month + interval '1 month') at time zone 'UTC' + make_interval(months => greatest(kept_months, 3)) > clock_timestamp()
      then 'NOT_OLD'
    when exists (select from position p where p.order_id >= span.first_id and p.order_id < span.end_id) then 'ORDER_OPEN'
  end
  from order_month_span(archive_month) span
$function$;

CREATE OR REPLACE FUNCTION public.order_month_span(archive_month date, OUT first_id uuid, OUT end_id uuid)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  select case when pg_get_expr(c.relpartbound, c.oid) like '%MINVALUE%' then '00000000-0000-0000-0000-000000000000'::uuid
      else month_id(archive_month) end,
    month_id((archive_month + interval '1 month')::date)
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'public.trade_order'::regclass and c.relname = 'trade_order_' || to_char(archive_month, 'YYYYMM')
$function$;

CREATE OR REPLACE FUNCTION public.order_month_stays(archive_month date, kept_months integer)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(order_month_held(archive_month, kept_months), case
    when not exists (select from order_archive a where a.month = archive_month)
      or not (select bool_and(is_order_month_sorted(archive_month, sort)) from unnest(array['moment', 'opening', 'closing']) sort) then 'NOT_ARCHIVED'
    when exists (select from trade_order o where o.id < span.first_id) then 'NOT_OLDEST'
    when exists (select from settlement_alarm a where a.order_id >= span.first_id and a.order_id < span.end_id) then 'ORDER_OPEN'
    when not exists (select from fairness_month m, site s where m.month >= date_trunc('month',
      ((archive_month + interval '1 month') at time zone 'UTC' + interval '1 day') at time zone s.time_zone)::date) then 'NOT_COUNTED'
  end)
  from (select) one left join lateral order_month_span(archive_month) span on true
$function$;

CREATE OR REPLACE FUNCTION public.order_months_ahead()
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(min(n) - 1, 24) from generate_series(0, 24) n
  cross join lateral (select to_char(date_trunc('month', clock_timestamp() at time zone 'UTC') + make_interval(months => n), 'YYYYMM') as suffix) m
  where (select count(*) from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent in ('trade_order'::regclass, 'settlement'::regclass)
      and c.relname in ('trade_order_' || m.suffix, 'settlement_' || m.suffix)) < 2
$function$;

CREATE OR REPLACE FUNCTION public.own_limits_of(members bigint[])
 RETURNS TABLE(member_id bigint, kind text, period text, amount bigint, waiting boolean, next_amount bigint, next_at timestamp with time zone, staked bigint, lost bigint, at_risk bigint, deposited bigint, underway bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
  select l.member_id, l.kind, l.period, case when h.over then l.next_amount else l.amount end, l.waiting and not h.over,
    case when not h.over then l.next_amount end, case when not h.over then l.next_at end,
    u.staked, u.lost, r.at_risk, u.deposited, d.underway
  from own_limit l
  cross join (select case mode when 'practice' then 'practice' else 'cash' end as wallet,
    (clock_timestamp() at time zone time_zone)::date as today from site) s
  cross join lateral (select l.waiting and l.next_at <= clock_timestamp() as over) h
  cross join lateral (select coalesce(sum(x.staked), 0)::bigint as staked, coalesce(sum(x.lost), 0)::bigint as lost,
    coalesce(sum(x.deposited), 0)::bigint as deposited
    from own_use x where x.member_id = l.member_id and x.wallet = s.wallet
      and x.day between date_trunc(l.period, s.today::timestamp)::date and s.today) u
  cross join lateral (select coalesce(sum(o.stake + o.fee), 0)::bigint as at_risk from position p
    cross join lateral (select x.stake, x.fee from trade_order x where x.id = p.order_id offset 0) o
    where l.kind = 'loss' and p.member_id = l.member_id and p.wallet = s.wallet) r
  cross join lateral (select coalesce(sum(x.amount), 0)::bigint as underway from deposit x
    where l.kind = 'deposit' and x.member_id = l.member_id and x.wallet = s.wallet
      and x.status in ('recharging', 'pending', 'reviewing', 'seconding')) d
  where l.member_id = any (members)
$function$;
grant execute on function own_limits_of(bigint[]) to candor_console;
grant execute on function own_limits_of(bigint[]) to candor_http;

CREATE OR REPLACE FUNCTION public.pack_sources(said jsonb, at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  packed jsonb;
begin
  select jsonb_agg(concat_ws('|', s ->> 'source', s ->> 'price', coalesce(s ->> 'tradeId', ''),
    coalesce(milliseconds_from(at, s ->> 'tradedAt')::text, ''), milliseconds_from(at, s ->> 'receivedAt')::text, s ->> 'verdict') order by n)
  into packed from jsonb_array_elements(said) with ordinality e (s, n);
  if packed is not null and unpack_sources(packed, at) = said then return packed; end if;
  return said;
exception when others then
  return said;
end $function$;

CREATE OR REPLACE FUNCTION public.pack_tick()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.sources := pack_sources(new.sources, new.at);
  if exists (select from order_log_head h where h.size = new.log_size and h.root = new.log_root) then new.log_root := ''; end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.pay_interest(day date, ids uuid[])
 RETURNS close_work
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  l record;
begin
  perform lock_members((select array_agg(distinct h.member_id) from holding h where h.id = any (ids)));
  with done as (
    update holding h set paid_through = day
    where h.id = any (ids) and h.status = 'running' and h.interest = 'daily' and (h.paid_through < day or h.paid_through is null)
      and h.starts_on <= day and day < h.matures_on
    returning h.id, h.member_id, h.wallet, h.last_payment
  ), paying as (
    select * from done where last_payment > 0
  ), told as (
    insert into outbox (members, message)
    select array_agg(distinct member_id), '{"type":"holding"}' from paying having count(*) > 0
  )
  select (select count(*) from done) as count, coalesce(sum(last_payment), 0)::bigint as sum,
    array_agg(invest_transfer('interest', id::text, day)) as ids, array_agg(last_payment) as amounts,
    array_agg('interest'::text) as types, array_agg(wallet) as wallets, array_agg('house'::text) as debits,
    array_agg('funds'::text) as credits, array_agg(member_id) as members, array_agg('holding'::text) as kinds,
    array_agg(id::text) as refs
  into l from paying;
  perform write_invest_transfers(l.ids, l.amounts, l.types, l.wallets, l.debits, l.credits, l.members, l.kinds, l.refs);
  return (l.count, l.sum, 0, 0, 0)::close_work;
end $function$;

CREATE OR REPLACE FUNCTION public.pay_settlements()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_nestloop TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare
  ids uuid[] := array(select order_id from settled order by order_id);
  members bigint[] := array(select distinct member_id from settled);
  credited_members bigint[] := array(select distinct member_id from settled where credited > 0);
  paid_in text;
begin
  select currency into strict paid_in from site;
  -- A wallet whose orders paid into escrow also needs the accounts that its orders are paid out of and into.
  insert into account (wallet, kind, currency)
  select w.wallet, k.kind, paid_in
  from (values ('practice'), ('cash')) w (wallet)
  cross join lateral (select from account x where x.member_id is null and x.wallet = w.wallet and x.kind = 'escrow'
    and x.currency = paid_in offset 0) e
  cross join (values ('house'), ('fees')) k (kind)
  left join lateral (select true as found from account x where x.member_id is null and x.wallet = w.wallet and x.kind = k.kind
    and x.currency = paid_in offset 0) a on true
  where a.found is null
  on conflict do nothing;

  -- Locked in the order of their ids, and read after that: no balance is written over one that another transaction wrote.
  perform from account a where a.member_id = any (credited_members) and a.kind = 'funds' order by a.id for no key update;

  with ended as materialized (
    select s.order_id, s.member_id, s.outcome, s.credited, s.settled_at, o.wallet, o.product, o.stake, o.fee, o.direction, o.payout,
      o.entry_at, o.closes_at
    from settled s
    join (select x.id, x.wallet, x.product, x.stake, x.fee, x.direction, x.payout, x.entry_at, x.closes_at
      from trade_order x where x.id = any (ids) and x.id between ids[1] and ids[cardinality(ids)]) o on o.id = s.order_id
  ), closed as (
    delete from position p using ended e
    where p.member_id = any (members) and p.member_id = e.member_id and p.wallet = e.wallet and p.product = e.product
      and p.order_id = e.order_id
  ), booked as (
    insert into house_journal (product, wallet, entry_at, closes_at, orders, up_stake, up_profit, down_stake, down_profit, kept)
    select product, wallet, entry_at, closes_at, -count(*), -coalesce(sum(stake) filter (where direction = 'up'), 0),
      -coalesce(sum(payout - stake) filter (where direction = 'up'), 0), -coalesce(sum(stake) filter (where direction = 'down'), 0),
      -coalesce(sum(payout - stake) filter (where direction = 'down'), 0), sum(stake + fee - credited)
    from ended group by product, wallet, entry_at, closes_at
  ), line as materialized (
    select e.order_id, e.member_id, e.outcome, e.credited, e.settled_at, e.wallet, e.stake, e.fee, a.id as account,
      a.seq + row_number() over own as seq, (a.posted + sum(e.credited) over own)::bigint as posted,
      lead(e.order_id) over own is null as is_last
    from ended e
    left join (select x.id, x.member_id, x.wallet, x.seq, x.posted from account x
      where x.member_id = any (credited_members) and x.kind = 'funds' and x.currency = paid_in) a
      on a.member_id = e.member_id and a.wallet = e.wallet and e.credited > 0
    window own as (partition by a.id order by e.order_id)
  ), moved as (
    update account a set posted = l.posted, seq = l.seq
    from line l
    where a.id = any (array(select m.account from line m where m.is_last and m.account is not null)) and a.id = l.account and l.is_last
  ), house as materialized (
    select w.wallet, e.id as escrow, h.id as house, f.id as fees
    from (values ('practice'), ('cash')) w (wallet)
    left join lateral (select x.id from account x where x.member_id is null and x.wallet = w.wallet and x.kind = 'escrow'
      and x.currency = paid_in offset 0) e on true
    left join lateral (select x.id from account x where x.member_id is null and x.wallet = w.wallet and x.kind = 'house'
      and x.currency = paid_in offset 0) h on true
    left join lateral (select x.id from account x where x.member_id is null and x.wallet = w.wallet and x.kind = 'fees'
      and x.currency = paid_in offset 0) f on true
  )
  insert into transfer (debit_account, credit_account, amount, type, wallet, currency, ref_type, ref_id, at, member_id,
    credit_seq, credit_balance_after)
  select t.debit, t.credit, t.amount, t.type, t.wallet, paid_in, 'order', t.order_id::text, t.settled_at, t.member_id, t.seq, t.posted
  from (
    select h.escrow as debit, h.house as credit, l.stake as amount, 'orderClose' as type, l.wallet, l.order_id, l.settled_at,
      null::bigint as member_id, null::bigint as seq, null::bigint as posted
    from line l join house h on h.wallet = l.wallet where l.outcome in ('won', 'lost')
    union all
    select h.escrow, h.fees, l.fee, 'fee', l.wallet, l.order_id, l.settled_at, null, null, null
    from line l join house h on h.wallet = l.wallet where l.outcome in ('won', 'lost') and l.fee > 0
    union all
    select case l.outcome when 'won' then h.house else h.escrow end, l.account, l.credited,
      case l.outcome when 'won' then 'orderPayout' else 'orderRefund' end, l.wallet, l.order_id, l.settled_at, l.member_id, l.seq, l.posted
    from line l join house h on h.wallet = l.wallet where l.outcome <> 'lost'
  ) t;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.payout_block(member bigint)
 RETURNS text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select case when m.frozen then 'frozen' when not m.withdrawal_allowed then 'forbidden'
    when m.withdrawals_paused_until > clock_timestamp() then 'paused' end
  from member m where m.id = payout_block.member for share
$function$;

CREATE OR REPLACE FUNCTION public.payout_ref_key(ref text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select lower(regexp_replace(normalize(ref, NFKC), '[^A-Za-z0-9]', '', 'g') collate "C")
$function$;
grant execute on function payout_ref_key(text) to candor_console;

CREATE OR REPLACE FUNCTION public.permissions_of(role_names text[])
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(array_agg(distinct p), '{}') from role r cross join unnest(r.permissions) p where r.name = any(role_names)
$function$;

CREATE OR REPLACE FUNCTION public.place_support_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  person bigint;
begin
  if new.operator_id is null and new.member_id is null and new.author = 'member' then
    new.author := 'visitor';
  end if;
  if new.author in ('member', 'check') then
    insert into support_conversation (member_id) values (new.member_id) on conflict (member_id) do nothing;
    select id into new.conversation_id from support_conversation where member_id = new.member_id for no key update;
  else
    select member_id into person from support_conversation where id = new.conversation_id for no key update;
    if new.author = 'visitor' and person is not null then
      raise exception 'SUPPORT_REFUSED: NOT_A_VISITOR' using errcode = 'CD050';
    end if;
    new.member_id := person;
  end if;
  new.id := nextval('support_message_id_seq');
  update support_conversation c set last_id = new.id, last_at = clock_timestamp(),
    waiting_id = case new.author when 'operator' then null when 'check' then c.waiting_id else coalesce(c.waiting_id, new.id) end,
    -- Whoever writes again opens a closed conversation.
    closed = c.closed and new.author in ('check', 'operator')
  where c.id = new.conversation_id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.post_savings(day date, savers bigint[])
 RETURNS close_work
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  l record;
begin
  perform lock_members(savers);
  with done as (
    update savings_accrual a set posted_at = clock_timestamp()
    where a.business_date = day and a.member_id = any (savers) and a.posted_at is null and a.amount > 0
    returning a.member_id, a.wallet, a.amount
  ), told as (
    insert into outbox (members, message)
    select array_agg(distinct member_id), '{"type":"savings"}' from done having count(*) > 0
  )
  select count(*) as count, coalesce(sum(amount), 0)::bigint as sum,
    array_agg(invest_transfer('savings', member_id || '/' || wallet, day)) as ids, array_agg(amount) as amounts,
    array_agg('interest'::text) as types, array_agg(wallet) as wallets, array_agg('house'::text) as debits,
    array_agg('savings'::text) as credits, array_agg(member_id) as members, array_agg('savings'::text) as kinds,
    array_agg(day::text) as refs
  into l from done;
  perform write_invest_transfers(l.ids, l.amounts, l.types, l.wallets, l.debits, l.credits, l.members, l.kinds, l.refs);
  return (l.count, l.sum, 0, 0, 0)::close_work;
end $function$;

CREATE OR REPLACE FUNCTION public.prepare_order_months()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  this_month date := date_trunc('month', clock_timestamp() at time zone 'UTC')::date;
begin
  perform pg_advisory_xact_lock(727014);
  for ahead in 0..3 loop
    perform ensure_order_month((this_month + make_interval(months => ahead))::date);
  end loop;
  return order_months_ahead();
end $function$;
grant execute on function prepare_order_months() to candor_worker;

CREATE OR REPLACE FUNCTION public.prepare_tick_days()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  today date := (clock_timestamp() at time zone 'UTC')::date;
begin
  perform pg_advisory_xact_lock(727004);
  for ahead in 0..7 loop
    perform ensure_tick_partition(today + ahead);
  end loop;
  return (select count(*)::integer from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'tick'::regclass and to_date(right(c.relname, 8), 'YYYYMMDD') > today);
end $function$;
grant execute on function prepare_tick_days() to candor_worker;

CREATE OR REPLACE FUNCTION public.price_text(units bigint, decimals smallint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select round(units::numeric / power(10::numeric, decimals::numeric), decimals)::text
$function$;
grant execute on function price_text(bigint,smallint) to candor_worker;

CREATE OR REPLACE FUNCTION public.product_draft_problem(d jsonb, s jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  problem text;
begin
  if keys_of(d) is distinct from '{active,calendar,names,sources}'::text[] or jsonb_typeof(d -> 'active') <> 'boolean'
    or keys_of(d -> 'names') is distinct from '{en,zh-Hans,zh-Hant}'::text[] or keys_of(d -> 'sources') is null
    or exists (select from jsonb_each(d -> 'names') x where jsonb_typeof(x.value) <> 'string')
    or exists (select from jsonb_each(d -> 'sources') x where jsonb_typeof(x.value) <> 'string') then
    return 'form';
  end if;
  if s is not null and (keys_of(s - 'terms') is distinct from '{category,decimals,like,simulated}'::text[] or jsonb_typeof(s -> 'category') <> 'string'
    or not s ->> 'category' = any ('{crypto,forex,metal,index,stock}'::text[]) or not is_whole(s -> 'decimals') or jsonb_typeof(s -> 'like') <> 'string'
    or (s -> 'simulated' <> 'null' and (keys_of(s -> 'simulated') is distinct from '{level,volatility}'::text[]
      or not is_whole(s #> '{simulated,level}') or not is_whole(s #> '{simulated,volatility}')))) then
    return 'form';
  end if;
  if exists (select from jsonb_each_text(d -> 'names') x where length(x.value) not between 1 and 40 or x.value ~ '^\s|\s$') then return 'names'; end if;
  if exists (select from jsonb_each_text(d -> 'sources') x where not case x.key when 'binance' then x.value ~ '^[A-Z0-9]{3,24}$'
    when 'okx' then x.value ~ '^[A-Z0-9]{1,16}-[A-Z0-9]{1,16}$' when 'coinbase' then x.value ~ '^[A-Z0-9]{1,16}-[A-Z0-9]{1,16}$'
    when 'kraken' then x.value ~ '^[A-Z0-9]{1,16}/[A-Z0-9]{1,16}$' else false end) then
    return 'sources';
  end if;
  if d -> 'calendar' <> 'null' then
    problem := calendar_problem(d -> 'calendar');
    if problem = 'form' then return 'form'; end if;
    if problem is not null then return 'calendar.' || problem; end if;
  end if;
  if s is null then return null; end if;
  if s ? 'terms' then
    problem := terms_draft_problem(s -> 'terms');
    if problem = 'form' then return 'form'; end if;
    if problem is not null then return 'terms.' || problem; end if;
  end if;
  if (s ->> 'decimals')::bigint > 8 then return 'decimals'; end if;
  if s -> 'simulated' = 'null' then
    return case when d -> 'sources' = '{}' then 'sources' end;
  end if;
  if (s #>> '{simulated,level}')::bigint not between 1 and 1000000000000000
    or (s #>> '{simulated,volatility}')::bigint not between 1 and 50000 then
    return 'simulated';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.product_state(code text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select jsonb_build_object('names', v.names, 'sources', v.sources, 'calendar', coalesce(v.calendar, 'null'), 'active', v.active)
  from product_version v where v.product = product_state.code order by v.version desc limit 1
$function$;

CREATE OR REPLACE FUNCTION public.prove_deposit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.prove_writing()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select pg_logical_emit_message(true, 'candor', 'ready')
$function$;
grant execute on function prove_writing() to candor_console;
grant execute on function prove_writing() to candor_feed;
grant execute on function prove_writing() to candor_http;
grant execute on function prove_writing() to candor_worker;

CREATE OR REPLACE FUNCTION public.proves_deposit(notice uuid, paid deposit)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (
    select from payment_notice n join deposit_channel c on c.code = n.channel
    cross join lateral (select n.body::jsonb as said) b
    where n.id = notice and n.channel = paid.channel and is_signed_notice(n.channel, n.signed_at, n.body, n.signature)
      and said ->> 'reference' = paid.reference and said ->> 'status' = 'paid' and said ->> 'currency' = paid.asset
      and case when said ->> 'amount' ~ '^[0-9]{1,30}(\.[0-9]{1,18})?$'
        then (said ->> 'amount')::numeric * 10::numeric ^ c.asset_decimals = paid.asset_amount else false end)
$function$;

CREATE OR REPLACE FUNCTION public.public_order(entry trade_order, terms_hash bytea)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select '{"acceptedAt":"' || to_char(entry.accepted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","closesAt":"' || to_char(entry.closes_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","direction":"' || entry.direction || '","durationSec":' || entry.duration_sec
    || ',"entryAt":"' || to_char(entry.entry_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","format":"candor-public-order-v1","product":' || to_json(entry.product)
    || ',"ref":"' || encode(sha256(entry.id::text::bytea), 'hex')
    || '","termsHash":"' || encode(terms_hash, 'hex') || '","termsVersion":' || entry.terms_version
    || ',"wallet":"' || entry.wallet || '"}'
$function$;

CREATE OR REPLACE FUNCTION public.public_settlement(done settlement, decimals smallint)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select '{"entry":' || case when done.entry_seq is null then 'null'
      else '{"at":"' || to_char(done.entry_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        || '","price":"' || price_text(done.entry_price, decimals) || '","seq":' || done.entry_seq || '}' end
    || ',"exit":' || case when done.exit_seq is null then 'null'
      else '{"at":"' || to_char(done.exit_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        || '","price":"' || price_text(done.exit_price, decimals) || '","seq":' || done.exit_seq || '}' end
    || ',"format":"candor-public-settlement-v1","reason":' || coalesce('"' || done.reason || '"', 'null')
    || ',"ref":"' || encode(sha256(done.order_id::text::bytea), 'hex')
    || '","settledAt":"' || to_char(done.settled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","status":"' || done.outcome || '"}'
$function$;

CREATE OR REPLACE FUNCTION public.publish_checkpoints(writer_epoch bigint, checkpoints jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  entry jsonb;
  code text;
  entry_slot timestamptz;
  entry_at timestamptz;
  entry_seq bigint;
  last checkpoint%rowtype;
  base bytea;
  body text;
  prefix text;
  rest text;
  signature bytea;
  refused text;
begin
  if not exists (select from feed_leader where epoch = writer_epoch for share) then
    raise exception 'FEED_FENCED' using errcode = 'CD001';
  end if;
  for entry in select value from jsonb_array_elements(checkpoints) loop
    code := entry ->> 'product';
    entry_slot := (entry ->> 'slot')::timestamptz;
    entry_at := (entry ->> 'at')::timestamptz;
    entry_seq := (entry ->> 'seq')::bigint;
    refused := null;
    perform from tick_head h where h.product = code for update;
    select * into last from checkpoint c where c.product = code order by slot desc limit 1;
    base := coalesce((select text_hash from checkpoint c where c.product = code and kind = 'hour' order by slot desc limit 1),
      decode(repeat('00', 32), 'hex'));
    body := 'candor-checkpoint-v1' || E'\n' || code || E'\n' || (entry ->> 'kind') || E'\n'
      || to_char(entry_slot at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || E'\n' || entry_seq || E'\n'
      || to_char(entry_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || E'\n' || (entry ->> 'hash') || E'\n'
      || (entry ->> 'previous') || E'\n';
    prefix := body || E'\n— candor ';
    rest := substr(entry ->> 'note', length(prefix) + 1);
    signature := case when rest ~ E'^[A-Za-z0-9+/]{91}=\n$' then decode(rtrim(rest, E'\n'), 'base64') end;
    if entry_slot > clock_timestamp() then refused := 'FUTURE';
    elsif date_trunc('minute', entry_slot) <> entry_slot then refused := 'NOT_WHOLE_MINUTE';
    elsif (entry ->> 'kind') <> (case when date_trunc('hour', entry_slot) = entry_slot then 'hour' else 'minute' end) then refused := 'KIND';
    elsif last.product is not null and entry_slot <= last.slot then refused := 'NOT_AFTER_LAST';
    elsif last.product is not null and entry_seq <= last.seq then refused := 'NOT_MOVED';
    elsif last.product is not null and not exists (select from tick t where t.product = code and t.seq = last.seq and t.at = last.at
      and t.hash = last.hash) then refused := 'HISTORY_CHANGED';
    elsif decode(entry ->> 'previous', 'hex') <> base then refused := 'PREVIOUS';
    elsif not exists (select from tick t where t.product = code and t.seq = entry_seq and t.at = entry_at and entry_at <= entry_slot
      and t.hash = decode(entry ->> 'hash', 'hex')) then refused := 'TICK';
    elsif exists (select from tick t where t.product = code and t.at > entry_at and t.at <= entry_slot) then refused := 'NOT_NEWEST';
    elsif not starts_with(entry ->> 'note', prefix) or length(signature) is distinct from 68 then refused := 'NOTE';
    elsif not exists (select from proof_key k where k.name = 'candor' and k.retired_at is null
      and k.id = encode(substring(signature for 4), 'hex')) then refused := 'KEY';
    end if;
    if refused is not null then
      raise exception 'CHECKPOINT_REFUSED: %', refused using errcode = 'CD002', detail = code;
    end if;
    insert into checkpoint (product, slot, kind, seq, at, hash, previous, text_hash, note)
    values (code, entry_slot, entry ->> 'kind', entry_seq, entry_at, decode(entry ->> 'hash', 'hex'), base,
      sha256(convert_to(body, 'UTF8')), entry ->> 'note');
  end loop;
end $function$;
grant execute on function publish_checkpoints(bigint,jsonb) to candor_feed;

CREATE OR REPLACE FUNCTION public.publish_product_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into terms (product, version, durations, fee_rate, presets, entry_delay_sec, loss_second, loss_product, loss_day)
  values (new.product, new.base + 1, new.terms -> 'durations', (new.terms ->> 'feeRate')::bigint, new.terms -> 'presets',
    (new.terms ->> 'entryDelaySec')::integer, (new.terms #>> '{lossLimits,second}')::bigint, (new.terms #>> '{lossLimits,product}')::bigint,
    (new.terms #>> '{lossLimits,day}')::bigint);
  -- A hint: whoever shows products reads them again (decision 084).
  perform pg_notify('candor_product', '[]');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.publish_site_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  t jsonb := new.value;
begin
  insert into site_version (part, version, value, change_id) values (new.part, new.base + 1, t, new.id);
  case new.part
  when 'look' then update site set web_logo = coalesce('/api/index/logo/' || (t ->> 'logo'), ''), primary_colour = t ->> 'primary';
  when 'identity' then update site set name = t ->> 'name', contact = t -> 'contact', footer = t -> 'footer',
    languages = array(select l #>> '{}' from jsonb_array_elements(t -> 'languages') l);
  when 'access' then update site set registration_open = t ->> 'registration' <> 'closed', invite_required = t ->> 'registration' = 'invite',
    identity_required = (t ->> 'identityRequired')::boolean;
  when 'maintenance' then update site set maintenance = t -> 'windows';
  when 'basis' then update site set currency = t ->> 'currency', currency_symbol = t ->> 'symbol', currency_decimals = (t ->> 'decimals')::smallint,
    practice_grant = 100000 * (10 ^ (t ->> 'decimals')::integer)::bigint, time_zone = t ->> 'timeZone', basis_at = clock_timestamp();
  when 'limits' then update site set loss_open = (t ->> 'open')::numeric * 10 ^ currency_decimals, loss_day = (t ->> 'day')::numeric * 10 ^ currency_decimals;
  when 'opening' then update site set opened_at = clock_timestamp();
  end case;
  update site set settings_no = settings_no + 1;
  -- A hint: every process reads the site again (decision 084).
  perform pg_notify('candor_everyone', '[]');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.publish_text()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into text_version (slug, version, change_id, texts) values (new.slug, new.base + 1, new.id, new.texts);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.publish_ticks(writer_epoch bigint, ticks jsonb, head_size bigint)
 RETURNS TABLE(product text, refused text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  entry jsonb;
  head tick_head%rowtype;
  log order_log_head%rowtype;
  covered_no bigint;
  place smallint;
  scale bigint;
  tick_at timestamptz;
  tick_time timestamptz := clock_timestamp();
  expected_hash bytea;
begin
  if not exists (select from feed_leader where epoch = writer_epoch for share) then
    raise exception 'FEED_FENCED' using errcode = 'CD001';
  end if;
  select * into log from order_log_head where size = head_size;
  if not found then
    raise exception 'ORDER_LOG_REFUSED: NO_HEAD' using errcode = 'CD010';
  end if;
  covered_no := coalesce((select b.last_no from order_log_batch b where b.first < head_size order by b.first desc limit 1),
    (select begins_after from order_log));
  perform ensure_tick_partition((tick_time at time zone 'UTC')::date);
  perform ensure_tick_partition(((tick_time - interval '5 seconds') at time zone 'UTC')::date);
  for entry in select value from jsonb_array_elements(ticks) loop
    product := entry ->> 'product';
    refused := null;
    tick_at := (entry ->> 'at')::timestamptz;
    select decimals, signed_scale into strict place, scale from product p where p.code = publish_ticks.product;
    select * into head from tick_head h where h.product = publish_ticks.product for update;
    if tick_at > tick_time then refused := 'FUTURE';
    elsif tick_at < tick_time - interval '2 seconds' then refused := 'LATE';
    elsif date_trunc('second', tick_at) <> tick_at then refused := 'NOT_WHOLE_SECOND';
    elsif head.product is not null and tick_at <= head.at then refused := 'NOT_AFTER_LAST';
    elsif (entry ->> 'seq')::bigint <> coalesce(head.seq, 0) + 1 then refused := 'SEQ';
    elsif decode(entry ->> 'prevHash', 'hex') <> coalesce(head.hash, decode(repeat('00', 32), 'hex')) then refused := 'PREV_HASH';
    elsif scale is null and (entry ->> 'price')::bigint <= 0 then refused := 'PRICE';
    elsif head.product is not null and entry ->> 'status' <> 'OK' and (entry ->> 'price')::bigint <> head.price then refused := 'NOT_REPEATED';
    elsif jsonb_path_exists(entry, '$.sources[*] ? (@.type() != "object")') then refused := 'SOURCES';
    elsif head.log_size > head_size then refused := 'LOG_SHRANK';
    end if;
    if refused is null then
      expected_hash := sha256(convert_to(
        'candor-tick-v2' || E'\n' || (entry ->> 'prevHash') || E'\n' || product || E'\n' || (entry ->> 'seq') || E'\n'
        || to_char(tick_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || E'\n'
        || price_text((entry ->> 'price')::bigint, place) || E'\n' || (entry ->> 'status') || E'\n' || (entry ->> 'feed') || E'\n'
        || writer_epoch::text || E'\n' || (entry ->> 'sourcesDigest') || E'\n' || log.size || E'\n' || encode(log.root, 'hex') || E'\n',
        'UTF8'));
      if expected_hash <> decode(entry ->> 'hash', 'hex') then refused := 'HASH'; end if;
    end if;
    if refused is null then
      insert into tick (product, seq, at, price, status, feed, epoch, sources, sources_digest, prev_hash, hash, log_size, log_root, log_no)
      values (publish_ticks.product, (entry ->> 'seq')::bigint, tick_at, (entry ->> 'price')::bigint, entry ->> 'status',
        entry ->> 'feed', writer_epoch, entry -> 'sources', decode(entry ->> 'sourcesDigest', 'hex'),
        decode(entry ->> 'prevHash', 'hex'), expected_hash, log.size, log.root, covered_no);
      insert into tick_head as h (product, seq, at, price, status, hash, log_size)
      values (publish_ticks.product, (entry ->> 'seq')::bigint, tick_at, (entry ->> 'price')::bigint, entry ->> 'status', expected_hash,
        log.size)
      on conflict on constraint tick_head_pkey do update
        set seq = excluded.seq, at = excluded.at, price = excluded.price, status = excluded.status, hash = excluded.hash,
          log_size = excluded.log_size;
    end if;
    return next;
  end loop;
end $function$;
grant execute on function publish_ticks(bigint,jsonb,bigint) to candor_feed;

CREATE OR REPLACE FUNCTION public.read_invitation_code(invitation uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  found_code text := (select i.code from operator_invitation i join staff_change c on c.id = i.id
    where i.id = invitation and c.checker = current_operator() and i.ended_at is null);
begin
  if found_code is not null then
    perform record_act('console/staff/code', 'staff', invitation::text, '{}');
  end if;
  return found_code;
end $function$;
grant execute on function read_invitation_code(uuid) to candor_console;

CREATE OR REPLACE FUNCTION public.read_messages(of_member bigint, up_to bigint)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  done integer;
begin
  update member_message m set read_at = clock_timestamp()
  where m.member_id = of_member and m.read_at is null and m.id <= up_to;
  get diagnostics done = row_count;
  if done > 0 then
    insert into outbox (member_id, message) values (of_member, '{"type":"notice"}');
  end if;
  return done;
end $function$;
grant execute on function read_messages(bigint,bigint) to candor_http;

CREATE OR REPLACE FUNCTION public.read_practice_codes(operator bigint, life_sec integer, most integer)
 RETURNS TABLE(member_id bigint, username text, purpose text, sealed bytea, made_at timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  shown bigint[];
begin
  if not exists (select from site where mode = 'practice') then
    raise exception 'CODES_REFUSED: LIVE' using errcode = 'CD195';
  end if;
  shown := array(select o.member_id from code_outbox o where o.made_at > clock_timestamp() - make_interval(secs => life_sec)
    and o.purpose in ('withdrawPassword', 'loginPassword') order by o.made_at desc, o.member_id limit least(most, 50));
  insert into audit (actor_id, command, subject_type, subject_id, detail)
    values (operator, 'console/practice-codes/read', 'site', 'codes', jsonb_build_object('members', array_to_string(shown, ', ')));
  return query select o.member_id, m.username, o.purpose, o.sealed, o.made_at
    from code_outbox o join member m on m.id = o.member_id
    where o.member_id = any(shown) and o.made_at > clock_timestamp() - make_interval(secs => life_sec)
      and o.purpose in ('withdrawPassword', 'loginPassword')
    order by o.made_at desc, o.member_id;
end $function$;
grant execute on function read_practice_codes(bigint,integer,integer) to candor_console;

CREATE OR REPLACE FUNCTION public.read_support_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update member_message m set read_at = clock_timestamp()
  where m.member_id = new.member_id and m.read_at is null and m.kind = 'support';
  if found then
    insert into outbox (member_id, message) values (new.member_id, '{"type":"notice"}');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.reads_as_operator(name text, of_member bigint DEFAULT NULL::bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from operator o where o.left_at is null and o.id is distinct from of_member
    and name_forms(o.username) && name_forms(reads_as_operator.name))
    or exists (select from operator_invitation i join staff_change c on c.id = i.id where i.ended_at is null
      and name_forms(c.username) && name_forms(reads_as_operator.name))
$function$;
grant execute on function reads_as_operator(text,bigint) to candor_http;

CREATE OR REPLACE FUNCTION public.recent_calendar(c jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select case when not coalesce(c ? 'earlier', false) then c
    when (c #>> '{earlier,until}')::timestamptz < clock_timestamp() - interval '16 days' then c - 'earlier'
    else jsonb_set(c, '{earlier,calendar}', recent_calendar(c #> '{earlier,calendar}')) end
$function$;

CREATE OR REPLACE FUNCTION public.record_act(command text, subject_type text, subject_id text, detail jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  who bigint := current_operator();
begin
  if who is null then
    raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300';
  end if;
  insert into audit (actor_id, command, subject_type, subject_id, detail) values (who, command, subject_type, subject_id, detail);
end $function$;
grant execute on function record_act(text,text,text,jsonb) to candor_console;

CREATE OR REPLACE FUNCTION public.record_archived_members(archive_month date)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into order_archive_member (month, member_id, orders, first_id, last_settled_at, turnover, keys)
  select archive_month, o.member_id, count(*), (array_agg(o.id order by o.no))[1], max(s.settled_at),
    coalesce((select jsonb_object_agg(w.wallet, w.made) from (
      select x.wallet, sum(x.stake) as made from trade_order x join settlement y on y.order_id = x.id and y.order_id >= span.first_id and y.order_id < span.end_id
      where x.id >= span.first_id and x.id < span.end_id and x.member_id = o.member_id and y.outcome in ('won', 'lost')
        and x.accepted_at >= (select min(d.decided_at) from deposit d where d.member_id = x.member_id and d.wallet = x.wallet and d.status = 'approved')
      group by 1) w), '{}'),
    coalesce(array_agg(key_mark(o.key) order by o.no) filter (where o.key is not null), '{}')
  from order_month_span(archive_month) span
  join trade_order o on o.id >= span.first_id and o.id < span.end_id
  join settlement s on s.order_id = o.id and s.order_id >= span.first_id and s.order_id < span.end_id
  group by o.member_id, span.first_id, span.end_id
$function$;

CREATE OR REPLACE FUNCTION public.record_erased_photo(photo uuid, days integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into audit (actor_id, command, subject_type, subject_id, detail)
    select f.member_id, 'papers/photo/erase', 'file', f.id::text, jsonb_build_object('days', days)
    from file f where f.id = photo and f.erased_at is not null;
  if not found then
    raise exception 'AUDIT_REFUSED: NOT_ERASED' using errcode = 'CD301';
  end if;
end $function$;
grant execute on function record_erased_photo(uuid,integer) to candor_worker;

CREATE OR REPLACE FUNCTION public.record_order_archive(archive_month date, kept_months integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  named record;
  held record;
  settled bigint;
  span record;
  refused text := order_month_held(archive_month, kept_months);
begin
  perform pg_advisory_xact_lock(727017);
  select s.first_id, s.end_id into span from order_month_span(archive_month) s;
  select count(*) as parts, coalesce(sum(p.count), 0) as count, sha256(string_agg(p.sha256, ''::bytea order by p.part)) as hash
  into named from order_archive_part p where p.month = archive_month;
  select count(*) as count, min(o.no) as first_no, max(o.no) as last_no
  into held from trade_order o where o.id >= span.first_id and o.id < span.end_id;
  select count(*) into settled from settlement s where s.order_id >= span.first_id and s.order_id < span.end_id;
  if refused is not null then null;
  elsif held.count = 0 then refused := 'NO_ORDERS';
  elsif named.count <> held.count or settled <> held.count then refused := 'NOT_WHOLE';
  end if;
  if refused is not null then
    raise exception 'ORDER_ARCHIVE_REFUSED: %', refused using errcode = 'CD004', detail = archive_month::text;
  end if;
  insert into order_archive (month, parts, count, first_no, last_no, sha256)
  values (archive_month, named.parts, held.count, held.first_no, held.last_no, named.hash);
  perform record_archived_members(archive_month);
end $function$;

CREATE OR REPLACE FUNCTION public.record_order_part(archive_month date, archive_part integer, lines integer, lines_hash text, kept_months integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  before record;
  held record;
  refused text := order_month_held(archive_month, kept_months);
begin
  perform pg_advisory_xact_lock(727017);
  select p.part, p.last_member, p.last_no into before from order_archive_part p where p.month = archive_month order by p.part desc limit 1;
  select count(*) as count, min(l.missing) as missing,
    encode(sha256(convert_to(string_agg(l.line || E'\n', '' order by l.member_id, l.no desc), 'UTF8')), 'hex') as hash,
    (array_agg(l.member_id order by l.member_id, l.no desc))[1] as first_member, (array_agg(l.no order by l.member_id, l.no desc))[1] as first_no,
    (array_agg(l.member_id order by l.member_id desc, l.no))[1] as last_member, (array_agg(l.no order by l.member_id desc, l.no))[1] as last_no
  into held from order_archive_lines(archive_month, coalesce(before.last_member, 0), coalesce(before.last_no, 0), lines) l;
  if refused is not null then null;
  elsif archive_part is distinct from coalesce(before.part, 0) + 1 then refused := 'PART';
  elsif held.missing is not null then refused := held.missing;
  elsif held.count is distinct from lines or held.hash is distinct from lines_hash then refused := 'DIFFERENT';
  end if;
  if refused is not null then
    raise exception 'ORDER_ARCHIVE_REFUSED: %', refused using errcode = 'CD004', detail = archive_month::text;
  end if;
  insert into order_archive_part (month, part, count, first_member, first_no, last_member, last_no, sha256)
  values (archive_month, archive_part, lines, held.first_member, held.first_no, held.last_member, held.last_no, decode(lines_hash, 'hex'));
end $function$;

CREATE OR REPLACE FUNCTION public.record_own_acts(members bigint[], commands text[], subject_types text[], subject_ids text[], details jsonb[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into audit (actor_id, command, subject_type, subject_id, detail)
  select * from unnest(members, commands, subject_types, subject_ids, details)
$function$;
grant execute on function record_own_acts(bigint[],text[],text[],text[],jsonb[]) to candor_http;

CREATE OR REPLACE FUNCTION public.record_sorted_part(archive_month date, by_sort text, archive_part integer, lines integer, lines_hash text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  before record;
  held record;
  refused text;
begin
  perform pg_advisory_xact_lock(727017);
  select p.part, p.last_key into before from order_archive_sorted p where p.sort = by_sort and p.month = archive_month order by p.part desc limit 1;
  select count(*) as count, encode(sha256(convert_to(string_agg(l.line || E'\n', '' order by l.n), 'UTF8')), 'hex') as hash,
    min(l.place) as low, max(l.place) as high, min(l.no) as first_no, max(l.no) as last_no, (array_agg(l.key order by l.n desc))[1] as last_key
  into held from order_archive_sorted_lines(archive_month, by_sort, coalesce(before.last_key, ''), lines) with ordinality l (key, place, no, line, n);
  if not exists (select from order_archive a where a.month = archive_month) then refused := 'NOT_ARCHIVED';
  elsif archive_part is distinct from coalesce(before.part, 0) + 1 then refused := 'PART';
  elsif held.count is distinct from lines or held.hash is distinct from lines_hash then refused := 'DIFFERENT';
  end if;
  if refused is not null then
    raise exception 'ORDER_ARCHIVE_REFUSED: %', refused using errcode = 'CD004', detail = archive_month::text;
  end if;
  insert into order_archive_sorted (sort, month, part, count, low, high, first_no, last_no, last_key, sha256)
  values (by_sort, archive_month, archive_part, lines, held.low, held.high, held.first_no, held.last_no, held.last_key, decode(lines_hash, 'hex'));
end $function$;

CREATE OR REPLACE FUNCTION public.record_tick_archive(code text, archive_day date, file_hash text, signed_note text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  span record;
  prefix text;
  rest text;
  signature bytea;
  refused text;
begin
  select * into span from tick_day_spans(archive_day) s where s.product = code;
  prefix := 'candor-tick-archive-v1' || E'\n' || code || E'\n' || to_char(archive_day, 'YYYY-MM-DD') || E'\n' || span.first_seq || E'\n'
    || span.last_seq || E'\n' || span.count || E'\n' || encode(span.prev_hash, 'hex') || E'\n' || encode(span.last_hash, 'hex') || E'\n'
    || file_hash || E'\n' || E'\n— candor ';
  rest := substr(signed_note, length(prefix) + 1);
  signature := case when rest ~ E'^[A-Za-z0-9+/]{91}=\n$' then decode(rtrim(rest, E'\n'), 'base64') end;
  refused := tick_day_held(archive_day);
  if refused is not null then null;
  elsif span.product is null then refused := 'NO_TICKS';
  elsif not tick_span_continues(code, span.first_seq, span.prev_hash) then refused := 'NOT_CONTINUED';
  elsif file_hash !~ '^[0-9a-f]{64}$' then refused := 'FILE_HASH';
  elsif not starts_with(signed_note, prefix) or length(signature) is distinct from 68 then refused := 'NOTE';
  elsif not exists (select from proof_key k where k.name = 'candor' and k.retired_at is null
    and k.id = encode(substring(signature for 4), 'hex')) then refused := 'KEY';
  end if;
  if refused is not null then
    raise exception 'TICK_ARCHIVE_REFUSED: %', refused using errcode = 'CD004', detail = code || ' ' || archive_day;
  end if;
  insert into tick_archive (product, day, first_seq, last_seq, count, prev_hash, last_hash, file_sha256, note)
  values (code, archive_day, span.first_seq, span.last_seq, span.count, span.prev_hash, span.last_hash, decode(file_hash, 'hex'), signed_note);
end $function$;
grant execute on function record_tick_archive(text,date,text,text) to candor_worker;

CREATE OR REPLACE FUNCTION public.refuse_cancelling_locked()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from withdrawal_lock l where l.withdrawal_id = new.id) then
    raise exception 'WITHDRAWAL_LOCKED' using errcode = 'CD091';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_closed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if calling_role() = 'candor_http' and exists (select from member_closing c
      where c.member_id = new.member_id and c.stopped_at is null and c.closed_at is not null) then
    raise exception 'ACCOUNT_CLOSED' using errcode = 'CD352';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_closed_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from placed p join member_closing c on c.member_id = p.member_id
      where c.stopped_at is null and c.closed_at is not null) then
    raise exception 'ACCOUNT_CLOSED' using errcode = 'CD352';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_excluded_holding()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from member m where m.id = new.member_id and m.guarded and m.excluded_until > clock_timestamp()) then
    raise exception 'HOLDING_REFUSED: EXCLUDED' using errcode = 'CD160';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_excluded_savings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.direction = 'out'
    or not exists (select from member m where m.id = new.member_id and m.guarded and m.excluded_until > clock_timestamp()) then
    return new;
  end if;
  if new.auto_on is not null then
    return null;
  end if;
  raise exception 'SAVINGS_REFUSED: EXCLUDED' using errcode = 'CD161';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_key_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'KEY_FIXED: %', tg_table_name using errcode = '23503', table = tg_table_name;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_operator_name()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if current_user = 'candor_http' and (
    (tg_op = 'INSERT' and reads_as_operator(new.username, new.id))
    or (new.nickname <> '' and (tg_op = 'INSERT' or new.nickname is distinct from old.nickname)
      and reads_as_operator(new.nickname, new.id))) then
    raise exception 'NAME_REFUSED: OPERATOR' using errcode = 'CD321';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_orphans()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  orphan text;
begin
  if tg_table_name in ('member', 'terms') then lock table trade_order in share row exclusive mode;
  elsif tg_table_name = 'trade_order' then lock table position, settlement in share row exclusive mode;
  else lock table transfer in share row exclusive mode;
  end if;
  case tg_table_name
    when 'member' then
      select 'trade_order' into orphan from gone g join trade_order o on o.member_id = g.id limit 1;
    when 'terms' then
      select 'trade_order' into orphan from gone g join trade_order o on o.product = g.product and o.terms_version = g.version limit 1;
    when 'trade_order' then
      select t.name into orphan from gone g cross join lateral (
        select 'position' as name from position p where p.order_id = g.id
        union all select 'settlement' from settlement s where s.order_id = g.id) t limit 1;
    when 'account' then
      select 'transfer' into orphan from gone g join transfer t on g.id in (t.debit_account, t.credit_account) limit 1;
    when 'transfer' then
      select 'transfer' into orphan from gone g join transfer t on t.pending_id = g.id limit 1;
  end case;
  if orphan is not null then
    raise exception 'STILL_REFERENCED: % from %', tg_table_name, orphan using errcode = '23503', table = tg_table_name;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.release_archive_lock()
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select pg_advisory_unlock(727003)
$function$;
grant execute on function release_archive_lock() to candor_worker;

CREATE OR REPLACE FUNCTION public.release_mark(wanted text, fingerprint bytea, holder bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  ended bigint;
begin
  perform lock_mark(wanted, fingerprint);
  perform from member_mark k where k.kind = wanted and k.mark = fingerprint and k.member_id = holder and k.state in ('own', 'shared')
    for update;
  if not found then
    raise exception 'MARK_REFUSED: NOT_HELD' using errcode = 'CD342';
  end if;
  if wanted = 'card' and exists (select from member_mark k where k.kind = wanted and k.mark = fingerprint and k.member_id = holder
      and k.state = 'own') and exists (select from bank_card c where c.member_id = holder and c.number_mark = fingerprint)
    and exists (select from withdrawal w where w.member_id = holder and (w.status in ('pending', 'reviewing', 'seconding')
      or w.status = 'approved' and w.paid_out in ('none', 'sent', 'returning'))) then
    raise exception 'MARK_REFUSED: IN_USE' using errcode = 'CD342';
  end if;
  update member_mark k set state = 'released' where k.kind = wanted and k.mark = fingerprint and k.member_id = holder;
  case wanted
    when 'card' then
      delete from bank_card where member_id = holder and number_mark = fingerprint;
    when 'identity' then
      update verification set status = 'rejected', reason = 'NUMBER_USED', wrong = '{idNumber}'
        where member_id = holder and status = 'verified' and number_hash = fingerprint returning id into ended;
      if ended is not null and calling_role() = 'candor_console' then
        perform record_act('console/mark-releases/end-verification', 'verification', ended::text, '{"from": "verified", "to": "rejected"}');
      end if;
    else
      delete from session s where s.member_id = holder and sha256(s.device_key) = fingerprint;
  end case;
  if not exists (select from member_mark k where k.kind = wanted and k.mark = fingerprint and k.state = 'own')
    and (select count(*) from member_mark k where k.kind = wanted and k.mark = fingerprint and k.state = 'shared') = 1 then
    update member_mark k set state = 'own' where k.kind = wanted and k.mark = fingerprint and k.state = 'shared';
  end if;
  insert into security_event (member_id, kind, device) values (holder, wanted || 'Released', '');
  insert into outbox (member_id, message) values (holder, '{"type":"account"}');
end $function$;

CREATE OR REPLACE FUNCTION public.replace_recovery_codes(member bigint, hashes bytea[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from member_recovery_code where member_id = member;
  insert into member_recovery_code (member_id, code_hash) select member, hash from unnest(hashes[1:10]) as t (hash);
$function$;
grant execute on function replace_recovery_codes(bigint,bytea[]) to candor_http;

CREATE OR REPLACE FUNCTION public.require_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  after_it jsonb := to_jsonb(new);
  before_it jsonb := case tg_op when 'UPDATE' then to_jsonb(old) end;
  came_to text;
  actors bigint[];
begin
  if calling_role() <> 'candor_console' then return null; end if;
  came_to := case when tg_op = 'INSERT' then null
    when after_it ->> 'paid_out' <> before_it ->> 'paid_out' then after_it ->> 'paid_out'
    when after_it ->> 'status' <> before_it ->> 'status' then after_it ->> 'status' end;
  actors := array(select distinct (after_it ->> c.name)::bigint from unnest(tg_argv[2:]) c (name)
    where after_it ->> c.name is not null and (before_it is null or after_it ->> c.name is distinct from before_it ->> c.name
      -- Whose step it was, also when it was theirs before.
      or c.name = 'moved_by' and came_to is not null));
  if cardinality(actors) = 0 then actors := array[current_operator()]; end if;
  if exists (select from unnest(actors) w (who) where not exists (
    select from audit a
    where a.subject_type = tg_argv[0] and a.subject_id = after_it ->> tg_argv[1] and a.seq is not null
      and a.actor_id = w.who and a.at >= transaction_timestamp() and a.xmin = pg_current_xact_id()::xid
      and (came_to is null or came_to in (a.detail ->> 'to', a.detail ->> 'status', a.detail ->> 'payout')))) then
    raise exception 'AUDIT_REFUSED: NO_ENTRY' using errcode = 'CD303', detail = tg_table_name || ' ' || (after_it ->> tg_argv[1]);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.require_hands(makers bigint, checkers bigint, moved text[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not covers_all(coalesce(rights_of(makers), '{}'), moved) or checkers is not null and not covers_all(coalesce(rights_of(checkers), '{}'), moved) then
    raise exception 'STAFF_REFUSED: MORE_THAN_HELD' using errcode = 'CD044';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.require_operator_of_money()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if calling_role() = 'candor_console' and current_operator() is null then
    raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.require_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.order_id is null or exists (select from trade_order o where o.id = new.order_id for key share)
    or tg_table_name = 'support_message' and exists (select from order_archive_left l
      where l.month >= date_trunc('month', uuid_extract_timestamp(new.order_id) at time zone 'UTC')::date) then
    return null;
  end if;
  raise exception 'ORDER_MISSING: % from %', new.order_id, tg_table_name using errcode = '23503', table = tg_table_name;
end $function$;

CREATE OR REPLACE FUNCTION public.reset_operator_factor(operator bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from operator_recovery_code where operator_id = operator;
  update operator_access set secret_sealed = null, fresh_sealed = null, used_step = null, failures = 0, locked_until = null
    where operator_id = operator;
  delete from operator_session where operator_id = operator;
  insert into audit (actor_id, command, subject_type, subject_id, detail)
    values (operator, 'operate/reset-authenticator', 'operator', operator::text, '{"by": "owner of the database"}');
end $function$;

CREATE OR REPLACE FUNCTION public.rest_of_member(who bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select a.posted from account a where a.member_id = who and a.wallet = 'cash' and a.kind = 'funds' and a.currency = (select s.currency from site s)
    and a.posted > 0 and a.posted < (select r.min from withdrawal_rule r)
$function$;
grant execute on function rest_of_member(bigint) to candor_console;
grant execute on function rest_of_member(bigint) to candor_http;

CREATE OR REPLACE FUNCTION public.rights_of(who bigint)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select permissions_of(o.roles) from operator o where o.id = who and o.left_at is null
$function$;

CREATE OR REPLACE FUNCTION public.round_interest(units bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select units / 3650000 + case when 2 * (units % 3650000) > 3650000
    or 2 * (units % 3650000) = 3650000 and (units / 3650000) % 2 = 1 then 1 else 0 end
$function$;
grant execute on function round_interest(bigint) to candor_console;

CREATE OR REPLACE FUNCTION public.round_interest(units numeric)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select (div(units, 3650000) + case when 2 * mod(units, 3650000) > 3650000
    or 2 * mod(units, 3650000) = 3650000 and mod(div(units, 3650000), 2) = 1 then 1 else 0 end)::bigint
$function$;

CREATE OR REPLACE FUNCTION public.same_person(seed bigint)
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  known bigint[] := array[seed];
  found_now bigint[];
begin
  for round in 1..4 loop
    select array_agg(distinct b.member_id) into found_now
    from member_mark a join member_mark b on b.kind = a.kind and b.mark = a.mark
    where a.member_id = any(known) and a.kind <> 'network';
    found_now := coalesce(found_now, known);
    exit when cardinality(found_now) <= cardinality(known) or cardinality(found_now) > 200;
    known := found_now;
  end loop;
  return case when cardinality(found_now) > cardinality(known) then found_now else known end || seed;
end $function$;

CREATE OR REPLACE FUNCTION public.seal_orders(writer_epoch bigint, from_index bigint)
 RETURNS TABLE(first bigint, entries bytea)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
#variable_conflict use_column
declare
  -- SEALED_MAX of order-log-store.ts.
  sealed_max constant integer := 2000;
  after_no bigint;
  upto bigint;
  newest order_log_batch%rowtype;
  begins bigint;
begin
  if not exists (select from feed_leader where epoch = writer_epoch for update) then
    raise exception 'FEED_FENCED' using errcode = 'CD001';
  end if;
  select decided_no into strict upto from order_log;
  if exists (select from log_terms w where w.index is null) then
    select * into newest from order_log_batch b order by b.first desc limit 1;
    begins := coalesce(newest.first + newest.count, 0);
    with placed as (
      update log_terms w set index = begins + n.place
      from (
        select x.id, row_number() over (order by x.id) - 1 as place from log_terms x where x.index is null order by x.id limit sealed_max
      ) n
      where w.id = n.id returning w.product, w.version, w.index
    )
    insert into order_log_batch (first, count, entries, last_no, kind)
    select begins, count(*), string_agg(terms_entry(v.product, v.version, v.hash), ''::bytea order by p.index),
      coalesce(newest.last_no, (select begins_after from order_log)), 'terms'
    from placed p join terms v on v.product = p.product and v.version = p.version;
  end if;
  if not exists (select from log_terms w where w.index is null) then
    select * into newest from order_log_batch b order by b.first desc limit 1;
    after_no := coalesce(newest.last_no, (select begins_after from order_log));
    select max(oldest.no) into upto from (
      select o.no from trade_order o where o.no > after_no and o.no <= upto and o.nonce is not null order by o.no limit sealed_max
    ) oldest;
    insert into order_log_batch (first, count, entries, last_no)
    select coalesce(newest.first + newest.count, 0), count(*), string_agg(case when o.document_version < 3
        then order_commitment(o.nonce, order_document(o, v.hash, site.currency, site.currency_decimals))
        else opened_entry('order', public_order(o, v.hash), log_seal(o.nonce, order_document(o, v.hash, site.currency, site.currency_decimals)))
      end, ''::bytea order by o.no), max(o.no)
    from trade_order o
    join terms v on v.product = o.product and v.version = o.terms_version
    cross join site
    where o.no > after_no and o.no <= upto and o.nonce is not null
    having count(*) > 0;
  end if;
  return query select b.first, b.entries from order_log_batch b where b.first >= from_index order by b.first limit 1000;
end $function$;
grant execute on function seal_orders(bigint,bigint) to candor_feed;

CREATE OR REPLACE FUNCTION public.seal_settlements(writer_epoch bigint, settlements_max integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_nestloop TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare
  newest order_log_batch%rowtype;
  begins bigint;
  ids bigint[];
  settled uuid[];
  oldest uuid;
  latest uuid;
begin
  if not exists (select from feed_leader where epoch = writer_epoch for update) then
    raise exception 'FEED_FENCED' using errcode = 'CD001';
  end if;
  -- Each row is read once, in the order in which its settlements will stand in the log.
  with waiting as materialized (
    select w.id, w.orders from settlement_batch w where w.first is null order by w.id limit greatest(1, least(settlements_max, 1000))
  ), counted as materialized (
    select w.id, w.orders, sum(cardinality(w.orders)) over (order by w.id) - cardinality(w.orders) as before from waiting w
  ), taken as materialized (
    select c.id, c.orders from counted c where c.before < settlements_max
  )
  select (select array_agg(t.id order by t.id) from taken t),
    (select array_agg(u.order_id order by t.id, u.place) from taken t cross join lateral unnest(t.orders) with ordinality u (order_id, place))
  into ids, settled;
  if ids is null then return 0; end if;
  select (array_agg(u.id order by u.id))[1], (array_agg(u.id order by u.id desc))[1] into oldest, latest from unnest(settled) u (id);

  select * into newest from order_log_batch b order by b.first desc limit 1;
  begins := coalesce(newest.first + newest.count, 0);
  insert into order_log_batch (first, count, entries, last_no, kind)
  select begins, cardinality(settled), string_agg(
      coalesce(case when o.document_version < 3
        then settlement_commitment(o.nonce, settlement_document(s, p.decimals, site.currency_decimals))
        else opened_entry('settlement', public_settlement(s, p.decimals),
          log_seal(o.nonce, settlement_document(s, p.decimals, site.currency_decimals)))
        end, sha256(uuid_send(gen_random_uuid()))),
      ''::bytea order by u.place),
    coalesce(newest.last_no, (select begins_after from order_log)), 'settlements'
  from unnest(settled) with ordinality u (order_id, place)
  cross join site
  left join (select x from settlement x where x.order_id = any (settled) and x.order_id between oldest and latest) d (s) on (d.s).order_id = u.order_id
  left join (select x.id, x.nonce, x.product, x.document_version from trade_order x where x.id = any (settled) and x.id between oldest and latest) o on o.id = u.order_id
  left join product p on p.code = o.product;
  update settlement_batch w set first = begins + t.before
  from (select b.id, sum(cardinality(b.orders)) over (order by b.id) - cardinality(b.orders) as before
    from settlement_batch b where b.id = any (ids)) t
  where w.id = any (ids) and w.id = t.id;
  return cardinality(settled);
end $function$;
grant execute on function seal_settlements(bigint,integer) to candor_feed;

CREATE OR REPLACE FUNCTION public.set_operator_password(operator bigint, new_hash text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update operator_access set password_hash = new_hash where operator_id = operator;
  insert into audit (actor_id, command, subject_type, subject_id, detail)
    values (operator, 'operate/operator-password', 'operator', operator::text, '{"by": "owner of the database"}');
end $function$;

CREATE OR REPLACE FUNCTION public.set_order_aside(id uuid, why text)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into settlement_alarm as a (order_id, reason, tries, first_at, last_at, next_at)
  select p.order_id, coalesce(nullif(left(why, 500), ''), 'unknown'), 1, m.at, m.at, m.at + interval '1 second'
  from trade_order o
  join position p on p.member_id = o.member_id and p.wallet = o.wallet and p.product = o.product and p.order_id = o.id
  join tick_head h on h.product = p.product, (select clock_timestamp() as at offset 0) m
  where o.id = set_order_aside.id and p.closes_at <= h.at
  on conflict (order_id) do update set reason = excluded.reason, tries = a.tries + 1, last_at = excluded.last_at,
    next_at = excluded.last_at + least(interval '1 minute', interval '1 second' * power(2, least(a.tries, 6)))
  returning tries
$function$;
grant execute on function set_order_aside(uuid,text) to candor_worker;

CREATE OR REPLACE FUNCTION public.settle_orders(ids uuid[], products text[], entry_ats timestamp with time zone[], closes_ats timestamp with time zone[], winners text[], reasons text[], entry_seqs bigint[], entry_tick_ats timestamp with time zone[], entry_prices bigint[], exit_seqs bigint[], exit_tick_ats timestamp with time zone[], exit_prices bigint[])
 RETURNS bigint
 LANGUAGE sql
 SET enable_seqscan TO 'off'
 SET enable_nestloop TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
  with judged as materialized (
    select w.*, (select t.log_no from tick t where t.product = w.product and t.seq = w.entry_seq and t.at = w.entry_tick_at) as entry_log_no
    from unnest(products, entry_ats, closes_ats, winners, reasons, entry_seqs, entry_tick_ats, entry_prices, exit_seqs,
      exit_tick_ats, exit_prices) as w (product, entry_at, closes_at, winner, reason, entry_seq, entry_tick_at, entry_price,
      exit_seq, exit_tick_at, exit_price)
  ), done as (
    insert into settlement (order_id, member_id, outcome, reason, entry_seq, entry_at, entry_price, exit_seq, exit_at,
      exit_price, profit, credited)
    select o.id, o.member_id, r.outcome, void_reason(w.reason, w.entry_log_no, o.no, o.nonce), w.entry_seq, w.entry_tick_at,
      w.entry_price, w.exit_seq, w.exit_tick_at, w.exit_price, r.profit, r.credited
    from trade_order o
    left join (select x.order_id from settlement x where x.order_id = any (ids)
      and x.order_id between (select i from unnest(ids) i order by i limit 1) and (select i from unnest(ids) i order by i desc limit 1)) s on s.order_id = o.id
    join judged w on w.product = o.product and w.entry_at = o.entry_at and w.closes_at = o.closes_at
    cross join lateral settled_by(o.direction, o.stake, o.fee, o.payout_rate, w.winner,
      void_reason(w.reason, w.entry_log_no, o.no, o.nonce)) r
    where o.id = any (ids) and o.id between (select i from unnest(ids) i order by i limit 1)
      and (select i from unnest(ids) i order by i desc limit 1) and s.order_id is null
    returning order_id
  ), news as (
    insert into outbox (orders) select array_agg(order_id) from done having count(*) > 0
  )
  select count(*) from done
$function$;
grant execute on function settle_orders(uuid[],text[],timestamp with time zone[],timestamp with time zone[],text[],text[],bigint[],timestamp with time zone[],bigint[],bigint[],timestamp with time zone[],bigint[]) to candor_worker;

CREATE OR REPLACE FUNCTION public.settled_by(direction text, stake bigint, fee bigint, payout_rate bigint, winner text, reason text)
 RETURNS TABLE(outcome text, profit bigint, credited bigint)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select r.outcome, case r.outcome when 'won' then r.won - stake - fee when 'lost' then -(stake + fee) else 0 end,
    case r.outcome when 'won' then r.won when 'lost' then 0 else stake + fee end
  from (select case when reason is not null then 'voided' when winner is null then 'tied' when winner = direction then 'won'
    else 'lost' end as outcome, stake + stake / 10000 * payout_rate + stake % 10000 * payout_rate / 10000 as won) r
$function$;
grant execute on function settled_by(text,bigint,bigint,bigint,text,text) to candor_worker;

CREATE OR REPLACE FUNCTION public.settlement_commitment(nonce uuid, document text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select sha256(convert_to(E'candor-log-settlement-v1\n' || nonce || E'\n' || encode(sha256(convert_to(document, 'UTF8')), 'hex') || E'\n', 'UTF8'))
$function$;

CREATE OR REPLACE FUNCTION public.settlement_document(done settlement, decimals smallint, places smallint)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select '{"credited":"' || price_text(done.credited, places) || '","entry":' || case when done.entry_seq is null then 'null'
      else '{"at":"' || to_char(done.entry_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        || '","price":"' || price_text(done.entry_price, decimals) || '","seq":' || done.entry_seq || '}' end
    || ',"exit":' || case when done.exit_seq is null then 'null'
      else '{"at":"' || to_char(done.exit_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        || '","price":"' || price_text(done.exit_price, decimals) || '","seq":' || done.exit_seq || '}' end
    || ',"format":"candor-settlement-v1","orderId":"' || done.order_id || '","profit":"' || price_text(done.profit, places)
    || '","reason":' || coalesce('"' || done.reason || '"', 'null')
    || ',"settledAt":"' || to_char(done.settled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","status":"' || done.outcome || '"}'
$function$;

CREATE OR REPLACE FUNCTION public.share_network(ones bigint[], others bigint[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from member_mark a join member_mark b on b.kind = 'network' and b.mark = a.mark
    where a.kind = 'network' and a.member_id = any(ones) and b.member_id = any(others))
$function$;

CREATE OR REPLACE FUNCTION public.sign_day()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock_shared(727015);
  perform pg_advisory_xact_lock(727016, new.business_date - date '2000-01-01');
  if not is_day_booked(new.business_date) then
    raise exception 'DAY_REFUSED: OPEN' using errcode = 'CD350';
  end if;
  if (select count(*) from day_signature d where d.business_date = new.business_date) >= 2 then
    raise exception 'DAY_REFUSED: CLOSED' using errcode = 'CD350';
  end if;
  if new.hash <> day_report_hash(new.business_date) then
    raise exception 'DAY_REFUSED: ANOTHER_REPORT' using errcode = 'CD350';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.site_limits_problem(of_open bigint, of_day bigint)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select case when bool_or(t.loss_product is null) then 'products' when sum(t.loss_product) > of_open then 'open'
    when sum(t.loss_day) > of_day then 'day' end
  from product p
  cross join lateral (select x.loss_product, x.loss_day from terms x where x.product = p.code order by x.version desc limit 1) t
  where p.active
$function$;

CREATE OR REPLACE FUNCTION public.site_part(of_part text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select case of_part
    when 'look' then jsonb_build_object('logo', nullif(replace(s.web_logo, '/api/index/logo/', ''), ''), 'primary', s.primary_colour)
    when 'identity' then jsonb_build_object('name', s.name, 'languages', to_jsonb(s.languages), 'contact', s.contact, 'footer', s.footer)
    when 'access' then jsonb_build_object('identityRequired', s.identity_required,
      'registration', case when not s.registration_open then 'closed' when s.invite_required then 'invite' else 'open' end)
    when 'maintenance' then jsonb_build_object('windows', s.maintenance)
    when 'basis' then jsonb_build_object('currency', s.currency, 'symbol', s.currency_symbol, 'decimals', s.currency_decimals, 'timeZone', s.time_zone)
    when 'limits' then jsonb_build_object('open', price_text(s.loss_open, s.currency_decimals), 'day', price_text(s.loss_day, s.currency_decimals))
    when 'opening' then jsonb_build_object('open', s.opened_at is not null)
  end from site s
$function$;
grant execute on function site_part(text) to candor_console;

CREATE OR REPLACE FUNCTION public.site_part_problem(of_part text, t jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  x jsonb;
  begins timestamptz;
  ends timestamptz;
  last timestamptz := '-infinity';
  whole interval := '0';
  digits numeric;
  old jsonb := (select maintenance from site);
begin
  case of_part
  when 'look' then
    if not has_keys(t, 'logo', 'primary') then return 'form'; end if;
    if jsonb_typeof(t -> 'logo') <> 'null' and not exists (select from site_logo l where l.id = t ->> 'logo') then return 'logo'; end if;
    if jsonb_typeof(t -> 'primary') <> 'null' and coalesce(t ->> 'primary' !~ '^#[0-9a-f]{6}$', true) then return 'primary'; end if;
  when 'identity' then
    if not has_keys(t, 'name', 'languages', 'contact', 'footer') or not has_keys(t -> 'contact', 'email', 'phone', 'address')
      or not has_keys(t -> 'footer', 'zh-Hans', 'zh-Hant', 'en') or jsonb_typeof(t -> 'languages') <> 'array' then return 'form'; end if;
    if not is_line(t -> 'name', 24) or t ->> 'name' !~ '\S' then return 'name'; end if;
    if jsonb_array_length(t -> 'languages') not between 1 and 3 or not t -> 'languages' <@ '["zh-Hans","zh-Hant","en"]'
      or (select count(distinct l) from jsonb_array_elements(t -> 'languages') l) <> jsonb_array_length(t -> 'languages') then return 'languages'; end if;
    for x in select value from jsonb_each(t -> 'contact') loop if not is_line(x, 120) then return 'contact'; end if; end loop;
    for x in select value from jsonb_each(t -> 'footer') loop if not is_line(x, 300) then return 'footer'; end if; end loop;
  when 'access' then
    if not has_keys(t, 'identityRequired', 'registration') or jsonb_typeof(t -> 'identityRequired') <> 'boolean' then return 'form'; end if;
    if not t -> 'registration' <@ '["open","invite","closed"]' then return 'registration'; end if;
  when 'maintenance' then
    if not has_keys(t, 'windows') or jsonb_typeof(t -> 'windows') <> 'array' then return 'form'; end if;
    if jsonb_array_length(t -> 'windows') > 4 then return 'windows'; end if;
    for x in select value from jsonb_array_elements(t -> 'windows') loop
      if not has_keys(x, 'from', 'until') or x ->> 'from' !~ '^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$'
        or x ->> 'until' !~ '^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$' then return 'form'; end if;
      begins := (x ->> 'from')::timestamptz;
      ends := (x ->> 'until')::timestamptz;
      if begins < last or ends <= begins or ends <= clock_timestamp() or ends - begins > interval '12 hours'
        or begins > clock_timestamp() + interval '90 days' then return 'windows'; end if;
      -- Members are told beforehand. One that was announced stays as it is, or ends earlier.
      if begins < clock_timestamp() + interval '15 minutes' and not exists (select from jsonb_array_elements(old) o
          where o ->> 'from' = x ->> 'from' and (o ->> 'until')::timestamptz >= ends) then return 'windows'; end if;
      last := ends;
      whole := whole + (ends - begins);
    end loop;
    if whole > interval '24 hours' then return 'windows'; end if;
  when 'basis' then
    if not has_keys(t, 'currency', 'symbol', 'decimals', 'timeZone') or not is_whole(t -> 'decimals') then return 'form'; end if;
    if coalesce(t ->> 'currency' !~ '^[A-Z]{3}$', true) then return 'currency'; end if;
    if (t ->> 'decimals')::integer > 4 then return 'decimals'; end if;
    if not is_line(t -> 'symbol', 5) or t ->> 'symbol' !~ '^\S+$' then return 'symbol'; end if;
    if not exists (select from pg_timezone_names z where z.name = t ->> 'timeZone') then return 'timeZone'; end if;
  when 'limits' then
    if not has_keys(t, 'open', 'day') or exists (select from site where opened_at is null and basis_at is null)
      or (jsonb_typeof(t -> 'open') = 'null') <> (jsonb_typeof(t -> 'day') = 'null') then return 'form'; end if;
    if jsonb_typeof(t -> 'open') = 'null' then return null; end if;
    for x in select value from jsonb_each(t) loop
      if jsonb_typeof(x) <> 'string' or x #>> '{}' !~ '^(0|[1-9]\d{0,14})(\.\d{1,4})?$' then return 'form'; end if;
      digits := (x #>> '{}')::numeric * 10 ^ (select currency_decimals from site);
      if digits <> trunc(digits) or digits > 1000000000000000 then return 'form'; end if;
    end loop;
    if (t ->> 'day')::numeric < (t ->> 'open')::numeric then return 'day'; end if;
    return site_limits_problem(((t ->> 'open')::numeric * 10 ^ (select currency_decimals from site))::bigint,
      ((t ->> 'day')::numeric * 10 ^ (select currency_decimals from site))::bigint);
  when 'opening' then
    if t <> '{"open":true}' then return 'form'; end if;
  else
    return 'form';
  end case;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.stand_as_store(store text, mark text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if store not in ('archive', 'files') or split_part(mark, ':', 1) <> store then
    raise exception 'no such store' using errcode = 'CD004';
  end if;
  perform pg_advisory_xact_lock(727, hashtext('store/' || store));
  insert into site_key (id) select mark where mark is not null and not exists (select from site_key where id like store || ':%');
  return (select id from site_key where id like store || ':%');
end $function$;
grant execute on function stand_as_store(text,text) to candor_worker;

CREATE OR REPLACE FUNCTION public.start_guarding(id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  zone text := (select time_zone from site);
  today timestamp := date_trunc('day', clock_timestamp() at time zone zone);
  since timestamptz := least(date_trunc('week', today), date_trunc('month', today)) at time zone zone;
begin
  update member m set guarded = true where m.id = start_guarding.id and not m.guarded;
  if not found then
    return;
  end if;
  insert into own_use (member_id, wallet, day, staked, lost, deposited)
  select start_guarding.id, x.wallet, (x.at at time zone zone)::date, sum(x.staked), sum(x.lost), sum(x.deposited)
  from (
    select o.wallet, e.at, e.staked, e.lost, 0 as deposited
    from settlement s join trade_order o on o.id = s.order_id
    cross join lateral (values
      (o.accepted_at, case when s.outcome in ('tied', 'voided') then 0 else o.stake end, 0), (s.settled_at, 0, -s.profit)) e (at, staked, lost)
    where s.member_id = start_guarding.id and s.settled_at >= since
    union all
    select o.wallet, o.accepted_at, o.stake, 0, 0 from position p join trade_order o on o.id = p.order_id
    where p.member_id = start_guarding.id
    union all
    select d.wallet, d.decided_at, 0, 0, d.credited from deposit d
    where d.member_id = start_guarding.id and d.status = 'approved' and d.decided_at >= since
  ) x group by 1, 2, 3;
end $function$;

CREATE OR REPLACE FUNCTION public.start_turnover()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update invitation set due_at = clock_timestamp() where invitee_id = new.member_id and state = 'waiting' and deposit_id is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.statement_match_amount(of_account text, of_kind text, of_deposit uuid, of_withdrawal uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select case
    when of_kind = 'deposit' and exists (select from deposit d join statement_account a on a.code = of_account and d.channel = any (a.channels)
        where d.id = of_deposit)
      or of_kind in ('withdrawal', 'return') and exists (select from withdrawal w join statement_account a on a.code = of_account and a.pays_out
        and a.currency = w.currency where w.id = of_withdrawal)
    then statement_thing_amount(of_kind, of_deposit, of_withdrawal) end
$function$;
grant execute on function statement_match_amount(text,text,uuid,uuid) to candor_console;

CREATE OR REPLACE FUNCTION public.statement_named_things(of_account text, words text[])
 RETURNS TABLE(kind text, id uuid, amount bigint, names text[], undone boolean, since date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with said as materialized (
    select array_agg(upper(x)) as capitals, array_agg(lower(x)) as smalls, array_agg(payout_ref_key(lower(x))) as keys from unnest(words) x
  ), found as (
    select 'deposit' as kind, d.id, array_remove(array[d.reference, d.txid], null) as names, d.created_at,
      exists (select from statement_match m where m.deposit_id = d.id and m.undone_at is not null) as undone
    from (
      select x.id, x.reference, x.txid, x.channel, x.status, x.created_at from deposit x
      where x.reference = any ((select s.capitals from said s)::text[])
      union
      select x.id, x.reference, x.txid, x.channel, x.status, x.created_at from deposit x
      where lower(x.txid) = any ((select s.smalls from said s)::text[])) d
    join statement_account a on a.code = of_account and d.channel = any (a.channels)
    where d.status in ('pending', 'reviewing', 'seconding', 'approved')
      and not exists (select from statement_match m where m.deposit_id = d.id and m.undone_at is null)
    union all
    select k.kind, p.id, array_remove(array[p.reference, p.bank_ref], null), p.created_at,
      exists (select from statement_match m where m.withdrawal_id = p.id and m.kind = k.kind and m.undone_at is not null)
    from (
      select x.id from withdrawal x where x.reference = any ((select s.capitals from said s)::text[])
      union select r.withdrawal_id from payout_reference r where r.ref_key = any ((select s.keys from said s)::text[])) n
    join withdrawal p on p.id = n.id join statement_account a on a.code = of_account and a.pays_out and a.currency = p.currency
      cross join (values ('withdrawal'), ('return')) k (kind)
    where p.status = 'approved' and (k.kind = 'withdrawal' or p.paid_out in ('returning', 'returned'))
      and not exists (select from statement_match m where m.withdrawal_id = p.id and m.kind = k.kind and m.undone_at is null)
  )
  -- A payment on a chain may be older than its deposit, which names its hash.
  select f.kind, f.id, statement_thing_amount(f.kind, case f.kind when 'deposit' then f.id end, case when f.kind <> 'deposit' then f.id end), f.names,
    f.undone, (f.created_at at time zone 'UTC')::date - 30
  from found f
$function$;
grant execute on function statement_named_things(text,text[]) to candor_console;
grant execute on function statement_named_things(text,text[]) to candor_worker;

CREATE OR REPLACE FUNCTION public.statement_thing_amount(of_kind text, of_deposit uuid, of_withdrawal uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select case when of_kind = 'deposit' then (
      select case when d.kind = 'usdt' then (
          select case when f.found is not true then d.asset_amount when f.units < 2::numeric ^ 63 then f.units::bigint end
          from (values (d.id)) v (id) left join chain_finding f on f.deposit_id = v.id)
        else coalesce(d.credited, d.amount) end
      from deposit d where d.id = of_deposit and d.status in ('pending', 'reviewing', 'seconding', 'approved'))
    when of_kind in ('withdrawal', 'return') then (
      select case of_kind when 'withdrawal' then w.fee - w.amount else w.amount - w.fee end
      from withdrawal w where w.id = of_withdrawal and w.status = 'approved' and (of_kind = 'withdrawal' or w.paid_out in ('returning', 'returned')))
  end
$function$;
grant execute on function statement_thing_amount(text,uuid,uuid) to candor_console;

CREATE OR REPLACE FUNCTION public.stop_newcomer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.forbidden := new.forbidden or is_stopped(new.code, new.category);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.take_card_mark()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.number_mark is null then
    raise exception 'MARK_MISSING: card' using errcode = 'CD340';
  end if;
  perform take_mark('card', new.number_mark, new.member_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.take_complaint_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  c complaint%rowtype;
  refused text;
begin
  select * into c from complaint x where x.id = new.complaint_id for no key update;
  if not found then
    raise exception 'COMPLAINT_REFUSED: UNKNOWN' using errcode = 'CD050';
  end if;
  -- Nothing follows from a second one of its key: no step, no state.
  if new.key is not null and exists (select from complaint_step s where s.complaint_id = c.id and s.key = new.key) then
    return null;
  end if;
  if new.kind in ('asked', 'answered') and c.operator_id is null and c.ended_at is null then
    insert into complaint_step (complaint_id, kind, operator_id) values (c.id, 'taken', new.operator_id);
    select * into c from complaint x where x.id = c.id;
  end if;
  new.seq := coalesce((select max(s.seq) from complaint_step s where s.complaint_id = c.id), 0) + 1;
  new.at := clock_timestamp();
  refused := case
    when (new.kind = 'received') <> (new.seq = 1) then 'STATE'
    when new.kind = 'received' then null
    when c.ended_at is not null then 'ENDED'
    when calling_role() = 'candor_http' and new.kind not in ('replied', 'withdrawn') then 'NOT_ALLOWED'
    -- What a member writes is bounded, so that a page of the register is.
    when calling_role() = 'candor_http' and new.kind = 'replied' and (select count(*) from complaint_step s
      where s.complaint_id = c.id and s.kind = 'replied') >= 30 then 'FULL'
    when calling_role() = 'candor_console' and new.kind not in ('taken', 'asked', 'answered') then 'NOT_ALLOWED'
    -- Who asks and answers has taken it: the member's register names one person, and colleagues do not answer twice.
    when new.kind in ('asked', 'answered') and c.operator_id is distinct from new.operator_id then 'NOT_TAKEN'
    when new.kind = 'taken' and c.operator_id = new.operator_id then 'STATE' end;
  if refused is not null then
    raise exception 'COMPLAINT_REFUSED: %', refused using errcode = 'CD050';
  end if;
  update complaint x set
    state = case when new.kind <> 'replied' then new.kind when c.operator_id is null then 'received' else 'taken' end,
    operator_id = case when new.kind = 'taken' then new.operator_id else c.operator_id end,
    decision = new.decision,
    ended_at = case when new.kind in ('answered', 'withdrawn') then new.at end
  where x.id = c.id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.take_device_mark()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform take_mark('device', sha256(new.device_key), new.member_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.take_feed_lead()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update feed_leader set epoch = epoch + 1 returning epoch
$function$;
grant execute on function take_feed_lead() to candor_feed;

CREATE OR REPLACE FUNCTION public.take_identity_mark()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform take_mark('identity', new.number_hash, new.member_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.take_mark(wanted text, fingerprint bytea, taker bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if is_mark_taken(wanted, fingerprint, taker) then
    raise exception 'MARK_TAKEN: %', wanted using errcode = 'CD340';
  end if;
  insert into member_mark as k (kind, mark, member_id, state) values (wanted, fingerprint, taker, 'own')
  on conflict (kind, mark, member_id) do update set state = 'own', last_at = clock_timestamp();
end $function$;

CREATE OR REPLACE FUNCTION public.take_outbox(most integer)
 RETURNS TABLE(id bigint, member_id bigint, message json, members bigint[], orders uuid[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query
    with taken as (
      delete from outbox o where o.id in (select x.id from outbox x order by x.id limit most)
      returning o.id, o.member_id, o.message, o.members, o.orders)
    select t.id, t.member_id, t.message, t.members, t.orders from taken t order by t.id;
end $function$;
grant execute on function take_outbox(integer) to candor_http;
grant execute on function take_outbox(integer) to candor_worker;

CREATE OR REPLACE FUNCTION public.take_payment_notice(of_channel text, event text, notice text, seconds bigint, its_signature bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not is_signed_notice(of_channel, seconds, notice, its_signature)
    or abs(extract(epoch from clock_timestamp()) - seconds) > 330 or notice::jsonb ->> 'event' is distinct from event then
    raise exception 'NOTICE_REFUSED: UNPROVED' using errcode = 'CD304';
  end if;
  insert into payment_notice (channel, event_id, body, signed_at, signature)
    values (of_channel, event, notice, seconds, its_signature) on conflict (channel, event_id) do nothing;
  return found;
end $function$;
grant execute on function take_payment_notice(text,text,text,bigint,bytea) to candor_http;

CREATE OR REPLACE FUNCTION public.take_stakes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  paid_in text := (select currency from site);
begin
  insert into account (wallet, kind, currency)
  select k.wallet, 'escrow', paid_in from (select distinct wallet from placed) k
  where not exists (select from account x where x.member_id is null and x.wallet = k.wallet and x.kind = 'escrow' and x.currency = paid_in)
  on conflict do nothing;

  -- A member without an account has no money: the order fails because its stake names no account.
  with house as materialized (
    select k.wallet, x.id from (select distinct wallet from placed) k
    left join lateral (select y.id from account y
      where y.member_id is null and y.wallet = k.wallet and y.kind = 'escrow' and y.currency = paid_in offset 0) x on true
  ), line as materialized (
    select o.id, o.member_id, o.wallet, o.amount, o.type, o.accepted_at, a.id as account, a.seq as seq_read,
      a.seq + row_number() over w as seq, a.posted - (sum(o.amount) over w)::bigint as posted,
      lead(a.id) over w is null as is_last
    from (
      select id, no, member_id, wallet, 1 as side, stake as amount, 'orderStake' as type, accepted_at from placed
      union all
      select id, no, member_id, wallet, 2, fee, 'fee', accepted_at from placed where fee > 0
    ) o
    left join lateral (select x.id, x.posted, x.seq from account x
      where x.member_id = o.member_id and x.wallet = o.wallet and x.kind = 'funds' and x.currency = paid_in offset 0) a on true
    window w as (partition by a.id order by o.no, o.side rows unbounded preceding)
  ), moved as (
    update account a set posted = l.posted, seq = l.seq from line l
    where l.is_last and a.id = l.account and a.seq = l.seq_read returning a.id
  )
  insert into transfer (debit_account, credit_account, amount, type, wallet, currency, ref_type, ref_id, member_id, at, debit_seq,
    debit_balance_after)
  select case when (select count(*) from moved) = (select count(account) from line where is_last) then l.account end, h.id,
    l.amount, l.type, l.wallet, paid_in, 'order', l.id::text, l.member_id, l.accepted_at, l.seq, l.posted
  from line l left join house h on h.wallet = l.wallet;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_alarm(of_alarm bigint, of_channel text, of_event text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  a alarm%rowtype;
begin
  select * into a from alarm x where x.id = of_alarm;
  if (select count(*) from alarm_told t where t.kind = a.kind and t.channel = of_channel
    and t.told_at between clock_timestamp() - interval '5 minutes' and clock_timestamp() + interval '5 minutes') >= 10 then
    return false;
  end if;
  insert into alarm_told as t (kind, subject, channel) select a.kind, a.subject, of_channel where a.id is not null
    on conflict (kind, subject, channel) do update set told_at = clock_timestamp()
      where t.told_at not between clock_timestamp() - interval '5 minutes' and clock_timestamp() + interval '5 minutes';
  if not found then return false; end if;
  insert into alarm_message (channel, event, alarm_id) values (of_channel, of_event, of_alarm);
  return true;
end $function$;
grant execute on function tell_alarm(bigint,text,text) to candor_worker;

CREATE OR REPLACE FUNCTION public.tell_cashier_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.state in ('approved', 'rejected') or new.state = 'cancelled' and new.reason = 'EXPIRED' then
    perform tell_member(d.member_id, 'deposit', new.state, d.id::text, coalesce(d.credited, d.amount), new.reason)
    from deposit d where d.id = new.subject;
  end if;
  -- A return that operators thought of and did not accept comes back to sent: that was told before.
  if new.state in ('approved', 'rejected', 'arrived', 'returned') or new.state = 'sent' and not exists (
      select from cashier_step s where s.subject = new.subject and s.state = 'sent' and s.n < new.n) then
    perform tell_member(w.member_id, 'withdrawal', new.state, w.id::text,
      case when new.state in ('sent', 'arrived') then w.amount - w.fee else w.amount end, new.reason)
    from withdrawal w where w.id = new.subject;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_complaint_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform tell_member((select c.member_id from complaint c where c.id = new.complaint_id), 'complaint', new.kind,
    new.complaint_id::text, null, null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_exclusion()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform tell_member(new.member_id, 'limit', 'excluded', new.term, null, null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_factor_release(member bigint, event text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into security_event (member_id, kind, device) values (member, event, '');
  insert into outbox (member_id, message) values (member, '{"type":"account"}');
$function$;

CREATE OR REPLACE FUNCTION public.tell_member(who bigint, about text, came_to text, which text, how_much bigint, why text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into member_message (member_id, kind, state, subject, amount, reason)
  values (who, about, came_to, which, how_much, why);
  delete from member_message m where m.member_id = who and m.kind = about and m.state = came_to
    and m.id <= (select x.id from member_message x where x.member_id = who and x.kind = about and x.state = came_to
                 order by x.id desc offset 500 limit 1);
  insert into outbox (member_id, message) values (who, '{"type":"notice"}');
end $function$;

CREATE OR REPLACE FUNCTION public.tell_own_limit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform tell_member(new.member_id, 'limit', case when new.waiting then 'waiting' else 'set' end, new.kind || ':' || new.period,
    case when new.waiting then new.next_amount else new.amount end, null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_restriction()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform tell_member(new.member_id, 'restriction', new.kind || case when new.restricted then 'On' else 'Off' end, new.id::text,
    null, new.code);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_security_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform tell_member(new.member_id, 'security', new.kind, new.id::text, null, null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_support_answer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  person bigint := (select c.member_id from support_conversation c where c.id = new.conversation_id);
begin
  if person is not null and not exists (select from member_message m where m.member_id = person and m.read_at is null
      and m.kind = 'support') then
    perform tell_member(person, 'support', 'answered', new.conversation_id::text, null, null);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_verification()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform tell_member(new.member_id, 'identity', new.status, new.id::text, null, new.reason);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.terms_document(entry terms)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select '{' || coalesce('"acceptWithinMs":' || entry.accept_within_ms || ',', '') || '"currency":' || to_json(site.currency)::text || ',"currencyDecimals":' || site.currency_decimals
    || ',"decimals":' || p.decimals || ',"durations":[' || (
      select string_agg('{"maxStake":"' || price_text((offer ->> 'maxStake')::bigint, site.currency_decimals)
        || '","minStake":"' || price_text((offer ->> 'minStake')::bigint, site.currency_decimals)
        || '","payoutRate":"' || price_text((offer ->> 'payoutRate')::bigint, 4::smallint)
        || '","seconds":' || (offer ->> 'seconds')::int || '}', ',' order by (offer ->> 'seconds')::int)
      from jsonb_array_elements(entry.durations) as offer
    ) || ']' || coalesce(',"entryDelaySec":' || case when entry.loss_second is null then entry.entry_delay_sec
      else coalesce(entry.entry_delay_sec, 0) end, '') || ',"feeRate":"' || price_text(entry.fee_rate, 4::smallint) || '","format":"candor-terms-v'
    || case when entry.accept_within_ms is null then '1"' else case when entry.loss_second is not null then '4","lossLimits":{"day":"' || price_text(entry.loss_day, site.currency_decimals)
        || '","product":"' || price_text(entry.loss_product, site.currency_decimals)
        || '","second":"' || price_text(entry.loss_second, site.currency_decimals) || '"}'
      when entry.entry_delay_sec is null then '2"' else '3"' end || ',"priceRule":{"freshMs":' || entry.fresh_ms || ',"minSources":'
      || entry.min_sources || ',"nearPpm":' || entry.near_ppm || '}' end
    || ',"product":"' || p.code || '","ruleVersion":1,"version":' || entry.version || '}'
  from site, product p
  where p.code = entry.product
$function$;
grant execute on function terms_document(terms) to candor_worker;

CREATE OR REPLACE FUNCTION public.terms_draft_problem(t jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  offer jsonb;
  lengths bigint[] := '{}';
  preset jsonb;
  before bigint := 0;
begin
  if jsonb_typeof(t) <> 'object' or (select array_agg(k order by k collate "C") from jsonb_object_keys(t - '{entryDelaySec,lossLimits}'::text[]) k)
      is distinct from '{durations,feeRate,presets}'::text[]
    or jsonb_typeof(t -> 'durations') <> 'array' or jsonb_typeof(t -> 'presets') <> 'array' or not is_whole(t -> 'feeRate')
    or (t ? 'entryDelaySec' and not is_whole(t -> 'entryDelaySec')) or (t ? 'lossLimits' and not is_loss_limits(t -> 'lossLimits')) then
    return 'form';
  end if;
  if jsonb_array_length(t -> 'durations') not between 1 and 12 then return 'durations'; end if;
  if (t ->> 'feeRate')::bigint not between 0 and 1000 then return 'feeRate'; end if;
  if (t ->> 'entryDelaySec')::bigint > 10 then return 'entryDelaySec'; end if;
  if (t #>> '{lossLimits,product}')::bigint < (t #>> '{lossLimits,second}')::bigint then return 'lossLimits.product'; end if;
  if (t #>> '{lossLimits,day}')::bigint < (t #>> '{lossLimits,product}')::bigint
    or (t #>> '{lossLimits,day}')::bigint > 1000000000000000 then
    return 'lossLimits.day';
  end if;
  for offer in select x from jsonb_array_elements(t -> 'durations') x loop
    if jsonb_typeof(offer) <> 'object' or (select array_agg(k order by k collate "C") from jsonb_object_keys(offer) k)
        is distinct from '{maxStake,minStake,payoutRate,seconds}'::text[]
      or not (is_whole(offer -> 'seconds') and is_whole(offer -> 'payoutRate') and is_whole(offer -> 'minStake') and is_whole(offer -> 'maxStake')) then
      return 'form';
    end if;
    if (offer ->> 'seconds')::bigint not between 5 and 3600 or (offer ->> 'seconds')::bigint = any (lengths) then return 'seconds'; end if;
    lengths := lengths || (offer ->> 'seconds')::bigint;
    if (offer ->> 'payoutRate')::bigint not between 100 and 10000 or (offer ->> 'payoutRate')::bigint <= (t ->> 'feeRate')::bigint then
      return 'payoutRate';
    end if;
    if (offer ->> 'minStake')::bigint <= 0 then return 'minStake'; end if;
    if (offer ->> 'maxStake')::bigint < (offer ->> 'minStake')::bigint or (offer ->> 'maxStake')::bigint > 1000000000000000 then
      return 'maxStake';
    end if;
  end loop;
  if jsonb_array_length(t -> 'presets') > 8 then return 'presets'; end if;
  for preset in select x from jsonb_array_elements(t -> 'presets') x loop
    if not is_whole(preset) then return 'form'; end if;
    if (preset #>> '{}')::bigint <= before or not exists (select from jsonb_array_elements(t -> 'durations') x
        where (preset #>> '{}')::bigint between (x ->> 'minStake')::bigint and (x ->> 'maxStake')::bigint) then
      return 'presets';
    end if;
    before := (preset #>> '{}')::bigint;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.terms_entry(product text, version integer, hash bytea)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select sha256(convert_to(E'candor-log-terms-v1\n' || product || E'\n' || version || E'\n' || encode(hash, 'hex') || E'\n', 'UTF8'))
$function$;

CREATE OR REPLACE FUNCTION public.texts_of(value jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select case when jsonb_typeof(value) = 'array' and not exists (select from jsonb_array_elements(value) x where jsonb_typeof(x) <> 'string')
    then coalesce((select array_agg(x #>> '{}' order by n) from jsonb_array_elements(value) with ordinality e (x, n)), '{}') end
$function$;

CREATE OR REPLACE FUNCTION public.tick_day_held(day date)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when tick_day_start(day + 1) > clock_timestamp() - interval '90 days' then 'NOT_COLD'
    when exists (select from product p
      cross join lateral (select from tick t
        where t.product = p.code and t.at >= tick_day_start(day) and t.at < tick_day_start(day + 1) limit 1) one
      where not exists (select from checkpoint c where c.product = p.code and c.at >= tick_day_start(day + 2))) then 'NOT_SIGNED_BEYOND'
    when exists (select from position o where o.closes_at >= tick_day_start(day) and o.closes_at < tick_day_start(day + 2)) then 'ORDER_OPEN'
  end
$function$;
grant execute on function tick_day_held(date) to candor_worker;

CREATE OR REPLACE FUNCTION public.tick_day_spans(day date)
 RETURNS TABLE(product text, first_seq bigint, last_seq bigint, count bigint, prev_hash bytea, last_hash bytea)
 LANGUAGE sql
 STABLE
AS $function$
  select s.product, s.first_seq, s.last_seq, s.count,
    (select t.prev_hash from tick t where t.product = s.product and t.seq = s.first_seq and t.at = s.first_at),
    (select t.hash from tick t where t.product = s.product and t.seq = s.last_seq and t.at = s.last_at)
  from (
    select t.product, min(t.seq) as first_seq, max(t.seq) as last_seq, count(*) as count, min(t.at) as first_at, max(t.at) as last_at
    from tick t where t.at >= tick_day_start(day) and t.at < tick_day_start(day + 1) group by t.product
  ) s
$function$;
grant execute on function tick_day_spans(date) to candor_worker;

CREATE OR REPLACE FUNCTION public.tick_day_start(day date)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select day::timestamp at time zone 'UTC' $function$;
grant execute on function tick_day_start(date) to candor_worker;

CREATE OR REPLACE FUNCTION public.tick_log_root(size bigint, root bytea)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$ select case when root = '' then (select h.root from order_log_head h where h.size = tick_log_root.size) else root end $function$;
grant execute on function tick_log_root(bigint,bytea) to candor_console;
grant execute on function tick_log_root(bigint,bytea) to candor_http;
grant execute on function tick_log_root(bigint,bytea) to candor_worker;

CREATE OR REPLACE FUNCTION public.tick_span_continues(code text, from_seq bigint, after_hash bytea)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select case when from_seq = 1 then after_hash = decode(repeat('00', 32), 'hex')
    else exists (select from tick_archive a where a.product = code and a.last_seq = from_seq - 1 and a.last_hash = after_hash)
      or exists (select from tick t where t.product = code and t.seq = from_seq - 1 and t.hash = after_hash) end
$function$;
grant execute on function tick_span_continues(text,bigint,bytea) to candor_worker;

CREATE OR REPLACE FUNCTION public.tidy_house()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  products text[];
  wallets text[];
begin
  select array_agg(product), array_agg(wallet) into products, wallets from (select distinct product, wallet from (
    select j.product, j.wallet from house_journal j
    union all select w.product, w.wallet from house_window w where w.orders = 0 and w.closes_at < clock_timestamp() - interval '1 minute') x) k;
  if products is null then return; end if;
  perform lock_house(products, wallets);
  perform fold_house(products, wallets);
  delete from house_window w using unnest(products, wallets) k (product, wallet)
  where w.product = k.product and w.wallet = k.wallet and w.orders = 0 and w.closes_at < clock_timestamp() - interval '1 minute';
end $function$;
grant execute on function tidy_house() to candor_worker;

CREATE OR REPLACE FUNCTION public.trim_operator_sessions(operator bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from operator_session s where s.operator_id = operator and s.stage = 'full' and s.id not in (
    select k.id from operator_session k where k.operator_id = operator and k.stage = 'full' and k.expires_at > clock_timestamp() order by k.id desc limit 5)
$function$;

CREATE OR REPLACE FUNCTION public.try_again(e close_exception, moment timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  work close_work;
  state text;
  words text;
begin
  work := catch_up(e);
  set constraints check_money immediate;
  set constraints check_money deferred;
  update close_exception x set ended_at = greatest(moment, x.last_at), accrued = work.done, paid = work.interest,
    principal = work.principal,
    through = case when e.step = 'autoSave' then e.business_date else (select max(d.business_date) from business_day d) end
  where x.id = e.id;
exception when others then
  get stacked diagnostics state = returned_sqlstate, words = message_text;
  if state ~ '^(08|40|53|55|57|58)' then
    raise;
  end if;
  update close_exception x set reason = left(state || ' ' || words, 500), tries = x.tries + 1, last_at = greatest(moment, x.last_at),
    next_at = greatest(moment, x.last_at) + least(interval '10 minutes', interval '10 seconds' * power(2, least(x.tries, 6)))
  where x.id = e.id;
end $function$;

CREATE OR REPLACE FUNCTION public.try_archive_lock()
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select pg_try_advisory_lock(727003)
$function$;
grant execute on function try_archive_lock() to candor_worker;

CREATE OR REPLACE FUNCTION public.try_feed_lead_lock()
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select pg_try_advisory_lock(727002)
$function$;
grant execute on function try_feed_lead_lock() to candor_feed;

CREATE OR REPLACE FUNCTION public.turnover_since(member bigint, of_wallet text, since timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(sum(o.stake), 0)::bigint + coalesce((select sum((w.turnover ->> of_wallet)::bigint)
      from order_archive_member w join order_archive_left l on l.month = w.month where w.member_id = member), 0)::bigint
  from settlement s join trade_order o on o.id = s.order_id
  where s.member_id = member and s.settled_at >= since and s.outcome in ('won', 'lost') and o.wallet = of_wallet
    and o.accepted_at >= since
$function$;

CREATE OR REPLACE FUNCTION public.unbook_ledger_hours(from_date date, by_operator text)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  who bigint := (select o.id from operator o where lower(o.username) = lower(by_operator) and o.left_at is null);
  hours bigint;
begin
  if who is null then
    raise exception 'HOURS_REFUSED: NO_OPERATOR' using errcode = 'CD350';
  end if;
  perform pg_advisory_xact_lock(727015);
  if from_date is null or from_date < (select max(h.business_date) from ledger_hour h) - 31 then
    raise exception 'HOURS_REFUSED: LONG_AGO' using errcode = 'CD350';
  end if;
  if exists (select from day_signature d where d.business_date >= from_date) then
    raise exception 'HOURS_REFUSED: SIGNED' using errcode = 'CD350';
  end if;
  delete from ledger_balance b where b.business_date >= from_date;
  delete from ledger_day d where d.business_date >= from_date;
  delete from ledger_hour_line l using ledger_hour h where h.begins_at = l.begins_at and h.business_date >= from_date;
  delete from ledger_hour h where h.business_date >= from_date;
  get diagnostics hours = row_count;
  if hours = 0 then
    raise exception 'HOURS_REFUSED: NONE' using errcode = 'CD350';
  end if;
  insert into audit (actor_id, command, subject_type, subject_id, detail)
  values (who, 'operate/book-anew', 'businessDay', from_date::text, jsonb_build_object('hours', hours, 'by', 'owner of the database'));
  return hours;
end $function$;

CREATE OR REPLACE FUNCTION public.unpack_sources(said jsonb, at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE STRICT
AS $function$
  select case when jsonb_typeof(said -> 0) is distinct from 'string' then said else (
    select jsonb_agg(jsonb_build_object('source', p[1], 'price', p[2], 'tradeId', nullif(p[3], ''),
      'tradedAt', to_char((at + nullif(p[4], '')::bigint * interval '1 millisecond') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'receivedAt', to_char((at + p[5]::bigint * interval '1 millisecond') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'verdict', p[6]) order by n)
    from jsonb_array_elements_text(said) with ordinality e (line, n) cross join lateral string_to_array(e.line, '|') p) end
$function$;
grant execute on function unpack_sources(jsonb,timestamp with time zone) to candor_console;
grant execute on function unpack_sources(jsonb,timestamp with time zone) to candor_http;
grant execute on function unpack_sources(jsonb,timestamp with time zone) to candor_worker;

CREATE OR REPLACE FUNCTION public.use_challenge(its_token bytea, its_purpose text, its_bound bytea)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with gone as (
    delete from factor_challenge where token_hash = its_token and purpose = its_purpose and bound_to = its_bound
      and expires_at > clock_timestamp() returning 1)
  select exists (select from gone)
$function$;
grant execute on function use_challenge(bytea,text,bytea) to candor_http;

CREATE OR REPLACE FUNCTION public.use_operator_code(of_operator bigint, used bytea)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with gone as (delete from operator_recovery_code where operator_id = of_operator and code_hash = used returning 1)
  select exists (select from gone)
$function$;
grant execute on function use_operator_code(bigint,bytea) to candor_console;

CREATE OR REPLACE FUNCTION public.use_proof_key(key_name text, key bytea, introduced text DEFAULT NULL::text)
 RETURNS TABLE(key_id text, fresh boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  old proof_key;
  new_key proof_key;
  moment timestamptz := clock_timestamp();
  prefix text;
  rest text;
  signature bytea;
begin
  key_id := encode(substring(sha256(convert_to(key_name || E'\n', 'UTF8') || '\x01'::bytea || key) for 4), 'hex');
  lock table proof_key in share row exclusive mode;
  if exists (select from proof_key where id = key_id and (public_key <> key or retired_at is not null)) then
    raise exception 'PROOF_KEY_RETIRED' using errcode = 'CD003';
  end if;
  fresh := not exists (select from proof_key where id = key_id);
  if fresh then
    select * into old from proof_key where name = key_name and retired_at is null;
    if introduced is not null then
      new_key.id := key_id;
      new_key.name := key_name;
      new_key.public_key := key;
      moment := split_part(introduced, E'\n', 4)::timestamptz;
      prefix := E'candor-key-rotation-v1\n' || verifier_key_text(old) || E'\n' || verifier_key_text(new_key) || E'\n'
        || to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || E'\n\n— ' || key_name || ' ';
      rest := substr(introduced, length(prefix) + 1);
      signature := (case when rest ~ E'^[A-Za-z0-9+/]{91}=\n$' then decode(rtrim(rest, E'\n'), 'base64') end);
      if prefix is null or not starts_with(introduced, prefix) or length(signature) is distinct from 68
        or encode(substring(signature for 4), 'hex') <> old.id
        or moment not between clock_timestamp() - interval '5 minutes' and clock_timestamp() + interval '5 minutes' then
        raise exception 'PROOF_KEY_INTRODUCTION' using errcode = 'CD004';
      end if;
    end if;
    update proof_key set retired_at = greatest(moment, created_at) where id = old.id;
    insert into proof_key (id, name, public_key, introduction) values (key_id, key_name, key, introduced);
  end if;
  return next;
end $function$;

CREATE OR REPLACE FUNCTION public.use_puzzle(p_id bytea, p_expires_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if p_expires_at <= clock_timestamp() or p_expires_at > clock_timestamp() + interval '1 hour' then
    return false;
  end if;
  delete from used_puzzle where id in (
    select id from used_puzzle where expires_at < clock_timestamp() order by expires_at limit 4 for update skip locked);
  insert into used_puzzle (id, expires_at) values (p_id, p_expires_at) on conflict do nothing;
  return found;
end $function$;
grant execute on function use_puzzle(bytea,timestamp with time zone) to candor_console;
grant execute on function use_puzzle(bytea,timestamp with time zone) to candor_http;

CREATE OR REPLACE FUNCTION public.use_recovery_code(member bigint, hash bytea)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with used as (delete from member_recovery_code where member_id = member and code_hash = hash returning 1)
  select exists (select from used)
$function$;
grant execute on function use_recovery_code(bigint,bytea) to candor_http;

CREATE OR REPLACE FUNCTION public.verdict_of(code text, begins timestamp with time zone, ends timestamp with time zone)
 RETURNS TABLE(winner text, reason text, entry_seq bigint, entry_at timestamp with time zone, entry_price bigint, exit_seq bigint, exit_at timestamp with time zone, exit_price bigint, entry_log_no bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select case when v.reason is null and x.price > e.price then 'up' when v.reason is null and x.price < e.price then 'down' end,
    v.reason, e.seq, e.at, e.price, x.seq, x.at, x.price, e.log_no
  from (select from tick_head h where h.product = code and h.at >= ends offset 0) due
  -- The oldest OK tick of the entry's span of 3 seconds. Sorted apart, so that the span is read by its times.
  left join lateral (select w.seq, w.at, w.price, w.feed, w.log_no from (
      select t.seq, t.at, t.price, t.feed, t.log_no from tick t
      where t.product = code and t.status = 'OK' and t.at >= begins and t.at <= least(begins + interval '3 seconds', ends) offset 0
    ) w order by w.seq limit 1) e on true
  -- The newest tick of any status in the exit's span of 2 seconds.
  left join lateral (select w.seq, w.at, w.price, w.status, w.feed from (
      select t.seq, t.at, t.price, t.status, t.feed from tick t
      where t.product = code and t.at >= ends - interval '2 seconds' and t.at <= ends offset 0
    ) w order by w.seq desc limit 1) x on true
  cross join lateral (select case when e.seq is null then 'NO_ENTRY_TICK' when x.seq is null then 'NO_EXIT_TICK'
    when x.status <> 'OK' then 'EXIT_NOT_OK' when x.seq <= e.seq then 'EXIT_BEFORE_ENTRY'
    when x.feed <> e.feed then 'FEED_CHANGED' end as reason) v
$function$;

CREATE OR REPLACE FUNCTION public.verifier_key_text(key proof_key)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select key.name || '+' || key.id || '+' || encode('\x01'::bytea || key.public_key, 'base64')
$function$;

CREATE OR REPLACE FUNCTION public.void_reason(reason text, entry_log_no bigint, no bigint, nonce uuid)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when reason is distinct from 'NO_ENTRY_TICK' and entry_log_no is not null and (nonce is null or no > entry_log_no)
    then 'NOT_LOGGED' else reason end
$function$;
grant execute on function void_reason(text,bigint,bigint,uuid) to candor_worker;

CREATE OR REPLACE FUNCTION public.wait_of_looks(looks integer)
 RETURNS interval
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select least(interval '1 minute' * 2 ^ least(looks, 10), interval '2 hours') * (0.5 + random())
$function$;

CREATE OR REPLACE FUNCTION public.wait_turn(subject text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if calling_role() = 'candor_console' and current_operator() is null then
    raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300';
  end if;
  perform pg_advisory_xact_lock(727, hashtext(subject));
end $function$;
grant execute on function wait_turn(text) to candor_console;
grant execute on function wait_turn(text) to candor_http;

CREATE OR REPLACE FUNCTION public.working_day_after(day date, days integer)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select day + n from generate_series(1, 2 * days + 7) n where extract(isodow from day + n) < 6 order by n offset days - 1 limit 1
$function$;

CREATE OR REPLACE FUNCTION public.write_cashier_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  came_to text := new.status;
  has_words boolean;
begin
  if tg_table_name = 'withdrawal' and tg_op = 'UPDATE' then
    if to_jsonb(new) ->> 'paid_out' <> to_jsonb(old) ->> 'paid_out' then came_to := to_jsonb(new) ->> 'paid_out'; end if;
  end if;
  has_words := came_to in ('rejected', 'cancelled', 'returning', 'returned', 'approved')
    or came_to = 'sent' and to_jsonb(old) ->> 'paid_out' = 'returning';
  insert into cashier_step (subject, n, state, reason, note, by_operator)
  values (new.id, new.version, came_to, case when has_words then new.reason end,
    case when has_words and came_to <> 'cancelled' then new.note end, new.moved_by);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.write_invest_transfers(ids uuid[], amounts bigint[], types text[], wallets text[], debit_kinds text[], credit_kinds text[], members bigint[], ref_types text[], ref_ids text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  own text := (select currency from site);
begin
  if cardinality(ids) is null or cardinality(ids) = 0 then
    return;
  end if;
  perform write_transfers(ids, amounts, types, array_fill('single'::text, array[cardinality(ids)]), wallets,
    array_fill(own, array[cardinality(ids)]), debit_kinds,
    (select array_agg(case when k = 'house' then null else m end order by n) from unnest(debit_kinds, members) with ordinality as d (k, m, n)),
    credit_kinds,
    (select array_agg(case when k = 'house' then null else m end order by n) from unnest(credit_kinds, members) with ordinality as c (k, m, n)),
    array_fill(null::uuid, array[cardinality(ids)]), ref_types, ref_ids);
end $function$;

CREATE OR REPLACE FUNCTION public.write_terms_document()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.document := terms_document(new);
  new.hash := sha256(convert_to(new.document, 'UTF8'));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.write_transfers(ids uuid[], amounts bigint[], types text[], phases text[], wallets text[], currencies text[], debit_kinds text[], debit_members bigint[], credit_kinds text[], credit_members bigint[], pending_ids uuid[], ref_types text[], ref_ids text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  caller text := calling_role();
  is_owner boolean := pg_has_role(calling_role(), current_user, 'member');
  debits bigint[];
  credits bigint[];
  refused record;
begin
  for attempt in 1 .. 3 loop
    select array_agg(d.id order by t.n), array_agg(c.id order by t.n) into debits, credits
    from unnest(wallets, currencies, debit_kinds, debit_members, credit_kinds, credit_members) with ordinality
      as t (wallet, currency, debit_kind, debit_member, credit_kind, credit_member, n)
    left join lateral (
      select a.id from account a
      where a.member_id = t.debit_member and a.wallet = t.wallet and a.kind = t.debit_kind and a.currency = t.currency
      union all
      select a.id from account a where t.debit_member is null
        and a.member_id is null and a.wallet = t.wallet and a.kind = t.debit_kind and a.currency = t.currency
    ) d on true
    left join lateral (
      select a.id from account a
      where a.member_id = t.credit_member and a.wallet = t.wallet and a.kind = t.credit_kind and a.currency = t.currency
      union all
      select a.id from account a where t.credit_member is null
        and a.member_id is null and a.wallet = t.wallet and a.kind = t.credit_kind and a.currency = t.currency
    ) c on true;
    exit when array_position(debits, null) is null and array_position(credits, null) is null;
    insert into account (member_id, wallet, kind, currency)
    select distinct s.member_id, s.wallet, s.kind, s.currency
    from unnest(debits || credits, debit_members || credit_members, wallets || wallets, debit_kinds || credit_kinds,
      currencies || currencies) as s (id, member_id, wallet, kind, currency)
    where s.id is null on conflict do nothing;
  end loop;
  perform from account a where a.id = any(debits || credits) and a.member_id is not null order by a.id for no key update;

  select t.type, t.ref_id, t.why into refused from (
    select d.n, d.type, d.ref_id, case
      when not is_owner and not coalesce(case caller
          when 'candor_http' then d.phase = 'single' and d.type in ('orderStake', 'fee', 'practiceGrant', 'practiceReset')
            or d.phase in ('pending', 'void') and d.type in ('withdraw', 'fee') and d.ref_type = 'withdrawal'
            or d.phase = 'single' and d.type in ('investment', 'redemption', 'interest', 'savingsIn', 'savingsOut')
          when 'candor_worker' then d.phase = 'single' and d.type in ('recharge', 'invitationReward', 'investment', 'redemption',
            'interest', 'savingsIn', 'givenUp')
          when 'candor_console' then d.phase = 'single' and d.type in ('recharge', 'invitationReward', 'withdrawalReturned', 'manualAdd',
              'manualDeduct')
            or d.phase in ('post', 'void') and d.type in ('withdraw', 'fee') and d.ref_type = 'withdrawal'
          end, false) then 'NOT_ALLOWED'
      when d.debit_member <> d.credit_member then 'TWO_MEMBERS'
      when d.phase in ('post', 'void') and not coalesce(p.phase = 'pending' and p.debit_account = d.debit
        and p.credit_account = d.credit and case d.phase when 'post' then d.amount <= p.amount else d.amount = p.amount end, false)
        then 'HOLD'
      when is_owner then null
      when d.currency is distinct from s.currency then 'NO_REASON'
      when d.ref_type = 'withdrawal' then case when coalesce(d.wallet = w.wallet and case
          when d.phase = 'pending' then w.status = 'pending' and d.debit_kind = 'funds' and d.debit_member = w.member_id
            and case d.type when 'withdraw' then d.id = w.hold and d.amount = w.amount - w.fee and d.credit_kind = 'clearing'
              else d.id = w.fee_hold and d.amount = w.fee and d.credit_kind = 'fees' end
          when d.phase in ('post', 'void') then d.pending_id in (w.hold, w.fee_hold) and d.amount = p.amount
            and w.status = case when d.phase = 'post' then 'approved' when caller = 'candor_http' then 'cancelled' else 'rejected' end
          else d.type = 'withdrawalReturned' and w.paid_out = 'returned' and d.credit_kind = 'funds' and d.credit_member = w.member_id
            and d.amount = case d.debit_kind when 'clearing' then w.amount - w.fee when 'fees' then w.fee end
          end, false) then null else 'NO_REASON' end
      when d.phase <> 'single' then 'NO_REASON'
      when d.type in ('manualAdd', 'manualDeduct') then case when coalesce(d.ref_type = 'adjustment' and j.status = 'approved'
          and d.wallet = j.wallet and d.amount = j.amount and case j.kind
            when 'add' then d.type = 'manualAdd' and d.debit_kind = 'house' and d.credit_kind = 'funds' and d.credit_member = j.member_id
            else d.type = 'manualDeduct' and d.debit_kind = 'funds' and d.debit_member = j.member_id and d.credit_kind = 'house'
          end, false) then null else 'NO_REASON' end
      -- The ids of these are fixed by their row, so that none of them can be written twice.
      when d.type in ('investment', 'redemption') or d.type = 'interest' and d.ref_type = 'holding' then case when coalesce(
          d.ref_type = 'holding' and d.wallet = h.wallet and case d.type
            when 'investment' then d.id = invest_transfer('investment', d.ref_id, h.starts_on) and h.status = 'running'
              and (caller = 'candor_http') = (h.rolled_from is null) and d.amount = h.principal
              and d.debit_kind = 'funds' and d.debit_member = h.member_id and d.credit_kind = 'invested'
            when 'redemption' then d.id = invest_transfer('redemption', d.ref_id, h.ended_on)
              and h.status = case caller when 'candor_http' then 'redeemed' else 'matured' end and d.amount = h.principal
              and d.debit_kind = 'invested' and d.debit_member = h.member_id and d.credit_kind = 'funds'
            else d.id = invest_transfer('interest', d.ref_id, h.paid_through)
              and (h.status = 'redeemed') = (caller = 'candor_http') and d.amount = abs(h.last_payment) and case when h.last_payment > 0
                then d.debit_kind = 'house' and d.credit_kind = 'funds' and d.credit_member = h.member_id
                else d.debit_kind = 'funds' and d.debit_member = h.member_id and d.credit_kind = 'house' end
          end, false) then null else 'NO_REASON' end
      when d.type in ('savingsIn', 'savingsOut') then case when coalesce(d.ref_type = 'savingsTransfer' and d.id = g.id
          and d.wallet = g.wallet and d.amount = g.amount and (g.origin = 'member') = (caller = 'candor_http') and case g.direction
            when 'in' then d.type = 'savingsIn' and d.debit_kind = 'funds' and d.debit_member = g.member_id and d.credit_kind = 'savings'
            else d.type = 'savingsOut' and d.debit_kind = 'savings' and d.debit_member = g.member_id and d.credit_kind = 'funds'
          end, false) then null else 'NO_REASON' end
      when d.type = 'interest' then case when coalesce(d.ref_type = 'savings' and caller = 'candor_worker' and d.debit_kind = 'house'
          and d.credit_kind = 'savings' and d.amount = e.amount and e.posted_at is not null
          and d.id = invest_transfer('savings', d.credit_member || '/' || d.wallet, d.ref_id::date), false)
          then null else 'NO_REASON' end
      -- Everything that is there goes, so there is nothing for a second one.
      when d.type = 'givenUp' then case when coalesce(d.ref_type = 'closing' and d.wallet = 'cash' and d.amount = k.give_up
          and d.debit_kind = 'funds' and d.debit_member = k.member_id and d.credit_kind = 'house' and k.due_at <= clock_timestamp()
          and k.stopped_at is null and k.closed_at is null and a.posted = d.amount and a.held = 0, false)
          then null else 'NO_REASON' end
      when d.type = 'recharge' then case when coalesce(d.ref_type = 'deposit' and y.status = 'approved' and d.wallet = y.wallet
          and d.debit_kind = 'clearing' and d.credit_kind = 'funds' and d.credit_member = y.member_id and d.amount = y.credited, false)
          then null else 'NO_REASON' end
      when d.type = 'invitationReward' then case when coalesce(d.ref_type = 'member' and d.wallet = v.wallet
          and d.debit_kind = 'house' and d.credit_kind = 'funds' and d.credit_member = v.inviter_id and d.amount = v.amount, false)
          then null else 'NO_REASON' end
      when d.type in ('practiceGrant', 'practiceReset') then case when coalesce(cardinality(ids) = 1 and d.wallet = 'practice'
          and d.ref_type = 'member' and d.ref_id = coalesce(d.debit_member, d.credit_member)::text and case
            when d.type = 'practiceGrant' then d.debit_kind = 'grants' and d.credit_kind = 'funds' and a.seq = 0
              and d.amount = s.practice_grant
            when d.debit_kind = 'grants' then d.credit_kind = 'funds' and a.posted - a.held + d.amount = s.practice_grant
            when d.credit_kind = 'grants' then d.debit_kind = 'funds' and a.posted - a.held - d.amount = s.practice_grant
            end, false) then null else 'NO_REASON' end
      when not coalesce(d.ref_type = 'order' and d.wallet = o.wallet and case d.type
          when 'orderStake' then d.debit_kind = 'funds' and d.credit_kind = 'escrow' and d.debit_member = o.member_id
            and d.amount = o.stake
          when 'fee' then d.debit_kind = 'funds' and d.credit_kind = 'escrow' and d.debit_member = o.member_id
            and d.amount = o.fee
          end, false) then 'NO_REASON'
      end as why
    from unnest(ids, debits, credits, amounts, types, phases, wallets, currencies, debit_kinds, debit_members, credit_kinds,
      credit_members, pending_ids, ref_types, ref_ids) with ordinality as d (id, debit, credit, amount, type, phase, wallet, currency,
      debit_kind, debit_member, credit_kind, credit_member, pending_id, ref_type, ref_id, n)
    left join lateral (select x.phase, x.amount, x.debit_account, x.credit_account from transfer x where x.id = d.pending_id offset 0) p on true
    left join lateral (select x.id, x.member_id, x.wallet, x.stake, x.fee from trade_order x
      where x.id = case when not is_owner and d.ref_type = 'order' then d.ref_id::uuid end offset 0) o on true
    left join lateral (select x.member_id, x.wallet, x.status, x.credited from deposit x
      where not is_owner and x.id = case when d.ref_type = 'deposit' then d.ref_id::uuid end offset 0) y on true
    left join lateral (select x.member_id, x.wallet, x.status, x.paid_out, x.amount, x.fee, x.hold, x.fee_hold from withdrawal x
      where not is_owner and x.id = case when d.ref_type = 'withdrawal' then d.ref_id::uuid end offset 0) w on true
    left join lateral (select x.member_id, x.wallet, x.status, x.kind, x.amount from adjustment x
      where not is_owner and x.id = case when d.ref_type = 'adjustment' then d.ref_id::uuid end offset 0) j on true
    left join lateral (select x.member_id, x.wallet, x.principal, x.status, x.starts_on, x.ended_on, x.paid_through, x.last_payment,
        x.rolled_from from holding x
      where not is_owner and x.id = case when d.ref_type = 'holding' then d.ref_id::uuid end offset 0) h on true
    left join lateral (select x.id, x.member_id, x.wallet, x.direction, x.origin, x.amount from savings_transfer x
      where not is_owner and x.id = case when d.ref_type = 'savingsTransfer' then d.ref_id::uuid end offset 0) g on true
    left join lateral (select x.amount, x.posted_at from savings_accrual x
      where not is_owner and x.member_id = d.credit_member and x.wallet = d.wallet
        and x.business_date = case when d.ref_type = 'savings' then d.ref_id::date end offset 0) e on true
    left join lateral (select x.inviter_id, x.wallet, x.amount from invitation_reward x
      where not is_owner and x.invitee_id = case when d.type = 'invitationReward' then d.ref_id::bigint end offset 0) v on true
    left join lateral (select x.member_id, x.give_up, x.due_at, x.stopped_at, x.closed_at from member_closing x
      where not is_owner and x.id = case when d.ref_type = 'closing' then d.ref_id::uuid end offset 0) k on true
    left join lateral (select x.posted, x.held, x.seq from account x
      where d.type in ('practiceGrant', 'practiceReset', 'givenUp') and x.id = case when d.debit_member is null then d.credit else d.debit end
      offset 0) a on true
    cross join (select currency, practice_grant from site union all select null, null where not exists (select from site)) s
  ) t where t.why is not null order by t.n limit 1;
  if found then
    raise exception 'TRANSFER_REFUSED: %', refused.why using errcode = 'CD005', detail = refused.type || ' ' || refused.ref_id;
  end if;

  -- Two lines a transfer, the debit before the credit. An account of the house keeps no running row, and its line no number.
  with line as materialized (
    select d.n, s.side, a.id as account, d.amount,
      a.seq + row_number() over w as seq,
      a.posted + sum(case when d.phase in ('pending', 'void') then 0 when s.side = 0 then -d.amount else d.amount end) over w as posted,
      -- Of a hold that is posted in part, the rest is free again.
      a.held + sum(case when s.side = 1 then 0 when d.phase = 'pending' then d.amount when d.phase = 'single' then 0
        else -p.amount end) over w as held
    from unnest(debits, credits, amounts, phases, pending_ids) with ordinality as d (debit, credit, amount, phase, pending_id, n)
    cross join (values (0), (1)) as s (side)
    left join lateral (select x.amount from transfer x where x.id = d.pending_id offset 0) p on true
    left join lateral (select x.id, x.posted, x.held, x.seq from account x
      where x.id = case s.side when 0 then d.debit else d.credit end and x.member_id is not null offset 0) a on true
    window w as (partition by a.id order by d.n, s.side rows unbounded preceding)
  ), moved as (
    update account a set posted = l.posted, held = l.held, seq = l.seq
    from (select distinct on (account) account, posted, held, seq from line where account is not null order by account, seq desc) l
    where a.id = l.account
  )
  insert into transfer (id, debit_account, credit_account, amount, type, wallet, currency, phase, pending_id, ref_type, ref_id,
    member_id, debit_seq, debit_balance_after, credit_seq, credit_balance_after)
  select ids[l.n], debits[l.n], credits[l.n], l.amount, types[l.n], wallets[l.n], currencies[l.n], phases[l.n], pending_ids[l.n],
    ref_types[l.n], ref_ids[l.n], coalesce(debit_members[l.n], credit_members[l.n]), l.seq, l.posted, l.credit_seq, l.credit_posted
  from (
    select n, side, amount, seq, case when account is not null then posted end as posted,
      lead(seq) over pair as credit_seq, lead(case when account is not null then posted end) over pair as credit_posted
    from line window pair as (order by n, side)
  ) l where l.side = 0 order by l.n;
end $function$;
grant execute on function write_transfers(uuid[],bigint[],text[],text[],text[],text[],text[],bigint[],text[],bigint[],uuid[],text[],text[]) to candor_console;
grant execute on function write_transfers(uuid[],bigint[],text[],text[],text[],text[],text[],bigint[],text[],bigint[],uuid[],text[],text[]) to candor_http;
grant execute on function write_transfers(uuid[],bigint[],text[],text[],text[],text[],text[],bigint[],text[],bigint[],uuid[],text[],text[]) to candor_worker;


-- What was changed of Postgres ----------------------------------------------------------------------------------------

function lo_close(integer): the owner alone
function lo_creat(integer): the owner alone
function lo_create(oid): the owner alone
function lo_from_bytea(oid,bytea): the owner alone
function lo_get(oid): the owner alone
function lo_get(oid,bigint,integer): the owner alone
function lo_lseek(integer,integer,integer): the owner alone
function lo_lseek64(integer,bigint,integer): the owner alone
function lo_open(oid,integer): the owner alone
function lo_put(oid,bigint,bytea): the owner alone
function lo_tell(integer): the owner alone
function lo_tell64(integer): the owner alone
function lo_truncate(integer,integer): the owner alone
function lo_truncate64(integer,bigint): the owner alone
function lo_unlink(oid): the owner alone
function loread(integer,integer): the owner alone
function lowrite(integer,bytea): the owner alone
function pg_advisory_lock(bigint): the owner alone
function pg_advisory_lock(integer,integer): the owner alone
function pg_advisory_lock_shared(bigint): the owner alone
function pg_advisory_lock_shared(integer,integer): the owner alone
function pg_advisory_unlock(bigint): the owner alone
function pg_advisory_unlock(integer,integer): the owner alone
function pg_advisory_unlock_all(): the owner alone
function pg_advisory_unlock_shared(bigint): the owner alone
function pg_advisory_unlock_shared(integer,integer): the owner alone
function pg_advisory_xact_lock(bigint): the owner alone
function pg_advisory_xact_lock(integer,integer): the owner alone
function pg_advisory_xact_lock_shared(bigint): the owner alone
function pg_advisory_xact_lock_shared(integer,integer): the owner alone
function pg_logical_emit_message(boolean,text,bytea,boolean): the owner alone
function pg_logical_emit_message(boolean,text,text,boolean): the owner alone
function pg_try_advisory_lock(bigint): the owner alone
function pg_try_advisory_lock(integer,integer): the owner alone
function pg_try_advisory_lock_shared(bigint): the owner alone
function pg_try_advisory_lock_shared(integer,integer): the owner alone
function pg_try_advisory_xact_lock(bigint): the owner alone
function pg_try_advisory_xact_lock(integer,integer): the owner alone
function pg_try_advisory_xact_lock_shared(bigint): the owner alone
function pg_try_advisory_xact_lock_shared(integer,integer): the owner alone

-- Of other kinds ------------------------------------------------------------------------------------------------------

-- None.
