import { useState } from 'react';
import { cx } from '@candor/ui/cx';
import { useSite } from './site.ts';

/** The site's logo in a fixed box, or the mark and name instead. */
export function Brand({ className, large = false }: { className?: string; large?: boolean }) {
  const { name, web_logo: logo } = useSite();
  const [broken, setBroken] = useState(false);
  return (
    <span className={cx('inline-flex items-center gap-2', large ? 'h-10' : 'h-8', className)}>
      {logo !== '' && !broken ? (
        <img src={logo} alt={name} className="h-full w-auto max-w-40 object-contain" onError={() => setBroken(true)} />
      ) : (
        <>
          <img src="/icon.svg" alt="" className={large ? 'size-10' : 'size-[min(2rem,10vw)]'} />
          {/* The server and boot.ts write the name of this site here, before the app is there. */}
          <span
            data-brand=""
            className={cx('font-bold tracking-tight whitespace-nowrap', large ? 'text-title-1' : 'text-title-2')}
          >
            {name}
          </span>
        </>
      )}
    </span>
  );
}
