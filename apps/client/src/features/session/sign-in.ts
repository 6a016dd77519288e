import { logInWithFactor } from '@candor/contract/calls/identity';
import type { TokenView } from '@candor/contract/identity';
import { readKept, writeKept } from '../../lib/kept-store.ts';
import { navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { call } from '../../services/api/request.ts';
import { deviceKeys } from '../../services/session/device-keys.ts';
import { interruptedAddress } from '../../services/session/interruption.ts';
import { loadProfile } from '../../services/session/load-profile.ts';
import { returnPath, takeReturn } from '../../services/session/return-path.ts';
import { beginSession } from '../../services/session/session.ts';

/** What the server knows of this device, with each form that begins a session. */
type KnownDevice = { device?: string; deviceKey: Awaited<ReturnType<typeof deviceKeys.offer>> };

/**
 * Logs in or registers, then goes on: where an expired session of the same member was interrupted, or to the page that the
 * visitor asked for, or home.
 */
export async function signIn(send: (known: KnownDevice) => Promise<TokenView>, username: string): Promise<void> {
  enter(await send(await readKnown()), username);
}

/** Ends a login that asked for a second step. */
export async function finishSignIn(challenge: string, proof: object, username: string): Promise<void> {
  const body = { challenge, ...proof, ...(await readKnown()) };
  enter(await call(logInWithFactor, { body, isToken: false }), username);
}

function enter(answer: TokenView, username: string): void {
  const { token } = answer;
  void writeKept(DEVICE_KEY, { username: username.toLowerCase(), device: answer.device });
  deviceKeys.keep(token);
  beginSession(token, username);
  const address = interruptedAddress(username);
  const interrupted = address && returnPath(address);
  const wanted = takeReturn(username);
  navigate(interrupted ?? wanted ?? paths.home(), { replace: true, relaunch: true });
  void loadProfile().catch(() => undefined);
}

/**
 * The value that the last login here returned, whoever logged in. It survives a logout: it gives no access, and is only sent to
 * log in or to register. For its own member the server knows the device by it. For another it shows that both used this browser.
 */
const DEVICE_KEY = 'known-device';

async function readKnown(): Promise<KnownDevice> {
  const device = await knownDevice();
  return { ...(device === undefined ? {} : { device }), deviceKey: await deviceKeys.offer() };
}

async function knownDevice(): Promise<string | undefined> {
  const kept = await readKept(DEVICE_KEY);
  if (typeof kept !== 'object' || kept === null || !('device' in kept)) return undefined;
  return typeof kept.device === 'string' ? kept.device : undefined;
}
