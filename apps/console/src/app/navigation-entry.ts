/* What the navigation is made of: groups, lines that several pages share, and pages. */

import type { ComponentType } from 'react';
import {
  BookOpenCheck,
  ChartColumn,
  FileCheck2,
  Headset,
  IdCard,
  Megaphone,
  PiggyBank,
  ReceiptText,
  Settings2,
  Users,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { TextKey } from '../lib/messages.ts';

/** Pages that share one line of the navigation, and the picture of that line. */
export const SECTION_ICONS = {
  state: ChartColumn,
  changes: FileCheck2,
  orders: ReceiptText,
  invest: PiggyBank,
  books: BookOpenCheck,
  members: Users,
  service: Headset,
  content: Megaphone,
  settings: Settings2,
  staff: IdCard,
} as const;
export type NavigationSection = keyof typeof SECTION_ICONS;

/** What an operator's day is about: the desk itself, money, members, the market, the site. They fit a window of 1280 × 720. */
export const GROUPS = ['desk', 'money', 'members', 'market', 'site'] as const;
export type NavigationGroup = (typeof GROUPS)[number];

export type NavigationEntry = {
  /** Where its name is: mostly the title of the page. */
  readonly title: TextKey;
  readonly path: string;
  readonly icon: LucideIcon;
  /** Undefined: every operator. */
  readonly permission?: string;
  /** Only on a practice site. */
  readonly isPractice?: true;
  /** The name of its counter in GET /api/console/counters. */
  readonly counter?: string;
  /** Its name in the navigation, where its title is too long for one line of it. */
  readonly short?: TextKey;
  /** Pages that share one line of the navigation, and are tabs of each other. */
  readonly section?: NavigationSection;
  /** Those of `self` are in the operator's own menu. */
  readonly group: NavigationGroup | 'self';
  readonly page: ComponentType;
};
