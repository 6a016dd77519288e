import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import base, { PICTURES } from './playwright.config.ts';

/** Pictures alone: they need no server, so none is started (`npm run pictures`). Nothing is waited for: a core draws one at a time. */
const { globalSetup: _, ...rest } = base;

export default defineConfig({ ...rest, workers: availableParallelism(), projects: [PICTURES] });
