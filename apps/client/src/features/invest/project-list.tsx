import type { ProjectView } from '@candor/contract/invest';
import { buttonClass } from '@candor/ui/button.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { Sprout } from 'lucide-react';
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
import { takenPercent } from './invest-rules.ts';
import { rateText, RiskChip, ShareBar, useEarlyRule } from './invest-words.tsx';

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
        <div className="flex flex-col gap-4">
          <Skeleton className="h-52 rounded-card" />
          <Skeleton className="h-52 rounded-card" />
          <Skeleton className="h-52 rounded-card" />
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
    <div className="flex flex-col gap-4">
      <Age query={query} />
      <ul className="grid gap-4 l:grid-cols-2 sideways:grid-cols-1">
        {items.map((project) => (
          <li key={project.id} className="flex">
            <ProjectCard project={project} />
          </li>
        ))}
      </ul>
      <p className="text-caption text-text-3">{t('products.basis')}</p>
    </div>
  );
}

function ProjectCard({ project }: { project: ProjectView }) {
  const t = useTranslations('invest');
  const language = useLanguage();
  const amounts = useAmounts();
  const earlyRule = useEarlyRule();
  const { currency } = useSite();
  const percent = takenPercent(project, currency);
  return (
    <article className="flex w-full flex-col gap-3 rounded-card border border-line bg-surface-1 p-4 shadow-card small:gap-2 small:py-3">
      <header className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 className="min-w-0 text-body font-bold">{project.names[language]}</h3>
        <RiskChip risk={project.risk} />
      </header>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(4.5rem,1fr))] items-end gap-x-3 gap-y-2 *:min-w-max max-s:*:min-w-0">
        <div className="flex flex-col-reverse">
          <dt className="text-caption text-text-3">
            <Term word="annual">{t('products.annual')}</Term>
          </dt>
          <dd className="tnum text-title-1 text-text-1">{rateText(project.annualRate)}</dd>
        </div>
        <div className="flex flex-col-reverse">
          <dt className="text-caption text-text-3">{t('products.term')}</dt>
          <dd className="tnum text-body font-bold">{t('days', { count: project.termDays })}</dd>
        </div>
        <div className="flex flex-col-reverse">
          <dt className="text-caption text-text-3">{t('products.min')}</dt>
          <dd className="tnum text-body-s font-bold">{amounts(project.min)}</dd>
        </div>
      </dl>
      <div>
        <ShareBar percent={percent} />
        <p className="tnum mt-1 flex flex-wrap justify-between gap-x-3 text-caption text-text-3">
          <span>{t('products.left', { amount: amounts(project.left) })}</span>
          <span>{t('products.taken', { percent })}</span>
        </p>
      </div>
      <div className="mt-auto flex flex-col gap-4 small:gap-3 sideways:flex-row sideways:items-center sideways:*:flex-1">
        <ul className="flex flex-col gap-1 text-caption text-text-2">
          <li>{t(`pays.${project.interest}`)}</li>
          <li>{earlyRule(project.early)}</li>
        </ul>
        <InvestButton project={project} />
      </div>
    </article>
  );
}

/** Where nothing can be bought, it says why, and when it will be possible. */
function InvestButton({ project }: { project: ProjectView }) {
  const t = useTranslations('invest.products');
  const language = useLanguage();
  if (project.status === 'open')
    return (
      <a
        href={hrefTo(paths.ebaoSubmit(project.id))}
        aria-label={t('investIn', { name: project.names[language] })}
        className={buttonClass('primary', 'medium', true)}
      >
        {t('invest')}
      </a>
    );
  return (
    <p className="tnum flex min-h-12 items-center justify-center rounded-control bg-surface-2 px-4 text-center text-body-s font-bold text-text-2">
      {project.status === 'upcoming' && project.opensAt !== null
        ? t('opensAt', { time: formatDateTime(project.opensAt).slice(5, 16), zone: zoneLabel(project.opensAt) })
        : t(project.status)}
    </p>
  );
}
