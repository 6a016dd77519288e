import type { BucketBudgets } from '../platform/http/route-cost.ts';

const ENDLESS = { address: { perSec: 1e9, burst: 1e9 }, all: { perSec: 1e9, burst: 1e9 } };

/** For tests that do in a moment, from one address, as much as a crowd does in an hour. */
export const BOUNDLESS: BucketBudgets = {
  public: ENDLESS,
  live: ENDLESS,
  member: ENDLESS,
  change: ENDLESS,
  upload: ENDLESS,
  form: ENDLESS,
  step: ENDLESS,
  picture: ENDLESS,
  entry: ENDLESS,
  known: ENDLESS,
  health: ENDLESS,
};
