/* What narrows a queue. A filter lives in the address, so that a colleague can be sent to what is seen. */

import { useState } from 'react';
import type { Ref } from 'react';
import { Group, Select, TextInput } from '@mantine/core';
import type { ComboboxData } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
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
export function Filters({ ref, filters }: { ref: Ref<HTMLDivElement>; filters: readonly Filter[] }) {
  const { params } = useAddress();
  if (filters.length === 0) return null;
  return (
    <Group ref={ref} className="filters" gap={8} wrap="wrap">
      {filters.map((filter) => (
        <FilterField key={filter.name} filter={filter} value={params.get(filter.name) ?? ''} />
      ))}
    </Group>
  );
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
    'aria-label': filter.label,
    leftSection: (
      <span className="filter-label" aria-hidden>
        {filter.label}
      </span>
    ),
    leftSectionWidth: labelWidth,
    leftSectionProps: { style: { justifyContent: 'start' } },
    w: (filter.width ?? 160) + labelWidth - PADDING,
  };
  if (choices !== undefined) {
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
        comboboxProps={{ withinPortal: true, width: isGrouped ? 260 : 'target' }}
        onChange={(next) => replaceQuery({ [filter.name]: next, [ROW]: null })}
      />
    );
  }
  return (
    <TextInput
      {...shared}
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

const PADDING = 12;

/** About as wide as the word in the field: a Han letter is as wide as two others. */
function widthOf(label: string): number {
  const letters = [...label].reduce((sum, letter) => sum + (letter > '\u2e80' ? 13 : 7), 0);
  return letters + 2 * PADDING;
}
