import type { ReactNode } from 'react';

export type MenuItem = {
  key: string;
  label: ReactNode;
  href?: string;
  onPress?: () => void;
  /** Whether the item is the current choice. Choices stand above what is only done. */
  checked?: boolean;
  danger?: boolean;
};

export type MenuProps = {
  label: string;
  trigger: ReactNode;
  items: readonly MenuItem[];
  /** Also opens 100 ms after the mouse comes to rest on it, besides click and keys. */
  hover?: boolean;
  align?: 'start' | 'end';
  triggerClass?: string;
  active?: boolean;
};

/** What the member did on the button before Base UI's code was there. */
export type MenuStart = { act: 'none' | 'rest' | 'press' | 'ArrowDown' | 'ArrowUp'; focused: boolean };
