import { registerBody } from '@candor/contract/registration';
import { describe, expect, it } from 'vitest';
import { cardErrors, cardRequest, EMPTY_CARD, groupedWhileTyping } from './card-form.ts';
import { personErrors } from './verification-form.ts';

const CARD = {
  holder: '王小明',
  number: '6222 0212 3456 7890 128',
  bank: 'ICBC',
  branch: '',
  withdrawPwd: '271828',
};

describe('a card', () => {
  it('that is complete has no errors, and makes a request', () => {
    expect(cardErrors(CARD, false)).toEqual({});
    expect(cardRequest({ ...CARD, branch: ' 北京 ' })).toMatchObject({ bank: 'ICBC', branch: '北京' });
  });

  it.each([
    [EMPTY_CARD, ['holder', 'number', 'bank', 'withdrawPwd']],
    [{ ...CARD, holder: ' ' }, ['holder']],
    [{ ...CARD, number: '6222 0212' }, ['number']],
    [{ ...CARD, bank: '' }, ['bank']],
    [{ ...CARD, bank: 'ABC' }, ['bank']],
    [{ ...CARD, number: '6222 0212 3456 7890 127', bank: '' }, ['number', 'bank']],
  ])('%j is wrong at %j', (values, fields) => {
    expect(Object.keys(cardErrors(values, false)).toSorted()).toEqual(fields.toSorted());
  });

  it('takes every name that registration took', () => {
    const name = 'x'.repeat(64);
    const registered = registerBody.shape.realName.safeParse(name);
    expect(registered.data).toBe(name);
    expect(cardErrors({ ...CARD, holder: name }, false)).toEqual({});
    expect(personErrors({ realName: name, idNumber: '' }, [], '2026-11-27')).toEqual({});
  });

  it('needs no holder when the site knows the name', () => {
    expect(cardErrors({ ...CARD, holder: '' }, true)).toEqual({});
  });
});

it.each([
  ['62220212', 8, '6222 0212', 9],
  ['62220', 5, '6222 0', 6],
  ['6222 0212 3', 2, '6222 0212 3', 2],
  ['62x22', 3, '6222', 2],
  ['６２２２０', 5, '6222 0', 6],
  ['', 0, '', 0],
])('%s with the caret at %i is shown as %s with the caret at %i', (text, caret, grouped, at) => {
  expect(groupedWhileTyping(text, caret)).toEqual({ text: grouped, caret: at });
});
