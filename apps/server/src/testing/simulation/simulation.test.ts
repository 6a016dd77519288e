import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDb } from '../test-db.ts';
import type { TestDb } from '../test-db.ts';
import { checkEvidence } from './evidence.ts';
import { makePlan, planHash } from './plan.ts';
import { runSimulation } from './run-simulation.ts';

/** `SIMULATION_SEED=… vitest run simulation` repeats a failed run. */
const given = process.env['SIMULATION_SEED'];
const seed = given === undefined ? randomInt(2 ** 31) : Number(given);
const ROUNDS = 120;

let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
});
afterAll(async () => await test.drop());

it('one seed gives one sequence of commands, and another seed another', () => {
  expect(planHash(makePlan(seed, ROUNDS))).toBe(planHash(makePlan(seed, ROUNDS)));
  expect(planHash(makePlan(seed, ROUNDS))).not.toBe(planHash(makePlan(seed + 1, ROUNDS)));
});

it('answers, settlements and balances follow the rules, through races, retries and crashes', async () => {
  try {
    const { evidence, figures } = await runSimulation(test, makePlan(seed, ROUNDS));
    await checkEvidence(test.ownerPool, evidence);
    // A run with few orders would prove little.
    expect(figures.accepted).toBeGreaterThan(20);
    expect(figures.settled).toBeGreaterThan(20);
    expect(figures.unknown).toBeGreaterThan(10);
    expect(figures.answered).toBeGreaterThan(2 * figures.unknown);
  } catch (error) {
    throw new Error(`SIMULATION_SEED=${seed}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}, 60_000);
