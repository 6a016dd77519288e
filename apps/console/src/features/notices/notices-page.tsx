/* Announcements: found, written, edited as versions, withdrawn with a reason. `A` edits the row, `R` withdraws it. */

import {
  listNoticeVersions,
  listOperatorNotices,
  readOperatorNotice,
  withdrawNotice,
} from '@candor/contract/calls/console/notices';
import { queueOf } from '../../services/queue/queue-of.ts';
import { useState } from 'react';
import { Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { NOTICE_STATES } from '@candor/contract/console-notices';
import type { OperatorNoticeView } from '@candor/contract/console-notices';
import { LANGUAGES } from '@candor/contract/languages';
import { NOTICE_CATEGORIES } from '@candor/contract/notices';
import { useLanguage } from '../../lib/language.ts';
import { call } from '../../services/api/request.ts';
import { useMay } from '../../services/operator/operator.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import { QueuePage } from '../../services/queue/queue-page.tsx';
import { RowButton } from '../../services/queue/row-button.tsx';
import { NoticeForm } from './notice-form.tsx';
import { NoticeState } from './notice-state.tsx';
import { TextPreview } from './text-preview.tsx';
import { WithdrawForm } from './withdraw-form.tsx';
import { MomentText } from '../../services/moments/moments.tsx';

type Doing =
  | { act: 'write'; notice: OperatorNoticeView | null }
  | { act: 'withdraw'; notice: OperatorNoticeView }
  | null;

export function NoticesPage() {
  const t = useTranslations('notices');
  const language = useLanguage();
  const mayWrite = useMay()('content:notice:write');
  const [doing, setDoing] = useState<Doing>(null);
  const close = () => setDoing(null);
  const edit = (notice: OperatorNoticeView) => {
    if (mayWrite && notice.state !== 'withdrawn') setDoing({ act: 'write', notice });
  };
  const withdraw = (notice: OperatorNoticeView) => {
    if (mayWrite && notice.state !== 'withdrawn') setDoing({ act: 'withdraw', notice });
  };
  return (
    <>
      <QueuePage<OperatorNoticeView>
        title={t('title')}
        {...queueOf(listOperatorNotices)}
        versionOf={({ version }) => version}
        readOne={async (id, signal) => await call(readOperatorNotice, { params: { id }, signal })}
        areKeysOff={doing !== null}
        actions={
          mayWrite && (
            <Button
              leftSection={<Plus size={16} aria-hidden />}
              onClick={() => setDoing({ act: 'write', notice: null })}
            >
              {t('new')}
            </Button>
          )
        }
        filters={[
          { name: 'q', label: t('search'), width: 220 },
          {
            name: 'state',
            label: t('state'),
            choices: NOTICE_STATES.map((value) => ({ value, label: t(`stateOf.${value}`) })),
          },
          {
            name: 'category',
            label: t('category'),
            choices: NOTICE_CATEGORIES.map((value) => ({ value, label: t(`categoryOf.${value}`) })),
          },
        ]}
        columns={[
          {
            name: 'title',
            title: t('name'),
            isFrozen: true,
            width: 320,
            cell: ({ texts }) => <RowButton wraps>{texts[language].title}</RowButton>,
          },
          { name: 'category', title: t('category'), cell: ({ category }) => t(`categoryOf.${category}`) },
          { name: 'state', title: t('state'), cell: ({ state }) => <NoticeState state={state} /> },
          {
            name: 'marks',
            title: '',
            cell: ({ pinned, important }) => (
              <span className="unbroken">
                {[...(pinned ? [t('pinned')] : []), ...(important ? [t('important')] : [])].join(' · ')}
              </span>
            ),
          },
          { name: 'from', title: t('from'), cell: ({ publishedFrom }) => <MomentText at={publishedFrom} /> },
          { name: 'until', title: t('until'), cell: ({ publishedUntil }) => <MomentText at={publishedUntil} /> },
          { name: 'by', title: t('by'), cell: ({ operator }) => operator?.username ?? t('platform') },
        ]}
        idOf={({ id }) => id}
        panelTitle={({ texts, state }) => (
          <Group gap="sm">
            <Text fw={650} fz="lg">
              {texts[language].title}
            </Text>
            <NoticeState state={state} />
          </Group>
        )}
        panel={(notice) => (
          <Panel notice={notice} mayWrite={mayWrite} onEdit={() => edit(notice)} onWithdraw={() => withdraw(notice)} />
        )}
        onApprove={edit}
        onReject={withdraw}
        csv={{
          list: 'notices',
          columns: [
            { name: 'title', title: t('name') },
            {
              name: 'category',
              title: t('category'),
              words: Object.fromEntries(NOTICE_CATEGORIES.map((value) => [value, t(`categoryOf.${value}`)])),
            },
            {
              name: 'state',
              title: t('state'),
              words: Object.fromEntries(NOTICE_STATES.map((value) => [value, t(`stateOf.${value}`)])),
            },
            { name: 'from', title: t('from'), isMoment: true },
            { name: 'until', title: t('until'), isMoment: true },
            { name: 'by', title: t('by') },
            { name: 'body', title: t('form.body') },
          ],
        }}
        empty={{ title: t('empty'), hint: t('emptyHint') }}
      />
      {doing?.act === 'write' && <NoticeForm notice={doing.notice} onClose={close} />}
      {doing?.act === 'withdraw' && (
        <WithdrawForm
          title={doing.notice.texts[language].title}
          base={doing.notice.version}
          withdraw={async (body, idempotencyKey) =>
            await call(withdrawNotice, { params: { id: doing.notice.id }, body, idempotencyKey })
          }
          list={listOperatorNotices}
          onClose={close}
        />
      )}
    </>
  );
}

type PanelProps = { notice: OperatorNoticeView; mayWrite: boolean; onEdit: () => void; onWithdraw: () => void };

function Panel({ notice, mayWrite, onEdit, onWithdraw }: PanelProps) {
  const t = useTranslations('notices');
  const nameOf = useTranslations('common.languageName');
  const language = useLanguage();
  const { category, operator, version, areas, reason } = notice;
  const isMaintenance = category === 'maintenance';
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          [t('category'), t(`categoryOf.${category}`)],
          [t('from'), <MomentText key="from" at={notice.publishedFrom} />],
          [t('until'), <MomentText key="until" at={notice.publishedUntil} />],
          ...(isMaintenance
            ? ([
                [t('form.startsAt'), <MomentText key="startsAt" at={notice.startsAt} />],
                [t('form.endsAt'), <MomentText key="endsAt" at={notice.endsAt} />],
                [t('form.areas'), areas.map((area) => t(`areaOf.${area}`)).join(' · ')],
              ] as const)
            : []),
          [t('by'), `${operator?.username ?? t('platform')} · ${t('version', { version })}`],
          ...(reason === null ? [] : ([[t('reason'), reason]] as const)),
        ]}
      />
      <Tabs defaultValue={language} keepMounted={false}>
        <Tabs.List>
          {LANGUAGES.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {nameOf(name)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {LANGUAGES.map((name) => (
          <Tabs.Panel key={name} value={name} pt="md">
            <TextPreview text={notice.texts[name]} language={name} />
          </Tabs.Panel>
        ))}
      </Tabs>
      {mayWrite && notice.state !== 'withdrawn' && (
        <Group gap="sm">
          <Button onClick={onEdit}>{t('edit')}</Button>
          <Button variant="default" onClick={onWithdraw}>
            {t('withdraw')}
          </Button>
        </Group>
      )}
      <Versions id={notice.id} version={version} />
    </Stack>
  );
}

/** What it said before, newest first. */
function Versions({ id, version }: { id: string; version: number }) {
  const t = useTranslations('notices');
  const language = useLanguage();
  const versions = useQuery({
    queryKey: ['queue', listOperatorNotices.path, 'versions', id, version],
    queryFn: async ({ signal }) => await call(listNoticeVersions, { params: { id }, signal }),
    enabled: version > 1,
  });
  const items = versions.data?.items ?? [];
  if (items.length < 2) return null;
  return (
    <section aria-label={t('versions')}>
      <Text fw={600} mb="xs">
        {t('versions')}
      </Text>
      <Facts
        facts={items.map((item) => [
          item.version === version ? t('now') : t('version', { version: item.version }),
          <span key={item.version}>
            {item.texts[language].title} · {item.operator?.username ?? t('platform')} · <MomentText at={item.at} />
          </span>,
        ])}
      />
    </section>
  );
}
