import { afterEach, expect, test, vi } from 'vitest';
import { readBytes } from './read-bytes.ts';

function answer(body: BodyInit | null, status = 200): void {
  vi.stubGlobal('fetch', async () => new Response(body, { status }));
}

afterEach(() => vi.unstubAllGlobals());

test('the bytes of an answer, also of an empty one and of one in parts', async () => {
  answer(new Uint8Array([1, 2, 3]));
  expect(await readBytes('/x', 3)).toEqual(new Uint8Array([1, 2, 3]));
  answer('');
  expect(await readBytes('/x', 3)).toEqual(new Uint8Array(0));
  answer(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array([1]));
        controller.enqueue(new Uint8Array([2]));
        controller.close();
      },
    }),
  );
  expect(await readBytes('/x', 2)).toEqual(new Uint8Array([1, 2]));
});

test('null for what is not there', async () => {
  answer('404', 404);
  expect(await readBytes('/x', 10)).toBeNull();
});

test('an answer that never ends is given up', async () => {
  let cancelled = false;
  answer(
    new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1000)),
      cancel: () => void (cancelled = true),
    }),
  );
  await expect(readBytes('/x', 5_000)).rejects.toMatchObject({ key: 'NETWORK_ERROR' });
  expect(cancelled).toBe(true);
});

test('every other answer, and none, is a network error', async () => {
  for (const status of [500, 503, 429, 403]) {
    answer('', status);
    await expect(readBytes('/x', 10)).rejects.toMatchObject({ key: 'NETWORK_ERROR' });
  }
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('failed');
  });
  await expect(readBytes('/x', 10)).rejects.toMatchObject({ key: 'NETWORK_ERROR' });
});
