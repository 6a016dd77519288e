/* A form in a dialog. Its buttons, and why it was refused, stay in sight however long the form is. */

import type { ReactNode } from 'react';
import { Button, Group, Stack } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Dialog } from '../../lib/dialog.tsx';
import { FailedAct } from './failed-act.tsx';

type FormDialogProps = {
  readonly title: string;
  readonly size?: 'lg' | 880;
  readonly submit: string;
  readonly isDangerous?: boolean;
  readonly error: unknown;
  readonly isSending: boolean;
  /** What was typed no longer fits: it can only be closed. */
  readonly isOver?: boolean;
  readonly onSubmit: (event: React.FormEvent<HTMLFormElement>) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

export function FormDialog({ title, size, error, isSending, isOver = false, onClose, ...props }: FormDialogProps) {
  const common = useTranslations('common');
  return (
    <Dialog {...(size === undefined ? {} : { size })} onClose={() => !isSending && onClose()} title={title}>
      <form onSubmit={props.onSubmit} noValidate>
        <Stack gap="md">
          {props.children}
          <div className="dialog-actions">
            {error !== null && <FailedAct error={error} onRefreshed={onClose} />}
            <Group justify="end" gap="sm">
              <Button variant="default" disabled={isSending} onClick={onClose}>
                {common(isOver ? 'close' : 'cancel')}
              </Button>
              <Button
                type="submit"
                loading={isSending}
                disabled={isOver}
                color={props.isDangerous === true ? 'red.8' : 'accent'}
              >
                {props.submit}
              </Button>
            </Group>
          </div>
        </Stack>
      </form>
    </Dialog>
  );
}
