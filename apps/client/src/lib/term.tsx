/* A word with its meaning one tap away, wherever it stands. All words are in the locales (`words.json`). */

import { lazy, Suspense, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { cx } from '@candor/ui/cx';
import type { Word } from './messages.ts';
import { loadTexts } from './i18n.tsx';
import { untilLoaded } from './until-loaded.ts';

const TermMeaning = lazy(() =>
  untilLoaded(async () => {
    const [module] = await Promise.all([import('./term-meaning.tsx'), loadTexts(['words'])]);
    return { default: module.TermMeaning };
  }),
);

type TermProps = {
  word: Word;
  /** The word as this screen writes it. */
  children: ReactNode;
  className?: string;
};

/** Not for text inside a link or a button: a button cannot stand in another one. */
export function Term({ word, children, className }: TermProps) {
  const ref = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        ref={ref}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-term={word}
        onClick={() => setOpen(!isOpen)}
        className={cx(
          '-my-1 cursor-help rounded-control py-1 text-start underline decoration-dotted decoration-from-font underline-offset-4',
          className,
        )}
      >
        {children}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <TermMeaning word={word} anchor={ref} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
