/*
 * Where every size and colour of the product comes from. `npm run tokens` writes tokens.css from this file, and the
 * console's theme imports it. What a name means is in README.md; what may not stand anywhere else, in scales.test.ts.
 */

/** Text: size and line in rem. The three large ones never grow beyond what a narrow window holds of an amount (vw). */
export const TYPE = {
  display: { size: 2, line: 2.5, vw: 10, weight: 'bold' },
  'title-1': { size: 1.5, line: 2, vw: 7.5, weight: 'bold' },
  'title-2': { size: 1.125, line: 1.625, vw: 7, weight: 'bold' },
  body: { size: 1, line: 1.5 },
  'body-s': { size: 0.875, line: 1.25 },
  caption: { size: 0.75, line: 1 },
} as const;

/** Text, a word that stands out in its line, and what is read first: titles, amounts, buttons. */
export const WEIGHTS = { normal: 400, medium: 500, bold: 700 } as const;

/** Gaps and padding in px at the usual text size. Tailwind counts in fours: `gap-4` is 16. */
export const SPACES = [4, 8, 12, 16, 24, 32] as const;

/** What is pressed or written in, and what holds content. */
export const RADII = { control: 0.5, card: 1 } as const;

/** Press; what changes in its place; what comes and goes. */
export const DURATIONS = { 'dur-1': 80, 'dur-2': 160, 'dur-3': 300 } as const;

type Colours<T extends string> = Readonly<Record<T, string>>;

const DARK = {
  bg: '#0b0d12',
  'surface-1': '#14171f',
  'surface-2': '#1c2029',
  'surface-3': '#252a35',
  /** What is chosen, on a track of surface-2: in both themes it lies above it. */
  raised: '#2a303d',
  field: '#1c2029',
  sheet: '#181c25',
  tabbar: '#0e1016',
  line: '#252a35',
  'line-control': '#747b91',
  'text-1': '#f3f4f7',
  'text-2': '#a9aebd',
  'text-3': '#8a90a1',
  'text-disabled': '#5c6271',
  inactive: '#8f89a8',
  // The one action of a screen, and nothing else.
  primary: '#ff9f1a',
  'primary-pressed': '#e98a00',
  'on-primary': '#1a1206',
  link: '#8ab8ff',
  focus: '#8ab8ff',
  selected: '#f3f4f7',
  'selected-tint': 'rgb(243 244 247 / 10%)',
  'on-selected': '#14161c',
  // Somebody else decides; the site works on it; the reader has to act; done; refused.
  waiting: '#a99bff',
  info: '#6aa8ff',
  warn: '#ffc24b',
  success: '#22c58b',
  danger: '#ff7a66',
  'danger-fill': '#c93a2b',
  'on-danger': '#ffffff',
  practice: '#9fc1dc',
  badge: '#d13440',
  'on-badge': '#ffffff',
  // Hues of chart indicators: none is a direction. Each gives the shades of one indicator's lines.
  'chart-amber': '#e8b04a',
  'chart-blue': '#6aa8ff',
  'chart-violet': '#ab93ff',
  'chart-teal': '#4fc0cc',
  'chart-rose': '#ee8fc4',
  'chart-slate': '#9aa2b8',
  // The discs of assets. Quiet, so that none looks like a direction or a status.
  'asset-1': '#a9b4c6',
  'asset-2': '#86b0ee',
  'asset-3': '#b09cf0',
  'asset-4': '#d9b884',
  'asset-5': '#8bbfc4',
  'asset-6': '#d3a3c4',
  // Lines and bars of the reader's own figures, in charts that also have directions.
  series: '#d5d9e4',
  // Results have a pair of their own: the colours of a direction never say who won. See tokens.test.ts.
  win: '#7ee3f0',
  lose: '#e79bf2',
  scrim: 'rgb(0 0 0 / 60%)',
  'red-text': '#ff6378',
  'green-text': '#22c58b',
  'blue-text': '#5aa9ff',
  'gold-text': '#e6be4f',
  'red-fill': '#d62e4a',
  'green-fill': '#0b7f55',
  'blue-fill': '#1f6fd6',
  'gold-fill': '#e6be4f',
  'on-direction': '#ffffff',
  'on-gold': '#1a1206',
} as const;

export type ColourName = keyof typeof DARK;

const LIGHT: Colours<ColourName> = {
  ...DARK,
  bg: '#f4f5f9',
  'surface-1': '#ffffff',
  'surface-2': '#eef0f5',
  'surface-3': '#e3e6ee',
  raised: '#ffffff',
  field: '#ffffff',
  sheet: '#ffffff',
  tabbar: '#ffffff',
  line: '#e3e6ee',
  'line-control': '#7c8397',
  'text-1': '#14161c',
  'text-2': '#4f5565',
  'text-3': '#5f6576',
  'text-disabled': '#a5aab8',
  inactive: '#645e7d',
  link: '#1d5fc4',
  focus: '#1d5fc4',
  selected: '#14161c',
  'selected-tint': 'rgb(20 22 28 / 7%)',
  'on-selected': '#ffffff',
  waiting: '#5546c4',
  info: '#1d5fc4',
  warn: '#8a5a00',
  success: '#08744d',
  danger: '#b3372a',
  practice: '#2f597a',
  'asset-1': '#4a566b',
  'asset-2': '#2b5fa8',
  'asset-3': '#5f45b8',
  'asset-4': '#755418',
  'asset-5': '#2c6468',
  'asset-6': '#82407a',
  'chart-amber': '#8a5a00',
  'chart-blue': '#1d5fc4',
  'chart-violet': '#6a45c9',
  'chart-teal': '#0a6c7a',
  'chart-rose': '#a62a74',
  'chart-slate': '#5c6480',
  series: '#2c3140',
  win: '#006a84',
  lose: '#8f2d9e',
  scrim: 'rgb(20 22 28 / 45%)',
  'red-text': '#bf1a36',
  'green-text': '#08744d',
  'blue-text': '#1d5fc4',
  'gold-text': '#7a5a00',
};

export const COLOURS: Readonly<Record<'dark' | 'light', Colours<ColourName>>> = { dark: DARK, light: LIGHT };

/** Two shadows: what lies on the page, and what lies over it. In the dark, surfaces say the first. */
export const SHADOWS = {
  dark: { card: 'none', raised: '0 8px 24px rgb(0 0 0 / 45%)' },
  light: { card: '0 1px 2px rgb(20 22 28 / 6%)', raised: '0 8px 24px rgb(20 22 28 / 12%)' },
} as const;

/** What only decorates: the first card of a page, the light behind the entry, the strength of a tinted chip. */
export const DECORATION = {
  dark: {
    'asset-gradient': 'radial-gradient(130% 150% at 100% 0%, #3a2a12 0%, #1b1a1f 46%, #14171f 100%)',
    aurora:
      'radial-gradient(60% 46% at 92% -6%, rgb(255 159 26 / 17%), transparent 70%), radial-gradient(44% 36% at 4% 0%, rgb(106 168 255 / 7%), transparent 72%)',
    'chip-tint': '16%',
  },
  light: {
    'asset-gradient': 'radial-gradient(130% 150% at 100% 0%, #ffe3b8 0%, #fff4e2 46%, #ffffff 100%)',
    aurora:
      'radial-gradient(60% 46% at 92% -6%, rgb(255 159 26 / 22%), transparent 70%), radial-gradient(44% 36% at 4% 0%, rgb(29 95 196 / 7%), transparent 72%)',
    'chip-tint': '12%',
  },
} as const;
