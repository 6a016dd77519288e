import { useEffect, useEffectEvent } from 'react';
import { isComposing, isTyping } from '@candor/ui/keyboard';
import type { Direction } from './order-ticket.ts';

type TradeKeys = { onDirection: (direction: Direction) => void; onEscape: () => void };

/** B and S open the ticket, Escape closes. Keys typed into a field are left to the field, except letters in an amount. */
export function useTradeKeys({ onDirection, onEscape }: TradeKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return;
    // While the list of keys or another dialog is open, the page ignores these keys: Escape is for the dialog.
    if (document.querySelector('dialog[open]') !== null) return;
    if (event.key === 'Escape') {
      onEscape();
      // Out of a field, so that letters are keys again. A button keeps the focus: the keyboard would have no place.
      if (isTyping(event.target)) event.target.blur();
      return;
    }
    if (isTyping(event.target) && !isAmount(event.target)) return;
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

/** B puts the cursor there, and chooses the whole stake: an S after it would replace the stake by nothing. */
function isAmount(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.inputMode === 'decimal';
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
