/* Parts of what an operator knows of a member. The queues and the member's own page show the same. */

import { writeMemberNote } from '@candor/contract/calls/console/members';
import { useState } from 'react';
import { Anchor, Button, Group, Stack, Table, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { newKey } from '@candor/api-client/new-key';
import type { MemberDetailView } from '@candor/contract/console-members';
import { deviceName } from '@candor/ui/device-name';
import { useMessageOf } from '../../lib/i18n.tsx';
import { hrefTo } from '../../lib/location.ts';
import { call } from '../api/request.ts';
import { useMay, useOperator } from '../operator/operator.tsx';
import { Amount } from '../queue/amount.tsx';
import { isReviewState, StateBadge } from '../cashier/state-badge.tsx';
import { StatusBadge } from '../queue/status-badge.tsx';
import { useMomentText } from '../moments/moments.tsx';

const VERIFIED = { none: 'quiet', pending: 'wait', verified: 'good', rejected: 'bad' } as const;

/** Of an account that ends, and of one that has ended. */
export const ENDING_TONES = { closing: 'wait', closed: 'quiet' } as const;

/** Whether the site knows who the member is, whether the account ends, and what they are kept from. */
export function Standing({ member }: { member: Pick<MemberDetailView, 'verification' | 'restrictions' | 'ending'> }) {
  const t = useTranslations('members');
  return (
    <Group gap={6}>
      <StatusBadge tone={VERIFIED[member.verification]}>{t(`verificationOf.${member.verification}`)}</StatusBadge>
      {member.ending !== null && (
        <StatusBadge tone={ENDING_TONES[member.ending]}>{t(`stateOf.${member.ending}`)}</StatusBadge>
      )}
      {member.restrictions.map((kind) => (
        <StatusBadge key={kind} tone="bad">
          {t(`stateOf.${kind}`)}
        </StatusBadge>
      ))}
    </Group>
  );
}

/** Why the member is kept from something now. */
export function restrictionsInForce({
  restrictions,
  history,
}: Pick<MemberDetailView, 'restrictions' | 'history'>): MemberDetailView['history'] {
  return restrictions.flatMap((kind) => history.find((entry) => entry.kind === kind && entry.restricted) ?? []);
}

type Line = Pick<MemberDetailView['deposits'][number], 'id' | 'reference' | 'amount' | 'status' | 'createdAt'> & {
  readonly payout?: string;
};

/** The newest deposits or withdrawals. The one that is open in the console has no link to itself. */
export function RecentMoney({
  lines,
  path,
  openId,
}: {
  lines: readonly Line[];
  path: '/deposits' | '/withdrawals';
  openId?: string | undefined;
}) {
  const momentText = useMomentText();
  const t = useTranslations('members');
  const may = useMay();
  const mayOpen = may(path === '/deposits' ? 'cashier:deposit:read' : 'cashier:withdrawal:read');
  if (lines.length === 0) return <Text c="dimmed">{t('none')}</Text>;
  return (
    <div className="table-scroll">
      <Table verticalSpacing={6} horizontalSpacing={0}>
        <Table.Tbody>
          {lines.map(({ id, reference, amount, status, payout, createdAt }) => {
            const state = status === 'approved' && payout !== undefined ? payout : status;
            return (
              <Table.Tr key={id}>
                <Table.Td pe="sm">
                  {id === openId || !mayOpen ? (
                    <span className="figures">{reference}</span>
                  ) : (
                    <Anchor className="figures" href={hrefTo(path, { status, q: reference, row: id })}>
                      {reference}
                    </Anchor>
                  )}
                  <Text fz="xs" c="dimmed" className="figures unbroken">
                    {momentText(createdAt)}
                  </Text>
                </Table.Td>
                <Table.Td className="number">
                  <Amount text={amount} />
                  <div>{isReviewState(state) ? <StateBadge state={state} /> : state}</div>
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** Orders that run. Nobody here can touch them. */
export function OpenOrders({ orders }: { orders: MemberDetailView['openOrders'] }) {
  const momentText = useMomentText();
  const t = useTranslations('members');
  if (orders.length === 0) return <Text c="dimmed">{t('none')}</Text>;
  return (
    <div className="table-scroll">
      <Table verticalSpacing={6} horizontalSpacing={0}>
        <Table.Tbody>
          {orders.map(({ id, product, direction, stake, closesAt }) => (
            <Table.Tr key={id}>
              <Table.Td>{product}</Table.Td>
              <Table.Td px="sm">{t(direction)}</Table.Td>
              <Table.Td className="number" pr="sm">
                <Amount text={stake} />
              </Table.Td>
              <Table.Td className="number unbroken" c="dimmed">
                {t('closes', { at: momentText(closesAt) })}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** The newest logins that are still open: where from, and with what. */
export function Devices({ sessions }: { sessions: MemberDetailView['sessions'] }) {
  const moment = useMomentText();
  const t = useTranslations('members');
  if (sessions.length === 0) return <Text c="dimmed">{t('noSessions')}</Text>;
  return (
    <Stack gap={8}>
      {sessions.slice(0, DEVICES_SHOWN).map(({ id, device, address, createdAt, lastSeenAt }) => (
        <div key={id}>
          <Text truncate>{deviceName(device) ?? '—'}</Text>
          <Text fz="xs" c="dimmed" className="figures">
            {address ?? '—'} · {t('since', { at: moment(createdAt) })} · {t('seen', { at: moment(lastSeenAt) })}
          </Text>
        </div>
      ))}
    </Stack>
  );
}

const DEVICES_SHOWN = 3;

const NOTE_CHARS_MAX = 500;

/** What operators wrote about the member, and a field for more. A note stays as it is. */
export function Notes({ member }: { member: Pick<MemberDetailView, 'id' | 'notes'> }) {
  const moment = useMomentText();
  const t = useTranslations('members');
  const may = useMay();
  const { id: ownId } = useOperator();
  const client = useQueryClient();
  const messageOf = useMessageOf();
  const [text, setText] = useState('');
  const [key, setKey] = useState(newKey);
  const writing = useMutation({
    mutationFn: async () =>
      await call(writeMemberNote, { params: { id: member.id }, body: { text: text.trim() }, idempotencyKey: key }),
    onSuccess: async () => {
      setText('');
      setKey(newKey());
      await client.invalidateQueries({ queryKey: ['member', member.id] });
    },
  });
  const mayWrite = may('member:note:write') && ownId !== member.id;
  return (
    <Stack gap="sm">
      {member.notes.length === 0 && !mayWrite && <Text c="dimmed">{t('none')}</Text>}
      {member.notes.map(({ id, text: said, operator, at }) => (
        <div key={id}>
          <Text className="wrap-anywhere" style={{ whiteSpace: 'pre-wrap' }}>
            {said}
          </Text>
          <Text fz="xs" c="dimmed">
            {operator} · {moment(at)}
          </Text>
        </div>
      ))}
      {mayWrite && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() !== '' && !writing.isPending) writing.mutate();
          }}
        >
          <Textarea
            aria-label={t('note')}
            placeholder={t('noteHint')}
            autosize
            minRows={1}
            maxLength={NOTE_CHARS_MAX}
            value={text}
            error={writing.error === null ? null : messageOf(writing.error)}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          {text.trim() !== '' && (
            <Button type="submit" size="compact-sm" variant="default" mt={8} loading={writing.isPending}>
              {t('writeNote')}
            </Button>
          )}
        </form>
      )}
    </Stack>
  );
}
