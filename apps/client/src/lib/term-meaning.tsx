import type { RefObject } from 'react';
import { BasePopover } from '@candor/ui/base-popover.tsx';
import { useTranslations } from 'use-intl';
import { hrefTo } from './location.ts';
import type { Word } from './messages.ts';
import { paths } from './paths.ts';

type TermMeaningProps = { word: Word; anchor: RefObject<HTMLElement | null>; onClose: () => void };

/** Two sentences about a word, with links to the rules and to all words. Loaded when a word is pressed. */
export function TermMeaning({ word, anchor, onClose }: TermMeaningProps) {
  const t = useTranslations('words');
  const link = 'press inline-flex min-h-11 items-center text-body-s font-medium text-link';
  return (
    <BasePopover anchor={anchor} title={t(`term.${word}.name`)} onClose={onClose}>
      <p className="text-body-s text-text-2">{t(`term.${word}.text`)}</p>
      <p className="-mb-2 flex flex-wrap gap-x-4">
        <a href={hrefTo(paths.textview('rules'))} onClick={onClose} className={link}>
          {t('rules')}
        </a>
        <a href={hrefTo(paths.words(word))} onClick={onClose} className={link}>
          {t('all')}
        </a>
      </p>
    </BasePopover>
  );
}
