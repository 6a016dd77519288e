import { useState } from 'react';
import { cx } from './cx.ts';

export type Direction = 'up' | 'down' | 'flat';

const TEXT: Record<Direction, string> = { up: 'text-up', down: 'text-down', flat: 'text-flat' };
const FLASH: Record<Direction, string> = {
  up: '[--flash:var(--up)]',
  down: '[--flash:var(--down)]',
  flat: '[--flash:var(--flat)]',
};
const ARROW: Record<Direction, string> = { up: '▲', down: '▼', flat: '' };

type PriceTextProps = {
  /** The price as shown, already with the product's decimals. "--" while unknown. */
  text: string;
  direction: Direction;
  /** Changes with every new price; each change flashes the tint for 160 ms. */
  flashKey?: string | number;
  /** Dims an old price, so that it is never mistaken for a live one. */
  stale?: boolean;
  arrow?: boolean;
  className?: string;
};

/**
 * A price with digits of equal width. Its text keeps one colour, so that it can be read while it moves; each new price
 * flashes the tint of its direction behind it, and the arrow has that colour.
 */
export function PriceText({ text, direction, flashKey, stale = false, arrow = false, className }: PriceTextProps) {
  const [seen, setSeen] = useState(flashKey);
  const [flash, setFlash] = useState<'a' | 'b' | undefined>(undefined);
  if (seen !== flashKey) {
    setSeen(flashKey);
    setFlash(flash === 'a' ? 'b' : 'a');
  }
  return (
    <span
      data-price=""
      translate="no"
      data-flash={flash}
      className={cx('ui-flash tnum whitespace-nowrap', FLASH[direction], stale && 'opacity-60', className)}
    >
      {arrow && direction !== 'flat' && (
        <span aria-hidden="true" className={cx('me-1 glyph', TEXT[direction])}>
          {ARROW[direction]}
        </span>
      )}
      {text}
    </span>
  );
}

/** A change in percent: arrow, sign and colour together. `text` includes the sign; `spoken` is for screen readers. */
export function ChangePill({
  text,
  direction,
  spoken,
  className,
}: {
  text: string;
  direction: Direction;
  spoken?: string;
  className?: string;
}) {
  return (
    <span
      translate="no"
      className={cx(
        'tnum inline-flex min-h-7 min-w-21 items-center justify-center gap-1 rounded-control px-2 text-body-s font-bold whitespace-nowrap',
        'ui-tint',
        TEXT[direction],
        className,
      )}
    >
      {direction !== 'flat' && (
        <span aria-hidden="true" className="glyph">
          {ARROW[direction]}
        </span>
      )}
      {spoken === undefined ? (
        text
      ) : (
        <>
          <span aria-hidden="true">{text}</span>
          <span className="sr-only">{spoken}</span>
        </>
      )}
    </span>
  );
}
