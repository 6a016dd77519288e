import { useEffect, useRef, useState } from 'react';
import type { NoticesNowView } from '@candor/contract/notices';
import { cx } from '@candor/ui/cx';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { Megaphone, Pause, Play } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { useMedia } from '../../lib/media.ts';
import { paths } from '../../lib/paths.ts';
import { FADED } from './faded.ts';

/** Pixels a second: the notice bar speed of the specification. */
const SPEED = 80;

type Lines = NoticesNowView['bar'];

/**
 * The newest announcements in one line. It moves only if it does not fit, and stops under the pointer, under the focus, by its
 * button, and for members who do not want motion.
 */
export function NoticeBar({ lines }: { lines: Lines }) {
  const t = useTranslations('notices.bar');
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const [isPaused, setPaused] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const { linesPx, roomPx } = useWidths(box, lines);
  const isMoving = linesPx > roomPx && !isStill;
  const Icon = isPaused ? Play : Pause;
  return (
    <section
      aria-label={t('label')}
      className="flex h-11 items-center gap-1 print:hidden rounded-control border border-line bg-surface-1 ps-3 shadow-card"
    >
      <Megaphone aria-hidden="true" className="size-4.5 shrink-0 text-text-2" strokeWidth={1.75} />
      <div
        ref={box}
        className={cx('min-w-0 flex-1', isMoving ? `overflow-hidden ${FADED}` : 'scroll-quiet overflow-x-auto')}
      >
        <div
          data-paused={isPaused}
          className={cx(
            'flex w-max',
            isMoving &&
              'animate-[ticker_linear_infinite] focus-within:[animation-play-state:paused] hover:[animation-play-state:paused] data-[paused=true]:[animation-play-state:paused]',
          )}
          style={{ animationDuration: `${linesPx / SPEED}s` }}
        >
          <Links lines={lines} />
          {isMoving && (
            <div aria-hidden="true" inert>
              <Links lines={lines} />
            </div>
          )}
        </div>
      </div>
      {isMoving && (
        <IconButton
          label={t(isPaused ? 'play' : 'pause')}
          onClick={() => setPaused(!isPaused)}
          className="shrink-0 text-text-3"
        >
          <Icon aria-hidden="true" className="size-4" strokeWidth={1.75} />
        </IconButton>
      )}
    </section>
  );
}

/** Width of the line, and of the room for it. The observer speaks first when the page is laid out: asking earlier would lay it out twice. */
function useWidths(box: { readonly current: HTMLElement | null }, lines: Lines): { linesPx: number; roomPx: number } {
  const [widths, setWidths] = useState({ linesPx: 0, roomPx: 0 });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () =>
      setWidths({ linesPx: element.querySelector('ul')?.offsetWidth ?? 0, roomPx: element.clientWidth });
    const size = new ResizeObserver(measure);
    size.observe(element);
    return () => size.disconnect();
  }, [box, lines]);
  return widths;
}

function Links({ lines }: { lines: Lines }) {
  const t = useTranslations('notices.category');
  return (
    <ul className="flex">
      {lines.map(({ id, category, title }) => (
        <li key={id}>
          <a
            href={hrefTo(paths.notices(id))}
            className="flex h-11 items-center gap-2 pe-8 ps-1 text-body-s whitespace-nowrap -outline-offset-2 hover:text-link"
          >
            <span className="text-text-3">{t(category)}</span>
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}
