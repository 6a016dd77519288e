-- News of a batch of orders is one row with their ids. What it says is read when it is sent.
alter table outbox
  alter column member_id drop not null,
  alter column message drop not null,
  add orders uuid[] constraint outbox_orders_check check (cardinality(orders) between 1 and 10000),
  add constraint outbox_check check ((orders is null) = (message is not null) and (member_id is null) = (message is null));
alter table outbox alter column orders set storage external;
comment on column outbox.orders is 'Orders whose members hear what is true of them now; instead of a member and a message.';
