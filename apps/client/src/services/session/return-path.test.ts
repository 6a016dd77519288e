// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { paths, parseHash } from '../../lib/paths.ts';
import { forgetReturn, keepReturn, returnPath, takeReturn } from './return-path.ts';

beforeEach(() => sessionStorage.clear());

test.each([
  [`#${paths.order('0192f0c1-2b3c-7def-8123-456789abcdef')}`, paths.order('0192f0c1-2b3c-7def-8123-456789abcdef')],
  [`#${paths.withdraw('100')}`, paths.withdraw('100')],
  ['#/pages/mine/index?view=devices&domain=abc', paths.devices()],
  ['#/pages/history/index?domain=xyz', paths.history()],
  ['#pages/history/index/', paths.history()],
])('%s is a page to come back to', (hash, path) => {
  expect(returnPath(parseHash(hash))).toBe(path);
});

/** What somebody may put behind the # of a link that they send to a member. */
const ATTACKS = [
  '#//evil.example',
  '#///evil.example/pages/history/index',
  '#https://evil.example/',
  '#/https://evil.example/pages/history/index',
  '#javascript:alert(1)',
  '#/javascript:alert(1)',
  '#/%2f%2fevil.example',
  '#%2F%2Fevil.example',
  '#/\\evil.example',
  '#/pages/history/index/../../../evil',
  '#/pages/history/index#@evil.example',
  '#/pages/HISTORY/index',
  '#/pages/no/such/page',
  '#/constructor',
  '#/__proto__',
  '#data:text/html,x',
  '#/pages/history/index\n//evil.example',
  '#/pages/common/webview/index?url=https://evil.example',
  '#/pages/login?return=//evil.example',
  '#/pages/register',
  '#/pages/404/404',
  '#/',
  '#',
  `#/pages/history/index?x=${'y'.repeat(3_000)}`,
];

test.each(ATTACKS)('%s is no page to come back to', (hash) => {
  expect(returnPath(parseHash(hash))).toBeNull();
  keepReturn(parseHash(hash), null);
  expect(takeReturn('demo')).toBeNull();
});

test.each(ATTACKS)('%s in the storage leads nowhere', (hash) => {
  for (const path of [hash, hash.slice(1)]) {
    sessionStorage.setItem('return-path', JSON.stringify({ path, member: null }));
    expect(takeReturn('demo')).toBeNull();
  }
});

test('a query is passed on as values, never as another address', () => {
  const kept = returnPath(parseHash('#/pages/order/orderInfo/index?id=//evil.example%23/x&id2=javascript:1'));
  expect(kept).toMatch(/^\/pages\/order\/orderInfo\/index\?id=/);
  expect(kept).not.toMatch(/[#:]|\/\//);
});

test('the page is given once, to whoever logs in next', () => {
  keepReturn(parseHash('#/pages/history/index'), null);
  expect(takeReturn(null)).toBe(paths.history());
  expect(takeReturn('demo')).toBeNull();
});

test('the page of an expired session is given to the same member only', () => {
  const address = parseHash('#/pages/history/index');
  keepReturn(address, 'Demo');
  // The guards then send everyone to login, and keep the same page for whoever comes.
  keepReturn(address, null);
  expect(takeReturn('other')).toBeNull();
  keepReturn(address, 'Demo');
  expect(takeReturn(' demo ')).toBe(paths.history());
  keepReturn(address, 'demo');
  expect(takeReturn(null)).toBeNull();
});

test('after a logout the page that was left is no page to come back to', () => {
  const address = parseHash('#/pages/history/index');
  keepReturn(address, null);
  forgetReturn(address);
  keepReturn(address, null);
  expect(takeReturn('demo')).toBeNull();
  keepReturn(parseHash('#/pages/mine/index'), null);
  expect(takeReturn('demo')).toBe(paths.account());
});

test.each(['{', 'null', '[]', '{"path":5,"member":null}', '{"path":"/pages/history/index"}'])(
  'what is stored as %s is ignored',
  (text) => {
    sessionStorage.setItem('return-path', text);
    expect(takeReturn('demo')).toBeNull();
  },
);
