import { useEffect, useEffectEvent } from 'react';
import { isTyping } from '@candor/ui/keyboard';
import type { Direction } from './order-ticket.ts';

type TradeKeys = { onDirection: (direction: Direction) => void; onEscape: () => void };

/** B and S open the ticket, Escape closes. Keys typed into a field are left to the field. */
export function useTradeKeys({ onDirection, onEscape }: TradeKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Escape') {
      onEscape();
      return;
    }
    // While the list of keys or another dialog is open, the page ignores these keys.
    if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
    const direction = directionOf(event.key);
    if (direction === null) return;
    event.preventDefault();
    onDirection(direction);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

function directionOf(key: string): Direction | null {
  switch (key) {
    case 'b':
    case 'B':
      return 'up';
    case 's':
    case 'S':
      return 'down';
    default:
      return null;
  }
}
