/*
 * The queue of a kind of proposal: live, with the panel and the dialogs in which another operator decides. A page says what
 * its kind is about and what would change; who proposed it, who may decide and how is the same for all.
 */

import { useState } from 'react';
import type { ReactNode } from 'react';
import { Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { PROPOSAL_STATUSES } from '@candor/contract/proposals';
import { replaceQuery, useAddress } from '../../lib/location.ts';
import { call } from '../api/request.ts';
import { MemberContext } from '../member/member-context.tsx';
import { MomentText, useMomentText } from '../moments/moments.tsx';
import { useOperator } from '../operator/operator.tsx';
import { Facts } from '../queue/facts.tsx';
import type { Fact } from '../queue/facts.tsx';
import { QueuePage } from '../queue/queue-page.tsx';
import type { Filter } from '../queue/queue-filters.tsx';
import type { Column } from '../queue/queue-table.tsx';
import { RowButton } from '../queue/row-button.tsx';
import { StatusBadge } from '../queue/status-badge.tsx';
import { ActButtons, DecideProposal, useProposalActs } from './proposal-acts.tsx';
import type { ActWords, ProposalAct } from './proposal-acts.tsx';
import type { ProposalKind, ProposalRow, ProposalState } from './proposal-kind.ts';

const TONES = {
  proposed: 'wait',
  waiting: 'busy',
  approved: 'good',
  released: 'good',
  rejected: 'bad',
  stopped: 'bad',
  withdrawn: 'quiet',
} as const;

type ProposalQueueProps<Row extends ProposalRow> = {
  readonly kind: ProposalKind<Row>;
  /** Where proposals are made. */
  readonly emptyHint: string;
  /** What a proposal is about: the first column. Without it: the member. */
  readonly subject?: { readonly title: string; readonly of: (row: Row) => string };
  /** Columns after the first, and filters beside the state. */
  readonly columns?: readonly Column<Row>[];
  readonly filters?: readonly Filter[];
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

export function ProposalQueue<Row extends ProposalRow>(props: ProposalQueueProps<Row>) {
  const t = useTranslations('proposals');
  const { params } = useAddress();
  const { kind, columns = [], filters = [] } = props;
  const { calls, states = PROPOSAL_STATUSES } = kind;
  const subject = props.subject ?? { title: t('member'), of: ({ member }: Row) => member?.username ?? '' };
  const actsOf = useProposalActs(kind, subject.of, props.words ?? {});
  const [deciding, setDeciding] = useState<{ row: Row; act: ProposalAct<Row> } | null>(null);
  const close = () => setDeciding(null);
  const begin = (letter: 'A' | 'R') => (row: Row) => {
    const act = actsOf(row).find((one) => one.letter === letter);
    if (act !== undefined) setDeciding({ row, act });
  };
  const stateText = (state: ProposalState) => t(`stateOf.${state}`);
  const status = (row: Row) => <StatusBadge tone={TONES[row.status]}>{stateText(row.status)}</StatusBadge>;
  const proposedFor = props.form === undefined ? null : params.get('new');
  return (
    <>
      <QueuePage<Row>
        title={t(`titleOf.${kind.name}`)}
        path={calls.list.path}
        read={async (query, signal) => await call(calls.list, { query, signal })}
        versionOf={({ status: state }) => states.findIndex((one) => one === state)}
        readOne={async (id, signal) => await call(calls.read, { params: { id }, signal })}
        areKeysOff={deciding !== null || proposedFor !== null}
        filters={[
          {
            name: 'status',
            label: t('state'),
            choices: states.map((value) => ({ value, label: stateText(value) })),
          },
          ...filters,
          ...(props.subject === undefined ? [{ name: 'member', label: t('member'), width: 220 }] : []),
        ]}
        columns={[
          {
            name: 'subject',
            title: subject.title,
            isFrozen: true,
            cell: (row) => <RowButton>{subject.of(row)}</RowButton>,
          },
          ...columns,
          { name: 'maker', title: t('maker'), cell: ({ maker }) => maker.username },
          { name: 'status', title: t('state'), cell: status },
          {
            name: 'createdAt',
            title: t('createdAt'),
            isExtra: true,
            cell: ({ createdAt }) => <MomentText at={createdAt} />,
          },
        ]}
        idOf={({ id }) => id}
        panelTitle={(row) => (
          <Group gap="sm">
            <Text fw={650} fz="lg">
              {subject.of(row)}
            </Text>
            {status(row)}
          </Group>
        )}
        panel={(row) => (
          <Panel key={row.id} row={row} acts={actsOf(row)} onAct={(act) => setDeciding({ row, act })} {...props} />
        )}
        onApprove={begin('A')}
        onReject={begin('R')}
        empty={{ title: t('empty'), hint: props.emptyHint }}
      />
      {deciding !== null && (
        <DecideProposal
          {...deciding}
          kind={kind}
          amount={deciding.act.letter === 'A' ? props.amountOf?.(deciding.row) : undefined}
          onClose={close}
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
      )}
      {proposedFor !== null &&
        props.form?.({ id: proposedFor, username: params.get('member') ?? proposedFor }, () =>
          replaceQuery({ new: null }),
        )}
    </>
  );
}

type PanelProps<Row extends ProposalRow> = Omit<ProposalQueueProps<Row>, 'form'> & {
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

/** The column of the maker's own words. */
export function useReasonColumn(): Column<ProposalRow> {
  const t = useTranslations('proposals');
  return {
    name: 'reason',
    title: t('reason'),
    isExtra: true,
    cell: ({ reason }) => (
      <Text truncate maw={280} title={reason}>
        {reason}
      </Text>
    ),
  };
}
