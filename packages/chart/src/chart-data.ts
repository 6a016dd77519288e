/* How the chart library gets bars and live updates. */

import type { Chart, DataLoader } from 'klinecharts';
import type { Bar } from './bars.ts';

export type ChartDataSettings = {
  /** Reads bars that opened before a moment (epoch ms), or the newest. Rejects if they cannot be read. */
  load: (beforeMs: number | null) => Promise<{ bars: Bar[]; more: boolean }>;
  /** Called when the newest bars are drawn. */
  onLoaded: (bars: readonly Bar[]) => void;
  onFailed: (error: unknown) => void;
};

/** The library asks for bars. After the first answer it gives a callback that takes live bars. */
export function dataOf(chart: Chart, { load, onLoaded, onFailed }: ChartDataSettings) {
  let generation = 0;
  let live: ((bar: Bar) => void) | null = null;
  let attached = false;
  const loader: DataLoader = {
    async getBars({ type, timestamp, callback }) {
      if (type === 'init') generation += 1;
      const mine = generation;
      try {
        const { bars, more } = await load(type === 'forward' ? timestamp : null);
        // The library does not check whether an answer still belongs to the current product and interval.
        if (mine !== generation) return;
        callback(bars, { forward: more, backward: false });
        if (type === 'init') onLoaded(bars);
      } catch (error) {
        if (mine !== generation) return;
        if (type === 'init') onFailed(error);
        else callback([], { forward: true, backward: false });
      }
    },
    subscribeBar({ callback }) {
      live = callback;
    },
    unsubscribeBar() {
      live = null;
    },
  };
  return {
    attach() {
      if (!attached) chart.setDataLoader(loader);
      attached = true;
    },
    put: (bar: Bar) => live?.(bar),
    stop() {
      generation += 1;
    },
  };
}
