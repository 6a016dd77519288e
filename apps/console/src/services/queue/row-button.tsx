import type { ReactNode } from 'react';
import { Anchor } from '@mantine/core';

/**
 * The first word of a row: keys and screen readers reach the row by it. The click reaches the row, which opens.
 * @param wraps for a text of any length; a reference stays in one line
 */
export function RowButton({ children, wraps = false }: { children: ReactNode; wraps?: boolean }) {
  return (
    <Anchor
      component="button"
      type="button"
      className={wraps ? 'row-button figures' : 'row-button figures unbroken'}
      ta="start"
    >
      {children}
    </Anchor>
  );
}
