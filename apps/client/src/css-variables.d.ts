import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Custom properties may stand in `style` beside the known ones. */
    [variable: `--${string}`]: string | number | undefined;
  }
}
