import { useEffect, useRef } from 'react';
import type { ProjectView } from '@candor/contract/invest';
import { Button } from '@candor/ui/button.tsx';
import { useTranslations } from 'use-intl';
import { goBack } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { useAmounts } from '../../services/session/amounts.tsx';
import { changedTerms } from './changed-terms.ts';
import type { ComparedTerm } from './changed-terms.ts';
import { rateText, useEarlyRule } from './invest-words.tsx';

type TermsChangedProps = { seen: ProjectView; now: ProjectView; onAccept: () => void };

/** Old and new terms side by side. Accepting them invests nothing: the member must confirm again. */
export function TermsChanged({ seen, now, onAccept }: TermsChangedProps) {
  const t = useTranslations('invest.changed');
  const textOf = useTermText();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section
      ref={section}
      role="alert"
      className="flex scroll-mb-4 flex-col gap-3 rounded-card border border-warn/50 bg-surface-1 p-4"
    >
      <h2 className="text-body font-bold">{t('title')}</h2>
      <p className="text-body-s text-text-2">{t('text')}</p>
      <table className="tnum w-full text-body-s">
        <thead>
          <tr className="text-caption text-text-3">
            <th scope="col">
              <span className="sr-only">{t('term')}</span>
            </th>
            <th scope="col" className="py-1 ps-2 text-end font-medium">
              {t('before')}
            </th>
            <th scope="col" className="py-1 ps-2 text-end font-medium">
              {t('after')}
            </th>
          </tr>
        </thead>
        <tbody>
          {changedTerms(seen, now).map((term) => (
            <tr key={term} className="align-top">
              <th scope="row" className="py-1 text-start font-normal text-text-2">
                {t(`terms.${term}`)}
              </th>
              <td className="py-1 ps-2 text-end">{textOf(seen, term)}</td>
              <td className="py-1 ps-2 text-end font-bold text-warn">{textOf(now, term)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="grid grid-cols-2 gap-3">
        <Button variant="secondary" size="medium" onClick={() => goBack(paths.ebao())}>
          {t('reject')}
        </Button>
        <Button variant="outline" size="medium" onClick={onAccept}>
          {t('accept')}
        </Button>
      </div>
    </section>
  );
}

function useTermText(): (project: ProjectView, term: ComparedTerm) => string {
  const t = useTranslations('invest');
  const amounts = useAmounts();
  const earlyRule = useEarlyRule();
  return (project, term) => {
    switch (term) {
      case 'annualRate':
        return rateText(project.annualRate);
      case 'termDays':
        return t('days', { count: project.termDays });
      case 'min':
      case 'max':
        return amounts(project[term]);
      case 'interest':
        return t(`pays.${project.interest}`);
      case 'early':
        return earlyRule(project.early);
      case 'risk':
        return t(`risks.${project.risk}`);
      case 'agreementVersion':
        return t('agreement.version', { version: project.agreementVersion });
    }
  };
}
