import { useId } from 'react';
import type { ReactNode } from 'react';
import { Stack, Title } from '@mantine/core';

type FormSectionProps = { readonly title: string; readonly hint?: string; readonly children: ReactNode };

/** What belongs together in a long form, under its name. */
export function FormSection({ title, hint, children }: FormSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="form-section">
      <div>
        <Title order={3} id={id}>
          {title}
        </Title>
        {hint !== undefined && <p className="form-hint">{hint}</p>}
      </div>
      <Stack gap="md">{children}</Stack>
    </section>
  );
}
