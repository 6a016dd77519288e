-- One folding of user names. lower() under the collation of the database may turn a letter that is not ASCII into one that
-- is; under "C" it changes A to Z and nothing else, as packages/domain/src/identity/username.ts does.

drop index member_username_key;
create unique index member_username_key on member (lower(username collate "C"));
