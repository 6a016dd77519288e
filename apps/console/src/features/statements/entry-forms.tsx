/* What an operator says of an entry: which thing it is, what it is instead, or that neither holds. */

import { useState } from 'react';
import type { ReactNode } from 'react';
import { Select, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { newKey } from '@candor/api-client/new-key';
import {
  explainStatementEntry,
  listStatementEntries,
  matchStatementEntry,
  undoStatementMatch,
} from '@candor/contract/calls/console/statements';
import { STATEMENT_CODES } from '@candor/contract/console-statements';
import type { StatementEntryLine, StatementThing } from '@candor/contract/console-statements';
import { call } from '../../services/api/request.ts';
import { useOptional } from '../../services/form/optional.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import { FormDialog } from '../../services/queue/form-dialog.tsx';
import { queueKey } from '../../services/queue/queue-of.ts';
import { useEntry } from './entry-panel.tsx';
import { StatementAmount } from '../../services/cashier/statement-amount.tsx';
import { ACCOUNTS_KEY } from './use-accounts.ts';

/** Sends once, says that it is done, and makes what it changed old. */
function useActOn(send: (key: string) => Promise<unknown>, done: string, onClose: () => void) {
  const client = useQueryClient();
  const [key] = useState(newKey);
  return useMutation({
    mutationFn: async () => await send(key),
    onSuccess: () => {
      notifications.show({ message: done, color: 'teal', role: 'status' });
      onClose();
    },
    // Also after a refusal: somebody else may have been faster.
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: queueKey(listStatementEntries) });
      await client.invalidateQueries({ queryKey: ACCOUNTS_KEY });
    },
  });
}

type FormProps = { readonly entry: StatementEntryLine; readonly onClose: () => void };

function ActDialog({
  title,
  submit,
  acting,
  isReady = true,
  isDangerous = false,
  onClose,
  children,
}: {
  readonly title: string;
  readonly submit: string;
  readonly acting: ReturnType<typeof useActOn>;
  readonly isReady?: boolean;
  readonly isDangerous?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <FormDialog
      title={title}
      submit={submit}
      isDangerous={isDangerous}
      error={acting.error}
      isSending={acting.isPending}
      isOver={!isReady}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) acting.mutate();
      }}
      onClose={onClose}
    >
      {children}
    </FormDialog>
  );
}

/** @param thing null: what fits best */
export function MatchForm({ entry, thing, onClose }: FormProps & { readonly thing: StatementThing | null }) {
  const t = useTranslations('statements');
  const { data } = useEntry(entry.id);
  const chosen = thing ?? data?.suggestions[0]?.thing;
  const acting = useActOn(
    async (idempotencyKey) => {
      if (chosen === undefined) throw new Error('nothing is chosen');
      const body = { kind: chosen.kind, thing: chosen.id };
      return await call(matchStatementEntry, { params: { id: entry.id }, body, idempotencyKey });
    },
    t('matchDone'),
    onClose,
  );
  return (
    <ActDialog
      title={t('matchTitle')}
      submit={t('match')}
      acting={acting}
      isReady={chosen !== undefined}
      onClose={onClose}
    >
      {chosen === undefined ? (
        <Text c="dimmed">{t('noSuggestion')}</Text>
      ) : (
        <div className="match-both">
          <Facts
            facts={[
              [t('entry'), <EntryWords key="entry" entry={entry} />],
              [
                t(`kindOf.${chosen.kind}`),
                <span key="thing">
                  <StatementAmount text={chosen.amount} currency={entry.currency} /> · {chosen.reference} ·{' '}
                  {chosen.member.username} · <span className="unbroken">{chosen.on}</span>
                </span>,
              ],
            ]}
          />
          <Text c="dimmed" mt="sm">
            {t('matchHint')}
          </Text>
        </div>
      )}
    </ActDialog>
  );
}

function EntryWords({ entry: { amount, currency, bookedOn, counterparty, text } }: { entry: StatementEntryLine }) {
  const words = [bookedOn, counterparty, text].filter((part) => part !== null && part !== '').join(' · ');
  return (
    <span>
      <StatementAmount text={amount} currency={currency} /> · {words}
    </span>
  );
}

export function ExplainForm({ entry, onClose }: FormProps) {
  const t = useTranslations('statements');
  const optional = useOptional();
  const [code, setCode] = useState<(typeof STATEMENT_CODES)[number]>('bankFee');
  const [note, setNote] = useState('');
  const acting = useActOn(
    async (idempotencyKey) =>
      await call(explainStatementEntry, { params: { id: entry.id }, body: { code, note }, idempotencyKey }),
    t('explainDone'),
    onClose,
  );
  return (
    <ActDialog title={t('explainTitle')} submit={t('explain')} acting={acting} onClose={onClose}>
      <Facts facts={[[t('entry'), <EntryWords key="entry" entry={entry} />]]} />
      <Select
        label={t('explanation')}
        data={STATEMENT_CODES.map((value) => ({ value, label: t(`codeOf.${value}`) }))}
        allowDeselect={false}
        data-autofocus
        value={code}
        onChange={(value) => setCode(STATEMENT_CODES.find((each) => each === value) ?? 'other')}
      />
      <Textarea
        label={code === 'other' ? t('note') : optional(t('note'))}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </ActDialog>
  );
}

export function UndoForm({ entry, onClose }: FormProps) {
  const t = useTranslations('statements');
  const acting = useActOn(
    async (idempotencyKey) => await call(undoStatementMatch, { params: { id: entry.id }, body: {}, idempotencyKey }),
    t('undoDone'),
    onClose,
  );
  return (
    <ActDialog title={t('undoTitle')} submit={t('undo')} acting={acting} isDangerous onClose={onClose}>
      <Facts facts={[[t('entry'), <EntryWords key="entry" entry={entry} />]]} />
      <Text c="dimmed">{t('undoHint')}</Text>
    </ActDialog>
  );
}
