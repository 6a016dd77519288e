/*
 * Every dialog of the console. The focus starts at its first field, or else at its main button: never at the cross that
 * closes it, where Enter would undo what the operator began. It ends where it was before.
 */

import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Modal, Text } from '@mantine/core';
import type { ModalProps } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'use-intl';
import { useFocusBack } from './focus.ts';

type DialogProps = Pick<ModalProps, 'size' | 'closeOnClickOutside'> & {
  readonly title: string;
  readonly opened?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

export function Dialog({ title, opened = true, children, ...props }: DialogProps) {
  const common = useTranslations('common');
  useFocusBack(opened);
  // What was said before it is over, and would cover it.
  useEffect(() => {
    if (opened) notifications.clean();
  }, [opened]);
  return (
    <Modal
      {...props}
      opened={opened}
      returnFocus={false}
      title={<Text fw={600}>{title}</Text>}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <div ref={markFirst}>{children}</div>
    </Modal>
  );
}

/** In the order of the document, which is the order of what is asked. */
const FIELDS = ['input', 'textarea', 'select'].map((name) => `${name}:not(:disabled, [type="hidden"])`).join(', ');

/** The trap of the focus asks for this mark right after it. A dialog may have set it itself. */
function markFirst(node: HTMLDivElement | null): void {
  if (node === null || node.querySelector('[data-autofocus]') !== null) return;
  // The main button is the last one.
  const first = node.querySelector(FIELDS) ?? [...node.querySelectorAll('button:not(:disabled)')].at(-1);
  first?.setAttribute('data-autofocus', 'true');
}
