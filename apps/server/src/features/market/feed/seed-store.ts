// SQL of the simulator's seeds. The database keeps only seeds that hash to their commitment.

import * as z from 'zod/mini';
import { bytes, date } from '../../../platform/db/rows.ts';
import type { DaySeed } from '../sources/day-seeds.ts';
import { manyRows, onlyRow, write } from '../../../platform/db/statement.ts';

/** Seeds that were published before stay as they are. */
export const insertSeeds = write(
  `insert into simulator_seed (day, seed, commitment)
   select day, decode(seed, 'hex'), decode(commitment, 'hex') from unnest($1::date[], $2::text[], $3::text[])
     as row (day, seed, commitment) on conflict do nothing`,
  (seeds: readonly DaySeed[]) => [
    seeds.map(({ day }) => day),
    seeds.map(({ seed }) => seed),
    seeds.map(({ commitment }) => commitment),
  ],
);

const seedRow = z.object({ day: date, seed: z.string(), commitment: z.string() });

/** The seeds of a UTC day (YYYY-MM-DD) that are published, in the order in which they were. */
export const selectSeeds = manyRows(
  seedRow,
  `select day, encode(seed, 'hex') as seed, encode(commitment, 'hex') as commitment from simulator_seed
   where day = $1::date order by published_at, commitment limit $2`,
  (day: string, limit: number) => [day, limit],
);

/** The first leader of a site writes it; it is never replaced. */
export const insertSecret = write(
  'insert into simulator_secret (sealed) values ($1) on conflict do nothing',
  (sealed: Buffer) => [sealed],
);

export const selectSecret = onlyRow(
  z.object({ sealed: bytes, since: date }),
  'select sealed, since from simulator_secret',
  () => [],
  { missing: 'the secret of simulated prices was not written' },
);
