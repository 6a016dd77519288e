/*
 * Entries of bank and chain statements, and what each of them is. `A` matches an entry with what fits it best, `R` explains it, or takes
 * back what it is.
 */

import { useState } from 'react';
import { Button, Group, Paper, Text } from '@mantine/core';
import { Landmark, Upload } from 'lucide-react';
import { useTranslations } from 'use-intl';
import {
  importStatements,
  listStatementEntries,
  matchStatementEntry,
  readStatementEntry,
} from '@candor/contract/calls/console/statements';
import { STATEMENT_STATES } from '@candor/contract/console-statements';
import type { StatementAccount, StatementEntryLine } from '@candor/contract/console-statements';
import { call } from '../../services/api/request.ts';
import { useMay } from '../../services/operator/operator.tsx';
import { queueOf } from '../../services/queue/queue-of.ts';
import { QueuePage } from '../../services/queue/queue-page.tsx';
import { RowButton } from '../../services/queue/row-button.tsx';
import type { Doing } from './doing.ts';
import { AccountForm } from './account-form.tsx';
import { EntryPanel } from './entry-panel.tsx';
import { EntryState } from './entry-state.tsx';
import { ExplainForm, MatchForm, UndoForm } from './entry-forms.tsx';
import { ImportForm } from './import-form.tsx';
import { StatementAmount } from '../../services/cashier/statement-amount.tsx';
import { useAccounts } from './use-accounts.ts';
import './statements.css';

export function StatementsPage() {
  const t = useTranslations('statements');
  const common = useTranslations('common');
  const may = useMay();
  const [mayMatch, mayImport] = [may(matchStatementEntry.permission), may(importStatements.permission)];
  const [doing, setDoing] = useState<Doing>();
  const accounts = useAccounts();
  const items = accounts?.items ?? [];
  const names = new Map(items.map(({ code, name }) => [code, name]));
  const close = () => setDoing(undefined);
  return (
    <>
      <QueuePage<StatementEntryLine>
        title={t('title')}
        hint={t('hint')}
        {...queueOf(listStatementEntries)}
        readOne={async (id, signal) => await call(readStatementEntry, { params: { id }, signal })}
        areKeysOff={doing !== undefined}
        onApprove={(entry) => mayMatch && entry.state === 'open' && setDoing({ act: 'match', entry, thing: null })}
        onReject={(entry) => mayMatch && setDoing({ act: entry.state === 'open' ? 'explain' : 'undo', entry })}
        actions={
          mayImport && (
            <>
              <Button
                variant="default"
                leftSection={<Landmark size={16} aria-hidden />}
                onClick={() => setDoing({ act: 'describe', account: null })}
              >
                {t('newAccount')}
              </Button>
              <Button
                leftSection={<Upload size={16} aria-hidden />}
                disabled={items.length === 0}
                onClick={() => setDoing({ act: 'import' })}
              >
                {t('import')}
              </Button>
            </>
          )
        }
        head={
          items.length > 0 && (
            <Accounts
              accounts={items}
              onDescribe={mayImport ? (account) => setDoing({ act: 'describe', account }) : undefined}
            />
          )
        }
        filters={[
          { name: 'q', label: t('search'), placeholder: t('searchHint'), width: 190 },
          {
            name: 'state',
            label: t('state'),
            choices: STATEMENT_STATES.map((value) => ({ value, label: t(`stateOf.${value}`) })),
          },
          {
            name: 'account',
            label: t('account'),
            choices: items.map(({ code, name }) => ({ value: code, label: name })),
          },
          { name: 'period', label: common('period.label'), isPeriod: true },
          { name: 'thing', label: t('thing'), width: 120 },
        ]}
        columns={[
          {
            name: 'bookedOn',
            title: t('bookedOn'),
            isFrozen: true,
            width: 120,
            cell: ({ bookedOn }) => <RowButton>{bookedOn}</RowButton>,
          },
          {
            name: 'amount',
            title: t('amount'),
            isNumber: true,
            cell: ({ amount, currency }) => <StatementAmount text={amount} currency={currency} />,
          },
          {
            name: 'counterparty',
            title: t('counterparty'),
            cell: ({ counterparty }) => <Short text={counterparty} />,
          },
          { name: 'text', title: t('text'), isExtra: true, cell: ({ text }) => <Short text={text} /> },
          {
            name: 'bankRef',
            title: t('bankRef'),
            isExtra: true,
            isWide: true,
            cell: ({ bankRef }) => <Short text={bankRef} />,
          },
          { name: 'state', title: t('state'), cell: (entry) => <EntryState entry={entry} /> },
          {
            name: 'is',
            title: t('is'),
            cell: ({ match }) => (
              <span className="unbroken">
                {match === null
                  ? '—'
                  : match.thing === null
                    ? t(`codeOf.${match.code ?? 'other'}`)
                    : `${t(`kindOf.${match.thing.kind}`)} ${match.thing.reference}`}
              </span>
            ),
          },
          {
            name: 'account',
            title: t('account'),
            isExtra: true,
            cell: ({ account }) => <span className="unbroken">{names.get(account) ?? account}</span>,
          },
        ]}
        idOf={({ id }) => id}
        panelTitle={(entry) => (
          <Group gap="sm">
            <Text fw={650} fz="lg" className="figures">
              <StatementAmount text={entry.amount} currency={entry.currency} />
            </Text>
            <EntryState entry={entry} />
          </Group>
        )}
        panel={(entry) => (
          <EntryPanel
            id={entry.id}
            accountName={names.get(entry.account) ?? entry.account}
            mayMatch={mayMatch}
            onAct={setDoing}
          />
        )}
        csv={{
          list: 'statementEntries',
          columns: [
            { name: 'bookedOn', title: t('bookedOn') },
            { name: 'valuedOn', title: t('valuedOn') },
            { name: 'account', title: t('account') },
            { name: 'amount', title: t('amount') },
            { name: 'currency', title: t('currency') },
            { name: 'counterparty', title: t('counterparty') },
            { name: 'text', title: t('text') },
            { name: 'bankRef', title: t('bankRef') },
            { name: 'endToEndId', title: t('endToEndId') },
            {
              name: 'state',
              title: t('state'),
              words: Object.fromEntries(STATEMENT_STATES.map((value) => [value, t(`stateOf.${value}`)])),
            },
            { name: 'is', title: t('is') },
            { name: 'note', title: t('note') },
          ],
        }}
        empty={{ title: t('empty'), hint: t(items.length === 0 ? 'emptyAccountHint' : 'emptyHint') }}
      />
      {doing?.act === 'match' && <MatchForm entry={doing.entry} thing={doing.thing} onClose={close} />}
      {doing?.act === 'explain' && <ExplainForm entry={doing.entry} onClose={close} />}
      {doing?.act === 'undo' && <UndoForm entry={doing.entry} onClose={close} />}
      {doing?.act === 'import' && <ImportForm accounts={items} onClose={close} />}
      {doing?.act === 'describe' && accounts !== undefined && (
        <AccountForm account={doing.account} view={accounts} onClose={close} />
      )}
    </>
  );
}

/** A text that may be long, in one line; a dash where the bank wrote nothing. */
function Short({ text }: { text: string | null }) {
  if (text === null || text === '') return '—';
  return (
    <Text truncate maw={150} title={text} fz="inherit">
      {text}
    </Text>
  );
}

/** Each account with what of it is matched, and what is open. */
function Accounts({
  accounts,
  onDescribe,
}: {
  accounts: readonly StatementAccount[];
  onDescribe: ((account: StatementAccount) => void) | undefined;
}) {
  const t = useTranslations('statements');
  return (
    <div className="statement-accounts">
      {accounts.map((account) => (
        <Paper key={account.code} withBorder radius="lg" p="sm" component="section" aria-label={account.name}>
          <Group justify="space-between" wrap="nowrap" gap="sm">
            <Text fw={600} truncate>
              {account.name}
            </Text>
            {onDescribe !== undefined && (
              <Button variant="subtle" size="compact-sm" onClick={() => onDescribe(account)}>
                {t('describe')}
              </Button>
            )}
          </Group>
          <dl className="statement-sums">
            {(['matched', 'explained', 'open'] as const).map((state) => (
              <div key={state} data-state={state}>
                <dt>{t('countOf', { state: t(`stateOf.${state}`), count: account[state].count })}</dt>
                <dd>
                  <StatementAmount text={account[state].amount} currency={account.currency} />
                </dd>
              </div>
            ))}
          </dl>
          <Text fz="sm" c="dimmed" className="statement-last">
            {account.lastOn === null ? t('noStatement') : t('lastOn', { date: account.lastOn })}
          </Text>
        </Paper>
      ))}
    </div>
  );
}
