/* The form of a text's next version: its fields in each language, and beside them what members will read. */

import { useDeferredValue, useState } from 'react';
import { Alert, Button, Group, Paper, Stack, Text, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslations } from 'use-intl';
import { proposeText } from '@candor/contract/calls/console/texts';
import { TEXT_BODY_MAX, TEXT_CHANGE_MAX, TEXT_TITLE_MAX } from '@candor/contract/console-texts';
import type { TextOf } from '@candor/contract/content';
import type { Language } from '@candor/contract/languages';
import { useMessageOf } from '../../lib/i18n.tsx';
import { TEXT_CHANGES } from '../../services/proposal/kinds.ts';
import { useProposal } from '../../services/proposal/use-proposal.ts';
import { LanguageFields } from '../../services/form/language-fields.tsx';
import { bodyOf, firstField, readBody } from './text-draft.ts';
import type { TextDraft, WrittenText } from './text-draft.ts';
import { TextReading } from './text-reading.tsx';
import type { ReadingView } from './text-reading.tsx';
import type { OperatorText } from './use-texts.ts';

type TextFormProps = {
  text: OperatorText;
  form: UseFormReturnType<TextDraft>;
  /** Null while there is nothing to throw away. */
  onDiscard: (() => void) | null;
  onClose: () => void;
};

export function TextForm({ text, form, onDiscard, onClose }: TextFormProps) {
  const t = useTranslations('texts');
  const words = useTranslations('proposals');
  const messageOf = useMessageOf();
  const { slug, isLegal } = text;
  const [view, setView] = useState<ReadingView>('whole');
  const proposal = useProposal({
    kind: TEXT_CHANGES,
    operation: proposeText,
    ...(isLegal ? {} : { done: t('published') }),
    onClose,
    setFieldError: (field, word) => form.setFieldError(firstField([field]) ?? 'reason', word),
  });
  return (
    <form onSubmit={form.onSubmit((values) => proposal.send(bodyOf(slug, values)))} noValidate>
      <Paper withBorder radius="lg" p="md" style={{ borderColor: 'var(--candor-line)' }}>
        <Stack gap="md">
          {proposal.error !== null && (
            <Alert color="red" role="alert">
              {messageOf(proposal.error)}
            </Alert>
          )}
          <LanguageFields
            fields={[
              { name: 'title', label: t('title'), max: TEXT_TITLE_MAX },
              { name: 'change', label: t('change'), hint: t('changeHint'), lines: 2, max: TEXT_CHANGE_MAX },
              {
                name: 'body',
                label: t('body'),
                hint: t('bodyHint'),
                hintOf: (language) =>
                  t('length', { count: form.values.texts[language].body.length, max: TEXT_BODY_MAX }),
                lines: 14,
                linesMax: 30,
              },
            ]}
            inputOf={(language, name) => form.getInputProps(`texts.${language}.${name}`)}
            aside={(language) => (
              <Side
                written={form.values.texts[language]}
                before={text.texts[language]}
                language={language}
                against={t('against', { version: text.version })}
                view={view}
                onView={setView}
              />
            )}
          />
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
