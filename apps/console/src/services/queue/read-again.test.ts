import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { readAgain } from './read-again.ts';

const QUEUE = ['queue', '/api/console/things'];
const [PROPOSED, APPROVED] = [
  [...QUEUE, 'proposed'],
  [...QUEUE, 'approved'],
];

/** A list on the screen, whose second answer does not come. */
async function onScreen(client: QueryClient) {
  let calls = 0;
  const queryFn = async ({ signal }: { signal: AbortSignal }) => {
    calls += 1;
    if (calls === 1) return ['a row that waits'];
    return await new Promise<string[]>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('left')));
    });
  };
  const observer = new QueryObserver(client, { queryKey: PROPOSED, queryFn, retry: false });
  const stop = observer.subscribe(() => undefined);
  await expect.poll(() => client.getQueryData(PROPOSED)).toBeDefined();
  return { observer, stop };
}

test('a list that is left before it was read again is forgotten', async () => {
  const client = new QueryClient();
  const { observer, stop } = await onScreen(client);
  const reading = readAgain(client, QUEUE);
  observer.setOptions({ queryKey: APPROVED, queryFn: () => ['another row'] });
  await reading;
  expect(client.getQueryData(PROPOSED)).toBeUndefined();
  stop();
});

test('lists that are not on the screen are forgotten, and others stay', async () => {
  const client = new QueryClient();
  client.setQueryData(APPROVED, ['a row']);
  client.setQueryData(['counters'], 1);
  await readAgain(client, QUEUE);
  expect(client.getQueryData(APPROVED)).toBeUndefined();
  expect(client.getQueryData(['counters'])).toBe(1);
});

test('what is on the screen stays there while it is read', async () => {
  const client = new QueryClient();
  const { stop } = await onScreen(client);
  void readAgain(client, QUEUE);
  expect(client.getQueryData(PROPOSED)).toEqual(['a row that waits']);
  stop();
});
