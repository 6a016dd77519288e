import { Paper, Text, Title } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { NoticeText } from '@candor/contract/console-notices';
import type { Language } from '@candor/contract/languages';
import { readMarkup, tidyMarkup } from '@candor/domain/content/read-markup';
import { TextBlocks } from '../../services/content/text-blocks.tsx';

/** The text as members will read it, made by the same reader as the server's. */
export function TextPreview({ text, language }: { text: NoticeText; language: Language }) {
  const t = useTranslations('notices.form');
  const isEmpty = [text.title, text.summary, text.body].every((part) => part.trim() === '');
  const read = readMarkup(tidyMarkup(text.body));
  return (
    <Paper withBorder radius="md" p="md" component="section" aria-label={t('preview')} lang={language}>
      <Text fz="xs" c="dimmed" mb="xs">
        {t('preview')}
      </Text>
      {isEmpty ? (
        <Text c="dimmed">{t('previewEmpty')}</Text>
      ) : (
        <>
          <Title order={3} {...(text.title === '' ? { c: 'dimmed' } : {})}>
            {text.title === '' ? t('untitled') : text.title}
          </Title>
          <Text c="dimmed" mb="xs" className="wrap-anywhere">
            {text.summary}
          </Text>
        </>
      )}
      {read.ok ? (
        <TextBlocks blocks={read.value} />
      ) : (
        <Text c="red.8" role="status">
          {t('lineWrong', { line: read.error.line })}
        </Text>
      )}
    </Paper>
  );
}
