import { listOperatorBanners, changeBanner, makeBanner } from '@candor/contract/calls/console/notices';
import { NumberInput, SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslations } from 'use-intl';
import { BANNER_TEXT_MAX, BANNER_TITLE_MAX } from '@candor/contract/console-notices';
import type { BannerBody, OperatorBannerView } from '@candor/contract/console-notices';
import { localOfMoment, momentOfLocal } from '../../lib/local-moment.ts';
import { call } from '../../services/api/request.ts';
import { LanguageFields } from '../../services/form/language-fields.tsx';
import { MomentField } from '../../services/form/moment-field.tsx';
import { useOptional } from '../../services/form/optional.tsx';
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
  const optional = useOptional();
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
      <LanguageFields
        fields={[
          { name: 'title', label: t('form.title'), max: BANNER_TITLE_MAX },
          { name: 'text', label: t('banners.text'), max: BANNER_TEXT_MAX },
        ]}
        inputOf={(language, name) => form.getInputProps(`texts.${language}.${name}`)}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          label={optional(t('banners.target'))}
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
        <MomentField
          label={t('banners.shownFrom')}
          isOptional
          description={t('banners.draftHint')}
          {...form.getInputProps('shownFrom')}
        />
        <MomentField label={t('banners.shownUntil')} isOptional {...form.getInputProps('shownUntil')} />
      </SimpleGrid>
    </FormDialog>
  );
}

function nowMs(): number {
  return Date.now();
}
