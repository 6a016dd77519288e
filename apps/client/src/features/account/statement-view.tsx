/* 资金明细: every transfer of the member with the balance after it, newest first. Its filter is in the address. */

import { useEffect, useRef, useState } from 'react';
import type { TransferView } from '@candor/contract/wallet';
import { Button } from '@candor/ui/button.tsx';
import { cx } from '@candor/ui/cx';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { SkeletonRows } from '@candor/ui/skeleton.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { Download, ListFilter, ScrollText } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useAmounts } from '../../services/session/amounts.tsx';
import { withDays } from '../../lib/dates.ts';
import { GapRow, ListFoot, useWindowed } from '../../lib/endless-list.tsx';
import { useLanguage } from '../../lib/language.ts';
import { goBack, hrefTo, replaceQuery, useAddress } from '../../lib/location.ts';
import { useLayout } from '../../lib/media.ts';
import { paths } from '../../lib/paths.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { formatClock, formatDateTime, zoneLabel } from '../../lib/time.ts';
import { messageOf } from '../../services/api/message-of.ts';
import { useSite } from '../../services/session/site.ts';
import { useStatement } from './account-queries.ts';
import { AdjustmentReason } from './adjustment-reason.tsx';
import { downloadStatement } from './download-statement.ts';
import { isFiltered, NO_FILTER, readStatementFilter, statementAddress } from './statement-filter.ts';
import type { StatementFilter } from './statement-filter.ts';
import { StatementFilterSheet } from './statement-filter-sheet.tsx';

export function StatementView() {
  const t = useTranslations('account.statement');
  const { params } = useAddress();
  const filter = readStatementFilter(params);
  const [choosing, setChoosing] = useState(false);
  const apply = (chosen: StatementFilter) => replaceQuery(statementAddress(chosen));
  return (
    <Page
      wide
      bar={
        <NavBar
          title={t('title')}
          onBack={() => goBack(paths.account())}
          actions={
            <>
              <DownloadButton filter={filter} />
              <IconButton
                label={isFiltered(filter) ? t('filterActive') : t('filter')}
                onClick={() => setChoosing(true)}
                className={cx(isFiltered(filter) && 'text-accent')}
              >
                <ListFilter aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
              </IconButton>
            </>
          }
        />
      }
    >
      <div className="mx-auto max-w-[30rem] l:max-w-none">
        <FilterLine filter={filter} onClear={() => apply(NO_FILTER)} />
        <Lines filter={filter} onClear={() => apply(NO_FILTER)} />
      </div>
      <StatementFilterSheet
        key={choosing ? 'open' : 'closed'}
        open={choosing}
        filter={filter}
        onClose={() => setChoosing(false)}
        onApply={(chosen) => {
          apply(chosen);
          setChoosing(false);
        }}
      />
    </Page>
  );
}

function DownloadButton({ filter }: { filter: StatementFilter }) {
  const t = useTranslations('account.statement');
  const language = useLanguage();
  const [busy, setBusy] = useState(false);
  const controlRef = useRef<AbortController | null>(null);
  // Leaving the page cancels the download.
  useEffect(() => () => controlRef.current?.abort(), []);
  const download = async () => {
    const control = new AbortController();
    controlRef.current = control;
    setBusy(true);
    try {
      await downloadStatement(filter, language, control.signal);
      showToast(t('downloaded'), 'success');
    } catch (error) {
      if (!control.signal.aborted) showToast(messageOf(error, language), 'danger');
    } finally {
      setBusy(false);
    }
  };
  return (
    <IconButton label={t('download')} disabled={busy} aria-busy={busy} onClick={() => void download()}>
      <Download aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
    </IconButton>
  );
}

/** The active filter in words, and a button that clears it. */
function FilterLine({ filter, onClear }: { filter: StatementFilter; onClear: () => void }) {
  const t = useTranslations('account.statement');
  const names = useTranslations('account.transferTypes');
  const { timeZone } = useSite();
  const accounts = useTranslations('account.statementAccounts');
  const { account, from, to, types, ref } = filter;
  if (!isFiltered(filter)) return null;
  const dates = from === to ? [from] : [from ?? t('open'), to ?? t('open')];
  const range = from === null && to === null ? '' : t('range', { dates: dates.join(' – '), zone: timeZone });
  const parts = [
    account === 'funds' ? '' : accounts(account),
    ref === null ? '' : t('oneSource'),
    range,
    types.map((type) => names(type)).join(t('separator')),
  ];
  return (
    <p className="mb-2 flex items-center gap-3 rounded-small bg-surface-2 ps-4 pe-1 text-body-s">
      <span className="tnum min-w-0 flex-1 py-2">{parts.filter((part) => part !== '').join(' · ')}</span>
      <button
        type="button"
        onClick={onClear}
        className="press min-h-11 shrink-0 rounded-small px-3 font-semibold text-accent"
      >
        {t('clear')}
      </button>
    </p>
  );
}

function Lines({ filter, onClear }: { filter: StatementFilter; onClear: () => void }) {
  const t = useTranslations('account.statement');
  const layout = useLayout();
  const query = useStatement(filter);
  const retry = () => void query.refetch();
  if (query.data === undefined) {
    return query.isError ? (
      <LoadFailed error={query.error} onRetry={retry} />
    ) : (
      <Loading onRetry={retry}>
        <SkeletonRows count={8} />
      </Loading>
    );
  }
  const lines = query.data.pages.flatMap((page) => page.items);
  if (lines.length === 0) {
    return (
      <EmptyState
        icon={<ScrollText aria-hidden="true" strokeWidth={1.5} />}
        title={isFiltered(filter) ? t('noMatch') : t('none')}
        action={
          isFiltered(filter) && (
            <Button variant="secondary" size="medium" onClick={onClear}>
              {t('clear')}
            </Button>
          )
        }
      />
    );
  }
  return (
    <>
      {layout === 'desktop' ? <StatementTable lines={lines} /> : <StatementList lines={lines} />}
      <ListFoot pages={query} />
    </>
  );
}

const DAY_PX = 44;
const LINE_PX = 69;

function StatementList({ lines }: { lines: readonly TransferView[] }) {
  const t = useTranslations('account.statement');
  const types = useTranslations('account.transferTypes');
  const amounts = useAmounts();
  const list = useRef<HTMLUListElement>(null);
  const rows = withDays(lines, (line) => line.at);
  const shown = useWindowed(list, rows, (row) => (row.kind === 'day' ? DAY_PX : LINE_PX));
  return (
    <ul ref={list} style={{ paddingTop: shown.before, paddingBottom: shown.after }}>
      {shown.rows.map(({ row, index }) => (
        <li key={row.kind === 'day' ? row.date : row.item.id} ref={shown.measure} data-index={index}>
          {row.kind === 'day' ? (
            <h2 className="tnum flex h-11 items-end pb-2 text-body-s font-semibold text-text-3">{row.date}</h2>
          ) : (
            <div className="hairline-b flex min-h-17 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
              <span className="min-w-0 flex-1 basis-36">
                <span className="block">{types(row.item.type)}</span>
                <AdjustmentReason line={row.item} />
                <span className="flex items-center gap-x-3 text-caption text-text-3">
                  <time dateTime={row.item.at} className="tnum">
                    {formatClock(row.item.at)}
                  </time>
                  <SourceLink line={row.item} />
                </span>
              </span>
              <span className="ms-auto shrink-0 text-end">
                <span className="tnum block font-semibold">{amounts(row.item.amount, { signed: true })}</span>
                <span className="tnum block text-caption text-text-3">
                  {t('balance', { amount: amounts(row.item.balanceAfter) })}
                </span>
              </span>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A line written by an order or an investment links to it. */
function SourceLink({ line: { refType, refId } }: { line: TransferView }) {
  const t = useTranslations('account.statement');
  if (refType !== 'order' && refType !== 'holding') return null;
  return (
    <a
      href={hrefTo(refType === 'order' ? paths.order(refId) : paths.ebaoRecords(refId))}
      className="-my-3 inline-flex min-h-11 items-center px-1 font-semibold text-accent"
    >
      {t(refType)}
    </a>
  );
}

const ROW_PX = 61;
const CELL = 'hairline-b px-4 py-2 whitespace-nowrap';

function StatementTable({ lines }: { lines: readonly TransferView[] }) {
  const t = useTranslations('account.statement');
  const types = useTranslations('account.transferTypes');
  const amounts = useAmounts();
  const body = useRef<HTMLTableSectionElement>(null);
  const shown = useWindowed(body, lines, () => ROW_PX);
  const zone = zoneLabel(lines[0]?.at ?? 0);
  return (
    <div className="rounded-card border border-line bg-surface-1 shadow-card">
      <table className="w-full border-separate border-spacing-0 text-body-s">
        <caption className="sr-only">{t('title')}</caption>
        <thead className="text-caption text-text-3">
          <tr>
            <Head>{t('time', { zone })}</Head>
            <Head>{t('type')}</Head>
            <Head>{t('reference')}</Head>
            <Head end>{t('amount')}</Head>
            <Head end>{t('balanceAfter')}</Head>
          </tr>
        </thead>
        {/* The card's own edge is under the last row. */}
        <tbody ref={body} className="[&>tr:last-child>td]:border-b-0">
          <GapRow px={shown.before} />
          {shown.rows.map(({ row, index }) => (
            <tr key={row.id} ref={shown.measure} data-index={index}>
              <td className={cx(CELL, 'tnum text-text-2')}>{formatDateTime(row.at)}</td>
              <td className={CELL}>
                {types(row.type)}
                <AdjustmentReason line={row} />
              </td>
              <td className={cx(CELL, 'h-15')}>
                <SourceLink line={row} />
              </td>
              <td className={cx(CELL, 'tnum text-end font-semibold')}>{amounts(row.amount, { signed: true })}</td>
              <td className={cx(CELL, 'tnum text-end')}>{amounts(row.balanceAfter)}</td>
            </tr>
          ))}
          <GapRow px={shown.after} />
        </tbody>
      </table>
    </div>
  );
}

function Head({ end = false, children }: { end?: boolean; children: React.ReactNode }) {
  return (
    <th
      scope="col"
      className={cx(
        'hairline-b sticky top-[calc(var(--topnav-height)+var(--nav-height))] z-10 bg-surface-1 px-4 py-3 font-semibold whitespace-nowrap first:rounded-ss-card last:rounded-se-card',
        end ? 'text-end' : 'text-start',
      )}
    >
      {children}
    </th>
  );
}
