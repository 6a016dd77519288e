import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  BANK_CODES,
  BANK_PREFIXES,
  bankOf,
  cardProblems,
  cardDigits,
  checkCardNumber,
  decideHolder,
  groupCardNumber,
  isSameName,
  maskCardNumber,
} from './bank-card.ts';

/** As many digits, the first of which is not 0. */
function digits(length: number) {
  return fc
    .tuple(
      fc.integer({ min: 1, max: 9 }),
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length - 1, maxLength: length - 1 }),
    )
    .map(([first, rest]) => [first, ...rest]);
}

/** The number with the last digit that makes it right. */
function completed(first: string): string {
  const last = Array.from({ length: 10 }, (_, digit) => `${first}${digit}`).find(
    (number) => checkCardNumber(number).ok,
  );
  if (last === undefined) throw new Error('no digit completes the number');
  return last;
}

describe('a card number', () => {
  it.each([
    '6222021234567890128',
    '6225 8801-2345 6783',
    ' ６２２２０２１２３４５６７８９０１２８ ',
    '5555 5555 5555 4444',
  ])('is taken as typed: %s', (text) => {
    expect(checkCardNumber(text)).toEqual({ ok: true, value: cardDigits(text) });
  });

  it.each([
    ['6222021234567890127', 'BANK_CARD_INVALID'],
    ['62220212345', 'BANK_CARD_LENGTH'],
    ['04000000000000002', 'BANK_CARD_BEGINS_WITH_ZERO'],
    ['００4000000000000002', 'BANK_CARD_BEGINS_WITH_ZERO'],
    ['0-0 0 4000000000000002', 'BANK_CARD_BEGINS_WITH_ZERO'],
    ['000000000000', 'BANK_CARD_BEGINS_WITH_ZERO'],
    ['62220212345678901280', 'BANK_CARD_LENGTH'],
    ['622202123456789012X', 'BANK_CARD_INVALID'],
    ['6222X', 'BANK_CARD_INVALID'],
    ['X6222', 'BANK_CARD_INVALID'],
    ['', 'BANK_CARD_INVALID'],
  ])('is refused: %s (%s)', (text, error) => {
    expect(checkCardNumber(text)).toEqual({ ok: false, error });
  });

  test('has exactly one right last digit; one wrong digit, or two neighbours in the wrong order, are noticed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 11, max: 18 }).chain(digits), fc.nat(), (list, place) => {
        const first = list.join('');
        const all = Array.from({ length: 10 }, (_, digit) => checkCardNumber(`${first}${digit}`).ok);
        expect(all.filter(Boolean)).toHaveLength(1);
        const number = completed(first);
        const at = place % (number.length - 1);
        const wrong = `${number.slice(0, at)}${(Number(number.charAt(at)) + 1) % 10}${number.slice(at + 1)}`;
        expect(checkCardNumber(wrong).ok).toBe(false);
        const [a, b] = [number.charAt(at), number.charAt(at + 1)];
        const swapped = `${number.slice(0, at)}${b}${a}${number.slice(at + 2)}`;
        // The sum cannot tell 09 from 90.
        if (a !== b && ![`${a}${b}`, `${b}${a}`].includes('09')) expect(checkCardNumber(swapped).ok).toBe(false);
      }),
    );
  });

  test('is shown in groups, and masked to its ends', () => {
    expect(groupCardNumber('6222021234567890128')).toBe('6222 0212 3456 7890 128');
    expect(groupCardNumber('622588012345')).toBe('6225 8801 2345');
    expect(maskCardNumber('6222021234567890128')).toBe('6222 **** **** 0128');
    fc.assert(
      fc.property(fc.integer({ min: 12, max: 19 }).chain(digits), (list) => {
        expect(cardDigits(groupCardNumber(list.join('')))).toBe(list.join(''));
        expect(maskCardNumber(list.join('')).replaceAll(/\D/g, '')).toHaveLength(8);
      }),
    );
  });
});

describe('the bank of a card', () => {
  it.each([
    ['6222021234567890128', 'ICBC'],
    ['6228480402564890018', 'ABC'],
    ['6217856100000000000', 'BOC'],
    ['6217001180000000000', 'CCB'],
    ['6222620000000000000', 'BOCOM'],
    ['6221880000000000000', 'PSBC'],
    ['6225880123456783', 'CMB'],
    ['6226900000000000', 'CITIC'],
    ['6226620000000000', 'CEB'],
    ['6226220000000000', 'CMBC'],
    ['622909', 'CIB'],
    ['6225 22', 'SPDB'],
    ['6222 98', 'PAB'],
    ['622632', 'HXB'],
    ['622568', 'CGB'],
    ['4111111111111111', null],
    ['62', null],
    ['', null],
  ])('%s: %s', (text, bank) => {
    expect(bankOf(text)).toBe(bank);
  });

  test('is found by every prefix of the table, and no prefix begins with another', () => {
    for (const { prefix, bank } of BANK_PREFIXES) expect(bankOf(`${prefix}0000000000`), prefix).toBe(bank);
    const prefixes = BANK_PREFIXES.map(({ prefix }) => prefix);
    expect(prefixes.filter((prefix) => prefixes.filter((other) => prefix.startsWith(other)).length > 1)).toEqual([]);
    expect(prefixes.filter((prefix) => !/^\d{3,7}$/.test(prefix))).toEqual([]);
    expect(new Set(BANK_PREFIXES.map(({ bank }) => bank))).toEqual(new Set(BANK_CODES));
  });
});

it.each([
  ['王小明', ' 王 小明', true],
  ['买买提·艾力', '买买提．艾力', true],
  ['Zhang San', 'ZHANG SAN', true],
  ['Zhang San', 'Ｚｈａｎｇ　Ｓａｎ', true],
  ['王小明', '王晓明', false],
])('%s and %s are the same name: %s', (one, other, same) => {
  expect(isSameName(one, other)).toBe(same);
});

it.each([
  ['6222021234567890128', 'ICBC', {}],
  ['6222021234567890128', 'ABC', { bank: 'BANK_DIFFERS' }],
  ['6222021234567890127', 'ABC', { number: 'BANK_CARD_INVALID', bank: 'BANK_DIFFERS' }],
  ['4111111111111111', 'ABC', {}],
  ['4111111111111111', 'Sparkasse Köln', {}],
  ['6222021234567890128', '工商银行', {}],
] as const)('%s at %s has these problems: %j', (number, bank, problems) => {
  expect(cardProblems({ number, bank })).toEqual(problems);
});

it.each([
  [{ hasCard: true, known: '王小明' }, '王小明', 'BANK_CARD_BOUND'],
  [{ hasCard: false, known: '王小明' }, '李雷', 'CARD_HOLDER_DIFFERS'],
  [{ hasCard: false, known: null }, undefined, 'NAME_REQUIRED'],
  [{ hasCard: false, known: '王小明' }, undefined, '王小明'],
  [{ hasCard: false, known: '王小明' }, '王 小明', '王 小明'],
  [{ hasCard: false, known: null }, '王小明', '王小明'],
])('with %j, the holder %s is decided as %s', (facts, holder, expected) => {
  const answer = decideHolder(facts, holder);
  expect(answer.ok ? answer.value : answer.error).toBe(expected);
});
