import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { alternativesOf, fill, misfits, Passages } from './passages.ts';

const read = (document: string): string => readFileSync(resolve(document), 'utf8');

it('knows every block of the walked sections of README and runbook', () => {
  expect(misfits(read)).toEqual([]);
});

it('names a block, and a command in a sentence, that nobody executes', () => {
  const added = (document: string): string =>
    read(document).replace(
      '\n## Erase',
      '\nThen:\n\n    testigo reindex\n\nand `testigo warm up`.\n\n## Erase',
    );
  expect(misfits(added)).toEqual([
    'src/RUNBOOK.md, Upgrade: nobody executes "testigo reindex"',
    'src/RUNBOOK.md, Upgrade: nobody executes "testigo warm up"',
  ]);
});

it('names a passage that is in the text no longer', () => {
  const changed = (document: string): string =>
    read(document).replace('    useradd --system', '    adduser --system');
  expect(misfits(changed)).toEqual([
    expect.stringMatching(/^src\/RUNBOOK\.md, Install: nobody executes "adduser/),
    'src/RUNBOOK.md, Install: there is no "useradd"',
  ]);
});

it('gives the commands of a block without the lines that are omitted, and counts it as read', () => {
  const texts = new Passages(join(import.meta.dirname, '../../../..'));
  expect(texts.commands('start')).toMatch(/^npm ci && npm start +#.*$/);
  expect(texts.unread()).not.toContain('start');
  expect(texts.unread()).toContain('upgrade');
});

it('puts values in place of whole words', () => {
  expect(fill('erase ORG --name $ORG ORGAN', { ORG: 'x' })).toBe('erase x --name $ORG ORGAN');
  expect(() => fill('erase', { ORG: 'x' })).toThrow('There is no ORG in "erase".');
});

it('reads every command of a line of usage', () => {
  expect(
    alternativesOf('npm run service -- key create ORG [--name N] | disable ORG KEY    # a comment'),
  ).toEqual(['npm run service -- key create ORG', 'npm run service -- key disable ORG KEY']);
});
