/** The shape of what sources reported for one tick, as a receipt has it. */
import { count, isList, line, listOf, moment, nullOr, objectOf, oneOf, text, textWhere } from './shape.ts';
import type { Reader } from './shape.ts';
import { isTradeId } from './source-reports.ts';
import type { TracedReport } from './source-reports.ts';

/** The reports of a tick, after its number. */
export type TickReports = readonly [number, readonly TracedReport[]];

/** The entry window has four whole seconds at most; the fifth is the exit. */
const TICKS_MAX = 5;
/** As many as terms may ask for. */
const REPORTS_MAX = 100;

const report = objectOf<TracedReport>({
  price: text,
  receivedAt: moment,
  source: line,
  tradeId: nullOr(textWhere(isTradeId)),
  tradedAt: nullOr(moment),
  verdict: oneOf(['used', 'stale', 'outlier', 'unused']),
});

const readTickReports: Reader<TickReports> = (value) => {
  if (!isList(value) || value.length !== 2) return undefined;
  const [first = null, second = null] = value;
  const [seq, reports] = [count(1)(first), listOf(report, REPORTS_MAX)(second)];
  return seq === undefined || reports === undefined ? undefined : [seq, reports];
};

export const readSources = listOf(readTickReports, TICKS_MAX);
