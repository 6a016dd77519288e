/**
 * The oldest browsers that can use the apps, and web views of the same age. Builds, checks and the page "this browser is too old"
 * read it here (docs/decisions/101-supported-browsers.md); the README says the same.
 */
export const OLDEST_BROWSERS = { chrome: 109, safari: 16.4, firefox: 115 };

/** As a bundler wants them: `chrome109`. */
export const BUILD_TARGETS = Object.entries(OLDEST_BROWSERS).map(([name, version]) => `${name}${version}`);

/** As a reader wants them: `Chrome 109`. */
export const BROWSER_NAMES = Object.entries(OLDEST_BROWSERS).map(
  ([name, version]) => `${name.charAt(0).toUpperCase()}${name.slice(1)} ${version}`,
);
