import { expect, test } from 'vitest';
import { readSitePage } from './page-text.tsx';

test('paragraphs of a plain body', () => {
  expect(readSitePage({ title: 'T', body: 'a\n\n b \n', updatedAt: '2026-11-21T00:00:00.000Z' })).toEqual({
    title: 'T',
    paragraphs: ['a', 'b'],
    updatedAt: '2026-11-21T00:00:00.000Z',
  });
});

test('markup is taken out, never kept', () => {
  expect(readSitePage({ content: '<p>a</p><img src=x onerror=alert(1)><p>b</p>' }).paragraphs).toEqual(['a', 'b']);
});

test('what is no page is an empty one', () => {
  expect(readSitePage(null)).toEqual({ title: '', paragraphs: [], updatedAt: null });
});
