import { afterEach, describe, expect, it, vi } from 'vitest';
import { newKey } from './new-key.ts';

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('newKey', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is a random UUID', () => {
    expect(newKey()).toMatch(UUID_V4);
  });

  it('is a random UUID too where the page has no randomUUID, as over plain http', () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    const keys = Array.from({ length: 200 }, newKey);
    for (const key of keys) expect(key).toMatch(UUID_V4);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
