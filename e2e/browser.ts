import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Switches that keep a test browser quiet; the sandbox of the browser needs rights that root has not. */
const quiet = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];

/**
 * A Chromium for the tests: the one that is named, Playwright's own, the system's, or the one that comes
 * with the packages, so that `npm ci` is all a fresh machine needs.
 */
export async function browserLaunch(): Promise<{ executablePath: string; args: string[] }> {
  const named = process.env.CHROME_PATH;
  if (named) return { executablePath: named, args: quiet };
  const own = chromium.executablePath();
  if (existsSync(own)) return { executablePath: own, args: quiet };
  const ofSystem = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    existsSync,
  );
  if (ofSystem) return { executablePath: ofSystem, args: quiet };
  // The packaged browser unpacks the libraries it brings along only where it knows that it needs them.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs20.x';
  const packaged = await import('@sparticuz/chromium');
  return { executablePath: await packaged.default.executablePath(), args: quiet };
}
