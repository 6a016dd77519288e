import { expect, test } from 'vitest';
import { unreadablePicture } from './unreadable-picture.ts';

test.each([
  ['\0\0\0\u0018ftypheic\0\0\0\0mif1', 'IMAGE_HEIC'],
  ['\0\0\0\u0018ftypmif1\0\0\0\0', 'IMAGE_HEIC'],
  ['\0\0\0\u0018ftypavif\0\0\0\0', 'IMAGE_INVALID'],
  ['GIF89a', 'IMAGE_INVALID'],
  ['', 'IMAGE_INVALID'],
])('a picture that begins with %j: %s', async (head, problem) => {
  expect(await unreadablePicture(new Blob([head]))).toBe(problem);
});
