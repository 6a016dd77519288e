/**
 * Changes of SQL text. A statement in a store is a template literal, so this reads only words and brackets, without a
 * grammar. If Postgres refuses a change, the first test that runs it catches it.
 * @typedef {{ start: number, end: number, text: string }} SqlEdit positions in characters of the text
 */

/** [search text, replacement] */
const SWAPS = /** @type {const} */ ([
  [/(?<![<>=!-])<(?![=>@-])/g, ['<=', '>=']],
  [/<=/g, ['<', '>']],
  [/(?<![-<=#>])>(?![=>@])/g, ['>=', '<=']],
  [/>=/g, ['>', '<']],
  [/<>/g, ['=']],
  [/\basc\b/g, ['desc']],
  [/\bdesc\b/g, ['asc']],
  [/\s+for (?:no key )?update(?: of [\w, ]+)?/g, ['']],
  [/\s+for (?:key )?share(?: of [\w, ]+)?/g, ['']],
  [/ skip locked\b/g, ['']],
  [/ nowait\b/g, ['']],
  [/\s+limit (?:\d+|\$\d+)/g, ['']],
  [/\bclock_timestamp\(\)/g, ['now()']],
  [/\bnow\(\)/g, ['clock_timestamp()']],
  [/\bis not distinct from\b/g, ['is distinct from']],
  [/\bis distinct from\b/g, ['is not distinct from']],
  [/\bis null\b/g, ['is not null']],
  [/\bis not null\b/g, ['is null']],
  [/\bnot exists\b/g, ['exists']],
  [/(?<!if )(?<!not )\bexists(?= ?\()/g, ['not exists']],
  [/\bselect distinct\b/g, ['select']],
  [/\bmin\(/g, ['max(']],
  [/\bmax\(/g, ['min(']],
  [/\bleast\(/g, ['greatest(']],
  [/\bgreatest\(/g, ['least(']],
  [/\bleft join\b/g, ['join']],
  [/\s+on conflict(?: \([\w, ]+\))? do nothing/g, ['']],
  [/\bdate_trunc\('second', ([^()]+)\)/g, ['$1']],
  [/\binterval '(\d+) /g, [(/** @type {string} */ count) => `interval '${Number(count) + 1} `]],
  [/(?<=[\s(])\+(?=\s)/g, ['-']],
  [/(?<=[\s(])-(?=\s)/g, ['+']],
]);
/** Ends a condition, when found outside of its brackets. */
const ENDS =
  /\b(?:and|or|order by|group by|limit|returning|for (?:no key )?(?:update|share)|for key share|union|having|on conflict|window|then|when|else|end|where|left join|join|loop|offset)\b|[,;]|\$[{$]/y;
const DDL = /** @type {const} */ ([
  [/\bcreate unique index\b/g, 'create index'],
  [/ (?:not deferrable )?unique(?: nulls not distinct)?(?=,|\n| references| check| default| not null)/g, ''],
  [/ references \w+ \(\w+\)/g, ''],
  [/ not null\b/g, ''],
  [/\braise exception\b/g, 'raise notice'],
]);

/**
 * @param {string} text
 * @returns {SqlEdit[]}
 */
export function sqlEdits(text) {
  const edits = [];
  const code = withoutComments(text);
  for (const [pattern, replacements] of SWAPS) {
    for (const match of code.matchAll(pattern)) {
      const start = match.index;
      for (const one of replacements) {
        const put = typeof one === 'string' ? one.replace('$1', match[1] ?? '') : one(match[1] ?? '');
        edits.push({ start, end: start + match[0].length, text: put });
      }
    }
  }
  // Removes a condition: it becomes true, so that the text around it stays valid.
  for (const match of code.matchAll(/\b(where|and|on)\s+(?!conflict\b|delete\b|update\b)/g)) {
    if (match[1] === 'and' && /\bbetween\s+\S+(?:\s*[+-]\s*[^\n]*?)?\s*$/.test(code.slice(0, match.index))) continue;
    const start = match.index + match[0].length;
    const end = conditionEnd(code, start);
    if (end > start && !/^true\b/.test(code.slice(start, end))) edits.push({ start, end, text: 'true' });
  }
  return edits;
}

/**
 * Changes of a migration: those of its statements, and the removal of each constraint, key, trigger and right.
 * @param {string} text
 * @param {string} later the text of later migrations: a function that they redefine is not changed here
 * @returns {SqlEdit[]}
 */
export function migrationEdits(text, later) {
  const code = withoutComments(text);
  const edits = sqlEdits(text);
  for (const [pattern, put] of DDL) {
    for (const match of code.matchAll(pattern)) {
      edits.push({ start: match.index, end: match.index + match[0].length, text: put });
    }
  }
  for (const match of code.matchAll(/\bcheck \(/g)) {
    const start = match.index + match[0].length;
    edits.push({ start, end: closing(code, start), text: 'true' });
  }
  for (const match of code.matchAll(/(?<=^|\n)(?:grant|revoke|create (?:constraint )?trigger)\b[^;]*;/g)) {
    edits.push({ start: match.index, end: match.index + match[0].length, text: '' });
  }
  const dead = [...code.matchAll(/create (?:or replace )?function (\w+)\([\s\S]*?\n(?:end )?\$\$;/g)]
    .filter(([, name]) =>
      new RegExp(`(?:create or replace function|drop function(?: if exists)?) ${name}\\(`).test(later),
    )
    .map((match) => ({ start: match.index, end: match.index + match[0].length }));
  return edits
    .filter(({ start }) => !dead.some((one) => start >= one.start && start < one.end))
    .toSorted((a, b) => a.start - b.start);
}

/** The same length, with blanks for comments. @param {string} text */
function withoutComments(text) {
  return text.replaceAll(/--[^\n]*|^comment on [^;]*;/gm, (comment) => comment.replaceAll(/[^\n]/g, ' '));
}

/** @param {string} text @param {number} start */
function conditionEnd(text, start) {
  let depth = 0;
  let isBetween = false;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (char === "'") {
      const end = text.indexOf("'", at + 1);
      if (end < 0) return at;
      at = end;
    } else if (char === '(') depth += 1;
    else if (char === ')') {
      if (depth === 0) return trimmedEnd(text, start, at);
      depth -= 1;
    } else if (depth === 0) {
      if (/\bbetween\b/y.test(text.slice(at, at + 8)) && /\s/.test(text[at - 1] ?? ' ')) isBetween = true;
      ENDS.lastIndex = at;
      const found = ENDS.exec(text);
      if (found === null || /\w/.test(text[at - 1] ?? ' ')) continue;
      if (found[0] === 'and' && isBetween) {
        isBetween = false;
        at += 2;
      } else return trimmedEnd(text, start, at);
    }
  }
  return trimmedEnd(text, start, text.length);
}

/** @param {string} text @param {number} start @param {number} end */
function trimmedEnd(text, start, end) {
  return start + text.slice(start, end).trimEnd().length;
}

/** The position of the bracket that closes the one opened before `start`. @param {string} text @param {number} start */
function closing(text, start) {
  let depth = 1;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}
