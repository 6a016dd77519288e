import type { ReactNode } from 'react';
import { Group, Paper, Title } from '@mantine/core';

/** A part of a page with a title, and what can be done with it beside the title. */
export function SectionCard({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <Paper
      component="section"
      withBorder
      radius="lg"
      aria-label={title}
      style={{ borderColor: 'var(--candor-line)', overflow: 'clip' }}
    >
      <Group justify="space-between" px="md" py="sm" style={{ borderBottom: '1px solid var(--candor-line)' }}>
        <Title order={2}>{title}</Title>
        {action}
      </Group>
      {children}
    </Paper>
  );
}
