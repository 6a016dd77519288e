import { listOperatorBanners, changeBanner, makeBanner } from '@candor/contract/calls/console/notices';
import { NumberInput, SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslations } from 'use-intl';
import { BANNER_TEXT_MAX, BANNER_TITLE_MAX } from '@candor/contract/console-notices';
import type { BannerBody, OperatorBannerView } from '@candor/contract/console-notices';
import { LANGUAGES } from '@candor/contract/languages';
import { localOfMoment, momentOfLocal } from '../../lib/local-moment.ts';
import { call } from '../../services/api/request.ts';
import { useMoments } from '../../services/moments/moments.tsx';
import { useOperator } from '../../services/operator/operator.tsx';
import { FormDialog } from '../../services/queue/form-dialog.tsx';
import { useSaving } from './use-saving.ts';

const EMPTY = { title: '', text: '' };
const FIRST_POSITION = 10;

/** Writes a banner of the home screen, or its next version. Times are those of the site's clock. */
export function BannerForm({ banner, onClose }: { banner: OperatorBannerView | null; onClose: () => void }) {
  const t = useTranslations('notices');
  const { timeZone } = useOperator().site;
  const form = useForm({
    initialValues: {
      texts: banner?.texts ?? { 'zh-Hans': EMPTY, 'zh-Hant': EMPTY, en: EMPTY },
      target: banner?.target ?? '',
      position: banner?.position ?? FIRST_POSITION,
      shownFrom: localOfMoment(banner?.shownFrom ?? new Date(nowMs()).toISOString(), timeZone),
      shownUntil: localOfMoment(banner?.shownUntil ?? null, timeZone),
    },
  });
  const saving = useSaving({
    save: async (body: BannerBody, idempotencyKey) =>
      await (banner === null
        ? call(makeBanner, { body, idempotencyKey })
        : call(changeBanner, { params: { id: banner.id }, body, idempotencyKey })),
    list: listOperatorBanners,
    onClose,
    onFieldError: (field, text) => form.setFieldError(field, text),
  });
  const moments = useMoments();
  const zone = moments.zone(nowMs());
  return (
    <FormDialog
      size={880}
      title={t(banner === null ? 'banners.newTitle' : 'banners.editTitle')}
      submit={t(form.values.shownFrom === '' ? 'form.draft' : 'form.publish')}
      error={saving.error}
      isSending={saving.isSending}
      onSubmit={form.onSubmit(({ shownFrom, shownUntil, ...rest }) =>
        saving.send({
          ...rest,
          base: banner?.version ?? 0,
          shownFrom: momentOfLocal(shownFrom, timeZone),
          shownUntil: momentOfLocal(shownUntil, timeZone),
        }),
      )}
      onClose={onClose}
    >
      {LANGUAGES.map((language) => (
        <SimpleGrid key={language} cols={{ base: 1, xs: 2 }} spacing="md">
          <TextInput
            label={`${t('form.title')} (${t(`language.${language}`)})`}
            lang={language}
            maxLength={BANNER_TITLE_MAX}
            {...form.getInputProps(`texts.${language}.title`)}
          />
          <TextInput
            label={`${t('banners.text')} (${t(`language.${language}`)})`}
            lang={language}
            maxLength={BANNER_TEXT_MAX}
            {...form.getInputProps(`texts.${language}.text`)}
          />
        </SimpleGrid>
      ))}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          label={t('banners.target')}
          description={t('banners.targetHint')}
          inputMode="url"
          {...form.getInputProps('target')}
        />
        <NumberInput
          label={t('banners.position')}
          description={t('banners.positionHint')}
          min={0}
          max={999}
          allowDecimal={false}
          {...form.getInputProps('position')}
        />
        <TextInput
          type="datetime-local"
          label={`${t('banners.shownFrom')} (${zone})`}
          description={t('banners.draftHint')}
          {...form.getInputProps('shownFrom')}
        />
        <TextInput
          type="datetime-local"
          label={`${t('banners.shownUntil')} (${zone})`}
          {...form.getInputProps('shownUntil')}
        />
      </SimpleGrid>
    </FormDialog>
  );
}

function nowMs(): number {
  return Date.now();
}
