/* The report of each business date: what each kind of account had, what moved, what it has then; and the two signatures that close the date. */

import { useState } from 'react';
import { Button, Code, Group, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FileSpreadsheet, Signature } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { newKey } from '@candor/api-client/new-key';
import { listOperatorDays, readOperatorDay, signOperatorDay } from '@candor/contract/calls/console/days';
import type { DayReportView, OperatorDay } from '@candor/contract/console-days';
import { formatMoney, money, parseMoney } from '@candor/domain/money';
import { useLanguage } from '../../lib/language.ts';
import { hrefTo } from '../../lib/location.ts';
import { TableFrame } from '../../lib/table-frame.tsx';
import { call } from '../../services/api/request.ts';
import { Copied } from '../../services/cashier/copied.tsx';
import { saveFile } from '../../services/export/export-list.ts';
import { MomentText, useMomentText } from '../../services/moments/moments.tsx';
import { useMay, useOperator, useSiteCurrency } from '../../services/operator/operator.tsx';
import { Amount } from '../../services/queue/amount.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import { isOver } from '../../services/queue/failed-act.tsx';
import { FormDialog } from '../../services/queue/form-dialog.tsx';
import { queueKey, queueOf } from '../../services/queue/queue-of.ts';
import { QueuePage } from '../../services/queue/queue-page.tsx';
import { RowButton } from '../../services/queue/row-button.tsx';
import { LoadFailed, RowsLoading } from '../../services/queue/states.tsx';
import { StatusBadge } from '../../services/queue/status-badge.tsx';

import { BankDay, useBankDay, useChannelNames } from './bank-day.tsx';
import { csvFile, dayRows, xlsxFile } from './day-file.ts';
import type { DayWords } from './day-file.ts';

const TONES = { open: 'quiet', complete: 'wait', signed: 'busy', closed: 'good' } as const;

export function DaysPage() {
  const t = useTranslations('days');
  const [signing, setSigning] = useState<DayReportView>();
  return (
    <>
      <QueuePage<OperatorDay>
        {...queueOf(listOperatorDays)}
        title={t('title')}
        hint={t('hint')}
        filters={[]}
        columns={[
          { name: 'date', title: t('date'), isFrozen: true, cell: ({ date }) => <RowButton>{date}</RowButton> },
          { name: 'state', title: t('state'), cell: ({ state }) => <State state={state} /> },
          {
            name: 'deposits',
            title: t('deposits'),
            isNumber: true,
            cell: ({ deposits }) => <Amount text={deposits} />,
          },
          {
            name: 'withdrawals',
            title: t('withdrawals'),
            isNumber: true,
            cell: ({ withdrawals }) => <Amount text={withdrawals} />,
          },
          { name: 'kept', title: t('kept'), isNumber: true, cell: ({ kept }) => <Amount text={kept} signed /> },
          {
            name: 'signatures',
            title: t('signatures'),
            isExtra: true,
            cell: ({ signatures }) => signatures.map(({ operator }) => operator.username).join(' · ') || '—',
          },
        ]}
        idOf={({ date }) => date}
        panelTitle={({ date, state }) => (
          <Group gap="sm">
            <Text fw={650} fz="lg">
              {t('reportOf', { date })}
            </Text>
            <State state={state} />
          </Group>
        )}
        panel={({ date }) => <Report date={date} onSign={setSigning} />}
        empty={{ title: t('empty'), hint: t('emptyHint') }}
      />
      {signing !== undefined && <SignForm report={signing} onClose={() => setSigning(undefined)} />}
    </>
  );
}

function State({ state }: Pick<OperatorDay, 'state'>) {
  const t = useTranslations('days.stateOf');
  return <StatusBadge tone={TONES[state]}>{t(state)}</StatusBadge>;
}

function keyOf(date: string): readonly string[] {
  return ['day', date];
}

function Report({ date, onSign }: { date: string; onSign: (report: DayReportView) => void }) {
  const t = useTranslations('days');
  const may = useMay();
  const { id } = useOperator();
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(date),
    queryFn: async ({ signal }) => await call(readOperatorDay, { params: { date }, signal }),
  });
  const bank = useBankDay(date);
  const words = useDayWords();
  if (data === undefined)
    return error === null ? <RowsLoading /> : <LoadFailed error={error} onRetry={() => void refetch()} />;
  const isOwn = data.signatures.some(({ operator }) => operator.id === id);
  const isSignable = (data.state === 'complete' || data.state === 'signed') && may(signOperatorDay.permission);
  return (
    <Stack gap="lg">
      <Group gap="sm">
        {isSignable && (
          <Button leftSection={<Signature size={16} aria-hidden />} disabled={isOwn} onClick={() => onSign(data)}>
            {t(data.state === 'signed' ? 'signAndClose' : 'sign')}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<FileSpreadsheet size={16} aria-hidden />}
          onClick={() => {
            const rows = dayRows(data, bank, words(data));
            saveFile(xlsxFile({ name: date, rows }), `candor-day-${date}.xlsx`);
          }}
        >
          {t('asXlsx')}
        </Button>
        <Button
          variant="default"
          onClick={() => saveFile(csvFile(dayRows(data, bank, words(data))), `candor-day-${date}.csv`)}
        >
          {t('asCsv')}
        </Button>
        {isSignable && isOwn && <Text c="dimmed">{t('another')}</Text>}
      </Group>
      {data.state === 'open' && <Text c="dimmed">{t('openHint')}</Text>}
      {data.signatures.length > 0 && (
        <Facts
          facts={data.signatures.map(
            ({ operator, at }, index) =>
              [
                t('signature', { number: index + 1 }),
                <span key={operator.id}>
                  {operator.username} · <MomentText at={at} />
                </span>,
              ] as const,
          )}
        />
      )}
      <div>
        <Text fz="sm" c="dimmed">
          {t('hash')}
        </Text>
        <Copied value={data.hash} name={t('hash')} />
      </div>
      {data.wallets.map((wallet) => (
        <WalletReport key={wallet.wallet} date={date} report={wallet} />
      ))}
      {data.channels.length > 0 && <Channels channels={data.channels} />}
      {bank !== undefined && <BankDay date={date} day={bank} />}
    </Stack>
  );
}

/** The report's words in the language of the page. */
function useDayWords(): (report: DayReportView) => DayWords {
  const t = useTranslations('days');
  const books = useTranslations('books');
  const types = useTranslations('common.transferTypes');
  const statements = useTranslations('statements');
  const momentText = useMomentText();
  return ({ date, state, signatures }) => ({
    title: t('reportOf', { date }),
    date: t('date'),
    hash: t('hash'),
    state: t(`stateOf.${state}`),
    signatures: signatures.map(
      ({ operator, at }, index) =>
        `${t('signature', { number: index + 1 })} · ${operator.username} · ${momentText(at)}`,
    ),
    wallet: (wallet) => books(`walletOf.${wallet}`),
    balances: [t('account'), t('opening'), books('debit'), books('credit'), t('closing')],
    liabilities: t('liabilities'),
    moves: [t('type'), t('account'), books('debit'), books('credit'), books('entries')],
    kind: (kind) => books(`lineOf.${kind}`),
    type: (type) => types(type),
    channels: [t('channels'), books('credit'), t('deposits')],
    bank: [
      statements('account'),
      statements('currency'),
      statements('dayMatched'),
      statements('dayOpen'),
      statements('dayUnproved'),
    ],
  });
}

function WalletReport({ date, report }: { date: string; report: DayReportView['wallets'][number] }) {
  const t = useTranslations('days');
  const books = useTranslations('books');
  const types = useTranslations('common.transferTypes');
  const name = books(`walletOf.${report.wallet}`);
  const currency = useSiteCurrency();
  const changeOf = (debit: string, credit: string): string => {
    const [out, into] = [parseMoney(debit, currency), parseMoney(credit, currency)];
    if (!out.ok || !into.ok) throw new Error('a side of an account is no amount');
    return formatMoney(money(into.value - out.value), currency);
  };
  return (
    <section aria-label={name}>
      <Text fw={650} mb="xs">
        {name}
      </Text>
      <TableFrame>
        <Table horizontalSpacing={6} aria-label={`${name} · ${t('balances')}`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('account')}</Table.Th>
              <Table.Th className="number">{t('opening')}</Table.Th>
              <Table.Th className="number">{t('change')}</Table.Th>
              <Table.Th className="number">{t('closing')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {report.lines.map(({ kind, opening, debit, credit, closing }) => (
              <Table.Tr key={kind} style={{ cursor: 'default' }}>
                <Table.Td className="unbroken">{books(`lineOf.${kind}`)}</Table.Td>
                <Table.Td className="number">
                  <Amount text={opening} />
                </Table.Td>
                <Table.Td className="number">
                  <Amount text={changeOf(debit, credit)} signed />
                </Table.Td>
                <Table.Td className="number" fw={600}>
                  <Amount text={closing} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </TableFrame>
      <Text fz="sm" c="dimmed" my="xs">
        {t('liabilities')} <Amount text={report.liabilities} />
      </Text>
      <TableFrame>
        <Table horizontalSpacing={6} aria-label={`${name} · ${t('moves')}`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('type')}</Table.Th>
              <Table.Th>{t('account')}</Table.Th>
              <Table.Th className="number">{books('debit')}</Table.Th>
              <Table.Th className="number">{books('credit')}</Table.Th>
              <Table.Th className="number">{books('entries')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {report.moves.map(({ type, kind, debit, credit, entries }) => (
              <Table.Tr key={`${type} ${kind}`} style={{ cursor: 'default' }}>
                <Table.Td className="unbroken">{types(type)}</Table.Td>
                <Table.Td className="unbroken">{books(`lineOf.${kind}`)}</Table.Td>
                <Table.Td className="number">
                  <Amount text={debit} />
                </Table.Td>
                <Table.Td className="number">
                  <Amount text={credit} />
                </Table.Td>
                <Table.Td className="number">{entries}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </TableFrame>
      <Button component="a" href={hrefTo('/transfers', { from: date, to: date })} variant="subtle" size="xs" mt="xs">
        {t('toTransfers')}
      </Button>
    </section>
  );
}

function Channels({ channels }: Pick<DayReportView, 'channels'>) {
  const t = useTranslations('days');
  const language = useLanguage();
  const names = useChannelNames();
  return (
    <section aria-label={t('channels')}>
      <Text fw={650} mb="xs">
        {t('channels')}
      </Text>
      <Facts
        facts={channels.map(
          ({ channel, deposits, amount }) =>
            [
              names.get(channel)?.[language] ?? channel,
              <span key={channel}>
                <Amount text={amount} /> · {t('depositsCount', { count: deposits })}
              </span>,
            ] as const,
        )}
      />
    </section>
  );
}

function SignForm({ report, onClose }: { report: DayReportView; onClose: () => void }) {
  const t = useTranslations('days');
  const client = useQueryClient();
  const [key] = useState(newKey);
  const { date, hash, state } = report;
  const sending = useMutation({
    mutationFn: async () => await call(signOperatorDay, { params: { date }, body: { hash }, idempotencyKey: key }),
    onSuccess: (signed) => {
      client.setQueryData(keyOf(date), signed);
      void client.invalidateQueries({ queryKey: queueKey(listOperatorDays) });
      onClose();
    },
    // What was refused is not what was read: it is read again.
    onError: (error) => isOver(error) && void client.invalidateQueries({ queryKey: keyOf(date) }),
  });
  return (
    <FormDialog
      title={t('signTitle', { date })}
      submit={t(state === 'signed' ? 'signAndClose' : 'sign')}
      error={sending.error}
      isSending={sending.isPending}
      isOver={isOver(sending.error)}
      onSubmit={(event) => {
        event.preventDefault();
        sending.mutate();
      }}
      onClose={onClose}
    >
      <Text>{t(state === 'signed' ? 'signHintSecond' : 'signHint')}</Text>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {hash}
      </Code>
    </FormDialog>
  );
}
