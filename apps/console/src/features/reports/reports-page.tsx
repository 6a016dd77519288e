/* Reports for a regulator: each a file of a period, without names. Every file that is made is in the audit log. */

import { useEffect } from 'react';
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { ApiError } from '@candor/api-client/api-error';
import { readReportFigures } from '@candor/contract/calls/console/reports';
import { COMPLAINT_DECISIONS, COMPLAINT_STATES, COMPLAINT_TOPICS } from '@candor/contract/complaints';
import type { ExportBody } from '@candor/contract/console-exports';
import { REPORTS } from '@candor/contract/console-reports';
import type { Report } from '@candor/contract/console-reports';
import { VOID_REASONS } from '@candor/contract/trading';
import { useLanguage } from '../../lib/language.ts';
import { replaceQuery, useAddress } from '../../lib/location.ts';
import { call } from '../../services/api/request.ts';
import { exportAsFile } from '../../services/export/export-list.ts';
import { useOperator } from '../../services/operator/operator.tsx';
import { PageHead } from '../../services/queue/page-head.tsx';
import { PeriodFilter } from '../../services/queue/period-filter.tsx';
import { dayAfter } from '../../services/queue/periods.ts';
import { SectionCard } from '../../services/queue/section-card.tsx';
import { LoadFailed } from '../../services/queue/states.tsx';

const FIGURE_OF = {
  reportClients: 'clients',
  reportProducts: 'orders',
  reportComplaints: 'complaints',
  reportVoids: 'voids',
} as const satisfies Record<Report, string>;

export function ReportsPage() {
  const t = useTranslations('reports');
  const { params } = useAddress();
  const language = useLanguage();
  const columnsOf = useColumns();
  const period = { from: params.get('from') ?? '', to: params.get('to') ?? '' };
  const filter: Record<string, string> = {
    ...(period.from === '' ? {} : { from: period.from }),
    ...(period.to === '' ? {} : { to: dayAfter(period.to) }),
  };
  const figures = useQuery({
    queryKey: ['reports', filter],
    queryFn: async ({ signal }) => await call(readReportFigures, { query: filter, signal }),
  });
  // Orders of the beginning are in files: all that can be counted begins later.
  const first = firstDate(figures.error);
  useEffect(() => {
    if (first !== null && period.from === '') replaceQuery({ from: first });
  }, [first, period.from]);
  return (
    <Stack gap="md">
      <PageHead
        title={t('title')}
        hint={t('hint')}
        actions={<PeriodFilter label={t('period')} period={period} row="row" />}
      />
      {figures.error !== null && <LoadFailed error={figures.error} onRetry={() => void figures.refetch()} />}
      {REPORTS.map((report) => (
        <SectionCard
          key={report}
          title={t(`nameOf.${report}`)}
          action={
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Download size={14} aria-hidden />}
              aria-label={t('makeOf', { report: t(`nameOf.${report}`) })}
              onClick={() =>
                void exportAsFile(t(`nameOf.${report}`), {
                  list: report,
                  language,
                  filter,
                  columns: columnsOf(report),
                })
              }
            >
              {t('make')}
            </Button>
          }
        >
          <Stack p="md" gap={4}>
            <Text c="dimmed">{t(`textOf.${report}`)}</Text>
            <Text fw={600} className="figures">
              {figures.data === undefined ? '—' : t(`countOf.${report}`, { count: figures.data[FIGURE_OF[report]] })}
            </Text>
          </Stack>
        </SectionCard>
      ))}
    </Stack>
  );
}

/** From when there are reports, where a period was refused because it begins before. */
function firstDate(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.key !== 'REPORT_TOO_OLD') return null;
  const { date } = error.params;
  return typeof date === 'string' ? date : null;
}

/** The columns of each report in the operator's language, with the words of their codes. */
function useColumns(): (report: Report) => ExportBody['columns'] {
  const t = useTranslations('reports.columns');
  const kinds = useTranslations('reports.kindOf');
  const reasons = useTranslations('reports.reasonOf');
  const answers = useTranslations('reports.answer');
  const complaints = useTranslations('complaints');
  const { timeZone } = useOperator().site;
  const all: Record<Report, ExportBody['columns']> = {
    reportClients: [
      { name: 'country', title: t('country') },
      {
        name: 'kind',
        title: t('kind'),
        words: { verified: kinds('verified'), registered: kinds('registered') },
      },
      { name: 'clients', title: t('clients') },
      { name: 'joined', title: t('joined') },
      { name: 'active', title: t('active') },
      { name: 'frozen', title: t('frozen') },
      { name: 'excluded', title: t('excluded') },
    ],
    reportProducts: [
      { name: 'product', title: t('product') },
      { name: 'duration', title: t('duration') },
      { name: 'orders', title: t('orders') },
      { name: 'clients', title: t('clients') },
      { name: 'won', title: t('won') },
      { name: 'lost', title: t('lost') },
      { name: 'tied', title: t('tied') },
      { name: 'voided', title: t('voided') },
      { name: 'staked', title: t('staked') },
      { name: 'fees', title: t('fees') },
      { name: 'paid', title: t('paid') },
    ],
    reportComplaints: [
      { name: 'number', title: complaints('no') },
      { name: 'country', title: t('country') },
      {
        name: 'topic',
        title: complaints('topic'),
        words: Object.fromEntries(COMPLAINT_TOPICS.map((topic) => [topic, complaints(`topicOf.${topic}`)])),
      },
      { name: 'product', title: t('product') },
      { name: 'openedAt', title: `${complaints('openedAt')} (${timeZone})` },
      { name: 'dueOn', title: complaints('dueOn') },
      {
        name: 'state',
        title: complaints('state'),
        words: Object.fromEntries(COMPLAINT_STATES.map((state) => [state, complaints(`stateOf.${state}`)])),
      },
      {
        name: 'decision',
        title: complaints('decision'),
        words: Object.fromEntries(COMPLAINT_DECISIONS.map((one) => [one, complaints(`decisionOf.${one}`)])),
      },
      { name: 'endedAt', title: `${complaints('endedAt')} (${timeZone})` },
      { name: 'inTime', title: t('inTime'), words: { yes: answers('yes'), no: answers('no') } },
    ],
    reportVoids: [
      { name: 'date', title: t('date') },
      { name: 'product', title: t('product') },
      {
        name: 'reason',
        title: t('reason'),
        words: Object.fromEntries(VOID_REASONS.map((reason) => [reason, reasons(reason)])),
      },
      { name: 'orders', title: t('orders') },
      { name: 'clients', title: t('clients') },
      { name: 'returned', title: t('returned') },
    ],
  };
  return (report) => all[report];
}
