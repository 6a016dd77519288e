import { dateText, localDay, localToUtc } from '@candor/domain/market/local-time';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { Refused } from '../../platform/http/http-app.ts';
import { rangeMs } from '../../services/site/date-range.ts';
import type { RangeQuery } from '../../services/site/date-range.ts';
import type { Site } from '../../services/site/site.ts';
import { selectWholeFrom } from './report-store.ts';
import type { ReportPeriod } from './report-store.ts';

/** Without an end it is up to now; the money is that of the site's own wallet. */
export function reportPeriod(query: RangeQuery, site: Site, clock: Clock): ReportPeriod {
  const { fromMs = 0, toMs = clock.now() } = rangeMs(query, site.timeZone);
  return { fromMs, toMs, wallet: site.defaultWallet, timeZone: site.timeZone };
}

/**
 * Orders of a month that has left the database are in files, which are read for one member or one number. A sum without them would be wrong,
 * and nobody would see it. @throws Refused REPORT_TOO_OLD with the first date of which there are reports
 */
export async function checkPeriod(db: Db, { fromMs, timeZone }: ReportPeriod): Promise<void> {
  const wholeFrom = await selectWholeFrom(db);
  if (wholeFrom === null || fromMs >= wholeFrom) return;
  const day = localDay(timeZone, wholeFrom);
  const first = localToUtc(timeZone, day, 0) < wholeFrom ? day + 1 : day;
  throw new Refused('REPORT_TOO_OLD', { params: { date: dateText(first) } });
}
