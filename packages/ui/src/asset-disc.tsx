import { cx } from './cx.ts';

/** Six quiet colours. None is a direction, a result or a status: a logo must not suggest one. */
const TONES = ['text-asset-1', 'text-asset-2', 'text-asset-3', 'text-asset-4', 'text-asset-5', 'text-asset-6'] as const;
/** Assets that stand beside each other most often are told apart for sure. */
const KNOWN: Readonly<Record<string, number>> = {
  USD: 0,
  USDT: 0,
  EUR: 1,
  GBP: 2,
  JPY: 4,
  BTC: 3,
  ETH: 2,
  XAU: 3,
  XAG: 0,
};

const FILL = 'ui-tint [--tint:12%] ring-1 ring-current/34';

/** The same asset has the same colour everywhere: dollars look alike in every pair. */
export function toneOf(asset: string): number {
  const hash = [...asset].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973, 7);
  return KNOWN[asset] ?? hash % TONES.length;
}

/** An asset as it is drawn: its sign or letters, and its code, which decides the colour. */
export type DiscFace = { text: string; asset: string };

/** The sign of an asset on a disc, with all its letters; a pair of currencies on two. The same in every list. Decorative. */
export function AssetDisc({
  first,
  second,
  isSmall = false,
  className,
}: {
  first: DiscFace;
  second?: DiscFace | undefined;
  /** 32 px, for dense rows. */
  isSmall?: boolean;
  className?: string;
}) {
  const size = isSmall ? 'size-8' : 'size-10';
  if (second === undefined) {
    return (
      <span
        aria-hidden="true"
        className={cx(
          'inline-flex shrink-0 items-center justify-center rounded-full font-bold',
          size,
          FILL,
          TONES[toneOf(first.asset)],
          className,
        )}
      >
        <span className={first.text.length > 2 ? 'fit-caption' : 'fit-body-s'}>{first.text}</span>
      </span>
    );
  }
  // So small that the second covers a corner of the first, and no letter of it.
  const half = 'absolute flex size-[58%] items-center justify-center rounded-full fit-caption font-bold';
  return (
    <span aria-hidden="true" className={cx('relative inline-block shrink-0', size, className)}>
      <span className={cx(half, FILL, 'start-0 top-0', TONES[toneOf(first.asset)])}>
        <Sign text={first.text} />
      </span>
      <span className={cx(half, FILL, 'end-0 bottom-0', TONES[toneOf(second.asset)])}>
        <Sign text={second.text} />
      </span>
    </span>
  );
}

/** Two characters fill a disc to its edge: they step back a little. */
function Sign({ text }: { text: string }) {
  return <span className={cx(text.length > 1 && 'scale-90 tracking-tighter')}>{text}</span>;
}
