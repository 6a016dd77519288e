-- What the sources said of a tick is a list, and never longer than a few sources need (about 200 bytes each, four exchanges): nobody
-- who may publish can fill the disk with it. Not checked for old rows: those were written by the same function, in fewer words.
alter table tick add constraint tick_sources_check
  check (jsonb_typeof(sources) = 'array' and octet_length(sources::text) <= 8192) not valid;
