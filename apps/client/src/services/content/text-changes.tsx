/* What is different between two versions of a text. What did not change is folded, with a line before and after a change. */

import type { PageBlock } from '@candor/contract/content';
import { diffText, isChanged } from '@candor/domain/content/diff-text';
import type { DiffLine, LineForm, Piece } from '@candor/domain/content/diff-text';
import { foldedLines } from '@candor/domain/content/fold-lines';
import { cx } from '@candor/ui/cx';
import { useTranslations } from 'use-intl';
import { TextRuns } from './text-runs.tsx';

type TextChangesProps = { before: readonly PageBlock[]; after: readonly PageBlock[]; since: number };

export function TextChanges({ before, after, since }: TextChangesProps) {
  const t = useTranslations('content.textview');
  const lines = diffText(before, after);
  if (!isChanged(lines)) return <p className="text-body-s text-text-2">{t('sinceNone', { since })}</p>;
  return (
    <div className="flex flex-col gap-[0.6em]  leading-[1.7] text-text-2">
      {foldedLines(lines).map((part, index) =>
        part.kind === 'folded' ? (
          <p key={index} className="flex items-center gap-3 text-caption text-text-3">
            <span aria-hidden="true" className="h-px flex-1 bg-line" />
            {t('unchanged', { count: part.count })}
            <span aria-hidden="true" className="h-px flex-1 bg-line" />
          </p>
        ) : (
          <Line key={index} line={part.line} />
        ),
      )}
    </div>
  );
}

const FORMS: Record<LineForm, string> = {
  section: 'text-[1.1em] font-bold text-text-1',
  subsection: 'font-bold text-text-1',
  paragraph: '',
  bullet: 'ps-[1.5em] before:absolute before:start-[0.5em] before:content-["•"]',
  number: 'ps-[1.5em] before:absolute before:start-[0.5em] before:content-["•"]',
};

function Line({ line: { form, change, pieces } }: { line: DiffLine }) {
  return (
    <p
      className={cx(
        'relative',
        FORMS[form],
        change !== 'same' && 'rounded-control border-s-2 border-info bg-surface-2 py-1 pe-2',
        change !== 'same' && !form.startsWith('bul') && form !== 'number' && 'ps-2',
      )}
    >
      {pieces.map((piece, index) => (
        <Words key={index} piece={piece} />
      ))}
    </p>
  );
}

/** Added and removed words differ by their line, too: colour alone says nothing to some readers. */
function Words({ piece: { change, text } }: { piece: Piece }) {
  const t = useTranslations('content.textview');
  if (change === 'same') return <TextRuns line={text} />;
  const Mark = change === 'added' ? 'ins' : 'del';
  return (
    <Mark className={change === 'added' ? 'text-text-1 decoration-info underline-offset-4' : 'text-text-3'}>
      <span className="sr-only">{t(change)} </span>
      <TextRuns line={text} />
    </Mark>
  );
}
