/* How the chart library asks for bars and takes live ones. */

import type { Chart, DataLoader } from 'klinecharts';
import type { Bar } from './bars.ts';

export type ChartDataSettings = {
  /** Reads bars that opened before a moment (epoch ms), or the newest. Rejects when they cannot be read. */
  load: (beforeMs: number | null) => Promise<{ bars: Bar[]; more: boolean }>;
  /** The newest bars are drawn. */
  onLoaded: (bars: readonly Bar[]) => void;
  onFailed: (error: unknown) => void;
};

/** The library asks for bars, and takes live ones through the callback it gives after the first answer. */
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
        // The library does not look whether an answer still belongs to what is shown.
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
