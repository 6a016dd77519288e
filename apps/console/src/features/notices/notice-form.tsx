import { listOperatorNotices, changeNotice, makeNotice } from '@candor/contract/calls/console/notices';
import { Checkbox, Group, SegmentedControl, Select, SimpleGrid, Switch, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslations } from 'use-intl';
import { NOTICE_BODY_MAX, NOTICE_SUMMARY_MAX, NOTICE_TITLE_MAX } from '@candor/contract/console-notices';
import type { NoticeBody, OperatorNoticeView } from '@candor/contract/console-notices';
import { MAINTENANCE_AREAS, NOTICE_CATEGORIES } from '@candor/contract/notices';
import { LanguageFields } from '../../services/form/language-fields.tsx';
import { MomentField } from '../../services/form/moment-field.tsx';
import { FormDialog } from '../../services/queue/form-dialog.tsx';
import { call } from '../../services/api/request.ts';
import { useMoments } from '../../services/moments/moments.tsx';
import { useOperator } from '../../services/operator/operator.tsx';
import { bodyOf, draftOf, fieldOf, isPublished } from './notice-draft.ts';
import { TextPreview } from './text-preview.tsx';
import { useSaving } from './use-saving.ts';

/** Writes an announcement, or its next version. */
export function NoticeForm({ notice, onClose }: { notice: OperatorNoticeView | null; onClose: () => void }) {
  const t = useTranslations('notices');
  const { timeZone } = useOperator().site;
  const form = useForm({ initialValues: draftOf(notice, timeZone) });
  const saving = useSaving({
    save: async (body: NoticeBody, idempotencyKey) =>
      await (notice === null
        ? call(makeNotice, { body, idempotencyKey })
        : call(changeNotice, { params: { id: notice.id }, body, idempotencyKey })),
    list: listOperatorNotices,
    onClose,
    onFieldError: (field, text) => form.setFieldError(fieldOf(field), text),
  });
  const moments = useMoments();
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
      <LanguageFields
        fields={[
          { name: 'title', label: t('form.title'), max: NOTICE_TITLE_MAX },
          { name: 'summary', label: t('form.summary'), lines: 2, max: NOTICE_SUMMARY_MAX },
          {
            name: 'body',
            label: t('form.body'),
            hint: t('form.bodyHint'),
            lines: 8,
            linesMax: 18,
            max: NOTICE_BODY_MAX,
          },
        ]}
        inputOf={(language, name) => form.getInputProps(`texts.${language}.${name}`)}
        aside={(language) => <TextPreview text={form.values.texts[language]} language={language} />}
      />
      {category === 'maintenance' && (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            {(['startsAt', 'endsAt'] as const).map((name) => (
              <MomentField key={name} label={t(`form.${name}`)} {...form.getInputProps(name)} />
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
        <div>
          <p className="field-label" id="notice-when">
            {t('form.when')}
          </p>
          <SegmentedControl
            aria-labelledby="notice-when"
            data={[
              { value: 'now', label: t('form.publishNow') },
              { value: 'later', label: t('form.later') },
              { value: 'draft', label: t('form.draft') },
            ]}
            {...form.getInputProps('when')}
          />
        </div>
      ) : (
        <Text c="dimmed">{t('form.published', { time: moments.text(fixed) })}</Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {fixed === null && when === 'later' && <MomentField label={t('form.fromAt')} {...form.getInputProps('from')} />}
        <MomentField label={t('form.untilAt')} isOptional {...form.getInputProps('until')} />
      </SimpleGrid>
    </FormDialog>
  );
}

function nowMs(): number {
  return Date.now();
}
