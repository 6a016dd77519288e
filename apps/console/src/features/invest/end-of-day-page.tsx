/* What the end of day of each business date did, and what is due next. */

import type { ReactNode } from 'react';
import { Alert, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { listEndsOfDay, readLiabilities } from '@candor/contract/calls/console/invest';
import { END_OF_DAY_STEPS } from '@candor/contract/console-invest';
import type { EndOfDayException, EndOfDayReport } from '@candor/contract/console-invest';
import { END_OF_DAY_GRACE_MS, dayEndMs } from '@candor/domain/invest/business-day';
import { dateText } from '@candor/domain/market/local-time';
import { formatMoney } from '@candor/domain/money';
import { groupDigits } from '@candor/ui/figures';
import { call } from '../../services/api/request.ts';
import { useOperator, useSiteCurrency } from '../../services/operator/operator.tsx';
import { Amount } from '../../services/queue/amount.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import { queueKey, queueOf } from '../../services/queue/queue-of.ts';
import { QueuePage } from '../../services/queue/queue-page.tsx';
import { RowButton } from '../../services/queue/row-button.tsx';
import { LoadFailed } from '../../services/queue/states.tsx';
import { StatusBadge } from '../../services/queue/status-badge.tsx';
import { endOfDayState, durationText, rowsOf } from './end-of-day-state.ts';
import { dueBefore } from './liability-bars.ts';
import { useToday } from './use-invest.ts';
import { useMomentText } from '../../services/moments/moments.tsx';

const HEAD_EVERY_MS = 15_000;

export function EndOfDayPage() {
  const t = useTranslations('invest');
  const head = useQuery({
    queryKey: [...queueKey(listEndsOfDay), 'head'],
    queryFn: async ({ signal }) => await call(listEndsOfDay, { query: { limit: 2 }, signal }),
    refetchInterval: HEAD_EVERY_MS,
  });
  const lateSince = head.data?.lateSince ?? null;
  return (
    <QueuePage
      title={t('endOfDayTitle')}
      {...queueOf(listEndsOfDay)}
      versionOf={({ step, batches }) => END_OF_DAY_STEPS.indexOf(step) * 1_000_000 + batches}
      filters={[]}
      head={
        <Head
          lateSince={lateSince}
          quarantined={head.data?.setAside ?? []}
          lastClosed={head.data?.items.find(({ closedAt }) => closedAt !== null)?.date}
        />
      }
      columns={[
        {
          name: 'date',
          title: t('businessDate'),
          isFrozen: true,
          cell: ({ date }) => <RowButton>{date}</RowButton>,
        },
        { name: 'state', title: t('state'), cell: (row) => <State row={row} lateSince={lateSince} /> },
        { name: 'rows', title: t('rows'), isNumber: true, cell: (row) => groupDigits(rowsOf(row).toString()) },
        {
          name: 'accrued',
          title: t('accruedOfDay'),
          isNumber: true,
          cell: (row) => <Two one={row.holdingsAccrued.amount} other={row.savingsAccrued.amount} />,
        },
        {
          name: 'paid',
          title: t('paidOfDay'),
          isNumber: true,
          cell: (row) => <Two one={row.holdingsPaid.amount} other={row.savingsPosted.amount} />,
        },
        {
          name: 'matured',
          title: t('matured'),
          isNumber: true,
          cell: ({ matured }) => <Amount text={matured.amount} />,
        },
        {
          name: 'busy',
          title: t('duration'),
          isNumber: true,
          cell: ({ busyMs }) => <span className="unbroken">{durationText(busyMs)}</span>,
        },
      ]}
      idOf={({ date }) => date}
      panelTitle={(row) => (
        <Group gap="sm">
          <Text fw={650} fz="lg">
            {t('endOfDayOf', { date: row.date })}
          </Text>
          <State row={row} lateSince={lateSince} />
        </Group>
      )}
      panel={(row) => <Panel row={row} lateSince={lateSince} />}
      csv={{
        list: 'endsOfDay',
        columns: [
          { name: 'date', title: t('businessDate') },
          {
            name: 'step',
            title: t('step'),
            words: Object.fromEntries(END_OF_DAY_STEPS.map((step) => [step, t(`stepOf.${step}`)])),
          },
          { name: 'startedAt', title: t('startedAt'), isMoment: true },
          { name: 'closedAt', title: t('closedAt'), isMoment: true },
          { name: 'holdingsAccrued', title: t('stepOf.accrueHoldings') },
          { name: 'savingsAccrued', title: t('stepOf.accrueSavings') },
          { name: 'holdingsPaid', title: t('stepOf.payInterest') },
          { name: 'savingsPosted', title: t('stepOf.postSavings') },
          { name: 'matured', title: t('stepOf.mature') },
          { name: 'maturedInterest', title: t('maturedInterest') },
          { name: 'rolled', title: t('rolled') },
          { name: 'autoSaved', title: t('stepOf.autoSave') },
          { name: 'busy', title: `${t('duration')} (ms)` },
        ],
      }}
      empty={{ title: t('noCloses'), hint: t('noClosesHint') }}
    />
  );
}

/** Projects above, savings below. */
function Two({ one, other }: { one: string; other: string }) {
  return (
    <>
      <Amount text={one} />
      <Text fz="xs" c="dimmed">
        <Amount text={other} />
      </Text>
    </>
  );
}

const TONES = { done: 'good', busy: 'busy', late: 'bad', quarantined: 'warn' } as const;

function State({ row, lateSince }: { row: EndOfDayReport; lateSince: string | null }) {
  const t = useTranslations('invest.endOfDayStateOf');
  const state = endOfDayState(row, lateSince);
  return <StatusBadge tone={TONES[state]}>{t(state)}</StatusBadge>;
}

/** What is due: the next end of day, and the money that today's and tomorrow's maturities need. */
function Head({
  lateSince,
  quarantined,
  lastClosed,
}: {
  lateSince: string | null;
  quarantined: readonly EndOfDayException[];
  lastClosed: string | undefined;
}) {
  const momentText = useMomentText();
  const t = useTranslations('invest');
  const { timeZone } = useOperator().site;
  const currency = useSiteCurrency();
  const today = useToday();
  const due = useQuery({
    queryKey: ['invest', 'liabilities'],
    queryFn: async ({ signal }) => await call(readLiabilities, { signal }),
  });
  const nextAt = dayEndMs(timeZone, today) + END_OF_DAY_GRACE_MS;
  if (due.error !== null && due.data === undefined)
    return (
      <Paper withBorder radius="lg" mb="md">
        <LoadFailed error={due.error} onRetry={() => void due.refetch()} />
      </Paper>
    );
  const items = due.data?.items ?? [];
  const [now, soon] = [dueBefore(items, today + 1, currency), dueBefore(items, today + 2, currency)];
  return (
    <Stack gap="sm" mb="md">
      {lateSince !== null && (
        <Alert color="red" role="alert">
          {t('late', { date: lateSince })}
        </Alert>
      )}
      {quarantined.length > 0 && (
        <Alert color="orange" role="alert" title={t('quarantined.now', { count: quarantined.length })}>
          <Text fz="sm" mb="xs">
            {t('quarantined.hint')}
          </Text>
          <Quarantined rows={quarantined} isDated />
        </Alert>
      )}
      <Paper
        component="section"
        aria-label={t('dueToday')}
        withBorder
        radius="lg"
        p="md"
        style={{ borderColor: 'var(--candor-line)' }}
      >
        <div className="tiles">
          <Tile name={t('lastClosed')} value={lastClosed ?? '—'} />
          <Tile name={t('nextEndOfDay')} value={lateSince ?? dateText(today)}>
            {lateSince === null ? t('endOfDayFrom', { at: momentText(nextAt) }) : null}
          </Tile>
          <Tile name={t('dueToday')} value={<Amount text={formatMoney(now.total, currency)} />}>
            {t('holdingsCount', { count: now.holdings })}
          </Tile>
          <Tile name={t('dueTomorrow')} value={<Amount text={formatMoney(soon.total, currency)} />}>
            {t('holdingsCount', { count: soon.holdings })}
          </Tile>
        </div>
      </Paper>
    </Stack>
  );
}

function Tile({ name, value, children }: { name: string; value: ReactNode; children?: ReactNode }) {
  return (
    <div>
      <Text fz="xs" c="dimmed">
        {name}
      </Text>
      <Text fw={650} fz="lg" className="figures">
        {value}
      </Text>
      <Text fz="xs" c="dimmed">
        {children}
      </Text>
    </div>
  );
}

function Panel({ row, lateSince }: { row: EndOfDayReport; lateSince: string | null }) {
  const t = useTranslations('invest');
  const moment = useMomentText();
  const work = ({ count, amount }: EndOfDayReport['matured']) => (
    <>
      <Amount text={amount} /> · {t('rowsCount', { count })}
    </>
  );
  const state = endOfDayState(row, lateSince);
  return (
    <Stack gap="lg">
      {state === 'late' && (
        <Alert color="red" role="alert">
          {t('stuck', { step: t(`stepOf.${row.step}`) })}
        </Alert>
      )}
      <Facts
        facts={[
          [t('step'), t(`stepOf.${row.step}`)],
          [t('startedAt'), moment(row.startedAt)],
          [t('closedAt'), row.closedAt === null ? '—' : moment(row.closedAt)],
          [t('duration'), `${durationText(row.busyMs)} · ${t('batches', { count: row.batches })}`],
        ]}
      />
      {row.setAside.length > 0 && (
        <section aria-label={t('quarantined.title')}>
          <Text fw={650} mb="xs">
            {t('quarantined.title')}
          </Text>
          <Quarantined rows={row.setAside} />
        </section>
      )}
      <Facts
        facts={[
          [t('stepOf.accrueHoldings'), work(row.holdingsAccrued)],
          [t('stepOf.accrueSavings'), work(row.savingsAccrued)],
          [t('stepOf.payInterest'), work(row.holdingsPaid)],
          [t('stepOf.postSavings'), work(row.savingsPosted)],
          [t('stepOf.mature'), work(row.matured)],
          [t('maturedInterest'), <Amount key="maturedInterest" text={row.maturedInterest} />],
          [t('rolled'), work(row.rolled)],
          [t('stepOf.autoSave'), work(row.autoSaved)],
        ]}
      />
    </Stack>
  );
}

/** Each row that was quarantined: whose, why, and what became of it. */
function Quarantined({ rows, isDated = false }: { rows: readonly EndOfDayException[]; isDated?: boolean }) {
  const t = useTranslations('invest');
  const moment = useMomentText();
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
      {rows.map((row) => (
        <li key={row.id}>
          <Text fz="sm" className="wrap-anywhere">
            <strong>{row.member.username}</strong> · {row.holding ?? t('quarantined.savings')} ·{' '}
            {t(`stepOf.${row.step}`)}
            {isDated ? ` · ${t('quarantined.since', { date: row.date })}` : null}
          </Text>
          <Text fz="xs" c="dimmed" className="wrap-anywhere figures">
            {row.nextAt === null
              ? `${t('quarantined.caughtUp', { through: row.through ?? row.date })} · ${t('quarantined.amounts', {
                  accrued: row.accrued,
                  paid: row.paid,
                  principal: row.principal,
                })}`
              : `${t('quarantined.tries', { count: row.tries })} · ${t('quarantined.nextTry')} ${moment(row.nextAt)} · ${row.reason}`}
          </Text>
        </li>
      ))}
    </Stack>
  );
}
