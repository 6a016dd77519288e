/*
 * A reading page for the site's texts, in any version. Readers choose the text size, jump to sections, see what changed,
 * and agree where they are asked to.
 */

import { useEffect, useState } from 'react';
import type { PageView } from '@candor/contract/content';
import { Button } from '@candor/ui/button.tsx';
import { CopyButton } from '@candor/ui/copy-button.tsx';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { AArrowDown, AArrowUp, ChevronDown, Printer } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { readKept, tryWriteKept } from '../../lib/kept-store.ts';
import { useLanguage } from '../../lib/language.ts';
import { goBack, hrefTo, useAddress } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { formatDate } from '../../lib/time.ts';
import { messageOf } from '../../services/api/message-of.ts';
import { useAgree, useAgreements } from '../../services/content/agreements.ts';
import type { Agreement } from '../../services/content/agreements.ts';
import { outlineOf, plainTextOf } from '../../services/content/page-outline.ts';
import type { Section } from '../../services/content/page-outline.ts';
import { PageAbout, PageBody, PageUnread, usePageAbout } from '../../services/content/page-text.tsx';
import { useSitePage } from '../../services/content/site-page.ts';
import { TextChanges } from '../../services/content/text-changes.tsx';
import { PartFailed } from '../../services/queries/query-states.tsx';
import { useSite } from '../../services/session/site.ts';
import { usePageVersions } from './page-versions.ts';

export function TextviewPage() {
  const t = useTranslations('common');
  const { params } = useAddress();
  const [slug, version] = [params.get('slug') ?? '', versionOf(params.get('version'))];
  const state = useSitePage(slug, version);
  const agreements = useAgreements();
  const agreement = agreements.data?.items.find((item) => item.slug === slug) ?? null;
  const page = state.kind === 'ready' ? state.page : null;
  const back = () => goBack(paths.home());
  return (
    <Page
      className="xl:max-w-[64rem]"
      bar={<NavBar title={page?.title ?? t('titles.textview')} onBack={back} />}
      action={agreement?.isDue === true && page?.version === agreement.version && <Agree agreement={agreement} />}
    >
      {page === null ? (
        <PageUnread
          state={state.kind === 'failed' ? state : { kind: 'loading' }}
          onRetry={state.retry}
          missingAction={<Button onClick={back}>{t('actions.back')}</Button>}
        />
      ) : (
        <Text page={page} since={versionOf(params.get('since'))} agreement={agreement} />
      )}
    </Page>
  );
}

/** The version that an address names; null for anything else. */
function versionOf(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;
}

/** Needs no scrolling to the end: a member decides for themselves how much to read. */
function Agree({ agreement }: { agreement: Agreement }) {
  const t = useTranslations('content.textview');
  const language = useLanguage();
  const agree = useAgree();
  return (
    <>
      {agree.isError && (
        <p role="alert" className="mb-2 text-body-s text-danger">
          {messageOf(agree.error, language)}
        </p>
      )}
      <Button
        block
        loading={agree.isPending}
        onClick={() =>
          agree.mutate([agreement], {
            onSuccess: () => {
              showToast(t('agree'), 'success');
              goBack(paths.home());
            },
          })
        }
      >
        {t('agree')}
      </Button>
    </>
  );
}

type TextProps = { page: PageView; since: number | null; agreement: Agreement | null };

function Text({ page, since, agreement }: TextProps) {
  const about = usePageAbout();
  const t = useTranslations('content.textview');
  const text = useTextSize();
  const sections = since === null ? outlineOf(page.body) : [];
  return (
    <div className="xl:grid xl:grid-cols-[minmax(0,1fr)_15rem] xl:items-start xl:gap-8">
      <div className="min-w-0">
        <article lang={page.language} data-print="">
          {/* The bar with the title is not printed. */}
          <p className="hidden text-title-1 print:block">{page.title}</p>
          <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
            <PageAbout page={page} />
            <span className="-me-3 flex print:hidden">
              <SizeButtons {...text} />
              <CopyButton text={plainTextOf(page, about(page))} label={t('copy')} />
              <IconButton label={t('print')} onClick={() => window.print()}>
                <Printer aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
              </IconButton>
            </span>
          </div>
          <Notes page={page} since={since} agreement={agreement} />
          {sections.length > 0 && (
            <details className="group mt-1 rounded-control border border-line bg-surface-1 xl:hidden print:hidden">
              <summary className="press flex min-h-12 list-none items-center justify-between px-4 text-body-s font-bold">
                {t('contents')}
                <ChevronDown
                  aria-hidden="true"
                  className="size-4.5 text-text-3 transition-transform group-open:rotate-180"
                />
              </summary>
              <Contents sections={sections} className="px-2 pb-2" />
            </details>
          )}
          <div style={{ fontSize: `${text.sizeRem}rem` }}>
            {since === null ? <PageBody body={page.body} /> : <Since page={page} since={since} />}
          </div>
        </article>
        <Versions page={page} />
      </div>
      {sections.length > 0 && (
        <aside className="sticky top-[calc(var(--topnav-height)+var(--nav-height)+1.5rem)] max-xl:hidden">
          <p aria-hidden="true" className="px-2 pb-1 text-caption font-bold text-text-3">
            {t('contents')}
          </p>
          <Contents sections={sections} />
        </aside>
      )}
    </div>
  );
}

/** Whether this version holds, what changed in it, and whether the member agreed to it. */
function Notes({ page, since, agreement }: TextProps) {
  const t = useTranslations('content.textview');
  const { timeZone } = useSite();
  const { slug, version, latest, change } = page;
  const accepted = agreement?.accepted ?? null;
  const base = accepted !== null && accepted.version < version ? accepted.version : version - 1;
  return (
    <div className="flex flex-col gap-2 pb-2 text-body-s text-text-2 print:hidden">
      {version < latest && (
        <p role="status" className="rounded-control border border-line bg-surface-1 px-4 py-2">
          {t('old', { latest })}{' '}
          <a href={hrefTo(paths.textview(slug))} className={LINK}>
            {t('newest')}
          </a>
        </p>
      )}
      {change !== null && (
        <p>
          <span className="font-bold text-text-1">{t('changes')}: </span>
          {change}
        </p>
      )}
      {accepted?.version === version && (
        <p className="text-caption text-text-3">{t('agreedAt', { date: formatDate(accepted.at, timeZone) })}</p>
      )}
      {since !== null ? (
        <a href={hrefTo(paths.textview(slug, { version }))} className={LINK}>
          {t('whole')}
        </a>
      ) : (
        base > 0 && (
          <a href={hrefTo(paths.textview(slug, { version, since: base }))} className={LINK}>
            {t('showChanges', { since: base })}
          </a>
        )
      )}
    </div>
  );
}

const LINK = 'inline-flex min-h-11 items-center text-link underline-offset-4 hover:underline';

function Since({ page, since }: { page: PageView; since: number }) {
  const t = useTranslations('content.textview');
  const old = useSitePage(page.slug, since);
  if (old.kind !== 'ready')
    return <PageUnread state={old.kind === 'failed' ? old : { kind: 'loading' }} onRetry={old.retry} />;
  return (
    <section aria-label={t('since', { since })}>
      <h2 className="mt-1 mb-3 text-body font-bold text-text-1">{t('since', { since })}</h2>
      <TextChanges before={old.page.body} after={page.body} since={since} />
    </section>
  );
}

/** Every version that was ever published, to read again. */
function Versions({ page }: { page: PageView }) {
  const t = useTranslations('content.textview');
  const common = useTranslations('common');
  const { timeZone } = useSite();
  const [isOpen, setOpen] = useState(false);
  const query = usePageVersions(page.slug, isOpen);
  if (page.latest < 2) return null;
  return (
    <details
      className="group mt-8 rounded-control border border-line bg-surface-1 print:hidden"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="press flex min-h-12 list-none items-center justify-between px-4 text-body-s font-bold">
        {t('versions')}
        <ChevronDown aria-hidden="true" className="size-4.5 text-text-3 transition-transform group-open:rotate-180" />
      </summary>
      {query.isError ? (
        <PartFailed onRetry={() => void query.refetch()} />
      ) : (
        <ol className="px-4 pb-2">
          {query.data?.items.map(({ version, change, updatedAt }) => (
            <li key={version} className="border-t border-line py-1">
              <a
                href={hrefTo(paths.textview(page.slug, { version }))}
                {...(version === page.version ? { 'aria-current': 'page' as const } : {})}
                className="flex min-h-11 flex-col justify-center text-body-s text-text-1 aria-[current]:font-bold"
              >
                <span className="tnum">
                  {common('pageVersion', { version, date: formatDate(updatedAt, timeZone) })}
                </span>
                {change !== null && <span className="text-caption text-text-3">{change}</span>}
              </a>
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}

/**
 * The hash of the address belongs to the route, so this code jumps to the sections itself. Focus follows for the
 * keyboard.
 */
function Contents({ sections, className }: { sections: readonly Section[]; className?: string }) {
  const t = useTranslations('content.textview');
  return (
    <nav aria-label={t('contents')} className={className}>
      <ol>
        {sections.map(({ id, text }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => {
                const target = document.getElementById(id);
                target?.scrollIntoView({ behavior: 'smooth' });
                target?.focus({ preventScroll: true });
              }}
              className="press flex min-h-11 w-full items-center rounded-control px-2 text-start text-body-s text-text-2 hover:bg-surface-2 hover:text-text-1"
            >
              {text}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

const SIZES_REM = [0.875, 1, 1.125, 1.25, 1.5] as const;
const NORMAL = 1;
const SIZE_KEY = 'textSize';

type TextSize = { size: number; sizeRem: number; choose: (size: number) => void };

/** The reader's text size, remembered on this device. */
function useTextSize(): TextSize {
  const [size, setSize] = useState<number>(NORMAL);
  useEffect(() => {
    void readKept(SIZE_KEY).then((kept) => {
      if (typeof kept === 'number' && kept in SIZES_REM) setSize(kept);
    });
  }, []);
  const choose = (next: number) => {
    setSize(next);
    tryWriteKept(SIZE_KEY, next);
  };
  return { size, sizeRem: SIZES_REM[size] ?? 1, choose };
}

function SizeButtons({ size, choose }: TextSize) {
  const t = useTranslations('content.textview');
  return (
    <>
      <IconButton label={t('smaller')} disabled={size === 0} onClick={() => choose(size - 1)}>
        <AArrowDown aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
      </IconButton>
      <IconButton label={t('larger')} disabled={size === SIZES_REM.length - 1} onClick={() => choose(size + 1)}>
        <AArrowUp aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
      </IconButton>
    </>
  );
}
