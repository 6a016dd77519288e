/* What narrows a queue. A filter lives in the address, so that a colleague can be sent to what is seen. */

import { useState } from 'react';
import type { ReactNode, Ref } from 'react';
import { ActionIcon, Select, TextInput, Tooltip } from '@mantine/core';
import type { ComboboxData } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { replaceQuery, useAddress } from '../../lib/location.ts';

/** The open row, in the address. */
export const ROW = 'row';

export type Choice = { readonly value: string; readonly label: string };
export type FilterGroup = { readonly group: string; readonly items: readonly Choice[] };

export type Filter = {
  /** Its word in the address and in the call. */
  readonly name: string;
  readonly label: string;
  /** With choices it is a list; without them a text. A long list has groups, and is searched by typing. */
  readonly choices?: readonly Choice[] | readonly FilterGroup[];
  /** What the list shows while nothing is chosen, instead of "all". */
  readonly allText?: string;
  readonly placeholder?: string;
  readonly isDate?: boolean;
  readonly width?: number;
};

/** The filters of a list in one line: each says inside its field what it is. */
export function Filters({
  ref,
  filters,
  tools,
}: {
  ref: Ref<HTMLDivElement>;
  filters: readonly Filter[];
  /** At the end of the line: they stay where the filters scroll. */
  tools: ReactNode;
}) {
  const t = useTranslations('common.filters');
  const { params } = useAddress();
  const clear = useClearFilters(filters);
  return (
    <div className="filter-line">
      <div ref={ref} className="filters">
        {filters.map((filter) => (
          <FilterField key={filter.name} filter={filter} value={params.get(filter.name) ?? ''} />
        ))}
        {clear !== null && (
          <Tooltip label={t('clear')}>
            <ActionIcon variant="subtle" color="gray" aria-label={t('clear')} onClick={clear}>
              <X size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      {tools}
    </div>
  );
}

/** Shows everything again; null where nothing is narrowed. */
export function useClearFilters(filters: readonly Filter[]): (() => void) | null {
  const { params } = useAddress();
  const chosen = filters.filter(({ name }) => (params.get(name) ?? '') !== '');
  if (chosen.length === 0) return null;
  return () => replaceQuery(Object.fromEntries([...chosen.map(({ name }) => [name, null] as const), [ROW, null]]));
}

const TYPING_MS = 300;

function FilterField({ filter, value }: { filter: Filter; value: string }) {
  const t = useTranslations('common');
  // The address may change by itself, such as by a link: then what was typed before is over.
  const [typed, setTyped] = useState({ over: value, text: value });
  const write = useDebouncedCallback(
    (text: string) => replaceQuery({ [filter.name]: text.trim(), [ROW]: null }),
    TYPING_MS,
  );
  const { choices } = filter;
  const labelWidth = widthOf(filter.label);
  const shared = {
    className: 'filter',
    ...(value === '' ? {} : { 'data-on': true }),
    'aria-label': filter.label,
    leftSection: (
      <span className="filter-label" aria-hidden>
        {filter.label}
      </span>
    ),
    leftSectionWidth: labelWidth,
    leftSectionProps: { style: { justifyContent: 'start' } },
  };
  if (choices !== undefined) {
    const all = { value: '', label: filter.allText ?? t('all') };
    const isGrouped = choices.some((one) => 'group' in one);
    const shown = [all, ...choices.flatMap((one) => ('group' in one ? one.items : one))].find(
      (one) => one.value === value,
    );
    return (
      <Select
        {...shared}
        w={labelWidth + widthOf(shown?.label ?? value) + ARROW}
        rightSectionWidth={ARROW}
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all are groups, or none is
        data={[all, ...choices] as ComboboxData}
        value={value}
        allowDeselect={false}
        searchable={isGrouped}
        maxDropdownHeight={isGrouped ? 420 : 260}
        comboboxProps={{ withinPortal: true, width: isGrouped ? 260 : 200, position: 'bottom-start' }}
        onChange={(next) => replaceQuery({ [filter.name]: next, [ROW]: null })}
      />
    );
  }
  return (
    <TextInput
      {...shared}
      w={labelWidth + (filter.isDate === true ? DATE : (filter.width ?? 140))}
      placeholder={filter.placeholder ?? ''}
      value={typed.over === value ? typed.text : value}
      type={filter.isDate === true ? 'date' : 'search'}
      onChange={({ currentTarget }) => {
        setTyped({ over: value, text: currentTarget.value });
        write(currentTarget.value);
      }}
    />
  );
}

const PADDING = 8;
/** Of the arrow of a list, and of a date as a browser writes it. */
const ARROW = 24;
const DATE = 116;

/** About as wide as the word in the field: a Han letter is as wide as two others. */
function widthOf(label: string): number {
  const letters = [...label].reduce((sum, letter) => sum + (letter > '\u2e80' ? 13 : 7), 0);
  return letters + 2 * PADDING;
}
