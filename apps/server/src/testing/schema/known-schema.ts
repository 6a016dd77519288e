import { readFileSync } from 'node:fs';

/** What schema.sql says that there is: the generated list that guards compare the database with. */
const TEXT = readFileSync(new URL('../../../schema.sql', import.meta.url), 'utf8');

/** Primary and unique keys and references of our tables, without the migrator's own: name and definition. */
export function knownKeys(): [name: string, definition: string][] {
  return found(/^ {2}constraint (?!schema_migration_)(\S+) ((?:PRIMARY KEY|UNIQUE|FOREIGN KEY) .*?),?$/gm);
}

/** Unique indexes that are no constraint: name and definition. */
export function knownUniqueIndexes(): [name: string, definition: string][] {
  return found(/^CREATE UNIQUE INDEX (\S+) ON \S+(?: \S+)*? USING btree (.*);$/gm);
}

/** Names of the functions with the owner's rights, and of all that runs by itself: `trigger x`, `rule x`, `default rights`. */
export function knownMachinery(): string[] {
  const definers = TEXT.split('CREATE OR REPLACE FUNCTION public.')
    .slice(1)
    .filter((text) => /^[^$]*SECURITY DEFINER/.test(text))
    .map((text) => text.slice(0, text.indexOf('(')));
  const triggers = found(/^CREATE (?:CONSTRAINT )?TRIGGER (\S+) (.*)$/gm).map(([name]) => `trigger ${name}`);
  const rules = found(/^CREATE RULE (\S+) (.*)$/gm).map(([name]) => `rule ${name}`);
  const events = found(/^event trigger (\S+)(.*)$/gm).map(([name]) => `event trigger ${name}`);
  const defaults = found(/^(default) (privileges) /gm).map(() => 'default rights');
  return [...definers, ...new Set(triggers), ...rules, ...events, ...defaults].toSorted();
}

function found(pattern: RegExp): [string, string][] {
  return [...TEXT.matchAll(pattern)].map(([, name = '', definition = '']) => [name, definition]);
}
