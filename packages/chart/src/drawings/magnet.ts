/* The magnet: a place near one of a bar's four prices snaps to that price. */

type BarPrices = { open: number; high: number; low: number; close: number };

/** The nearest of the bar's prices within reach, or null. `yOf` returns the place of a price. */
export function snapped(y: number, bar: BarPrices, yOf: (price: number) => number, reachPx: number): number | null {
  let nearest: number | null = null;
  let least = reachPx;
  for (const price of [bar.open, bar.high, bar.low, bar.close]) {
    const away = Math.abs(yOf(price) - y);
    if (away > least) continue;
    least = away;
    nearest = price;
  }
  return nearest;
}
