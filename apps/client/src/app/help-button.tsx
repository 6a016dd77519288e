/*
 * The floating button for customer service. It moves along the right edge (drag, or arrow keys), remembers its
 * position, and can be hidden until the next visit.
 */

import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { Headset, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { navigate } from '../lib/location.ts';
import { paths } from '../lib/paths.ts';
import { changeDisplay, useDisplay } from '../lib/preferences.ts';
import { useUnreadSupport } from '../services/queries/shared-queries.ts';
import { Badge } from './badge.tsx';

/** A press that moves less than this is a tap. */
const DRAG_FROM_PX = 6;
const STEP = 0.1;

export function HelpButton() {
  const t = useTranslations('shell.help');
  const shell = useTranslations('shell');
  const [hidden, setHidden] = useState(false);
  const covered = useCovered();
  const drag = useDrag();
  const unread = useUnreadSupport();
  if (hidden || covered) return null;
  return (
    <div
      className="pointer-events-none fixed end-[calc(0.75rem+var(--safe-right))] z-20 h-14"
      style={{
        top: `calc(var(--nav-height) + 1rem + (100dvh - var(--nav-height) - var(--shell-bottom) - var(--help-lift, 0px) - 5.5rem) * ${drag.position})`,
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
        className="press pointer-events-auto flex size-14 touch-none items-center justify-center rounded-full border border-line bg-surface-3 text-accent shadow-raised"
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
        className="pointer-events-auto absolute -start-3 -top-3 flex size-8 items-center justify-center text-text-3"
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

/** True while a sticky action bar is on the page or a field has the keyboard: the button must not cover either. */
function useCovered(): boolean {
  const [covered, setCovered] = useState(false);
  useEffect(() => {
    const look = () => {
      const typing = document.activeElement?.matches('input:not([type=checkbox],[type=radio]), textarea') ?? false;
      setCovered(typing || document.querySelector('[data-sticky-action]') !== null);
    };
    const watch = new MutationObserver(look);
    watch.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', look);
    document.addEventListener('focusout', look);
    look();
    return () => {
      watch.disconnect();
      document.removeEventListener('focusin', look);
      document.removeEventListener('focusout', look);
    };
  }, []);
  return covered;
}
