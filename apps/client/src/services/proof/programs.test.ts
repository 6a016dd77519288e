// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { programsOf } from './programs.ts';

const about = { file: 'candor-proof-0.1.0.tgz', bytes: 128_833, sha256: 'ab'.repeat(32) };

test('what a build says of its programs is read', () => {
  expect(programsOf(JSON.stringify(about))).toMatchObject({
    ...about,
    url: expect.stringMatching(/\/candor-proof-0\.1\.0\.tgz$/) as string,
  });
});

test.each([
  '',
  '<!doctype html>',
  'null',
  JSON.stringify({ ...about, file: '../x.tgz' }),
  JSON.stringify({ ...about, file: 'other.tgz' }),
  JSON.stringify({ ...about, sha256: 'ab' }),
  JSON.stringify({ ...about, bytes: '1' }),
])('anything else is none: %s', (text) => expect(programsOf(text)).toBeNull());
