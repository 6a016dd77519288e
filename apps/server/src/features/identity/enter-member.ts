import type { TokenView } from '@candor/contract/identity';
import { restrictionMessage } from '@candor/contract/restriction-texts';
import type { FoldedUsername } from '@candor/domain/identity/username';
import type { Db } from '../../platform/db/pool.ts';
import { Refused } from '../../platform/http/http-app.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import { isMarkTaken, noteKnownBrowser, noteMark } from '../../services/marks/mark-store.ts';
import { browserMark, deviceMark, networkMark } from '../../services/marks/marks.ts';
import type { ProvedBy } from '../../services/member-factors/take-proof.ts';
import { requestOriginFrom } from '../../services/security-events/request-origin.ts';
import { insertNewDeviceEvent } from '../../services/security-events/security-event-store.ts';
import { openSession } from '../../services/sessions/sessions.ts';
import { hasLoggedIn, insertLogin, selectFrozenCode } from './identity-store.ts';
import type { Credentials } from './identity-store.ts';
import { rememberNetwork } from './login-attempt-store.ts';
import { loginKeys, newDeviceToken } from './login-keys.ts';

export type ShutOut =
  | { key: 'LOGIN_NOT_AUTHORIZED' | 'ACCOUNT_FROZEN' }
  | ReturnType<typeof restrictionMessage<'frozen'>>;

/** Why a member whose password is right may not log in; undefined when they may. */
export async function shutOut(
  db: Db,
  member: Pick<Credentials, 'memberId' | 'loginAllowed' | 'frozen'>,
): Promise<ShutOut | undefined> {
  if (!member.loginAllowed) return { key: 'LOGIN_NOT_AUTHORIZED' };
  if (!member.frozen) return undefined;
  const code = await selectFrozenCode(db, member.memberId);
  return code === undefined ? { key: 'ACCOUNT_FROZEN' } : restrictionMessage('frozen', code);
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
  const requestOrigin = requestOriginFrom(userAgent, address);
  await refuseForeignKey(db, memberId, caller.deviceKey);
  const { device, network } = loginKeys(fingerprints, username, caller);
  if (device === undefined && (await hasLoggedIn(db, memberId)))
    await insertNewDeviceEvent(db, memberId, requestOrigin);
  await insertLogin(db, { memberId, requestOrigin, factor: provedBy ?? 'none' });
  await rememberNetwork(db, memberId, network);
  const { token } = await openSession(db, {
    memberId,
    userAgent,
    address,
    deviceKey: caller.deviceKey,
    confirmed: provedBy !== undefined,
  });
  const known = device === undefined ? undefined : caller.device;
  const answered = known ?? newDeviceToken(fingerprints, username);
  await noteMark(db, 'network', networkMark(fingerprints, address), memberId);
  await noteMark(db, 'browser', browserMark(fingerprints, answered), memberId);
  // The token that was sent may be another member's, who logged in on this browser before.
  if (known === undefined && caller.device !== undefined)
    await noteKnownBrowser(db, browserMark(fingerprints, caller.device), memberId);
  return { token, device: answered };
}

/** A device key belongs to one member. @throws Refused when it is another's */
async function refuseForeignKey(db: Db, memberId: bigint, deviceKey: Buffer | null): Promise<void> {
  if (deviceKey !== null && (await isMarkTaken(db, 'device', deviceMark(deviceKey), memberId)))
    throw new Refused('DEVICE_KEY_TAKEN', { fields: { deviceKey: 'DEVICE_KEY_TAKEN' } });
}
