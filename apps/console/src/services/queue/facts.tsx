import type { ReactNode } from 'react';
import { Text } from '@mantine/core';

export type Fact = readonly [name: string, value: ReactNode];

/** Names and values, one below the other. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <Text component="dt" c="dimmed">
            {name}
          </Text>
          <Text component="dd" className="wrap-anywhere figures">
            {value}
          </Text>
        </div>
      ))}
    </dl>
  );
}
