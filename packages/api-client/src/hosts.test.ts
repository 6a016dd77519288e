// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { createHosts } from './hosts.ts';
import type { Hosts } from './hosts.ts';

let hosts: Hosts;

beforeEach(() => {
  localStorage.clear();
  hosts = createHosts('chosen_host');
});

test('until it is told others, the page’s own origin is the only host', () => {
  expect([hosts.count(), hosts.chosen(), hosts.at(0), hosts.urlOf('/x')]).toEqual([1, 0, '', '/x']);
  expect(hosts.socketUrlOf('/ws')).toBe(`${location.origin.replace('http', 'ws')}/ws`);
  expect(hosts.switching.get()).toBe(false);
});

test('the chosen host is remembered and used for every address', () => {
  hosts.set(['https://a.example', 'http://b.example/']);
  hosts.choose(1);
  const next = createHosts('chosen_host');
  next.set(['https://a.example', 'http://b.example/']);
  expect([next.count(), next.chosen(), next.urlOf('/x')]).toEqual([2, 1, 'http://b.example/x']);
  expect(next.socketUrlOf('/ws')).toBe('ws://b.example/ws');
  next.choose(0);
  expect(next.socketUrlOf('/ws')).toBe('wss://a.example/ws');
  expect(createHosts('another_app').chosen()).toBe(0);
});

test.each(['2', '-1', '0.5', 'x', ''])('the remembered index %j of no host counts as the first', (stored) => {
  hosts.set(['https://a.example', 'https://b.example']);
  localStorage.setItem('chosen_host', stored);
  expect(hosts.chosen()).toBe(0);
});

test('a host that is not there is the own origin', () => {
  hosts.set(['https://a.example']);
  expect(hosts.at(1)).toBe('');
});

test.each([
  ['an address with a path', 'https://a.example/api'],
  ['an address in other text', 'see https://a.example'],
  ['an address of another kind', 'ftp://a.example'],
  ['no name', 'https://'],
])('%s is no host', (_, named) => {
  hosts.set([named, 'http://b.example:8080']);
  expect([hosts.count(), hosts.at(0)]).toEqual([1, 'http://b.example:8080']);
});
