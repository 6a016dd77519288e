import type { Clock } from '../../platform/clock/clock.ts';
import { rangeMs } from '../../services/site/date-range.ts';
import type { RangeQuery } from '../../services/site/date-range.ts';
import type { Site } from '../../services/site/site.ts';
import type { ReportPeriod } from './report-store.ts';

/** Without an end it is up to now; the money is that of the site's own wallet. */
export function reportPeriod(query: RangeQuery, site: Site, clock: Clock): ReportPeriod {
  const { fromMs = 0, toMs = clock.now() } = rangeMs(query, site.timeZone);
  return { fromMs, toMs, wallet: site.defaultWallet, timeZone: site.timeZone };
}
