import type { ReactNode } from 'react';
import { ChevronLeft } from 'lucide-react';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';
import { useUiTexts } from './ui-texts.tsx';

type NavBarProps = {
  title: ReactNode;
  /** Shows the back arrow. */
  onBack?: () => void;
  /** In place of the back arrow, e.g. the avatar. */
  leading?: ReactNode;
  /** At most two actions. */
  actions?: ReactNode;
  className?: string;
};

/** The bar at the top of a page: back, the page's one h1, actions. Sticks while the page scrolls. */
export function NavBar({ title, onBack, leading, actions, className }: NavBarProps) {
  const texts = useUiTexts();
  return (
    <header
      className={cx(
        'hairline-b sticky top-0 z-20 bg-bg/88 pt-[var(--safe-top)] backdrop-blur-lg xl:top-[var(--topnav-height)] xl:pt-0',
        className,
      )}
    >
      <div className="flex h-[var(--nav-height)] items-center gap-1 ps-2 pe-2">
        <div className="flex min-w-11 items-center">
          {onBack ? (
            <IconButton label={texts.back} onClick={onBack}>
              <ChevronLeft aria-hidden="true" className="size-6" strokeWidth={1.75} />
            </IconButton>
          ) : (
            leading
          )}
        </div>
        <h1 className="min-w-0 flex-1 truncate text-center text-title-2">{title}</h1>
        <div className="flex min-w-11 items-center justify-end">{actions}</div>
      </div>
    </header>
  );
}
