import { foldUsername } from '@candor/domain/identity/username';
import type { Pool } from '../../platform/db/pool.ts';
import { Refused } from '../../platform/http/http-app.ts';
import type { HttpRequest } from '../../platform/http/http-app.ts';
import type { AddressLimit, RateLimit } from '../../platform/http/rate-limit.ts';
import type { Budgets } from '../../platform/http/route-cost.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import type { Puzzles } from './puzzles.ts';
import { isKnownToAny } from './login-attempt-store.ts';
import { loginKeys } from './login-keys.ts';

export interface LoginGateDeps {
  pool: Pool;
  fingerprints: Fingerprints;
  puzzles: Puzzles;
  budgets: Pick<Budgets, 'charge'>;
}

/**
 * Decides whether a login may cost anything, before its captcha is judged and its password is checked:
 *
 * - A name that no member can have costs nothing: there is nothing to guess.
 * - A device that is known for the name solves no puzzle, and its share cannot be used up by strangers.
 * - Everybody else solves a puzzle. From a network in which members log in, the share is that of known networks.
 * @throws Refused('LOGIN_FAILED'), Refused('PUZZLE_REQUIRED'), or Refused('RATE_LIMITED')
 */
export function loginGate(
  { pool, fingerprints, puzzles, budgets }: LoginGateDeps,
  limits: { login: AddressLimit; device: RateLimit },
  form: 'login' | 'console' = 'login',
): (request: HttpRequest, login: { username: string; device: string | undefined }) => Promise<void> {
  return async (request, { username, device }) => {
    const name = foldUsername(username);
    if (name === null) throw new Refused('LOGIN_FAILED');
    const keys = loginKeys(
      fingerprints,
      name,
      { address: request.ip, device },
      form === 'console' ? 'console' : 'member',
    );
    if (keys.device !== undefined) {
      // By name, not by device: one member may have any number of devices, and the limit bucket of known devices is everybody's.
      await limits.device.take(keys.name);
      budgets.charge(request, 'knownPassword');
      return;
    }
    await puzzles.take(request, form, async () => {
      await limits.login.take(request.ip);
      const isKnown = await isKnownToAny(pool, keys);
      budgets.charge(request, isKnown ? 'knownPassword' : 'password');
    });
  };
}
