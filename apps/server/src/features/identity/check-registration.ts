import type { RegistrationCheckView, registrationCheckBody } from '@candor/contract/registration';
import { isReservedName } from '@candor/domain/identity/reserved-name';
import { foldUsername } from '@candor/domain/identity/username';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import type { Site } from '../../services/site/site.ts';
import { selectTaken } from './identity-store.ts';

interface CheckDeps {
  pool: Db;
  site: Site;
}

/**
 * What registration would say of a name and a code, and not more. A look costs a puzzle and is counted (identity.routes.ts). A name that looks like the site's is reserved. Registration itself decides.
 */
export async function checkRegistration(
  { pool, site }: CheckDeps,
  { username, inviteCode }: z.infer<typeof registrationCheckBody>,
): Promise<Result<RegistrationCheckView, 'REGISTRATION_CLOSED'>> {
  if (!site.registrationOpen) return err('REGISTRATION_CLOSED');
  const folded = foldUsername(username);
  if (folded === null) throw new Error('the schema accepted an invalid username');
  const code = inviteCode?.toUpperCase() ?? null;
  const found = await selectTaken(pool, { username: folded, phone: '', inviteCode: code });
  const isReserved = found.kept || isReservedName(username, site.name);
  return ok({
    username: found.username ? 'taken' : isReserved ? 'reserved' : 'free',
    inviteCode: code === null ? null : found.inviterId === null ? 'unknown' : 'valid',
  });
}
