/* Keys, and the touches that belong to the page: everything that the chart library does not handle itself. */

const DECIDE_PX = 8;
/** A finger that rests this long starts the crosshair, in whichever direction it then moves. */
const REST_MS = 220;
const ZOOM_IN = 1.2;
const ZOOM_OUT = 0.83;

const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -10,
  PageDown: 10,
  Home: Number.MIN_SAFE_INTEGER,
  End: Number.MAX_SAFE_INTEGER,
};

export type ChartGestures = {
  /** Moves the crosshair by so many bars. */
  move: (by: number) => void;
  zoom: (scale: number) => void;
  /** The crosshair ends: Escape, or focus or pointer gone. */
  leave: () => void;
  /** Whether a crosshair is shown. If not, Escape is for whatever contains the chart. */
  isPointing: () => boolean;
};

/** Listens on the element around the chart until the returned function is called. */
export function attachGestures(element: HTMLElement, { move, zoom, leave, isPointing }: ChartGestures): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const onKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step !== undefined) move(step);
    else if (event.key === '+' || event.key === '=') zoom(ZOOM_IN);
    else if (event.key === '-') zoom(ZOOM_OUT);
    else if (event.key === 'Escape' && isPointing()) leave();
    else return;
    event.preventDefault();
  };
  element.addEventListener('keydown', onKey, { signal });
  element.addEventListener('focusout', leave, { signal });
  element.addEventListener('pointerleave', (event) => event.pointerType === 'mouse' && leave(), { signal });
  element.addEventListener('touchstart', leave, { passive: true, signal });
  letPageScroll(element, signal);
  return () => stop.abort();
}

/**
 * A quick upward or downward swipe that starts on the chart scrolls the page. Otherwise the chart would take every
 * drag, and on a phone a member could not scroll past a tall chart.
 */
function letPageScroll(element: HTMLElement, signal: AbortSignal): void {
  let start: { x: number; y: number; atMs: number } | null = null;
  let takes: 'page' | 'chart' | null = null;
  const began = (event: TouchEvent) => {
    const touch = event.touches[0];
    const single = touch !== undefined && event.touches.length === 1;
    start = single ? { x: touch.clientX, y: touch.clientY, atMs: event.timeStamp } : null;
    takes = single ? null : 'chart';
  };
  const moved = (event: TouchEvent) => {
    const touch = event.touches[0];
    if (takes === null && start !== null && touch !== undefined) {
      const across = Math.abs(touch.clientX - start.x);
      const down = Math.abs(touch.clientY - start.y);
      if (event.timeStamp - start.atMs > REST_MS) takes = 'chart';
      else if (Math.max(across, down) >= DECIDE_PX) takes = down > across * 1.2 ? 'page' : 'chart';
    }
    // While the direction is undecided, no handler gets the movement: the chart would claim the touch.
    if (takes !== 'chart') event.stopPropagation();
  };
  element.addEventListener('touchstart', began, { capture: true, passive: true, signal });
  element.addEventListener('touchmove', moved, { capture: true, passive: true, signal });
}
