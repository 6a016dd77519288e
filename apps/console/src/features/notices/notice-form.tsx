import { listOperatorNotices, changeNotice, makeNotice } from '@candor/contract/calls/console/notices';
import { useState } from 'react';
import {
  Checkbox,
  Group,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Tabs,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslations } from 'use-intl';
import { NOTICE_BODY_MAX, NOTICE_SUMMARY_MAX, NOTICE_TITLE_MAX } from '@candor/contract/console-notices';
import type { NoticeBody, OperatorNoticeView } from '@candor/contract/console-notices';
import { LANGUAGES } from '@candor/contract/languages';
import type { Language } from '@candor/contract/languages';
import { MAINTENANCE_AREAS, NOTICE_CATEGORIES } from '@candor/contract/notices';
import { FormDialog } from '../../services/queue/form-dialog.tsx';
import { call } from '../../services/api/request.ts';
import { useMoments } from '../../services/moments/moments.tsx';
import { useOperator } from '../../services/operator/operator.tsx';
import { bodyOf, draftOf, fieldOf, isPublished, languageOfField } from './notice-draft.ts';
import { TextPreview } from './text-preview.tsx';
import { useSaving } from './use-saving.ts';

/** Writes an announcement, or its next version. */
export function NoticeForm({ notice, onClose }: { notice: OperatorNoticeView | null; onClose: () => void }) {
  const t = useTranslations('notices');
  const { timeZone } = useOperator().site;
  const [language, setLanguage] = useState<Language>('zh-Hans');
  const form = useForm({ initialValues: draftOf(notice, timeZone) });
  const saving = useSaving({
    save: async (body: NoticeBody, idempotencyKey) =>
      await (notice === null
        ? call(makeNotice, { body, idempotencyKey })
        : call(changeNotice, { params: { id: notice.id }, body, idempotencyKey })),
    list: listOperatorNotices,
    onClose,
    onFieldError: (field, text) => {
      const place = languageOfField(field);
      if (place !== undefined) setLanguage(place);
      form.setFieldError(fieldOf(field), text);
    },
  });
  const moments = useMoments();
  const zone = moments.zone(nowMs());
  const { category, when } = form.values;
  const fixed = isPublished(notice) ? (notice?.publishedFrom ?? null) : null;
  return (
    <FormDialog
      size={880}
      title={t(notice === null ? 'form.newTitle' : 'form.editTitle')}
      submit={t(when === 'draft' ? 'form.draft' : 'form.publish')}
      error={saving.error}
      isSending={saving.isSending}
      onSubmit={form.onSubmit((draft) => saving.send(bodyOf(draft, notice?.version ?? 0, timeZone, nowMs())))}
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
        <Select
          label={t('category')}
          data={NOTICE_CATEGORIES.map((value) => ({ value, label: t(`categoryOf.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('category')}
        />
        <Switch
          mt={{ base: 0, xs: 'lg' }}
          label={t('pinned')}
          description={t('form.pinnedHint')}
          {...form.getInputProps('pinned', { type: 'checkbox' })}
        />
        <Switch
          mt={{ base: 0, xs: 'lg' }}
          label={t('important')}
          description={t('form.importantHint')}
          {...form.getInputProps('important', { type: 'checkbox' })}
        />
      </SimpleGrid>
      <Tabs
        value={language}
        onChange={(value) => setLanguage(LANGUAGES.find((known) => known === value) ?? 'zh-Hans')}
        keepMounted={false}
      >
        <Tabs.List>
          {LANGUAGES.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`language.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {LANGUAGES.map((name) => (
          <Tabs.Panel key={name} value={name} pt="md">
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
              <Stack gap="sm">
                <TextInput
                  label={t('form.title')}
                  lang={name}
                  maxLength={NOTICE_TITLE_MAX}
                  {...form.getInputProps(`texts.${name}.title`)}
                />
                <Textarea
                  label={t('form.summary')}
                  lang={name}
                  autosize
                  minRows={2}
                  maxLength={NOTICE_SUMMARY_MAX}
                  {...form.getInputProps(`texts.${name}.summary`)}
                />
                <Textarea
                  label={t('form.body')}
                  description={t('form.bodyHint')}
                  lang={name}
                  autosize
                  minRows={8}
                  maxRows={18}
                  maxLength={NOTICE_BODY_MAX}
                  {...form.getInputProps(`texts.${name}.body`)}
                />
              </Stack>
              <TextPreview text={form.values.texts[name]} language={name} />
            </SimpleGrid>
          </Tabs.Panel>
        ))}
      </Tabs>
      {category === 'maintenance' && (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            {(['startsAt', 'endsAt'] as const).map((name) => (
              <TextInput
                key={name}
                type="datetime-local"
                label={`${t(`form.${name}`)} (${zone})`}
                {...form.getInputProps(name)}
              />
            ))}
          </SimpleGrid>
          <Checkbox.Group label={t('form.areas')} description={t('form.areasHint')} {...form.getInputProps('areas')}>
            <Group mt="xs" gap="md">
              {MAINTENANCE_AREAS.map((area) => (
                <Checkbox key={area} value={area} label={t(`areaOf.${area}`)} />
              ))}
            </Group>
          </Checkbox.Group>
        </>
      )}
      {fixed === null ? (
        <Stack gap={4}>
          <Text fw={500} id="notice-when">
            {t('form.when')}
          </Text>
          <SegmentedControl
            aria-labelledby="notice-when"
            data={[
              { value: 'now', label: t('form.publishNow') },
              { value: 'later', label: t('form.later') },
              { value: 'draft', label: t('form.draft') },
            ]}
            {...form.getInputProps('when')}
          />
        </Stack>
      ) : (
        <Text c="dimmed">{t('form.published', { time: moments.text(fixed) })}</Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {fixed === null && when === 'later' && (
          <TextInput type="datetime-local" label={`${t('form.fromAt')} (${zone})`} {...form.getInputProps('from')} />
        )}
        <TextInput type="datetime-local" label={`${t('form.untilAt')} (${zone})`} {...form.getInputProps('until')} />
      </SimpleGrid>
    </FormDialog>
  );
}

function nowMs(): number {
  return Date.now();
}
