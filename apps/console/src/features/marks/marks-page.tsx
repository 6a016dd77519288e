/* Cards, identities and device keys that more than one member has or tried to have, and those of one member. */

import { useState } from 'react';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { listMarks, proposeMarkRelease } from '@candor/contract/calls/console/marks';
import { MARK_KINDS, MARK_STATES } from '@candor/contract/console-marks';
import type { MarkView } from '@candor/contract/console-marks';
import { hrefTo } from '../../lib/location.ts';
import { call } from '../../services/api/request.ts';
import { MomentText } from '../../services/moments/moments.tsx';
import { useMay, useOperator } from '../../services/operator/operator.tsx';
import { MARK_RELEASES } from '../../services/proposal/kinds.ts';
import { ProposeReason } from '../../services/proposal/proposal-form.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import { queueOf } from '../../services/queue/queue-of.ts';
import { QueuePage } from '../../services/queue/queue-page.tsx';
import { RowButton } from '../../services/queue/row-button.tsx';
import { StatusBadge } from '../../services/queue/status-badge.tsx';

type Released = { memberId: string; username: string } & Pick<MarkView, 'kind' | 'mark'>;

const TONES = { own: 'good', shared: 'warn', refused: 'bad', released: 'quiet' } as const;

export function MarksPage() {
  const t = useTranslations('marks');
  const [proposing, setProposing] = useState<Released | null>(null);
  return (
    <>
      <QueuePage
        title={t('title')}
        {...queueOf(listMarks)}
        versionOf={({ lastAt, holders }) => Date.parse(lastAt) + holders.filter(({ open }) => open !== null).length}
        areKeysOff={proposing !== null}
        hint={t('hint')}
        filters={[
          {
            name: 'kind',
            label: t('kind'),
            choices: MARK_KINDS.map((kind) => ({ value: kind, label: t(`kindOf.${kind}`) })),
          },
          { name: 'member', label: t('member'), width: 220 },
        ]}
        columns={[
          {
            name: 'member',
            title: t('member'),
            isFrozen: true,
            cell: ({ member }) => <RowButton>{member.username}</RowButton>,
          },
          { name: 'kind', title: t('kind'), cell: ({ kind }) => t(`kindOf.${kind}`) },
          { name: 'state', title: t('state'), cell: ({ state }) => <State state={state} /> },
          { name: 'holder', title: t('holder'), cell: (row) => holdersOf(row).join(' · ') || '—' },
          {
            name: 'lastAt',
            title: t('lastAt'),
            cell: ({ lastAt }) => <MomentText at={lastAt} />,
          },
        ]}
        idOf={({ id }) => id}
        panelTitle={(row) => (
          <Group gap="sm">
            <Text fw={650} fz="lg">
              {t(`kindOf.${row.kind}`)}
            </Text>
            <State state={row.state} />
          </Group>
        )}
        panel={(row) => <Panel row={row} onPropose={setProposing} />}
        csv={{
          list: 'marks',
          columns: [
            { name: 'member', title: t('member') },
            {
              name: 'kind',
              title: t('kind'),
              words: Object.fromEntries(MARK_KINDS.map((kind) => [kind, t(`kindOf.${kind}`)])),
            },
            {
              name: 'state',
              title: t('state'),
              words: Object.fromEntries(MARK_STATES.map((state) => [state, t(`stateOf.${state}`)])),
            },
            { name: 'holder', title: t('holder') },
            { name: 'mark', title: t('mark') },
            { name: 'firstAt', title: t('firstAt'), isMoment: true },
            { name: 'lastAt', title: t('lastAt'), isMoment: true },
          ],
        }}
        empty={{ title: t('empty'), hint: t('emptyHint') }}
      />
      {proposing !== null && <ProposeRelease {...proposing} onClose={() => setProposing(null)} />}
    </>
  );
}

/** Proposes to release what a member holds. Nothing happens before another operator approves it. */
function ProposeRelease({ username, onClose, ...body }: Released & { onClose: () => void }) {
  const t = useTranslations('marks');
  return (
    <ProposeReason
      kind={MARK_RELEASES}
      title={t('proposeFor', { member: username })}
      send={async (reason, idempotencyKey) =>
        await call(proposeMarkRelease, { body: { ...body, reason }, idempotencyKey })
      }
      reasons={[t('reasons.otherHolder'), t('reasons.newAccount'), t('reasons.mistake')]}
      effect={t(`effectOf.${body.kind}`)}
      onClose={onClose}
    />
  );
}

/** The names of the members who have it. */
function holdersOf({ holders }: MarkView): string[] {
  return holders.filter(({ state }) => state === 'own' || state === 'shared').map(({ member }) => member.username);
}

function State({ state }: Pick<MarkView, 'state'>) {
  const t = useTranslations('marks.stateOf');
  return <StatusBadge tone={TONES[state]}>{t(state)}</StatusBadge>;
}

function Panel({ row, onPropose }: { row: MarkView; onPropose: (released: Released) => void }) {
  const t = useTranslations('marks');
  const waits = useTranslations('proposals')('waits');
  const may = useMay();
  const { id: ownId } = useOperator();
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          [
            t('mark'),
            <span key="mark" className="figures">
              {row.mark.slice(0, 12)}
            </span>,
          ],
          [t('firstAt'), <MomentText key="firstAt" at={row.firstAt} />],
          [t('lastAt'), <MomentText key="lastAt" at={row.lastAt} />],
        ]}
      />
      <Text c="dimmed">{t('markHint')}</Text>
      <Stack gap="sm">
        {row.holders.map(({ member, state, open }) => (
          <Group key={member.id} justify="space-between" wrap="nowrap">
            <Group gap="sm">
              <Anchor href={hrefTo('/members', { row: member.id })}>{member.username}</Anchor>
              <State state={state} />
            </Group>
            {open !== null ? (
              <Anchor href={hrefTo('/mark-releases', { row: open })} className="unbroken">
                {waits}
              </Anchor>
            ) : (
              (state === 'own' || state === 'shared') &&
              member.id !== ownId &&
              may('member:mark:make') && (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t('proposeFor', { member: member.username })}
                  onClick={() =>
                    onPropose({ memberId: member.id, username: member.username, kind: row.kind, mark: row.mark })
                  }
                >
                  {t('propose')}
                </Button>
              )
            )}
          </Group>
        ))}
      </Stack>
    </Stack>
  );
}
