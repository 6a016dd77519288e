import type { ReactNode } from 'react';
import { Text } from '@mantine/core';

/** Names and values, one below the other. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
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
