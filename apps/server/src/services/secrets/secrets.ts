import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The keys of a site, the same on every machine that serves it. If they are lost, everything sealed with them is lost.
 * A person who reads the keys can read what is sealed. They never leave this folder, and never appear in a log or an
 * answer.
 */
export interface Secrets {
  /** Key for the HMAC of idempotency fingerprints. */
  fingerprint: Buffer;
  /** Seals names and identity numbers at rest (AES-256-GCM). */
  seal: Buffer;
  /** Seed of the Ed25519 key that signs checkpoints, acceptances and receipts. Null: that key is on a token, and never was a file. */
  tick: Buffer | null;
  /** The seed before it, which introduces the new key to those who know it; null except during a rotation. */
  previousTick: Buffer | null;
  /** The private key of the site at push services (VAPID). */
  push: Buffer;
}

const KEY_BYTES = 32;
const TICK = 'tick.key';
const PREVIOUS_TICK = 'tick.key.previous';
/** Write access for the group, and any access for others. */
const TOO_OPEN = 0o027;

/**
 * Reads the keys of `folder`, creating folder and keys at the first start (0700 and 0600).
 * @param signsOnToken the key that signs is on a token: its file is not made
 * @throws Error, for the person who starts the server, when a key is open to others or has the wrong length.
 */
export async function loadSecrets(folder: string, signsOnToken = false): Promise<Secrets> {
  if (!(await exists(folder))) await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    fingerprint: await loadKey(join(folder, 'fingerprint.key')),
    seal: await loadKey(join(folder, 'seal.key')),
    tick: signsOnToken ? await readKeyIfThere(join(folder, TICK)) : await loadKey(join(folder, TICK)),
    previousTick: await readKeyIfThere(join(folder, PREVIOUS_TICK)),
    push: await loadKey(join(folder, 'push.key')),
  };
}

/**
 * Puts a new signing key in place of the one in use, and keeps that one, so that it can introduce the new key at the next
 * start.
 * @throws Error, for the person who rotates the key, when the last rotation is not finished, or when there is no key.
 */
export async function rotateSigningKey(folder: string): Promise<void> {
  const [current, previous] = [join(folder, TICK), join(folder, PREVIOUS_TICK)];
  if (await exists(previous)) {
    throw new Error(
      `${previous} is there from the last rotation. If the server has started since, store that file away or delete it, and try again.`,
    );
  }
  await readKey(current);
  await rename(current, previous);
  await createMissing(current);
}

/** The seed of a key that is a file. */
export function requireSeed({ tick }: Pick<Secrets, 'tick'>): Buffer {
  if (tick === null) throw new Error(`there is no ${TICK}: the key that signs is on a token`);
  return tick;
}

async function loadKey(path: string): Promise<Buffer> {
  await createMissing(path);
  return await readKey(path);
}

async function readKeyIfThere(path: string): Promise<Buffer | null> {
  return (await exists(path)) ? await readKey(path) : null;
}

async function readKey(path: string): Promise<Buffer> {
  const { mode } = await stat(path);
  if ((mode & TOO_OPEN) !== 0) {
    throw new Error(`${path} is open to other users (mode ${(mode & 0o777).toString(8)}); run: chmod 600 ${path}`);
  }
  const key = await readFile(path);
  if (key.length !== KEY_BYTES) throw new Error(`${path} must hold exactly ${KEY_BYTES} bytes, it holds ${key.length}`);
  return key;
}

/** Two processes may start at once: a complete key appears under its name, and the first one stays. */
async function createMissing(path: string): Promise<void> {
  if (await exists(path)) return;
  const fresh = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(fresh, randomBytes(KEY_BYTES), { mode: 0o600, flag: 'wx', flush: true });
    await link(fresh, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(fresh, { force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
      throw error;
    },
  );
}
