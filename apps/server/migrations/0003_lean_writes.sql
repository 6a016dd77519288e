-- What every order writes, without the checks that another constraint makes already.

-- Both sides of a transfer name accounts, and an account names its member.
alter table transfer drop constraint transfer_member_id_fkey;
-- Rows are written under the lock of the member they name, who is never deleted.
alter table idempotency drop constraint idempotency_member_id_fkey;

-- A hold still resolves once; the many transfers that resolve none need no entry.
alter table transfer drop constraint transfer_pending_id_key;
create unique index transfer_pending on transfer (pending_id) where pending_id is not null;
