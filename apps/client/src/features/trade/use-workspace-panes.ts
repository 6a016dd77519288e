/* The sizes of the workspace's panes: remembered per member on this device, fitted to the window. */

import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';
import { createAccountChoice } from '../../services/session/account-choice.ts';
import { boundsOf, fitPanes, LAST_ORDERS, PANE_DEFAULTS, readPanes } from './pane-rules.ts';
import type { Pane, Panes, Room } from './pane-rules.ts';

const choice = createAccountChoice('desk-panes', readPanes);

/** Before the workspace is measured. */
const ROOM: Room = { width: 64, height: 41 };

export type WorkspacePanes = {
  panes: Panes;
  /** The window is wide enough for a column of the last orders. */
  hasLastRoom: boolean;
  /** The props of the separator of a pane. */
  separator: (pane: Pane) => {
    size: number;
    min: number;
    max: number;
    onResize: (size: number, isDone: boolean) => void;
    onReset: () => void;
  };
};

/** @param hasLast the column of the last orders is wanted; where the window is too narrow for it there is none */
export function useWorkspacePanes(workspace: RefObject<HTMLElement | null>, hasLast: boolean): WorkspacePanes {
  const kept = choice.useChoice() ?? PANE_DEFAULTS;
  // While a line is dragged nothing is written.
  const [dragged, setDragged] = useState<Panes | null>(null);
  const whole = useRoom(workspace);
  const hasLastRoom = whole.width >= LAST_ORDERS.from;
  const room = hasLast && hasLastRoom ? { ...whole, width: whole.width - LAST_ORDERS.width } : whole;
  const panes = fitPanes(dragged ?? kept, room);
  function keep(pane: Pane, size: number) {
    setDragged(null);
    choice.change((sizes) => ({ ...sizes, [pane]: size }));
  }
  return {
    panes,
    hasLastRoom,
    separator: (pane) => ({
      size: panes[pane],
      ...boundsOf(pane, panes, room),
      onResize(size, isDone) {
        if (isDone) keep(pane, size);
        else setDragged({ ...panes, [pane]: size });
      },
      onReset: () => keep(pane, PANE_DEFAULTS[pane]),
    }),
  };
}

function useRoom(workspace: RefObject<HTMLElement | null>): Room {
  const [room, setRoom] = useState(ROOM);
  useLayoutEffect(() => {
    const element = workspace.current;
    if (!element) return;
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setRoom({ width: element.clientWidth / rem, height: element.clientHeight / rem });
    };
    measure();
    const size = new ResizeObserver(measure);
    size.observe(element);
    return () => size.disconnect();
  }, [workspace]);
  return room;
}
