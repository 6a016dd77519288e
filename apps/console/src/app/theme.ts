import { Alert, Button, createTheme, InputWrapper, Modal, Table, Tooltip } from '@mantine/core';
import type { CSSVariablesResolver, MantineColorsTuple } from '@mantine/core';

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

const LATIN = '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto';
const HAN =
  '"PingFang SC", "HarmonyOS Sans SC", "MiSans", "Noto Sans SC", "Microsoft YaHei", "PingFang TC", "Noto Sans TC"';

/** Compact: text of 14 on 20, rows of 44. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: 5,
  autoContrast: true,
  luminanceThreshold: 0.4,
  colors: { accent: ACCENT },
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
    InputWrapper: InputWrapper.extend({ styles: { label: { marginBottom: 4 } } }),
    Button: Button.extend({ defaultProps: { size: 'sm' } }),
    Modal: Modal.extend({ defaultProps: { centered: true, size: 'md', overlayProps: { backgroundOpacity: 0.45 } } }),
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

/** Text in the accent colour is dark enough to read on white. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#14161c',
    '--mantine-color-dimmed': '#5a6072',
    '--mantine-color-placeholder': '#666c7d',
    '--mantine-color-anchor': ACCENT[8],
    '--mantine-color-accent-text': ACCENT[8],
    '--mantine-color-accent-light-color': ACCENT[8],
    '--mantine-color-accent-outline': ACCENT[8],
    '--mantine-color-error': '#b3372a',
    '--candor-canvas': '#f4f5f9',
    '--candor-line': '#e3e6ee',
    '--candor-row-hover': '#f7f8fb',
    '--candor-row-selected': ACCENT[0],
  },
  dark: {},
});
