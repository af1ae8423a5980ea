import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => join('src', file))
  .filter((file) => file.endsWith('.tsx') && !/\.test\.tsx$|[\\/]testing[\\/]/.test(file));
const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));

/** Names of the components in a source that are a `form` element with a style. */
const styledForms = (source: string, declaration: RegExp): string[] =>
  [...source.matchAll(declaration)].flatMap(([, name]) => name ?? []);

/** Those that other files render too. */
const shared = [...sources.values()].flatMap((source) =>
  styledForms(source, /export const (\w+) = styled\('form'\)/g),
);

const rendersForm = (source: string): boolean =>
  ['form', ...shared, ...styledForms(source, /const (\w+) = styled\('form'\)/g)].some((name) =>
    new RegExp(`<${name}[\\s>]`).test(source),
  );

describe('forms', () => {
  const withForm = [...sources].filter(([, source]) => rendersForm(source));

  it('are found where they are rendered', () => {
    expect(withForm.length).toBeGreaterThan(15);
  });

  it.each(withForm.map(([file]) => file))('%s holds its form in React Hook Form', (file) => {
    expect(sources.get(file)).toMatch(/\buse(?:Edited)?Form\b/);
  });
});
