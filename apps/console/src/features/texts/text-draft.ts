/* What the editor of a text holds, the call it makes, and what keeps it in this tab until it is sent. */

import { TEXT_BODY_MAX, textChangeBody } from '@candor/contract/console-texts';
import type { TextChangeBody, TextsByLanguage } from '@candor/contract/console-texts';
import type { TextSlug } from '@candor/contract/content';
import { fieldErrors } from '@candor/contract/field-errors';
import { LANGUAGES } from '@candor/contract/languages';
import type { Language } from '@candor/contract/languages';
import { isPlainText, readMarkup, tidyMarkup } from '@candor/domain/content/read-markup';
import type { MarkupBlock } from '@candor/domain/content/read-markup';
import { writeMarkup } from '@candor/domain/content/write-markup';
import { err } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';

export interface WrittenText {
  title: string;
  /** What is different from the version before, in a sentence. */
  change: string;
  /** As it is written: a small part of Markdown. */
  body: string;
}

export interface TextDraft {
  /** The version that the operator began from. */
  base: number;
  texts: Record<Language, WrittenText>;
  reason: string;
}

/** An error key, a line that is not plain text, or more characters than a text may have. */
export type DraftProblem = string | { readonly line: number } | { readonly max: number };

function eachLanguage<T>(valueOf: (language: Language) => T): Record<Language, T> {
  return { 'zh-Hans': valueOf('zh-Hans'), 'zh-Hant': valueOf('zh-Hant'), en: valueOf('en') };
}

/** The next version, as it begins: what holds now. What changed is not known yet. */
export function draftOf(texts: TextsByLanguage, version: number): TextDraft {
  const written = eachLanguage((language) => ({
    title: texts[language].title,
    change: '',
    body: writeMarkup(texts[language].body),
  }));
  return { base: version, texts: written, reason: '' };
}

/** The text of a release, in place of what was written. */
export function withTextsOf(draft: TextDraft, release: TextsByLanguage): TextDraft {
  const { texts } = draftOf(release, draft.base);
  return { ...draft, texts: eachLanguage((name) => ({ ...texts[name], change: release[name].change ?? '' })) };
}

export function isSameDraft(one: TextDraft, other: TextDraft): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Without what nobody sees: blanks at the ends of lines. */
export function bodyOf(slug: TextSlug, { base, texts, reason }: TextDraft): TextChangeBody {
  const tidied = eachLanguage((language) => ({
    title: texts[language].title.trim(),
    change: texts[language].change.trim(),
    body: tidyMarkup(texts[language].body),
  }));
  return { slug, base, texts: tidied, reason: reason.trim() };
}

/** The blocks of a written text, or the line of the field that is not plain text. */
export function readBody(body: string): Result<MarkupBlock[], { readonly line: number }> {
  const read = readMarkup(tidyMarkup(body));
  if (read.ok) return read;
  // Tidied text begins at its first line with words; the field may begin with empty ones.
  const [lead = ''] = /^\s*/.exec(body.replaceAll(/\r\n?/g, '\n')) ?? [];
  return err({ line: read.error.line + lead.split('\n').length - 1 });
}

/** Everything that is wrong, by the field of the form. */
export function draftProblems(slug: TextSlug, draft: TextDraft): Record<string, DraftProblem> {
  const body = bodyOf(slug, draft);
  const parsed = textChangeBody.safeParse(body);
  const problems: Record<string, DraftProblem> = parsed.success ? {} : fieldErrors(parsed.error);
  for (const language of LANGUAGES) {
    const { title, change, body: source } = body.texts[language];
    for (const [name, text] of [['title', title] as const, ['change', change] as const])
      if (text !== '' && !isPlainText(text)) problems[`texts.${language}.${name}`] ??= 'TEXT_FORM_INVALID';
    const field = `texts.${language}.body`;
    const read = readBody(draft.texts[language].body);
    if (source.length > TEXT_BODY_MAX) problems[field] = { max: TEXT_BODY_MAX };
    else if (!read.ok) problems[field] = read.error;
  }
  return problems;
}

/** The first of these fields, in the order in which they are read. */
export function firstField(fields: readonly string[]): string | undefined {
  const order = [
    ...LANGUAGES.flatMap((language) => ['title', 'change', 'body'].map((name) => `texts.${language}.${name}`)),
    'reason',
  ];
  return order.find((field) => fields.includes(field));
}

/** Where the browser refuses to store, a draft lives until the page is loaded again. */
const unstored = new Map<string, string>();

/** A draft belongs to whoever wrote it: the next operator in this tab does not see it. */
function nameOf(operatorId: string, slug: TextSlug): string {
  return `candor-console-text-${operatorId}-${slug}`;
}

/** Null: it was sent, or thrown away. */
export function keepDraft(operatorId: string, slug: TextSlug, draft: TextDraft | null): void {
  const name = nameOf(operatorId, slug);
  unstored.delete(name);
  try {
    if (draft === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(draft));
  } catch {
    if (draft !== null) unstored.set(name, JSON.stringify(draft));
  }
}

export function keptDraft(operatorId: string, slug: TextSlug): TextDraft | undefined {
  const name = nameOf(operatorId, slug);
  try {
    return readDraft(JSON.parse(unstored.get(name) ?? sessionStorage.getItem(name) ?? 'null'));
  } catch {
    return undefined;
  }
}

function readDraft(stored: unknown): TextDraft | undefined {
  if (!isRecord(stored) || !isRecord(stored['texts'])) return undefined;
  const { base, reason, texts } = stored;
  const [hans, hant, en] = LANGUAGES.map((language) => readWritten(texts[language]));
  if (typeof base !== 'number' || typeof reason !== 'string') return undefined;
  if (hans === undefined || hant === undefined || en === undefined) return undefined;
  return { base, texts: { 'zh-Hans': hans, 'zh-Hant': hant, en }, reason };
}

function readWritten(stored: unknown): WrittenText | undefined {
  if (!isRecord(stored)) return undefined;
  const { title, change, body } = stored;
  if (typeof title !== 'string' || typeof change !== 'string' || typeof body !== 'string') return undefined;
  return { title, change, body };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
