/* The form of a text's next version: its fields in each language, and beside them what members will read. */

import { useDeferredValue, useState } from 'react';
import { Alert, Button, Group, Paper, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslations } from 'use-intl';
import { proposeText } from '@candor/contract/calls/console/texts';
import { TEXT_BODY_MAX, TEXT_CHANGE_MAX, TEXT_TITLE_MAX } from '@candor/contract/console-texts';
import type { TextOf } from '@candor/contract/content';
import type { Language } from '@candor/contract/languages';
import { useMessageOf } from '../../lib/i18n.tsx';
import { useLanguage } from '../../lib/language.ts';
import { TEXT_CHANGES } from '../../services/proposal/kinds.ts';
import { useProposal } from '../../services/proposal/use-proposal.ts';
import { LanguageTabs } from './language-tabs.tsx';
import { bodyOf, firstField, languageOf, readBody } from './text-draft.ts';
import type { TextDraft, WrittenText } from './text-draft.ts';
import { TextReading } from './text-reading.tsx';
import type { ReadingView } from './text-reading.tsx';
import type { OperatorText } from './use-texts.ts';

type TextFormProps = {
  text: OperatorText;
  form: UseFormReturnType<TextDraft>;
  begun: TextDraft;
  /** Null while there is nothing to throw away. */
  onDiscard: (() => void) | null;
  onClose: () => void;
};

export function TextForm({ text, form, begun, onDiscard, onClose }: TextFormProps) {
  const t = useTranslations('texts');
  const words = useTranslations('proposals');
  const messageOf = useMessageOf();
  const { slug, isLegal } = text;
  const [language, setLanguage] = useState<Language>(useLanguage());
  const [view, setView] = useState<ReadingView>('whole');
  const show = (field: string) => setLanguage(languageOf(field) ?? language);
  const proposal = useProposal({
    kind: TEXT_CHANGES,
    operation: proposeText,
    ...(isLegal ? {} : { done: t('published') }),
    onClose,
    setFieldError: (field, word) => {
      const place = firstField([field]) ?? 'reason';
      show(place);
      form.setFieldError(place, word);
    },
  });
  return (
    <form
      onSubmit={form.onSubmit(
        (values) => proposal.send(bodyOf(slug, values)),
        (errors) => show(firstField(Object.keys(errors)) ?? 'reason'),
      )}
      noValidate
    >
      <Paper withBorder radius="lg" p="md" style={{ borderColor: 'var(--candor-line)' }}>
        <Stack gap="md">
          {proposal.error !== null && (
            <Alert color="red" role="alert">
              {messageOf(proposal.error)}
            </Alert>
          )}
          <LanguageTabs
            value={language}
            onChange={setLanguage}
            markOf={(tab) => (
              <TabMark
                isWrong={Object.keys(form.errors).some((field) => languageOf(field) === tab)}
                isTouched={JSON.stringify(form.values.texts[tab]) !== JSON.stringify(begun.texts[tab])}
              />
            )}
          >
            <Writing text={text} form={form} language={language} view={view} onView={setView} />
          </LanguageTabs>
          <Textarea
            label={words('reason')}
            description={isLegal ? words('reasonHint') : t('plainReasonHint')}
            autosize
            minRows={2}
            maxLength={300}
            {...form.getInputProps('reason')}
          />
          <Group justify="end" gap="sm">
            {onDiscard !== null && (
              <Button variant="default" onClick={onDiscard}>
                {t('discard')}
              </Button>
            )}
            <Button type="submit" loading={proposal.isSending}>
              {isLegal ? words('submit') : t('publish')}
            </Button>
          </Group>
        </Stack>
      </Paper>
    </form>
  );
}

type WritingProps = {
  text: OperatorText;
  form: UseFormReturnType<TextDraft>;
  language: Language;
  view: ReadingView;
  onView: (view: ReadingView) => void;
};

/** The fields of one language, and beside them what members will read. */
function Writing({ text, form, language, ...reading }: WritingProps) {
  const t = useTranslations('texts');
  const written = form.values.texts[language];
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
      <Stack gap="sm">
        <TextInput
          label={t('title')}
          lang={language}
          maxLength={TEXT_TITLE_MAX}
          {...form.getInputProps(`texts.${language}.title`)}
        />
        <Textarea
          label={t('change')}
          description={t('changeHint')}
          lang={language}
          autosize
          minRows={2}
          maxLength={TEXT_CHANGE_MAX}
          {...form.getInputProps(`texts.${language}.change`)}
        />
        <Textarea
          label={t('body')}
          description={`${t('bodyHint')} ${t('length', { count: written.body.length, max: TEXT_BODY_MAX })}`}
          lang={language}
          autosize
          minRows={14}
          maxRows={30}
          {...form.getInputProps(`texts.${language}.body`)}
        />
      </Stack>
      <Side
        written={written}
        before={text.texts[language]}
        language={language}
        against={t('against', { version: text.version })}
        {...reading}
      />
    </SimpleGrid>
  );
}

/** Whether a language was written in, and whether something is wrong in it. */
function TabMark({ isWrong, isTouched }: { isWrong: boolean; isTouched: boolean }) {
  const t = useTranslations('texts');
  if (!isWrong && !isTouched) return null;
  return (
    <Text span fz="xs" fw={600} c={isWrong ? 'red.8' : 'dimmed'}>
      {t(isWrong ? 'wrong' : 'edited')}
    </Text>
  );
}

type SideProps = {
  written: WrittenText;
  before: TextOf;
  language: Language;
  view: ReadingView;
  onView: (view: ReadingView) => void;
  against: string;
};

/** How members will read it, and what is different from what holds: made by the same reader as the server's. */
function Side({ written, before, ...rest }: SideProps) {
  const t = useTranslations('texts');
  // Typing goes first: a long text is compared when there is time for it.
  const { title, change, body } = useDeferredValue(written);
  const read = readBody(body);
  return (
    <div className="text-side">
      <TextReading
        {...rest}
        text={{ title: title.trim(), change: change.trim(), body: read.ok ? read.value : [] }}
        before={before}
        {...(read.ok
          ? {}
          : {
              wrong: (
                <Text c="red.8" role="status">
                  {t('lineWrong', read.error)}
                </Text>
              ),
            })}
      />
    </div>
  );
}
