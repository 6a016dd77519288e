-- A captcha takes one guess. The first call writes itself down in the row, in the one statement that also judges the guess:
-- calls at the same moment wait for that row and find it used.

alter table captcha
  add used_by bytea check (length(used_by) = 32),
  add passed  boolean,
  add check ((used_by is null) = (passed is null));
comment on table captcha is 'Used up by its first guess. For 60 seconds after a right one the very same call may pass again.';
comment on column captcha.used_by is 'Keyed hash of the call that made the guess; random where that call had no Idempotency-Key.';
