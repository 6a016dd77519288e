/* What is due and what waits, who gives prices, which processes run and what they do. */

import { Anchor, SimpleGrid, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { listOperatorAlarms } from '@candor/contract/calls/console/alarms';
import { readSiteState } from '@candor/contract/calls/console/overview';
import type { SiteStateView } from '@candor/contract/console-site-state';
import { BACKUP_OLD_MS, DISK_LOW_BYTES } from '@candor/domain/alarms/alarm-conditions';
import { hrefTo } from '../../lib/location.ts';
import { TableFrame } from '../../lib/table-frame.tsx';
import { call } from '../../services/api/request.ts';
import { useTimeText } from '../../services/cashier/time-text.ts';
import { useNow } from '../../services/cashier/use-now.ts';
import { MomentText } from '../../services/moments/moments.tsx';
import { useMay } from '../../services/operator/operator.tsx';
import { Amount } from '../../services/queue/amount.tsx';
import { SectionCard } from '../../services/queue/section-card.tsx';
import { LoadFailed, RowsLoading } from '../../services/queue/states.tsx';
import { StatusBadge } from '../../services/queue/status-badge.tsx';
import { stateOf } from './process-rows.ts';
import { sourceRows } from './source-rows.ts';

const EVERY_MS = 10_000;
const DISK_LOW_MB = DISK_LOW_BYTES / 1_000_000;
const SOURCE_OLD_MS = 30_000;
const WITNESS_OLD_MS = 3_600_000;

/** The alarms that are open, at the top of the page. */
export function OpenAlarms() {
  const t = useTranslations('overview');
  const kindText = useTranslations('alarms.kindOf');
  const may = useMay();
  const { data } = useQuery({
    queryKey: ['open-alarms'],
    enabled: may(listOperatorAlarms.permission),
    queryFn: async ({ signal }) =>
      await call(listOperatorAlarms, { query: { state: 'new,seen', limit: '20' }, signal }),
    refetchInterval: EVERY_MS,
  });
  if (data === undefined || data.items.length === 0) return null;
  return (
    <ul className="overview-state" aria-label={t('openAlarms')}>
      {data.items.map(({ id, kind, subject, state }) => (
        <li key={id}>
          <Anchor href={hrefTo('/alarms', { row: id })} underline="never">
            <StatusBadge tone={state === 'new' ? 'bad' : 'warn'} icon={CircleAlert}>
              {kindText(kind)}
              {subject === '' ? '' : ` · ${subject}`}
            </StatusBadge>
          </Anchor>
        </li>
      ))}
    </ul>
  );
}

export function SiteStateCards() {
  const { data, error, refetch } = useQuery({
    queryKey: ['site-state'],
    queryFn: async ({ signal }) => await call(readSiteState, { signal }),
    refetchInterval: EVERY_MS,
  });
  if (data === undefined)
    return error === null ? <RowsLoading /> : <LoadFailed error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Waiting data={data} />
        <Due data={data} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Sources data={data} />
        <Watchers data={data} />
      </SimpleGrid>
      <Processes data={data} />
      <Jobs data={data} />
    </>
  );
}

type Role = SiteStateView['processes'][number]['role'];
type Part = { readonly data: SiteStateView };

function Waiting({ data }: Part) {
  const t = useTranslations('overview.site');
  return (
    <SectionCard title={t('waiting')}>
      <Rows label={t('waiting')} heads={[[t('queue')], [t('count'), true], [t('amount'), true], [t('oldest'), true]]}>
        {data.waiting.map(({ queue, count, amount, since }) => (
          <Table.Tr key={queue} style={{ cursor: 'default' }}>
            <Table.Td>
              <Anchor href={hrefTo(`/${queue}`)}>{t(`queueOf.${queue}`)}</Anchor>
            </Table.Td>
            <Table.Td className="number">{count}</Table.Td>
            <Table.Td className="number">
              <Amount text={amount} />
            </Table.Td>
            <Table.Td className="number">{since === null ? '—' : <Ago at={since} />}</Table.Td>
          </Table.Tr>
        ))}
      </Rows>
    </SectionCard>
  );
}

function Due({ data }: Part) {
  const t = useTranslations('overview.site');
  return (
    <SectionCard title={t('due')} action={<Anchor href={hrefTo('/liabilities')}>{t('allDates')}</Anchor>}>
      <Rows
        label={t('due')}
        heads={[[t('date')], [t('holdings'), true], [t('principal'), true], [t('interest'), true]]}
      >
        {data.due.map(({ date, holdings, principal, interest }) => (
          <Table.Tr key={date} style={{ cursor: 'default' }}>
            <Table.Td>{date}</Table.Td>
            <Table.Td className="number">{holdings}</Table.Td>
            <Table.Td className="number">
              <Amount text={principal} />
            </Table.Td>
            <Table.Td className="number">
              <Amount text={interest} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Rows>
    </SectionCard>
  );
}

function Sources({ data }: Part) {
  const t = useTranslations('overview.site');
  return (
    <SectionCard title={t('sources')} action={<Anchor href={hrefTo('/products')}>{t('toProducts')}</Anchor>}>
      {data.sources.length === 0 ? (
        <Text p="md" c="dimmed">
          {t('sourcesNone')}
        </Text>
      ) : (
        <Rows label={t('sources')} heads={[[t('source')], [t('products'), true], [t('age'), true]]}>
          {sourceRows(data.sources).map(({ source, receivedAt, products }) => (
            <Table.Tr key={source} style={{ cursor: 'default' }}>
              {source === null ? (
                <Table.Td>{t('simulated')}</Table.Td>
              ) : (
                <Table.Td translate="no">
                  <Text inherit truncate maw={260} title={source}>
                    {source}
                  </Text>
                </Table.Td>
              )}
              <Table.Td className="number">{products}</Table.Td>
              <Table.Td className="number">
                <Ago at={receivedAt} oldMs={SOURCE_OLD_MS} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Rows>
      )}
    </SectionCard>
  );
}

function Watchers({ data }: Part) {
  const t = useTranslations('overview.site');
  return (
    <SectionCard title={t('watchers')}>
      <Rows label={t('watchers')} heads={[[t('what')], [t('state')], [t('age'), true]]}>
        <Table.Tr style={{ cursor: 'default' }}>
          <Table.Td>{t('backup')}</Table.Td>
          <Table.Td>
            {data.backupAt === null ? (
              <StatusBadge tone="warn">{t('backupNone')}</StatusBadge>
            ) : (
              <MomentText at={data.backupAt} />
            )}
          </Table.Td>
          <Table.Td className="number">
            {data.backupAt === null ? '—' : <Ago at={data.backupAt} oldMs={BACKUP_OLD_MS} />}
          </Table.Td>
        </Table.Tr>
        {data.witnesses.map(({ name, cosignedAt, refusal }) => (
          <Table.Tr key={name} style={{ cursor: 'default' }}>
            <Table.Td translate="no">{name}</Table.Td>
            <Table.Td>
              <StatusBadge
                tone={refusal !== null ? 'bad' : cosignedAt === null ? 'wait' : 'good'}
                icon={refusal === null ? CircleCheck : CircleAlert}
              >
                {refusal ?? t(cosignedAt === null ? 'notYet' : 'cosigns')}
              </StatusBadge>
            </Table.Td>
            <Table.Td className="number">
              {cosignedAt === null ? '—' : <Ago at={cosignedAt} oldMs={WITNESS_OLD_MS} />}
            </Table.Td>
          </Table.Tr>
        ))}
        {data.witnesses.length === 0 && (
          <Table.Tr style={{ cursor: 'default' }}>
            <Table.Td>{t('witnesses')}</Table.Td>
            <Table.Td colSpan={2}>
              <Text c="dimmed">{t('witnessesNone')}</Text>
            </Table.Td>
          </Table.Tr>
        )}
      </Rows>
    </SectionCard>
  );
}

function Processes({ data }: Part) {
  const t = useTranslations('overview.site');
  return (
    <SectionCard title={t('processes')}>
      <Rows
        label={t('processes')}
        heads={[[t('role')], [t('machine')], [t('version')], [t('started')], [t('seen'), true], [t('disk'), true]]}
      >
        {data.processes.map((process) => (
          <ProcessRow key={`${process.role} ${process.host} ${process.pid}`} process={process} all={data.processes} />
        ))}
      </Rows>
    </SectionCard>
  );
}

type ProcessRowProps = {
  readonly process: SiteStateView['processes'][number];
  readonly all: SiteStateView['processes'];
};

function ProcessRow({ process, all }: ProcessRowProps) {
  const t = useTranslations('overview.site');
  const { role, host, pid, version, startedAt, seenAt, diskFreeMb, diskTotalMb } = process;
  const state = stateOf(process, all, useNow());
  return (
    <Table.Tr style={{ cursor: 'default' }} {...(state === 'replaced' ? { c: 'dimmed' } : {})}>
      <Table.Td>{t(`roleOf.${role}`)}</Table.Td>
      <Table.Td translate="no">
        {host} · {pid}
      </Table.Td>
      <Table.Td translate="no">{version}</Table.Td>
      <Table.Td>
        <MomentText at={startedAt} />
      </Table.Td>
      <Table.Td className="number">
        {state === 'replaced' && `${t('replaced')} · `}
        <Ago at={seenAt} oldMs={state === 'silent' ? 0 : Infinity} />
      </Table.Td>
      <Table.Td className="number">
        {diskFreeMb === null || diskTotalMb === null || state === 'replaced' ? (
          '—'
        ) : (
          <Text span inherit className={diskFreeMb < DISK_LOW_MB ? 'wait-long' : ''}>
            {t('free', { free: diskFreeMb / 1_000, total: diskTotalMb / 1_000 })}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** What failed is open; the dozens of jobs that are well are there for whoever asks. */
function Jobs({ data }: Part) {
  const t = useTranslations('overview.site');
  const jobs = jobsOf(data.processes);
  const [failed, well] = [jobs.filter(({ failures }) => failures > 0), jobs.filter(({ failures }) => failures === 0)];
  return (
    <SectionCard title={t('jobs')}>
      {failed.length > 0 && <JobRows jobs={failed} />}
      <details className="overview-well">
        <summary>{t('jobsWell', { count: well.length })}</summary>
        <JobRows jobs={well} />
      </details>
    </SectionCard>
  );
}

/** One line a job of a role: of several processes the one that did it last, and the failures of all. */
function JobRows({ jobs }: { jobs: readonly Job[] }) {
  const t = useTranslations('overview.site');
  return (
    <Rows label={t('jobs')} heads={[[t('job')], [t('role')], [t('age'), true], [t('failures'), true]]}>
      {jobs.map(({ role, name, doneAt, failures }) => (
        <Table.Tr key={`${role} ${name}`} style={{ cursor: 'default' }}>
          <Table.Td translate="no">{name}</Table.Td>
          <Table.Td>{t(`roleOf.${role}`)}</Table.Td>
          <Table.Td className="number">{doneAt === null ? t('notYet') : <Ago at={doneAt} />}</Table.Td>
          <Table.Td className="number">
            <Text span inherit className={failures > 0 ? 'wait-long' : ''}>
              {failures}
            </Text>
          </Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  );
}

type Job = { readonly role: Role; readonly name: string; readonly doneAt: string | null; readonly failures: number };

function jobsOf(processes: SiteStateView['processes']): readonly Job[] {
  const jobs = new Map<string, Job>();
  for (const { role, jobs: own } of processes)
    for (const { name, doneAt, failures } of own) {
      const known = jobs.get(`${role} ${name}`);
      const newest = known?.doneAt ?? null;
      jobs.set(`${role} ${name}`, {
        role,
        name,
        doneAt: newest !== null && (doneAt === null || newest > doneAt) ? newest : doneAt,
        failures: failures + (known?.failures ?? 0),
      });
    }
  return [...jobs.values()];
}

type RowsProps = {
  readonly label: string;
  readonly heads: readonly (readonly [title: string, isNumber?: boolean])[];
  readonly children: React.ReactNode;
};

function Rows({ label, heads, children }: RowsProps) {
  return (
    <TableFrame>
      <Table aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {heads.map(([title, isNumber]) => (
              <Table.Th key={title} {...(isNumber === true ? { className: 'number' } : {})}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </TableFrame>
  );
}

/** How long ago it was; seconds where they count. */
function Ago({ at, oldMs = Infinity }: { at: string; oldMs?: number }) {
  const t = useTranslations('overview.site');
  const timeText = useTimeText();
  const ms = Math.max(0, useNow() - Date.parse(at));
  return (
    <span className={`unbroken ${ms > oldMs ? 'wait-long' : ''}`}>
      {ms < 60_000 ? t('seconds', { seconds: Math.floor(ms / 1_000) }) : timeText(ms)}
    </span>
  );
}
