import { useEffect, useRef } from 'react';
import { ActionFoot } from '@candor/ui/action-foot.tsx';
import { Button } from '@candor/ui/button.tsx';
import { useTranslations } from 'use-intl';
import { useFigures } from './ticket-words.ts';
import type { TermsChange } from './product-terms.ts';

/** Old and new terms side by side. Accepting them does not order yet: the member must press the order button again. */
export function TermsCompare({ change }: { change: TermsChange }) {
  const t = useTranslations('trade.terms');
  const { full, rate } = useFigures();
  const rows = [
    { label: t('payoutRate'), values: change.payoutRate, text: rate },
    { label: t('feeRate'), values: change.feeRate, text: rate },
  ].map(({ label, values, text }) => ({
    label,
    before: values.before === null ? null : text(values.before),
    after: values.after === null ? null : text(values.after),
  }));
  const limits = [
    { label: t('minStake'), values: change.minStake },
    { label: t('maxStake'), values: change.maxStake },
  ].map(({ label, values }) => ({
    label,
    before: values.before === null ? null : full(values.before),
    after: values.after === null ? null : full(values.after),
  }));
  const { entryDelaySec: delay } = change;
  const entry =
    delay === null
      ? []
      : [
          {
            label: t('entry'),
            before: t('seconds', { count: delay.before }),
            after: t('seconds', { count: delay.after }),
          },
        ];
  const section = useRef<HTMLElement>(null);
  // It stands above the button, which was the last visible part.
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section
      ref={section}
      role="alert"
      className="flex scroll-mb-8 flex-col gap-3 rounded-card border border-warn/50 bg-surface-1 p-4"
    >
      <h3 className="text-body font-bold">{t('title')}</h3>
      <p className="text-body-s text-text-2">{t(delay === null ? 'text' : 'entryText')}</p>
      <table className="tnum w-full text-body-s">
        <thead>
          <tr className="text-caption text-text-3">
            <th scope="col">
              <span className="sr-only">{t('title')}</span>
            </th>
            <th scope="col" className="py-1 text-end font-medium">
              {t('before')}
            </th>
            <th scope="col" className="py-1 text-end font-medium">
              {t('after')}
            </th>
          </tr>
        </thead>
        <tbody>
          {[...rows, ...limits, ...entry].map(({ label, before, after }) => (
            <tr key={label}>
              <th scope="row" className="py-1 text-start font-normal text-text-2">
                {label}
              </th>
              <td className="py-1 text-end">{before ?? t('notOffered')}</td>
              <td className={before === after ? 'py-1 text-end' : 'py-1 text-end font-bold text-warn'}>
                {after ?? t('notOffered')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type TermsAnswerProps = { change: TermsChange; inDialog: boolean; onAccept: () => void; onReject: () => void };

export function TermsAnswer({ change, inDialog, onAccept, onReject }: TermsAnswerProps) {
  const t = useTranslations('trade.terms');
  return (
    <ActionFoot
      isPageAction
      ground={inDialog ? 'sheet' : 'surface-1'}
      beside={
        <Button variant="secondary" onClick={onReject}>
          {t('reject')}
        </Button>
      }
      main={
        <Button variant="outline" disabled={change.payoutRate.after === null} onClick={onAccept}>
          {t('accept')}
        </Button>
      }
    />
  );
}
