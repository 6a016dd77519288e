import { profileBody } from '@candor/contract/identity';
import { expect, test } from 'vitest';
import { bodyOfField } from './profile-field.ts';

test('empty text clears a choice, in the form the contract wants', () => {
  expect(bodyOfField('nickname', '  ')).toEqual({ nickname: '' });
  expect(bodyOfField('email', '')).toEqual({ email: null });
  expect(profileBody.safeParse(bodyOfField('email', '')).success).toBe(true);
});

test('typed text is trimmed and judged by the contract', () => {
  expect(bodyOfField('email', ' a@b.co ')).toEqual({ email: 'a@b.co' });
  expect(profileBody.safeParse(bodyOfField('email', 'a@b')).error?.issues[0]?.message).toBe('EMAIL_INVALID');
});
