/*
 * The map: outlines of the continents that are shipped with the app, and the cities of the list. If the site has an address
 * of map squares, they lie over the outlines; a square that does not come leaves the outlines in view.
 */

import { useEffect, useState } from 'react';
import { cx } from '@candor/ui/cx';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { Minus, Plus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { untilLoaded } from '../../lib/until-loaded.ts';
import { useSite } from '../../services/session/site.ts';
import { CITIES } from './cities.ts';
import type { Coordinates } from './coordinates.ts';
import { labelsOf, tileAddress, tilesOf, toScreen, toWorld, worldPx } from './mercator.ts';
import type { MapSize, MapView } from './mercator.ts';
import { useMapGestures } from './use-map-gestures.ts';

type WorldMapProps = {
  pin: Coordinates | null;
  /** Shown in the middle, each time another object comes. */
  target: Coordinates | null;
  /** A press puts the pin. Without it the map can only be looked at. */
  onPress?: (at: Coordinates) => void;
  className?: string;
};

/** Nearer, the outlines are too coarse to mean anything. */
const OUTLINE_ZOOM_MAX = 8;
const TILE_ZOOM_MAX = 17;

export function WorldMap({ pin, target, onPress, className }: WorldMapProps) {
  const t = useTranslations('location.map');
  const { map_tiles_url: tiles } = useSite();
  const outline = useOutline();
  const zoomMax = tiles === null ? OUTLINE_ZOOM_MAX : TILE_ZOOM_MAX;
  const { ref, size, view, zoomBy, isNearest, isFarthest, handlers } = useMapGestures({ target, zoomMax, onPress });
  const at = pin === null ? null : toScreen(toWorld(pin), view, size);
  return (
    <div className={cx('relative overflow-hidden rounded-card border border-line bg-surface-1', className)}>
      <div
        ref={ref}
        {...handlers}
        // Arrow keys and presses mean something here that a screen reader must pass on.
        role="application"
        aria-label={t(onPress === undefined ? 'label' : 'labelToPress')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the map is worked with the keyboard
        tabIndex={0}
        className="peer absolute inset-0 cursor-crosshair touch-none select-none"
      >
        <svg aria-hidden="true" viewBox={`0 0 ${size.width} ${size.height}`} className="size-full">
          {outline !== null && (
            <path
              d={outline.path}
              transform={outlinePlace(outline.size, view, size)}
              vectorEffect="non-scaling-stroke"
              className="fill-surface-3 stroke-line-control/60"
            />
          )}
          {tiles !== null && <Tiles key={tiles} template={tiles} view={view} size={size} />}
          {tiles === null && <CityNames view={view} size={size} />}
          {at !== null && <Pin x={at.x} y={at.y} />}
        </svg>
      </div>
      {onPress !== undefined && (
        // Where Enter puts the pin; shown only to the keyboard.
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-1/2 hidden size-6 -translate-1/2 rounded-full border-2 border-focus peer-focus-visible:block"
        />
      )}
      <div className="absolute end-2 top-2 flex flex-col rounded-control border border-line bg-sheet/92">
        <IconButton label={t('zoomIn')} disabled={isNearest} onClick={() => zoomBy(1)}>
          <Plus aria-hidden="true" className="size-5" />
        </IconButton>
        <IconButton label={t('zoomOut')} disabled={isFarthest} onClick={() => zoomBy(-1)}>
          <Minus aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      <p
        role="status"
        className="pointer-events-none absolute start-2 bottom-2 rounded-control bg-sheet/85 px-2 py-1 text-caption text-text-2 empty:hidden"
      >
        {outline === null ? t('loading') : tiles === null ? '' : t('tiles', { host: new URL(tiles).host })}
      </p>
    </div>
  );
}

type Outline = { size: number; path: string };

/** Asked for until it comes: search and typing work without it. */
function useOutline(): Outline | null {
  const [outline, setOutline] = useState<Outline | null>(null);
  useEffect(() => {
    let left = false;
    void untilLoaded(() => import('./land-outline.json')).then((loaded) => {
      if (!left) setOutline({ size: loaded.size, path: loaded.path });
    });
    return () => {
      left = true;
    };
  }, []);
  return outline;
}

function outlinePlace(side: number, view: MapView, size: MapSize): string {
  const corner = toScreen({ x: 0, y: 0 }, view, size);
  return `translate(${corner.x} ${corner.y}) scale(${worldPx(view.zoom) / side})`;
}

function Tiles({ template, view, size }: { template: string; view: MapView; size: MapSize }) {
  return tilesOf(view, size).map((tile) => (
    <image
      key={`${tile.z}/${tile.x}/${tile.y}`}
      href={tileAddress(template, tile)}
      x={tile.left}
      y={tile.top}
      width={tile.side}
      height={tile.side}
      preserveAspectRatio="none"
      onError={(event) => event.currentTarget.setAttribute('visibility', 'hidden')}
    />
  ));
}

function CityNames({ view, size }: { view: MapView; size: MapSize }) {
  const language = useLanguage();
  const named = CITIES.map(({ names, latitude, longitude }) => ({ text: names[language], latitude, longitude }));
  return labelsOf(named, view, size).map(({ x, y, text }) => (
    <g key={text} className="pointer-events-none">
      <circle cx={x} cy={y} r={2.5} className="fill-text-3" />
      <text x={x + 6} y={y + 4} className="fill-text-2 text-caption">
        {text}
      </text>
    </g>
  ));
}

/** Its tip is at the place. */
function Pin({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`} className="pointer-events-none">
      <path d="M0 0C-9-11-12-16-12-21a12 12 0 0 1 24 0c0 5-3 10-12 21z" className="fill-selected stroke-bg" />
      <circle cy={-21} r={4.5} className="fill-bg" />
    </g>
  );
}
