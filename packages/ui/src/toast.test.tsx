// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { placeToasts, showToast, ToastHost } from './toast.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

let root: Root;
beforeEach(() => {
  vi.useFakeTimers();
  // The test browser has no popovers.
  Object.assign(HTMLElement.prototype, { showPopover: () => undefined, hidePopover: () => undefined });
  root = createRoot(document.body.appendChild(document.createElement('div')));
  act(() => root.render(<ToastHost />));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.innerHTML = '';
  vi.useRealTimers();
});

function host(): HTMLElement {
  const found = document.querySelector<HTMLElement>('[role="status"]');
  if (found === null) throw new Error('no host');
  return found;
}

test('an app decides where a toast stands, once for each toast, by the toast itself', () => {
  const asked: string[] = [];
  const stop = placeToasts((own) => {
    asked.push(own.textContent ?? '');
    return -120;
  });
  act(() => showToast('Saved', 'success'));
  expect(asked).toEqual(['Saved']);
  expect(host().style.transform).toBe('translateY(-120px)');
  act(() => void vi.advanceTimersByTime(2_500));
  expect(host().textContent).toBe('');
  stop();
  act(() => showToast('Again'));
  expect(host().style.transform).toBe('translateY(0px)');
  expect(asked).toEqual(['Saved']);
});

/** What observers of the page see comes in a task of its own. */
async function pass(ms: number): Promise<void> {
  await act(async () => await vi.advanceTimersByTimeAsync(ms));
}

test('a toast stays while figures change, and is placed again from there when another page comes below it', async () => {
  const price = document.body.appendChild(document.createTextNode('64000.10'));
  let shift = -120;
  const stop = placeToasts(() => shift);
  act(() => showToast('Saved'));
  shift = -30;
  price.nodeValue = '64000.20';
  await pass(500);
  expect(host().style.transform).toBe('translateY(-120px)');
  document.body.append(document.createElement('main'));
  await pass(500);
  expect(host().style.transform).toBe('translateY(-150px)');
  stop();
});

test('in a window of another size a toast is placed anew', () => {
  let shift = -300;
  const stop = placeToasts(() => shift);
  act(() => showToast('Saved'));
  shift = -40;
  act(() => void window.dispatchEvent(new Event('resize')));
  expect(host().style.transform).toBe('translateY(-40px)');
  stop();
});

test('a sign stays with its amount', () => {
  act(() => showToast('Orders settled: −¥1,100.00'));
  const whole = [...host().querySelectorAll('.whitespace-nowrap')].map((part) => part.textContent);
  expect(whole).toEqual(['−¥1,100.00']);
  expect(host().textContent).toBe('Orders settled: −¥1,100.00');
});

test('a newer toast replaces the older one, and one with a link stays longer', () => {
  act(() => showToast('One'));
  act(() => showToast('Two', 'neutral', { href: '#/pages/home/index', label: 'See' }));
  act(() => void vi.advanceTimersByTime(2_600));
  expect(host().textContent).toBe('TwoSee');
  act(() => document.querySelector<HTMLElement>('a')?.click());
  expect(host().textContent).toBe('');
});
