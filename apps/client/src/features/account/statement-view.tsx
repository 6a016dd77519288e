/* 资金明细: every transfer of the member with the balance after it, newest first. */

import { useEffect, useRef, useState } from 'react';
import { STATEMENT_ACCOUNTS } from '@candor/contract/wallet';
import type { TransferView } from '@candor/contract/wallet';
import { Menu } from '@candor/ui/menu.tsx';
import { Spinner } from '@candor/ui/spinner.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { Download, NotebookText } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { goBack, hrefTo, replaceQuery, useAddress } from '../../lib/location.ts';
import { useBusinessDate } from '../../services/filters/business-date.ts';
import { paths } from '../../lib/paths.ts';
import { formatClock, formatDateTime, zoneLabel } from '../../lib/time.ts';
import { messageOf } from '../../services/api/message-of.ts';
import { RangeField } from '../../services/filters/range-field.tsx';
import { ChoiceSet } from '../../services/records/filter-sheet.tsx';
import { isFiltered, narrowedBy } from '../../services/records/record-filter.ts';
import { RecordList } from '../../services/records/record-list.tsx';
import { RecordsScreen } from '../../services/records/records-screen.tsx';
import { useAmounts } from '../../services/session/amounts.tsx';
import { useSite } from '../../services/session/site.ts';
import { useStatement } from './account-queries.ts';
import { AdjustmentReason } from './adjustment-reason.tsx';
import { downloadStatement, STATEMENT_FORMATS } from './download-statement.ts';
import type { StatementFormat } from './download-statement.ts';
import { NO_FILTER, readStatementFilter, statementAddress, TYPE_CHOICES, withType } from './statement-filter.ts';
import type { StatementFilter } from './statement-filter.ts';

export function StatementView() {
  const t = useTranslations('account.statement');
  const { params } = useAddress();
  const filter = readStatementFilter(params, useBusinessDate());
  const address = statementAddress(filter);
  const apply = (chosen: StatementFilter) => replaceQuery(statementAddress(chosen));
  const clear = () => apply(NO_FILTER);
  return (
    <RecordsScreen
      title={t('title')}
      onBack={() => goBack(paths.account())}
      actions={<DownloadButton filter={filter} />}
      words={{ filter: t('filter'), filterActive: t('filterActive'), reset: t('reset'), apply: t('apply') }}
      filter={filter}
      blank={NO_FILTER}
      narrowed={narrowedBy(address)}
      choices={(chosen, choose) => <Choices chosen={chosen} choose={choose} />}
      onFilter={apply}
    >
      <FilterLine filter={filter} onClear={clear} />
      <Transfers filter={filter} isFiltered={isFiltered(address)} onClear={clear} />
    </RecordsScreen>
  );
}

type ChoicesProps = { chosen: StatementFilter; choose: (changes: Partial<StatementFilter>) => void };

function Choices({ chosen, choose }: ChoicesProps) {
  const t = useTranslations('account.statement');
  const names = useTranslations('account.transferTypes');
  const accounts = useTranslations('account.statementAccounts');
  const { account, types } = chosen;
  return (
    <>
      <ChoiceSet
        legend={t('account')}
        choices={STATEMENT_ACCOUNTS.map((value) => ({ value, label: accounts(value) }))}
        isChosen={(value) => account === value}
        onChoose={(value) => choose({ account: value })}
        columns="grid-cols-3"
      />
      <RangeField range={chosen} onChange={choose} />
      <ChoiceSet
        legend={t('type')}
        choices={[
          { value: null, label: t('allTypes') },
          ...TYPE_CHOICES.map((value) => ({ value, label: names(value) })),
        ]}
        isChosen={(type) => (type === null ? types.length === 0 : types.includes(type))}
        onChoose={(type) => choose({ types: type === null ? [] : withType(types, type) })}
      />
    </>
  );
}

function DownloadButton({ filter }: { filter: StatementFilter }) {
  const t = useTranslations('account.statement');
  const language = useLanguage();
  const [busy, setBusy] = useState(false);
  const controlRef = useRef<AbortController | null>(null);
  // Leaving the page cancels the download.
  useEffect(() => () => controlRef.current?.abort(), []);
  const download = async (format: StatementFormat) => {
    const control = new AbortController();
    controlRef.current = control;
    setBusy(true);
    try {
      await downloadStatement(filter, format, language, control.signal);
      showToast(t('downloaded'), 'success');
    } catch (error) {
      if (!control.signal.aborted) showToast(messageOf(error, language), 'danger');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu
      label={t('download')}
      align="end"
      triggerClass="press inline-flex size-[min(2.75rem,14vw)] shrink-0 items-center justify-center rounded-full text-text-2 hover:bg-surface-2 hover:text-text-1"
      trigger={busy ? <Spinner /> : <Download aria-hidden="true" className="size-5.5" strokeWidth={1.75} />}
      items={STATEMENT_FORMATS.map((format) => ({
        key: format,
        label: t(format),
        onPress: () => void (busy || download(format)),
      }))}
    />
  );
}

/** The active filter in words, and a button that clears it. */
function FilterLine({ filter, onClear }: { filter: StatementFilter; onClear: () => void }) {
  const t = useTranslations('account.statement');
  const names = useTranslations('account.transferTypes');
  const { timeZone } = useSite();
  const accounts = useTranslations('account.statementAccounts');
  const { account, from, to, types, ref } = filter;
  if (!isFiltered(statementAddress(filter))) return null;
  const dates = from === to ? [from] : [from ?? t('open'), to ?? t('open')];
  const range = from === null && to === null ? '' : t('range', { dates: dates.join(' – '), zone: timeZone });
  const parts = [
    account === 'funds' ? '' : accounts(account),
    ref === null ? '' : t('oneSource'),
    range,
    types.map((type) => names(type)).join(t('separator')),
  ];
  return (
    <p className="-mb-2 flex items-center gap-3 rounded-control bg-surface-2 ps-4 pe-1 text-body-s">
      <span className="tnum min-w-0 flex-1 py-2">{parts.filter((part) => part !== '').join(' · ')}</span>
      <button
        type="button"
        onClick={onClear}
        className="press min-h-11 shrink-0 rounded-control px-3 font-bold text-link"
      >
        {t('clear')}
      </button>
    </p>
  );
}

type TransfersProps = { filter: StatementFilter; isFiltered: boolean; onClear: () => void };

function Transfers({ filter, ...list }: TransfersProps) {
  const t = useTranslations('account.statement');
  const types = useTranslations('account.transferTypes');
  const amounts = useAmounts();
  return (
    <RecordList
      {...list}
      caption={t('title')}
      query={useStatement(filter)}
      columns={[
        {
          head: ({ at }) => t('time', { zone: zoneLabel(at) }),
          cell: ({ at }) => formatDateTime(at),
          className: 'tnum text-text-2',
        },
        {
          head: t('type'),
          cell: (line) => (
            <>
              {types(line.type)}
              <AdjustmentReason line={line} />
            </>
          ),
        },
        { head: t('reference'), cell: (line) => <SourceLink line={line} /> },
        {
          head: t('amount'),
          cell: ({ amount }) => amounts(amount, { signed: true }),
          end: true,
          className: 'font-bold',
        },
        { head: t('balanceAfter'), cell: ({ balanceAfter }) => amounts(balanceAfter), end: true },
      ]}
      line={(line) => <Line line={line} />}
      linePx={69}
      days={{ at: ({ at }) => at, head: (date) => date }}
      words={{ none: t('none'), hint: t('noneHint'), noMatch: t('noMatch'), clear: t('clear') }}
      icon={<NotebookText aria-hidden="true" strokeWidth={1.5} />}
    />
  );
}

function Line({ line }: { line: TransferView }) {
  const t = useTranslations('account.statement');
  const types = useTranslations('account.transferTypes');
  const amounts = useAmounts();
  return (
    <div className="hairline-b flex min-h-17 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <span className="min-w-0 flex-1 basis-[9rem]">
        <span className="block">{types(line.type)}</span>
        <AdjustmentReason line={line} />
        <span className="flex items-center gap-x-3 text-caption text-text-3">
          <time dateTime={line.at} className="tnum">
            {formatClock(line.at)}
          </time>
          <SourceLink line={line} />
        </span>
      </span>
      <span className="ms-auto shrink-0 text-end">
        <span className="tnum block font-bold">{amounts(line.amount, { signed: true })}</span>
        <span className="tnum block text-caption text-text-3">
          {t('balance', { amount: amounts(line.balanceAfter) })}
        </span>
      </span>
    </div>
  );
}

/** A line written by an order or an investment links to it. */
function SourceLink({ line: { refType, refId } }: { line: TransferView }) {
  const t = useTranslations('account.statement');
  if (refType !== 'order' && refType !== 'holding') return null;
  return (
    <a
      href={hrefTo(refType === 'order' ? paths.order(refId) : paths.ebaoRecords(refId))}
      className="-my-3 inline-flex min-h-11 items-center px-1 font-bold text-link"
    >
      {t(refType)}
    </a>
  );
}
