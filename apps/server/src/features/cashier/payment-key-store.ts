import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { channelSecret } from './payment-signature.ts';
import { manyValues } from '../../platform/db/statement.ts';

const HMAC_BLOCK = 64;

const selectOnlineChannels = manyValues(z.string(), `select code from deposit_channel where kind = 'online'`);

/**
 * Gives the database what it needs to check the notices of each payment service by itself. Only the owner can write it, and
 * no role can read it.
 */
export async function writePaymentKeys(ownerDb: Db, siteSecret: Buffer): Promise<void> {
  for (const code of await selectOnlineChannels(ownerDb)) {
    const key = channelSecret(siteSecret, code);
    await ownerDb.query(
      `insert into payment_key (channel, inner_pad, outer_pad) values ($1, $2, $3)
       on conflict (channel) do update set inner_pad = excluded.inner_pad, outer_pad = excluded.outer_pad
       where (payment_key.inner_pad, payment_key.outer_pad) <> (excluded.inner_pad, excluded.outer_pad)`,
      [code, padded(key, 0x36), padded(key, 0x5c)],
    );
  }
}

/** The key of an HMAC as it begins a hash: filled with zeros up to a block, each byte xor the pad (RFC 2104). */
function padded(key: Buffer, pad: number): Buffer {
  const block = Buffer.alloc(HMAC_BLOCK);
  key.copy(block);
  return Buffer.from(block.map((byte) => byte ^ pad));
}
