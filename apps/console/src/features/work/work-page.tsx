/*
 * The work page: all that waits for this operator in one list, what must be answered first at its top, and everything that is
 * needed to decide beside it. `J` and `K` move, `Enter` opens, `A` approves, `R` rejects, `F` and `/` go to the filters.
 */

import { Fragment, useRef, useState } from 'react';
import { Paper } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { MousePointerClick } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useFilledWindow } from '../../lib/filled-window.ts';
import { replaceQuery, useAddress } from '../../lib/location.ts';
import { SidePanel } from '../../lib/side-panel.tsx';
import { isPressable, PASSIVE } from '../../services/queue/hotkeys.ts';
import { ROW } from '../../services/queue/queue-filters.tsx';
import { nextRow } from '../../services/queue/queue-rows.ts';
import { PlainState } from '../../services/queue/states.tsx';
import { byTimeLeft } from '../../services/work/work-line.ts';
import type { WorkLine, WorkQueue } from '../../services/work/work-line.ts';
import { WorkChips } from './work-chips.tsx';
import { WorkFigures } from './work-figures.tsx';
import { WorkList } from './work-list.tsx';
import './work.css';

export function WorkPage({ queues }: { queues: readonly WorkQueue[] }) {
  const t = useTranslations('work');
  const { params } = useAddress();
  const open = queues.filter(({ isOpen }) => isOpen);
  const all = open.flatMap(({ lines }) => lines).toSorted(byTimeLeft);
  const [kind, mine] = [params.get('kind'), params.get('mine') === '1'];
  const lines = all.filter((line) => (kind === null || line.kind === kind) && (!mine || line.isMine));
  const openKey = params.get(ROW);
  const opened = open.find((queue) => queue.opened !== undefined)?.opened;
  const areKeysOff = open.some((queue) => queue.areKeysOff);
  const [pointed, setPointed] = useState<string | null>(openKey);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const chips = useRef<HTMLDivElement>(null);
  const show = (line: WorkLine) => {
    setPointed(line.key);
    replaceQuery({ [ROW]: line.key });
  };
  const move = (step: 1 | -1) => {
    const next = nextRow(
      lines.map(({ key }) => key),
      openKey ?? pointed,
      step,
    );
    if (next === null) return;
    setPointed(next);
    const row = document.getElementById(`work-${next}`);
    row?.scrollIntoView({ block: 'nearest' });
    if (openKey === null) row?.focus();
    else replaceQuery({ [ROW]: next });
  };
  const toChips = () => chips.current?.querySelector('button')?.focus();
  const target = opened ?? lines.find(({ key }) => key === pointed);
  useHotkeys(
    areKeysOff
      ? []
      : [
          ['J', () => move(1)],
          ['K', () => move(-1)],
          ['Enter', (event) => !isPressable(event.target) && target !== undefined && show(target), PASSIVE],
          ['A', () => target?.approve?.()],
          ['R', () => target?.reject?.()],
          ['F', toChips],
          ['/', toChips],
        ],
  );
  useFilledWindow();
  return (
    <div className="work" data-open={opened !== undefined}>
      <WorkFigures queues={open} lines={all} />
      <div className="work-columns">
        <Paper withBorder radius="lg" className="card work-column" inert={areKeysOff}>
          <WorkChips ref={chips} queues={open} lines={all} kind={kind} isMine={mine} />
          <WorkList
            queues={open}
            lines={lines}
            isFiltered={kind !== null || mine}
            chosen={openKey ?? pointed}
            onOpen={show}
          />
        </Paper>
        <Paper withBorder radius="lg" className="card work-place" ref={setPlace}>
          {opened === undefined && (
            <PlainState title={t('choose')} icon={MousePointerClick}>
              {t('chooseHint')}
            </PlainState>
          )}
        </Paper>
      </div>
      <SidePanel
        opened={opened !== undefined && place !== null}
        place={place}
        itemKey={opened?.key ?? ''}
        title={opened?.panelTitle()}
        closeOnEscape={!areKeysOff}
        onClose={() => replaceQuery({ [ROW]: null })}
      >
        {opened?.panel()}
      </SidePanel>
      {open.map((queue) => (
        <Fragment key={queue.kind}>{queue.forms}</Fragment>
      ))}
    </div>
  );
}
