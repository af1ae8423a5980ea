/**
 * A test runner for Stryker that loads the proofs and their tests once and then changes only which mutant is
 * active. Under a general runner nearly all the time of a mutant goes into loading modules anew; here it costs
 * the tests that reach it, the quickest first, up to the one that fails.
 *
 * What loading anew is for, state that outlives a test, is looked for instead: a test that failed is run again
 * without the mutant, and where it fails then too, everything is loaded anew and the mutant is tried once more.
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { PluginKind, commonTokens, declareFactoryPlugin, tokens } from '@stryker-mutator/api/plugin';
import {
  DryRunStatus,
  TestStatus,
  determineHitLimitReached,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import fc from 'fast-check';
import { createServer } from 'vite';
import * as writer from './stryker-vitest.mjs';

/** The one replaces functions for all tests of its file, the other measures a bundle: neither can kill a mutant. */
const leftOut = ['verdict/indeterminate.test.ts', 'minimal-path.test.ts'];
/** Which tests may kill: those of the piece that is mutated. */
const testsOfPiece = new RegExp(process.env.TESTIGO_MUTATION_TESTS ?? '');
const durationsFile = resolve('.durations.json');
/** Milliseconds of the further tests that are tried on one mutant, as they were measured without it. */
const budget = Number(process.env.TESTIGO_MUTATION_BUDGET ?? 1500);

/** Tests see the writer as `vitest`; it reaches them through the global, being no module of the loaded graph. */
globalThis.testWriter = writer;
const writerModule = `export const { ${Object.keys(writer).join(', ')} } = globalThis.testWriter;`;
const vitestIsTheWriter = {
  name: 'vitest-is-the-writer',
  enforce: /** @type {const} */ ('pre'),
  resolveId: (id) => (id === 'vitest' ? '\0writer' : undefined),
  load: (id) => (id === '\0writer' ? writerModule : undefined),
};

/**
 * The tool calls a loop endless at a hundred times the hits of all tests without the mutant. The kernels have so many
 * that the time runs out first, and with it everything loaded; ten times are more than any finite mutant of them has.
 */
const spareHits = 10;

class LoadedOnceRunner {
  static inject = tokens('globalNamespace');

  /** @type {Map<string, import('./stryker-vitest.mjs').WrittenTest>} */
  tests = new Map();
  /** @type {Record<string, number>} */
  durations = {};

  constructor(namespace) {
    this.space = globalThis[namespace] ??= {};
  }

  capabilities() {
    // Nothing is loaded with a mutant active, so what the tool means by a reload is always so.
    return { reloadEnvironment: true };
  }

  async init() {
    Object.assign(process.env, { VITEST: '1', TZ: 'America/Mexico_City', TESTIGO_FUZZ: '25' });
    this.server = await createServer({
      configFile: false,
      logLevel: 'error',
      appType: 'custom',
      server: { middlewareMode: true, hmr: false, ws: false, watch: null },
      optimizeDeps: { noDiscovery: true },
      ssr: { noExternal: ['vitest'] },
      plugins: [vitestIsTheWriter],
    });
    await this.load();
  }

  async load() {
    this.server.moduleGraph.invalidateAll();
    this.activate(undefined);
    writer.written.length = 0;
    const load = (path) => this.server.ssrLoadModule(resolve(path));
    await load('src/tools/testing/property-seed.ts');
    // Fewer draws than a test run makes: that spares mutants, never kills them, and unit tests come first.
    fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: 25 });
    for (const name of readdirSync('src/proofs', { recursive: true }).sort())
      if (name.endsWith('.test.ts') && testsOfPiece.test(name) && !leftOut.includes(name)) {
        writer.openFile(name);
        await load(join('src/proofs', name));
      }
    this.tests = new Map(writer.written.map((one) => [one.id, one]));
  }

  activate(mutant) {
    // Not undefined: then the instrumented code would ask the environment for it.
    this.space.activeMutant = mutant ?? 'none';
  }

  async dryRun() {
    const tests = [];
    for (const one of this.tests.values()) {
      this.space.currentTestId = one.id;
      const before = process.cpuUsage();
      tests.push(await run(one));
      // Of the processor, not of the clock: a busy machine makes no test a slow one.
      this.durations[one.id] = process.cpuUsage(before).user / 1000;
    }
    this.space.currentTestId = undefined;
    writeFileSync(durationsFile, JSON.stringify(this.durations));
    return { status: DryRunStatus.Complete, tests, mutantCoverage: this.space.mutantCoverage };
  }

  /** Mutants that run while modules load are not among these: the configuration leaves them out. */
  async mutantRun({ activeMutant, sandboxFileName, testFilter, hitLimit }) {
    const chosen = this.inOrder(testFilter ?? [...this.tests.keys()], basename(sandboxFileName, '.ts'));
    Object.assign(this.space, { hitCount: 0, hitLimit: hitLimit && Math.ceil(hitLimit / spareHits) });
    let tests = await this.firstFailure(chosen, activeMutant.id);
    const killer = tests.at(-1);
    if (killer?.status === TestStatus.Failed && (await this.failsWithout(killer))) {
      await this.load();
      tests = await this.firstFailure(chosen, activeMutant.id);
      await this.load();
    }
    const timeout = determineHitLimitReached(this.space.hitCount, this.space.hitLimit);
    this.space.hitCount = undefined;
    return toMutantRunResult(timeout ?? { status: DryRunStatus.Complete, tests });
  }

  /** Tests beside the mutated file first, then the quickest of the others, as many as the budget allows. */
  inOrder(ids, mutated) {
    if (Object.keys(this.durations).length === 0 && existsSync(durationsFile))
      this.durations = JSON.parse(readFileSync(durationsFile, 'utf8'));
    const timed = ids.map((id) => {
      // `anchor.test.ts` stands beside `anchor-transaction.ts` too.
      const own = mutated.startsWith(basename(id.slice(0, id.indexOf('#')), '.test.ts'));
      return { id, own, time: this.durations[id] ?? 0 };
    });
    timed.sort((a, b) => Number(b.own) - Number(a.own) || a.time - b.time);
    let sum = 0;
    return timed.filter(({ own, time }) => own || (sum += time) <= budget).map(({ id }) => id);
  }

  async firstFailure(ids, mutant) {
    const results = [];
    this.activate(mutant);
    for (const id of ids) {
      const result = await run(this.tests.get(id));
      results.push(result);
      if (result.status === TestStatus.Failed) break;
    }
    this.activate(undefined);
    return results;
  }

  async failsWithout(killer) {
    return (await run(this.tests.get(killer.id))).status === TestStatus.Failed;
  }

  async dispose() {
    await this.server.close();
  }
}

async function run({ id, name, body, after }) {
  const start = performance.now();
  const result = (rest) => ({ id, name, timeSpentMs: Math.round(performance.now() - start), ...rest });
  try {
    await body();
    for (const one of after) await one();
    return result({ status: TestStatus.Success });
  } catch (error) {
    for (const one of after) await one();
    return result({ status: TestStatus.Failed, failureMessage: String(error?.message ?? error) });
  }
}

function makeRunner(injector) {
  return injector.provideValue('globalNamespace', '__stryker__').injectClass(LoadedOnceRunner);
}
makeRunner.inject = tokens(commonTokens.injector);

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'loaded-once', makeRunner)];
