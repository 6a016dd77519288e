-- The console counts in tables of its own (0361): it needs nothing of those of the member site any more.
revoke all on captcha, login_failure, login_budget, login_network, rate_limit from candor_console;
revoke update (used_by, passed, expires_at), insert (id, answer_hash, level, expires_at) on captcha from candor_console;
revoke update (failures, locked_until, last_at) on login_failure from candor_console;
revoke update (points, expire) on rate_limit from candor_console;
revoke execute on function clear_login_lane(text) from candor_console;
