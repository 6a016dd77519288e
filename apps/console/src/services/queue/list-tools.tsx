/* What an operator makes of a list: filters under names of their own, and the columns that they want. */

import { useState } from 'react';
import {
  ActionIcon,
  Checkbox,
  Group,
  Menu,
  Popover,
  Stack,
  Text,
  TextInput,
  Tooltip,
  UnstyledButton,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMediaQuery } from '@mantine/hooks';
import { Bookmark, Columns3, Download, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { replaceQuery, useAddress } from '../../lib/location.ts';
import { FormDialog } from './form-dialog.tsx';
import { isAlways, NAME_CHARS_MAX, useListChoices, withSaved } from './list-choices.ts';
import { ROW } from './queue-filters.tsx';

type ListToolsProps = {
  readonly columns: readonly {
    readonly name: string;
    readonly title: string;
    readonly isWide?: boolean;
    readonly isFrozen?: boolean;
  }[];
  /** The words of the address that narrow and sort this list. */
  readonly words: readonly string[];
  readonly onSave: () => void;
  /** Makes a file of the list; null where it cannot be one. */
  readonly onFile: (() => void) | null;
};

export function ListTools({ columns, words, onSave, onFile }: ListToolsProps) {
  const t = useTranslations('common.list');
  return (
    <div className="list-tools">
      {onFile !== null && (
        <Tooltip label={t('csv')}>
          <ActionIcon variant="subtle" color="gray" aria-label={t('csv')} onClick={onFile}>
            <Download size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {words.length > 0 && <SavedMenu words={words} onSave={onSave} />}
      <ColumnChoice columns={columns} />
    </div>
  );
}

/** What of the address narrows and sorts the list. */
export function useChosenWords(words: readonly string[]): Readonly<Record<string, string>> {
  const { params } = useAddress();
  return Object.fromEntries(
    words.flatMap((word) => {
      const value = params.get(word);
      return value === null || value === '' ? [] : [[word, value]];
    }),
  );
}

function SavedMenu({ words, onSave }: Pick<ListToolsProps, 'words' | 'onSave'>) {
  const t = useTranslations('common.list');
  const [{ saved }, choose] = useListChoices();
  const chosen = useChosenWords(words);
  const canSave = Object.keys(chosen).length > 0;
  const take = (query: Readonly<Record<string, string>>) =>
    replaceQuery({ ...Object.fromEntries(words.map((word) => [word, null])), ...query, [ROW]: null });
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Tooltip label={t('saved')}>
          <ActionIcon variant="subtle" color="gray" aria-label={t('saved')}>
            <Bookmark size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {saved.length === 0 && (
          <Text c="dimmed" px="sm" py={6}>
            {t('savedNone')}
          </Text>
        )}
        {saved.map(({ name, query }) => (
          <Group key={name} gap={0} wrap="nowrap">
            <Menu.Item className="saved-name" onClick={() => take(query)}>
              {name}
            </Menu.Item>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('savedRemove', { name })}
              onClick={() => choose({ saved: saved.filter((one) => one.name !== name) })}
            >
              <Trash2 size={14} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Menu.Divider />
        <Menu.Item disabled={!canSave} onClick={onSave}>
          {t('save')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Names what is filtered now. */
export function SaveForm({ words, onClose }: { words: readonly string[]; onClose: () => void }) {
  const t = useTranslations('common.list');
  const [{ saved }, choose] = useListChoices();
  const query = useChosenWords(words);
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (name) => (name.trim() === '' ? t('nameRequired') : null) },
  });
  return (
    <FormDialog
      title={t('save')}
      submit={t('saveIt')}
      error={null}
      isSending={false}
      onClose={onClose}
      onSubmit={form.onSubmit(({ name }) => {
        choose({ saved: withSaved(saved, { name: name.trim(), query }) });
        onClose();
      })}
    >
      <TextInput
        label={t('name')}
        description={t('nameHint')}
        maxLength={NAME_CHARS_MAX}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  );
}

/** Where `.on-wide` is shown. */
const WIDE = '(min-width: 90.01em)';

function ColumnChoice({ columns }: Pick<ListToolsProps, 'columns'>) {
  const t = useTranslations('common.list');
  const [{ columns: chosen }, choose] = useListChoices();
  const [isOpen, setOpen] = useState(false);
  const isWindowWide = useMediaQuery(WIDE);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus withinPortal>
      <Popover.Target>
        <Tooltip label={t('columns')} disabled={isOpen}>
          <ActionIcon variant="subtle" color="gray" aria-label={t('columns')} onClick={() => setOpen(!isOpen)}>
            <Columns3 size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('columns')}>
        <Stack gap={8}>
          {columns.map((column, at) => {
            const { name, title, isWide } = column;
            const isFixed = isAlways(column, at, columns);
            return (
              <Checkbox
                key={name}
                size="xs"
                radius="sm"
                label={title}
                disabled={isFixed}
                checked={isFixed || (chosen[name] ?? (isWide !== true || isWindowWide))}
                onChange={({ currentTarget }) => choose({ columns: { ...chosen, [name]: currentTarget.checked } })}
              />
            );
          })}
          {Object.keys(chosen).length > 0 && (
            <UnstyledButton className="link-button" onClick={() => choose({ columns: {} })}>
              {t('columnsReset')}
            </UnstyledButton>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
