import type { Db } from '../../platform/db/pool.ts';
import type { Site } from '../../services/site/site.ts';
import { readPages } from './read-pages.ts';
import type { ShippedText } from './read-pages.ts';
import { insertShipped, insertAcceptancesOfAll, selectNewest } from './text-store.ts';

/**
 * Publishes the texts of this release where nobody wrote other ones. Runs as the owner of the database; running it twice
 * changes nothing. A site whose newest text was written by operators keeps it: the console shows them the new one.
 */
export async function seedTexts(ownerDb: Db, { mode }: Pick<Site, 'mode'>): Promise<void> {
  for (const text of readPages(mode)) await takeOver(ownerDb, text);
}

async function takeOver(db: Db, { slug, shipped, texts }: ShippedText): Promise<void> {
  const newest = await selectNewest(db, slug);
  if (newest !== undefined && !isNewer(shipped, newest.shipped)) return;
  const version = (newest?.version ?? 0) + 1;
  await insertShipped(db, { slug, version, shipped, texts });
  // Who registered before texts were kept agreed to those of the release.
  if (version === 1) await insertAcceptancesOfAll(db, slug);
}

/** False after a text that operators wrote (`than` is null): it is theirs to replace. */
export function isNewer(shipped: string, than: string | null): boolean {
  if (than === null) return false;
  const [major = 0, minor = 0] = shipped.split('.').map(Number);
  const [oldMajor = 0, oldMinor = 0] = than.split('.').map(Number);
  return major > oldMajor || (major === oldMajor && minor > oldMinor);
}
