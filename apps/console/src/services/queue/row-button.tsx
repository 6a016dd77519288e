import type { ReactNode } from 'react';
import { Anchor } from '@mantine/core';

/** The first word of a row: keys and screen readers reach the row by it. The click reaches the row, which opens. */
export function RowButton({ children }: { children: ReactNode }) {
  return (
    <Anchor component="button" type="button" className="figures unbroken" fw={600}>
      {children}
    </Anchor>
  );
}
