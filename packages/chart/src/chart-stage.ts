/* Everything around the drawing: its name for screen readers, the library's words. */

import type { Language } from '@candor/contract/languages';
import { registerLocale } from 'klinecharts';
import type { Chart } from 'klinecharts';

/** Words that the library may draw or a screen reader may say. */
export type ChartWords = {
  /** The drawing's name for screen readers, and the keys it takes. */
  keys: string;
  time: string;
  open: string;
  high: string;
  low: string;
  close: string;
  volume: string;
};

/** The library's tab index of 1 would put the chart before everything else on the page. */
export function nameChart(element: HTMLElement, label: string): void {
  const stage = element.firstElementChild;
  if (!(stage instanceof HTMLElement)) return;
  stage.tabIndex = 0;
  stage.setAttribute('role', 'application');
  stage.setAttribute('aria-label', label);
  // The library blocks upward and downward swipes; the page must be able to scroll with them.
  stage.style.touchAction = 'pan-y';
  stage.style.overscrollBehavior = 'none auto';
}

export function addWords(language: Language, { time, open, high, low, close, volume }: ChartWords): void {
  registerLocale(language, {
    time,
    open,
    high,
    low,
    close,
    volume,
    turnover: '',
    change: '',
    second: '',
    minute: '',
    hour: '',
    day: '',
    week: '',
    month: '',
    year: '',
  });
}

/** For an empty crosshair, the library would draw one over the newest bar. */
export function clearCrosshair(chart: Chart): void {
  // @ts-expect-error -- Nothing means no crosshair; the library's types do not allow it.
  chart.executeAction('onCrosshairChange', null);
}
