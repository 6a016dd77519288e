import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Allows custom properties in `style`, beside the known ones. */
    [variable: `--${string}`]: string | number | undefined;
  }
}
