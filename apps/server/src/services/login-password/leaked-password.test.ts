import { isCommonPassword } from '@candor/contract/common-passwords';
import { passwordProblem } from '@candor/contract/password-rules';
import { expect, it } from 'vitest';
import { isLeakedPassword } from './leaked-password.ts';

it.each(['maverick', 'Maverick', 'LIVERPOO', 'butthead', '12qwaszx', 'fktrcfylh'])(
  '%s is in leaks, and no rule refuses it',
  async (password) => {
    expect([isCommonPassword(password), passwordProblem(password)]).toEqual([false, null]);
    expect(await isLeakedPassword(password)).toBe(true);
  },
);

it.each(['correct horse', 'seven-lamps-under-water', 'candor-demo-1', 'maverick goes home'])(
  '%s is in no leak of the list',
  async (password) => {
    expect(await isLeakedPassword(password)).toBe(false);
  },
);
