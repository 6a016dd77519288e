/*
 * The queue of a kind of proposal: live, with the panel and the forms in which another operator decides. A page says what
 * its kind is about and what would change; who proposed it, who may decide and how is the same for all.
 */

import { Button, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { hrefTo, replaceQuery, useAddress } from '../../lib/location.ts';
import { MomentText } from '../moments/moments.tsx';
import { useMay } from '../operator/operator.tsx';
import { QueuePage } from '../queue/queue-page.tsx';
import type { Column } from '../queue/queue-table.tsx';
import { RowButton } from '../queue/row-button.tsx';
import { statesOf } from './proposal-kind.ts';
import type { ProposalRow } from './proposal-kind.ts';
import { ProposalStatus, useProposalDesk, useSubject } from './use-proposal-desk.tsx';
import type { ProposalSettings } from './use-proposal-desk.tsx';

export function ProposalQueue<Row extends ProposalRow>(props: ProposalSettings<Row>) {
  const t = useTranslations('proposals');
  const { params } = useAddress();
  const { kind, columns = [], filters = [] } = props;
  const { forms, ...desk } = useProposalDesk(props);
  const subject = useSubject(props);
  const proposedFor = props.form === undefined ? null : params.get('new');
  return (
    <>
      <QueuePage<Row>
        {...desk}
        title={t(`titleOf.${kind.name}`)}
        areKeysOff={desk.areKeysOff === true || proposedFor !== null}
        filters={[
          {
            name: 'status',
            label: t('state'),
            choices: statesOf(kind).map((value) => ({ value, label: t(`stateOf.${value}`) })),
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
          { name: 'status', title: t('state'), cell: ({ status }) => <ProposalStatus status={status} /> },
          {
            name: 'createdAt',
            title: t('createdAt'),
            isExtra: true,
            cell: ({ createdAt }) => <MomentText at={createdAt} />,
          },
        ]}
        csv={{
          list: kind.file,
          columns: [
            { name: 'subject', title: subject.title },
            ...(props.fileColumns ?? []),
            { name: 'maker', title: t('maker') },
            {
              name: 'status',
              title: t('state'),
              words: Object.fromEntries(statesOf(kind).map((value) => [value, t(`stateOf.${value}`)])),
            },
            { name: 'reason', title: t('reason') },
            { name: 'createdAt', title: t('createdAt'), isMoment: true },
            { name: 'checker', title: t('checker') },
            { name: 'decidedAt', title: t('decidedAt'), isMoment: true },
            { name: 'note', title: t('note') },
          ],
        }}
        empty={{ title: t('empty'), hint: props.emptyHint, action: <MadeAt name={kind.name} /> }}
      />
      {forms}
      {proposedFor !== null &&
        props.form?.({ id: proposedFor, username: params.get('member') ?? proposedFor }, () =>
          replaceQuery({ new: null }),
        )}
    </>
  );
}

/** Where proposals of each kind are made. */
const MADE_AT = {
  adjustments: ['/members', 'members.title', 'member:profile:search'],
  factorReleases: ['/members', 'members.title', 'member:profile:search'],
  markReleases: ['/marks', 'marks.title', 'member:mark:read'],
  terms: ['/terms', 'terms.title', 'site:channel:read'],
  investments: ['/invest', 'invest.title', 'invest:project:read'],
  productChanges: ['/products', 'products.title', 'market:product:read'],
  productTerms: ['/products', 'products.title', 'market:product:read'],
  resumptions: ['/products', 'products.title', 'market:product:read'],
  site: ['/site', 'site.title', 'site:settings:read'],
  staffChanges: ['/staff', 'staff.title', 'staff:operator:read'],
  roleChanges: ['/roles', 'staff.rolesTitle', 'staff:role:read'],
  texts: ['/texts', 'texts.pageTitle', 'site:text:read'],
} as const;

function MadeAt({ name }: { name: keyof typeof MADE_AT }) {
  const t = useTranslations();
  const may = useMay();
  const [path, page, permission] = MADE_AT[name];
  if (!may(permission)) return null;
  return (
    <Button mt="sm" variant="default" component="a" href={hrefTo(path)}>
      {t('common.goTo', { page: t(page) })}
    </Button>
  );
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
