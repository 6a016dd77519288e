import type { ProjectView } from '@candor/contract/invest';
import { cx } from '@candor/ui/cx';
import { DottedLine } from '@candor/ui/dotted-line.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { ChevronRight, Sprout } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { Term } from '../../lib/term.tsx';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { formatDateTime, zoneLabel } from '../../lib/time.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { useAmounts } from '../../services/session/amounts.tsx';
import { useSite } from '../../services/session/site.ts';
import { Age } from '../../services/queries/age.tsx';
import { useProjects } from './invest-queries.ts';
import { interestFor, takenPercent } from './invest-rules.ts';
import { rateText, RiskChip, useEarlyRule } from './invest-words.tsx';

/** What can be invested in. Cards stay with their age while newer ones cannot be read. */
export function ProjectList() {
  const t = useTranslations('invest');
  const query = useProjects();
  const retry = () => void query.refetch();
  if (query.data === undefined) {
    return query.isError ? (
      <LoadFailed error={query.error} onRetry={retry} />
    ) : (
      <Loading onRetry={retry}>
        <div className="flex flex-col gap-2">
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
        </div>
      </Loading>
    );
  }
  const { items } = query.data;
  if (items.length === 0)
    return (
      <EmptyState icon={<Sprout aria-hidden="true" strokeWidth={1.5} />} title={t('products.none')}>
        {t('products.noneText')}
      </EmptyState>
    );
  return (
    <div className="flex flex-col gap-3">
      <Age query={query} />
      <ul className="overflow-hidden rounded-card border border-line bg-surface-1 shadow-card [&>*+*]:border-t [&>*+*]:border-line">
        {items.map((project) => (
          <li key={project.id}>
            <ProjectRow project={project} />
          </li>
        ))}
      </ul>
      <p className="text-caption text-text-3">{t('products.basis')}</p>
    </div>
  );
}

/** What is shown of every offer for the same amount, so that they can be compared. */
const EXAMPLE = '10000.00';

/** One offer: what it is and on which terms, and on the right what it yields. The whole row leads to it. */
function ProjectRow({ project }: { project: ProjectView }) {
  const t = useTranslations('invest');
  const language = useLanguage();
  const amounts = useAmounts();
  const earlyRule = useEarlyRule();
  const { currency } = useSite();
  const isOpen = project.status === 'open';
  const name = project.names[language];
  const taken = takenPercent(project, currency);
  const interest = interestFor(EXAMPLE, project.annualRate, project.termDays, currency);
  const terms = [
    t('days', { count: project.termDays }),
    t('products.from', { amount: amounts(project.min) }),
    t('products.example', { amount: amounts(EXAMPLE).replace(/\.0+$/, ''), interest: amounts(interest) }),
    // How much is left says something once a part of it is gone; the form names it always.
    ...(taken === 0
      ? []
      : [t('products.left', { amount: amounts(project.left) }), t('products.taken', { percent: taken })]),
  ];
  return (
    <article
      className={cx('relative flex flex-wrap items-center gap-3 px-4 py-3 small:px-3', isOpen && 'hover:bg-surface-2')}
    >
      <div className="min-w-0 flex-1 basis-32">
        <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-body font-bold">
          {isOpen ? (
            <a
              href={hrefTo(paths.ebaoSubmit(project.id))}
              aria-label={t('products.investIn', { name })}
              className="after:absolute after:inset-0"
            >
              {name}
            </a>
          ) : (
            name
          )}
          <RiskChip risk={project.risk} />
        </h3>
        <DottedLine className="mt-1 text-caption text-text-2" parts={terms} />
        <p className="mt-1 text-caption text-text-3">
          {/* Chinese sentences have no space between them. */}
          {[t(`pays.${project.interest}`), earlyRule(project.early)].join(language === 'en' ? ' ' : '')}
        </p>
        {!isOpen && <Closed project={project} />}
      </div>
      <div className="flex shrink-0 flex-col items-end">
        <span className="tnum text-title-2">{rateText(project.annualRate)}</span>
        <span className="relative z-1 text-caption text-text-3">
          <Term word="annual">{t('products.annual')}</Term>
        </span>
      </div>
      {isOpen && <ChevronRight aria-hidden="true" className="size-4.5 shrink-0 text-text-3" />}
    </article>
  );
}

/** Where nothing can be bought, it says why, and when it will be possible. */
function Closed({ project: { status, opensAt } }: { project: ProjectView }) {
  const t = useTranslations('invest.products');
  if (status === 'open') return null;
  return (
    <p className="tnum mt-1 text-caption font-bold text-text-2">
      {status === 'upcoming' && opensAt !== null
        ? t('opensAt', { time: formatDateTime(opensAt).slice(5, 16), zone: zoneLabel(opensAt) })
        : t(status)}
    </p>
  );
}
