import { cx } from './cx.ts';

/**
 * An amount whose decimals have about 55 % of the size, and never less than that of the smallest text; screen readers read it as one piece. The small decimals do not
 * make the line higher: an amount is as high as the skeleton before it.
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
        <span className="cents text-text-2">{text.slice(point)}</span>
      </span>
    </span>
  );
}
