/* Everything operators and members did that is written down, the walk over the chain of it, and its export. */

import { checkAudit, listAudit } from '@candor/contract/calls/console/console';
import { queueOf } from '../../services/queue/queue-of.ts';
import { Alert, Button, Code, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { AuditCheckView, AuditEntryView } from '@candor/contract/console';
import { useMessageOf } from '../../lib/i18n.tsx';
import { call } from '../../services/api/request.ts';
import { Facts } from '../../services/queue/facts.tsx';
import { Copied } from '../../services/cashier/copied.tsx';
import { QueuePage } from '../../services/queue/queue-page.tsx';
import { RowButton } from '../../services/queue/row-button.tsx';
import { StatusBadge } from '../../services/queue/status-badge.tsx';
import { SubjectInRow, useSubjectFacts } from './audit-subject.tsx';
import { useAuditWords } from './audit-words.ts';
import { factOf, useDetails } from './detail-texts.tsx';
import type { Shown } from './detail-texts.tsx';
import { MomentText, useMomentText } from '../../services/moments/moments.tsx';

export function AuditPage() {
  const common = useTranslations('common');
  const t = useTranslations('audit');
  const details = useDetails();
  const words = useAuditWords();
  const [walked, setWalked] = useState<{ result?: AuditCheckView; error?: unknown } | null>(null);
  return (
    <>
      {walked !== null && <Walked {...walked} />}
      <QueuePage<AuditEntryView>
        title={t('title')}
        {...queueOf(listAudit)}
        filters={[
          { name: 'actor', label: t('filter.actor'), placeholder: t('filterHint'), width: 110 },
          { name: 'command', label: t('filter.command'), choices: words.commands, width: 150 },
          { name: 'subjectType', label: t('filter.subjectType'), choices: words.kinds, width: 110 },
          { name: 'subjectId', label: t('filter.subjectId'), width: 110 },
          { name: 'period', label: common('period.label'), isPeriod: true },
        ]}
        isDense
        columns={[
          {
            name: 'at',
            title: t('at'),
            sort: 'at',
            cell: ({ at }) => (
              <RowButton>
                <MomentText at={at} />
              </RowButton>
            ),
          },
          { name: 'actor', title: t('actor'), cell: ({ actor }) => actor },
          {
            name: 'command',
            title: t('command'),
            cell: ({ command }) => <span className="unbroken">{words.did(command) ?? <Code>{command}</Code>}</span>,
          },
          {
            name: 'subject',
            title: t('subject'),
            isExtra: true,
            cell: (entry) => <SubjectInRow entry={entry} />,
          },
          {
            name: 'detail',
            title: t('detail'),
            isExtra: true,
            isRest: true,
            cell: ({ detail }) => <DetailLine parts={details(detail)} />,
          },
          {
            name: 'seq',
            title: t('seq'),
            isNumber: true,
            isExtra: true,
            isWide: true,
            cell: ({ seq, isOutside }) =>
              isOutside ? (
                <StatusBadge tone="stop">{t('outsideMark')}</StatusBadge>
              ) : (
                (seq ?? (
                  <Text span fz="xs" c="dimmed" className="unbroken">
                    {t('notChained')}
                  </Text>
                ))
              ),
          },
        ]}
        idOf={({ id }) => id}
        panelTitle={({ command }) => <Text fw={600}>{words.did(command) ?? command}</Text>}
        panel={(entry) => <Entry entry={entry} />}
        actions={<Tools onWalked={setWalked} />}
        csv={{
          list: 'audit',
          columns: [
            { name: 'seq', title: t('seq') },
            { name: 'at', title: t('at'), isMoment: true },
            { name: 'actor', title: t('actor') },
            { name: 'actorId', title: t('actorId') },
            { name: 'command', title: t('command') },
            { name: 'subject', title: t('subject') },
            { name: 'subjectId', title: t('filter.subjectId') },
            { name: 'detail', title: t('detail') },
            // With these the chain can be walked in the file.
            { name: 'exactAt', title: t('exactAt') },
            { name: 'prevHash', title: t('prevHash') },
            { name: 'hash', title: t('hash') },
          ],
        }}
        empty={{ title: t('empty'), hint: t('emptyHint') }}
      />
    </>
  );
}

function Entry({ entry }: { entry: AuditEntryView }) {
  const details = useDetails();
  const momentText = useMomentText();
  const t = useTranslations('audit');
  const subjectFacts = useSubjectFacts();
  const facts = [
    [t('seq'), entry.isOutside ? t('outsideMark') : entry.seq === null ? t('notChained') : String(entry.seq)],
    [t('at'), momentText(entry.at)],
    [t('actor'), entry.actor],
    [t('actorId'), <Copied key="actor" value={entry.actorId} name={t('actorId')} />],
    ...subjectFacts(entry),
    ...details(entry.detail).map(factOf),
    [t('code'), <Code key="code">{entry.command}</Code>],
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
  const walking = useMutation({
    mutationFn: walk,
    onSuccess: (result) => onWalked({ result }),
    onError: (error) => onWalked({ error }),
  });
  return (
    <Button
      leftSection={<ShieldCheck size={16} aria-hidden />}
      loading={walking.isPending}
      onClick={() => walking.mutate()}
    >
      {t('check')}
    </Button>
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
  const words = useAuditWords();
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
          command: words.did(outside.command) ?? outside.command,
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
      {t('brokenHint')} <StatusBadge tone="stop">{brokenSeq}</StatusBadge>
    </Alert>
  );
}

/** The details in one line: amounts always whole, what is left ends early where there is no room. */
function DetailLine({ parts }: { parts: readonly Shown[] }) {
  const short = parts.filter(({ isId, text }) => !isId && text !== '—');
  const line = (some: readonly Shown[]) => some.map(({ name, text }) => `${name} ${text}`).join(' · ');
  const change = changeOf(short);
  const [money, rest] = [short.filter((one) => one.isMoney), short.filter((one) => !one.isMoney)];
  return (
    <span className="audit-detail">
      {change !== null && <span className="unbroken">{change}</span>}
      {money.length > 0 && <span className="unbroken figures">{line(money)}</span>}
      <span className="audit-rest">{line(rest.filter(({ key }) => change === null || !STATES.has(key)))}</span>
    </span>
  );
}

const STATES: ReadonlySet<string> = new Set(['from', 'to']);

/** "In review → Approved". */
function changeOf(parts: readonly Shown[]): string | null {
  const [from, to] = ['from', 'to'].map((key) => parts.find((one) => one.key === key)?.text);
  return from === undefined || to === undefined ? null : `${from} → ${to}`;
}
