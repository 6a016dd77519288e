import {
  siteChangeBody,
  siteChangeParams,
  siteChangesQuery,
  siteChangesView,
  siteChangeView,
  siteSettingsView,
} from '../../console-site.ts';
import { operation } from '../../operation.ts';
import { proposalCalls } from '../../proposals.ts';

export const readSiteSettings = operation({
  id: 'readSiteSettings',
  method: 'GET',
  path: '/api/console/site',
  answer: siteSettingsView,
  caller: 'operator',
  permission: 'site:settings:read',
  cost: 'list',
  refusals: [],
  tag: 'site',
  summary: 'The settings of the site by part, with their versions, and what a new site still needs.',
});

export const siteChanges = proposalCalls({
  one: 'SiteChange',
  many: 'SiteChanges',
  path: '/api/console/site/changes',
  may: { read: 'site:settings:read', make: 'site:settings:write', check: 'site:settings:check' },
  query: siteChangesQuery,
  params: siteChangeParams,
  view: siteChangeView,
  page: siteChangesView,
  refusals: {
    notFound: 'TERMS_CHANGE_NOT_FOUND',
    decided: 'TERMS_CHANGE_DECIDED',
    approval: ['SITE_CHANGE_OLD', 'SITE_FIXED', 'SITE_WINDOW_NOTICE', 'SITE_WINDOW_ORDER', 'SITE_WINDOW_LONG'],
  },
  tag: 'site',
  what: 'Changes of the settings of the site',
});

export const proposeSiteChange = operation({
  id: 'proposeSiteChange',
  method: 'POST',
  path: '/api/console/site/changes',
  body: siteChangeBody,
  answer: siteChangeView,
  caller: 'operator',
  permission: 'site:settings:write',
  cost: 'change',
  idempotent: true,
  refusals: [
    'SITE_CHANGE_OLD',
    'TERMS_CHANGE_OPEN',
    'TERMS_UNCHANGED',
    'SITE_FIXED',
    'SITE_LOGO_UNKNOWN',
    'SITE_COLOUR_LABEL',
    'SITE_COLOUR_DARK',
    'SITE_COLOUR_LIGHT',
    'SITE_WINDOW_NOTICE',
    'SITE_WINDOW_ORDER',
    'SITE_WINDOW_LONG',
    'FIELD_INVALID',
  ],
  tag: 'site',
  summary:
    'Proposes other settings of the site. What only looks holds at once, as does everything before the site opens.',
});
