import {
  Alert,
  Button,
  Checkbox,
  createTheme,
  darken,
  defaultVariantColorsResolver,
  InputWrapper,
  localStorageColorSchemeManager,
  Modal,
  parseThemeColor,
  Table,
  Tabs,
  Tooltip,
} from '@mantine/core';
import type { CSSVariablesResolver, MantineColorsTuple, VariantColorsResolver } from '@mantine/core';
import { COLOURS, DECORATION, RADII, SHADOWS, SPACES, TYPE, WEIGHTS } from '@candor/ui/design-tokens';

/** Sizes and colours are those of the whole product. What only Mantine needs, such as shades between two of them, is here. */
const { dark: NIGHT, light: DAY } = COLOURS;
function rem(size: number) {
  return `${size}rem`;
}

function lineOf(type: { size: number; line: number }) {
  return String(type.line / type.size);
}

const [, xs, sm, md, lg, xl] = SPACES;

/** The orange of the product. As a surface it is the sixth shade with dark text; as text on white it is the ninth. */
const ACCENT: MantineColorsTuple = [
  '#fff6e8',
  '#ffeccb',
  '#ffdca3',
  '#ffc76d',
  '#ffb340',
  DAY.primary,
  DAY['primary-pressed'],
  '#c26f00',
  '#9e4f00',
  '#6f3700',
];

/** Named to the end, so that the same letters are drawn in every language: what `sans-serif` is depends on the language. */
const LATIN = '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans", Arial, "Liberation Sans"';
const HAN =
  '"PingFang SC", "HarmonyOS Sans SC", "MiSans", "Noto Sans SC", "Noto Sans CJK SC", "Microsoft YaHei", "PingFang TC", "Noto Sans TC"';

/** Greys of the dark scheme, from text to canvas. Mantine takes its surfaces, borders and fields from them. */
const DARK: MantineColorsTuple = [
  NIGHT['text-1'],
  '#c9cedb',
  NIGHT['text-2'],
  '#959cad',
  '#414754',
  '#31363f',
  NIGHT['surface-3'],
  NIGHT['surface-1'],
  NIGHT.tabbar,
  NIGHT.bg,
];

/**
 * A shade that is named, such as red.8, is a text on white, and its variable is a light shade in the dark scheme. What is
 * filled keeps the dark shade under its white text in both schemes. Of quiet buttons Mantine would take the sixth shade
 * instead, which is too pale for a text.
 */
const variantColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const { isThemeColor, color, shade, value } = parseThemeColor({ color: input.color ?? 'accent', theme: input.theme });
  // In the dark scheme Mantine draws outlines in the palest shade, which is white with a trace of the colour.
  if (isThemeColor && shade === undefined && input.variant === 'outline') {
    const line = `var(--candor-outline-${color})`;
    return { ...colors, border: `1px solid ${line}`, color: `var(--candor-outline-text-${color})` };
  }
  const isDarkShade = isThemeColor && shade !== undefined && shade >= 7;
  if (!isDarkShade) return colors;
  if (input.variant === 'filled')
    return {
      ...colors,
      background: value,
      hover: darken(input.theme.colors[color]?.[shade] ?? value, 0.12),
      color: '#ffffff',
    };
  return { ...colors, color: `var(--mantine-color-${color}-${shade})` };
};

/** Compact: text of 14 on 20, rows of 44. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: 5,
  autoContrast: true,
  luminanceThreshold: 0.4,
  colors: { accent: ACCENT, dark: DARK },
  variantColorResolver: variantColors,
  fontFamily: `${LATIN}, ${HAN}, sans-serif`,
  fontSizes: {
    xs: rem(TYPE.caption.size),
    sm: rem(TYPE['body-s'].size),
    md: rem(TYPE['body-s'].size),
    lg: rem(TYPE.body.size),
    xl: rem(TYPE['title-2'].size),
  },
  lineHeights: {
    xs: lineOf(TYPE.caption),
    sm: lineOf(TYPE['body-s']),
    md: lineOf(TYPE['body-s']),
    lg: lineOf(TYPE.body),
    xl: lineOf(TYPE['title-2']),
  },
  spacing: { xs: rem(xs / 16), sm: rem(sm / 16), md: rem(md / 16), lg: rem(lg / 16), xl: rem(xl / 16) },
  radius: {
    xs: rem(RADII.control / 2),
    sm: rem(RADII.control),
    md: rem(RADII.control),
    lg: rem(RADII.card),
    xl: rem(RADII.card),
  },
  shadows: {
    xs: SHADOWS.light.card,
    sm: SHADOWS.light.card,
    md: SHADOWS.light.raised,
    lg: SHADOWS.light.raised,
    xl: SHADOWS.light.raised,
  },
  headings: {
    fontWeight: String(WEIGHTS.bold),
    sizes: {
      h1: { fontSize: rem(TYPE['title-2'].size), lineHeight: lineOf(TYPE['title-2']) },
      h2: { fontSize: rem(TYPE.body.size), lineHeight: lineOf(TYPE.body) },
      h3: { fontSize: rem(TYPE['body-s'].size), lineHeight: lineOf(TYPE['body-s']) },
    },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Quiet: a coloured line and title on white, so that a notice never shouts over the work.
    Alert: Alert.extend({
      defaultProps: { variant: 'outline' },
      styles: {
        root: { backgroundColor: 'var(--mantine-color-body)' },
        message: { color: 'var(--mantine-color-text)' },
      },
    }),
    // A hint stands below its field, so that fields beside each other stand at one height.
    InputWrapper: InputWrapper.extend({
      // What is optional says so; a star at the others would say it twice.
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'], withAsterisk: false },
      styles: { label: { marginBottom: 4, fontWeight: 500, color: 'var(--mantine-color-dimmed)' } },
    }),
    Button: Button.extend({ defaultProps: { size: 'sm' } }),
    // What is chosen is in ink; orange is the button that acts.
    Checkbox: Checkbox.extend({
      defaultProps: { color: 'var(--mantine-color-text)', iconColor: 'var(--mantine-color-body)', radius: 'xs' },
    }),
    Tabs: Tabs.extend({ defaultProps: { color: 'var(--mantine-color-text)' } }),
    // A click beside a dialog does not close it: what was typed would be lost. Escape and its button do.
    Modal: Modal.extend({
      defaultProps: {
        centered: true,
        size: 'md',
        overlayProps: { backgroundOpacity: 0.45 },
        closeOnClickOutside: false,
      },
    }),
    Table: Table.extend({
      defaultProps: {
        verticalSpacing: 'sm',
        horizontalSpacing: 'md',
        highlightOnHoverColor: 'var(--candor-row-hover)',
      },
    }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 300 } }),
  },
});

/** Shades that are used as text, in light shades for the dark scheme. */
const DARK_TEXTS = { red: '#ff9d8f', teal: '#57d3a6', gray: '#c2c8d4', accent: '#ffb95c' } as const;

/** Text in any colour is dark enough to read on white, and light enough to read on the dark surfaces. */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    ...outlines(Object.keys(colors), { line: 'outline', text: 'outline' }),
    '--mantine-color-body': DAY['surface-1'],
    '--mantine-color-text': DAY['text-1'],
    '--mantine-color-dimmed': DAY['text-2'],
    '--mantine-color-placeholder': DAY['text-3'],
    // Orange is for what is done; a link is blue.
    '--mantine-color-anchor': DAY.link,
    '--mantine-color-accent-text': ACCENT[8],
    '--mantine-color-accent-light-color': ACCENT[8],
    '--mantine-color-accent-outline': ACCENT[8],
    '--mantine-color-error': DAY.danger,
    '--mantine-color-red-light-color': DAY.danger,
    // Mantine's own is too light on the canvas and on a chosen row.
    '--mantine-color-red-8': '#c92a2a',
    '--candor-canvas': DAY.bg,
    '--candor-line': DAY.line,
    '--candor-row-hover': '#f7f8fb',
    '--candor-row-selected': '#f2f5fb',
    '--candor-row-changed': '#d0ebff',
    '--candor-row-changed-still': '#e7f5ff',
    '--candor-added': DAY.success,
    ...tones(DAY),
    '--candor-tint': DECORATION.light['chip-tint'],
  },
  dark: {
    ...outlines(Object.keys(colors), { line: '5', text: '4' }),
    '--mantine-color-dimmed': DARK[2],
    '--mantine-color-placeholder': DARK[3],
    '--mantine-color-anchor': NIGHT.link,
    '--mantine-color-accent-text': DARK_TEXTS.accent,
    '--mantine-color-accent-light-color': DARK_TEXTS.accent,
    '--mantine-color-accent-outline': DARK_TEXTS.accent,
    '--mantine-color-error': DARK_TEXTS.red,
    '--mantine-color-red-8': DARK_TEXTS.red,
    '--mantine-color-red-9': DARK_TEXTS.red,
    '--mantine-color-teal-8': DARK_TEXTS.teal,
    '--mantine-color-teal-9': DARK_TEXTS.teal,
    '--mantine-color-gray-7': DARK_TEXTS.gray,
    '--mantine-color-accent-8': DARK_TEXTS.accent,
    '--candor-canvas': DARK[9],
    '--candor-line': DARK[5],
    '--candor-row-hover': '#1f232a',
    '--candor-row-selected': '#262b34',
    '--candor-row-changed': '#1f3350',
    '--candor-row-changed-still': '#1a2738',
    '--candor-added': DARK_TEXTS.teal,
    ...tones(NIGHT),
    '--candor-tint': DECORATION.dark['chip-tint'],
  },
});

/** States have the colours that members see: who has to act, who is waited for, what is done, what is refused. */
function tones(colours: (typeof COLOURS)['dark']): Record<string, string> {
  return {
    '--candor-tone-warn': colours.warn,
    '--candor-tone-busy': colours.info,
    '--candor-tone-wait': colours.waiting,
    '--candor-tone-good': colours.success,
    '--candor-tone-bad': colours.danger,
    '--candor-tone-quiet': colours['text-2'],
    '--candor-tone-practice': colours.practice,
    '--candor-tone-stop': colours['danger-fill'],
    '--candor-surface-3': colours['surface-3'],
  };
}

/** Lines and texts of what is only outlined. `light-dark()` would say it, but some supported browsers do not know it. */
function outlines(colors: readonly string[], { line, text }: { line: string; text: string }): Record<string, string> {
  return Object.fromEntries(
    colors.flatMap((color) => [
      [`--candor-outline-${color}`, `var(--mantine-color-${color}-${line})`],
      [`--candor-outline-text-${color}`, `var(--mantine-color-${color}-${text})`],
    ]),
  );
}

/** Light, dark, or as the system says; remembered on this device. */
export const colorSchemes = localStorageColorSchemeManager({ key: 'candor-console-theme' });
