/* Imported files with their statements, and the gaps between them. */

import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { importStatements, listStatementFiles } from '@candor/contract/calls/console/statements';
import type { StatementFileView } from '@candor/contract/console-statements';
import { Copied } from '../../services/cashier/copied.tsx';
import { PanelSection } from '../../services/cashier/panel-section.tsx';
import { fileSize } from '../../services/export/file-size.ts';
import { MomentText } from '../../services/moments/moments.tsx';
import { useMay } from '../../services/operator/operator.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import { FailedAct } from '../../services/queue/failed-act.tsx';
import { queueOf } from '../../services/queue/queue-of.ts';
import { QueuePage } from '../../services/queue/queue-page.tsx';
import { RowButton } from '../../services/queue/row-button.tsx';
import { StatusBadge } from '../../services/queue/status-badge.tsx';
import { downloadOriginal } from './download-original.ts';
import { StatementAmount } from '../../services/cashier/statement-amount.tsx';
import { useAccounts } from './use-accounts.ts';

export function StatementFilesPage() {
  const t = useTranslations('statements');
  const items = useAccounts()?.items ?? [];
  const accountOf = new Map(items.map((account) => [account.code, account]));
  return (
    <QueuePage<StatementFileView>
      title={t('filesTitle')}
      hint={t('filesHint')}
      {...queueOf(listStatementFiles)}
      filters={[
        {
          name: 'account',
          label: t('account'),
          choices: items.map(({ code, name }) => ({ value: code, label: name })),
        },
      ]}
      columns={[
        {
          name: 'importedAt',
          title: t('importedAt'),
          isFrozen: true,
          cell: ({ importedAt }) => (
            <RowButton>
              <MomentText at={importedAt} />
            </RowButton>
          ),
        },
        {
          name: 'account',
          title: t('account'),
          cell: ({ account }) => <span className="unbroken">{accountOf.get(account)?.name ?? account}</span>,
        },
        { name: 'days', title: t('days'), cell: (file) => <span className="unbroken">{daysOf(file)}</span> },
        {
          name: 'entries',
          title: t('entries'),
          isNumber: true,
          cell: ({ statements }) => statements.reduce((sum, { entries }) => sum + entries, 0),
        },
        { name: 'gap', title: t('gap'), cell: (file) => <Gaps file={file} /> },
        { name: 'by', title: t('importedBy'), isExtra: true, cell: ({ importedBy }) => importedBy.username },
        { name: 'bytes', title: t('size'), isNumber: true, isExtra: true, cell: ({ bytes }) => fileSize(bytes) },
      ]}
      idOf={({ id }) => id}
      panelTitle={({ account, importedAt }) => (
        <Text fw={650} fz="lg">
          {accountOf.get(account)?.name ?? account} · <MomentText at={importedAt} />
        </Text>
      )}
      panel={(file) => <FilePanel file={file} currency={accountOf.get(file.account)?.currency ?? ''} />}
      empty={{ title: t('noFile'), hint: t('noFileHint') }}
    />
  );
}

function daysOf({ statements }: StatementFileView): string {
  const days = statements.flatMap(({ firstOn, lastOn }) => [firstOn ?? [], lastOn ?? []].flat()).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return '—';
  return first === last ? first : `${first} – ${last}`;
}

function Gaps({ file: { statements } }: { file: StatementFileView }) {
  const t = useTranslations('statements');
  if (statements.some(({ gap }) => gap !== null)) return <StatusBadge tone="bad">{t('hasGap')}</StatusBadge>;
  return statements.some(({ opening }) => opening !== null) ? t('noGap') : t('noBalance');
}

function FilePanel({ file, currency }: { file: StatementFileView; currency: string }) {
  const t = useTranslations('statements');
  const may = useMay();
  const loading = useMutation({ mutationFn: async () => await downloadOriginal(file) });
  return (
    <Stack gap="md">
      {loading.error !== null && <FailedAct error={loading.error} />}
      {may(importStatements.permission) && file.erasedAt === null && (
        <Group>
          <Button
            variant="default"
            leftSection={<Download size={16} aria-hidden />}
            loading={loading.isPending}
            onClick={() => loading.mutate()}
          >
            {t('original')}
          </Button>
        </Group>
      )}
      <Facts
        facts={[
          [t('importedBy'), file.importedBy.username],
          [t('size'), fileSize(file.bytes)],
          ['SHA-256', <Copied key="hash" value={file.sha256} name="SHA-256" />],
          ...(file.erasedAt === null ? [] : [[t('erased'), <MomentText key="at" at={file.erasedAt} />] as const]),
        ]}
      />
      {file.statements.map(({ number, opening, closing, firstOn, lastOn, entries, gap }, at) => (
        <PanelSection key={`${at} ${number}`} title={number === '' ? t('statement') : t('statementNumber', { number })}>
          <Facts
            facts={[
              [t('days'), firstOn === null ? '—' : firstOn === lastOn ? firstOn : `${firstOn} – ${lastOn ?? ''}`],
              [t('entries'), entries],
              [t('opening'), opening === null ? t('noBalance') : <Balance key="o" text={opening} of={currency} />],
              [t('closing'), closing === null ? t('noBalance') : <Balance key="c" text={closing} of={currency} />],
              ...(gap === null
                ? []
                : [[t('gap'), <StatementAmount key="g" text={gap} currency={currency} />] as const]),
            ]}
          />
        </PanelSection>
      ))}
    </Stack>
  );
}

function Balance({ text, of }: { text: string; of: string }) {
  return <StatementAmount text={text} currency={of} isBalance />;
}
