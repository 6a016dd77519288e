import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FoldedUsername } from '@candor/domain/identity/username';
import { networkOf } from '../../platform/http/client-address.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import type { EntryDoor } from '../../services/login-password/limit-bucket-store.ts';

/*
 * The keys that logins are counted under. Each is a keyed hash, because people also type passwords into the name field.
 */

export interface LoginKeys {
  /** The name with its network, or with the device it is known on. */
  limitBucket: string;
  /** The name, no matter who tries it. */
  name: string;
  /** The network, no matter which name it tries. */
  network: string;
  /** Set when the call has a device token that was made for this name. */
  device: string | undefined;
  /** Where the login is counted. */
  door: EntryDoor;
}

export function loginKeys(
  fingerprints: Fingerprints,
  username: FoldedUsername,
  caller: { address: string; device?: string | undefined },
  door: EntryDoor = 'member',
): LoginKeys {
  const keyOf = (what: Record<string, string>) => fingerprints.of(what).toString('hex');
  const network = networkOf(caller.address);
  const device = knownDevice(fingerprints, username, caller.device);
  return {
    limitBucket: keyOf(device === undefined ? { login: username, network } : { login: username, device }),
    name: keyOf({ login: username }),
    network: keyOf({ network }),
    device,
    door,
  };
}

/** The keys of a try at the second step. Its counts are a member's: the password was right. */
export function factorKeys(
  fingerprints: Fingerprints,
  { memberId, username }: { memberId: bigint; username: FoldedUsername },
  caller: { address: string; device?: string | undefined },
): { limitBucket: string; budget: string; device: string | undefined; network: string } {
  const factorOf = memberId.toString();
  const { device, network } = loginKeys(fingerprints, username, caller);
  const keyOf = (what: Record<string, string>) => fingerprints.of(what).toString('hex');
  return {
    limitBucket: keyOf(device === undefined ? { factorOf, network } : { factorOf, device }),
    budget: keyOf({ factorOf }),
    device,
    network,
  };
}

const NONCE_BYTES = 16;

/**
 * A device token: sixteen random bytes and a MAC over them and the name. It gives no access. It shows that somebody
 * once logged in with this name on this device, and gives the device its own limit bucket.
 */
export function newDeviceToken(fingerprints: Fingerprints, username: FoldedUsername): string {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  return `${nonce}.${deviceMac(fingerprints, username, nonce).toString('base64url')}`;
}

const TOKEN = /^([\w-]{22})\.([\w-]{43})$/;

/** The device that a token is for; undefined when the token was made for another name, or by somebody else. */
function knownDevice(
  fingerprints: Fingerprints,
  username: FoldedUsername,
  token: string | undefined,
): string | undefined {
  const [, nonce, mac] = TOKEN.exec(token ?? '') ?? [];
  if (nonce === undefined || mac === undefined) return undefined;
  const expected = deviceMac(fingerprints, username, nonce);
  const given = Buffer.from(mac, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected) ? nonce : undefined;
}

function deviceMac(fingerprints: Fingerprints, username: FoldedUsername, nonce: string): Buffer {
  return fingerprints.of({ device: nonce, username });
}
