// @vitest-environment happy-dom
import { EN_ERRORS } from '@candor/contract/errors/en';
import { ToastHost } from '@candor/ui/toast.tsx';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { navigate, startLocation, useAddress } from '../lib/location.ts';
import { paths } from '../lib/paths.ts';
import texts from '../locales/en/common.json';
import { press, show, startScreens } from '../services/testing/screen.tsx';
import { ErrorBoundary, PageBoundary } from './error-boundary.tsx';
import { ChunkError } from './load-chunk.ts';

startScreens('en');

let fault: Error | null = null;

function Chart() {
  if (fault !== null) throw fault;
  return <p>chart</p>;
}

async function showBroken(place: 'all' | 'part' | 'over', thrown: Error) {
  fault = thrown;
  // React says on the console what a boundary caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await show(
    <>
      <p>ticket</p>
      <ErrorBoundary place={place}>
        <Chart />
      </ErrorBoundary>
      <ToastHost />
    </>,
    { common: texts },
  );
}

function shown(): string {
  return document.body.textContent ?? '';
}

test('a part that breaks says so in its place, what is beside it stays, and it can be tried again', async () => {
  await showBroken('part', new Error('removeChild'));
  expect(shown()).toContain('ticket');
  expect(shown()).toContain(texts.states.partBroken);
  expect(shown()).toContain(texts.states.brokenHint);
  expect(shown()).not.toContain(EN_ERRORS.PAGE_LOAD_FAILED);
  fault = null;
  await press(texts.actions.retry);
  expect(shown()).toContain('chart');
  expect(shown()).not.toContain(texts.states.partBroken);
});

test('what lies over the page goes, with one line', async () => {
  await showBroken('over', new Error('removeChild'));
  expect(shown()).toContain('ticket');
  expect(shown()).toContain(texts.states.partBroken);
  expect(document.querySelector('main')).toBeNull();
});

test('only code that did not come is a matter of the network', async () => {
  await showBroken('all', new ChunkError('offline'));
  expect(shown()).toContain(EN_ERRORS.PAGE_LOAD_FAILED);
});

test('a page that broke for one order is tried anew for the next, and what is typed on a page that did not break stays', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  startLocation();
  navigate(paths.order('broken'));
  function Order() {
    const id = useAddress().params.get('id');
    if (id === 'broken') throw new Error('no such field');
    return <input aria-label="note" defaultValue="" />;
  }
  await show(
    <PageBoundary>
      <Order />
    </PageBoundary>,
    { common: texts },
  );
  expect(shown()).toContain(texts.states.partBroken);
  await act(async () => navigate(paths.order('whole')));
  expect(shown()).not.toContain(texts.states.partBroken);
  const note = document.querySelector('input');
  await act(async () => navigate(paths.order('another')));
  expect(document.querySelector('input')).toBe(note);
  await act(async () => navigate(paths.order('broken')));
  expect(shown()).toContain(texts.states.partBroken);
});
