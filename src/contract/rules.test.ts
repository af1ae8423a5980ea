import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allOperations } from './operations/operations.ts';
import * as resources from './resources/resources.ts';
import { secretFields } from './resources/secret-fields.ts';
import { definitionOf } from './schema/schema-definition.ts';
import { factsOf, schemasWithFacts } from './schema/schema-facts.ts';
import { tiers } from './schema/tiers.ts';

const root = join(import.meta.dirname, '../..');
const rulesText = readFileSync(join(import.meta.dirname, 'RULES.md'), 'utf8');
const rules = [...rulesText.matchAll(/^- \*\*([A-Z]{2}-\d+)\*\* \((\w+)\)/gm)].map(([, id, tier]) => ({
  id,
  tier,
}));

function testFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : testFiles(path);
    return /\.(test|spec)\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** Only titles count: an id in a comment or a string elsewhere shows nothing. */
function titles(): string {
  const title = /\b(?:it|test|describe)(?:\.\w+)*(?:\([^)'"`]*\))?\(\s*(['"`])((?:(?!\1).)*)\1/g;
  return [...testFiles(join(root, 'src')), ...testFiles(join(root, 'e2e'))]
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(title)].map((match) => match[2]))
    .join('\n');
}

describe('the table of the interface', () => {
  it('gives every rule one id and a tier', () => {
    const ids = rules.map((rule) => rule.id);
    expect(ids.length).toBeGreaterThan(80);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { tier } of rules) expect(tiers).toContain(tier);
  });

  it('shows every rule in the title of a test', () => {
    const testTitles = titles();
    const missing = rules.filter(({ id }) => !new RegExp(`\\b${id}\\b`).test(testTitles)).map(({ id }) => id);
    expect(missing).toEqual([]);
  });

  it('gives every operation a tier and rules that exist', () => {
    const known = new Set(rules.map((rule) => rule.id));
    for (const [name, operation] of Object.entries(allOperations)) {
      expect(tiers, name).toContain(operation.tier);
      expect(operation.rules.length, name).toBeGreaterThan(0);
      for (const rule of operation.rules) expect(known.has(rule), `${name}: ${rule}`).toBe(true);
    }
  });

  it('names each method and path once', () => {
    const addresses = Object.values(allOperations).map(({ method, path }) => `${method} ${path}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it('gives every resource its name and a tier', () => {
    for (const [name, schema] of Object.entries(resources)) {
      expect(factsOf(schema)?.name).toBe(name);
      expect(tiers, name).toContain(factsOf(schema)?.tier);
    }
  });

  it('gives no name to two schemas', () => {
    const names = schemasWithFacts().map(([, { name }]) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('names as secrets only fields that a resource has', () => {
    const fields = Object.values(resources).flatMap((schema) =>
      Object.keys(definitionOf(schema).shape ?? {}),
    );
    for (const field of secretFields) expect(fields).toContain(field);
  });

  it('requires only fields that the schemas have', () => {
    for (const [schema, { name, required = [] }] of schemasWithFacts())
      for (const field of required)
        expect(Object.keys(definitionOf(schema).shape ?? {}), name).toContain(field);
  });
});
