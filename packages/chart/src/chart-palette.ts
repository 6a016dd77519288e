/* The colours and the font of the page, read for the canvas, because a canvas does not know CSS variables. */

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
  averages: readonly [string, string, string];
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
    accent: token('--accent'),
    onAccent: token('--bg'),
    line: token('--line'),
    text: token('--text-3'),
    textStrong: token('--text-1'),
    surface: token('--surface-3'),
    averages: [token('--warn'), token('--info'), token('--inactive')],
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
  const hex = /^#([0-9a-f]{6})$/i.exec(color)?.[1];
  if (hex === undefined) return color;
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return `rgb(${part(0)} ${part(2)} ${part(4)} / ${alpha})`;
}
