import type { MessageView } from '@candor/contract/messages';
import { expect, test } from 'vitest';
import { parseHash, paths } from '../../lib/paths.ts';
import type { AppPath } from '../../lib/paths.ts';
import { isInView } from './message-in-view.ts';

function message(kind: MessageView['kind'], state: string, subject = 'a'): MessageView {
  return { id: '1', kind, state, subject, amount: null, reason: null, at: '2026-11-21T03:00:00.000Z', unread: true };
}

test.each<[AppPath, MessageView, boolean]>([
  [paths.deposit('a'), message('deposit', 'approved'), true],
  [paths.deposit('b'), message('deposit', 'approved'), false],
  [paths.depositRecords('a'), message('deposit', 'rejected'), true],
  [paths.depositRecords(), message('deposit', 'rejected'), false],
  [paths.recharge(), message('deposit', 'approved'), false],
  [paths.withdrawal('a'), message('withdrawal', 'sent'), true],
  [paths.withdrawRecords('a'), message('withdrawal', 'sent'), true],
  [paths.withdrawal('a'), message('deposit', 'approved'), false],
  [paths.home(), message('withdrawal', 'sent'), false],
  [paths.verification(), message('identity', 'verified'), true],
  [paths.profile(), message('identity', 'verified'), false],
  [paths.webview(), message('support', 'answered'), true],
  [paths.service(), message('support', 'answered'), true],
  [paths.webview('https://example.com'), message('support', 'answered'), false],
  [paths.security(), message('security', 'newDevice'), false],
  [paths.messages(), message('security', 'newDevice'), true],
  [paths.notices(), message('deposit', 'approved'), false],
])('on %s a message of %o is in view: %s', (path, told, expected) => {
  expect(isInView(told, parseHash(`#${path}`))).toBe(expected);
});
