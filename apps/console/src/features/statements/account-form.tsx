/* An account at a bank or on a chain: what is paid in and out of it, and what the columns of its tables mean. */

import { useState } from 'react';
import { Checkbox, Group, MultiSelect, Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { newKey } from '@candor/api-client/new-key';
import { saveStatementAccount } from '@candor/contract/calls/console/statements';
import type { StatementAccount, StatementAccountsView } from '@candor/contract/console-statements';
import { useLanguage } from '../../lib/language.ts';
import { call } from '../../services/api/request.ts';
import { FormSection } from '../../services/form/form-section.tsx';
import { useOptional } from '../../services/form/optional.tsx';
import { useSiteCurrency } from '../../services/operator/operator.tsx';
import { FormDialog } from '../../services/queue/form-dialog.tsx';
import { ACCOUNTS_KEY } from './use-accounts.ts';

const COLUMNS = ['date', 'amount', 'debit', 'credit', 'currency', 'reference', 'name', 'note', 'balance'] as const;
type Columns = Record<(typeof COLUMNS)[number], string>;
const DATES = ['ymd', 'dmy', 'mdy'] as const;
type Dates = (typeof DATES)[number];

const NO_COLUMNS: Columns = {
  date: '',
  amount: '',
  debit: '',
  credit: '',
  currency: '',
  reference: '',
  name: '',
  note: '',
  balance: '',
};

/** The titles that an account remembers; empty for a column that it has not. */
function columnsOf(account: StatementAccount | null): Columns {
  const saved = account?.columns;
  const titles = COLUMNS.flatMap((column) => {
    const title = saved?.[column];
    return title === undefined ? [] : [[column, title] as const];
  });
  return { ...NO_COLUMNS, ...Object.fromEntries(titles) };
}

type AccountFormProps = {
  /** Null: a new one. */
  readonly account: StatementAccount | null;
  readonly view: StatementAccountsView;
  readonly onClose: () => void;
};

export function AccountForm({ account, view, onClose }: AccountFormProps) {
  const t = useTranslations('statements');
  const language = useLanguage();
  const optional = useOptional();
  const site = useSiteCurrency();
  const client = useQueryClient();
  const [key] = useState(newKey);
  const [code, setCode] = useState(account?.code ?? '');
  const [name, setName] = useState(account?.name ?? '');
  const [number, setNumber] = useState(account?.number ?? '');
  const [currency, setCurrency] = useState(account?.currency ?? site.code);
  const [channels, setChannels] = useState<string[]>(account?.channels ?? []);
  const [paysOut, setPaysOut] = useState(account?.paysOut ?? true);
  const [columns, setColumns] = useState(columnsOf(account));
  const [dates, setDates] = useState<Dates>(account?.columns?.dates ?? 'ymd');
  const currencies = new Map([
    [site.code, site.decimals],
    ...view.channels.map((channel) => [channel.currency, channel.decimals] as const),
  ]);
  const saving = useMutation({
    mutationFn: async () => {
      const hasColumns = Object.values(columns).some((title) => title.trim() !== '');
      const body = {
        name,
        number,
        currency,
        decimals: currencies.get(currency) ?? site.decimals,
        channels,
        paysOut: paysOut && currency === site.code,
        columns: hasColumns ? { ...columns, ...(dates === 'ymd' ? {} : { dates }) } : null,
      };
      return await call(saveStatementAccount, { params: { code }, body, idempotencyKey: key });
    },
    onSuccess: async () => {
      notifications.show({ message: t('saved'), color: 'teal', role: 'status' });
      await client.invalidateQueries({ queryKey: ACCOUNTS_KEY });
      onClose();
    },
  });
  return (
    <FormDialog
      title={account === null ? t('newAccount') : t('describeTitle', { name: account.name })}
      size="lg"
      submit={t('save')}
      error={saving.error}
      isSending={saving.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput
          label={t('name')}
          maxLength={60}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={t('code')}
          description={t('codeHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={32}
          disabled={account !== null}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <TextInput
          label={optional(t('number'))}
          description={t('numberHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={80}
          value={number}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
        <Select
          label={t('currency')}
          data={[...currencies.keys()]}
          allowDeselect={false}
          disabled={account !== null}
          value={currency}
          onChange={(value) => {
            setCurrency(value ?? site.code);
            setChannels([]);
          }}
        />
      </SimpleGrid>
      <MultiSelect
        label={optional(t('channels'))}
        description={t('channelsHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={view.channels
          .filter((channel) => channel.currency === currency)
          .map((channel) => ({ value: channel.code, label: channel.names[language] ?? channel.code }))}
        value={channels}
        onChange={setChannels}
      />
      {currency === site.code && (
        <Checkbox
          label={t('paysOut')}
          checked={paysOut}
          onChange={(event) => setPaysOut(event.currentTarget.checked)}
        />
      )}
      <FormSection title={t('columns')} hint={t('columnsHint')}>
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
          {COLUMNS.map((column) => (
            <TextInput
              key={column}
              label={t(`columnOf.${column}`)}
              maxLength={80}
              value={columns[column]}
              onChange={(event) => {
                const { value } = event.currentTarget;
                setColumns((before) => ({ ...before, [column]: value }));
              }}
            />
          ))}
        </SimpleGrid>
        <Group gap="sm" align="end">
          <Select
            label={t('dates')}
            data={DATES.map((value) => ({ value, label: t(`datesOf.${value}`) }))}
            allowDeselect={false}
            value={dates}
            onChange={(value) => setDates(DATES.find((each) => each === value) ?? 'ymd')}
          />
          <Text fz="sm" c="dimmed">
            {t('amountsHint')}
          </Text>
        </Group>
      </FormSection>
    </FormDialog>
  );
}
