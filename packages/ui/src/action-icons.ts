import {
  ArrowDownToLine,
  ArrowUpFromLine,
  CalendarClock,
  CreditCard,
  Landmark,
  Layers,
  PiggyBank,
  QrCode,
  ScrollText,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

/** One picture for each thing a member does with money, wherever it is named. A bank is a bank, and not a withdrawal. */
export const ACTION_ICONS = {
  deposit: ArrowDownToLine,
  withdraw: ArrowUpFromLine,
  savings: PiggyBank,
  invest: CalendarClock,
  holdings: Layers,
  bank: Landmark,
  card: CreditCard,
  usdt: QrCode,
  records: ScrollText,
} as const satisfies Record<string, LucideIcon>;

export type ActionName = keyof typeof ACTION_ICONS;
