import { useState } from 'react';
import { UserRound } from 'lucide-react';
import { cx } from './cx.ts';

/** A round picture, or a drawn figure if there is none or it cannot be loaded. Decorative: the name is beside it. */
export function Avatar({ src, className }: { src: string; className?: string }) {
  const [broken, setBroken] = useState('');
  return (
    <span
      className={cx(
        'inline-flex size-9 shrink-0 items-center justify-center overflow-hidden rounded-full border border-line bg-surface-2 text-inactive',
        className,
      )}
    >
      {src !== '' && broken !== src ? (
        <img src={src} alt="" className="size-full object-cover" onError={() => setBroken(src)} />
      ) : (
        <UserRound aria-hidden="true" className="size-[55%]" strokeWidth={1.75} />
      )}
    </span>
  );
}
