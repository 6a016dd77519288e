import type { ProductView } from '@candor/contract/market';
import { cx } from '@candor/ui/cx';
import { glyphOf } from './product-list.ts';

/** Never the colours of rise and fall, success or danger: a logo must not suggest them. */
const TONES = ['text-link', 'text-info', 'text-inactive', 'text-warn', 'text-text-2'] as const;
const FILL = 'ui-tint [--tint:12%] ring-1 ring-current/34';

/** The logo of a product, drawn here: its sign or letters on a disc; a pair of currencies on two discs. Decorative. */
export function ProductDisc({ product, className }: { product: ProductView; className?: string }) {
  const { primary, secondary, tone } = glyphOf(product);
  const colour = (step: number) => TONES[(tone + step) % TONES.length];
  if (secondary === null) {
    return (
      <span
        aria-hidden="true"
        className={cx(
          'inline-flex size-10 shrink-0 items-center justify-center rounded-full font-bold',
          FILL,
          colour(0),
          className,
        )}
      >
        <span className={primary.length > 2 ? 'fit-caption' : 'text-body'}>{primary}</span>
      </span>
    );
  }
  const half = 'absolute flex size-[66%] items-center justify-center rounded-full fit-caption font-bold';
  return (
    <span aria-hidden="true" className={cx('relative inline-block size-10 shrink-0', className)}>
      <span className={cx(half, FILL, 'start-0 top-0', colour(0))}>{primary}</span>
      <span className={cx(half, FILL, 'end-0 bottom-0', colour(1))}>{secondary}</span>
    </span>
  );
}
