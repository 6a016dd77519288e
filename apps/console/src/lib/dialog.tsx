/*
 * Every dialog of the console. The focus starts at its first field, or else at its main button: never at the cross that
 * closes it, where Enter would undo what the operator began. It ends where it was before. While a panel is open, a dialog about
 * its item stands at the foot of the panel, so that nothing covers what it is about.
 */

import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { CloseButton, Modal, Text } from '@mantine/core';
import type { ModalProps } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { isEscape, useFocusBack } from './focus.ts';
import { useObservable } from './observable.ts';
import { isPanelAsking, panelForm } from './side-panel.tsx';

type DialogProps = Pick<ModalProps, 'size' | 'closeOnClickOutside' | 'transitionProps'> & {
  readonly title: string;
  readonly opened?: boolean;
  /** Over the whole page, also while a panel is open. A dialog with a size of its own is. */
  readonly isOverAll?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

export function Dialog({ isOverAll = false, ...props }: DialogProps) {
  const { opened = true, size } = props;
  const place = useObservable(panelForm);
  useFocusBack(opened);
  // What was said before it is over, and would cover it.
  useEffect(() => {
    if (opened) notifications.clean();
  }, [opened]);
  if (place === null || isOverAll || size !== undefined) return <OverAll {...props} />;
  return opened ? createPortal(<InPanel {...props} />, place) : null;
}

function OverAll({ title, opened = true, children, ...props }: Omit<DialogProps, 'isOverAll'>) {
  const common = useTranslations('common');
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

function InPanel({ title, onClose, children }: Pick<DialogProps, 'title' | 'onClose' | 'children'>) {
  const common = useTranslations('common');
  const titleId = useId();
  const [body, setBody] = useState<HTMLDivElement | null>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    isPanelAsking.set(true);
    const follow = (event: KeyboardEvent) => isEscape(event) && close.current();
    window.addEventListener('keydown', follow);
    return () => {
      isPanelAsking.set(false);
      window.removeEventListener('keydown', follow);
    };
  }, []);
  useEffect(() => {
    if (body === null) return;
    markFirst(body);
    // In sight, too: the buttons stand over the end of a long form.
    const first = body.querySelector<HTMLElement>('[data-autofocus]');
    first?.focus({ preventScroll: true });
    first?.scrollIntoView({ block: 'nearest' });
  }, [body]);
  return (
    <section role="dialog" aria-labelledby={titleId} className="panel-form">
      <div className="side-panel-head">
        <Text id={titleId} fw={600}>
          {title}
        </Text>
        <CloseButton aria-label={common('close')} onClick={onClose} />
      </div>
      <div className="panel-form-body" ref={setBody}>
        {children}
      </div>
    </section>
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
