import { randomBytes } from 'node:crypto';
import * as argon2 from '@node-rs/argon2';
import { Refused } from '../../platform/http/http-app.ts';
import { concurrencyLimit } from '../../platform/jobs/concurrency-limit.ts';

/** Argon2id with 19 MiB and two passes (RFC 9106, OWASP): about 20 ms, so guessing is expensive but a login is not. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const satisfies argon2.Options;

/**
 * Each hash holds 19 MiB and one thread of the pool. More at once would only slow each other down and starve the disk.
 */
const RUNNING_MAX = 3;
/** A call beyond this is refused at once, instead of waiting until its client gives up. */
const WAITING_MAX = 100;

export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Whether the password fits. Without a hash (no such member) it verifies against a hash whose password nobody has:
   * the same work, and the answer is false.
   */
  verify(hash: string | undefined, password: string): Promise<boolean>;
}

/** The functions that do the work; a test counts their calls here. */
export type Argon2 = Pick<typeof argon2, 'hash' | 'verify'>;

/** Both calls throw Refused('RATE_LIMITED') when too many wait already. */
export function createPasswords(work: Argon2 = argon2): Passwords {
  const nobodys = work.hash(randomBytes(32), OPTIONS);
  // The rejection is handled where it is awaited. That may be later, so it must not count as unhandled here.
  nobodys.catch(() => undefined);
  const inTurn = concurrencyLimit(RUNNING_MAX, WAITING_MAX, () => new Refused('RATE_LIMITED', { retryAfterSec: 3 }));
  return {
    hash: async (password) => await inTurn(async () => await work.hash(password, OPTIONS)),
    verify: async (hash, password) =>
      await inTurn(async () => {
        const fits = await work.verify(hash ?? (await nobodys), password);
        return hash !== undefined && fits;
      }),
  };
}
