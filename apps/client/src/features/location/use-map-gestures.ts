/* The view of a map, and what moves it: fingers, a mouse, its wheel, the keyboard, buttons. */

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import type { Coordinates } from './coordinates.ts';
import { draggedView, fromScreen, heldView, toCoordinates, toWorld, zoomedView, zoomMin } from './mercator.ts';
import type { MapSize, MapView, Point } from './mercator.ts';

/** China and what is around it. */
const START: Coordinates = { latitude: 30, longitude: 108 };
const START_ZOOM_IN = 1.4;
/** How near a place is shown that was picked beside the map. */
const PLACE_ZOOM = 5;
/** A finger that moves less than this has pressed. */
const PRESS_PX_MAX = 8;
const STEP_PX = 60;
const BEFORE_MEASURED: MapSize = { width: 358, height: 256 };

type MapGestures = {
  /** Shown in the middle, each time another object comes. */
  target: Coordinates | null;
  zoomMax: number;
  onPress?: ((at: Coordinates) => void) | undefined;
};

export function useMapGestures({ target, zoomMax, onPress }: MapGestures) {
  const ref = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(BEFORE_MEASURED);
  const [view, setView] = useState<MapView | null>(null);
  const [shownTarget, setShownTarget] = useState(target);
  const fingers = useRef(new Map<number, Point>());
  /** How far the fingers went since the first came down; a second finger makes it no press. */
  const travelled = useRef(0);
  const middle = { x: size.width / 2, y: size.height / 2 };
  /** Until something moves it, the view follows the size. */
  const held = heldView(view ?? startOf(target, size), size, zoomMax);

  if (target !== shownTarget) {
    setShownTarget(target);
    if (target !== null) setView({ center: toWorld(target), zoom: Math.max(held.zoom, PLACE_ZOOM) });
  }

  function change(next: (now: MapView) => MapView) {
    setView((now) => heldView(next(heldView(now ?? startOf(target, size), size, zoomMax)), size, zoomMax));
  }

  function zoomBy(steps: number, at: Point = middle) {
    change((now) => {
      const zoom = Math.min(Math.max(now.zoom + steps, zoomMin(size)), zoomMax);
      return zoomedView(now, zoom, at, size);
    });
  }

  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width > 0 && height > 0) setSize({ width, height });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const onWheel = useRef<(event: WheelEvent) => void>(null);
  useEffect(() => {
    onWheel.current = (event) => {
      event.preventDefault();
      zoomBy(-Math.sign(event.deltaY) * Math.min(0.5, Math.abs(event.deltaY) / 200), place(event));
    };
  });
  // React listens to the wheel passively: the page would scroll as well.
  useEffect(() => {
    const element = ref.current;
    const listener = (event: WheelEvent) => onWheel.current?.(event);
    element?.addEventListener('wheel', listener, { passive: false });
    return () => element?.removeEventListener('wheel', listener);
  }, []);

  function place({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const box = ref.current?.getBoundingClientRect();
    return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) };
  }

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    if (fingers.current.size === 0) travelled.current = 0;
    else travelled.current = PRESS_PX_MAX;
    fingers.current.set(event.pointerId, place(event));
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const from = fingers.current.get(event.pointerId);
    if (from === undefined) return;
    const to = place(event);
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    travelled.current += Math.hypot(to.x - from.x, to.y - from.y);
    fingers.current.set(event.pointerId, to);
    if (other === undefined) change((now) => draggedView(now, to.x - from.x, to.y - from.y));
    else zoomBy(Math.log2(apart(to, other) / apart(from, other)), between(to, other));
  }

  function onPointerUp(event: PointerEvent<HTMLElement>) {
    const isLast = fingers.current.delete(event.pointerId) && fingers.current.size === 0;
    if (isLast && travelled.current < PRESS_PX_MAX) press(place(event));
  }

  function onPointerCancel(event: PointerEvent<HTMLElement>) {
    fingers.current.delete(event.pointerId);
    travelled.current = PRESS_PX_MAX;
  }

  function press(at: Point) {
    onPress?.(toCoordinates(fromScreen(at, held, size)));
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  }

  const keys: Record<string, () => void> = {
    ArrowLeft: () => change((now) => draggedView(now, STEP_PX, 0)),
    ArrowRight: () => change((now) => draggedView(now, -STEP_PX, 0)),
    ArrowUp: () => change((now) => draggedView(now, 0, STEP_PX)),
    ArrowDown: () => change((now) => draggedView(now, 0, -STEP_PX)),
    '+': () => zoomBy(1),
    '=': () => zoomBy(1),
    '-': () => zoomBy(-1),
    ...(onPress === undefined ? {} : { Enter: () => press(middle), ' ': () => press(middle) }),
  };

  return {
    ref,
    size,
    view: held,
    zoomBy,
    isNearest: held.zoom >= zoomMax,
    isFarthest: held.zoom <= zoomMin(size),
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onKeyDown },
  };
}

function startOf(target: Coordinates | null, size: MapSize): MapView {
  return target === null
    ? { center: toWorld(START), zoom: zoomMin(size) + START_ZOOM_IN }
    : { center: toWorld(target), zoom: PLACE_ZOOM };
}

/** Never zero: two fingers may be at the same point. */
function apart(a: Point, b: Point): number {
  return Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
}

function between(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}
