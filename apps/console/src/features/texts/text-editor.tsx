/* Writes the next version of a text in all languages. What was written stays in this tab until it is sent or thrown away. */

import { useDeferredValue, useEffect, useRef, useState } from 'react';
import {
  Alert,
  Anchor,
  Button,
  Group,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslations } from 'use-intl';
import { proposeText } from '@candor/contract/calls/console/texts';
import { TEXT_BODY_MAX, TEXT_CHANGE_MAX, TEXT_TITLE_MAX } from '@candor/contract/console-texts';
import type { TextOf } from '@candor/contract/content';
import type { Language } from '@candor/contract/languages';
import { useErrorText, useMessageOf } from '../../lib/i18n.tsx';
import { useLanguage } from '../../lib/language.ts';
import { hrefTo } from '../../lib/location.ts';
import { useOperator } from '../../services/operator/operator.tsx';
import { TEXT_CHANGES } from '../../services/proposal/kinds.ts';
import { useProposal } from '../../services/proposal/use-proposal.ts';
import { LanguageTabs } from './language-tabs.tsx';
import {
  bodyOf,
  draftOf,
  draftProblems,
  firstField,
  isSameDraft,
  keepDraft,
  keptDraft,
  languageOf,
  readBody,
  withTextsOf,
} from './text-draft.ts';
import type { DraftProblem, TextDraft, WrittenText } from './text-draft.ts';
import { TextReading } from './text-reading.tsx';
import type { ReadingView } from './text-reading.tsx';
import type { OperatorText } from './use-texts.ts';
import { Dialog } from '../../lib/dialog.tsx';

export function TextEditor({ text, onClose }: { text: OperatorText; onClose: () => void }) {
  const t = useTranslations('texts');
  const words = useTranslations('proposals');
  const common = useTranslations('common');
  const messageOf = useMessageOf();
  const problemText = useProblemText();
  const { id } = useOperator();
  const { slug, isLegal, version, newer } = text;
  const name = t(`nameOf.${slug}`);
  const [language, setLanguage] = useState<Language>(useLanguage());
  const [view, setView] = useState<ReadingView>('whole');
  const [isDiscarding, setDiscarding] = useState(false);
  const [begun, setBegun] = useState(() => draftOf(text.texts, version));
  const [kept] = useState(() => keptDraft(id, slug));
  const form = useForm<TextDraft>({
    initialValues: kept ?? begun,
    validate: (draft) =>
      Object.fromEntries(
        Object.entries(draftProblems(slug, draft)).map(([field, problem]) => [field, problemText(problem)]),
      ),
  });
  const draft = form.values;
  const isTouched = !isSameDraft(draft, begun);
  useEffect(() => keepDraft(id, slug, isTouched ? draft : null), [id, slug, isTouched, draft]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const show = (field: string) => setLanguage(languageOf(field) ?? language);
  const proposal = useProposal({
    kind: TEXT_CHANGES,
    operation: proposeText,
    ...(isLegal ? {} : { done: t('published') }),
    onClose: () => {
      keepDraft(id, slug, null);
      onClose();
    },
    setFieldError: (field, word) => {
      const place = firstField([field]) ?? 'reason';
      show(place);
      form.setFieldError(place, word);
    },
  });
  const begin = (next: TextDraft) => {
    setBegun(draftOf(text.texts, version));
    form.setValues(next);
    form.clearErrors();
  };
  const isOld = draft.base !== version;
  return (
    <Stack gap="lg">
      <div>
        <Anchor href={hrefTo('/texts')}>{t('back')}</Anchor>
        <Title order={1} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {t('editTitle', { name })}
        </Title>
        <Text c="dimmed" maw="44rem">
          {t(isLegal ? 'legalHint' : 'plainHint')} {t('keptHint')}
        </Text>
      </div>
      {text.open !== null && (
        <Alert color="orange" role="status">
          {t('openHint')} <Anchor href={hrefTo('/text-changes', { row: text.open })}>{t('toOpen')}</Anchor>
        </Alert>
      )}
      {isOld && (
        <Alert color="orange" role="status">
          <Text mb="xs">{t('old', { base: draft.base, version })}</Text>
          <Group gap="sm">
            <Button size="compact-sm" variant="default" onClick={() => begin({ ...draft, base: version })}>
              {t('buildOn', { version })}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => setDiscarding(true)}>
              {t('discard')}
            </Button>
          </Group>
        </Alert>
      )}
      {newer !== null && (
        <Alert color="blue" role="status">
          <Text mb="xs">{t('newer', { shipped: newer.shipped })}</Text>
          <Button size="compact-sm" variant="default" onClick={() => begin(withTextsOf(draft, newer.texts))}>
            {t('takeNewer')}
          </Button>
        </Alert>
      )}
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
                  isTouched={JSON.stringify(draft.texts[tab]) !== JSON.stringify(begun.texts[tab])}
                />
              )}
            >
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
                    description={`${t('bodyHint')} ${t('length', { count: draft.texts[language].body.length, max: TEXT_BODY_MAX })}`}
                    lang={language}
                    autosize
                    minRows={14}
                    maxRows={30}
                    {...form.getInputProps(`texts.${language}.body`)}
                  />
                </Stack>
                <Side
                  written={draft.texts[language]}
                  before={text.texts[language]}
                  language={language}
                  view={view}
                  onView={setView}
                  against={t('against', { version })}
                />
              </SimpleGrid>
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
              {isTouched && (
                <Button variant="default" onClick={() => setDiscarding(true)}>
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
      <Dialog opened={isDiscarding} onClose={() => setDiscarding(false)} title={t('discardTitle')}>
        <Text mb="md">{t('discardHint', { version })}</Text>
        <Group justify="end" gap="sm">
          <Button variant="default" onClick={() => setDiscarding(false)}>
            {common('cancel')}
          </Button>
          <Button
            color="red.8"
            onClick={() => {
              begin(draftOf(text.texts, version));
              setDiscarding(false);
            }}
          >
            {t('discard')}
          </Button>
        </Group>
      </Dialog>
    </Stack>
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

function useProblemText(): (problem: DraftProblem) => string {
  const t = useTranslations('texts');
  const errorText = useErrorText();
  return (problem) => {
    if (typeof problem === 'string') return errorText(problem);
    return 'line' in problem ? t('lineWrong', problem) : t('tooLong', problem);
  };
}
