import { expect, test } from 'vitest';
import { isPushHost, PUSH_SERVICES, pushHostOf } from './push-hosts.ts';

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc:def', 'fcm.googleapis.com'],
  ['https://updates.push.services.mozilla.com/wpush/v2/x', 'updates.push.services.mozilla.com'],
  ['https://web.push.apple.com/x', 'web.push.apple.com'],
  ['https://wns2-by3p.notify.windows.com/w/?token=x', 'wns2-by3p.notify.windows.com'],
  ['http://127.0.0.1:9/x', '127.0.0.1:9'],
  ['http://fcm.googleapis.com/x', null],
  ['https://fcm.googleapis.com:8443/x', null],
  ['https://user@fcm.googleapis.com/x', null],
  ['https://:secret@fcm.googleapis.com/x', null],
  ['http://user@127.0.0.1:9/x', null],
  ['http://:secret@127.0.0.1:9/x', null],
  ['https://fcm.googleapis.com@127.0.0.1/x', null],
  ['https://fcm.googleapis.com.evil.example/x', null],
  ['https://evil-fcm.googleapis.com/x', null],
  ['https://push.apple.com/x', null],
  ['https://evilpush.apple.com/x', null],
  ['https://127.0.0.1/x', null],
  ['http://127.0.0.1:10/x', null],
  ['https://[::1]/x', null],
  ['https://169.254.169.254/latest', null],
  ['https://localhost/x', null],
  ['file:///etc/passwd', null],
  ['javascript:alert(1)', null],
  ['', null],
])('the endpoint %s is called at %s', (endpoint, host) => {
  expect(pushHostOf(endpoint, [...PUSH_SERVICES, 'http://127.0.0.1:9'])).toBe(host);
});

test.each(['push.example', '*.push.example', 'http://127.0.0.1:4321'])('%s may be listed', (entry) => {
  expect(isPushHost(entry)).toBe(true);
});

test.each([
  '*',
  '*.',
  'localhost',
  'http://push.example',
  'https://push.example',
  'http://10.0.0.1:80',
  'a/b',
  'push.example/x',
  'push.example:8443',
  'push.example.',
  'x push.example',
  '*.push.example@evil.example',
  'http://127.0.0.1:4321/x',
  'x http://127.0.0.1:4321',
  'A.example',
])('%s may not be listed', (entry) => {
  expect(isPushHost(entry)).toBe(false);
});
