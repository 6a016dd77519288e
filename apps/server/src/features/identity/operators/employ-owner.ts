import { randomBytes } from 'node:crypto';
import { foldUsername } from '@candor/domain/identity/username';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Pool } from '../../../platform/db/pool.ts';
import type { Passwords } from '../../../services/secrets/passwords.ts';
import { employOwnerRow } from './operator-access-store.ts';

/**
 * The first owner of a site, or another one where all are lost: with a password that is returned this once, or with the given one. They set a second factor up at
 * their first login, on a practice site too. Only the owner of the database can do it, on the site's own machine. The audit has a chained
 * entry of it.
 */
export async function employOwner(
  ownerPool: Pool,
  passwords: Pick<Passwords, 'hash'>,
  username: string,
  password = randomBytes(12).toString('base64url'),
): Promise<Result<string, 'NAME_INVALID'>> {
  if (foldUsername(username) === null) return err('NAME_INVALID');
  await employOwnerRow(ownerPool, username, await passwords.hash(password));
  return ok(password);
}
