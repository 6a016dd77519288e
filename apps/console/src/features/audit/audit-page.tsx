/* Everything operators and members did that is written down, the walk over the chain of it, and its export. */

import { checkAudit, listAudit } from '@candor/contract/calls/console/console';
import { queueOf } from '../../services/queue/queue-of.ts';
import { Alert, Badge, Button, Code, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Download, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { AuditCheckView, AuditEntryView } from '@candor/contract/console';
import { useMessageOf } from '../../lib/i18n.tsx';
import { useAddress } from '../../lib/location.ts';
import { call } from '../../services/api/request.ts';
import { downloadCsv } from '../../services/api/download-csv.ts';
import { Facts } from '../../services/queue/facts.tsx';
import { Copied } from '../../services/cashier/copied.tsx';
import { QueuePage } from '../../services/queue/queue-page.tsx';
import { RowButton } from '../../services/queue/row-button.tsx';
import { factOf, useDetails } from './detail-texts.tsx';
import { useMomentText } from '../../services/moments/moments.tsx';

const FILTERS = ['actor', 'command', 'subjectType', 'subjectId', 'from', 'to'] as const;

export function AuditPage() {
  const momentText = useMomentText();
  const t = useTranslations('audit');
  const details = useDetails();
  const [walked, setWalked] = useState<{ result?: AuditCheckView; error?: unknown } | null>(null);
  return (
    <>
      {walked !== null && <Walked {...walked} />}
      <QueuePage<AuditEntryView>
        title={t('title')}
        {...queueOf(listAudit)}
        filters={FILTERS.map((name) => ({
          name,
          label: t(`filter.${name}`),
          width: name === 'command' ? 170 : 150,
          isDate: name === 'from' || name === 'to',
        }))}
        columns={[
          {
            name: 'seq',
            title: t('seq'),
            isNumber: true,
            isFrozen: true,
            cell: ({ seq, isOutside }) =>
              isOutside ? (
                <Badge color="red.8">{t('outsideMark')}</Badge>
              ) : (
                (seq ?? <Badge color="gray">{t('notChained')}</Badge>)
              ),
          },
          {
            name: 'at',
            title: t('at'),
            cell: ({ at }) => <RowButton>{momentText(at)}</RowButton>,
          },
          { name: 'actor', title: t('actor'), cell: ({ actor }) => actor },
          { name: 'command', title: t('command'), cell: ({ command }) => <Code>{command}</Code> },
          {
            name: 'subject',
            title: t('subject'),
            cell: ({ subjectType, subjectId }) => (
              <Text component="div" fz="xs" style={{ whiteSpace: 'nowrap' }}>
                <Subject type={subjectType} id={subjectId} />
              </Text>
            ),
          },
          {
            name: 'detail',
            title: t('detail'),
            cell: ({ detail }) => (
              <Text truncate maw={260} c="dimmed">
                {details(detail)
                  .map(({ name, text }) => `${name}: ${text}`)
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
  const details = useDetails();
  const momentText = useMomentText();
  const t = useTranslations('audit');
  const facts = [
    [t('seq'), entry.isOutside ? t('outsideMark') : entry.seq === null ? t('notChained') : String(entry.seq)],
    [t('at'), momentText(entry.at)],
    [t('actor'), entry.actor],
    [t('actorId'), <Copied key="actor" value={entry.actorId} name={t('actorId')} />],
    [t('subject'), <Subject key="subject" type={entry.subjectType} id={entry.subjectId} />],
    ...details(entry.detail).map(factOf),
  ] as const;
  return (
    <Stack gap="md">
      <Facts facts={facts} />
      {entry.hash !== null && (
        <div>
          <Text fz="xs" c="dimmed">
            {t('hash')}
          </Text>
          <Copied value={entry.hash} name={t('hash')} />
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
      await downloadCsv(listAudit.path, query, 'candor-audit.csv');
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
    const part = await call(checkAudit, { query: { after }, timeoutMs: 30_000 });
    if (part.complete || part.brokenSeq !== null || part.outside !== null || part.checkedTo <= after) return part;
    after = part.checkedTo;
  }
}

function Walked({ result, error }: { result?: AuditCheckView; error?: unknown }) {
  const momentText = useMomentText();
  const t = useTranslations('audit');
  const messageOf = useMessageOf();
  if (result === undefined)
    return (
      <Alert color="red" mb="md" role="alert">
        {messageOf(error)}
      </Alert>
    );
  const { brokenSeq, checkedTo, head, outside } = result;
  if (outside !== null)
    return (
      <Alert color="red" mb="md" role="alert" title={t('outside', { count: outside.count })}>
        {t('outsideHint', {
          id: outside.id,
          actor: outside.actor,
          command: outside.command,
          at: momentText(outside.at),
        })}
      </Alert>
    );
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

/** What the entry is about: its kind and its whole id. */
function Subject({ type, id }: { type: string; id: string }) {
  const t = useTranslations('audit');
  return (
    <>
      {type} <Copied value={id} name={t('subject')} />
    </>
  );
}
