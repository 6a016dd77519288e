/*
 * The panel beside a list. The focus starts at its title, so that a screen reader reads it and Enter does not close it, and ends
 * at the row.
 */

import type { ReactNode } from 'react';
import { Drawer } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useFocusBack } from './focus.ts';

type SidePanelProps = {
  readonly opened: boolean;
  readonly title: ReactNode;
  readonly size: number;
  readonly closeOnEscape?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

export function SidePanel({ title, children, ...props }: SidePanelProps) {
  const common = useTranslations('common');
  useFocusBack(props.opened, true);
  return (
    <Drawer
      {...props}
      returnFocus={false}
      position="right"
      title={
        <div tabIndex={-1} data-autofocus style={{ outline: 'none' }}>
          {title}
        </div>
      }
      overlayProps={{ backgroundOpacity: 0.15 }}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      {children}
    </Drawer>
  );
}
