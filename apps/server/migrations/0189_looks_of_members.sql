-- How the app looks and speaks belongs to the account too: a new device takes it over, and a later choice on a device stays.
alter table member add column looks_at timestamptz;
comment on column member.looks_at is 'When the member last chose language, theme, direction colours or care mode. Null: never.';
update member set looks_at = clock_timestamp() where language is not null or theme is not null or updown is not null;
grant update (looks_at) on member to candor_http;
