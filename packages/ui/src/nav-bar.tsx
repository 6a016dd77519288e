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
        '@container hairline-b sticky top-0 z-20 bg-bg/88 pt-[var(--safe-top)] backdrop-blur-lg xl:top-[var(--topnav-height)] xl:pt-0',
        className,
      )}
    >
      <div className="mx-auto flex h-[var(--nav-height)] items-center gap-1 px-2 xl:max-w-[var(--page-width,none)] xl:px-6">
        {/* Both sides take the same, so that the title is in the middle, as long as it has room. Large letters need that room themselves. */}
        <div className="flex min-w-11 flex-1 items-center @max-[14rem]:min-w-0 xl:-ms-3 xl:flex-none xl:empty:hidden">
          {onBack ? (
            <IconButton label={texts.back} onClick={onBack}>
              <ChevronLeft aria-hidden="true" className="size-6" strokeWidth={1.75} />
            </IconButton>
          ) : (
            leading
          )}
        </div>
        {/* A long title takes a second line before it is cut. */}
        <h1 className="line-clamp-2 min-w-0 text-center text-title-2/[1.2] font-bold text-balance xl:flex-1 xl:text-start break-words">
          {title}
        </h1>
        <div className="flex min-w-11 flex-1 items-center justify-end @max-[14rem]:min-w-0 xl:flex-none">{actions}</div>
      </div>
    </header>
  );
}
