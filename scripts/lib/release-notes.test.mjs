import { describe, expect, test } from 'vitest';
import { isNewer, releaseNotes, withVersion } from './release-notes.mjs';

const CHANGELOG = `# Changelog

## [Unreleased]

### Added
- A thing.

## [0.1.0] - 2026-11-01

- The first.
`;
const RELEASE = { version: '0.2.0', date: '2026-11-22' };

describe('releaseNotes', () => {
  test('moves the unreleased notes under the version, and keeps the rest', () => {
    const { changelog, notes } = releaseNotes(CHANGELOG, RELEASE);
    expect(notes).toBe('### Added\n- A thing.');
    expect(changelog).toBe(`# Changelog

## [Unreleased]

## [0.2.0] - 2026-11-22

### Added
- A thing.

## [0.1.0] - 2026-11-01

- The first.
`);
  });

  test('the first release has nothing before it', () => {
    const first = '# Changelog\n\n## [Unreleased]\n\n- All of it.\n';
    expect(releaseNotes(first, RELEASE).changelog).toBe(
      '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-22\n\n- All of it.\n',
    );
  });

  test('refuses notes that cannot be released', () => {
    const empty = releaseNotes(CHANGELOG, RELEASE).changelog;
    expect(() => releaseNotes(empty, { ...RELEASE, version: '0.3.0' })).toThrow('nothing under Unreleased');
    expect(() => releaseNotes(CHANGELOG, { ...RELEASE, version: '0.1.0' })).toThrow('already');
    expect(() => releaseNotes('# Changelog\n', RELEASE)).toThrow('no heading');
  });
});

test.each([
  ['0.2.0', '0.1.9', true],
  ['0.10.0', '0.9.0', true],
  ['1.0.0', '0.99.99', true],
  ['0.1.0', '0.1.0', false],
  ['0.1.0', '0.2.0', false],
  ['0.2.0', '1.1.0', false],
])('%s is newer than %s: %s', (version, than, newer) => expect(isNewer(version, than)).toBe(newer));

test.each(['1.2', 'v1.2.3', '1.2.3-rc', ''])('"%s" is not a version', (text) => {
  expect(() => isNewer(text, '0.1.0')).toThrow('is not a version');
});

test('a package gets the version, and so do its workspace neighbours, and no other package', () => {
  const text = '{ "version": "0.1.0", "dependencies": { "@candor/ui": "0.1.0", "left": "0.1.0" } }';
  expect(withVersion(text, { from: '0.1.0', to: '0.2.0' })).toBe(
    '{ "version": "0.2.0", "dependencies": { "@candor/ui": "0.2.0", "left": "0.1.0" } }',
  );
});
