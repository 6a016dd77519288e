import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';

const HEAD = '/* Generated from packages/sdk/openapi by `npm run sdk`. Do not change it by hand. */\n\n';

export const APPS = ['members', 'console'];

/** @param {string} app */
export function typesFile(app) {
  return new URL(`src/generated/${app}.ts`, import.meta.url);
}

/**
 * The types of an app's OpenAPI document.
 * @param {string} app
 * @returns {Promise<string>}
 */
export async function generateTypes(app) {
  const document = readFileSync(new URL(`openapi/${app}.json`, import.meta.url));
  return HEAD + astToString(await openapiTS(document, { emptyObjectsUnknown: true }));
}

/** Writes the types of all apps. */
export async function writeTypes() {
  for (const app of APPS) writeFileSync(typesFile(app), await generateTypes(app));
}
