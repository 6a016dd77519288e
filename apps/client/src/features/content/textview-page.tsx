/* A reading page for rules, agreements and announcements. Readers can choose the text size and jump to sections. */

import { useEffect, useState } from 'react';
import type { PageView } from '@candor/contract/content';
import { Button } from '@candor/ui/button.tsx';
import { CopyButton } from '@candor/ui/copy-button.tsx';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { AArrowDown, AArrowUp, ChevronDown, Printer } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { readKept, tryWriteKept } from '../../lib/kept-store.ts';
import { goBack, useAddress } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { outlineOf, plainTextOf } from '../../services/content/page-outline.ts';
import type { Section } from '../../services/content/page-outline.ts';
import { PageAbout, PageBody, PageUnread, usePageAbout } from '../../services/content/page-text.tsx';
import { useSitePage } from '../../services/content/site-page.ts';

export function TextviewPage() {
  const t = useTranslations('common');
  const { params } = useAddress();
  const state = useSitePage(params.get('slug') ?? '');
  const back = () => goBack(paths.home());
  return (
    <Page
      className="xl:max-w-[64rem]"
      bar={<NavBar title={state.kind === 'ready' ? state.page.title : t('titles.textview')} onBack={back} />}
    >
      {state.kind === 'ready' ? (
        <Text page={state.page} />
      ) : (
        <PageUnread
          state={state}
          onRetry={state.retry}
          missingAction={<Button onClick={back}>{t('actions.back')}</Button>}
        />
      )}
    </Page>
  );
}

function Text({ page }: { page: PageView }) {
  const t = useTranslations('content.textview');
  const about = usePageAbout();
  const text = useTextSize();
  const sections = outlineOf(page.body);
  return (
    <div className="xl:grid xl:grid-cols-[minmax(0,1fr)_15rem] xl:items-start xl:gap-12">
      <article lang={page.language} data-print="" className="min-w-0">
        {/* The bar with the title is not printed. */}
        <p className="hidden text-title-1 print:block">{page.title}</p>
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
          <PageAbout page={page} />
          <span className="-me-3 flex print:hidden">
            <SizeButtons {...text} />
            <CopyButton text={plainTextOf(page, about(page))} label={t('copy')} />
            <IconButton label={t('print')} onClick={() => window.print()}>
              <Printer aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
            </IconButton>
          </span>
        </div>
        {sections.length > 0 && (
          <details className="group mt-1 rounded-small border border-line bg-surface-1 xl:hidden print:hidden">
            <summary className="press flex min-h-12 list-none items-center justify-between px-4 text-body-s font-semibold">
              {t('contents')}
              <ChevronDown
                aria-hidden="true"
                className="size-4.5 text-text-3 transition-transform group-open:rotate-180"
              />
            </summary>
            <Contents sections={sections} className="px-2 pb-2" />
          </details>
        )}
        <div style={{ fontSize: `${text.sizeRem}rem` }}>
          <PageBody body={page.body} />
        </div>
      </article>
      {sections.length > 0 && (
        <aside className="sticky top-[calc(var(--topnav-height)+var(--nav-height)+1.5rem)] max-xl:hidden">
          <p aria-hidden="true" className="px-2 pb-1 text-caption font-semibold text-text-3">
            {t('contents')}
          </p>
          <Contents sections={sections} />
        </aside>
      )}
    </div>
  );
}

/**
 * The hash of the address belongs to the route, so this code jumps to the sections itself. Focus follows for the
 * keyboard.
 */
function Contents({ sections, className }: { sections: readonly Section[]; className?: string }) {
  const t = useTranslations('content.textview');
  return (
    <nav aria-label={t('contents')} className={className}>
      <ol>
        {sections.map(({ id, text }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => {
                const target = document.getElementById(id);
                target?.scrollIntoView({ behavior: 'smooth' });
                target?.focus({ preventScroll: true });
              }}
              className="press flex min-h-11 w-full items-center rounded-small px-2 text-start text-body-s text-text-2 hover:bg-surface-2 hover:text-text-1"
            >
              {text}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

const SIZES_REM = [0.875, 1, 1.125, 1.25, 1.5] as const;
const NORMAL = 1;
const SIZE_KEY = 'textSize';

type TextSize = { size: number; sizeRem: number; choose: (size: number) => void };

/** The reader's text size, remembered on this device. */
function useTextSize(): TextSize {
  const [size, setSize] = useState<number>(NORMAL);
  useEffect(() => {
    void readKept(SIZE_KEY).then((kept) => {
      if (typeof kept === 'number' && kept in SIZES_REM) setSize(kept);
    });
  }, []);
  const choose = (next: number) => {
    setSize(next);
    tryWriteKept(SIZE_KEY, next);
  };
  return { size, sizeRem: SIZES_REM[size] ?? 1, choose };
}

function SizeButtons({ size, choose }: TextSize) {
  const t = useTranslations('content.textview');
  return (
    <>
      <IconButton label={t('smaller')} disabled={size === 0} onClick={() => choose(size - 1)}>
        <AArrowDown aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
      </IconButton>
      <IconButton label={t('larger')} disabled={size === SIZES_REM.length - 1} onClick={() => choose(size + 1)}>
        <AArrowUp aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
      </IconButton>
    </>
  );
}
