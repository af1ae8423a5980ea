/**
 * Draws every screen of the built product with its demo and compares the pictures with the committed fingerprints:
 *
 *   npm run pictures                        all screens; fails and names what changed, and by how much
 *   npm run pictures -- --only requests     screens whose name contains it
 *   npm run pictures -- --look "en dark"    looks (language, theme, width) whose name contains it
 *   npm run pictures -- --accept "why"      takes what was drawn as the new state, with the reason
 *   npm run pictures -- --figures           also writes the figures of the screens to src/QUALITY.md
 *   npm run pictures -- --readme            only draws the six pictures of the README
 *
 * The pictures themselves are in `reports/pictures`. The demo is made anew from its seed with the clock at a fixed
 * time, so that two runs draw the same.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { passTestTime } from '#clock/testing/move-date.mjs';
import { browserLaunch } from '../../e2e/browser.ts';
import { thingsOf } from '../../e2e/look-at-screens.ts';
import { prepareData } from '../../e2e/prepared-data.ts';
import { startService, type DemoSession } from '../../e2e/service.ts';
import { drawLook, lookName, looks, type Figures } from './pictures/draw.ts';
import { writeFigures } from './pictures/figures-table.ts';
import {
  acceptFingerprints,
  compareFingerprints,
  describeDifference,
  type Fingerprints,
} from './pictures/fingerprints.ts';
import { drawReadme } from './pictures/readme.ts';

const file = 'e2e/pictures/fingerprints.json';
const start = '2026-11-23T09:00:00-06:00';
/** The demo is older than what the pages show, however long it takes to make. */
const shown = new Date(Date.parse(start) + 30 * 60_000);

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    look: { type: 'string', default: '' },
    accept: { type: 'string' },
    figures: { type: 'boolean', default: false },
    readme: { type: 'boolean', default: false },
  },
});

process.env.TESTIGO_TEST_TIME ??= start;
passTestTime(process.env);
await prepareData();
const service = await startService();
const browser = await chromium.launch(await browserLaunch());
try {
  if (values.readme) await drawReadme(browser, service);
  else await drawAndCompare();
} finally {
  await browser.close();
  await service.stop();
}

async function drawAndCompare(): Promise<void> {
  const demo = (await (await fetch(`${service.origin}/sandbox/session`)).json()) as DemoSession;
  const things = await thingsOf(service, demo, 'not-here');
  const options = { things, time: shown, folder: 'reports/pictures', only: values.only };
  let prints: Fingerprints = {};
  const figures: Record<string, Readonly<Record<string, Figures>>> = {};
  for (const look of looks.filter((one) => lookName(one).includes(values.look))) {
    const drawn = await drawLook(browser, service.origin, look, options);
    prints = { ...prints, ...drawn.prints };
    figures[lookName(look)] = drawn.figures;
    console.log(`${lookName(look)}: ${Object.keys(drawn.prints).length} screens`);
  }
  if (values.figures) await writeFigures(figures);
  const before = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Fingerprints;
  const differences = compareFingerprints(before, prints);
  for (const one of differences) console.log(describeDifference(one));
  console.log(`${Object.keys(prints).length} pictures, ${differences.length} other than committed`);
  if (values.accept !== undefined) {
    const accepted = acceptFingerprints(before, prints, values.accept);
    await writeFile(file, `${JSON.stringify(accepted, undefined, 2)}\n`);
  } else if (differences.length > 0) process.exitCode = 1;
}
