import { expect, it } from 'vitest';
import { isPassing } from './passing-error.ts';
import { ConnectionLost } from './transaction.ts';

function error(message: string, more: object = {}): Error {
  return Object.assign(new Error(message), more);
}

it.each<[what: string, error: unknown, passes: boolean]>([
  ['the database is starting', error('', { code: '57P03' }), true],
  ['a statement took too long', error('', { code: '57014' }), true],
  ['a lock took too long', error('', { code: '55P03' }), true],
  ['a transaction did nothing for too long', error('', { code: '25P03' }), true],
  ['too many connections', error('', { code: '53300' }), true],
  ['nobody listens', error('', { code: 'ECONNREFUSED', syscall: 'connect' }), true],
  ['no socket is there yet', error('', { code: 'ENOENT', syscall: 'connect' }), true],
  ['no connection in time', error('timeout exceeded when trying to connect'), true],
  ['no answer in time', error('Query read timeout'), true],
  ['the connection ended', error('Connection terminated unexpectedly'), true],
  ['a lost connection of ours', new ConnectionLost('no connection to the database'), true],
  ['one of these as the cause', new Error('no start', { cause: error('Query read timeout') }), true],
  ['a wrong password', error('', { code: '28P01' }), false],
  ['a missing table', error('', { code: '42P01' }), false],
  ['a missing file', error('', { code: 'ENOENT', syscall: 'open' }), false],
  ['a taken port', error('', { code: 'EADDRINUSE', syscall: 'listen' }), false],
  ['a wrong setting', error('Settings are wrong'), false],
  ['what is no error', 'Query read timeout', false],
])('%s', (_, thrown, passes) => {
  expect(isPassing(thrown)).toBe(passes);
});
