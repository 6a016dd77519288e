/* Writes the next version of a text in all languages. What was written stays in this tab until it is sent or thrown away. */

import { useEffect, useRef, useState } from 'react';
import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslations } from 'use-intl';
import { Dialog } from '../../lib/dialog.tsx';
import { useErrorText } from '../../lib/i18n.tsx';
import { hrefTo } from '../../lib/location.ts';
import { useOperator } from '../../services/operator/operator.tsx';
import { draftOf, draftProblems, isSameDraft, keepDraft, keptDraft, withTextsOf } from './text-draft.ts';
import type { DraftProblem, TextDraft } from './text-draft.ts';
import { TextForm } from './text-form.tsx';
import type { OperatorText } from './use-texts.ts';

export function TextEditor({ text, onClose }: { text: OperatorText; onClose: () => void }) {
  const t = useTranslations('texts');
  const { slug, isLegal, version } = text;
  const [isDiscarding, setDiscarding] = useState(false);
  const { form, isTouched, begin, forget } = useDraft(text);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const discard = () => setDiscarding(true);
  return (
    <Stack gap="lg">
      <div>
        <Anchor href={hrefTo('/texts')}>{t('back')}</Anchor>
        <Title order={1} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {t('editTitle', { name: t(`nameOf.${slug}`) })}
        </Title>
        <Text c="dimmed" maw="44rem">
          {t(isLegal ? 'legalHint' : 'plainHint')} {t('keptHint')}
        </Text>
      </div>
      <Hints text={text} draft={form.values} onBegin={begin} onDiscard={discard} />
      <TextForm
        text={text}
        form={form}
        onDiscard={isTouched ? discard : null}
        onClose={() => {
          forget();
          onClose();
        }}
      />
      <DiscardDialog
        opened={isDiscarding}
        version={version}
        onClose={() => setDiscarding(false)}
        onDiscard={() => {
          begin(draftOf(text.texts, version));
          setDiscarding(false);
        }}
      />
    </Stack>
  );
}

/** What is written, kept in this tab, and the version that it began with. */
function useDraft({ slug, texts, version }: OperatorText) {
  const problemText = useProblemText();
  const { id } = useOperator();
  const [begun, setBegun] = useState(() => draftOf(texts, version));
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
  const begin = (next: TextDraft) => {
    setBegun(draftOf(texts, version));
    form.setValues(next);
    form.clearErrors();
  };
  return { form, isTouched, begin, forget: () => keepDraft(id, slug, null) };
}

type HintsProps = {
  text: OperatorText;
  draft: TextDraft;
  onBegin: (next: TextDraft) => void;
  onDiscard: () => void;
};

/** What happened to this text meanwhile, and what the writer can do about it. */
function Hints({ text: { open, version, newer }, draft, onBegin, onDiscard }: HintsProps) {
  const t = useTranslations('texts');
  return (
    <>
      {open !== null && (
        <Alert color="orange" role="status">
          {t('openHint')} <Anchor href={hrefTo('/text-changes', { row: open })}>{t('toOpen')}</Anchor>
        </Alert>
      )}
      {draft.base !== version && (
        <Alert color="orange" role="status">
          <Text mb="xs">{t('old', { base: draft.base, version })}</Text>
          <Group gap="sm">
            <Button size="compact-sm" variant="default" onClick={() => onBegin({ ...draft, base: version })}>
              {t('buildOn', { version })}
            </Button>
            <Button size="compact-sm" variant="default" onClick={onDiscard}>
              {t('discard')}
            </Button>
          </Group>
        </Alert>
      )}
      {newer !== null && (
        <Alert color="blue" role="status">
          <Text mb="xs">{t('newer', { shipped: newer.shipped })}</Text>
          <Button size="compact-sm" variant="default" onClick={() => onBegin(withTextsOf(draft, newer.texts))}>
            {t('takeNewer')}
          </Button>
        </Alert>
      )}
    </>
  );
}

type DiscardDialogProps = { opened: boolean; version: number; onClose: () => void; onDiscard: () => void };

function DiscardDialog({ opened, version, onClose, onDiscard }: DiscardDialogProps) {
  const t = useTranslations('texts');
  const common = useTranslations('common');
  return (
    <Dialog opened={opened} onClose={onClose} title={t('discardTitle')}>
      <Text mb="md">{t('discardHint', { version })}</Text>
      <Group justify="end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button color="red.8" onClick={onDiscard}>
          {t('discard')}
        </Button>
      </Group>
    </Dialog>
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
