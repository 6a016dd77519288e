/**
 * The import table of ARCHITECTURE.md. Run it through scripts/check-architecture.mjs, which also proves that something
 * was read at all: without a parser for TypeScript, dependency-cruiser sees no module and reports no violation.
 */
const TEST = '\\.test\\.(tsx?|mjs)$';
const SERVER = '^apps/server/src';
const APP = '^apps/(client|console)/src';

/** Our own code outside the given folders. Tests are held to this as well; they may use any library. */
const oursExcept = (...folders) => ({ path: '^(apps|packages)/', pathNot: folders });

/** Everything outside the given folders and packages: libraries and the platform's own modules too. */
const anythingExcept = (...folders) => ({ pathNot: folders });

const npm = (...names) => `(^|/)node_modules/(@types/)?(${names.join('|')})/`;

/** @param {string} name @param {string} why */
const never = (name, why, from, to) => ({ name, comment: why, severity: 'error', from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    never('no-cycles', 'Two modules that need each other are one module, or miss a third.', {}, { circular: true }),
    never(
      'resolved',
      'An import that leads nowhere escapes every rule below.',
      {},
      { couldNotResolve: true, pathNot: '^virtual:' },
    ),

    never(
      'domain-imports-nothing',
      'The rules of money run anywhere, and depend on nothing that may change under them.',
      { path: '^packages/domain/', pathNot: TEST },
      anythingExcept('^packages/domain/'),
    ),
    never(
      'domain-tests',
      'See domain-imports-nothing.',
      { path: `^packages/domain/.*${TEST}` },
      oursExcept('^packages/domain/'),
    ),
    never(
      'proof-imports-domain',
      'A receipt is judged by the very rules that settled the order, and by nothing else.',
      { path: '^packages/proof/src/', pathNot: `${TEST}|^packages/proof/src/verify-round` },
      anythingExcept('^packages/(proof|domain)/'),
    ),
    never(
      'round-imports-curves',
      'A round of public randomness has a BLS signature, which an audited library checks. See decision 138.',
      { path: '^packages/proof/src/verify-round', pathNot: TEST },
      anythingExcept('^packages/(proof|domain)/|^node_modules/@noble/curves/'),
    ),
    never(
      'proof-command',
      'The commands that check a site run on Node and our own code alone: who distrusts us must read little.',
      { path: '^packages/proof/bin/', pathNot: TEST },
      { pathNot: '^packages/(proof|domain)/', dependencyTypesNot: ['core'] },
    ),
    never(
      'proof-tests',
      'See proof-imports-domain.',
      { path: `^packages/proof/.*${TEST}` },
      oursExcept('^packages/(proof|domain)/'),
    ),
    never(
      'contract-imports-zod',
      'The contract is read by both sides, so it belongs to neither. Of the domain it knows how typed text is read, what a document’s number is and what a code is for, and no more.',
      { path: '^packages/contract/', pathNot: TEST },
      anythingExcept(
        '^packages/contract/',
        '^packages/domain/src/(text/|identity/(resident-id|account-code)\\.ts)',
        npm('zod'),
      ),
    ),
    never(
      'contract-tests',
      'See contract-imports-zod.',
      { path: `^packages/contract/.*${TEST}` },
      oursExcept('^packages/contract/', '^packages/domain/src/(text/|identity/(resident-id|account-code)\\.ts)'),
    ),
    never(
      'api-client-imports-contract',
      'Both apps speak to the server through it: it knows the messages, and neither a screen nor a framework.',
      { path: '^packages/api-client/', pathNot: TEST },
      anythingExcept('^packages/(api-client|contract)/', npm('@noble/hashes', 'altcha-lib')),
    ),
    never(
      'api-client-tests',
      'See api-client-imports-contract.',
      { path: `^packages/api-client/.*${TEST}` },
      oursExcept('^packages/(api-client|contract)/'),
    ),
    never(
      'sdk-imports',
      'The SDK is for programs of others: it knows the published documents, and nothing of our code.',
      { path: '^packages/sdk/src/', pathNot: TEST },
      anythingExcept('^packages/sdk/src/', npm('openapi-fetch')),
    ),
    never(
      'ui-imports-react',
      'Primitives know no data.',
      { path: '^packages/ui/', pathNot: TEST },
      anythingExcept('^packages/ui/', npm('react', 'react-dom', 'lucide-react', '@base-ui/react', 'uqr')),
    ),
    never(
      'chart-imports',
      'The chart draws for every app; what is an app’s own comes to it as a parameter.',
      { path: '^packages/chart/', pathNot: TEST },
      anythingExcept(
        '^packages/(chart|ui|api-client|contract|domain)/',
        npm('react', 'react-dom', 'lucide-react', 'klinecharts', 'use-intl'),
      ),
    ),
    never(
      'chart-tests',
      'See chart-imports.',
      { path: `^packages/chart/.*${TEST}` },
      oursExcept('^packages/(chart|ui|api-client|contract|domain)/'),
    ),
    never('ui-tests', 'See ui-imports-react.', { path: `^packages/ui/.*${TEST}` }, oursExcept('^packages/ui/')),

    never(
      'server-imports',
      'The server shares the contract with the apps, and never their code.',
      { path: '^apps/server/', pathNot: TEST },
      oursExcept('^apps/server/', '^packages/(domain|proof|contract)/'),
    ),
    never(
      'server-imports-of-tests',
      'See server-imports. A test calls the server with the SDK too.',
      { path: `^apps/server/.*${TEST}` },
      oursExcept('^apps/server/', '^packages/(domain|proof|contract|sdk)/'),
    ),
    never(
      'server-features-apart',
      'A feature never imports another feature: what two need is a service, or a join in app/.',
      { path: `${SERVER}/features/([^/]+)/` },
      { path: `${SERVER}/features/`, pathNot: `${SERVER}/features/$1/` },
    ),
    never(
      'server-features-down',
      'Features know services and platform, and not what composes them.',
      { path: `${SERVER}/features/`, pathNot: TEST },
      { path: `${SERVER}/`, pathNot: `${SERVER}/(features|services|platform)/` },
    ),
    never(
      'server-services',
      'Services know each other, the platform, domain and proof: neither features nor the wording of the API.',
      { path: `${SERVER}/services/`, pathNot: TEST },
      oursExcept(`${SERVER}/(services|platform)/`, '^packages/(domain|proof)/'),
    ),
    never(
      'server-platform',
      'The platform knows nothing of trading.',
      { path: `${SERVER}/platform/`, pathNot: TEST },
      oursExcept(`${SERVER}/platform/`),
    ),
    never(
      'tracing-once',
      'One file knows OpenTelemetry, and only a process that traces loads it: the rest tells its seams what it does. See decision 169.',
      { path: '^(apps|packages)/', pathNot: `^${SERVER.slice(1)}/platform/tracing/` },
      { path: npm('@opentelemetry') },
    ),
    never(
      'server-tests',
      'Tests of a service or of the platform stay below the features too.',
      { path: `${SERVER}/(services|platform)/.*${TEST}` },
      { path: `${SERVER}/(features|app)/` },
    ),
    never(
      'server-testing',
      'What exists for tests never runs in the product.',
      { path: '^(apps|packages)/', pathNot: [TEST, `${SERVER}/testing/`] },
      { path: `${SERVER}/testing/` },
    ),

    never(
      'apps-imports',
      'A member app shows and checks beforehand; it never decides, and never sees the server or another app.',
      { path: '^apps/(client|console)/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    never(
      'apps-features-apart',
      'A feature never imports another feature.',
      { path: `${APP}/features/([^/]+)/` },
      { path: `${APP}/features/`, pathNot: '^apps/$1/src/features/$2/' },
    ),
    never(
      'apps-features-down',
      'Features know services, lib and locales, and not the app around them.',
      { path: `${APP}/features/` },
      { path: `${APP}/`, pathNot: `${APP}/(features|services|lib|locales)/` },
    ),
    never(
      'apps-services',
      'Services and lib lie below the features.',
      { path: `${APP}/(services|lib)/` },
      { path: `${APP}/`, pathNot: [`${APP}/(services|lib|locales)/`, `${APP}/styles.css`] },
    ),
    never('apps-lib', 'lib lies below the services.', { path: `${APP}/lib/` }, { path: `${APP}/services/` }),

    never(
      'order-following',
      'An order is followed whoever placed it, and whatever shows it.',
      { path: `${APP}/services/active-order/following/` },
      { path: `${APP}/services/active-order/(placing|showing)/` },
    ),
    never(
      'order-placing',
      'Placing ends where following begins; screens read both.',
      { path: `${APP}/services/active-order/placing/` },
      { path: `${APP}/services/active-order/showing/` },
    ),

    never('packages-below-apps', 'Packages serve the apps.', { path: '^packages/' }, { path: '^apps/' }),
    never('tests-are-leaves', 'Nothing builds on a test.', {}, { path: TEST }),
  ],
  options: {
    parser: 'swc',
    // Ours alone: an import of a package that is built into such a folder is seen.
    exclude: { path: '^(apps|packages)/[^/]+/(dist|coverage)/' },
    doNotFollow: { path: 'node_modules' },
    // Imports of types alone couple modules just as well.
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default', 'require'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css', '.d.ts'],
    },
  },
};
