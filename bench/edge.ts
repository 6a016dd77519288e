import { CATALOGUE } from '../apps/server/src/features/market/catalogue.ts';
import { bestOf, type Judged } from './lib/edge/judge.ts';
import type { EdgeMarket } from './lib/edge/market.ts';
import { watch, type Watched } from './lib/edge/play.ts';
import { readExchange, readQuotes, simulate, thinMarket } from './lib/edge/read-markets.ts';
import { strategiesFor } from './lib/edge/strategies.ts';
import { type Figure, report } from './lib/report.ts';
import { grouped } from './lib/statistics.ts';

/**
 * Whether the rate can be beaten by rote: simple strategies from public data, played on recorded and simulated prices by the product's
 * own rules. `MARKETDATA_DIR` names the recordings; without them only the simulator is played. `EDGE_SEEN_MS` is how old what a member
 * sees is when the order is accepted, `EDGE_DELAY_SEC` how many seconds later than the first whole one an order enters, in place of what
 * the terms of a new site say.
 */
const SEEN_MS = Number(process.env['EDGE_SEEN_MS'] ?? '0');
const OTHER_DELAY = process.env['EDGE_DELAY_SEC'];
const SIMULATED_SEC = 20_000;
const SEEN_CANDIDATES = [50, 100, 250, 500];
const DELAY_CANDIDATES = [0, 1, 2, 3, 5];
const THIN_SEC = 10;

const VERDICTS: Readonly<Record<Judged['verdict'], string>> = {
  pays: 'beats the rate',
  chance: 'no more than chance',
  not: 'loses',
};

const NOTE = `Each line is the strategy whose interval begins highest, of all that were tried. The rate is that of orders that are decided, one before each
second; a tie returns the stake. Orders on recorded prices enter as much later as the terms of a new site say, unless a line says otherwise. An order is accepted one millisecond before a second, and the member sees the exchange up to then. The
interval has 95 % confidence for all strategies of a line together (Bonferroni). Orders that overlap are not independent: how many they
are worth follows from blocks of time, at least twice as long as an order. *One member* is how many orders one has who places them one
after another. No recording has several exchanges, so two of three sources are the recorded one, late. Of a thin source, recorded quotes
are taken for trades at random moments. Recorded quotes are a broker's, not an exchange's.
\`MARKETDATA_DIR=… npm run bench -- edge\``;

const folder = process.env['MARKETDATA_DIR'] ?? '';
const figures: Figure[] = [];
let beaten = 0;

function delayOf({ terms }: EdgeMarket): number {
  return OTHER_DELAY === undefined ? (terms.entryDelaySec ?? 0) : Number(OTHER_DELAY);
}

function watched(market: EdgeMarket, seenMs = SEEN_MS): Watched {
  return watch(market, strategiesFor(market), seenMs);
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}

function figureOf(what: string, judged: Judged | null): Figure {
  if (judged === null) return [what, 'too short for an order', ''];
  const { name, win, tried, ties, oneByOne, breakEven, verdict } = judged;
  const figure = `${percent(win.rate)} % (${percent(win.low)}–${percent(win.high)}): ${VERDICTS[verdict]}`;
  const orders = `${grouped(win.decided + ties)} orders, ${grouped(ties)} tied, worth ${grouped(win.worth)}; one member ${grouped(oneByOne)}`;
  return [what, figure, `${name}; ${orders}; best of ${tried}; break-even ${(100 * breakEven).toFixed(2)} %`];
}

function add(figure: Figure): void {
  figures.push(figure);
  console.log(figure.join(' · '));
}

function playEach(market: EdgeMarket, what: string): void {
  const seen = watched(market);
  for (const { seconds } of market.terms.durations) {
    const judged = bestOf([seen], { durationSec: seconds, delaySec: delayOf(market) });
    if (judged?.verdict === 'pays') beaten += 1;
    add(figureOf(`${market.name}, ${seconds} s, ${what}`, judged));
  }
}

/** On the page, the durations of a simulated product have one line: that of the one whose interval begins highest. */
function playSimulated(market: EdgeMarket): void {
  const seen = watched(market);
  let best: { readonly what: string; readonly judged: Judged } | undefined;
  for (const { seconds } of market.terms.durations) {
    const judged = bestOf([seen], { durationSec: seconds, delaySec: delayOf(market) });
    const what = `${market.name}, simulated`;
    console.log(figureOf(`${what}, ${seconds} s`, judged).join(' · '));
    if (judged === null) continue;
    if (judged.verdict === 'pays') beaten += 1;
    const isBest = best === undefined || judged.win.low > best.judged.win.low;
    if (isBest) best = { what: `${what}, best of ${market.terms.durations.length} durations: ${seconds} s`, judged };
  }
  if (best !== undefined) figures.push(figureOf(best.what, best.judged));
}

function playCandidates(what: string, markets: readonly EdgeMarket[], durationsSec: readonly number[]): void {
  const [first, ...others] = markets.map((market) => watched(market));
  if (first === undefined) return;
  for (const durationSec of durationsSec) {
    for (const delaySec of DELAY_CANDIDATES) {
      add(
        figureOf(
          `${what}, ${durationSec} s, entry ${delaySec} s later`,
          bestOf([first, ...others], { durationSec, delaySec }),
        ),
      );
    }
  }
}

const exchange = await readExchange(folder);
const quotes = await readQuotes(folder);
if (exchange.length + quotes.length === 0) {
  const why = folder === '' ? 'MARKETDATA_DIR names no folder' : `${folder} has no recordings`;
  add(['Recorded prices', 'not played', `${why}: only the simulator was played`]);
}
const traded = exchange.filter(({ behind }) => behind.length === 0);
const lagging = exchange.filter(({ behind }) => behind.length > 0);
for (const market of [...traded, ...lagging]) playEach(market, 'recorded trades');
for (const market of quotes) playEach(market, 'recorded quotes');
for (const product of CATALOGUE) playSimulated(simulate(product, SIMULATED_SEC));

playCandidates('Bitcoin and Ether together', traded, [5, 15]);
playCandidates('The same, two of three sources late', lagging, [5, 15]);
for (const market of quotes.filter(({ name }) => name === 'BTCUSD')) playCandidates(market.name, [market], [5, 15]);
for (const market of quotes.filter(({ name }) => name === 'XAUUSD')) playCandidates(market.name, [market], [60, 180]);
for (const market of quotes.filter(({ name }) => name === 'EURUSD')) {
  const thin = thinMarket(market, THIN_SEC);
  playCandidates(thin.name, [thin], [60]);
}
for (const seenMs of SEEN_CANDIDATES) {
  const [first, ...others] = traded.map((market) => watched(market, seenMs));
  if (first === undefined) continue;
  const judged = bestOf([first, ...others], { durationSec: 5, delaySec: 0 });
  add(figureOf(`Bitcoin and Ether together, 5 s, entry 0 s later, seen ${seenMs} ms before`, judged));
}
await report('edge', 'Whether the rate can be beaten by rote', figures, NOTE);
if (beaten > 0) {
  console.error(`${beaten} products and durations are beaten by more than chance explains.`);
  process.exitCode = 1;
}
