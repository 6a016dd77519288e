/*
 * Lists that grow while the member scrolls. With more than 50 rows only those near the screen exist; padding replaces
 * the rest, so the same hook works for lists and tables. If a page fails, the rows before it stay, and a retry is
 * offered.
 */

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useTranslations } from 'use-intl';

const WINDOWED_ABOVE = 50;

export type WindowedRow<T> = { row: T; index: number };

export type Windowed<T> = {
  rows: WindowedRow<T>[];
  /** Height in px of the missing rows above and below. */
  before: number;
  after: number;
  /** Ref of every row, which must also carry `data-index`. */
  measure: (element: Element | null) => void;
};

/**
 * Which rows to draw. The page itself scrolls.
 * @param list the element that holds the rows
 * @param estimateOf height of a row in px until it has been measured
 */
export function useWindowed<T>(
  list: RefObject<HTMLElement | null>,
  rows: readonly T[],
  estimateOf: (row: T) => number,
): Windowed<T> {
  // The virtualizer mutates itself, which memoised renders would not notice.
  'use no memo';
  const [marginPx, setMarginPx] = useState(0);
  const on = rows.length > WINDOWED_ABOVE;
  useLayoutEffect(() => {
    if (list.current) setMarginPx(list.current.getBoundingClientRect().top + window.scrollY);
  }, [list, on]);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    enabled: on,
    estimateSize: (index) => {
      const row = rows[index];
      return row === undefined ? 0 : estimateOf(row);
    },
    overscan: 12,
    scrollMargin: marginPx,
  });
  if (!on) {
    return { rows: rows.map((row, index) => ({ row, index })), before: 0, after: 0, measure: () => undefined };
  }
  const shown = virtualizer.getVirtualItems();
  const first = shown[0];
  const last = shown.at(-1);
  return {
    rows: shown.flatMap(({ index }) => {
      const row = rows[index];
      return row === undefined ? [] : [{ row, index }];
    }),
    before: first ? first.start - marginPx : 0,
    after: last ? virtualizer.getTotalSize() - (last.end - marginPx) : 0,
    measure: virtualizer.measureElement,
  };
}

/** A row of a table's body that replaces the missing rows. */
export function GapRow({ px }: { px: number }) {
  return px <= 0 ? null : <tr aria-hidden="true" style={{ height: px }} />;
}

/** The parts of an infinite query that the foot needs. */
export type MorePages = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
};

const FETCH_AHEAD = '600px';

/** Below the rows: fetches the next page when the foot comes near, and shows 加载中..., 没有更多了 or 加载失败. */
export function ListFoot({ pages }: { pages: MorePages }) {
  const t = useTranslations('common');
  const ref = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages;

  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        setNear(entries.some((entry) => entry.isIntersecting));
      },
      { rootMargin: FETCH_AHEAD },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (near && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) fetchNextPage();
  }, [near, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);

  return (
    <div ref={ref} className="flex min-h-14 items-center justify-center gap-2 py-2 text-body-s text-text-3">
      {isFetchNextPageError && !isFetchingNextPage ? (
        <>
          <span role="alert">{t('states.failed')}</span>
          <Button variant="text" size="small" onClick={() => fetchNextPage()}>
            {t('actions.retry')}
          </Button>
        </>
      ) : (
        <span role="status">{hasNextPage ? t('states.loading') : t('states.end')}</span>
      )}
    </div>
  );
}
