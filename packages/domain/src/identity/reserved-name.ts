/*
 * Names that members cannot have, because other members would take them for the site or its staff. A name is compared by how it
 * looks, not by its characters: case, width, accents, separators, digits that stand for letters and letters of other scripts that
 * look Latin make no difference. Honest names that only begin like a kept word, such as `supporter9` and `rooted_tree`, are free.
 */

/** Kept as a word of a name, wherever it stands: `support_anna`, `candor.help`. */
const STRONG = [
  'admin',
  'admins',
  'administrator',
  'sysadmin',
  'superuser',
  'webmaster',
  'postmaster',
  'moderator',
  'official',
  'officials',
  'operator',
  'operators',
  'support',
  'supports',
  'helpdesk',
  'customerservice',
  'customercare',
  'customersupport',
  'cashier',
  'compliance',
  'kefu',
  'guanfang',
  'guanliyuan',
  'pingtai',
  'fengkong',
  'candor',
];
/** Kept as a whole name, alone or with digits, and together with other kept words: `root`, `system1`, `supportteam`. */
const WEAK = [
  'root',
  'system',
  'staff',
  'team',
  'service',
  'services',
  'help',
  'info',
  'security',
  'finance',
  'billing',
  'payment',
  'payments',
  'deposit',
  'withdrawal',
  'noreply',
  'notice',
  'platform',
  'mod',
  'gm',
  'caiwu',
  'xitong',
  'zhuanyuan',
  'customer',
  'online',
  'desk',
  'the',
  'real',
  'live',
];
/** Kept wherever they stand in a name that has these characters. */
const CHINESE = [
  '客服',
  '官方',
  '管理员',
  '管理員',
  '工作人员',
  '工作人員',
  '系统通知',
  '系統通知',
  '风控',
  '風控',
  '审核员',
  '審核員',
  '财务部',
  '財務部',
];
/** Kept as a whole name. */
const CHINESE_WHOLE = ['系统', '系統', '平台', '财务', '財務', '出纳', '出納', '公告'];

/**
 * Letters of other scripts that look like Latin ones, in lower case. `name_forms` of the database has the same table, and a test
 * compares the two.
 */
export const LOOK_ALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  е: 'e',
  ё: 'e',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  ѕ: 's',
  і: 'i',
  ј: 'j',
  ԁ: 'd',
  ԛ: 'q',
  ԝ: 'w',
  г: 'r',
  п: 'n',
  α: 'a',
  β: 'b',
  γ: 'y',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ω: 'w',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ɑ: 'a',
  ɡ: 'g',
  ß: 'ss',
};
export const LOOK_ALIKE_DIGITS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
};

/** Lower case, of one width, without accents and invisible characters, with Latin letters for those that look so. */
function plain(name: string): string {
  const decomposed = name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '');
  return Array.from(decomposed, (letter) => LOOK_ALIKES[letter] ?? letter).join('');
}

/** Letters that are read as one another are one: `l` and `i`, `rn` and `m`, `vv` and `w`. */
function blur(letters: string): string {
  return letters.replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('l', 'i');
}

function asLetters(text: string): string {
  return blur(
    Array.from(text, (one) => LOOK_ALIKE_DIGITS[one] ?? one)
      .join('')
      .replaceAll(/[^\p{L}]/gu, ''),
  );
}

const strong = new Set(STRONG.map(blur));
const kept = new Set([...STRONG, ...WEAK].map(blur));

/**
 * What a name reads as: without the digits and marks around it; with all digits as letters; and without any digit. Each has
 * three letters at least. `name_forms` of the database does the same for operators' names.
 */
export function namesLike(name: string): string[] {
  const text = plain(name);
  const forms = [
    asLetters(text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')),
    asLetters(text),
    blur(text.replaceAll(/[^\p{L}]/gu, '')),
  ];
  return [...new Set(forms)].filter((form) => form.length >= 3);
}

/** Whether no member can have this name. @param siteName what the site calls itself, if it is not Candor */
export function isReservedName(name: string, siteName = ''): boolean {
  const own = blur(plain(siteName).replaceAll(/[^\p{L}]/gu, ''));
  const isStrong = (word: string): boolean => strong.has(word) || (own.length >= 3 && word === own);
  const forms = namesLike(name);
  if (forms.some((form) => isStrong(form) || isMadeOfKept(form))) return true;
  const words = plain(name)
    .split(/[^\p{L}\d@$!|]+/u)
    .flatMap((word) => [asLetters(word), asLetters(word.replaceAll(/^\d+|\d+$/g, '')), ...word.split(/\d+/).map(blur)]);
  if (words.some(isStrong)) return true;
  const chinese = plain(name).replaceAll(/[^\p{Script=Han}]/gu, '');
  return CHINESE.some((word) => chinese.includes(word)) || CHINESE_WHOLE.includes(chinese);
}

/** Whether a text is kept words one after another. */
function isMadeOfKept(form: string): boolean {
  const reached = [true];
  for (let end = 1; end <= form.length; end += 1)
    reached[end] = Array.from({ length: end }, (_, start) => start).some(
      (start) => reached[start] === true && kept.has(form.slice(start, end)),
    );
  return form.length > 0 && reached[form.length] === true;
}
