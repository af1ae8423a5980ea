/**
 * Draws every screen of the built product with its demo and compares the pictures with the committed fingerprints:
 *
 *   npm run pictures                        all screens; fails and names what changed, and by how much
 *   npm run pictures -- --only requests     screens whose name contains it, or one of several: requests,token
 *   npm run pictures -- --look "en dark"    the looks (language, theme, width, state) of these names, with commas between
 *                                           them, or those whose name contains it
 *   npm run pictures -- --accept "why"      takes what was drawn as the new state, with the reason
 *   npm run pictures -- --drawn             compares or accepts the pictures that were drawn last, and draws none
 *   npm run pictures -- --readme            only draws the six pictures of the README
 *   npm run pictures -- --figures           only measures the screens and writes the table in src/QUALITY.md
 *   npm run pictures -- --measure DIR       only measures the product built in DIR, for the table's "before"
 *
 * The pictures themselves are in `reports/pictures`. The demo is made anew from its seed with the clock at a fixed
 * time, so that two runs draw the same.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { passTestTime } from '#clock/testing/move-date.mjs';
import { browserLaunch } from '../../e2e/browser.ts';
import type { Things } from '../../e2e/every-screen.ts';
import { openRequests, thingsOf } from '../../e2e/look-at-screens.ts';
import { readStories } from '../../e2e/stories.ts';
import { prepareData } from '../../e2e/prepared-data.ts';
import { startService, type DemoSession, type RunningService } from '../../e2e/service.ts';
import { drawLook, folderOf, lookName, looks } from './pictures/draw.ts';
import { fingerprintsIn } from './pictures/fingerprint-of.ts';
import { writeFigures } from './pictures/figures-table.ts';
import {
  acceptFingerprints,
  compareFingerprints,
  describeDifference,
  requireReason,
  type Fingerprints,
} from './pictures/fingerprints.ts';
import { measureScreens, type FiguresOfScreens } from './pictures/measure.ts';
import { drawReadme } from './pictures/readme.ts';

const file = 'e2e/pictures/fingerprints.json';
const folder = 'reports/pictures';
/** Of 770433f, before screens were built anew. */
const beforeFile = 'e2e/pictures/figures-before.json';
const start = '2026-11-23T09:00:00-06:00';
/** The demo is older than what the pages show, however long it takes to make. */
const shown = new Date(Date.parse(start) + 30 * 60_000);
/** Looks that are drawn at the same time. */
const looksAtOnce = 3;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    look: { type: 'string', default: '' },
    accept: { type: 'string' },
    figures: { type: 'boolean', default: false },
    measure: { type: 'string' },
    drawn: { type: 'boolean', default: false },
    readme: { type: 'boolean', default: false },
  },
});

// Before anything is drawn, which takes its time.
if (values.accept !== undefined) requireReason(values.accept);

const browser = await chromium.launch(await browserLaunch());
try {
  if (values.measure !== undefined) await measureBefore(values.measure);
  else if (values.figures) await measureNow();
  else if (values.drawn) await takeDrawn();
  else {
    process.env.TESTIGO_TEST_TIME ??= start;
    passTestTime(process.env);
    await prepareData();
    await withService(
      (service) => (values.readme ? drawReadme(browser, service, shown) : drawAndCompare(service)),
      // Screens show the address of the service.
      { PORT: '43871' },
    );
  }
} finally {
  await browser.close();
}

async function withService<T>(
  use: (service: RunningService) => Promise<T>,
  ...how: Parameters<typeof startService>
): Promise<T> {
  const service = await startService(...how);
  try {
    return await use(service);
  } finally {
    await service.stop();
  }
}

async function demoOf(service: RunningService): Promise<DemoSession> {
  return (await (await fetch(`${service.origin}/sandbox/session`)).json()) as DemoSession;
}

async function thingsIn(service: RunningService): Promise<Things> {
  return thingsOf(service, await demoOf(service), 'not-here');
}

async function measure(service: RunningService): Promise<FiguresOfScreens> {
  return measureScreens(browser, service.origin, await thingsIn(service));
}

async function measureBefore(product: string): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'testigo-before-'));
  const before = await withService(measure, {}, data, product);
  await rm(data, { recursive: true, force: true });
  await writeFile(beforeFile, `${JSON.stringify(before)}\n`);
}

async function measureNow(): Promise<void> {
  await prepareData();
  const before = JSON.parse(await readFile(beforeFile, 'utf8')) as FiguresOfScreens;
  await writeFigures(before, await withService(measure));
}

function chosenLooks(): readonly (typeof looks)[number][] {
  const names = values.look.split(',');
  const exact = looks.filter((one) => names.includes(lookName(one)));
  return exact.length > 0 ? exact : looks.filter((one) => lookName(one).includes(values.look));
}

async function drawAndCompare(service: RunningService): Promise<void> {
  const things = await thingsIn(service);
  const { waiting: shared } = await openRequests(service, await demoOf(service));
  const stories = await readStories(service.origin);
  const options = { things, shared, stories, time: shown, folder, only: values.only };
  let prints: Fingerprints = {};
  const waiting = chosenLooks()[Symbol.iterator]();
  const drawWaiting = async (): Promise<void> => {
    for (const look of waiting) {
      const drawn = await drawLook(browser, service.origin, look, options);
      prints = { ...prints, ...drawn };
      console.log(`${lookName(look)}: ${Object.keys(drawn).length} screens`);
    }
  };
  // A screen waits more than it works.
  await Promise.all(Array.from({ length: looksAtOnce }, drawWaiting));
  await compare(prints);
}

/** What was looked at is accepted without drawing it once more. */
async function takeDrawn(): Promise<void> {
  const canvas = await browser.newPage();
  // The TypeScript loader calls this function, which a browser does not have.
  await canvas.evaluate('globalThis.__name = (one) => one');
  let prints: Fingerprints = {};
  for (const look of chosenLooks())
    prints = { ...prints, ...(await fingerprintsIn(canvas, folderOf(folder, look), lookName(look))) };
  await compare(prints);
}

async function compare(prints: Fingerprints): Promise<void> {
  const isWhole = values.only === '' && values.look === '';
  const before = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Fingerprints;
  const differences = compareFingerprints(before, prints, isWhole);
  for (const one of differences) console.log(describeDifference(one));
  console.log(`${Object.keys(prints).length} pictures, ${differences.length} other than committed`);
  if (values.accept !== undefined) {
    const accepted = acceptFingerprints(before, prints, values.accept, isWhole);
    await writeFile(file, `${JSON.stringify(accepted, undefined, 2)}\n`);
  } else if (differences.length > 0) process.exitCode = 1;
}
