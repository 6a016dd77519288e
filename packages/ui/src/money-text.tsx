import { cx } from './cx.ts';

/**
 * An amount. One rule for its decimals, wherever it stands (`cents` in theme.css): in a row they are as large as the rest, in a
 * large figure they step back, to the size of running text at least. Screen readers read it as one piece.
 * @param text complete and formatted: "¥128,650.00"
 */
export function MoneyText({ text, className }: { text: string; className?: string }) {
  const point = text.lastIndexOf('.');
  if (point < 0)
    return (
      <span translate="no" className={cx('tnum whitespace-nowrap', className)}>
        {text}
      </span>
    );
  return (
    <span translate="no" className={cx('tnum whitespace-nowrap', className)}>
      <span className="sr-only">{text}</span>
      <span aria-hidden="true">
        {text.slice(0, point)}
        <span className="cents">{text.slice(point)}</span>
      </span>
    </span>
  );
}
