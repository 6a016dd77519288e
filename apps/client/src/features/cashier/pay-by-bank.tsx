import { useState } from 'react';
import type { DepositView } from '@candor/contract/cashier';
import { Button } from '@candor/ui/button.tsx';
import { copyText } from '@candor/ui/copy-button.tsx';
import { Fact, Facts } from '@candor/ui/facts.tsx';
import { NoticeCard } from '@candor/ui/notice-card.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { Check, CircleHelp, Copy, Landmark, Upload } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../lib/i18n.tsx';
import { useSite } from '../../services/session/site.ts';
import { formatMoney } from '../../lib/format.ts';
import { cardGroups } from './grouped-text.ts';
import { PaidForm } from './paid-form.tsx';
import { Sheet } from '@candor/ui/modal.tsx';

/** The account to pay to, the reference to quote, and what the member says when they have paid. */
export function PayByBank({ deposit }: { deposit: DepositView }) {
  const t = useTranslations('cashier.bank');
  const actions = useTranslations('common.actions');
  const { mode, currency } = useSite();
  const [isGuided, setIsGuided] = useState(false);
  const { bank = '', holder = '', number = '', branch = '' } = deposit.instructions;
  const lines = [
    { name: t('bank'), value: bank, copy: bank },
    { name: t('holder'), value: holder, copy: holder },
    { name: t('number'), value: cardGroups(number), copy: number },
    { name: t('branch'), value: branch, copy: branch },
    { name: t('amount'), value: formatMoney(deposit.amount, { symbol: currency.symbol }), copy: deposit.amount },
  ].filter(({ copy }) => copy !== '');
  const all = [...lines, { name: t('reference'), copy: deposit.reference }]
    .map(({ name, copy }) => `${name}: ${copy}`)
    .join('\n');
  return (
    <>
      <section className="rounded-card border border-line bg-surface-1 px-4 pt-3 pb-1 shadow-card">
        <div className="flex items-center justify-between gap-3">
          <h2 className="text-body-s font-bold">{t('account')}</h2>
          <CopyAll text={all} />
        </div>
        <Facts>
          {lines.map(({ name, value, copy }) => (
            <Fact key={name} name={name} copy={{ text: copy, label: `${actions('copy')} ${name}` }}>
              {value}
            </Fact>
          ))}
        </Facts>
      </section>
      <section className="rounded-card border border-selected bg-selected-tint px-4 py-3">
        <h2 className="text-body-s font-bold">{t('reference')}</h2>
        <Facts>
          <Fact
            strong
            name={t('quote')}
            copy={{ text: deposit.reference, label: `${actions('copy')} ${t('reference')}` }}
          >
            <span className="tracking-widest">{deposit.reference}</span>
          </Fact>
        </Facts>
        <p className="text-caption text-text-2">{t('quoteHint')}</p>
      </section>
      {mode === 'practice' && <NoticeCard tone="warn">{t('doNotPay')}</NoticeCard>}
      <Button
        variant="text"
        size="small"
        icon={<CircleHelp aria-hidden="true" className="size-4.5" />}
        onClick={() => setIsGuided(true)}
        className="self-start"
      >
        {t('guide')}
      </Button>
      <PaidForm deposit={deposit} fields={['payer', 'proof']} />
      <TransferGuide open={isGuided} onClose={() => setIsGuided(false)} />
    </>
  );
}

function CopyAll({ text }: { text: string }) {
  const t = useTranslations('cashier.bank');
  const say = useErrorText();
  const [copied, setCopied] = useState(false);

  async function copy() {
    const isDone = await copyText(text);
    setCopied(isDone);
    if (isDone) showToast(say('COPIED'), 'success');
  }

  return (
    <Button
      variant="text"
      size="small"
      className="-me-3"
      icon={
        copied ? (
          <Check aria-hidden="true" className="size-4 text-success" />
        ) : (
          <Copy aria-hidden="true" className="size-4" strokeWidth={1.75} />
        )
      }
      onClick={() => void copy()}
    >
      {t('copyAll')}
    </Button>
  );
}

const STEPS = [
  { key: 'copy', Icon: Copy },
  { key: 'transfer', Icon: Landmark },
  { key: 'report', Icon: Upload },
] as const;

/** 怎么转账: three steps, one picture each. */
function TransferGuide({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('cashier.guide');
  return (
    <Sheet open={open} onClose={onClose} title={t('title')}>
      <ol className="flex flex-col gap-4">
        {STEPS.map(({ key, Icon }, index) => (
          <li key={key} className="flex items-start gap-4">
            <span className="flex size-14 shrink-0 items-center justify-center rounded-card border border-line bg-surface-2 text-text-2">
              <Icon aria-hidden="true" className="size-6.5" strokeWidth={1.5} />
            </span>
            <div className="min-w-0">
              <p className="text-body font-bold">
                {index + 1}. {t(`${key}.title`)}
              </p>
              <p className="mt-1 text-body-s text-text-2">{t(`${key}.text`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </Sheet>
  );
}
