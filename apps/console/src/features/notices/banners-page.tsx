/* Banners of the home screen: in which order, in which time, and where they lead. `A` edits the row, `R` withdraws it. */

import { listOperatorBanners, readOperatorBanner, withdrawBanner } from '@candor/contract/calls/console/notices';
import { queueOf } from '../../services/queue/queue-of.ts';
import { useState } from 'react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { NOTICE_STATES } from '@candor/contract/console-notices';
import type { OperatorBannerView } from '@candor/contract/console-notices';
import { LANGUAGES } from '@candor/contract/languages';
import { useLanguage } from '../../lib/language.ts';
import { call } from '../../services/api/request.ts';
import { useMay } from '../../services/operator/operator.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import { QueuePage } from '../../services/queue/queue-page.tsx';
import { RowButton } from '../../services/queue/row-button.tsx';
import { BannerForm } from './banner-form.tsx';
import { NoticeState } from './notice-state.tsx';
import { WithdrawForm } from './withdraw-form.tsx';
import { MomentText } from '../../services/moments/moments.tsx';

type Doing =
  | { act: 'write'; banner: OperatorBannerView | null }
  | { act: 'withdraw'; banner: OperatorBannerView }
  | null;

export function BannersPage() {
  const t = useTranslations('notices');
  const nameOf = useTranslations('common.languageName');
  const language = useLanguage();
  const mayWrite = useMay()('content:notice:write');
  const [doing, setDoing] = useState<Doing>(null);
  const close = () => setDoing(null);
  const begin = (act: 'write' | 'withdraw') => (banner: OperatorBannerView) => {
    if (mayWrite && banner.state !== 'withdrawn') setDoing({ act, banner });
  };
  return (
    <>
      <QueuePage<OperatorBannerView>
        title={t('banners.title')}
        {...queueOf(listOperatorBanners)}
        versionOf={({ version }) => version}
        readOne={async (id, signal) => await call(readOperatorBanner, { params: { id }, signal })}
        areKeysOff={doing !== null}
        actions={
          mayWrite && (
            <Button
              leftSection={<Plus size={16} aria-hidden />}
              onClick={() => setDoing({ act: 'write', banner: null })}
            >
              {t('banners.new')}
            </Button>
          )
        }
        filters={[
          {
            name: 'state',
            label: t('state'),
            choices: NOTICE_STATES.map((value) => ({ value, label: t(`stateOf.${value}`) })),
          },
        ]}
        columns={[
          {
            name: 'title',
            title: t('name'),
            isFrozen: true,
            width: 240,
            cell: ({ texts }) => <RowButton wraps>{texts[language].title}</RowButton>,
          },
          { name: 'position', title: t('banners.position'), isNumber: true, cell: ({ position }) => position },
          { name: 'state', title: t('state'), cell: ({ state }) => <NoticeState state={state} /> },
          {
            name: 'target',
            title: t('banners.target'),
            cell: ({ target }) => (
              <Text truncate maw={160} title={target}>
                {target}
              </Text>
            ),
          },
          { name: 'from', title: t('banners.shownFrom'), cell: ({ shownFrom }) => <MomentText at={shownFrom} /> },
          { name: 'until', title: t('until'), cell: ({ shownUntil }) => <MomentText at={shownUntil} /> },
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
        panel={(banner) => (
          <Stack gap="lg">
            <Facts
              facts={[
                ...LANGUAGES.map(
                  (name) => [nameOf(name), `${banner.texts[name].title} — ${banner.texts[name].text}`] as const,
                ),
                [t('banners.target'), banner.target],
                [t('banners.position'), banner.position],
                [t('banners.shownFrom'), <MomentText key="from" at={banner.shownFrom} />],
                [t('until'), <MomentText key="until" at={banner.shownUntil} />],
                [
                  t('by'),
                  `${banner.operator?.username ?? t('platform')} · ${t('version', { version: banner.version })}`,
                ],
                ...(banner.reason === null ? [] : ([[t('reason'), banner.reason]] as const)),
              ]}
            />
            {mayWrite && banner.state !== 'withdrawn' && (
              <Group gap="sm">
                <Button onClick={() => begin('write')(banner)}>{t('edit')}</Button>
                <Button variant="default" onClick={() => begin('withdraw')(banner)}>
                  {t('withdraw')}
                </Button>
              </Group>
            )}
          </Stack>
        )}
        onApprove={begin('write')}
        onReject={begin('withdraw')}
        csv={{
          list: 'banners',
          columns: [
            { name: 'title', title: t('name') },
            { name: 'text', title: t('banners.text') },
            { name: 'position', title: t('banners.position') },
            {
              name: 'state',
              title: t('state'),
              words: Object.fromEntries(NOTICE_STATES.map((value) => [value, t(`stateOf.${value}`)])),
            },
            { name: 'target', title: t('banners.target') },
            { name: 'from', title: t('banners.shownFrom'), isMoment: true },
            { name: 'until', title: t('until'), isMoment: true },
            { name: 'by', title: t('by') },
          ],
        }}
        empty={{ title: t('banners.empty'), hint: t('banners.emptyHint') }}
      />
      {doing?.act === 'write' && <BannerForm banner={doing.banner} onClose={close} />}
      {doing?.act === 'withdraw' && (
        <WithdrawForm
          title={doing.banner.texts[language].title}
          base={doing.banner.version}
          withdraw={async (body, idempotencyKey) =>
            await call(withdrawBanner, { params: { id: doing.banner.id }, body, idempotencyKey })
          }
          list={listOperatorBanners}
          onClose={close}
        />
      )}
    </>
  );
}
