import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';
import { isInside } from './inside-address.ts';

describe('an address inside', () => {
  it.each([
    '127.0.0.1',
    '::1',
    'localhost',
    '10.2.3.4',
    '172.31.0.1',
    '192.168.1.1',
    '100.64.0.9',
    'fd00::1',
    'fe80::1',
  ])('%s is one', (host) => expect(isInside(host)).toBe(true));
  it.each(['0.0.0.0', '::', '8.8.8.8', '172.32.0.1', '2001:db8::1', 'metrics.example.org', ''])(
    '%s may be open',
    (host) => expect(isInside(host)).toBe(false),
  );
});

describe('the address of the figures', () => {
  const of = (env: Record<string, string>) => loadConfig(env).metrics;

  it('is this machine alone unless it is set', () => {
    expect(of({})).toBeUndefined();
    expect(of({ METRICS_PORT: '9464' })).toEqual({ port: 9464, host: '127.0.0.1', token: undefined });
    expect(of({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.5' })?.host).toBe('10.0.0.5');
  });

  it('is never open to everybody by mistake: that needs a token', () => {
    const open = { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' };
    expect(() => of(open)).toThrow('METRICS_HOST: 0.0.0.0 may be open to everybody');
    expect(() => of({ ...open, METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN');
    expect(of({ ...open, METRICS_TOKEN: 'a-token-of-16-letters' })?.token).toBe('a-token-of-16-letters');
  });
});
