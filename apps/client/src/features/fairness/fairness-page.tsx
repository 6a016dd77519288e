/*
 * How all orders of the site ended: figures beside the break-even win rate, and the way to check them. The span and the
 * wallet are in the address.
 */

import { listFairnessOrders, readFairness } from '@candor/contract/calls/fairness';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { FairnessView } from '@candor/contract/fairness';
import { buttonClass } from '@candor/ui/button.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { SegmentedControl } from '@candor/ui/segmented-control.tsx';
import { SkeletonRows } from '@candor/ui/skeleton.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { TextField } from '@candor/ui/text-field.tsx';
import { cx } from '@candor/ui/cx';
import { ChevronRight, Download, Scale, Users } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { readDate } from '../../lib/dates.ts';
import { formatPercent, UNKNOWN_FIGURE } from '../../lib/format.ts';
import { goBack, hrefTo, replaceQuery, useAddress } from '../../lib/location.ts';
import { useLayout } from '../../lib/media.ts';
import { paths } from '../../lib/paths.ts';
import { formatDateTime } from '../../lib/time.ts';
import { hosts } from '../../services/api/hosts.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { useSite } from '../../services/session/site.ts';
import { WalletBadge } from '../../services/session/wallet-badge.tsx';
import { Months } from './months.tsx';
import { VoidRates } from './void-rates.tsx';
import { FigureCards, FigureTable, formatCount } from './figures.tsx';
import { CopyLine } from '@candor/ui/copy-line.tsx';
import { useKeptKeys } from '../../services/proof/use-kept-keys.ts';
import type { Wallet } from '@candor/contract/envelope';
import { call } from '../../services/api/request.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';

export function FairnessPage() {
  const t = useTranslations('fairness');
  const common = useTranslations('common');
  const { params } = useAddress();
  const { mode } = useSite();
  const filter = readFairnessFilter(params, mode);
  const query = useFairness(filter);
  return (
    <Page wide bar={<NavBar title={common('titles.fairness')} onBack={() => goBack(paths.account())} />}>
      <div className="mx-auto flex max-w-[30rem] flex-col gap-4 l:max-w-none">
        <div className="flex flex-col items-start gap-2">
          <WalletBadge wallet={filter.wallet} />
          <p className="max-w-[44rem] text-body-s text-text-2">{t('intro')}</p>
        </div>
        <div className="flex flex-col gap-2 l:max-w-96">
          {mode === 'live' && (
            <SegmentedControl
              label={t('wallet')}
              options={(['cash', 'practice'] as const).map((value) => ({ value, label: common(`wallet.${value}`) }))}
              value={filter.wallet}
              onChange={(wallet) => replaceQuery({ wallet })}
            />
          )}
          <SegmentedControl
            label={t('range')}
            options={DAYS.map((value) => ({ value, label: common('units.days', { count: Number(value) }) }))}
            value={filter.days}
            onChange={(days) => replaceQuery({ days })}
          />
        </div>
        {query.data !== undefined ? (
          <Figures view={query.data} />
        ) : query.isError ? (
          <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Loading onRetry={() => void query.refetch()}>
            <SkeletonRows count={4} />
          </Loading>
        )}
        {/* Below figures of an unknown height they would jump when the figures come. */}
        {!query.isPending && (
          <>
            <Months wallet={filter.wallet} />
            <VoidRates wallet={filter.wallet} />
            <CheckYourself filter={filter} today={query.data?.to} />
            <PinnedKeys />
          </>
        )}
      </div>
    </Page>
  );
}

function Figures({ view }: { view: FairnessView }) {
  const t = useTranslations('fairness');
  const layout = useLayout();
  const { timeZone } = useSite();
  const { totals, items } = view;
  if (totals.orders === 0) {
    return (
      <EmptyState icon={<Scale aria-hidden="true" className="size-8" strokeWidth={1.5} />} title={t('none')}>
        {t('noneText')}
      </EmptyState>
    );
  }
  return (
    <>
      <section aria-label={t('totals')} className="rounded-card border border-line bg-surface-1 p-4 shadow-card">
        <dl className="grid grid-cols-2 gap-x-4 gap-y-3 l:grid-cols-6">
          <Sum name={t('orders')}>{formatCount(totals.orders)}</Sum>
          <Sum name={t('winRate')}>{totals.winRate === null ? UNKNOWN_FIGURE : formatPercent(totals.winRate)}</Sum>
          <Sum name={t('won')}>{formatCount(totals.won)}</Sum>
          <Sum name={t('lost')}>{formatCount(totals.lost)}</Sum>
          <Sum name={t('tied')}>{formatCount(totals.tied)}</Sum>
          <Sum name={t('voided')}>{formatCount(totals.voided)}</Sum>
        </dl>
        <p className="tnum mt-3 text-caption text-text-3">
          {t('span', { from: view.from, to: view.to, zone: timeZone })}
          <br />
          {t('countedAt', { time: formatDateTime(view.countedAt) })}
        </p>
      </section>
      <p className="text-caption text-text-3">{t('winRateHint')}</p>
      {layout === 'mobile' ? <FigureCards figures={items} /> : <FigureTable figures={items} />}
    </>
  );
}

function Sum({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-caption text-text-3">{name}</dt>
      <dd className="tnum mt-1 text-title-2 font-bold">{children}</dd>
    </div>
  );
}

/** The orders of a day as a file. It is open to everyone, so a plain link fetches it. */
function CheckYourself({ filter, today }: { filter: FairnessFilter; today: string | undefined }) {
  const t = useTranslations('fairness.check');
  const titles = useTranslations('common.titles');
  const [chosen, setChosen] = useState<string | null>(null);
  const date = chosen ?? today ?? null;
  const query = new URLSearchParams({ ...filterQuery(filter), format: 'csv', date: date ?? '' });
  query.delete('days');
  return (
    <section className="rounded-card border border-line bg-surface-1 p-4 shadow-card">
      <h2 className="text-body font-bold">{t('title')}</h2>
      <p className="mt-1 max-w-[44rem] text-body-s text-text-2">{t('text')}</p>
      <div className="mt-4 flex flex-col gap-3 l:flex-row l:items-end">
        <TextField
          type="date"
          label={t('date')}
          reserveLine={false}
          value={date ?? ''}
          max={today}
          onChange={(event) => setChosen(readDate(event.currentTarget.value))}
        />
        {date !== null && (
          <a
            href={`${hosts.urlOf(listFairnessOrders.path)}?${query.toString()}`}
            download
            className={buttonClass('secondary', 'large')}
          >
            <Download aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
            {t('download')}
          </a>
        )}
      </div>
      <a
        href={hrefTo(paths.textview('fairness'))}
        className="mt-2 inline-flex min-h-11 items-center gap-1 text-body-s font-bold text-link"
      >
        {t('how')}
        <ChevronRight aria-hidden="true" className="size-4" />
      </a>
      <p>
        <a
          href={hrefTo(paths.productHistory())}
          className="inline-flex min-h-11 items-center gap-1 text-body-s font-bold text-link"
        >
          {titles('productHistory')}
          <ChevronRight aria-hidden="true" className="size-4" />
        </a>
      </p>
    </section>
  );
}

/** The keys this device has pinned, as lines to copy: what a member gives to candor-verify, and compares with others. */
function PinnedKeys() {
  const t = useTranslations('fairness.keys');
  const pins = useKeptKeys();
  if (pins === null) return null;
  return (
    <section className="rounded-card border border-line bg-surface-1 p-4 shadow-card">
      <h2 className="text-body font-bold">{t('title')}</h2>
      <p className="mt-1 max-w-[44rem] text-body-s text-text-2">{t(pins.length === 0 ? 'none' : 'text')}</p>
      {pins.map(({ vkey, seenAtMs }) => (
        <div key={vkey} className="mt-3">
          <CopyLine text={vkey} label={t('copy')} />
          <p className="tnum mt-1 text-caption text-text-3">
            {seenAtMs === 0 ? t('built') : t('since', { date: formatDateTime(seenAtMs) })}
          </p>
        </div>
      ))}
      <p className="mt-3 max-w-[44rem] text-body-s text-text-2">{t('compareHint')}</p>
      <a href={hrefTo(paths.compare())} className={cx(buttonClass('outline', 'small'), 'mt-3')}>
        <Users aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
        {t('compare')}
      </a>
    </section>
  );
}

const DAYS = ['7', '30', '90'] as const;

type FairnessFilter = { days: (typeof DAYS)[number]; wallet: Wallet };

/** A site in practice mode has no other wallet, even if the address names one. */
function readFairnessFilter(params: URLSearchParams, mode: 'practice' | 'live'): FairnessFilter {
  const wallet = mode === 'practice' || params.get('wallet') === 'practice' ? 'practice' : 'cash';
  return { days: DAYS.find((days) => days === params.get('days')) ?? '30', wallet };
}

/** The filter as the query of a call. */
function filterQuery({ days, wallet }: FairnessFilter): Record<string, string> {
  return { days, wallet };
}

function useFairness(filter: FairnessFilter) {
  const query = filterQuery(filter);
  return useQuery({
    queryKey: queryKeys.fairness(query),
    queryFn: ({ signal }) => call(readFairness, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
}
