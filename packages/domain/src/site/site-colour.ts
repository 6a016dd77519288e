/*
 * The colour of a site's main buttons. An operator chooses it; what is drawn on it and how it looks when pressed follows. It has to be
 * read in both themes, so a colour that cannot be is refused with the reason.
 */

/** Every ground that a main button stands on, by theme. As packages/ui/src/tokens.css has them: site-grounds.test.ts of the console compares. */
export const GROUNDS = {
  dark: ['#0b0d12', '#14171f', '#1c2029', '#252a35', '#181c25', '#0e1016'],
  light: ['#f4f5f9', '#ffffff', '#eef0f5', '#e3e6ee'],
} as const;

const LABELS = ['#1a1206', '#ffffff'] as const;
/** WCAG 2.2 AA for text of any size. */
const LABEL_CONTRAST_MIN = 4.5;
/** The button has its label besides, which says that it is one: its edge has to be seen, not read. */
const EDGE_CONTRAST_MIN = 1.5;
const PRESSED_SHARE = 0.9;

export type ColourProblem = 'label' | keyof typeof GROUNDS;

export interface SiteColour {
  readonly primary: string;
  readonly pressed: string;
  readonly label: string;
}

/** What follows from a colour of six hex digits. */
export function siteColour(primary: string): SiteColour {
  const pressed = darker(primary);
  const worst = (label: string) => Math.min(contrast(label, primary), contrast(label, pressed));
  const [dark, light] = LABELS;
  return { primary, pressed, label: worst(dark) >= worst(light) ? dark : light };
}

/** Why a colour cannot be the one of main buttons; null if it can. */
export function colourProblem(text: string): ColourProblem | null {
  const { primary, pressed, label } = siteColour(text);
  if (Math.min(contrast(label, primary), contrast(label, pressed)) < LABEL_CONTRAST_MIN) return 'label';
  for (const theme of ['dark', 'light'] as const)
    if (GROUNDS[theme].some((ground) => contrast(primary, ground) < EDGE_CONTRAST_MIN)) return theme;
  return null;
}

/** The contrast of two colours as WCAG reckons it, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function darker(colour: string): string {
  return `#${channels(colour)
    .map((value) =>
      Math.round(value * PRESSED_SHARE)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
