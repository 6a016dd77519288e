/* Words and small parts that several cashier screens share. */

import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { DepositKind, DepositView, EndReason, WithdrawalView } from '@candor/contract/cashier';
import { reasonOf } from '@candor/contract/reasons';
import { ACTION_ICONS } from '@candor/ui/action-icons';
import { IconDisc } from '@candor/ui/icon-disc.tsx';
import { PracticeLine } from '@candor/ui/notice-card.tsx';
import { Smartphone } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { groupDigits } from '@candor/ui/figures';
import { changeDisplay, display } from '../../lib/preferences.ts';
import { Status } from '../../lib/status.tsx';
import { useSite } from '../../services/session/site.ts';
import { formatDateTime, zoneLabel } from '../../lib/time.ts';
import { DEPOSIT_WORDS, withdrawalWord } from './state-words.ts';

/** As long as the notice takes to read. */
const READ_MS = 2_000;

/**
 * On every screen of a practice site: the money is not real. Whoever has read it once on this device has one line: the
 * amount and the button shall be in view. It never changes under the eye, only with the next screen.
 */
export function PracticeNotice({ children }: { children?: ReactNode }) {
  const t = useTranslations('cashier');
  const { mode } = useSite();
  const isPractice = mode === 'practice';
  const [isKnown] = useState(() => display.get().practiceSeen);
  useEffect(() => {
    if (isKnown || !isPractice) return;
    const timer = setTimeout(() => changeDisplay({ practiceSeen: true }), READ_MS);
    return () => clearTimeout(timer);
  }, [isKnown, isPractice]);
  if (!isPractice) return null;
  const title = t('practice.title');
  return isKnown ? (
    <PracticeLine>{title}</PracticeLine>
  ) : (
    <PracticeLine more={children ?? t('practice.text')}>{title}</PracticeLine>
  );
}

export function DepositStatusChip({ deposit }: { deposit: Pick<DepositView, 'status'> }) {
  return <Status of={DEPOSIT_WORDS[deposit.status]} />;
}

export function WithdrawalStatusChip({ withdrawal }: { withdrawal: Pick<WithdrawalView, 'status' | 'payout'> }) {
  return <Status of={withdrawalWord(withdrawal)} />;
}

const KIND_ICONS = {
  practice: ACTION_ICONS.deposit,
  bank: ACTION_ICONS.bank,
  usdt: ACTION_ICONS.usdt,
  online: Smartphone,
} as const;

export function KindIcon({ kind }: { kind: DepositKind }) {
  return <IconDisc icon={KIND_ICONS[kind]} />;
}

type CashierSubject = 'depositRejected' | 'depositDiffers' | 'withdrawalRejected' | 'withdrawalReturned';

/** Why an operator decided so, in the reader's language. */
export function Reason({ of, reason }: { of: CashierSubject; reason: EndReason | null }) {
  const reasonText = useReasonText();
  return reason === null ? null : <span>{reasonText(of, reason)}</span>;
}

/** A code that the subject does not know has the text of OTHER. */
function useReasonText(): (of: CashierSubject, code: EndReason) => string {
  const t = useTranslations('reasons');
  return (of, code) => {
    switch (of) {
      case 'depositRejected':
        return t(`depositRejected.${reasonOf('depositRejected', code)}`);
      case 'depositDiffers':
        return t(`depositDiffers.${reasonOf('depositDiffers', code)}`);
      case 'withdrawalRejected':
        return t(`withdrawalRejected.${reasonOf('withdrawalRejected', code)}`);
      case 'withdrawalReturned':
        return t(`withdrawalReturned.${reasonOf('withdrawalReturned', code)}`);
    }
  };
}

/** "100 USDT": an amount that is not of the account currency. */
export function assetText(amount: string, asset: string): string {
  return `${groupDigits(amount)} ${asset}`;
}

/** Date and time stay whole each; in large letters the time takes a line of its own. */
export function Moment({ at }: { at: string }) {
  const [date = '', time = ''] = formatDateTime(at).split(' ');
  return (
    <time dateTime={at} className="tnum">
      <span className="whitespace-nowrap">{date}</span> <span className="whitespace-nowrap">{time}</span>{' '}
      <span className="text-text-3">{zoneLabel(at)}</span>
    </time>
  );
}

/** "7.2000" → "¥7.20": at least two decimals, no zeros after them. */
export function rateText(rate: string, symbol: string): string {
  return symbol + rate.replace(/(\.\d\d\d*?)0+$/, '$1');
}
