/*
 * Rules for passwords that are too easy to guess: repetitions, sequences, paths over a keyboard, the member's own name
 * and numbers. Known common passwords are a list (common-passwords.ts). Forms and server use the same functions.
 */

export const PASSWORD_LENGTH_MIN = 8;
export const PASSWORD_LENGTH_MAX = 128;

export type PasswordProblem = 'PASSWORD_SIMPLE' | 'PASSWORD_HAS_ACCOUNT';

/** What a stranger may know about the member who chooses the password. */
export interface PasswordOwner {
  username?: string | undefined;
  phone?: string | undefined;
}

/** A step from one of these characters to its neighbour, in either direction, does not count as chosen. */
const LINES = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop[]',
  "asdfghjkl;'",
  'zxcvbnm,./',
  '!@#$%^&*()_+',
  '1qaz',
  '2wsx',
  '3edc',
  '4rfv',
  '5tgb',
  '6yhn',
  '7ujm',
  '8ik,',
  '9ol.',
  '0p;/',
];
const STEPS: ReadonlySet<string> = new Set(
  LINES.flatMap((line) =>
    [...line].flatMap((character, at) => {
      const next = line[at + 1];
      return next === undefined ? [] : [character + next, next + character];
    }),
  ),
);

/** How many characters were really chosen: not a repetition of the one before, and not its neighbour. */
export function chosenCharacters(text: string): number {
  const characters = [...text];
  return characters.filter((character, at) => {
    const before = characters[at - 1];
    return before === undefined || (before !== character && !STEPS.has(before + character));
  }).length;
}

/** The shortest text that the given text repeats; the text itself if it repeats none. */
export function repeatedUnit(text: string): string {
  for (let length = 1; length <= text.length / 2; length += 1) {
    const unit = text.slice(0, length);
    if (text.length % length === 0 && unit.repeat(text.length / length) === text) return unit;
  }
  return text;
}

/** Attackers try passwords with fewer chosen characters first. */
const CHOSEN_MIN = 4;
const DIFFERENT_MIN = 4;
const UNIT_MIN = 5;

/** Why a login password is too easy, or null. Its length is checked elsewhere. */
export function passwordProblem(password: string, owner: PasswordOwner = {}): PasswordProblem | null {
  const lower = password.toLowerCase();
  if (isSimple(lower) || isDate(lower)) return 'PASSWORD_SIMPLE';
  return hasAccount(lower, owner) ? 'PASSWORD_HAS_ACCOUNT' : null;
}

function isSimple(text: string): boolean {
  return (
    new Set(text).size < DIFFERENT_MIN || repeatedUnit(text).length < UNIT_MIN || chosenCharacters(text) < CHOSEN_MIN
  );
}

/** A date of the last or this century, in the usual orders, with or without separators. */
function isDate(text: string): boolean {
  const digits = text.replaceAll(/[-./ ]/g, '');
  return (
    /^(19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(digits) ||
    /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])(19|20)\d{2}$/.test(digits) ||
    /^(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(19|20)\d{2}$/.test(digits)
  );
}

/** A name or number of the member with too little around it. Digits in place of letters count as those letters. */
function hasAccount(lower: string, { username = '', phone = '' }: PasswordOwner): boolean {
  const name = username.trim().toLowerCase();
  const number = phone.replaceAll(/\D/g, '').slice(-11);
  const forms = [lower, reversed(lower), ...unleet(lower)];
  return [name, ...unleet(name), number, number.slice(-8)]
    .filter((known) => known.length >= 4)
    .some((known) => forms.some((form) => isMostly(form, known)));
}

function isMostly(text: string, known: string): boolean {
  return text.includes(known) && text.replaceAll(known, '').length < PASSWORD_LENGTH_MIN;
}

function reversed(text: string): string {
  return [...text].toReversed().join('');
}

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** The text with digits and signs turned back into letters; a 1 can be an i or an l. */
export function unleet(text: string): string[] {
  const letters = [...text].map((character) => LEET[character] ?? character).join('');
  return [letters.replaceAll('1', 'i'), letters.replaceAll('1', 'l')];
}

/** What a stranger may know about the member who chooses the withdrawal password. */
export interface PinOwner extends PasswordOwner {
  password?: string | undefined;
  idNumber?: string | undefined;
}

/** Popular choices that the rules below do not find: rows and crosses of a keypad, numbers that sound like words. */
const FAVOURITE_PINS: ReadonlySet<string> = new Set(
  `147258 258369 147369 369258 258147 147852 852147 159753 753159 159357 357159 142536 135790 246810 135246 246135 102030
   112358 314159 271828 131452 520131 521131 201314 131420 521521 168168 518518 888168 168888 886688 668866 588588 147147`
    .trim()
    .split(/\s+/),
);

/** Whether six digits are too easy for a withdrawal password. */
export function isSimplePin(pin: string, owner: PinOwner = {}): boolean {
  const { password = '', phone = '', idNumber = '' } = owner;
  return (
    new Set(pin).size < 3 ||
    repeatedUnit(pin).length < 4 ||
    chosenCharacters(pin) < 3 ||
    FAVOURITE_PINS.has(pin) ||
    isBirthday(pin) ||
    [password, phone.replaceAll(/\D/g, ''), ...birthdaysOf(idNumber), idNumber.slice(-6)].some((known) =>
      known.includes(pin),
    )
  );
}

/** YYMMDD of a person born between 1940 and 2015. */
function isBirthday(pin: string): boolean {
  return /^(?:[4-9]\d|0\d|1[0-5])(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(pin);
}

/** The birthday in a mainland ID number, in the orders in which people write it. */
function birthdaysOf(idNumber: string): string[] {
  const [, year = '', month = '', day = ''] = /^\d{6}\d{2}(\d{2})(\d{2})(\d{2})\d{3}[\dXx]$/.exec(idNumber) ?? [];
  return year === '' ? [] : [year + month + day, day + month + year, month + day + year];
}
