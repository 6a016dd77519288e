/* When operators answer, and what they answer often. Each change is a new version with an entry in the audit log. */

import { changeSupportHours, saveCannedAnswer } from '@candor/contract/calls/console/support';
import { useState } from 'react';
import {
  Anchor,
  Button,
  Group,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { CannedView, HoursView } from '@candor/contract/console-support';
import { LANGUAGES } from '@candor/contract/languages';
import { SUPPORT_TEXT_MAX } from '@candor/contract/support';
import { useMessageOf } from '../../lib/i18n.tsx';
import { hrefTo } from '../../lib/location.ts';
import { call } from '../../services/api/request.ts';
import { FormSection } from '../../services/form/form-section.tsx';
import { LanguageFields } from '../../services/form/language-fields.tsx';
import { useMay } from '../../services/operator/operator.tsx';
import { LoadFailed } from '../../services/queue/states.tsx';
import { spansOfTexts, textOfSpans } from './hours-text.ts';
import { useCanned, useReviewAct, useHours } from './use-support.ts';
import { useMomentText } from '../../services/moments/moments.tsx';
import { Dialog } from '../../lib/dialog.tsx';
import { PageHead } from '../../services/queue/page-head.tsx';

const TITLE_MAX = 40;

export function SupportSettingsPage() {
  const t = useTranslations('support.settings');
  return (
    <Stack gap="md" maw={960}>
      <PageHead title={t('title')} actions={<Anchor href={hrefTo('/support')}>{t('toSupport')}</Anchor>} />
      <Hours />
      <Canned />
    </Stack>
  );
}

function Hours() {
  const t = useTranslations('support.settings');
  const { data, error, refetch } = useHours();
  return (
    <Paper withBorder radius="lg" p="lg" style={{ borderColor: 'var(--candor-line)' }}>
      <Title order={2}>{t('hours')}</Title>
      {data !== undefined ? (
        <HoursForm key={data.version} saved={data} />
      ) : error === null ? (
        <Skeleton height={240} mt="md" />
      ) : (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      )}
    </Paper>
  );
}

/** Monday first, as people read a week; the weekend often has hours of its own. */
const DAYS = { weekdays: [1, 2, 3, 4, 5], weekend: [6, 0] } as const;

function HoursForm({ saved }: { saved: HoursView }) {
  const momentText = useMomentText();
  const t = useTranslations('support.settings');
  const messageOf = useMessageOf();
  const mayWrite = useMay()('support:hours:write');
  const [texts, setTexts] = useState(() => saved.hours.map(textOfSpans));
  const hours = spansOfTexts(texts);
  const saving = useReviewAct(
    async (next: HoursView['hours']) =>
      await call(changeSupportHours, { body: { version: saved.version, hours: next } }),
  );
  const isChanged = texts.some((text, day) => text !== textOfSpans(saved.hours[day] ?? []));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (hours !== null) saving.mutate(hours);
      }}
    >
      <Text c="dimmed" fz="sm" mt={4} mb="md">
        {t('hoursHint', { zone: saved.timeZone })}
      </Text>
      <Stack gap="md">
        {(['weekdays', 'weekend'] as const).map((part) => (
          <FormSection key={part} title={t(part)}>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
              {DAYS[part].map((day) => (
                <TextInput
                  key={day}
                  label={t(`day.${day}`)}
                  placeholder={t('noService')}
                  value={texts[day] ?? ''}
                  disabled={!mayWrite}
                  maxLength={60}
                  onChange={({ currentTarget }) =>
                    setTexts(texts.map((text, place) => (place === day ? currentTarget.value : text)))
                  }
                />
              ))}
            </SimpleGrid>
          </FormSection>
        ))}
      </Stack>
      {hours === null && (
        <Text c="red.8" fz="sm" mt="xs" role="alert">
          {t('hoursWrong')}
        </Text>
      )}
      {saving.error !== null && (
        <Text c="red.8" fz="sm" mt="xs" role="alert">
          {messageOf(saving.error)}
        </Text>
      )}
      <Group mt="md" justify="space-between">
        <Text fz="xs" c="dimmed">
          {saved.operator === null ? '' : t('changedBy', { name: saved.operator, at: momentText(saved.at) })}
        </Text>
        {mayWrite && (
          <Button type="submit" disabled={hours === null || !isChanged} loading={saving.isPending}>
            {t('save')}
          </Button>
        )}
      </Group>
    </form>
  );
}

function Canned() {
  const t = useTranslations('support.settings');
  const mayWrite = useMay()('support:canned:write');
  const { data, error, refetch } = useCanned();
  const [edited, setEdited] = useState<CannedView | 'new' | null>(null);
  return (
    <Paper withBorder radius="lg" p="lg" style={{ borderColor: 'var(--candor-line)' }}>
      <Group justify="space-between" mb="md">
        <Title order={2}>{t('canned')}</Title>
        {mayWrite && (
          <Button variant="default" onClick={() => setEdited('new')}>
            {t('add')}
          </Button>
        )}
      </Group>
      {data === undefined ? (
        error === null ? (
          <Skeleton height={160} />
        ) : (
          <LoadFailed error={error} onRetry={() => void refetch()} />
        )
      ) : data.length === 0 ? (
        <Text c="dimmed">{t('none')}</Text>
      ) : (
        <Table verticalSpacing="sm">
          <Table.Tbody>
            {data.map((one) => (
              <Table.Tr key={one.id}>
                <Table.Td fw={600} w="30%">
                  {one.title}
                </Table.Td>
                <Table.Td c="dimmed">
                  <Text lineClamp={2} fz="sm">
                    {one.texts['zh-Hans']}
                  </Text>
                </Table.Td>
                <Table.Td ta="end">
                  {mayWrite && (
                    <Button size="compact-sm" variant="default" onClick={() => setEdited(one)}>
                      {t('edit')}
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {edited !== null && <CannedDialog before={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </Paper>
  );
}

function CannedDialog({ before, onClose }: { before: CannedView | null; onClose: () => void }) {
  const t = useTranslations('support.settings');
  const messageOf = useMessageOf();
  const [id] = useState(() => before?.id ?? crypto.randomUUID());
  const [title, setTitle] = useState(before?.title ?? '');
  const [texts, setTexts] = useState(before?.texts ?? { 'zh-Hans': '', 'zh-Hant': '', en: '' });
  const saving = useReviewAct(async (isRemoved: boolean) => {
    const body = { version: before?.version ?? 0, title: title.trim(), texts, isRemoved };
    return await call(saveCannedAnswer, { params: { id }, body });
  }, onClose);
  const isComplete = title.trim() !== '' && LANGUAGES.every((language) => texts[language].trim() !== '');
  return (
    <Dialog onClose={onClose} title={t(before === null ? 'add' : 'edit')} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate(false);
        }}
      >
        <Stack gap="sm">
          <TextInput
            label={t('name')}
            value={title}
            maxLength={TITLE_MAX}
            data-autofocus
            onChange={({ currentTarget }) => setTitle(currentTarget.value)}
          />
          <LanguageFields
            fields={[{ name: 'text', label: t('text'), lines: 4, linesMax: 8, max: SUPPORT_TEXT_MAX }]}
            inputOf={(language) => ({
              value: texts[language],
              onChange: ({ currentTarget }) => setTexts({ ...texts, [language]: currentTarget.value }),
            })}
          />
          {saving.error !== null && (
            <Text c="red.8" role="alert">
              {messageOf(saving.error)}
            </Text>
          )}
          <Group justify="space-between">
            {before === null ? (
              <span />
            ) : (
              <Button variant="subtle" color="red" loading={saving.isPending} onClick={() => saving.mutate(true)}>
                {t('remove')}
              </Button>
            )}
            <Button type="submit" disabled={!isComplete} loading={saving.isPending}>
              {t('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
