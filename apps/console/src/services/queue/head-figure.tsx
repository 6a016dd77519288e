import type { ReactNode } from 'react';
import { Tooltip } from '@mantine/core';

/** A figure in the line of a page's title: `<dl className="head-figures">`. */
export function HeadFigure({ name, hint, children }: { name: string; hint?: string; children: ReactNode }) {
  return (
    <div>
      {hint === undefined ? (
        <dt>{name}</dt>
      ) : (
        <Tooltip label={hint}>
          <dt>{name}</dt>
        </Tooltip>
      )}
      <dd className="figures">{children}</dd>
    </div>
  );
}
