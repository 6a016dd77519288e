/* What an operator does with a kind of proposal: reads what would change, and decides. */

import { useState } from 'react';
import type { ReactNode } from 'react';
import { Group, Stack, Text } from '@mantine/core';
import { CircleCheck, CircleMinus, CircleX, Clock, Users } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { call } from '../api/request.ts';
import { MemberContext } from '../member/member-context.tsx';
import { useMomentText } from '../moments/moments.tsx';
import { useOperator } from '../operator/operator.tsx';
import { Facts } from '../queue/facts.tsx';
import type { Fact } from '../queue/facts.tsx';
import type { DeskWithForms } from '../queue/queue-desk.ts';
import type { Filter } from '../queue/queue-filters.tsx';
import type { ListFile } from '../queue/queue-page.tsx';
import type { Column } from '../queue/queue-table.tsx';
import { StatusBadge } from '../queue/status-badge.tsx';
import { useWork } from '../work/use-work.ts';
import type { WorkName, WorkQueue } from '../work/work-line.ts';
import { ActButtons, DecideProposal, useProposalActs } from './proposal-acts.tsx';
import type { ActWords, ProposalAct } from './proposal-acts.tsx';
import { statesOf } from './proposal-kind.ts';
import type { ProposalKind, ProposalRow, ProposalState } from './proposal-kind.ts';

/** As of deposits and withdrawals: what waits for a second operator has one colour everywhere. */
const APPEARANCE = {
  proposed: ['wait', Users],
  waiting: ['busy', Clock],
  approved: ['good', CircleCheck],
  released: ['good', CircleCheck],
  rejected: ['bad', CircleX],
  stopped: ['bad', CircleX],
  withdrawn: ['quiet', CircleMinus],
} as const;

export function ProposalStatus({ status }: { status: ProposalState }) {
  const t = useTranslations('proposals.stateOf');
  const [tone, icon] = APPEARANCE[status];
  return (
    <StatusBadge tone={tone} icon={icon}>
      {t(status)}
    </StatusBadge>
  );
}

export type ProposalSettings<Row extends ProposalRow> = {
  readonly kind: ProposalKind<Row>;
  /** Where proposals are made. */
  readonly emptyHint: string;
  /** What a proposal is about: the first column. Without it: the member. */
  readonly subject?: { readonly title: string; readonly of: (row: Row) => string };
  /** Columns after the first, and filters beside the state. */
  readonly columns?: readonly Column<Row>[];
  readonly filters?: readonly Filter[];
  /** Columns of the file beside those of every kind. */
  readonly fileColumns?: ListFile['columns'];
  /** Facts of this kind, in the panel and in the dialogs. */
  readonly facts?: (row: Row, place: 'panel' | 'dialog') => readonly Fact[];
  /** Facts that come with the decision, in the panel. */
  readonly laterFacts?: (row: Row) => readonly Fact[];
  /** What would change, in the panel and in the dialogs. */
  readonly change?: (row: Row) => ReactNode;
  /** What helps to decide, in the panel. */
  readonly details?: (row: Row) => ReactNode;
  /** What an approval does, in a sentence. */
  readonly effect?: (row: Row) => string | null;
  /** Where they are not the row's own words. */
  readonly reasonOf?: (row: Row) => string;
  readonly noteOf?: (row: Row) => string | null;
  readonly words?: ActWords<Row>;
  /** An amount that must be typed to approve. */
  readonly amountOf?: (row: Row) => string;
  /** The form for the member whom the address names in `new`. */
  readonly form?: (member: { id: string; username: string }, onClose: () => void) => ReactNode;
};

/** What the first column says, and is called. */
export function useSubject<Row extends ProposalRow>({ subject }: Pick<ProposalSettings<Row>, 'subject'>) {
  const t = useTranslations('proposals');
  return subject ?? { title: t('member'), of: ({ member }: Row) => member?.username ?? '' };
}

export function useProposalDesk<Row extends ProposalRow>(props: ProposalSettings<Row>): DeskWithForms<Row> {
  const t = useTranslations('proposals');
  const { kind } = props;
  const { calls } = kind;
  const subject = useSubject(props);
  const actsOf = useProposalActs(kind, subject.of, props.words ?? {});
  const [deciding, setDeciding] = useState<{ row: Row; act: ProposalAct<Row> } | null>(null);
  const begin = (letter: 'A' | 'R') => (row: Row) => {
    const act = actsOf(row).find((one) => one.letter === letter);
    if (act !== undefined) setDeciding({ row, act });
  };
  return {
    path: calls.list.path,
    read: async (query, signal) => await call(calls.list, { query, signal }),
    idOf: ({ id }) => id,
    versionOf: ({ status: state }) => statesOf(kind).findIndex((one) => one === state),
    readOne: async (id, signal) => await call(calls.read, { params: { id }, signal }),
    waitingOf: (row) =>
      row.status === 'proposed'
        ? { since: row.createdAt, promisedMinutes: null, amount: props.amountOf?.(row) ?? null }
        : null,
    areKeysOff: deciding !== null,
    panelTitle: (row) => (
      <Group gap="sm">
        <Text fw={650} fz="lg">
          {subject.of(row)}
        </Text>
        <ProposalStatus status={row.status} />
      </Group>
    ),
    panel: (row) => (
      <Panel key={row.id} row={row} acts={actsOf(row)} onAct={(act) => setDeciding({ row, act })} {...props} />
    ),
    onApprove: begin('A'),
    onReject: begin('R'),
    forms: deciding !== null && (
      <DecideProposal
        {...deciding}
        kind={kind}
        amount={deciding.act.letter === 'A' ? props.amountOf?.(deciding.row) : undefined}
        onClose={() => setDeciding(null)}
      >
        <Facts
          facts={[
            [subject.title, subject.of(deciding.row)],
            ...(props.facts?.(deciding.row, 'dialog') ?? []),
            [t('reason'), props.reasonOf?.(deciding.row) ?? deciding.row.reason],
          ]}
        />
        {props.change?.(deciding.row)}
        {deciding.act.letter === 'A' && <Quiet text={props.effect?.(deciding.row)} />}
      </DecideProposal>
    ),
  };
}

/** The proposals of a kind that wait for another operator. */
export function useProposalWork<Row extends ProposalRow>(
  props: ProposalSettings<Row>,
  place: { readonly icon: LucideIcon; readonly path: string; readonly counter: string },
): WorkQueue {
  const subject = useSubject(props);
  const { id } = useOperator();
  const kind: WorkName = props.kind.name;
  return useWork<Row>({
    ...place,
    kind,
    permission: props.kind.calls.list.permission,
    desk: useProposalDesk(props),
    query: { status: 'proposed' },
    factsOf: (row) =>
      row.status === 'proposed'
        ? {
            subject: subject.of(row),
            amount: props.amountOf?.(row) ?? null,
            since: row.createdAt,
            promisedMinutes: null,
            state: <ProposalStatus status={row.status} />,
            isMine: row.maker.id === id,
          }
        : null,
  });
}

type PanelProps<Row extends ProposalRow> = Omit<ProposalSettings<Row>, 'form'> & {
  row: Row;
  acts: readonly ProposalAct<Row>[];
  onAct: (act: ProposalAct<Row>) => void;
};

function Panel<Row extends ProposalRow>({ row, acts, onAct, ...props }: PanelProps<Row>) {
  const t = useTranslations('proposals');
  const { id } = useOperator();
  const moment = useMomentText();
  const { member, maker, checker } = row;
  const isOpen = row.status === 'proposed';
  const decision = [
    [t('checker'), checker?.username ?? '—'],
    [t('decidedAt'), row.decidedAt === null ? '—' : moment(row.decidedAt)],
    [t('note'), (props.noteOf === undefined ? row.note : props.noteOf(row)) ?? '—'],
    ...(props.laterFacts?.(row) ?? []),
  ] as const;
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          ...(member === undefined ? [] : [[t('member'), `${member.username} (${member.id})`] as const]),
          ...(props.facts?.(row, 'panel') ?? []),
          [t('reason'), props.reasonOf?.(row) ?? row.reason],
          [t('maker'), maker.username],
          [t('createdAt'), moment(row.createdAt)],
          ...(isOpen ? [] : decision),
        ]}
      />
      {props.change?.(row)}
      {props.details?.(row)}
      {isOpen && <Quiet text={props.effect?.(row)} />}
      {isOpen && maker.id === id && <Quiet text={t('own')} />}
      {member !== undefined && <MemberContext id={member.id} />}
      <ActButtons acts={acts} onAct={onAct} />
    </Stack>
  );
}

function Quiet({ text }: { text: string | null | undefined }) {
  return text === null || text === undefined ? null : <Text c="dimmed">{text}</Text>;
}
