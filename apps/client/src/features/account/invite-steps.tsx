import type { InviteView } from '@candor/contract/cashier';
import { useTranslations } from 'use-intl';
import { useAmounts } from '../../services/session/amounts.tsx';

/** The member's newest invitations, and how far each of them is. Why one brings no reward is not told: it concerns others. */
export function InviteSteps({ invitations }: Pick<InviteView, 'invitations'>) {
  const t = useTranslations('account.invite');
  const amounts = useAmounts();
  if (invitations.length === 0) return null;
  return (
    <ul aria-label={t('waiting')} className="mt-3 border-t border-line pt-1">
      {invitations.map(({ name, step, reward, turnoverRate, at }) => (
        <li key={at} className="flex items-start justify-between gap-3 py-2">
          <div className="min-w-0">
            <p className="truncate text-body-s">{name}</p>
            <p className="text-caption text-text-3">{t(`step.${step}`, { times: Number(turnoverRate).toString() })}</p>
          </div>
          <span className={`tnum shrink-0 text-body-s ${step === 'paid' ? 'font-semibold' : 'text-text-3'}`}>
            {step === 'none' ? '—' : amounts(reward)}
          </span>
        </li>
      ))}
    </ul>
  );
}
