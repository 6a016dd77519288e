/* What narrows a queue. A filter lives in the address, so that a colleague can be sent to what is seen. */

import { useState } from 'react';
import type { Ref } from 'react';
import { Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useTranslations } from 'use-intl';
import { replaceQuery, useAddress } from '../../lib/location.ts';

/** The open row, in the address. */
export const ROW = 'row';

export type Filter = {
  /** Its word in the address and in the call. */
  readonly name: string;
  readonly label: string;
  /** With choices it is a list; without them a text. */
  readonly choices?: readonly { value: string; label: string }[];
  /** What the list shows while nothing is chosen, instead of "all". */
  readonly allText?: string;
  readonly placeholder?: string;
  readonly isDate?: boolean;
  readonly width?: number;
};

export function Filters({ ref, filters }: { ref: Ref<HTMLDivElement>; filters: readonly Filter[] }) {
  const { params } = useAddress();
  if (filters.length === 0) return null;
  return (
    <Group ref={ref} p="md" gap="sm" align="end" wrap="wrap" style={{ borderBottom: '1px solid var(--candor-line)' }}>
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
  if (filter.choices !== undefined)
    return (
      <Select
        label={filter.label}
        w={filter.width ?? 160}
        data={[{ value: '', label: filter.allText ?? t('all') }, ...filter.choices]}
        value={value}
        allowDeselect={false}
        comboboxProps={{ withinPortal: true }}
        onChange={(next) => replaceQuery({ [filter.name]: next, [ROW]: null })}
      />
    );
  return (
    <TextInput
      label={filter.label}
      w={filter.width ?? 200}
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
