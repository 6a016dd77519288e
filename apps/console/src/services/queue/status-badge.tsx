import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';

/** A status as a word on a quiet colour: the word says it, the colour only helps to find it. */
export function StatusBadge({ tone, children }: { tone: 'wait' | 'good' | 'bad' | 'quiet'; children: ReactNode }) {
  const color = { wait: 'orange.8', good: 'teal.9', bad: 'red.9', quiet: 'gray.8' }[tone];
  return (
    <Badge variant="light" color={color} tt="none" fw={600} radius="sm">
      {children}
    </Badge>
  );
}
