/* What is different between two versions of a text. What did not change is folded, with a line before and after a change. */

import { Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { TextRuns } from '../../services/content/text-blocks.tsx';
import type { TextOf } from '@candor/contract/content';
import { diffText, isChanged } from '@candor/domain/content/diff-text';
import type { DiffLine, Piece } from '@candor/domain/content/diff-text';
import { foldedLines } from '@candor/domain/content/fold-lines';
import './texts.css';

type Version = Pick<TextOf, 'title' | 'body'>;

/** `before`: null for a text that is new. */
export function TextDifference({ before, after }: { before: Version | null; after: Version }) {
  const t = useTranslations('texts');
  const lines = diffText(before?.body ?? [], after.body);
  const hasNewTitle = before?.title !== after.title;
  if (!hasNewTitle && !isChanged(lines))
    return (
      <Text c="dimmed" role="status">
        {t('unchanged')}
      </Text>
    );
  return (
    <div className="text-difference">
      {hasNewTitle && (
        <p data-form="section" data-change="rewritten">
          {before !== null && <Words piece={{ change: 'removed', text: before.title }} />}{' '}
          <Words piece={{ change: 'added', text: after.title }} />
        </p>
      )}
      {foldedLines(lines).map((part, index) =>
        part.kind === 'folded' ? (
          <p key={index} className="text-fold">
            {t('folded', { count: part.count })}
          </p>
        ) : (
          <Line key={index} line={part.line} />
        ),
      )}
    </div>
  );
}

function Line({ line: { form, change, pieces } }: { line: DiffLine }) {
  return (
    <p data-form={form} data-change={change}>
      {pieces.map((piece, index) => (
        <Words key={index} piece={piece} />
      ))}
    </p>
  );
}

/** Added and removed words differ by their line, too: colour alone says nothing to some readers. */
function Words({ piece: { change, text } }: { piece: Piece }) {
  const t = useTranslations('texts');
  if (change === 'same') return <TextRuns line={text} />;
  const Mark = change === 'added' ? 'ins' : 'del';
  return (
    <Mark>
      <span className="visually-hidden">{t(change)} </span>
      <TextRuns line={text} />
    </Mark>
  );
}
