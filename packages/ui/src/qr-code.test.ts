import { expect, test } from 'vitest';
import { qrPath } from './qr-code.tsx';

test('every run of dark modules is one rectangle, inside the quiet margin', () => {
  const rows = [
    [true, true, false],
    [false, false, false],
    [true, false, true],
  ];
  expect(qrPath(rows)).toBe('M4 4h2v1h-2zM4 6h1v1h-1zM6 6h1v1h-1z');
});
