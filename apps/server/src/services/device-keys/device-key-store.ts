import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { bytes, rowOf } from '../../platform/db/rows.ts';

/** The public key of the device that opened the session; null if it sent none. */
export async function selectDeviceKey(db: Db, sessionId: string): Promise<Buffer | null> {
  const result = await db.query({
    name: 'select-device-key',
    text: 'select device_key as key from session where id = $1',
    values: [sessionId],
  });
  return rowOf(z.object({ key: z.nullable(bytes) }), result)?.key ?? null;
}

/** Remembers that this session used this nonce. False if it did before. */
export async function insertNonce(
  db: Db,
  used: { sessionId: string; nonce: string; expiresAtMs: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into device_nonce (session_id, nonce, expires_at) values ($1, $2, to_timestamp($3::float8 / 1000))
     on conflict do nothing`,
    [used.sessionId, used.nonce, used.expiresAtMs],
  );
  return rowCount === 1;
}

/** Nonces of signatures that are too old to be accepted again. */
export async function deleteOldNonces(db: Db): Promise<void> {
  await db.query('select forget_nonces()');
}
