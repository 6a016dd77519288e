/*
 * The screen of every kind of record: deposits, withdrawals, investments, settled orders, the statement. A kind is its query, filter, columns, line,
 * words and detail. This file has the frame: title, filter button and sheet, and the opened record beside the list or in its place. `record-list.tsx`
 * has the list. Filter and opened record are in the address, so that a view can be linked and survives a reload.
 */

import { useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { cx } from '@candor/ui/cx';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { ListFilter } from 'lucide-react';
import { goBack } from '../../lib/location.ts';
import { useLayout } from '../../lib/media.ts';
import type { AppPath } from '../../lib/paths.ts';
import { RangeNote } from '../filters/date-note.tsx';
import { FilterSheet } from './filter-sheet.tsx';
import type { FilterChoices } from './filter-sheet.tsx';

export type RecordsWords = { filter: string; filterActive: string; reset: string; apply: string };

export type RecordsDetail = {
  opened: string | null;
  Detail: ComponentType<{ id: string }>;
  title: string;
  /** What stands in its place while no record is opened. */
  choose: string;
  /** The list, where the record came from. */
  list: AppPath;
  /** Columns of the list and the record beside it. */
  columns: string;
};

type RecordsScreenProps<F> = {
  title: string;
  onBack?: () => void;
  actions?: ReactNode;
  words: RecordsWords;
  filter: F;
  blank: Partial<F>;
  /** How many choices of the sheet are active. */
  narrowed: number;
  /** The number stands on the button. Otherwise the button has the accent colour. */
  isCounted?: boolean;
  choices: FilterChoices<F>;
  onFilter: (filter: F) => void;
  detail?: RecordsDetail;
  /** Above the list, and above the record that has taken its place. */
  notice?: ReactNode;
  children: ReactNode;
};

export function RecordsScreen<F>(props: RecordsScreenProps<F>) {
  const { title, onBack, actions, words, filter, blank, choices, onFilter, detail, notice, children } = props;
  const isWide = useLayout() === 'desktop';
  const [choosing, setChoosing] = useState(false);
  const opened = detail?.opened ?? null;
  if (detail !== undefined && opened !== null && !isWide) {
    return (
      <Page
        bar={<NavBar title={detail.title} onBack={() => goBack(detail.list)} />}
        className={cx(notice !== undefined && 'flex flex-col gap-4')}
      >
        {notice}
        <detail.Detail key={opened} id={opened} />
      </Page>
    );
  }
  const isBeside = detail !== undefined && isWide;
  return (
    <Page
      wide
      className="xl:py-4"
      bar={
        <NavBar
          title={title}
          {...(onBack === undefined ? {} : { onBack })}
          actions={
            <>
              {actions}
              <FilterButton {...props} onClick={() => setChoosing(true)} />
            </>
          }
        />
      }
    >
      <div
        className={cx(
          'mx-auto max-w-[30rem] print:max-w-none!',
          detail === undefined ? 'l:max-w-none' : 'l:max-w-[45rem] xl:max-w-none',
          isBeside && 'grid items-start gap-6 print:grid-cols-1!',
          isBeside && detail.columns,
        )}
      >
        <div className="flex min-w-0 flex-col gap-4 sideways:gap-2">
          {notice}
          <RangeNote />
          {children}
        </div>
        {isBeside && <Beside detail={detail} />}
      </div>
      <FilterSheet
        key={choosing ? 'open' : 'closed'}
        open={choosing}
        words={words}
        filter={filter}
        blank={blank}
        choices={choices}
        onClose={() => setChoosing(false)}
        onApply={(chosen) => {
          onFilter(chosen);
          setChoosing(false);
        }}
      />
    </Page>
  );
}

type FilterButtonProps = { words: RecordsWords; narrowed: number; isCounted?: boolean; onClick: () => void };

function FilterButton({ words, narrowed, isCounted = false, onClick }: FilterButtonProps) {
  const isActive = narrowed > 0;
  return (
    <span className="relative">
      <IconButton
        label={isActive ? words.filterActive : words.filter}
        onClick={onClick}
        className={cx(isActive && !isCounted && 'text-selected')}
      >
        <ListFilter aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
      </IconButton>
      {isActive && isCounted && (
        <span
          aria-hidden="true"
          className="tnum pointer-events-none absolute end-0.5 top-0.5 flex size-4.5 items-center justify-center rounded-full bg-selected text-caption font-bold text-on-selected"
        >
          {narrowed}
        </span>
      )}
    </span>
  );
}

function Beside({ detail: { opened, Detail, title, choose } }: { detail: RecordsDetail }) {
  return (
    <aside
      aria-label={title}
      className="sticky top-[calc(var(--topnav-height)+var(--nav-height)+1.5rem)] max-h-[calc(100dvh-var(--topnav-height)-var(--nav-height)-3rem)] overflow-y-auto print:max-h-none"
    >
      {opened === null ? (
        <p className="print:hidden rounded-card border border-dashed border-line px-6 py-8 text-center text-body-s text-text-3">
          {choose}
        </p>
      ) : (
        <Detail key={opened} id={opened} />
      )}
    </aside>
  );
}
