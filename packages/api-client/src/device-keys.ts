/*
 * The keys of this device: one for each session that was opened here. A login makes a new pair and sends its public part;
 * from then on the secret part signs the calls that move money (packages/contract/src/signed-calls.ts). It is kept in
 * IndexedDB and never leaves the device. Where it is lost, with the site's data or a private window, the member logs in
 * again.
 */

import { deviceSignature, textOfCall } from '@candor/contract/signed-calls';
import type { DeviceCrypto } from './device-crypto.ts';
import type { KeptStore } from './kept-store.ts';

export type CallToSign = { method: string; path: string; body: string; idempotencyKey: string };

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
};

type Pair = Awaited<ReturnType<DeviceCrypto['newKey']>>;
/** A session is known by the hash of its token. Newest last. */
type Kept = readonly { session: string; secret: unknown }[];

const STORE_KEY = 'device-keys';
/** One is in use. Others are left over where the site's data was cleared in part. */
const KEPT_MAX = 4;

export function createDeviceKeys({
  store,
  crypto,
  nowMs,
}: {
  store: Pick<KeptStore, 'read' | 'update'>;
  crypto: () => Promise<DeviceCrypto>;
  /** The server's time. */
  nowMs: () => number;
}): DeviceKeys {
  /** By token. Also for keys that the disk refuses: they last for this visit. */
  const inUse = new Map<string, unknown>();
  let offered: Promise<Pair> | null = null;

  async function sessionOf(token: string): Promise<string> {
    const { sha256 } = await crypto();
    return hexOf(await sha256(bytesOf(token)));
  }

  async function write(token: string, secret: unknown): Promise<void> {
    const session = await sessionOf(token);
    await store.update(STORE_KEY, (kept) =>
      [
        ...readKept(kept).filter((other) => other.session !== session),
        ...(secret === null ? [] : [{ session, secret }]),
      ].slice(-KEPT_MAX),
    );
  }

  async function secretOf(token: string): Promise<unknown> {
    if (inUse.has(token)) return inUse.get(token);
    const session = await sessionOf(token);
    const found = readKept(await store.read(STORE_KEY)).find((kept) => kept.session === session)?.secret ?? null;
    if (found !== null) inUse.set(token, found);
    return found;
  }

  return {
    async offer() {
      offered ??= crypto().then(async ({ newKey }) => await newKey());
      return base64UrlOf((await offered).publicKey);
    },
    keep(token) {
      const pair = offered;
      offered = null;
      void pair
        ?.then(async ({ secret }) => {
          inUse.set(token, secret);
          await write(token, secret);
        })
        .catch(() => undefined);
    },
    async forget(token) {
      inUse.delete(token);
      await write(token, null).catch(() => undefined);
    },
    async sign(token, call) {
      const { sha256, sign } = await crypto();
      const secret = await secretOf(token);
      if (secret === null) return null;
      const nonce = base64UrlOf(globalThis.crypto.getRandomValues(new Uint8Array(16)));
      const once = { timeMs: Math.round(nowMs()), nonce };
      const { body, ...rest } = call;
      const text = textOfCall({ ...rest, bodyHash: hexOf(await sha256(bytesOf(body))), ...once });
      try {
        return deviceSignature(once, base64UrlOf(await sign(secret, bytesOf(text))));
      } catch {
        // A key of another kind, or one that the browser can no longer use: as if it were lost.
        return null;
      }
    },
  };
}

function readKept(value: unknown): Kept {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (each: unknown): each is Kept[number] =>
      typeof each === 'object' &&
      each !== null &&
      'session' in each &&
      'secret' in each &&
      typeof each.session === 'string',
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
