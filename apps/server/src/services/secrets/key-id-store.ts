import { createHash } from 'node:crypto';
import type { Db } from '../../platform/db/pool.ts';
import type { Secrets } from './secrets.ts';

/** Identifies a key without revealing anything about it. */
function keyId(purpose: string, key: Buffer): string {
  return `${purpose}:${createHash('sha256').update(key).digest('hex').slice(0, 16)}`;
}

type SiteKeys = Pick<Secrets, 'fingerprint' | 'seal'>;

function keyIds(secrets: SiteKeys): string[] {
  return [keyId('fingerprint', secrets.fingerprint), keyId('seal', secrets.seal)];
}

/** Records which keys a site uses, at its first start and as the owner of the database. Throws like checkKeyIds. */
export async function recordKeyIds(db: Db, secrets: SiteKeys): Promise<void> {
  await db.query(
    'insert into site_key (id) select * from unnest($1::text[]) where not exists (select from site_key) on conflict do nothing',
    [keyIds(secrets)],
  );
  await checkKeyIds(db, secrets);
}

/**
 * Every process of a site must have the same keys. Only the signing key may change (services/proof).
 * @throws Error, for the person who starts the server, when SECRETS_DIR holds other keys than at the site's first
 * start.
 */
export async function checkKeyIds(db: Db, secrets: SiteKeys): Promise<void> {
  const ids = keyIds(secrets);
  const { rowCount } = await db.query('select from site_key where id = any($1)', [ids]);
  if (rowCount === ids.length) return;
  throw new Error(
    'SECRETS_DIR does not hold the keys this site started with; restore the folder that belongs to its database.',
  );
}
