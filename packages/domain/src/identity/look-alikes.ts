/** What looks like each Latin letter, in lower case: other scripts, small capitals, and letters in circles and squares. */
const READ_AS: Readonly<Record<string, string>> = {
  a: 'аαɑꓮꭺᴀաⲁ🅐🅰🇦',
  b: 'вβꓐᏼʙ🅑🅱🇧',
  c: 'сꓚꮯᴄⲥ🅒🅲🇨',
  d: 'ԁđꓓꭰᴅժ🅓🅳🇩',
  e: 'еεꓰꭼᴇ🅔🅴🇪',
  f: 'ꓝꜰֆ🅕🅵🇫',
  g: 'ɡꓖꮐɢց🅖🅶🇬',
  h: 'нꓧꮋʜհ🅗🅷🇭',
  i: 'іιıꓲꭵɪ🅘🅸🇮',
  j: 'јꓙꭻᴊյ🅙🅹🇯',
  k: 'кκꓗꮶᴋⲕ🅚🅺🇰',
  l: 'łꓡꮮʟլ🅛🅻🇱',
  m: 'мꓟꮇᴍⲙ🅜🅼🇲',
  n: 'пηꓠɴո🅝🅽🇳',
  o: 'оοøꓳᴏօⲟ🅞🅾🇴',
  p: 'рρꓑꮲᴘբⲣ🅟🅿🇵',
  q: 'ԛզ🅠🆀🇶',
  r: 'гꓣꭱʀ🅡🆁🇷',
  s: 'ѕꓢꮪꜱ🅢🆂🇸',
  t: 'тτꓔꭲᴛⲧ🅣🆃🇹',
  u: 'υꓴᴜս🅤🆄🇺',
  v: 'νꓦꮩᴠ🅥🆅🇻',
  w: 'ԝωꓪꮃᴡ🅦🆆🇼',
  x: 'хχꓫ🅧🆇🇽',
  y: 'уγꓬꭹʏ🅨🆈🇾',
  z: 'ꓜꮓᴢ🅩🆉🇿',
};

/** `name_forms` of the database has the same table, and a test compares the two. */
export const LOOK_ALIKES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(READ_AS).flatMap(([letter, others]) => Array.from(others, (other) => [other, letter])),
  ),
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
