import { useEffect, useEffectEvent } from 'react';
import { isTyping } from '@candor/ui/keyboard';
import type { Direction } from './order-ticket.ts';

type TradeKeys = { onDirection: (direction: Direction) => void; onSearch: () => void; onEscape: () => void };

/** B and S open the ticket, `/` the search, Escape closes. Keys typed into a field are left to the field. */
export function useTradeKeys({ onDirection, onSearch, onEscape }: TradeKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Escape') {
      onEscape();
      return;
    }
    // While the list of keys or another dialog is open, the page ignores these keys.
    if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
    const act = actOf(event.key);
    if (act === null) return;
    event.preventDefault();
    if (act === 'search') onSearch();
    else onDirection(act);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

function actOf(key: string): Direction | 'search' | null {
  switch (key) {
    case 'b':
    case 'B':
      return 'up';
    case 's':
    case 'S':
      return 'down';
    case '/':
      return 'search';
    default:
      return null;
  }
}
