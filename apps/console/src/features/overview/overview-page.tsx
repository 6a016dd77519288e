/* The business at a glance: today beside yesterday and the last 30 days, and whether the site is well. Each figure opens its rows. */

import { Anchor, Button, Paper, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Download } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { readOverview } from '@candor/contract/calls/console/overview';
import type { OverviewView } from '@candor/contract/console-overview';
import { CSV_START, csvLine } from '@candor/domain/text/csv';
import { hrefTo } from '../../lib/location.ts';
import { TableFrame } from '../../lib/table-frame.tsx';
import { call } from '../../services/api/request.ts';
import { useNow } from '../../services/cashier/use-now.ts';
import { saveFile } from '../../services/export/export-list.ts';
import { MomentText } from '../../services/moments/moments.tsx';
import { useSiteCurrency } from '../../services/operator/operator.tsx';
import { useMoneyText } from '../../services/queue/amount.tsx';
import { PageHead } from '../../services/queue/page-head.tsx';
import { SectionCard } from '../../services/queue/section-card.tsx';
import { LoadFailed, PageLoading } from '../../services/queue/states.tsx';
import { StatusBadge } from '../../services/queue/status-badge.tsx';
import { DayBars } from './day-bars.tsx';
import { figureRow, FIGURES, isAmount, rowsOf, SIGNED } from './figure-rows.ts';
import type { FigureName, FigureRow } from './figure-rows.ts';
import { OpenAlarms, SiteStateCards } from './site-state.tsx';
import './overview.css';

const EVERY_MS = 15_000;
/** Shown large, with their bars. */
const LARGE = ['turnover', 'kept', 'net', 'activeMembers'] as const satisfies readonly FigureName[];

export function OverviewPage() {
  const t = useTranslations('overview');
  const { data, error, refetch } = useQuery({
    queryKey: ['overview'],
    queryFn: async ({ signal }) => await call(readOverview, { signal }),
    refetchInterval: EVERY_MS,
  });
  if (data !== undefined) return <Overview data={data} />;
  return (
    <Stack gap="md">
      <PageHead title={t('title')} hint={t('hint')} />
      {error === null ? <PageLoading /> : <LoadFailed error={error} onRetry={() => void refetch()} />}
    </Stack>
  );
}

function Overview({ data }: { data: OverviewView }) {
  const t = useTranslations('overview');
  const books = useTranslations('books');
  const currency = useSiteCurrency();
  const rows = FIGURES.map((name) => figureRow(name, data.days, currency));
  const dates = data.days.map(({ date }) => date);
  const save = () => {
    const named = rows.map((row) => [t(`figureOf.${row.name}`), ...row.bars.map(({ text }) => text)]);
    const lines = [[t('figure'), ...dates], ...named].map((cells) => csvLine(cells));
    const today = dates.at(-1) ?? '';
    saveFile(new Blob([CSV_START, ...lines], { type: 'text/csv;charset=utf-8' }), `candor-overview-${today}.csv`);
  };
  return (
    <Stack gap="md">
      <PageHead
        title={t('title')}
        hint={t('hint')}
        actions={
          <Button variant="default" leftSection={<Download size={16} aria-hidden />} onClick={save}>
            {t('asCsv')}
          </Button>
        }
      />
      <OpenAlarms />
      <SiteState state={data.state} />
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
        {LARGE.map((name) => {
          const row = rows.find((one) => one.name === name);
          return row === undefined ? null : <LargeFigure key={name} row={row} dates={dates} />;
        })}
      </SimpleGrid>
      <FigureTable rows={rows} dates={dates} />
      <SiteStateCards />
      <Text fz="xs" c="dimmed">
        {books(`walletOf.${data.wallet}`)} · {t('until')} <MomentText at={data.at} />
      </Text>
    </Stack>
  );
}

function LargeFigure({ row, dates }: { row: FigureRow; dates: readonly string[] }) {
  const t = useTranslations('overview');
  const textOf = useFigureText();
  const today = dates.at(-1) ?? '';
  return (
    <Paper withBorder radius="lg" className="card overview-large">
      <Text fz="sm" c="dimmed">
        {t(`figureOf.${row.name}`)}
      </Text>
      <div className="overview-value">
        <Figure row={row} text={row.today} span={{ from: today, to: today }} />
      </div>
      <Text fz="xs" c="dimmed">
        {t('yesterdayWas', { value: textOf(row.name, row.yesterday) })}
      </Text>
      <Bars row={row} height={48} />
    </Paper>
  );
}

function FigureTable({ rows, dates }: { rows: readonly FigureRow[]; dates: readonly string[] }) {
  const t = useTranslations('overview');
  const [first, yesterday, today] = [dates[0] ?? '', dates.at(-2) ?? '', dates.at(-1) ?? ''];
  return (
    <SectionCard title={t('all')}>
      <TableFrame>
        <Table aria-label={t('all')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('figure')}</Table.Th>
              <Table.Th className="number">{t('today')}</Table.Th>
              <Table.Th className="number">{t('yesterday')}</Table.Th>
              <Table.Th className="number">{t('days30')}</Table.Th>
              <Table.Th className="overview-bars">{t('course')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.name} style={{ cursor: 'default' }}>
                <Table.Td>
                  {t(`figureOf.${row.name}`)}
                  <Text fz="xs" c="dimmed">
                    {t(`meaningOf.${row.name}`)}
                  </Text>
                </Table.Td>
                <Table.Td className="number">
                  <Figure row={row} text={row.today} span={{ from: today, to: today }} />
                </Table.Td>
                <Table.Td className="number">
                  <Figure row={row} text={row.yesterday} span={{ from: yesterday, to: yesterday }} />
                </Table.Td>
                <Table.Td className="number">
                  {row.sum === null ? '—' : <Figure row={row} text={row.sum} span={{ from: first, to: yesterday }} />}
                </Table.Td>
                <Table.Td className="overview-bars">
                  <Bars row={row} height={28} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </TableFrame>
    </SectionCard>
  );
}

/** A figure in words; an amount with the sign of its currency. */
function useFigureText(): (name: FigureName, text: string) => string {
  const moneyText = useMoneyText();
  return (name, text) => (isAmount(name) ? moneyText(text, { signed: SIGNED.has(name) }) : text);
}

function Figure({ row: { name }, text, span }: { row: FigureRow; text: string; span: { from: string; to: string } }) {
  const textOf = useFigureText();
  const href = rowsOf(name, span);
  const shown = (
    <span translate="no" className="figures unbroken">
      {textOf(name, text)}
    </span>
  );
  // Nothing has no rows.
  if (href === null || /^[0.]+$/.test(text)) return shown;
  return <Anchor href={href}>{shown}</Anchor>;
}

function Bars({ row, height }: { row: FigureRow; height: number }) {
  const t = useTranslations('overview');
  const textOf = useFigureText();
  const tallest = row.bars.reduce<FigureRow['bars'][number] | undefined>(
    (top, bar) => (Math.abs(bar.height) > Math.abs(top?.height ?? 0) ? bar : top),
    undefined,
  );
  const name = t(`figureOf.${row.name}`);
  const label =
    tallest === undefined
      ? t('courseEmpty', { name })
      : t('courseText', { name, date: tallest.date, value: textOf(row.name, tallest.text) });
  return (
    <DayBars
      bars={row.bars}
      label={label}
      height={height}
      textOf={({ date, text }) => `${date}: ${textOf(row.name, text)}`}
    />
  );
}

/** A price is of now: the feed ticks every second. */
const PRICE_OLD_MS = 10_000;

function SiteState({ state }: { state: OverviewView['state'] }) {
  const t = useTranslations('overview');
  const nowMs = useNow();
  const priceMs = state.priceAt === null ? null : nowMs - Date.parse(state.priceAt);
  const isPriceOld = priceMs === null || priceMs > PRICE_OLD_MS;
  const lines = [
    { key: 'price', isBad: isPriceOld, text: t(isPriceOld ? 'state.priceOld' : 'state.price'), href: '/exposure' },
    {
      key: 'overdue',
      isBad: state.overdue > 0,
      text: t('state.overdue', { count: state.overdue }),
      href: '/exposure',
    },
    {
      key: 'late',
      isBad: state.lateSince !== null,
      text: state.lateSince === null ? t('state.onTime') : t('state.late', { date: state.lateSince }),
      href: '/closes',
    },
    {
      key: 'books',
      isBad: state.failing > 0,
      text: state.halted ? t('state.halted') : t('state.failing', { count: state.failing }),
      href: '/books',
    },
  ];
  return (
    <ul className="overview-state" aria-label={t('state.title')}>
      {lines.map(({ key, isBad, text, href }) => (
        <li key={key}>
          <Anchor href={hrefTo(href, {})} underline="never">
            <StatusBadge tone={isBad ? 'bad' : 'good'} icon={isBad ? CircleAlert : CircleCheck}>
              {text}
            </StatusBadge>
          </Anchor>
        </li>
      ))}
    </ul>
  );
}
