import { LOOK_ALIKE_DIGITS, LOOK_ALIKES } from './look-alikes.ts';

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
/** Kept only beside a kept word, in one word with it: `techsupport`, `helpcenter`, `CandorPay`. */
const BESIDE = [
  'tech',
  'technical',
  'vip',
  'center',
  'centre',
  'account',
  'accounts',
  'client',
  'clients',
  'user',
  'users',
  'member',
  'members',
  'trade',
  'trading',
  'invest',
  'pay',
  'bank',
  'wallet',
  'risk',
  'chief',
  'head',
  'senior',
  'super',
  'main',
  'site',
  'web',
  'app',
  'bot',
  'chat',
  'line',
  'hotline',
  'agent',
  'manager',
  'assistant',
  'department',
  'dept',
  'office',
  'group',
  'hq',
  'global',
  'asia',
  'china',
  'cn',
  'hk',
  'tw',
];
/** Russian words for the same. */
const CYRILLIC = [
  'админ',
  'администратор',
  'поддержка',
  'поддержки',
  'техподдержка',
  'модератор',
  'оператор',
  'кассир',
];
/** Kept wherever they stand in a name that has these characters, in either form of Chinese or in a mixture. */
const CHINESE = [
  '客服',
  '官方',
  '管理员',
  '管理者',
  '工作人员',
  '系统通知',
  '风控',
  '审核员',
  '审核人员',
  '财务部',
  '财务人员',
  '财务专员',
  '出纳员',
  '客户服务',
  '客户支持',
  '客户支援',
  '客户经理',
  '客户中心',
  '服务中心',
  '技术支持',
  '技术支援',
];
/** Kept as a whole name. */
const CHINESE_WHOLE = ['系统', '平台', '财务', '出纳', '公告'];
/** The characters of the words above in traditional Chinese, and each in simplified. */
const TRADITIONAL = Array.from('員戶戸務財納風審統術經專臺');
const SIMPLIFIED = Array.from('员户户务财纳风审统术经专台');

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

const CANDOR = blur('candor');
const strong = new Set([...STRONG, ...CYRILLIC.map(plain)].map(blur));
const kept = new Set([...strong, ...WEAK.map(blur)]);
const beside = new Set(BESIDE.map(blur));
/** No kept word is longer, and hardly a name of a site. A name may become very long when its characters come apart. */
const WORD_CHARS_MAX = 64;

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
  const isSite = (word: string): boolean => word === CANDOR || (own.length >= 3 && word === own);
  const isStrong = (word: string): boolean => strong.has(word) || isSite(word);
  const isKept = (word: string): boolean => kept.has(word) || isSite(word);
  const readsStrong = (word: string): boolean => isMadeOf(word, isStrong, isKept) || isNearlyStrong(word);
  if (namesLike(name).some((form) => isMadeOf(form, isKept, isKept) || readsStrong(form))) return true;
  const words = plain(name)
    .split(/[^\p{L}\d@$!|]+/u)
    .flatMap((word) => [asLetters(word), asLetters(word.replaceAll(/^\d+|\d+$/g, '')), ...word.split(/\d+/).map(blur)]);
  if (words.some(readsStrong)) return true;
  const chinese = simplified(plain(name).replaceAll(/[^\p{Script=Han}]/gu, ''));
  return CHINESE.some((word) => chinese.includes(word)) || CHINESE_WHOLE.includes(chinese);
}

function simplified(text: string): string {
  return Array.from(text, (one) => SIMPLIFIED[TRADITIONAL.indexOf(one)] ?? one).join('');
}

/** Whether a text is kept words and words beside them, one after another, with at least one that `isCore`. */
function isMadeOf(form: string, isCore: (word: string) => boolean, isKept: (word: string) => boolean): boolean {
  // Whether the text up to a place is such words, and whether with one of the core.
  const plainly = [true];
  const withCore = [false];
  for (let end = 1; end <= form.length; end += 1)
    for (let start = Math.max(0, end - WORD_CHARS_MAX); start < end; start += 1) {
      if (plainly[start] !== true) continue;
      const word = form.slice(start, end);
      const core = isCore(word);
      if (!core && !isKept(word) && !beside.has(word)) continue;
      plainly[end] = true;
      withCore[end] = withCore[end] === true || core || withCore[start] === true;
    }
  return withCore[form.length] === true;
}

/** A strong word with one letter more at an end (`adminx`), or with a letter of a script that nobody here reads in place of one. */
function isNearlyStrong(word: string): boolean {
  const letters = Array.from(word);
  if (letters.length < 5) return false;
  const ends = [letters.slice(1).join(''), letters.slice(0, -1).join('')];
  if (ends.some((rest) => rest.length >= 5 && rest !== CANDOR && strong.has(rest))) return true;
  const foreign = letters.filter((letter) => FOREIGN.test(letter)).length;
  if (foreign === 0 || foreign * 2 > letters.length) return false;
  return [...strong].some(
    (one) => one.length === letters.length && letters.every((letter, at) => FOREIGN.test(letter) || letter === one[at]),
  );
}

/** A letter that is neither Latin nor of East Asia. */
const FOREIGN = /^(?![a-z\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])\p{L}$/u;
