/* A file of statements: chosen or dropped, sent with its progress, and taken in as a whole or refused with its line. */

import { useState } from 'react';
import { FileButton, Progress, Select, Text, UnstyledButton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { importStatements, listStatementEntries, listStatementFiles } from '@candor/contract/calls/console/statements';
import { STATEMENT_FILE_BYTES_MAX } from '@candor/contract/console-statements';
import type { StatementAccount } from '@candor/contract/console-statements';
import { useErrorText } from '../../lib/i18n.tsx';
import { call } from '../../services/api/request.ts';
import { FormDialog } from '../../services/queue/form-dialog.tsx';
import { queueKey } from '../../services/queue/queue-of.ts';
import { ACCOUNTS_KEY } from './use-accounts.ts';

type ImportFormProps = { readonly accounts: readonly StatementAccount[]; readonly onClose: () => void };

export function ImportForm({ accounts, onClose }: ImportFormProps) {
  const t = useTranslations('statements');
  const errorText = useErrorText();
  const client = useQueryClient();
  const [account, setAccount] = useState(accounts[0]?.code ?? '');
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState('');
  const [sent, setSent] = useState(0);
  const sending = useMutation({
    mutationFn: async (chosen: File) => {
      const form = new FormData();
      form.append('account', account);
      form.append('file', chosen);
      return await call(importStatements, { body: form, onProgress: setSent });
    },
    onSuccess: async ({ file: { statements }, matched }) => {
      const entries = statements.reduce((sum, statement) => sum + statement.entries, 0);
      notifications.show({ message: t('importDone', { entries, matched }), color: 'teal', role: 'status' });
      for (const key of [queueKey(listStatementEntries), queueKey(listStatementFiles), ACCOUNTS_KEY])
        await client.invalidateQueries({ queryKey: key });
      onClose();
    },
    onSettled: () => setSent(0),
  });
  const choose = (chosen: File | null) => {
    if (chosen === null) return;
    sending.reset();
    const isTooLarge = chosen.size > STATEMENT_FILE_BYTES_MAX;
    setProblem(isTooLarge ? errorText('STATEMENT_TOO_LARGE') : '');
    setFile(isTooLarge ? null : chosen);
  };
  return (
    <FormDialog
      title={t('importTitle')}
      submit={t('import')}
      error={sending.error}
      isSending={sending.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        if (file === null) setProblem(errorText('STATEMENT_FILE_REQUIRED'));
        else sending.mutate(file);
      }}
      onClose={onClose}
    >
      <Select
        label={t('account')}
        data={accounts.map(({ code, name }) => ({ value: code, label: name }))}
        allowDeselect={false}
        value={account}
        onChange={(value) => setAccount(value ?? account)}
      />
      <DropZone file={file} onFile={choose} />
      {problem !== '' && (
        <Text c="red.8" role="alert">
          {problem}
        </Text>
      )}
      {sending.isPending && <Progress value={sent * 100} aria-label={t('sending')} animated />}
    </FormDialog>
  );
}

/** A place to drop a file, which a press or a key opens as well. */
function DropZone({ file, onFile }: { file: File | null; onFile: (file: File | null) => void }) {
  const t = useTranslations('statements');
  const [isOver, setOver] = useState(false);
  return (
    <FileButton onChange={onFile} accept=".xml,.sta,.940,.mt940,.txt,.csv" inputProps={{ 'aria-label': t('file') }}>
      {(props) => (
        <UnstyledButton
          {...props}
          className="drop-zone"
          {...(isOver ? { 'data-over': true } : {})}
          onDragOver={(event: React.DragEvent) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event: React.DragEvent) => {
            event.preventDefault();
            setOver(false);
            onFile(event.dataTransfer.files[0] ?? null);
          }}
        >
          <FileUp size={24} aria-hidden />
          <Text fw={600} className="wrap-anywhere">
            {file?.name ?? t('choose')}
          </Text>
          <Text fz="sm" c="dimmed">
            {t('formats')}
          </Text>
        </UnstyledButton>
      )}
    </FileButton>
  );
}
