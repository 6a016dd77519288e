import { useEffect, useState } from 'react';
import { isUndecided } from '../services/active-order/placing/order-flow.ts';
import { orderFlow } from '../services/active-order/placing/current-flow.ts';
import { mayInterrupt } from './interruptible.ts';

/** Whether nothing is being pressed, decided or shown at this moment. */
export function useFreeMoment(): () => boolean {
  const [hands] = useState(() => ({ down: 0, lastAt: performance.now() }));
  useEffect(() => {
    const touch = (event: Event) => {
      hands.down = DOWN.has(event.type) ? 1 : 0;
      hands.lastAt = performance.now();
    };
    for (const type of TOUCHES) addEventListener(type, touch, { capture: true, passive: true });
    return () => {
      for (const type of TOUCHES) removeEventListener(type, touch, { capture: true });
    };
  }, [hands]);
  const [isFree] = useState(
    () => () =>
      mayInterrupt({
        isPressing: hands.down > 0,
        quietMs: performance.now() - hands.lastAt,
        isDeciding: isUndecided(orderFlow()),
        isDialogOpen: document.querySelector('dialog[open]') !== null,
      }),
  );
  return isFree;
}

const TOUCHES = ['pointerdown', 'pointerup', 'pointercancel', 'keydown', 'keyup'] as const;
const DOWN: ReadonlySet<string> = new Set(['pointerdown', 'keydown']);
