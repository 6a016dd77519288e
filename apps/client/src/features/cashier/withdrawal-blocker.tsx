import type { WithdrawalTermsView } from '@candor/contract/cashier';
import { restrictionMessage } from '@candor/contract/restriction-texts';
import { buttonClass } from '@candor/ui/button.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { Ban, Clock, CreditCard, ShieldCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../lib/i18n.tsx';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import type { AppPath } from '../../lib/paths.ts';
import { Moment } from './cashier-words.tsx';

type Blocker = WithdrawalTermsView['blockers'][number];

const REPAIRS: Record<
  Blocker,
  { Icon: typeof Ban; path: () => AppPath; step: 'contact' | 'verify' | 'bind' | 'wait' }
> = {
  ACCOUNT_FROZEN: { Icon: Ban, path: () => paths.webview(), step: 'contact' },
  WITHDRAWAL_FORBIDDEN: { Icon: Ban, path: () => paths.webview(), step: 'contact' },
  IDENTITY_NOT_VERIFIED: { Icon: ShieldCheck, path: () => paths.verification(), step: 'verify' },
  BANK_CARD_REQUIRED: { Icon: CreditCard, path: () => paths.addBank(), step: 'bind' },
  WITHDRAWAL_PAUSED: { Icon: Clock, path: () => paths.webview(), step: 'wait' },
};

/** Why nothing can be withdrawn now, and the one step that mends it: better than a form that cannot be sent. */
export function WithdrawalBlocker({
  blocker,
  terms: { forbiddenReason, pausedUntil },
}: {
  blocker: Blocker;
  terms: Pick<WithdrawalTermsView, 'forbiddenReason' | 'pausedUntil'>;
}) {
  const t = useTranslations('cashier.blockers');
  const say = useErrorText();
  const reason = blocker === 'WITHDRAWAL_FORBIDDEN' ? forbiddenReason : null;
  const { Icon, path, step } = REPAIRS[blocker];
  return (
    <div className="rounded-card border border-line bg-surface-1 shadow-card">
      <EmptyState
        icon={<Icon aria-hidden="true" strokeWidth={1.5} />}
        title={t(`${blocker}.title`)}
        action={
          <a href={hrefTo(path())} className={buttonClass(step === 'wait' ? 'secondary' : 'primary', 'medium')}>
            {t(`steps.${step}`)}
          </a>
        }
      >
        {reason === null ? t(`${blocker}.text`) : say(restrictionMessage('withdrawal', reason).params.because)}
        {blocker === 'WITHDRAWAL_PAUSED' && pausedUntil !== null && (
          <span className="mt-1 block font-semibold text-text-1">
            {t('until')} <Moment at={pausedUntil} />
          </span>
        )}
      </EmptyState>
    </div>
  );
}
