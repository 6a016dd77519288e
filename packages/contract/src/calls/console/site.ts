import {
  LOGO_BYTES_MAX,
  siteChangeBody,
  siteChangeParams,
  siteChangesQuery,
  siteChangesView,
  siteChangeView,
  siteLogoBody,
  siteLogoView,
  siteSettingsView,
} from '../../console-site.ts';
import { operation } from '../../operation.ts';
import { proposalCalls } from '../../proposals.ts';
import { logoParams } from '../../site.ts';

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
    approval: [
      'SITE_CHANGE_OLD',
      'SITE_FIXED',
      'SITE_WINDOW_NOTICE',
      'SITE_WINDOW_ORDER',
      'SITE_WINDOW_LONG',
      'SITE_LIMITS_SHARED',
    ],
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
    'SITE_LIMITS_SHARED',
    'SITE_LIMITS_ORDER',
    'AMOUNT_INVALID',
    'FIELD_INVALID',
  ],
  tag: 'site',
  summary:
    'Proposes other settings of the site. What only looks holds at once, as does everything before the site opens.',
});

/** What is a little too large is told so by its own schema. */
const FORM_FILE_BYTES = LOGO_BYTES_MAX + 32 * 1024;

export const uploadLogo = operation({
  id: 'uploadLogo',
  method: 'POST',
  path: '/api/console/site/logos',
  body: siteLogoBody,
  upload: { files: 1, fields: 0, fileBytes: FORM_FILE_BYTES },
  answer: siteLogoView,
  caller: 'operator',
  permission: 'site:settings:write',
  cost: 'upload',
  refusals: ['IMAGE_INVALID', 'IMAGE_HEIC', 'IMAGE_TOO_DETAILED', 'SITE_LOGO_SIZE', 'UPLOAD_LIMIT_REACHED'],
  tag: 'site',
  summary: 'Draws a picture again as a logo. A change of the look makes it that of the site.',
});

export const readOwnLogo = operation({
  id: 'readOwnLogo',
  method: 'GET',
  path: '/api/console/logo',
  sends: 'picture',
  caller: 'public',
  cost: 'picture',
  refusals: ['NOT_FOUND'],
  tag: 'site',
  summary: 'The logo of the site, also before anybody has logged in.',
});

export const readUploadedLogo = operation({
  id: 'readUploadedLogo',
  method: 'GET',
  path: '/api/console/logo/{id}',
  params: logoParams,
  sends: 'picture',
  caller: 'public',
  cost: 'picture',
  refusals: ['NOT_FOUND'],
  tag: 'site',
  summary: 'A logo that was uploaded, named by the SHA-256 of its bytes.',
});
