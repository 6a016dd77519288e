import { Kbd, Table } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useTranslations } from 'use-intl';
import { observable } from '@candor/api-client/observable';
import { useObservable } from '../../lib/observable.ts';
import { Dialog } from '../../lib/dialog.tsx';

const isOpen = observable(false);

export function openKeyHelp(): void {
  isOpen.set(true);
}

const KEYS = [
  ['Ctrl K', 'find'],
  ['J', 'next'],
  ['K', 'previous'],
  ['Enter', 'open'],
  ['A', 'approve'],
  ['R', 'reject'],
  ['/', 'search'],
  ['F', 'search'],
  ['Esc', 'close'],
  ['?', 'help'],
] as const;

/** The list of keys. `?` opens it on every page. */
export function KeyHelp() {
  const t = useTranslations('common.keys');
  const opened = useObservable(isOpen);
  useHotkeys([['shift+?', openKeyHelp]]);
  return (
    <Dialog
      opened={opened}
      isOverAll
      closeOnClickOutside
      onClose={() => isOpen.set(false)}
      title={t('title')}
      size="sm"
    >
      <Table withRowBorders={false}>
        <Table.Tbody>
          {KEYS.map(([key, does]) => (
            <Table.Tr key={key}>
              <Table.Td w={96}>
                <Kbd>{key}</Kbd>
              </Table.Td>
              <Table.Td>{t(does)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  );
}
