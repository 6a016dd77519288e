import { useRef } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { cx } from './cx.ts';
import { isEnter } from './keyboard.ts';

/** Steps of the arrow keys, in the unit of the sizes. */
const STEP = 1;
const STEP_LARGE = 4;

type PaneSeparatorProps = {
  /** What it resizes: "Market list". */
  label: string;
  /** The id of the pane. */
  controls: string;
  /** A line between panes side by side is vertical. */
  orientation: 'vertical' | 'horizontal';
  /** The pane grows when the line moves right or down (1), or left or up (-1). */
  grows: 1 | -1;
  /** All sizes are in rem. */
  size: number;
  min: number;
  max: number;
  /** Called while it moves, and with `isDone` when the member lets go. */
  onResize: (size: number, isDone: boolean) => void;
  /** Back to the first size; also by a double click. */
  onReset: () => void;
  className?: string;
};

/** The line between two panes: dragged, or moved by the arrow keys; Home and End go to its ends, Enter resets it. */
export function PaneSeparator(props: PaneSeparatorProps) {
  const { label, controls, orientation, grows, size, min, max, onResize, onReset, className } = props;
  const isVertical = orientation === 'vertical';
  const drag = useRef<{ from: number; size: number; now: number } | null>(null);
  const positionOf = (event: PointerEvent) => (isVertical ? event.clientX : event.clientY);
  const bounded = (wanted: number) => Math.min(max, Math.max(min, wanted));

  function onKeyDown(event: KeyboardEvent) {
    const step = (event.shiftKey ? STEP_LARGE : STEP) * grows;
    const [back, forth] = isVertical ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    const next = { [back]: size - step, [forth]: size + step, Home: min, End: max }[event.key];
    if (isEnter(event)) onReset();
    else if (next !== undefined) onResize(bounded(next), true);
    else return;
    event.preventDefault();
  }

  return (
    // A separator that takes the focus is a control (WAI-ARIA: window splitter).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="separator"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={label}
      aria-controls={controls}
      aria-orientation={orientation}
      aria-valuenow={Math.round(size * 16)}
      aria-valuemin={Math.round(min * 16)}
      aria-valuemax={Math.round(max * 16)}
      onKeyDown={onKeyDown}
      onDoubleClick={onReset}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        drag.current = { from: positionOf(event), size, now: size };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (drag.current === null) return;
        const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
        const now = bounded(drag.current.size + ((positionOf(event) - drag.current.from) / rem) * grows);
        if (now === drag.current.now) return;
        drag.current.now = now;
        onResize(now, false);
      }}
      onLostPointerCapture={() => {
        // A press without a move changes nothing.
        if (drag.current !== null && drag.current.now !== drag.current.size) onResize(drag.current.now, true);
        drag.current = null;
      }}
      className={cx(
        'group absolute z-10 touch-none outline-none select-none',
        isVertical ? 'inset-y-0 w-2.5 cursor-col-resize' : 'inset-x-0 h-2.5 cursor-row-resize',
        className,
      )}
    >
      <span
        aria-hidden="true"
        className={cx(
          'absolute bg-focus opacity-0 transition-opacity group-hover:opacity-60 group-focus-visible:opacity-100 group-active:opacity-100',
          isVertical ? 'inset-y-0 start-1 w-0.5' : 'inset-x-0 top-1 h-0.5',
        )}
      />
    </div>
  );
}
