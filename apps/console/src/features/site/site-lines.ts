/* What the parts of the site's settings say, as lines that people read and compare. */

import { useTranslations } from 'use-intl';
import type { SiteChangeView, SitePartName, SiteSettingsView } from '@candor/contract/console-site';
import { useMoments } from '../../services/moments/moments.tsx';
import { useMoneyText } from '../../services/queue/amount.tsx';
import type { TermLine } from '../../services/proposal/compared-lines.ts';

export type SiteValues = { [P in SitePartName]: SiteSettingsView[P]['value'] };

export function useSiteLines() {
  const t = useTranslations('site');
  const nameOf = useTranslations('common.languageName');
  const moments = useMoments();
  const moneyText = useMoneyText();
  const said = (text: string) => (text === '' ? '—' : text);
  const lines: { [P in SitePartName]: (value: SiteValues[P]) => TermLine[] } = {
    look: ({ logo, primary }) => [
      [t('field.logo'), logo === null ? t('none') : logo.slice(0, 8)],
      [t('field.primary'), primary ?? t('ours')],
    ],
    identity: ({ name, languages, contact, footer }) => [
      [t('field.name'), name],
      [t('field.languages'), languages.map((language) => nameOf(language)).join(' · ')],
      [t('field.email'), said(contact.email)],
      [t('field.phone'), said(contact.phone)],
      [t('field.address'), said(contact.address)],
      [t('field.footerIn', { language: nameOf('zh-Hans') }), said(footer['zh-Hans'])],
      [t('field.footerIn', { language: nameOf('zh-Hant') }), said(footer['zh-Hant'])],
      [t('field.footerIn', { language: nameOf('en') }), said(footer.en)],
    ],
    access: ({ registration, identityRequired }) => [
      [t('field.registration'), t(`registration.${registration}`)],
      [t('field.identityRequired'), t(identityRequired ? 'yes' : 'no')],
    ],
    maintenance: ({ windows }) =>
      windows.length === 0
        ? [[t('field.windows'), t('none')]]
        : windows.map(({ from, until }, index) => [
            t('field.window', { number: index + 1 }),
            `${moments.text(from)} – ${moments.text(until)}`,
          ]),
    limits: ({ open, day }) => [
      [t('field.limitOpen'), open === null ? t('none') : moneyText(open)],
      [t('field.limitDay'), day === null ? t('none') : moneyText(day)],
    ],
    basis: ({ currency, symbol, decimals, timeZone }) => [
      [t('field.currency'), `${currency} (${symbol}), ${t('decimals', { count: decimals })}`],
      [t('field.timeZone'), timeZone],
    ],
    opening: ({ open }) => [[t('field.opening'), t(open ? 'yes' : 'no')]],
  };
  return lines;
}

/** Both sides of a change, as lines. */
export function useChangeLines() {
  const lines = useSiteLines();
  return (row: SiteChangeView): { before: TermLine[]; after: TermLine[] } => {
    switch (row.part) {
      case 'look':
        return { before: lines.look(row.before), after: lines.look(row.value) };
      case 'identity':
        return { before: lines.identity(row.before), after: lines.identity(row.value) };
      case 'access':
        return { before: lines.access(row.before), after: lines.access(row.value) };
      case 'maintenance':
        return { before: lines.maintenance(row.before), after: lines.maintenance(row.value) };
      case 'limits':
        return { before: lines.limits(row.before), after: lines.limits(row.value) };
      case 'basis':
        return { before: lines.basis(row.before), after: lines.basis(row.value) };
      case 'opening':
        return { before: lines.opening(row.before), after: lines.opening(row.value) };
    }
  };
}
