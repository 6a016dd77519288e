/* Everything the command menu can do, with its name in the member's language. */

import type { ProductView } from '@candor/contract/market';
import { showToast } from '@candor/ui/toast.tsx';
import { keysOf } from '@candor/ui/keys-of';
import { useTranslations } from 'use-intl';
import { switchLanguage } from '../../lib/i18n.tsx';
import { LANGUAGE_NAMES, offered, useLanguage } from '../../lib/language.ts';
import { useObservable } from '../../lib/observable.ts';
import { navigate, useAddress } from '../../lib/location.ts';
import { paths, routeOf } from '../../lib/paths.ts';
import type { AppPath } from '../../lib/paths.ts';
import { changeDisplay, updownOf, useDisplay } from '../../lib/preferences.ts';
import { askLogout, openKeyList } from '../../lib/shell-actions.ts';
import { nameOf } from '../../services/market/product-list.ts';
import { useProducts } from '../../services/queries/shared-queries.ts';
import { useSite } from '../../services/session/site.ts';
import { ACTION_WORDS, PAGE_WORDS } from './command-words.ts';
import type { Command } from './rank-commands.ts';

export type MenuCommand = Command & { label: string; run: () => void; product?: ProductView };

export function useCommands(): MenuCommand[] {
  return [...useProductCommands(), ...usePageCommands(), ...useActionCommands()];
}

/** A product opens on the page where the member is: beside its terms, or at the ticket. */
function useProductCommands(): MenuCommand[] {
  const language = useLanguage();
  const isMarket = routeOf(useAddress().path) === 'market';
  return (useProducts().data ?? []).map((product) => ({
    id: `product:${product.code}`,
    kind: 'product',
    words: [product.code, ...Object.values(product.names)],
    isClosed: product.status !== 'trading',
    label: nameOf(product, language),
    product,
    run: () => navigate(isMarket ? paths.market(product.code) : paths.trade(product.code)),
  }));
}

type PageKey = keyof typeof PAGE_WORDS;

const PAGE_PATHS: Record<PageKey, AppPath> = {
  home: paths.home(),
  market: paths.market(),
  trade: paths.trade(),
  recharge: paths.recharge(),
  bankRecharge: paths.recharge('bank'),
  usdtRecharge: paths.recharge('usdt'),
  rechargeMore: paths.rechargeMore(),
  withdraw: paths.withdraw(),
  ebao: paths.ebao(),
  savings: paths.savings(),
  positions: paths.positions(),
  history: paths.history(),
  depositRecords: paths.depositRecords(),
  withdrawRecords: paths.withdrawRecords(),
  ebaoRecords: paths.ebaoRecords(),
  account: paths.account(),
  statement: paths.statement(),
  profile: paths.profile(),
  verification: paths.verification(),
  security: paths.security(),
  factors: paths.factors(),
  limits: paths.limits(),
  ownData: paths.ownData(),
  complaints: paths.complaints(),
  devices: paths.devices(),
  bank: paths.bank(),
  notices: paths.notices(),
  fairness: paths.fairness(),
  webview: paths.webview(),
};

function usePageCommands(): MenuCommand[] {
  const titles = useTranslations('common.titles');
  const t = useTranslations('command.pages');
  const label = (key: PageKey) => {
    const isView =
      key === 'statement' || key === 'devices' || key === 'savings' || key === 'bankRecharge' || key === 'usdtRecharge';
    if (isView) return t(key);
    // The page of the savings and of the investments is one; here they are two.
    return key === 'ebao' ? t('invest') : titles(key);
  };
  return keysOf(PAGE_WORDS).map((key) => ({
    id: `page:${key}`,
    kind: 'page',
    words: PAGE_WORDS[key],
    label: label(key),
    run: () => navigate(PAGE_PATHS[key]),
  }));
}

const THEMES = ['light', 'dark', 'system'] as const;
const SCHEMES = { 'red-up': 'redUp', 'green-up': 'greenUp', 'blue-up': 'blueUp' } as const;

/** Choices that would change something: what is already chosen is left out. */
function useActionCommands(): MenuCommand[] {
  const t = useTranslations('command.actions');
  const settings = useTranslations('common.settings');
  const { mode } = useSite();
  const language = useLanguage();
  const languages = useObservable(offered);
  const { theme, updown, care, amountsHidden } = useDisplay();
  const action = (id: keyof typeof ACTION_WORDS, label: string, run: () => void, group: readonly string[] = []) => ({
    id: `action:${id}`,
    kind: 'action' as const,
    words: [...ACTION_WORDS[id], ...group],
    label,
    run,
  });
  return [
    ...THEMES.filter((each) => each !== theme).map((each) =>
      action(each, t('theme', { choice: settings(each) }), () => changeDisplay({ theme: each }), ACTION_WORDS.theme),
    ),
    ...languages
      .filter((each) => each !== language)
      .map((each) =>
        action(
          each,
          t('language', { choice: LANGUAGE_NAMES[each] }),
          () => void switchLanguage(each).then((done) => done || showToast(settings('languageFailed'), 'danger')),
          ACTION_WORDS.language,
        ),
      ),
    ...keysOf(SCHEMES)
      .filter((each) => each !== updownOf(updown, language))
      .map((each) =>
        action(
          each,
          t('updown', { choice: settings(SCHEMES[each]) }),
          () => changeDisplay({ updown: each }),
          ACTION_WORDS.updown,
        ),
      ),
    action('care', t(care === 'on' ? 'careOff' : 'careOn'), () =>
      changeDisplay({ care: care === 'on' ? 'off' : 'on' }),
    ),
    action('amounts', t(amountsHidden ? 'show' : 'hide'), () => changeDisplay({ amountsHidden: !amountsHidden })),
    action('keys', t('keys'), openKeyList),
    ...(mode === 'practice' ? [action('reset', t('reset'), () => navigate(paths.account('reset')))] : []),
    action('logout', t('logout'), askLogout),
  ];
}
