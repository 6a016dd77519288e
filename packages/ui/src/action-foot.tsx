import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type ActionFootProps = {
  /** The surface that the panel has, which the content disappears under. */
  ground: 'sheet' | 'surface-1';
  /** The one button of this step. */
  main?: ReactNode;
  /** The other answer, before it in the same line. */
  beside?: ReactNode;
  /** What must be read before the button is pressed. */
  note?: ReactNode;
  /** Why the button cannot be pressed, in the room that a low foot has below it: it comes and goes, and moves nothing. */
  below?: ReactNode;
  /** It is the action of the page: what floats over pages keeps away. */
  isPageAction?: boolean;
  /** Low, in a column that a pointer moves in. */
  isDense?: boolean;
};

const GROUNDS = {
  sheet: 'bg-sheet before:from-sheet',
  'surface-1': 'bg-surface-1 before:from-surface-1',
} as const;

/**
 * The foot of a panel that shows one step after another, inside a scrolling part with the padding of a sheet. Its button
 * is the last line, of one height in every step, so that the finger finds it in the same place. The panel itself is
 * `min-h-full flex flex-col`.
 */
export function ActionFoot({
  ground,
  main,
  beside,
  note,
  below,
  isPageAction = false,
  isDense = false,
}: ActionFootProps) {
  return (
    <div
      data-sticky-action={isPageAction ? 'last' : undefined}
      className={cx(
        // It overlaps the padding of the scrolled part, because a sticky part would otherwise stay clear of it.
        'sticky -bottom-4 -mx-4 mt-auto -mb-4 flex flex-col gap-2 px-4 pt-2 short:-bottom-3 short:-mb-3 short:pt-1 sideways:-mx-3 sideways:px-3',
        // The text fades out above it, so that one sees that more of it follows.
        'before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-3 before:bg-linear-to-t before:to-transparent sideways:before:h-1',
        isDense ? 'pb-8 short:pb-6' : 'pb-4 short:pb-3',
        GROUNDS[ground],
      )}
    >
      {note}
      {main !== undefined && (
        <div
          className={cx(
            // At the smallest width two words of the lesser action still have one line.
            'flex flex-wrap gap-3 *:flex-[1_1_6rem] *:px-3 *:last:flex-[3_1_9rem] small:*:flex-[1_1_7.5rem] small:*:px-2',
            isDense ? '*:min-h-12' : '*:min-h-14 short:*:min-h-12 small:*:min-h-12',
          )}
        >
          {beside}
          {main}
        </div>
      )}
      {below !== undefined && (
        <div className="absolute inset-x-4 bottom-2 text-center short:bottom-1 text-caption text-text-2">{below}</div>
      )}
    </div>
  );
}
