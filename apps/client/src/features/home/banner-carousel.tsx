/*
 * Banners of the home screen, one at a time. They change every three seconds, and wait while the pointer or the focus is on them.
 * Once somebody touches them or presses pause, they stop changing by themselves. On a touch screen they scroll like any list.
 */

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { BannersView } from '@candor/contract/notices';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { ChevronLeft, ChevronRight, ExternalLink, Pause, Play } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { useMedia } from '../../lib/media.ts';
import { FADED } from './faded.ts';
import { changesByItself, INTERVAL_MS, stepFrom } from './carousel-rules.ts';

type Item = BannersView['items'][number];

export function BannerCarousel({ banners }: { banners: readonly Item[] }) {
  const t = useTranslations('notices.banners');
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const [at, setAt] = useState(0);
  const [isStopped, setStopped] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const track = useRef<HTMLUListElement>(null);
  const count = banners.length;
  const goTo = (index: number) => {
    const element = track.current;
    element?.scrollTo({ left: index * element.clientWidth, behavior: isStill ? 'auto' : 'smooth' });
    setAt(index);
  };
  const advance = useEffectEvent(() => {
    if (!document.hidden) goTo(stepFrom(at, 1, count));
  });
  const isRunning = changesByItself({ count, isStill, isStopped, isHeld });
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => advance(), INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  return (
    <section
      aria-roledescription="carousel"
      aria-label={t('label')}
      className="print:hidden relative h-24 overflow-hidden rounded-card border border-line bg-[image:var(--asset-gradient)] shadow-card"
    >
      <div
        role="presentation"
        className="h-full"
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
        onTouchStart={() => setStopped(true)}
      >
        <ul
          ref={track}
          className={`scroll-quiet flex h-full snap-x snap-mandatory overflow-x-auto ${FADED}`}
          onScroll={({ currentTarget }) => {
            // While it scrolls by itself, the one it goes to is the current one already.
            if (!isStopped) return;
            const seen = Math.round(currentTarget.scrollLeft / Math.max(1, currentTarget.clientWidth));
            if (seen !== at && seen < count) setAt(seen);
          }}
        >
          {banners.map((banner, index) => (
            <li
              key={banner.id}
              aria-roledescription="slide"
              aria-label={t('of', { at: index + 1, count })}
              inert={index !== at}
              className="w-full shrink-0 snap-start"
            >
              <Slide banner={banner} hasButtons={count > 1} />
            </li>
          ))}
        </ul>
        {count > 1 && (
          <div className="absolute end-1 bottom-0 flex items-center">
            <Step label={t('previous')} onPress={() => goTo(stepFrom(at, -1, count))}>
              <ChevronLeft aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
            </Step>
            <span aria-hidden="true" className="tnum text-caption text-text-2">
              {at + 1}/{count}
            </span>
            <Step label={t('next')} onPress={() => goTo(stepFrom(at, 1, count))}>
              <ChevronRight aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
            </Step>
            {!isStill && (
              <Step label={t(isStopped ? 'play' : 'pause')} onPress={() => setStopped(!isStopped)}>
                {isStopped ? (
                  <Play aria-hidden="true" className="size-4" strokeWidth={1.75} />
                ) : (
                  <Pause aria-hidden="true" className="size-4" strokeWidth={1.75} />
                )}
              </Step>
            )}
          </div>
        )}
      </div>
    </section>
  );
}

function Step({ label, onPress, children }: { label: string; onPress: () => void; children: React.ReactNode }) {
  return (
    <IconButton label={label} onClick={onPress}>
      {children}
    </IconButton>
  );
}

function Slide({ banner: { title, text, target }, hasButtons }: { banner: Item; hasButtons: boolean }) {
  const t = useTranslations('notices.banners');
  const inner = (
    <>
      <span className="line-clamp-1 text-body font-bold">{title}</span>
      <span className={`line-clamp-2 text-body-s text-text-2 ${hasButtons ? 'pe-[min(9rem,40%)]' : ''}`}>{text}</span>
    </>
  );
  const className = 'flex h-full flex-col justify-start gap-1 px-4 py-3 -outline-offset-4';
  if (target.startsWith('/')) {
    return (
      <a href={hrefTo(`/${target.slice(1)}`)} className={className}>
        {inner}
      </a>
    );
  }
  return (
    <a href={target} target="_blank" rel="noopener noreferrer" className={className}>
      {inner}
      <span className="sr-only">{t('outside', { host: new URL(target).host })}</span>
      <ExternalLink aria-hidden="true" className="absolute end-3 top-3 size-4 text-text-3" strokeWidth={1.75} />
    </a>
  );
}
