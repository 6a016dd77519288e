/*
 * The floating button for customer service. It steps aside by the rules of floating-layer.ts. It moves along the right edge
 * (drag, or arrow keys), remembers its position, and can be hidden until the next visit.
 */

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent, RefObject } from 'react';
import { Headset, X } from 'lucide-react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { isHelpAway } from '../lib/floating-layer.ts';
import { navigate } from '../lib/location.ts';
import { paths } from '../lib/paths.ts';
import { changeDisplay, useDisplay } from '../lib/preferences.ts';
import { useUnreadSupport } from '../services/queries/shared-queries.ts';
import { Badge } from '../lib/badge.tsx';
import { frontNow, helpShift, isHelpInTheWay } from './measure-front.ts';

/** A press that moves less than this is a tap. */
const DRAG_FROM_PX = 6;
const STEP = 0.1;

export function HelpButton() {
  const t = useTranslations('shell.help');
  const shell = useTranslations('shell');
  const [hidden, setHidden] = useState(false);
  const drag = useDrag();
  const ref = useRef<HTMLDivElement>(null);
  const shift = useStepAside(ref, drag.position);
  const unread = useUnreadSupport();
  if (hidden) return null;
  return (
    <div
      ref={ref}
      data-floating="help"
      // It keeps its box while it is away, so that a free place can be measured.
      className="pointer-events-none fixed end-[calc(0.75rem+var(--safe-right))] z-20 h-14"
      style={{
        top: `calc(var(--nav-height) + 1rem + (100dvh - var(--nav-height) - var(--shell-bottom) - 5.5rem) * ${drag.position})`,
        ...(shift === null ? { visibility: 'hidden' } : { transform: `translateY(${shift}px)` }),
      }}
    >
      <button
        type="button"
        aria-label={unread === 0 ? t('label') : `${t('label')}, ${shell('unread', { count: unread })}`}
        onPointerDown={drag.onPointerDown}
        onPointerMove={drag.onPointerMove}
        onPointerUp={drag.onPointerUp}
        onKeyDown={drag.onKeyDown}
        onClick={() => {
          if (!drag.wasDragged()) navigate(paths.webview());
        }}
        className="press pointer-events-auto flex size-14 touch-none items-center justify-center rounded-full border border-line bg-surface-3 text-text-1 shadow-raised"
      >
        <span className="relative">
          <Headset aria-hidden="true" className="size-6" strokeWidth={1.75} />
          {unread > 0 && <Badge count={unread} />}
        </span>
      </button>
      <button
        type="button"
        aria-label={t('hide')}
        onClick={() => setHidden(true)}
        // It reaches away from the button, so that a press on the middle of the button never hides it.
        className="pointer-events-auto absolute -start-6 -top-6 flex size-11 items-end justify-end p-2 text-text-3"
      >
        <span className="flex size-5 items-center justify-center rounded-full border border-line bg-surface-2">
          <X aria-hidden="true" className="size-3" />
        </span>
      </button>
    </div>
  );
}

function useDrag() {
  const { helpPosition } = useDisplay();
  const [position, setPosition] = useState(helpPosition);
  const start = useRef<{ y: number; position: number } | null>(null);
  const dragged = useRef(false);
  const clamp = (value: number) => Math.min(1, Math.max(0, value));
  return {
    position,
    wasDragged: () => dragged.current,
    onPointerDown: (event: PointerEvent) => {
      dragged.current = false;
      start.current = { y: event.clientY, position };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      if (!start.current) return;
      const moved = event.clientY - start.current.y;
      if (Math.abs(moved) < DRAG_FROM_PX && !dragged.current) return;
      dragged.current = true;
      setPosition(clamp(start.current.position + moved / (window.innerHeight * 0.75)));
    },
    onPointerUp: () => {
      start.current = null;
      if (dragged.current) changeDisplay({ helpPosition: position });
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = event.key === 'ArrowUp' ? -STEP : event.key === 'ArrowDown' ? STEP : 0;
      if (step === 0) return;
      event.preventDefault();
      setPosition(clamp(position + step));
      changeDisplay({ helpPosition: clamp(position + step) });
    },
  };
}

const LOOK_EVERY_MS = 500;
/** The page stands still again after a scroll. */
const SCROLL_ENDS_MS = 80;

/**
 * How far the button moves from where the member put it, so that it covers nothing; null while it has to go. It looks
 * for a place after the page changed or scrolled, at most twice a second. If the change put something under it, or while the page scrolls, it
 * goes in the same frame and comes back with the next look.
 */
function useStepAside(ref: RefObject<HTMLElement | null>, position: number): number | null {
  const [shift, setShift] = useState<number | null>(null);
  const look = useEffectEvent(() => {
    const own = ref.current;
    const isAway = own === null || isHelpAway(frontNow());
    setShift(isAway ? null : helpShift(own));
  });
  const leave = useEffectEvent(() => {
    const own = ref.current;
    if (own !== null && shift !== null && (isHelpAway(frontNow()) || isHelpInTheWay(own, shift)))
      // On a busy page a later render would leave it where it is for many frames.
      flushSync(() => setShift(null));
  });
  const hide = useEffectEvent(() => {
    if (shift !== null) flushSync(() => setShift(null));
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        look();
      }, LOOK_EVERY_MS);
    };
    const now = () => look();
    let frame = 0;
    const changed = () => {
      later();
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        leave();
      });
    };
    const watch = new MutationObserver(changed);
    watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] });
    // The room of a running order's strip lifts it.
    watch.observe(document.documentElement, { attributeFilter: ['style'] });
    let still: ReturnType<typeof setTimeout> | undefined;
    // While the page moves, whatever it moves under the button could not be read.
    const scrolled = () => {
      clearTimeout(still);
      still = setTimeout(later, SCROLL_ENDS_MS);
      hide();
    };
    window.addEventListener('scroll', scrolled, { passive: true });
    window.addEventListener('resize', later);
    document.addEventListener('focusin', now);
    document.addEventListener('focusout', later);
    look();
    return () => {
      clearTimeout(timer);
      clearTimeout(still);
      cancelAnimationFrame(frame);
      watch.disconnect();
      window.removeEventListener('scroll', scrolled);
      window.removeEventListener('resize', later);
      document.removeEventListener('focusin', now);
      document.removeEventListener('focusout', later);
    };
  }, []);
  useEffect(() => look(), [position]);
  return shift;
}
