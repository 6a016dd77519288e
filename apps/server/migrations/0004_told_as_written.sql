-- Answers and news are told again exactly as they were written, and never looked into: text that is checked to be JSON,
-- not taken apart and put together again.

alter table idempotency alter column answer type json using answer::json;
alter table outbox alter column message type json using message::json;
