/* What members hold. Nobody here can touch a holding. */

import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { listHoldings } from '@candor/contract/calls/console/invest';
import type { OperatorHolding } from '@candor/contract/console-invest';
import { HOLDING_STATUSES } from '@candor/contract/invest';
import { formatPercent } from '@candor/ui/figures';
import { useLanguage } from '../../lib/language.ts';
import { hrefTo } from '../../lib/location.ts';
import { MemberLink } from '../../services/cashier/member-link.tsx';
import { MemberContext } from '../../services/member/member-context.tsx';
import { useMay } from '../../services/operator/operator.tsx';
import { Amount } from '../../services/queue/amount.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import { queueOf } from '../../services/queue/queue-of.ts';
import { QueuePage } from '../../services/queue/queue-page.tsx';
import { RowButton } from '../../services/queue/row-button.tsx';
import { StatusBadge } from '../../services/queue/status-badge.tsx';
import { useInvest } from './use-invest.ts';
import { useMomentText } from '../../services/moments/moments.tsx';

export function HoldingsPage() {
  const t = useTranslations('invest');
  const language = useLanguage();
  const projects = useInvest().data?.projects ?? [];
  return (
    <QueuePage
      title={t('holdingsTitle')}
      {...queueOf(listHoldings)}
      filters={[
        {
          name: 'status',
          label: t('state'),
          choices: HOLDING_STATUSES.map((value) => ({ value, label: t(`holdingStateOf.${value}`) })),
        },
        {
          name: 'projectId',
          label: t('project'),
          width: 240,
          choices: projects.map(({ id, terms }) => ({ value: id, label: terms.names[language] })),
        },
        { name: 'member', label: t('member'), placeholder: t('memberHint'), width: 220 },
      ]}
      columns={[
        {
          name: 'member',
          title: t('member'),
          isFrozen: true,
          cell: ({ member }) => <RowButton>{member.username}</RowButton>,
        },
        {
          name: 'project',
          title: t('project'),
          cell: ({ names, termsVersion }) => (
            <span className="unbroken">
              {names[language]}{' '}
              <Text span fz="xs" c="dimmed">
                {t('version', { version: termsVersion })}
              </Text>
            </span>
          ),
        },
        {
          name: 'principal',
          title: t('principal'),
          isNumber: true,
          cell: ({ principal }) => <Amount text={principal} />,
        },
        {
          name: 'rate',
          title: t('field.annualRate'),
          isNumber: true,
          cell: ({ annualRate }) => formatPercent(annualRate),
        },
        { name: 'accrued', title: t('accrued'), isNumber: true, cell: ({ accrued }) => <Amount text={accrued} /> },
        {
          name: 'maturesOn',
          title: t('maturesOn'),
          cell: ({ maturesOn, status, daysLeft }) => (
            <span className="unbroken">
              {maturesOn}{' '}
              {status === 'running' && (
                <Text span fz="xs" c="dimmed">
                  {t('daysLeft', { count: daysLeft })}
                </Text>
              )}
            </span>
          ),
        },
        { name: 'status', title: t('state'), cell: ({ status }) => <Status status={status} /> },
      ]}
      idOf={({ id }) => id}
      panelTitle={({ member, names, status }) => (
        <Group gap="sm">
          <Text fw={650} fz="lg">
            {member.username} · {names[language]}
          </Text>
          <Status status={status} />
        </Group>
      )}
      panel={(row) => <Panel row={row} />}
      csv={{
        list: 'holdings',
        columns: [
          { name: 'member', title: t('member') },
          { name: 'project', title: t('project') },
          { name: 'principal', title: t('principal') },
          { name: 'rate', title: t('field.annualRate') },
          { name: 'accrued', title: t('accrued') },
          { name: 'maturesOn', title: t('maturesOn') },
          {
            name: 'status',
            title: t('state'),
            words: Object.fromEntries(HOLDING_STATUSES.map((value) => [value, t(`holdingStateOf.${value}`)])),
          },
        ],
      }}
      empty={{ title: t('noHoldings'), hint: t('noHoldingsHint') }}
    />
  );
}

const TONES = { running: 'busy', matured: 'good', redeemed: 'quiet' } as const;

function Status({ status }: Pick<OperatorHolding, 'status'>) {
  const t = useTranslations('invest.holdingStateOf');
  return <StatusBadge tone={TONES[status]}>{t(status)}</StatusBadge>;
}

function Panel({ row }: { row: OperatorHolding }) {
  const t = useTranslations('invest');
  const language = useLanguage();
  const may = useMay();
  const moment = useMomentText();
  const version = t('version', { version: row.termsVersion });
  const { early } = row;
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          [t('reference'), row.reference],
          [t('member'), <MemberLink key="member" member={row.member} />],
          [
            t('project'),
            may('invest:project:read') ? (
              <span key="project">
                <Anchor href={hrefTo('/invest', { project: row.projectId })}>{row.names[language]}</Anchor> · {version}
              </span>
            ) : (
              `${row.names[language]} · ${version}`
            ),
          ],
          [t('principal'), <Amount key="principal" text={row.principal} />],
          [t('field.annualRate'), formatPercent(row.annualRate)],
          [t('field.interest'), t(`interestOf.${row.interest}`)],
          [t('accrued'), <Amount key="accrued" text={row.accrued} />],
          [t('paid'), <Amount key="paid" text={row.paid} />],
          [t('totalInterest'), <Amount key="totalInterest" text={row.totalInterest} />],
          [t('termFromTo'), `${row.startsOn} – ${row.maturesOn} (${t('days', { count: row.termDays })})`],
          ...(row.status === 'running' ? ([[t('remaining'), t('days', { count: row.daysLeft })]] as const) : []),
          [
            t('field.early'),
            early === null
              ? t('noEarly')
              : t('earlyOf', { count: early.lockDays, rate: formatPercent(early.annualRate) }),
          ],
          [t('rollOver'), t(row.rollOver ? 'yes' : 'no')],
          [t('boughtAt'), moment(row.createdAt)],
          [t('agreement'), t('version', { version: row.agreementVersion })],
          ...(row.endedAt === null ? [] : ([[t('endedAt'), moment(row.endedAt)]] as const)),
        ]}
      />
      <MemberContext id={row.member.id} />
    </Stack>
  );
}
