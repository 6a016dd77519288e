/* The colours and the font of the page, read for the canvas, because a canvas does not know CSS variables. */

/** The hues of indicators. None is red or green, which are directions. */
export const HUES = ['amber', 'blue', 'violet', 'teal', 'rose', 'slate'] as const;
export type Hue = (typeof HUES)[number];

export type Palette = {
  up: string;
  down: string;
  flat: string;
  upFill: string;
  downFill: string;
  onUp: string;
  onDown: string;
  accent: string;
  onAccent: string;
  line: string;
  text: string;
  textStrong: string;
  surface: string;
  /** What the chart is drawn on. */
  ground: string;
  hues: Readonly<Record<Hue, string>>;
  font: string;
  /** Pixels of the small text. Grows with the root size, and so with care mode and the system text size. */
  textSizePx: number;
};

const CAPTION_REM = 0.6875;

export function readPalette(root: HTMLElement = document.documentElement): Palette {
  const style = getComputedStyle(root);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const rootPx = Number.parseFloat(style.fontSize) || 16;
  return {
    up: token('--up'),
    down: token('--down'),
    flat: token('--flat'),
    upFill: token('--up-fill'),
    downFill: token('--down-fill'),
    onUp: token('--on-up'),
    onDown: token('--on-down'),
    accent: token('--series'),
    onAccent: token('--bg'),
    line: token('--line'),
    text: token('--text-3'),
    textStrong: token('--text-1'),
    surface: token('--surface-3'),
    ground: token('--bg'),
    hues: {
      amber: token('--chart-amber'),
      blue: token('--chart-blue'),
      violet: token('--chart-violet'),
      teal: token('--chart-teal'),
      rose: token('--chart-rose'),
      slate: token('--chart-slate'),
    },
    font: style.fontFamily,
    textSizePx: Math.round(CAPTION_REM * rootPx),
  };
}

/** Calls back when theme, direction colours, care mode or language change. Returns a function that stops this. */
export function watchPalette(onChange: () => void, root: HTMLElement = document.documentElement): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(root, { attributeFilter: ['data-theme', 'data-updown', 'data-care', 'lang'] });
  return () => observer.disconnect();
}

/** A hex colour of the tokens with an opacity: `withAlpha('#FF9F1A', 0.1)`. Other notations are unchanged. */
export function withAlpha(color: string, alpha: number): string {
  const parts = partsOf(color);
  return parts === null ? color : `rgb(${parts.join(' ')} / ${alpha})`;
}

/** One hex colour, this far on its way to another. Other notations are unchanged. */
export function mixed(color: string, other: string, share: number): string {
  const [from, to] = [partsOf(color), partsOf(other)];
  if (from === null || to === null) return color;
  return `#${from.map((part, at) => hexOf(part + ((to[at] ?? part) - part) * share)).join('')}`;
}

/** Of two hex colours the one that differs more in lightness; the first where they cannot be compared. */
export function farthest(from: string, first: string, second: string): string {
  const [own, one, other] = [lightnessOf(from), lightnessOf(first), lightnessOf(second)];
  return Math.abs(other - own) > Math.abs(one - own) ? second : first;
}

/** 0 to 255, as an eye weighs red, green and blue. Not a number for other notations. */
function lightnessOf(color: string): number {
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = partsOf(color) ?? [];
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

/** A build writes #ffffff as #fff. */
function partsOf(color: string): number[] | null {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color)?.[1];
  const whole = hex?.length === 3 ? hex.replaceAll(/./g, '$&$&') : hex;
  return whole === undefined ? null : [0, 2, 4].map((at) => Number.parseInt(whole.slice(at, at + 2), 16));
}

function hexOf(part: number): string {
  return Math.round(part).toString(16).padStart(2, '0');
}
