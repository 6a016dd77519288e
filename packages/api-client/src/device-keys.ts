/*
 * The keys of this device: one for each session that was opened here. A login makes a new pair and sends its public part;
 * from then on the secret part signs the calls that declare it (packages/contract/src/signed-calls.ts), and orders. It is
 * kept in IndexedDB and never leaves the device. Where it is lost, with the site's data or a private window, the member logs
 * in again. The public parts stay after a session: they tell which orders this device signed.
 */

import { deviceSignature, textOfCall } from '@candor/contract/signed-calls';
import type { DeviceCrypto } from './device-crypto.ts';
import type { KeptStore } from './kept-store.ts';
import { NotInTime } from './within.ts';

export type CallToSign = {
  method: string;
  path: string;
  body: string | Uint8Array<ArrayBuffer>;
  idempotencyKey: string;
};

export type DeviceKeys = {
  /**
   * The public key for a login, base64url. It stays the same until a login succeeds: the server compares a repeated call
   * with the first one.
   */
  offer: () => Promise<string>;
  /** The login succeeded: the offered key belongs to this session now. */
  keep: (token: string) => void;
  /** The session is over. */
  forget: (token: string) => Promise<void>;
  /** The header for this call; null if this device has no key of the session. */
  sign: (token: string, call: CallToSign) => Promise<string | null>;
  /**
   * A signature over the text that `textOf` makes for the session's public key; null if this device has no key of the session.
   * Both in hex.
   */
  signText: (
    token: string,
    textOf: (publicKey: string) => string,
  ) => Promise<{ publicKey: string; signature: string } | null>;
  /** Reads the key from the disk, so that the next signature need not wait for it. */
  warm: (token: string) => Promise<void>;
  /** The public keys of the sessions that were opened here, hex, newest last. */
  everUsed: () => Promise<readonly string[]>;
};

type Pair = Awaited<ReturnType<DeviceCrypto['newKey']>>;
/** A session is known by the hash of its token. Older versions of the app kept no public key. Newest last. */
type Entry = { session: string; secret: unknown; publicKey?: string };
type Kept = readonly Entry[];
type InUse = { secret: unknown; publicKey: string | null };

const STORE_KEY = 'device-keys';
const PUBLIC_KEYS = 'device-public-keys';
/** More logins than anyone makes on one device in the time for which orders are looked at. */
const PUBLIC_KEYS_MAX = 200;
/** One is in use. Others are left over where the site's data was cleared in part. */
const KEPT_MAX = 4;

export function createDeviceKeys({
  store,
  crypto,
  nowMs,
}: {
  store: Pick<KeptStore, 'read' | 'update' | 'opensLate'>;
  crypto: () => Promise<DeviceCrypto>;
  /** The server's time. */
  nowMs: () => number;
}): DeviceKeys {
  /** By token. Also for keys that the disk refuses: they last for this visit. */
  const inUse = new Map<string, InUse>();
  let offered: Promise<Pair> | null = null;

  async function sessionOf(token: string): Promise<string> {
    const { sha256 } = await crypto();
    return hexOf(await sha256(bytesOf(token)));
  }

  async function write(token: string, pair: Omit<Entry, 'session'> | null): Promise<void> {
    const session = await sessionOf(token);
    await store.update(STORE_KEY, (kept) =>
      [
        ...readKept(kept).filter((other) => other.session !== session),
        ...(pair === null ? [] : [{ session, ...pair }]),
      ].slice(-KEPT_MAX),
    );
  }

  async function remember(publicKey: string): Promise<void> {
    await store.update(PUBLIC_KEYS, (kept) =>
      [...readKeys(kept).filter((other) => other !== publicKey), publicKey].slice(-PUBLIC_KEYS_MAX),
    );
  }

  async function keyOf(token: string): Promise<InUse | null> {
    const known = inUse.get(token);
    if (known !== undefined) return known;
    const session = await sessionOf(token);
    const find = async () => readKept(await store.read(STORE_KEY)).find((entry) => entry.session === session);
    // Where the disk is slow, the key is not lost: to say so would end the session.
    const kept = (await find()) ?? ((await store.opensLate()) ? await find() : undefined);
    if (kept === undefined) return null;
    const found = { secret: kept.secret, publicKey: kept.publicKey ?? null };
    inUse.set(token, found);
    return found;
  }

  return {
    async offer() {
      offered ??= crypto().then(async ({ newKey }) => await newKey());
      try {
        return base64UrlOf((await offered).publicKey);
      } catch (error) {
        // The next login tries again.
        offered = null;
        throw error;
      }
    },
    keep(token) {
      const pair = offered;
      offered = null;
      void pair
        ?.then(async ({ secret, publicKey }) => {
          const kept = { secret, publicKey: hexOf(publicKey) };
          inUse.set(token, kept);
          await write(token, kept);
          await remember(kept.publicKey);
        })
        .catch(() => undefined);
    },
    async forget(token) {
      inUse.delete(token);
      await write(token, null).catch(() => undefined);
    },
    async sign(token, call) {
      const { sha256, sign } = await crypto();
      const key = await keyOf(token);
      if (key === null) return null;
      const nonce = base64UrlOf(globalThis.crypto.getRandomValues(new Uint8Array(16)));
      const once = { timeMs: Math.round(nowMs()), nonce };
      const { body, ...rest } = call;
      const text = textOfCall({
        ...rest,
        bodyHash: hexOf(await sha256(typeof body === 'string' ? bytesOf(body) : body)),
        ...once,
      });
      try {
        return deviceSignature(once, base64UrlOf(await sign(key.secret, bytesOf(text))));
      } catch (error) {
        if (error instanceof NotInTime) throw error;
        // A key of another kind, or one that the browser can no longer use: as if it were lost.
        return null;
      }
    },
    async signText(token, textOf) {
      const { sign } = await crypto();
      const { secret, publicKey } = (await keyOf(token)) ?? { publicKey: null };
      if (publicKey === null) return null;
      try {
        return { publicKey, signature: hexOf(await sign(secret, bytesOf(textOf(publicKey)))) };
      } catch {
        return null;
      }
    },
    async warm(token) {
      await crypto();
      await keyOf(token);
    },
    async everUsed() {
      return readKeys(await store.read(PUBLIC_KEYS));
    },
  };
}

function readKeys(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each: unknown) => typeof each === 'string') : [];
}

function readKept(value: unknown): Kept {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (each: unknown): each is Entry =>
      typeof each === 'object' &&
      each !== null &&
      'session' in each &&
      'secret' in each &&
      typeof each.session === 'string' &&
      (!('publicKey' in each) || typeof each.publicKey === 'string'),
  );
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function base64UrlOf(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
