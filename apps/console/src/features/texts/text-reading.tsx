import type { ReactNode } from 'react';
import { Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { TextOf } from '@candor/contract/content';
import type { Language } from '@candor/contract/languages';
import { TextBlocks } from '../../services/content/text-blocks.tsx';
import { TextDifference } from './text-difference.tsx';

export type ReadingView = 'whole' | 'difference';

type TextReadingProps = {
  readonly text: TextOf;
  readonly language: Language;
  /** The version to compare with; null for a text that is new, undefined where it is not known. */
  readonly before: Pick<TextOf, 'title' | 'body'> | null | undefined;
  readonly view: ReadingView;
  readonly onView: (view: ReadingView) => void;
  /** What the difference is against. */
  readonly against: string;
  /** Instead of the text, where it cannot be read. */
  readonly wrong?: ReactNode;
};

/** A text in one language as members read it, or what is different in it. */
export function TextReading({ text, language, before, view, onView, against, wrong }: TextReadingProps) {
  const t = useTranslations('texts');
  const shown = before === undefined ? 'whole' : view;
  return (
    <Stack gap="sm">
      {before !== undefined && (
        <SegmentedControl
          aria-label={t('view')}
          data={[
            { value: 'whole', label: t('whole') },
            { value: 'difference', label: t('difference') },
          ]}
          value={shown}
          onChange={(value) => onView(value === 'difference' ? 'difference' : 'whole')}
        />
      )}
      {text.change !== null && text.change !== '' && (
        <div>
          <Text fz="xs" c="dimmed">
            {t('change')}
          </Text>
          <Text lang={language} className="wrap-anywhere">
            {text.change}
          </Text>
        </div>
      )}
      <Paper
        withBorder
        radius="md"
        p="md"
        component="section"
        lang={language}
        aria-label={shown === 'difference' ? against : t('whole')}
      >
        {wrong !== undefined ? (
          wrong
        ) : shown === 'difference' && before !== undefined ? (
          <>
            <Text fz="xs" c="dimmed" mb="xs">
              {against}
            </Text>
            <TextDifference before={before} after={text} />
          </>
        ) : (
          <>
            <Title order={3} mb="xs" className="wrap-anywhere">
              {text.title === '' ? '—' : text.title}
            </Title>
            <TextBlocks blocks={text.body} />
          </>
        )}
      </Paper>
    </Stack>
  );
}
