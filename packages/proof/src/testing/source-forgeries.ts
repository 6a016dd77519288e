/** Lies about what the sources of a deciding tick reported, told about a receipt with a deadline. */
import { textHash } from '../encoding.ts';
import { tracedSourcesText } from '../source-reports.ts';
import type { TracedReport } from '../source-reports.ts';
import { webCrypto } from './web-crypto.ts';
import type { Draft, Forgery } from './forge.ts';

/** Places in the list of reports of the receipt that is forged. */
const REPORTS_OF_ENTRY = 0;
const REPORTS_OF_EXIT = 1;

function refused(name: string, failure: string, change: Forgery['change'], settles = true): Forgery {
  return { name, change, settles, logsAgain: true, timed: true, seen: { by: 'refused', failure } };
}

export const SOURCES: readonly Forgery[] = [
  refused('void at the close, though three agree', 'prices STATUS_CHOSEN', async (r) => {
    voidExit(r);
    await report(r, (all) => all.map((each) => ({ ...each, verdict: 'unused' })));
  }),
  refused('void at the close, the reports as they were', 'prices STATUS_CHOSEN', (r) => voidExit(r)),
  refused('the highest of three, the others called outliers', 'prices STATUS_CHOSEN', async (r) => {
    await report(r, (all) =>
      all.map((each, index) => ({ ...each, verdict: index === all.length - 1 ? 'used' : 'outlier' })),
    );
    r.ticks[exitOf(r)][2] = reportsOf(r).at(-1)?.price;
  }),
  refused('the price of one source in place of the middle', 'prices PRICE_SOURCES', (r) => {
    r.ticks[exitOf(r)][2] = reportsOf(r).at(-1)?.price;
  }),
  refused('a dead second, though there are reports', 'prices STATUS_CHOSEN', (r) => {
    voidExit(r);
    r.ticks[exitOf(r)][3] = 'DEAD';
  }),
  refused('called closed at the close, and open a second later', 'prices STATUS_CHOSEN', async (r) => {
    voidExit(r, 'CLOSED');
    await report(r, (all) => all.map((each) => ({ ...each, verdict: 'unused' })));
  }),
  refused('the reports of the close left out', 'prices SOURCES_MISSING', (r) => r.sources.pop()),
  refused('the reports of the entry left out', 'prices SOURCES_MISSING', (r) => r.sources.shift()),
  refused('all reports left out', 'prices SOURCES_MISSING', (r) => (r.sources = [])),
  refused('reports of one more second', 'prices SOURCES_MISSING', (r) => r.sources.push([r.sources[1][0] + 1, []])),
  refused('the reports of another tick', 'prices SOURCES_DIFFER', (r) => {
    r.sources[REPORTS_OF_EXIT][1] = r.sources[REPORTS_OF_ENTRY][1];
  }),
  refused('a verdict changed after the price was published', 'prices SOURCES_DIFFER', (r) => {
    r.sources[REPORTS_OF_EXIT][1][0].verdict = 'stale';
  }),
  refused('a trade with a number and no time', 'prices SOURCES_DIFFER', (r) => {
    r.sources[REPORTS_OF_EXIT][1][0].tradedAt = null;
  }),
  refused('a receipt with a deadline that shows no reports', 'format SHAPE_WRONG', (r) => delete r.sources, false),
  refused(
    'a receipt of before that shows reports',
    'format SHAPE_WRONG',
    (r) => (r.format = 'candor-receipt-v3'),
    false,
  ),
  {
    name: 'two of three reports at the close invented to be old, and void',
    change: async (r) => {
      voidExit(r);
      await report(r, (all) => all.map((each, index) => (index === 0 ? { ...each, verdict: 'unused' } : aged(each))));
    },
    settles: true,
    logsAgain: true,
    timed: true,
    seen: { by: 'witness', kept: 'checkpoint' },
  },
];

/** The place of the tick at the close. */
function exitOf(r: Draft): number {
  return r.ticks.findIndex(([, at]: Draft) => at === r.order.closesAt);
}

function reportsOf(r: Draft): TracedReport[] {
  return r.sources[REPORTS_OF_EXIT][1];
}

/** Other reports at the close, and the hash of the tick that covers them. */
async function report(r: Draft, change: (all: TracedReport[]) => TracedReport[]): Promise<void> {
  const changed = change(reportsOf(r));
  r.sources[REPORTS_OF_EXIT][1] = changed;
  r.ticks[exitOf(r)][6] = await textHash(tracedSourcesText(changed), webCrypto);
}

function voidExit(r: Draft, status = 'STALE'): void {
  r.ticks[exitOf(r)][3] = status;
  r.ticks[exitOf(r)][2] = r.ticks[exitOf(r) - 1][2];
}

/** From a minute before, so that the rule calls it stale. */
function aged(each: TracedReport): TracedReport {
  const earlier = (iso: string) => new Date(Date.parse(iso) - 60_000).toISOString();
  return {
    ...each,
    receivedAt: earlier(each.receivedAt),
    tradedAt: each.tradedAt === null ? null : earlier(each.tradedAt),
    verdict: 'stale',
  };
}
