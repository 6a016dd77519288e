import { Anchor, Button, Group, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { useTimeText } from '../../services/cashier/time-text.ts';
import { useNow } from '../../services/cashier/use-now.ts';
import { useMomentText } from '../../services/moments/moments.tsx';
import { Amount } from '../../services/queue/amount.tsx';
import { PlainState, RowsLoading } from '../../services/queue/states.tsx';
import { dueMs, spentOf } from '../../services/work/work-line.ts';
import type { WorkLine, WorkQueue } from '../../services/work/work-line.ts';

type WorkListProps = {
  queues: readonly WorkQueue[];
  lines: readonly WorkLine[];
  isFiltered: boolean;
  chosen: string | null;
  onOpen: (line: WorkLine) => void;
};

export function WorkList({ queues, lines, isFiltered, chosen, onOpen }: WorkListProps) {
  const t = useTranslations('work');
  const common = useTranslations('common.states');
  const nowMs = useNow();
  const isPending = queues.some((queue) => queue.isPending);
  return (
    <div className="work-scroll">
      {queues
        .filter(({ error }) => error !== null)
        .map(({ kind, retry }) => (
          <Group key={kind} justify="space-between" px="md" py={8} role="alert">
            <Text c="red.8">{t('failed', { queue: t(`kindOf.${kind}`) })}</Text>
            <Button size="compact-sm" variant="default" onClick={retry}>
              {common('retry')}
            </Button>
          </Group>
        ))}
      {isPending && lines.length === 0 ? (
        <RowsLoading />
      ) : lines.length === 0 ? (
        <PlainState title={t(isFiltered ? 'emptyFilter' : 'empty')}>{t('emptyHint')}</PlainState>
      ) : (
        <ul className="work-rows" aria-label={t('list')}>
          {lines.map((line) => (
            <li key={line.key}>
              <button
                type="button"
                id={`work-${line.key}`}
                className="work-row"
                aria-current={line.key === chosen}
                {...(line.key === chosen ? { 'data-selected': true } : {})}
                onClick={() => onOpen(line)}
              >
                <Row line={line} nowMs={nowMs} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {queues
        .filter(({ hasMore }) => hasMore)
        .map(({ kind, path }) => (
          <Anchor key={kind} href={hrefTo(path)} className="work-more">
            {t('more', { queue: t(`kindOf.${kind}`) })}
          </Anchor>
        ))}
    </div>
  );
}

function Row({ line, nowMs }: { line: WorkLine; nowMs: number }) {
  const t = useTranslations('work');
  const { icon: Icon, kind, subject, amount, state } = line;
  return (
    <>
      <span className="work-icon" title={t(`kindOf.${kind}`)}>
        <Icon size={18} strokeWidth={1.75} aria-hidden />
      </span>
      <span className="work-subject">
        <span className="work-name">{subject}</span>
        <span className="work-kind">
          {t(`kindOf.${kind}`)}
          {state}
        </span>
      </span>
      <span className="work-right">
        <span className="work-amount">{amount === null ? '' : <Amount text={amount} />}</span>
        <Wait line={line} nowMs={nowMs} />
      </span>
    </>
  );
}

/** How much of the promised time has passed, as a bar and in words. Where nothing was promised: how long it waits. */
function Wait({ line, nowMs }: { line: WorkLine; nowMs: number }) {
  const t = useTranslations('work');
  const timeText = useTimeText();
  const momentText = useMomentText();
  const { since, promisedMinutes } = line;
  const leftMs = dueMs(line) - nowMs;
  const spent = spentOf(line, nowMs);
  const tone = leftMs <= 0 ? 'late' : spent > 0.75 ? 'soon' : 'calm';
  const time = timeText(Math.abs(leftMs));
  return (
    <span className="work-wait figures" data-tone={tone} title={momentText(since)}>
      <span className="work-bar" aria-hidden>
        <span style={{ width: `${Math.max(4, spent * 100)}%` }} />
      </span>
      {promisedMinutes === null
        ? t('waited', { time: timeText(nowMs - Date.parse(since)) })
        : t(leftMs <= 0 ? 'late' : 'left', { time })}
    </span>
  );
}
