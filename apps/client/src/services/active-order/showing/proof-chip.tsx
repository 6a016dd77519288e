/* The receipt's verdict beside a result: it is checked by itself, on this device. */

import { useEffect, useEffectEvent } from 'react';
import type { OrderView } from '@candor/contract/trading';
import { cx } from '@candor/ui/cx';
import { ChevronRight, Clock, ShieldAlert, ShieldCheck, ShieldQuestionMark } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../../lib/location.ts';
import { paths } from '../../../lib/paths.ts';
import { isElsewhere } from '../../proof/check-steps.ts';
import { useReceiptCheck } from '../../proof/use-receipt-check.ts';
import type { ReceiptCheck } from '../../proof/use-receipt-check.ts';

const LOOKS = {
  checking: { Icon: Clock, tone: 'text-text-2' },
  unchecked: { Icon: ShieldQuestionMark, tone: 'text-text-2' },
  valid: { Icon: ShieldCheck, tone: 'text-success' },
  // All of it was computed again and agrees. Where the key comes from is asked once, on the order's page, and not of every order.
  consistent: { Icon: ShieldCheck, tone: 'text-success' },
  elsewhere: { Icon: ShieldCheck, tone: 'text-success' },
  provisional: { Icon: Clock, tone: 'text-text-2' },
  late: { Icon: ShieldAlert, tone: 'text-danger' },
  invalid: { Icon: ShieldAlert, tone: 'text-danger' },
} as const;

/** With a second line beside it the verdict itself has one name. Only a final one is green: until then the site could change it. */
const NAMES = {
  checking: 'checking',
  unchecked: 'unchecked',
  valid: 'valid',
  consistent: 'valid',
  elsewhere: 'valid',
  provisional: 'valid',
  late: 'late',
  invalid: 'invalid',
} as const;
const ROW_LOOKS = { ...LOOKS, provisional: { Icon: ShieldCheck, tone: 'text-text-1' } } as const;

/** For a line of a card. A press opens the order with all steps. On the order's own page it is no link. */
export function ProofLink({ order }: { order: OrderView }) {
  return (
    <a
      href={hrefTo(paths.order(order.id))}
      className="press inline-flex min-h-9 items-center underline-offset-4 hover:underline"
    >
      <ProofChip order={order} />
    </a>
  );
}

/**
 * The same as a line of its own below a result: the verdict, and what it rests on or still waits for. Of one height in every
 * state, so that the verdict moves nothing when it comes.
 */
export function ProofRow({ order }: { order: OrderView }) {
  const t = useTranslations('trade.proof');
  const { check, start } = useReceiptCheck(order);
  useEffect(start, [start]);
  const look = lookOf(check);
  const { Icon, tone } = ROW_LOOKS[look];
  return (
    <a
      href={hrefTo(paths.order(order.id))}
      className="press flex min-h-16 shrink-0 items-center gap-3 rounded-control bg-surface-2 px-4 py-2 hover:bg-surface-3"
    >
      <Icon aria-hidden="true" className={cx('size-6 shrink-0', tone)} strokeWidth={1.75} />
      <span role="status" data-proof={look} className="min-w-0 flex-1">
        <span className={cx('block font-bold', tone)}>{t(NAMES[look])}</span>
        <span className="block text-caption text-text-2">{t(`why.${look}`)}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-4.5 shrink-0 text-text-3" />
    </a>
  );
}

type ProofChipProps = {
  order: OrderView;
  /** Among others: its steps need no time to be followed by eye. */
  isListed?: boolean;
  /** False while it waits for its turn among them. */
  isDue?: boolean;
  /** Whatever came of it. */
  onChecked?: () => void;
};

export function ProofChip({ order, isListed = false, isDue = true, onChecked }: ProofChipProps) {
  const t = useTranslations('trade.proof');
  const { check, start } = useReceiptCheck(order, isListed ? 0 : undefined);
  useEffect(() => {
    if (isDue) start();
  }, [isDue, start]);
  const look = lookOf(check);
  const checked = useEffectEvent(() => onChecked?.());
  useEffect(() => {
    if (look !== 'checking') checked();
  }, [look]);
  const { Icon, tone } = LOOKS[look];
  return (
    <span role="status" data-proof={look} className={cx('inline-flex items-center gap-1 text-caption font-bold', tone)}>
      <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
      {t(look)}
    </span>
  );
}

function lookOf(check: ReceiptCheck): keyof typeof LOOKS {
  switch (check.at) {
    case 'idle':
    case 'running':
      return 'checking';
    case 'failed':
      return 'unchecked';
    case 'checked': {
      const { verdict, late, reports } = check.result;
      if (late !== null) return 'late';
      const holds = verdict === 'valid' || verdict === 'consistent';
      return holds && reports.some(isElsewhere) ? 'elsewhere' : verdict;
    }
  }
}
