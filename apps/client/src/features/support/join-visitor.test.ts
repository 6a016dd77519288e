// @vitest-environment happy-dom
import { plainError } from '@candor/api-client/api-error';
import { VISITOR_HEADER } from '@candor/contract/support';
import { beforeEach, expect, test, vi } from 'vitest';
import { knownVisitorSecret, visitorSecret } from './channel.ts';
import { joinVisitor } from './join-visitor.ts';

const server = vi.hoisted(() => ({ post: vi.fn() }));
vi.mock('../../services/api/request.ts', async () => ({
  call: (await import('../../services/testing/call-by-method.ts')).callByMethod(server),
}));

beforeEach(() => void server.post.mockReset());

test('nothing is asked on a device where no visitor wrote', async () => {
  await joinVisitor();
  expect(server.post).not.toHaveBeenCalled();
});

test.each([
  ['the network is away', () => new TypeError('connection lost'), true],
  ['the member joined another one before', () => plainError(409, 'VISITOR_CHAT_REFUSED'), true],
  ['it is gone', () => plainError(404, 'VISITOR_CHAT_NOT_FOUND'), false],
])('the secret is kept or forgotten: %s', async (_, error, isKept) => {
  const secret = visitorSecret();
  server.post.mockRejectedValue(error());
  await joinVisitor();
  expect(knownVisitorSecret()).toBe(isKept ? secret : null);
});

test('once it is joined the device forgets the secret', async () => {
  const secret = visitorSecret();
  server.post.mockResolvedValue({ unread: 1 });
  await joinVisitor();
  expect(server.post.mock.calls[0]?.[3]).toEqual({ headers: { [VISITOR_HEADER]: secret } });
  expect(knownVisitorSecret()).toBeNull();
  expect(localStorage.getItem('support_visitor')).toBeNull();
});
