/*
 * Which chunk a module goes into: the one of the first screen that needs it. Without this, every set of pages that share a
 * module makes a chunk of its own, and a first screen waits for dozens of small files.
 */

type ModuleGraph = {
  getModuleInfo: (id: string) => { importers: readonly string[]; code: string | null } | null;
};
type Group = {
  name: string | ((id: string, graph: ModuleGraph) => string | null);
  debugName?: string;
  test?: RegExp;
};

const MAIN = /[\\/]src[\\/]main\.tsx$/;
const LOGIN = /[\\/]login-page\.tsx$/;
const SHELL = /[\\/]app[\\/]signed-in\.tsx$/;
const HOME = /[\\/]home-page\.tsx$/;
const DESKTOP = /[\\/]shell-desktop\.tsx$/;
const TRADE = /[\\/]trade-page\.tsx$/;
const ORDER = /[\\/]active-order-layer\.tsx$/;
const TICKET = /[\\/]ticket-panel\.tsx$/;
const STRIP = /[\\/]positions-strip\.tsx$/;
const WIDE = /[\\/]trade-wide\.tsx$/;
const WALK = /[\\/]proof[\\/]watch-site\.ts$/;

/**
 * In this order: a module belongs to the first chunk of which it has a reason. A reason is a list of pages that all reach
 * the module by static imports.
 */
const REACHES: readonly (readonly [name: string, ...reasons: RegExp[][]])[] = [
  // What starts the app, and what login and a member's first screens both need: every visit fetches it.
  ['app', [MAIN], [LOGIN, SHELL], [LOGIN, HOME], [LOGIN, DESKTOP], [LOGIN, TRADE], [LOGIN, ORDER]],
  ['login', [LOGIN]],
  // What every screen of a member needs, and what two of these need: none of them may fetch another for a button.
  ['shell', [SHELL], [HOME, TRADE], [DESKTOP, HOME], [DESKTOP, TRADE]],
  ['home', [HOME]],
  // The state of the running orders. A trade page without one needs nothing else of them, and the walk of proofs, which
  // runs on any screen, may not fetch the page for what it shares with it.
  ['order-state', [ORDER, TRADE], [TRADE, WALK]],
  // What an order and the walk both check with.
  ['proofs', [ORDER, WALK]],
  ['order', [ORDER]],
  ['trade', [TRADE]],
  ['ticket', [TICKET], [STRIP]],
  ['trade-wide', [WIDE]],
  ['walk', [WALK]],
  ['chart', [/[\\/]chart-view\.tsx$/]],
];

const ICON = /[\\/]lucide-react[\\/].*[\\/]icons[\\/][\w-]+\.mjs$/;

export function chunkGroups(): (Group & { priority: number })[] {
  const groups: Group[] = [
    // Libraries that seldom change stay in the browser's cache when the code around them changes.
    // So does what every import is loaded with: a file of texts would take it along.
    { name: 'libraries', test: /node_modules[\\/](react|react-dom|scheduler|zod)[\\/]|vite[\\/]preload-helper/ },
    { name: 'klinecharts', test: /node_modules[\\/]klinecharts[\\/]/ },
    // Texts that are always needed together, in each language.
    byLanguage(
      'texts',
      /(?:locales[\\/]([\w-]+)[\\/](?:common|session)\.json|(?:contract[\\/]src[\\/]errors|text-files)[\\/](zh-\w+|en)\.ts)$/,
    ),
    byLanguage('texts-member', /locales[\\/]([\w-]+)[\\/](?:shell|market)\.json$/),
    byLanguage('texts-home', /locales[\\/]([\w-]+)[\\/](?:home|notices|start)\.json$/),
    ...REACHES.map(([name, ...reasons]) => byReach(name, reasons)),
    { name: 'icons', test: ICON },
  ];
  // A group takes what its modules import along, unless a group of higher priority has it.
  return groups.map((group, index) => ({ ...group, priority: groups.length - index }));
}

function byLanguage(name: string, files: RegExp): Group {
  const languageOf = (id: string) =>
    files
      .exec(id)
      ?.slice(1)
      .find((each) => each !== undefined);
  return {
    debugName: name,
    name: (id) => {
      const language = languageOf(id);
      return language === undefined ? null : `${name}-${language.toLowerCase()}`;
    },
  };
}

type Reached = (id: string, graph: ModuleGraph) => boolean;

function byReach(name: string, reasons: readonly RegExp[][]): Group {
  const reached = reasons.map((pages) => pages.map(reachedFrom));
  return {
    debugName: name,
    name: (id, graph) => (reached.some((pages) => pages.every((isReached) => isReached(id, graph))) ? name : null),
  };
}

/** Whether a page imports a module, directly or through others. */
function reachedFrom(page: RegExp): Reached {
  const known = new Map<string, boolean>();
  const isReached = (id: string, graph: ModuleGraph, seen: Set<string>): boolean => {
    const before = known.get(id);
    if (before !== undefined) return before;
    if (page.test(id)) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    return importersOf(id, graph).some((importer) => isReached(importer, graph, seen));
  };
  return (id, graph) => {
    const reached = isReached(id, graph, new Set());
    known.set(id, reached);
    return reached;
  };
}

/**
 * The modules that import this one. All icons are imported by the index of their package, and everything else by way of
 * it: there, only a module that names the icon counts.
 */
function importersOf(id: string, graph: ModuleGraph): readonly string[] {
  const importers = graph.getModuleInfo(id)?.importers ?? [];
  if (!ICON.test(id)) return importers;
  const file = id.replace(/^.*[\\/]/, '');
  return importers.flatMap((index) => usersOfIcons(index, graph).get(file) ?? []);
}

/** By index of icons. Its text is long, and is read once. */
const users = new Map<string, Map<string, string[]>>();

/** The modules that name each icon: `import { Bell } from 'lucide-react'` needs bell.mjs. */
function usersOfIcons(index: string, graph: ModuleGraph): Map<string, string[]> {
  const known = users.get(index);
  if (known !== undefined) return known;
  const found = new Map<string, string[]>();
  users.set(index, found);
  const files = filesOfIcons(graph.getModuleInfo(index)?.code ?? '');
  for (const user of graph.getModuleInfo(index)?.importers ?? []) {
    for (const name of iconsNamedBy(graph.getModuleInfo(user)?.code ?? '')) {
      const file = files.get(name);
      if (file !== undefined) found.set(file, [...(found.get(file) ?? []), user]);
    }
  }
  return found;
}

/** The file of each name in the index: `export { default as Bell, default as BellIcon } from './icons/bell.mjs'`. */
function filesOfIcons(index: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const [, names = '', file = ''] of index.matchAll(/^export \{([^}]*)\} from '\.\/icons\/([^']+)'/gm))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, file);
  return files;
}

function iconsNamedBy(code: string): string[] {
  const [, named = ''] = /import \{([^}]*)\} from ['"]lucide-react['"]/.exec(code) ?? [];
  return named.split(',').map((each) => each.trim().replace(/ as .*$/, ''));
}
