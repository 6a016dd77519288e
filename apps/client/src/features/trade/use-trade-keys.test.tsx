// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { show, startScreens } from '../../services/testing/screen.tsx';
import { useTradeKeys } from './use-trade-keys.ts';

startScreens('en');

const onDirection = vi.fn<(direction: string) => void>();
const onEscape = vi.fn<() => void>();

function Ticket() {
  useTradeKeys({ onDirection, onEscape });
  return (
    <>
      <input aria-label="amount" inputMode="decimal" defaultValue="100" />
      <input aria-label="search" />
      <button type="button" aria-label="full">
        Full screen
      </button>
      <dialog aria-label="indicators" />
    </>
  );
}

beforeEach(async () => {
  onDirection.mockClear();
  onEscape.mockClear();
  await show(<Ticket />, {});
});

/** Whether the key is left to the field. */
function press(key: string, label: string | null, init: KeyboardEventInit = {}): boolean {
  const target = label === null ? document.body : document.querySelector(`[aria-label=${label}]`);
  return (
    target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })) ?? false
  );
}

test('B and then S, with the amount chosen, changes the direction and leaves the amount alone', () => {
  press('b', null);
  expect(press('s', 'amount')).toBe(false);
  expect(onDirection.mock.calls).toEqual([['up'], ['down']]);
});

test('digits go into the amount, letters into a search, and the letters of an input method nowhere else', () => {
  expect(press('1', 'amount')).toBe(true);
  expect(press('s', 'search')).toBe(true);
  expect(press('s', null, { isComposing: true })).toBe(true);
  expect(onDirection).not.toHaveBeenCalled();
});

test('Escape leaves a field, and takes the focus from no button', () => {
  for (const [label, after] of [
    ['search', null],
    ['full', 'full'],
  ] as const) {
    document.querySelector<HTMLElement>(`[aria-label=${label}]`)?.focus();
    press('Escape', label);
    expect(document.activeElement?.getAttribute('aria-label') ?? null).toBe(after);
  }
  expect(onEscape).toHaveBeenCalledTimes(2);
});

test('Escape that closes a dialog closes nothing behind it', () => {
  document.querySelector('dialog')?.setAttribute('open', '');
  press('Escape', 'indicators');
  expect(onEscape).not.toHaveBeenCalled();
});
