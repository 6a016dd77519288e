const SYSTEMS = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'aix',
  'win32',
  'windows',
];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** @typedef {{ version?: string, dev?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[], optionalDependencies?: Record<string, string> }} Entry */

/**
 * Adds missing packages to a parsed lock file: optional packages of its packages that are made for one kind of machine.
 * @param {{ packages: Record<string, Entry> }} lock changed in place
 * @returns {string[]} the names added
 */
export function completeLock({ packages }) {
  const added = [];
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      const machine = machineOf(name);
      if (machine === null || isLocked(packages, path, name)) continue;
      const version = range.replace(/^[\^~]/, '');
      packages[`node_modules/${name}`] = { version, ...machine, ...(entry.dev ? { dev: true } : {}), optional: true };
      added.push(`${name}@${version}`);
    }
  }
  sortKeys(packages);
  return added;
}

/**
 * The machine that a package such as @swc/core-linux-arm64-gnu is for, in the format of package.json.
 * @param {string} name
 * @returns {{ os?: string[], cpu?: string[], libc?: string[] } | null} null when the name contains no machine
 */
export function machineOf(name) {
  const words = name.split(/[/.-]/);
  const os = SYSTEMS.find((system) => words.includes(system));
  const cpu =
    PROCESSORS.find((processor) => words.includes(processor)) ?? (words.includes('armv7') ? 'arm' : undefined);
  if (os === undefined && cpu === undefined) return null;
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : null;
  return {
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(os === 'linux' && libc ? { libc: [libc] } : {}),
    ...(os ? { os: [os === 'windows' ? 'win32' : os] } : {}),
  };
}

/** Whether npm would find the package from there: nested in it, or in a folder above. */
function isLocked(packages, path, name) {
  for (let folder = path; ; folder = folder.replace(/(^|\/)[^/]+$/, '')) {
    if (`${folder === '' ? '' : `${folder}/`}node_modules/${name}` in packages) return true;
    if (folder === '') return false;
  }
}

function sortKeys(packages) {
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  for (const [key] of sorted) delete packages[key];
  Object.assign(packages, Object.fromEntries(sorted));
}
