import { useEffect, useEffectEvent } from 'react';
import type { RefObject } from 'react';
import { isOnTheWay } from './safe-triangle.ts';
import type { Point } from './safe-triangle.ts';

const OPEN_AFTER_MS = 100;
/** If the pointer rests outside for this long, it is no longer on its way to the menu. */
const CLOSE_AFTER_MS = 300;

/** The menu that the pointer is on its way into. Meanwhile the neighbours it crosses stay closed. */
let aimedAt: HTMLElement | null = null;

/**
 * Opens a menu 100 ms after the mouse comes to rest on `root`, and closes it when the mouse leaves, unless the mouse is
 * on its way into the list. Touch and pen use clicks.
 */
export function useHoverOpen(root: RefObject<HTMLElement | null>, enabled: boolean, setOpen: (open: boolean) => void) {
  const show = useEffectEvent(setOpen);
  useEffect(() => {
    const element = root.current;
    if (!element || !enabled) return;
    return watch(element, (open) => show(open));
  }, [root, enabled]);
}

function watch(root: HTMLElement, show: (open: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let from: Point | null = null;
  const after = (ms: number, act: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  };
  const open = () => {
    if (aimedAt !== null && aimedAt !== root) after(OPEN_AFTER_MS, open);
    else show(true);
  };
  const leaveAlone = () => {
    document.removeEventListener('pointermove', follow);
    from = null;
    if (aimedAt === root) aimedAt = null;
  };
  const close = () => {
    leaveAlone();
    show(false);
  };
  const follow = (event: PointerEvent) => {
    const list = root.querySelector('[data-menu-list]')?.getBoundingClientRect();
    if (from && list && isOnTheWay({ x: event.clientX, y: event.clientY }, from, list)) after(CLOSE_AFTER_MS, close);
    else {
      clearTimeout(timer);
      close();
    }
  };
  const enter = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return;
    leaveAlone();
    after(OPEN_AFTER_MS, open);
  };
  const leave = (event: PointerEvent) => {
    clearTimeout(timer);
    if (event.pointerType !== 'mouse' || !root.querySelector('[data-menu-list]:not([hidden])')) return;
    from = { x: event.clientX, y: event.clientY };
    aimedAt = root;
    document.addEventListener('pointermove', follow);
    after(CLOSE_AFTER_MS, close);
  };
  root.addEventListener('pointerenter', enter);
  root.addEventListener('pointerleave', leave);
  return () => {
    clearTimeout(timer);
    leaveAlone();
    root.removeEventListener('pointerenter', enter);
    root.removeEventListener('pointerleave', leave);
  };
}
