/** Bugs planted by hand in what the database guards of the keys that the site signs with. See `planted-sql.mjs`. */

const SIGNING = 'apps/server/src/services/proof/signing.test.ts';

/** @type {Record<string, [tests: string[], bugs: [from: string, to: string][], only?: string]>} */
export const KEY_BUGS = {
  use_proof_key: [
    [SIGNING],
    [
      ['public_key <> key or retired_at is not null', 'public_key <> key'],
      ['and retired_at is null;', ';'],
      ['lock table proof_key in share row exclusive mode;', ''],
      ['not starts_with(introduced, prefix) or', ''],
      ['or length(signature) is distinct from 68', ''],
      [`or encode(substring(signature for 4), 'hex') <> old.id`, ''],
      [`or moment not between clock_timestamp() - interval '5 minutes' and`, `or moment >`],
      [`and clock_timestamp() + interval '5 minutes' then`, `and 'infinity' then`],
      ['greatest(moment, created_at)', 'moment'],
      ['greatest(moment, created_at)', 'clock_timestamp()'],
      ['key_name, key, introduced)', 'key_name, key, null)'],
    ],
  ],
};
