import { expect, test } from 'vitest';
import { memoryLimit } from './rate-limit.ts';

test('a key is refused once its points are used up, others are not', async () => {
  const limit = memoryLimit({ points: 2, durationSec: 60 });
  await limit.take('a');
  await limit.take('a');
  await expect(limit.take('a')).rejects.toMatchObject({ name: 'Refused', key: 'RATE_LIMITED', retryAfterSec: 60 });
  await expect(limit.take('b')).resolves.toBeUndefined();
});
