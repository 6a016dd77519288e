import { expect, it } from 'vitest';
import { fileSize } from './file-size.ts';

it.each([
  [0, '0.0 KB'],
  [312, '0.3 KB'],
  [10_239, '10.0 KB'],
  [10_240, '10 KB'],
  [831_488, '812 KB'],
  [15_309_210, '14.6 MB'],
])('%i bytes are %s', (bytes, text) => expect(fileSize(bytes)).toBe(text));
