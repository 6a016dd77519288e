-- When operators answer, and what they answer often. Both are versions: nothing is changed or deleted, the newest one holds.

create table support_hours (
  version     integer generated always as identity primary key,
  hours       jsonb not null check (jsonb_typeof(hours) = 'array' and jsonb_array_length(hours) = 7 and length(hours::text) <= 2000),
  operator_id bigint references member (id),
  at          timestamptz not null default clock_timestamp()
);
comment on column support_hours.hours is 'Of each weekday from Sunday on: pairs of minutes after midnight, in the time zone of the site.';
insert into support_hours (hours) select jsonb_agg('[[540, 1260]]'::jsonb) from generate_series(1, 7);

create table canned_answer (
  id          uuid not null,
  version     integer not null check (version >= 1),
  title       text not null check (length(title) between 1 and 40),
  texts       jsonb not null check (texts ?& array['zh-Hans', 'zh-Hant', 'en'] and length(texts::text) <= 8000),
  removed     boolean not null default false,
  operator_id bigint references member (id),
  at          timestamptz not null default clock_timestamp(),
  primary key (id, version)
);
comment on column canned_answer.version is 'Each edit writes the next one.';
insert into canned_answer (id, version, title, texts) values
  ('00000000-0000-4000-8000-00000000c001', 1, '问候 / Hello', '{"zh-Hans": "您好，我是客服，请问有什么可以帮您？", "zh-Hant": "您好，我是客服人員，請問需要什麼協助？", "en": "Hello, this is support. How can I help you?"}'),
  ('00000000-0000-4000-8000-00000000c002', 1, '充值未到账 / Deposit', '{"zh-Hans": "请您提供充值编号和转账凭证，我们会马上核对。充值记录页可以看到每一步的进度。", "zh-Hant": "請提供入金編號與轉帳憑證，我們會立即核對。在入金記錄頁可以看到每一步的進度。", "en": "Please send the reference of the deposit and the proof of the transfer, and we will look into it at once. The deposit records show every step."}'),
  ('00000000-0000-4000-8000-00000000c003', 1, '账户安全 / Safety', '{"zh-Hans": "请不要把密码或验证码告诉任何人，客服也不会向您索取。", "zh-Hant": "請勿將密碼或驗證碼告訴任何人，客服也不會向您索取。", "en": "Please tell nobody your password or a code. Support never asks for them."}');

grant select on support_hours to candor_http, candor_console;
grant insert (hours, operator_id) on support_hours to candor_console;
grant select, insert (id, version, title, texts, removed, operator_id) on canned_answer to candor_console;

update role set permissions = permissions || '{support:*:*}' where name = 'support';
