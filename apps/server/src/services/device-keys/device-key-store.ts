import * as z from 'zod/mini';
import { bytes } from '../../platform/db/rows.ts';
import { anyRow, firstValue, write } from '../../platform/db/statement.ts';

/** The public key of the device that opened the session; null if it sent none. */
export const selectDeviceKey = firstValue(
  z.nullable(bytes),
  'select device_key as key from session where id = $1',
  (sessionId: string) => [sessionId],
  { name: 'select-device-key', or: null },
);

/** Remembers that this session used this nonce. False if it did before. */
export const insertNonce = anyRow(
  `insert into device_nonce (session_id, nonce, expires_at) values ($1, $2, to_timestamp($3::float8 / 1000))
   on conflict do nothing`,
  (used: { sessionId: string; nonce: string; expiresAtMs: number }) => [used.sessionId, used.nonce, used.expiresAtMs],
);

/** Nonces of signatures that are too old to be accepted again. */
export const deleteOldNonces = write('select forget_nonces()');
