import { useState } from 'react';
import { Check, Copy } from 'lucide-react';
import { cx } from './cx.ts';
import { showToast } from './toast.tsx';
import { useUiTexts } from './ui-texts.tsx';

/** Copies a text, then keeps a check mark, so that a member sees which lines of a list are already copied. */
export function CopyButton({ text, label, className }: { text: string; label?: string; className?: string }) {
  const texts = useUiTexts();
  const [copied, setCopied] = useState(false);
  return (
    <button
      type="button"
      aria-label={label ?? texts.copy}
      onClick={() => {
        void copyText(text).then((done) => {
          if (!done) return;
          setCopied(true);
          showToast(texts.copied, 'success');
        });
      }}
      className={cx(
        'press inline-flex size-[min(2.75rem,14vw)] [&>svg]:max-w-[70%] shrink-0 items-center justify-center rounded-full text-text-3 hover:bg-surface-2 hover:text-text-1',
        className,
      )}
    >
      {copied ? (
        <Check aria-hidden="true" className="size-4.5 text-success" />
      ) : (
        <Copy aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
      )}
    </button>
  );
}

/** False if the browser refuses the clipboard. The old command still works on plain-HTTP addresses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.style.position = 'fixed';
    area.style.opacity = '0';
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}
