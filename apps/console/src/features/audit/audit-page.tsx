/* Everything operators and members did that is written down, the walk over the chain of it, and its export. */

import { Alert, Badge, Button, Code, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Download, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { auditCheckView, auditView } from '@candor/contract/console';
import type { AuditCheckView, AuditEntryView } from '@candor/contract/console';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { formatDateTime, zoneLabel } from '@candor/ui/moments';
import { useMessageOf } from '../../lib/i18n.tsx';
import { useAddress } from '../../lib/location.ts';
import { api } from '../../services/api/request.ts';
import { downloadCsv } from '../../services/api/download-csv.ts';
import { Facts } from '../../services/queue/facts.tsx';
import { QueuePage } from '../../services/queue/queue-page.tsx';
import { RowButton } from '../../services/queue/row-button.tsx';

const FILTERS = ['actor', 'command', 'subjectType', 'subjectId', 'from', 'to'] as const;

export function AuditPage() {
  const t = useTranslations('audit');
  const [walked, setWalked] = useState<{ result?: AuditCheckView; error?: unknown } | null>(null);
  return (
    <>
      {walked !== null && <Walked {...walked} />}
      <QueuePage<AuditEntryView>
        title={t('title')}
        path={CONSOLE_PATHS.audit}
        schema={auditView}
        filters={FILTERS.map((name) => ({
          name,
          label: t(`filter.${name}`),
          width: name === 'command' ? 170 : 150,
          isDate: name === 'from' || name === 'to',
        }))}
        columns={[
          { name: 'seq', title: t('seq'), isNumber: true, isFrozen: true, cell: ({ seq }) => seq ?? '—' },
          {
            name: 'at',
            title: t('at'),
            cell: ({ at }) => <RowButton>{formatDateTime(at)}</RowButton>,
          },
          { name: 'actor', title: t('actor'), cell: ({ actor }) => actor },
          { name: 'command', title: t('command'), cell: ({ command }) => <Code>{command}</Code> },
          {
            name: 'subject',
            title: t('subject'),
            cell: ({ subjectType, subjectId }) => `${subjectType} ${shortId(subjectId)}`,
          },
          {
            name: 'detail',
            title: t('detail'),
            cell: ({ detail }) => (
              <Text truncate maw={320} c="dimmed">
                {Object.entries(detail)
                  .map(([name, value]) => `${name}: ${String(value)}`)
                  .join(' · ')}
              </Text>
            ),
          },
        ]}
        idOf={({ id }) => id}
        panelTitle={({ command }) => <Text fw={600}>{command}</Text>}
        panel={(entry) => <Entry entry={entry} />}
        actions={<Tools onWalked={setWalked} />}
        empty={{ title: t('empty'), hint: t('emptyHint') }}
      />
    </>
  );
}

function Entry({ entry }: { entry: AuditEntryView }) {
  const t = useTranslations('audit');
  const facts = [
    [t('seq'), entry.seq === null ? t('notChained') : String(entry.seq)],
    [t('at'), `${formatDateTime(entry.at)} ${zoneLabel(entry.at)}`],
    [t('actor'), `${entry.actor} (${entry.actorId})`],
    [t('subject'), `${entry.subjectType} ${entry.subjectId}`],
    ...Object.entries(entry.detail).map(([name, value]) => [name, String(value)] as const),
  ] as const;
  return (
    <Stack gap="md">
      <Facts facts={facts} />
      {entry.hash !== null && (
        <div>
          <Text fz="xs" c="dimmed">
            {t('hash')}
          </Text>
          <Code block className="wrap-anywhere" style={{ whiteSpace: 'normal' }}>
            {entry.hash}
          </Code>
        </div>
      )}
    </Stack>
  );
}

function Tools({ onWalked }: { onWalked: (walked: { result?: AuditCheckView; error?: unknown }) => void }) {
  const t = useTranslations('audit');
  const { params } = useAddress();
  const walking = useMutation({
    mutationFn: walk,
    onSuccess: (result) => onWalked({ result }),
    onError: (error) => onWalked({ error }),
  });
  const saving = useMutation({
    mutationFn: async () => {
      const query = Object.fromEntries(
        FILTERS.flatMap((name) => (params.get(name) ? [[name, params.get(name) ?? '']] : [])),
      );
      await downloadCsv(CONSOLE_PATHS.audit, query, 'candor-audit.csv');
    },
    onError: (error) => onWalked({ error }),
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<Download size={16} aria-hidden />}
        loading={saving.isPending}
        onClick={() => saving.mutate()}
      >
        {t('export')}
      </Button>
      <Button
        leftSection={<ShieldCheck size={16} aria-hidden />}
        loading={walking.isPending}
        onClick={() => walking.mutate()}
      >
        {t('check')}
      </Button>
    </>
  );
}

/** Walks the whole chain, one call after another. */
async function walk(): Promise<AuditCheckView> {
  let after = 0;
  for (;;) {
    const part = await api.get(CONSOLE_PATHS.auditCheck, auditCheckView, { query: { after }, timeoutMs: 30_000 });
    if (part.complete || part.brokenSeq !== null || part.checkedTo <= after) return part;
    after = part.checkedTo;
  }
}

function Walked({ result, error }: { result?: AuditCheckView; error?: unknown }) {
  const t = useTranslations('audit');
  const messageOf = useMessageOf();
  if (result === undefined)
    return (
      <Alert color="red" mb="md" role="alert">
        {messageOf(error)}
      </Alert>
    );
  const { brokenSeq, checkedTo, head } = result;
  return brokenSeq === null ? (
    <Alert color="teal" mb="md" role="status" title={t('whole', { count: checkedTo })}>
      <Text fz="xs" className="wrap-anywhere">
        {t('head', { hash: head.hash })}
      </Text>
    </Alert>
  ) : (
    <Alert color="red" mb="md" role="alert" title={t('broken', { seq: brokenSeq })}>
      {t('brokenHint')} <Badge color="red.8">{brokenSeq}</Badge>
    </Alert>
  );
}

function shortId(id: string): string {
  return id.length > 12 ? `${id.slice(0, 8)}…` : id;
}
