-- Devices also hear of announcements, of prices their member waited for, and of markets that open.

alter table push_subscription drop constraint push_subscription_kinds_check;
alter table push_subscription add constraint push_subscription_kinds_check
  check (kinds <@ array['settlement', 'deposit', 'withdrawal', 'notice', 'alert'] and cardinality(kinds) between 1 and 5);
alter table push_message drop constraint push_message_kind_check;
alter table push_message add constraint push_message_kind_check
  check (kind in ('settlement', 'deposit', 'withdrawal', 'notice', 'alert'));

-- What concerns one member goes before what concerns all.
drop index push_message_due;
create index push_message_due on push_message ((kind = 'notice'), next_at) where next_at is not null;

-- An announcement is told in batches, in the order of the sessions.
alter table notice add column pushed_after uuid, add column pushed_at timestamptz;
comment on column notice.pushed_after is 'The last session of the batches that were queued. Null before the first one.';
comment on column notice.pushed_at is 'When all devices that want announcements were queued.';
create index notice_pushing on notice (announced_at) where pushed_at is null;
create index push_subscription_notice on push_subscription (session_id) where 'notice' = any (kinds);

grant update (pushed_after, pushed_at) on notice to candor_worker;
grant select on shown_notice to candor_worker;
