import { createHash } from 'node:crypto';
import { LEGAL_SLUGS } from '@candor/contract/content';
import { textChangeView as changeSchema } from '@candor/contract/console-texts';
import type { TextChangeBody, TextChangeView, TextsByLanguage } from '@candor/contract/console-texts';
import type { ErrorKey } from '@candor/contract/errors';
import { LANGUAGES } from '@candor/contract/languages';
import { isPlainText, readMarkup, tidyMarkup } from '@candor/domain/content/read-markup';
import { PROPOSAL_TABLE } from '@candor/domain/proposal';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { ProposalForm, ProposalKind } from '../../../services/proposals/proposal-kind.ts';
import { isProposed, takeTurn } from '../../../services/proposals/proposal-store.ts';
import { selectNewest, TEXT_CHANGES } from '../text-store.ts';
import type { ChangeRow } from '../text-store.ts';
import { textChangeView } from './text-view.ts';

interface TextRefusal {
  readonly key: ErrorKey;
  /** The path of the field in the body. */
  readonly field?: string;
}

/** Every item of a page holds a whole text in all languages. */
export const TEXTS_MAX = 10;

/** The next version of a text of the site. The database publishes what is approved. */
export const TEXT_KIND: ProposalKind<ChangeRow, TextChangeView> = {
  name: 'texts',
  table: TEXT_CHANGES,
  states: PROPOSAL_TABLE,
  viewOf: textChangeView,
  view: changeSchema,
  pageMax: TEXTS_MAX,
  refusals: { notFound: 'TERMS_CHANGE_NOT_FOUND', decided: 'TERMS_CHANGE_DECIDED' },
  subjectType: 'text',
  detailOf,
  turnOf: ({ slug }) => turnOf(slug),
  obstacleTo: async (db, { slug, base }) =>
    ((await selectNewest(db, slug))?.version ?? 0) === base ? null : { key: 'TERMS_CHANGE_OLD' },
};

interface Facts {
  version: number;
  /** What holds; undefined for a text that is new. */
  held: TextsByLanguage | undefined;
  isOpen: boolean;
}

/**
 * An operator writes the next version of a text in all languages. One that binds members waits for another operator; any
 * other is published at once.
 */
export const TEXT_FORM: ProposalForm<TextChangeBody, Facts> = {
  name: 'propose',
  readFacts: async (db, { input: { slug } }) => {
    await takeTurn(db, turnOf(slug));
    const newest = await selectNewest(db, slug);
    return {
      version: newest?.version ?? 0,
      held: newest?.texts,
      isOpen: await isProposed(db, TEXT_CHANGES, { slug }),
    };
  },
  plan: ({ slug, base, texts: written, reason }, { version, held, isOpen }) => {
    const refuse = (refusal: TextRefusal) => err(refusal);
    if (isOpen) return refuse({ key: 'TERMS_CHANGE_OPEN' });
    if (version !== base) return refuse({ key: 'TERMS_CHANGE_OLD' });
    const texts = readTexts(written);
    if (!texts.ok) return texts;
    if (held !== undefined && comparable(texts.value) === comparable(held)) return refuse({ key: 'TERMS_UNCHANGED' });
    const isApproved = !LEGAL_SLUGS.includes(slug);
    const status = isApproved ? 'approved' : 'proposed';
    return ok({
      values: { slug, base, texts: JSON.stringify(texts.value) },
      reason,
      detail: { ...detailOf({ slug, base, texts: texts.value }), status },
      isApproved,
    });
  },
};

/** Two who propose or decide about the same text come one after the other. The trigger takes the same turn. */
function turnOf(slug: string): string {
  return `text/${slug}`;
}

/** With a hash, so that the chain says which words were decided on, and not only that some were. */
function detailOf({ slug, base, texts }: Pick<ChangeRow, 'slug' | 'base' | 'texts'>) {
  return { text: slug, version: base + 1, sha256: hashOf(texts) };
}

/** The written texts as blocks, or the first field with a line that is not plain text. */
function readTexts(written: TextChangeBody['texts']): Result<TextsByLanguage, TextRefusal> {
  const read: Partial<TextsByLanguage> = {};
  for (const language of LANGUAGES) {
    const { title, change, body } = written[language];
    const refuse = (field: string) => err({ key: 'TEXT_FORM_INVALID' as const, field: `texts.${language}.${field}` });
    if (!isPlainText(title)) return refuse('title');
    if (!isPlainText(change)) return refuse('change');
    const blocks = readMarkup(tidyMarkup(body));
    if (!blocks.ok || blocks.value.length === 0) return refuse('body');
    read[language] = { title, change, body: blocks.value };
  }
  const { 'zh-Hans': hans, 'zh-Hant': hant, en } = read;
  if (hans === undefined || hant === undefined || en === undefined) throw new Error('a language was not read');
  return ok({ 'zh-Hans': hans, 'zh-Hant': hant, en });
}

/** Titles and bodies: the sentence about the change is about them, and no change by itself. */
function comparable(texts: TextsByLanguage): string {
  return JSON.stringify(LANGUAGES.map((language) => [texts[language].title, texts[language].body]));
}

function hashOf(texts: TextsByLanguage): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}
