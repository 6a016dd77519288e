// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { Tabs } from './tabs.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

test('the chosen tab is whole in a line that is too narrow for all', () => {
  let measure = () => undefined as void;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        measure = callback;
      }
      observe = () => measure();
      disconnect = () => undefined;
    },
  );
  // Two tabs of 200 px in a line of 300.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function box(this: Element) {
    const list = this.closest('[role=tablist]');
    const at = this === list ? -1 : [...(list?.children ?? [])].indexOf(this);
    return at < 0 ? new DOMRect(0, 0, 300, 48) : new DOMRect(at * 200 - (list?.scrollLeft ?? 0), 0, 200, 48);
  });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const show = (value: string) => {
    const tabs = ['first', 'last'].map((each) => ({ value: each, label: each }));
    act(() =>
      root.render(
        <Tabs label="kinds" tabs={tabs} value={value} onChange={() => undefined}>
          text
        </Tabs>,
      ),
    );
    return document.querySelector('[role=tablist]')?.scrollLeft;
  };
  expect([show('first'), show('last'), show('first')]).toEqual([0, 100, 0]);
});
