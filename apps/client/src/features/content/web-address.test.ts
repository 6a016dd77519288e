import { expect, test } from 'vitest';
import { webAddress } from './web-address.ts';

const OWN = 'https://candor.example';

test.each([
  ['https://chat.example/a?b=c', 'https://chat.example/a?b=c'],
  ['http://localhost:9000/', 'http://localhost:9000/'],
  ['http://chat.example/', null],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['/pages/x', null],
  ['https://candor.example/#/pages/home/index', null],
  ['https://user:pw@chat.example/', null],
  ['', null],
  [null, null],
])('%s', (text, shown) => {
  expect(webAddress(text, OWN)?.href ?? null).toBe(shown);
});
