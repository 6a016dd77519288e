/* What narrows a queue. A filter lives in the address, so that a colleague can be sent to what is seen. */

import { useState } from 'react';
import type { ReactNode, Ref } from 'react';
import { ActionIcon, CloseButton, Popover, Select, Stack, TextInput, Tooltip, UnstyledButton } from '@mantine/core';
import type { ComboboxData } from '@mantine/core';
import { useDebouncedCallback, useElementSize } from '@mantine/hooks';
import { FilterX, SlidersHorizontal } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { replaceQuery, useAddress } from '../../lib/location.ts';
import { inOrder, shownFilters, wordsOfFilter } from './filter-words.ts';
import { PeriodFilter, usePeriodText } from './period-filter.tsx';

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
  /** From a date to a date, in the words `from` and `to` of the address. */
  readonly isPeriod?: boolean;
  readonly width?: number;
};

const GAP = 4;
/** The button for those that have no room, and the one that clears. */
const MORE = 116;
const CLEAR = 32;

/**
 * The filters of a list in one line, however narrow it is: each says inside its field what it is, those that narrow the list can
 * be cleared one by one, and what has no room is behind a button.
 */
export function Filters({
  ref,
  filters: unordered,
  tools,
}: {
  ref: Ref<HTMLDivElement>;
  filters: readonly Filter[];
  /** At the end of the line. */
  tools: ReactNode;
}) {
  const t = useTranslations('common.filters');
  const { params } = useAddress();
  const widthOfField = useFieldWidth();
  const { ref: line, width: room } = useElementSize();
  const filters = inOrder(unordered);
  const clear = useClearFilters(filters);
  const sized = filters.map((filter) => ({
    name: filter.name,
    width: widthOfField(filter),
    isOn: wordsOfFilter(filter).some((word) => (params.get(word) ?? '') !== ''),
  }));
  const needed = sized.reduce((sum, { width }) => sum + width + GAP, 0) + (clear === null ? 0 : CLEAR);
  const shown = shownFilters(sized, room === 0 || needed <= room ? 0 : Math.max(1, room - MORE - CLEAR), GAP);
  const others = filters.filter(({ name }) => !shown.has(name));
  return (
    <div className="filter-line">
      <div ref={line} className="filter-room">
        <div ref={ref} className="filters">
          {filters
            .filter(({ name }) => shown.has(name))
            .map((filter) => (
              <FilterField key={filter.name} filter={filter} />
            ))}
          {others.length > 0 && (
            <OtherFilters filters={others} isOn={sized.some((one) => one.isOn && !shown.has(one.name))} />
          )}
          {clear !== null && (
            <Tooltip label={t('clear')}>
              <ActionIcon variant="subtle" color="gray" aria-label={t('clear')} onClick={clear}>
                <FilterX size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
        </div>
      </div>
      {tools}
    </div>
  );
}

function OtherFilters({ filters, isOn }: { filters: readonly Filter[]; isOn: boolean }) {
  const t = useTranslations('common.filters');
  return (
    <Popover position="bottom-start" trapFocus returnFocus withinPortal shadow="md">
      <Popover.Target>
        <UnstyledButton className="filter filter-button" aria-haspopup="dialog" {...(isOn ? { 'data-on': true } : {})}>
          <SlidersHorizontal size={14} aria-hidden />
          {t('others', { count: filters.length })}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('others', { count: filters.length })} p="sm">
        <Stack gap={8} align="start">
          {filters.map((filter) => (
            <FilterField key={filter.name} filter={filter} />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Shows everything again; null where nothing is narrowed. */
export function useClearFilters(filters: readonly Filter[]): (() => void) | null {
  const { params } = useAddress();
  const chosen = filters.flatMap(wordsOfFilter).filter((word) => (params.get(word) ?? '') !== '');
  if (chosen.length === 0) return null;
  return () => replaceQuery(Object.fromEntries([...chosen.map((word) => [word, null] as const), [ROW, null]]));
}

const TYPING_MS = 300;

function FilterField({ filter }: { filter: Filter }) {
  const { params } = useAddress();
  if (filter.isPeriod === true)
    return (
      <PeriodFilter
        label={filter.label}
        row={ROW}
        period={{ from: params.get('from') ?? '', to: params.get('to') ?? '' }}
      />
    );
  const value = params.get(filter.name) ?? '';
  return filter.choices === undefined ? (
    <TextFilter filter={filter} value={value} />
  ) : (
    <ChoiceFilter filter={filter} choices={filter.choices} value={value} />
  );
}

/** A filter that narrows the list is a chip: it stands out, and its cross takes it away. */
function useShared(filter: Filter, value: string) {
  const t = useTranslations('common.filters');
  const widthOfField = useFieldWidth();
  const isOn = value !== '';
  return {
    className: 'filter',
    ...(isOn ? { 'data-on': true } : {}),
    'aria-label': filter.label,
    w: widthOfField(filter),
    leftSection: (
      <span className="filter-label" aria-hidden>
        {filter.label}
      </span>
    ),
    leftSectionWidth: widthOf(filter.label),
    leftSectionProps: { style: { justifyContent: 'start' } },
    rightSectionWidth: ARROW,
    ...(isOn
      ? {
          rightSectionPointerEvents: 'all' as const,
          rightSection: (
            <CloseButton
              size={20}
              iconSize={14}
              aria-label={t('clearOne', { name: filter.label })}
              onClick={() => replaceQuery({ [filter.name]: null, [ROW]: null })}
            />
          ),
        }
      : {}),
  };
}

function ChoiceFilter({
  filter,
  choices,
  value,
}: {
  filter: Filter;
  choices: NonNullable<Filter['choices']>;
  value: string;
}) {
  const t = useTranslations('common');
  const shared = useShared(filter, value);
  const all = { value: '', label: filter.allText ?? t('all') };
  const isGrouped = choices.some((one) => 'group' in one);
  return (
    <Select
      {...shared}
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

function TextFilter({ filter, value }: { filter: Filter; value: string }) {
  const shared = useShared(filter, value);
  // The address may change by itself, such as by a link: then what was typed before is over.
  const [typed, setTyped] = useState({ over: value, text: value });
  const write = useDebouncedCallback(
    (text: string) => replaceQuery({ [filter.name]: text.trim(), [ROW]: null }),
    TYPING_MS,
  );
  return (
    <TextInput
      {...shared}
      placeholder={filter.placeholder ?? ''}
      value={typed.over === value ? typed.text : value}
      type="search"
      onChange={({ currentTarget }) => {
        setTyped({ over: value, text: currentTarget.value });
        write(currentTarget.value);
      }}
    />
  );
}

const PADDING = 8;
/** Of the arrow of a list, and of the cross of a chip. */
const ARROW = 24;
const TEXT = 140;

/** About as wide as the word in the field: a Han letter is as wide as two others, and an m wider than an i. */
function widthOf(label: string): number {
  return [...label].reduce((sum, letter) => sum + widthOfLetter(letter), 0) + 2 * PADDING;
}

function widthOfLetter(letter: string): number {
  if (letter > '\u2e80') return 13;
  return /[MWmw]/.test(letter) ? 11 : 7;
}

/** How wide the field of a filter is with what it says now. */
function useFieldWidth(): (filter: Filter) => number {
  const all = useTranslations('common')('all');
  const periodText = usePeriodText();
  const { params } = useAddress();
  return (filter) => {
    const label = widthOf(filter.label);
    if (filter.isPeriod === true)
      return label + widthOf(periodText({ from: params.get('from') ?? '', to: params.get('to') ?? '' })) + ARROW;
    if (filter.choices === undefined) return label + (filter.width ?? TEXT);
    const value = params.get(filter.name) ?? '';
    const found = filter.choices
      .flatMap((one) => ('group' in one ? one.items : one))
      .find((one) => one.value === value);
    return label + widthOf(value === '' ? (filter.allText ?? all) : (found?.label ?? value)) + ARROW;
  };
}
