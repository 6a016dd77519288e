import type { ReactNode } from 'react';
import { Group, Text, Title } from '@mantine/core';

type PageHeadProps = {
  readonly title: string;
  /** What the page is for, in one line below the title. */
  readonly hint?: ReactNode;
  /** Figures in the line of the title. */
  readonly figures?: ReactNode;
  /** What can be done on the page. */
  readonly actions?: ReactNode;
};

/** The head of a page: the title stands at the same place on all of them. */
export function PageHead({ title, hint, figures, actions }: PageHeadProps) {
  return (
    <header className="page-head">
      <div className="page-head-line">
        <Title order={1}>{title}</Title>
        {figures}
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </div>
      {hint !== undefined && (
        <Text c="dimmed" maw="44rem">
          {hint}
        </Text>
      )}
    </header>
  );
}
