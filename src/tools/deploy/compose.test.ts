import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

// What of the compose file can be held without containers; `npm run deep -- compose` runs its instances.

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');
const compose = read('compose.yaml');
const runbook = readFileSync('src/RUNBOOK.md', 'utf8');
/** Lines of a file of patterns, without slashes at either end. */
const patternsOf = (text: string): string[] =>
  text.split('\n').map((line) => line.trim().replace(/^\/|\/$/g, ''));

describe('the files beside the compose file that an operator makes', () => {
  const paths = [...compose.matchAll(/(?:'\.\/|: \.\/|path: )([\w.-]+)/g)].map(([, name = '']) => name);
  const made = new Set(['.env', ...paths.filter((name) => name !== 'nginx.conf')]);

  it('are the settings, the secret, the authorities, the proxy and the backup', () => {
    expect([...made].toSorted()).toEqual(
      ['.env', 'authorities', 'authorities.env', 'backup', 'proxy', 'secrets'].toSorted(),
    );
  });

  it.each([...made])('are neither committed nor sent to the build: %s', (name) => {
    const path = `src/tools/deploy/${name}`;
    expect(patternsOf(readFileSync('.gitignore', 'utf8'))).toContain(path);
    expect(patternsOf(read('Containerfile.dockerignore'))).toContain(path);
  });
});

it('A container may start as long as a pod of the chart before it is unhealthy', () => {
  const [, seconds] = /^HEALTHCHECK .*--start-period=(\d+)s/m.exec(read('Containerfile')) ?? [];
  const { startSeconds } = parse(read('chart/values.yaml')) as { startSeconds: number };
  expect(Number(seconds)).toBe(startSeconds);
});

it('The variables of the example are those of the compose file', () => {
  const used = [...compose.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name = '']) => name);
  const named = [...read('environment.example').matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(
    ([, name = '']) => name,
  );
  expect(named.toSorted()).toEqual([...new Set(used)].toSorted());
});

it('Without TLS the proxy answers this machine alone unless set otherwise', () => {
  expect(compose).toContain("'${PROXY_PORT:-127.0.0.1:8080}:8080'");
});

it('Every image but the product’s has a fixed release', () => {
  const images = [...compose.matchAll(/image: (.*)$/gm)].map(([, image = '']) => image);
  const others = images.filter((image) => !image.startsWith('testigo:'));
  expect(others).toHaveLength(3);
  for (const image of others) expect(image).toMatch(/:[\w.-]*\d[\w.-]*\}?$/);
});

it('The upgrade of the runbook with containers ends at the first instance that does not become healthy', () => {
  const [line = ''] = /^ {4}for one in web-1 .*$/m.exec(runbook) ?? [];
  expect(line).toContain('|| break');
});
