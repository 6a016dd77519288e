-- A session slides on by use, but ends ninety days after its login whatever happens.

update session set expires_at = least(expires_at, created_at + interval '90 days');
alter table session add constraint session_age_check check (expires_at <= created_at + interval '90 days');
