import { useEffect, useState } from 'react';

/**
 * A whole replay takes this long, no matter how many points it has. With few points, one point takes at most this long.
 */
const WHOLE_MS = 8_000;
const STEP_MS_MAX = 400;

export type Replay = {
  /** The shown point; null is the last one. */
  index: number | null;
  isPlaying: boolean;
  /** Plays from the current point (from the start if it is at the end), or stops. */
  toggle: () => void;
  seek: (index: number) => void;
};

/** @param last the number of the last point */
export function useReplay(last: number): Replay {
  const [index, setIndex] = useState<number | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const isRunning = isPlaying && index !== null && index < last;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setIndex((now) => Math.min((now ?? 0) + 1, last)), stepMs(last));
    return () => clearInterval(timer);
  }, [isRunning, last]);
  return {
    index,
    isPlaying: isRunning,
    toggle() {
      setPlaying(!isRunning);
      if (!isRunning && (index === null || index >= last)) setIndex(0);
    },
    seek(chosen) {
      setPlaying(false);
      setIndex(chosen);
    },
  };
}

function stepMs(last: number): number {
  return Math.min(STEP_MS_MAX, WHOLE_MS / Math.max(1, last));
}
