/* pages/help/words?word=: every word with its meaning. A link to one word marks it and brings it into view. */

import { useEffect } from 'react';
import { cx } from '@candor/ui/cx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { useTranslations } from 'use-intl';
import { goBack, hrefTo, useAddress } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { WORDS } from '../../lib/words.ts';

export function WordsPage() {
  const t = useTranslations('words');
  const asked = useAddress().params.get('word');
  useEffect(() => {
    const target = asked === null ? null : document.getElementById(idOf(asked));
    target?.scrollIntoView({ block: 'center' });
    target?.focus({ preventScroll: true });
  }, [asked]);
  return (
    <Page bar={<NavBar title={t('title')} onBack={() => goBack(paths.home())} />}>
      <p className="text-body-s text-text-2">{t('intro')}</p>
      <dl className="mt-4 flex flex-col gap-2">
        {WORDS.map((word) => (
          <div
            key={word}
            id={idOf(word)}
            tabIndex={-1}
            className={cx(
              'rounded-card border p-4 outline-none',
              word === asked ? 'border-selected bg-selected-tint' : 'border-line bg-surface-1',
            )}
          >
            <dt className="text-body font-bold">{t(`term.${word}.name`)}</dt>
            <dd className="mt-1 text-body-s text-text-2">{t(`term.${word}.text`)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4">
        <a
          href={hrefTo(paths.textview('rules'))}
          className="press inline-flex min-h-11 items-center text-body-s font-medium text-link"
        >
          {t('rules')}
        </a>
      </p>
    </Page>
  );
}

function idOf(word: string): string {
  return `word-${word}`;
}
