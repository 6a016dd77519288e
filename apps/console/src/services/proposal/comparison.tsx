import { Table, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { ComparedLine } from './compared-lines.ts';

/** Before and after, side by side. */
export function Comparison({ lines }: { lines: readonly ComparedLine[] }) {
  const t = useTranslations('proposals');
  return (
    <Table verticalSpacing={6} horizontalSpacing="xs" className="comparison">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('changed')}</Table.Th>
          <Table.Th>{t('before')}</Table.Th>
          <Table.Th>{t('after')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map(({ name, before, after }) => (
          <Table.Tr key={name}>
            <Table.Td c="dimmed">{name}</Table.Td>
            <Table.Td className="wrap-anywhere">{before ?? '—'}</Table.Td>
            <Table.Td className="wrap-anywhere" fw={600}>
              {after ?? '—'}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** What differs, in a cell of a list. */
export function ChangedNames({ lines }: { lines: readonly ComparedLine[] }) {
  return (
    <Text truncate maw={320}>
      {lines.map(({ name }) => name).join(' · ')}
    </Text>
  );
}
