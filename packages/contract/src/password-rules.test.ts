import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chosenCharacters, isSimplePin, passwordProblem, repeatedUnit } from './password-rules.ts';

test.each([
  ['12345678', 1],
  ['87654321', 1],
  ['qwertyui', 1],
  ['1qaz2wsx', 2],
  ['zaq12wsx', 1],
  ['11112222', 1],
  ['abcd1234', 2],
  ['correct horse', 10],
  ['', 0],
])('%j has %d chosen characters', (text, chosen) => {
  expect(chosenCharacters(text)).toBe(chosen);
});

test.each([
  ['abcabc', 'abc'],
  ['aaaa', 'a'],
  ['abab', 'ab'],
  ['aba', 'aba'],
  ['', ''],
])('%j repeats %j', (text, unit) => {
  expect(repeatedUnit(text)).toBe(unit);
});

test.each([
  '12345678',
  '123456789',
  '87654321',
  '88888888',
  '11112222',
  'aaaaaaaa',
  'AbAbAbAb',
  'abcabcabc',
  'abcd1234',
  'ABCD1234',
  'qwertyuiop',
  'QwErTyUi',
  'poiuytrewq',
  '1qaz2wsx',
  '1qaz@WSX',
  'zaq12wsx',
  'asdfghjkl',
  'qwer1234',
  'a1a1a1a1',
  '19900131',
  '1990-01-31',
  '31011990',
  '2008.08.08',
])('%s is simple', (password) => {
  expect(passwordProblem(password)).toBe('PASSWORD_SIMPLE');
});

test.each([
  'correct horse',
  'seven-lamps-under-water',
  'Tr0ub4dor&3',
  'candor-demo-1',
  '床前明月光疑是地上霜',
  'pw-8fKq2_Lz',
  '19901399',
  '4857 1193 6620',
])('%s is not simple', (password) => {
  expect(passwordProblem(password)).toBeNull();
});

test.each([
  ['alice_01', 'alice_01!'],
  ['alice_01', 'ALICE_01xyz'],
  ['alice', 'ecila2024'],
  ['alice', '@l1ce-2024'],
  ['al1ce', 'alice-kx7'],
  ['wangwei', 'wangwei-88'],
])('the password of %s may not be %s', (username, password) => {
  expect(passwordProblem(password, { username })).toBe('PASSWORD_HAS_ACCOUNT');
});

test('a name inside enough other characters is allowed, and so is one of three letters', () => {
  expect(passwordProblem('greatest hits of all', { username: 'test' })).toBeNull();
  expect(passwordProblem('kim-8fKq2', { username: 'kim' })).toBeNull();
});

test.each(['13812345678', 'a13812345678', 'hi 13812345678'])(
  'the password of +86 138 1234 5678 may not be %s',
  (password) => {
    expect(passwordProblem(password, { phone: '+8613812345678' })).toBe('PASSWORD_HAS_ACCOUNT');
  },
);

test('random passwords are accepted', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{14}$/), fc.stringMatching(/^[a-z]{6,12}$/), (password, username) => {
      fc.pre(new Set(password.toLowerCase()).size > 7 && chosenCharacters(password.toLowerCase()) > 7);
      expect(passwordProblem(password, { username })).toBeNull();
    }),
  );
});

test.each([
  '123456',
  '654321',
  '111111',
  '888888',
  '000000',
  '112233',
  '123123',
  '121212',
  '123321',
  '789456',
  '901234',
  '666888',
  '147258',
  '159753',
  '520131',
  '900131',
  '080808',
])('%s is a simple withdrawal password', (pin) => {
  expect(isSimplePin(pin)).toBe(true);
});

test.each(['730482', '205817', '975310', '391307'])('%s is not a simple withdrawal password', (pin) => {
  expect(isSimplePin(pin)).toBe(false);
});

test.each([
  ['the end of the phone number', { phone: '+8613812730482' }],
  ['a part of the login password', { password: 'lamp-730482' }],
  ['the end of the ID number', { idNumber: '110101199003730482' }],
])('a withdrawal password may not be %s', (what, owner) => {
  expect(isSimplePin('730482', owner), what).toBe(true);
});

test('most six-digit numbers are accepted', () => {
  // 131 and a million have no common factor, so the sample covers all digits.
  const pins = Array.from({ length: 10_000 }, (_, n) => String((n * 131 * 761) % 1_000_000).padStart(6, '0'));
  const refused = pins.filter((pin) => isSimplePin(pin)).length;
  expect(refused).toBeGreaterThan(200);
  expect(refused).toBeLessThan(800);
});

test('the birthday in the ID number is refused in any order', () => {
  const idNumber = '110101202208190018';
  for (const pin of ['220819', '190822', '081922']) {
    expect(isSimplePin(pin), pin).toBe(false);
    expect(isSimplePin(pin, { idNumber }), pin).toBe(true);
  }
});
