import type { PageBlock, PageView } from '@candor/contract/content';
import { expect, test } from 'vitest';
import { outlineOf, plainTextOf } from './page-outline.ts';

function section(text: string): PageBlock {
  return { kind: 'heading', level: 2, text };
}

function paragraph(text: string): PageBlock {
  return { kind: 'paragraph', text };
}

test('the outline of a long text has its sections without subsections, and equal titles get different ids', () => {
  const part: PageBlock = { kind: 'heading', level: 3, text: 'part' };
  const body = [section('A'), paragraph('x'), section('B'), part, section('A'), section('C')];
  expect(outlineOf(body)).toEqual([
    { id: 'section-0', text: 'A' },
    { id: 'section-2', text: 'B' },
    { id: 'section-4', text: 'A' },
    { id: 'section-5', text: 'C' },
  ]);
});

test('a short text has no outline', () => {
  expect(outlineOf([section('A'), section('B'), section('C')])).toEqual([]);
});

test('a page becomes plain text with bullets and numbers', () => {
  const page: PageView = {
    slug: 's',
    language: 'en',
    title: 'T',
    version: 1,
    latest: 1,
    change: null,
    updatedAt: '2026-11-21T00:00:00.000Z',
    body: [
      section('H'),
      { kind: 'list', ordered: true, items: ['a', 'b'] },
      { kind: 'list', ordered: false, items: ['run `x y`'] },
    ],
  };
  expect(plainTextOf(page, 'v1')).toBe('T\n\nv1\n\nH\n\n1. a\n2. b\n\n• run x y');
});
