import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { seal, unseal } from './seal.ts';

const KEY = randomBytes(32);

test.each(['张三', '11010119900307123X', '', '👩‍💻'.repeat(50)])('%s is decrypted to the same text', (text) => {
  expect(unseal(KEY, seal(KEY, text, 'member/A/realName'), 'member/A/realName')).toBe(text);
});

test('the same text is encrypted differently each time, and cannot be seen', () => {
  const [first, second] = [seal(KEY, 'Alice', 'p'), seal(KEY, 'Alice', 'p')];
  expect(first.equals(second)).toBe(false);
  expect(first.includes('Alice')).toBe(false);
});

test('another purpose, another key or one changed bit decrypts nothing', () => {
  const sealed = seal(KEY, 'Alice', 'member/A/realName');
  expect(() => unseal(KEY, sealed, 'member/B/realName')).toThrow();
  expect(() => unseal(randomBytes(32), sealed, 'member/A/realName')).toThrow();
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(() => unseal(KEY, changed, 'member/A/realName')).toThrow();
  }
  expect(() => unseal(KEY, sealed.subarray(0, 20), 'member/A/realName')).toThrow('these bytes were not sealed');
});
