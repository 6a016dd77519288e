// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { ZH_HANT_ERRORS as say } from '@candor/contract/errors/zh-hant';
import { plainError } from '@candor/api-client/api-error';
import common from '../../locales/zh-Hant/common.json';
import { findButton, messages, show, startScreens } from '../testing/screen.tsx';
import { LoadFailed } from './query-states.tsx';

startScreens('zh-Hant');

const { actions, states } = common;

test.each([
  [plainError(404, 'DEPOSIT_NOT_FOUND'), say.DEPOSIT_NOT_FOUND],
  [plainError(404, 'HOLDING_NOT_FOUND'), say.HOLDING_NOT_FOUND],
  // An address with an id that cannot be one. The member typed nothing.
  [plainError(400, 'FIELD_INVALID'), say.NOT_FOUND],
])('what does not exist is no failed load, and is not tried again: %s', async (error, text) => {
  await show(<LoadFailed error={error} onRetry={() => undefined} />, { common });
  const said = messages().join();
  expect(said).toContain(text);
  expect(said).not.toContain(states.failed);
  expect(said).not.toContain(say.FIELD_INVALID);
  expect(findButton(actions.retry)).toBeUndefined();
});

test('a load that failed is tried again', async () => {
  await show(<LoadFailed error={plainError(500, 'UNKNOWN_ERROR')} onRetry={() => undefined} />, { common });
  expect(messages().join()).toContain(states.failed);
  expect(findButton(actions.retry)).toBeDefined();
});
