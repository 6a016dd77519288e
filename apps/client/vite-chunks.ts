/*
 * Which chunk a module goes into: the one of the first screen that needs it. Without this, every set of pages that share a
 * module makes a chunk of its own, and a first screen waits for dozens of small files.
 */

type ModuleGraph = { getModuleInfo: (id: string) => { importers: readonly string[] } | null };
type Group = {
  name: string | ((id: string, graph: ModuleGraph) => string | null);
  debugName?: string;
  test?: RegExp;
  tags?: '$initial'[];
};

const LOGIN = /[\\/]login-page\.tsx$/;
const HOME = /[\\/](?:app[\\/]signed-in|home-page)\.tsx$/;

/** In this order: a module belongs to the first of these whose pages all reach it by static imports. */
const REACHES: readonly (readonly [name: string, ...pages: RegExp[]])[] = [
  ['shared', LOGIN, HOME],
  ['login', LOGIN],
  ['home', HOME],
  ['order', /[\\/]active-order-layer\.tsx$/],
  ['trade', /[\\/]trade-page\.tsx$/],
];

const ICONS = /[\\/]node_modules[\\/]lucide-react[\\/]/;

export function chunkGroups(): (Group & { priority: number })[] {
  const groups: Group[] = [
    // Libraries that seldom change stay in the browser's cache when the code around them changes.
    { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
    { name: 'klinecharts', test: /node_modules[\\/]klinecharts[\\/]/ },
    // Texts that are always needed together, in each language.
    byLanguage(
      'texts',
      /(?:locales[\\/]([\w-]+)[\\/](?:common|session)\.json|contract[\\/]src[\\/]errors[\\/](zh-\w+|en)\.ts)$/,
    ),
    byLanguage('texts-member', /locales[\\/]([\w-]+)[\\/](?:shell|home|market)\.json$/),
    { name: 'app', tags: ['$initial'] },
    // The package's index imports every icon, so that imports do not show who needs which one.
    { name: 'icons', test: ICONS },
    ...REACHES.map(([name, ...pages]) => byReach(name, pages.map(reachedFrom))),
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

function byReach(name: string, reached: readonly Reached[]): Group {
  return {
    debugName: name,
    name: (id, graph) => (!ICONS.test(id) && reached.every((isReached) => isReached(id, graph)) ? name : null),
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
    return graph.getModuleInfo(id)?.importers.some((importer) => isReached(importer, graph, seen)) ?? false;
  };
  return (id, graph) => {
    const reached = isReached(id, graph, new Set());
    known.set(id, reached);
    return reached;
  };
}
