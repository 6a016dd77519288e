import type { Pool } from '../../platform/db/pool.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import type { Site } from '../../services/site/site.ts';
import { insertBanner, insertBannerVersion, insertNotice, insertNoticeVersion } from './operator/operator-store.ts';
import { SEEDED_BANNERS, SEEDED_NOTICES } from './notice-texts.ts';

/**
 * The announcements and banners of a new site. What exists is never overwritten: an operator may have edited or withdrawn
 * it.
 */
export async function seedNotices(ownerPool: Pool, { mode }: Pick<Site, 'mode'>, nowMs: number): Promise<void> {
  const serves = ({ practiceOnly }: { practiceOnly: boolean }) => mode === 'practice' || !practiceOnly;
  await withTransaction(ownerPool, async (db) => {
    for (const { id, category, pinned, texts } of SEEDED_NOTICES.filter(serves)) {
      if (!(await insertNotice(db, id))) continue;
      await insertNoticeVersion(db, {
        id,
        version: 1,
        category,
        pinned,
        important: false,
        texts,
        fromMs: nowMs,
        untilMs: null,
        maintenance: null,
        operatorId: null,
      });
    }
    for (const { id, position, target, texts } of SEEDED_BANNERS.filter(serves)) {
      if (!(await insertBanner(db, id))) continue;
      await insertBannerVersion(db, {
        id,
        version: 1,
        texts,
        target,
        position,
        shownFromMs: nowMs,
        shownUntilMs: null,
        operatorId: null,
      });
    }
  });
}
