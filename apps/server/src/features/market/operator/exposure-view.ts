import type { ExposureProduct, ExposureView } from '@candor/contract/console-exposure';
import { formatMoney, money } from '@candor/domain/money';
import type { Currency, Money } from '@candor/domain/money';
import { luckOf } from '@candor/domain/trading/house-luck';
import type { Luck } from '@candor/domain/trading/house-luck';
import type { RunningWindowRow, SettledWindowRow, ShownProductRow } from '../../../services/house/house-store.ts';
import { COUNTED_MAX, improbableRuns } from '../../../services/house/improbable.ts';
import { worstOfRunning } from '../../../services/house/running-windows.ts';
import { limitsOf } from '../../../services/quotes/terms-json.ts';
import { limitsView } from './product-terms-view.ts';

interface Read {
  readonly products: readonly ShownProductRow[];
  readonly running: readonly RunningWindowRow[];
  readonly settled: readonly SettledWindowRow[];
  readonly kept: readonly { readonly product: string; readonly kept: Money }[];
  readonly site: { readonly lossOpen: Money | null; readonly lossDay: Money | null };
  readonly dayStartMs: number;
}

/** How many closing seconds of a product are shown. */
const SECONDS_MAX = 20;
const HOUR_MS = 3_600_000;

export function exposureView(read: Read, nowMs: number, paidIn: Currency): ExposureView {
  const { products, running, settled, dayStartMs } = read;
  const counted = settled.reduce((sum, { orders }) => sum + orders, 0);
  const oldest = Math.min(...settled.map(({ closesAt }) => closesAt));
  const text = (amount: bigint): string => formatMoney(money(amount), paidIn);
  const limits = products.map(limitsOf);
  const sumOf = (limit: 'product' | 'day'): string | null =>
    limits.includes(null) ? null : text(limits.reduce((sum, one) => sum + (one?.[limit] ?? 0n), 0n));
  return {
    items: products.map((product) => productOf(product, read, paidIn)),
    site: {
      worst: text(worstOfRunning(running)),
      limit: sumOf('product'),
      keptToday: text(read.kept.reduce((sum, { kept }) => sum + kept, 0n)),
      dayLimit: sumOf('day'),
      cap: read.site.lossOpen === null ? null : text(read.site.lossOpen),
      dayCap: read.site.lossDay === null ? null : text(read.site.lossDay),
    },
    at: new Date(nowMs).toISOString(),
    since: new Date(counted < COUNTED_MAX ? dayStartMs : oldest).toISOString(),
  };
}

function productOf(product: ShownProductRow, read: Read, paidIn: Currency): ExposureProduct {
  const { code, names } = product;
  const running = read.running.filter((one) => one.product === code);
  const settled = read.settled.filter((one) => one.product === code);
  const text = (amount: bigint): string => formatMoney(money(amount), paidIn);
  const sides = (windows: readonly RunningWindowRow[]) => ({
    upStake: text(windows.reduce((sum, { upStake }) => sum + upStake, 0n)),
    downStake: text(windows.reduce((sum, { downStake }) => sum + downStake, 0n)),
    worst: text(worstOfRunning(windows)),
  });
  const luck = (windows: readonly SettledWindowRow[]) => luckView(luckOf(windows), text);
  const seconds = [...Map.groupBy(running, ({ closesAt }) => closesAt)].slice(0, SECONDS_MAX);
  const durations = [...Map.groupBy(settled, ({ durationSec }) => durationSec)].toSorted(([a], [b]) => a - b);
  const hours = [...Map.groupBy(settled, ({ closesAt }) => Math.floor(closesAt / HOUR_MS) * HOUR_MS)];
  return {
    code,
    names,
    limits: limitsView(limitsOf(product), paidIn),
    ...sides(running),
    keptToday: text(read.kept.find((one) => one.product === code)?.kept ?? 0n),
    seconds: seconds.map(([closesAt, windows]) => ({ closesAt: new Date(closesAt).toISOString(), ...sides(windows) })),
    ...luck(settled),
    improbable: improbableRuns(settled).map(({ durationSec }) => durationSec),
    durations: durations.map(([length, windows]) => ({ seconds: length, ...luck(windows) })),
    hours: hours
      .toSorted(([a], [b]) => b - a)
      .map(([from, windows]) => ({ from: new Date(from).toISOString(), ...luck(windows) })),
  };
}

function luckView({ orders, kept, predicted, band }: Luck, text: (amount: bigint) => string) {
  return { orders, kept: text(kept), predicted: text(predicted), band: text(band) };
}
