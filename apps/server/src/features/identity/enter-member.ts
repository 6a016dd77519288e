import type { TokenView } from '@candor/contract/identity';
import type { FoldedUsername } from '@candor/domain/identity/username';
import type { Db } from '../../platform/db/pool.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import type { ProvedBy } from '../../services/member-factors/take-proof.ts';
import { placeFrom } from '../../services/security-events/place.ts';
import { insertNewDeviceEvent } from '../../services/security-events/security-event-store.ts';
import { openSession } from '../../services/sessions/sessions.ts';
import { hasLoggedIn, insertLogin, selectFrozenReason } from './identity-store.ts';
import type { Credentials } from './identity-store.ts';
import { rememberNetwork } from './login-attempt-store.ts';
import { loginKeys, newDeviceToken } from './login-keys.ts';

export type ShutOut =
  | { key: 'LOGIN_NOT_AUTHORIZED' | 'ACCOUNT_FROZEN' }
  | { key: 'ACCOUNT_FROZEN_BECAUSE'; params: { reason: string } };

/** Why a member whose password is right may not log in; undefined when they may. */
export async function shutOut(
  db: Db,
  member: Pick<Credentials, 'memberId' | 'loginAllowed' | 'frozen'>,
): Promise<ShutOut | undefined> {
  if (!member.loginAllowed) return { key: 'LOGIN_NOT_AUTHORIZED' };
  if (!member.frozen) return undefined;
  const reason = await selectFrozenReason(db, member.memberId);
  return reason === undefined ? { key: 'ACCOUNT_FROZEN' } : { key: 'ACCOUNT_FROZEN_BECAUSE', params: { reason } };
}

/**
 * Opens a session for a member who has proved all that is asked. From now on the network and the device are known as theirs.
 * A device that was not known is told to the member, except at the first login of all. Runs in a transaction.
 */
export async function enter(
  db: Db,
  fingerprints: Fingerprints,
  { memberId, username }: { memberId: bigint; username: FoldedUsername },
  caller: { address: string; userAgent: string; device?: string | undefined; deviceKey: Buffer | null },
  provedBy?: ProvedBy,
): Promise<TokenView> {
  const { address, userAgent } = caller;
  const place = placeFrom(userAgent, address);
  const { device, network } = loginKeys(fingerprints, username, caller);
  if (device === undefined && (await hasLoggedIn(db, memberId))) await insertNewDeviceEvent(db, memberId, place);
  await insertLogin(db, { memberId, place, factor: provedBy ?? 'none' });
  await rememberNetwork(db, memberId, network);
  const { token } = await openSession(db, {
    memberId,
    userAgent,
    address,
    deviceKey: caller.deviceKey,
    confirmed: provedBy !== undefined,
  });
  const known = device === undefined ? undefined : caller.device;
  return { token, device: known ?? newDeviceToken(fingerprints, username) };
}
