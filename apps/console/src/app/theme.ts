import {
  Alert,
  Button,
  createTheme,
  darken,
  defaultVariantColorsResolver,
  InputWrapper,
  localStorageColorSchemeManager,
  Modal,
  parseThemeColor,
  Table,
  Tooltip,
} from '@mantine/core';
import type { CSSVariablesResolver, MantineColorsTuple, VariantColorsResolver } from '@mantine/core';

/** The orange of the product. As a surface it is the sixth shade with dark text; as text on white it is the ninth. */
const ACCENT: MantineColorsTuple = [
  '#fff6e8',
  '#ffeccb',
  '#ffdca3',
  '#ffc76d',
  '#ffb340',
  '#ff9f1a',
  '#e98a00',
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
  '#e8eaf0',
  '#c9cedb',
  '#a6adbd',
  '#959cad',
  '#414754',
  '#31363f',
  '#24282f',
  '#181b21',
  '#121419',
  '#0d0f12',
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
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.3334', sm: '1.4286', md: '1.4286', lg: '1.5', xl: '1.4445' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.4' },
      h2: { fontSize: '1rem', lineHeight: '1.5' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4286' },
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
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      styles: { label: { marginBottom: 4, fontWeight: 500, color: 'var(--mantine-color-dimmed)' } },
    }),
    Button: Button.extend({ defaultProps: { size: 'sm' } }),
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
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#14161c',
    '--mantine-color-dimmed': '#5a6072',
    '--mantine-color-placeholder': '#666c7d',
    // Orange is for what is done; a link is blue.
    '--mantine-color-anchor': '#1d5fc4',
    '--mantine-color-accent-text': ACCENT[8],
    '--mantine-color-accent-light-color': ACCENT[8],
    '--mantine-color-accent-outline': ACCENT[8],
    '--mantine-color-error': '#b3372a',
    '--mantine-color-red-light-color': '#b3372a',
    // Mantine's own is too light on the canvas and on a chosen row.
    '--mantine-color-red-8': '#c92a2a',
    '--candor-canvas': '#f4f5f9',
    '--candor-line': '#e3e6ee',
    '--candor-row-hover': '#f7f8fb',
    '--candor-row-selected': ACCENT[0],
    '--candor-row-changed': '#d0ebff',
    '--candor-row-changed-still': '#e7f5ff',
    '--candor-added': '#08744d',
  },
  dark: {
    ...outlines(Object.keys(colors), { line: '5', text: '4' }),
    '--mantine-color-dimmed': DARK[2],
    '--mantine-color-placeholder': DARK[3],
    '--mantine-color-anchor': '#8ab8ff',
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
    '--candor-row-selected': '#2b2413',
    '--candor-row-changed': '#1f3350',
    '--candor-row-changed-still': '#1a2738',
    '--candor-added': DARK_TEXTS.teal,
  },
});

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
