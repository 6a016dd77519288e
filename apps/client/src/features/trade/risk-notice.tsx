import { ShieldAlert } from 'lucide-react';
import { Button } from '@candor/ui/button.tsx';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { useFigures } from './ticket-words.ts';
import type { TicketModel } from './use-ticket.ts';

/** Shown before the first order of a product, in place of the ticket: what can be lost, how it settles. */
export function RiskNotice({ model }: { model: TicketModel }) {
  const t = useTranslations('trade.risk');
  const language = useLanguage();
  const { rate, percent } = useFigures();
  const { product, summary } = model;
  const parts = [
    { title: t('lossTitle'), text: t('loss') },
    { title: t('settleTitle'), text: t('settle') },
    { title: t('voidTitle'), text: t('void') },
  ];
  return (
    <section className="flex flex-col gap-4">
      <h3 className="flex items-center gap-2 text-title-2">
        <ShieldAlert aria-hidden="true" className="size-6 text-warn" strokeWidth={1.75} />
        {t('title')}
      </h3>
      {parts.map((part) => (
        <div key={part.title}>
          <h4 className="text-body-s font-semibold">{part.title}</h4>
          <p className="mt-1 text-body-s text-text-2">{part.text}</p>
        </div>
      ))}
      {summary !== null && (
        <p className="tnum rounded-small bg-surface-2 p-3 text-body-s">
          {t('product', {
            name: product.names[language],
            rate: rate(summary.payoutRate),
            fee: rate(summary.feeRate),
            breakEven: percent(summary.breakEvenRate),
          })}
        </p>
      )}
      <a
        href={hrefTo(paths.market(product.code, 'rules'))}
        className="flex min-h-11 items-center text-body-s font-semibold text-accent"
      >
        {t('rules')}
      </a>
      <Button variant="primary" block onClick={model.acceptRisk}>
        {t('accept')}
      </Button>
      <Button variant="secondary" size="medium" block onClick={model.declineRisk}>
        {t('cancel')}
      </Button>
    </section>
  );
}
