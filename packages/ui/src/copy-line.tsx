import { CopyButton } from './copy-button.tsx';
import { cx } from './cx.ts';

type CopyLineProps = { text: string; label: string; className?: string };

/** A line for machines, such as a key or a command, and the button that copies it. It breaks anywhere and is never cut. */
export function CopyLine({ text, label, className }: CopyLineProps) {
  return (
    <div className={cx('flex items-center rounded-control bg-surface-2 ps-4', className)}>
      <code lang="en" className="min-w-0 grow py-2 text-caption wrap-anywhere">
        {text}
      </code>
      <CopyButton text={text} label={label} />
    </div>
  );
}
