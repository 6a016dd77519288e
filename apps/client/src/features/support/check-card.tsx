/* The findings of an automatic check, in the member's language. The card says that a program wrote it. */

import type { CheckVerdict, SupportFinding, SupportMessage } from '@candor/contract/support';
import { cx } from '@candor/ui/cx';
import { CircleSlash, Clock, ShieldAlert, ShieldCheck } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { formatPrice } from '../../lib/format.ts';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { formatClock } from '../../lib/time.ts';
import { SignedMoney } from '../../services/session/amounts.tsx';

const APPEARANCE: Record<CheckVerdict, { Icon: LucideIcon; tone: string }> = {
  valid: { Icon: ShieldCheck, tone: 'text-success' },
  provisional: { Icon: Clock, tone: 'text-warn' },
  invalid: { Icon: ShieldAlert, tone: 'text-danger' },
  unavailable: { Icon: CircleSlash, tone: 'text-text-2' },
};

const LINK = 'press tnum inline-flex min-h-11 items-center text-body-s font-medium text-link';

export function CheckCard({ message, finding }: { message: SupportMessage; finding: SupportFinding }) {
  const t = useTranslations('support.check');
  const { Icon, tone } = APPEARANCE[finding.verdict];
  return (
    <div
      data-verdict={finding.verdict}
      className={cx(
        'rounded-card rounded-ss-control border bg-surface-1 p-4 shadow-card',
        finding.verdict === 'invalid' ? 'border-danger' : 'border-line',
      )}
    >
      <p className={cx('flex flex-wrap items-center gap-2 text-body font-bold', tone)}>
        <Icon aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.75} />
        {/* In the largest letters it stands below the mark, rather than break inside a word. */}
        <span className="flex-[1_1_min-content] wrap-break-word">{t(`verdict.${finding.verdict}`)}</span>
      </p>
      <p className="mt-1 text-body-s text-text-2">{t(`text.${textOf(finding)}`)}</p>
      <Facts finding={finding} />
      {finding.failed !== null && <p className="mt-2 text-caption text-danger">{t('failed', finding.failed)}</p>}
      <p className="-mb-2 flex flex-wrap gap-x-4">
        {message.order !== null && (
          <a href={hrefTo(paths.order(message.order.id))} className={LINK}>
            {t('toOrder', { no: message.order.no })}
          </a>
        )}
        <a href={hrefTo(paths.textview('fairness'))} className={LINK}>
          {t('how')}
        </a>
      </p>
    </div>
  );
}

function textOf({ verdict, status }: SupportFinding) {
  if (verdict !== 'provisional') return verdict;
  return status === null ? 'open' : 'settled';
}

function Facts({ finding }: { finding: SupportFinding }) {
  const t = useTranslations('support.check');
  const words = useTranslations('common.status');
  const { status, reason, entry, exit, profit, ticks, checkpoints } = finding;
  if (finding.verdict === 'unavailable') return null;
  return (
    <div className="@container">
      <dl className="tnum mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-body-s *:odd:text-text-3 *:even:text-end @max-[9rem]:grid-cols-1 @max-[9rem]:*:even:text-start">
        {status !== null && (
          <>
            <dt>{t('result')}</dt>
            <dd className="font-bold">
              {words(status)}{' '}
              {profit !== null && (status === 'won' || status === 'lost') && <SignedMoney text={profit} />}
            </dd>
          </>
        )}
        {reason !== null && (
          <>
            <dt>{t('reason')}</dt>
            <dd>{t(`reasons.${reason}`)}</dd>
          </>
        )}
        <Price name={t('entry')} moment={entry} />
        <Price name={t('exit')} moment={exit} />
        <dt>{t('looked')}</dt>
        <dd>{t('counts', { ticks, checkpoints })}</dd>
      </dl>
    </div>
  );
}

function Price({ name, moment }: { name: string; moment: SupportFinding['entry'] }) {
  if (moment === null) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {formatPrice(moment.price)} <span className="text-text-3">{formatClock(moment.at)}</span>
      </dd>
    </>
  );
}
