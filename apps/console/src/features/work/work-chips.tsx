import type { Ref } from 'react';
import { useTranslations } from 'use-intl';
import { replaceQuery } from '../../lib/location.ts';
import { useCounters } from '../../services/operator/counters.ts';
import type { WorkLine, WorkQueue } from '../../services/work/work-line.ts';

type WorkChipsProps = {
  ref: Ref<HTMLDivElement>;
  queues: readonly WorkQueue[];
  lines: readonly WorkLine[];
  kind: string | null;
  isMine: boolean;
};

/** What the list shows: all, one's own, or one queue. A queue without work has no chip. */
export function WorkChips({ ref, queues, lines, kind, isMine }: WorkChipsProps) {
  const t = useTranslations('work');
  const counters = useCounters();
  const shown = queues.filter((queue) => countOf(queue) > 0 || queue.kind === kind);
  return (
    <div ref={ref} className="work-chips" role="group" aria-label={t('filters')}>
      <Chip isOn={kind === null && !isMine} count={null} onPress={() => replaceQuery({ kind: null, mine: null })}>
        {t('all')}
      </Chip>
      <Chip
        isOn={isMine}
        count={lines.filter((line) => line.isMine).length}
        onPress={() => replaceQuery({ mine: isMine ? null : '1', kind: null })}
      >
        {t('onlyMine')}
      </Chip>
      {shown.map((queue) => (
        <Chip
          key={queue.kind}
          isOn={queue.kind === kind}
          count={countOf(queue)}
          onPress={() => replaceQuery({ kind: queue.kind === kind ? null : queue.kind, mine: null })}
        >
          {t(`kindOf.${queue.kind}`)}
        </Chip>
      ))}
    </div>
  );

  function countOf({ counter, lines: own }: WorkQueue): number {
    return counters[counter] ?? own.length;
  }
}

type ChipProps = { isOn: boolean; count: number | null; onPress: () => void; children: string };

function Chip({ isOn, count, onPress, children }: ChipProps) {
  return (
    <button type="button" className="work-chip" aria-pressed={isOn} onClick={onPress}>
      {children}
      {count !== null && count > 0 && <span className="figures">{count > 999 ? '999+' : count}</span>}
    </button>
  );
}
