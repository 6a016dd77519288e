/* Terms of a project as lines that a person reads and compares. */

import { useTranslations } from 'use-intl';
import type { OperatorTerms } from '@candor/contract/console-invest';
import { formatPercent } from '@candor/ui/figures';
import type { TermLine } from '../../services/proposal/compared-lines.ts';
import { useMoneyText } from '../../services/queue/amount.tsx';
import { useMomentText } from '../../services/moments/moments.tsx';

/** Without "on sale": that belongs to the project, not to a version. */
export function useVersionLines(): (terms: OperatorTerms) => TermLine[] {
  const t = useTranslations('invest');
  const moneyText = useMoneyText();
  const openText = useSiteMoment();
  return ({ names, early, ...terms }) => [
    [t('field.nameHans'), names['zh-Hans']],
    [t('field.nameHant'), names['zh-Hant']],
    [t('field.nameEn'), names.en],
    [t('field.risk'), t(`riskOf.${terms.risk}`)],
    [t('field.termDays'), t('days', { count: terms.termDays })],
    [t('field.annualRate'), formatPercent(terms.annualRate)],
    [t('field.interest'), t(`interestOf.${terms.interest}`)],
    [t('field.min'), moneyText(terms.min)],
    [t('field.max'), moneyText(terms.max)],
    [t('field.size'), moneyText(terms.size)],
    [
      t('field.early'),
      early === null ? t('noEarly') : t('earlyOf', { count: early.lockDays, rate: formatPercent(early.annualRate) }),
    ],
    [t('field.opensAt'), openText(terms.opensAt)],
    [t('field.closesAt'), openText(terms.closesAt)],
  ];
}

export function useTermLines(): (terms: OperatorTerms) => TermLine[] {
  const t = useTranslations('invest');
  const versionLines = useVersionLines();
  return (terms) => [...versionLines(terms), [t('field.active'), t(terms.active ? 'onSale' : 'notOnSale')]];
}

/** Opening and closing times, on the site's clock. */
function useSiteMoment(): (moment: string | null) => string {
  const momentText = useMomentText();
  const t = useTranslations('invest');
  return (moment) => (moment === null ? t('always') : momentText(moment));
}
