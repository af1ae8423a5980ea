import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { lookedSettings } from '#service/testing/looked-settings.ts';

// What of the chart can be held without Helm; `npm run deep -- chart` renders it and starts its containers.

const folder = join(import.meta.dirname, 'chart');
const read = (...path: string[]): string => readFileSync(join(folder, ...path), 'utf8');
const defaults = parse(read('values.yaml')) as object; // a mapping, or the schema refuses it
const schema = JSON.parse(read('values.schema.json')) as {
  definitions: Record<string, object>;
  properties: { settings: { propertyNames: { anyOf: [{ enum: string[] }, object] } } };
};
const isValid = new Ajv({ strict: false }).compile(schema);
const templates = readdirSync(join(folder, 'templates')).map(
  (name) => [name, read('templates', name)] as const,
);

/** Paths of all values, down to what is no mapping, or an empty one. */
function pathsOf(values: object, before: readonly string[] = []): string[] {
  return Object.entries(values).flatMap(([key, value]: [string, unknown]) => {
    const path = [...before, key];
    const isInner = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isInner && Object.keys(value).length > 0 && key !== 'resources'
      ? pathsOf(value, path)
      : [path.join('.')];
  });
}

/** Paths that the schema knows, the same way. */
function describedPaths(node: object, before: readonly string[] = []): string[] {
  const { definitions, properties } = schema;
  const target = '$ref' in node ? (definitions[String(node.$ref).split('/').at(-1) ?? ''] ?? {}) : node;
  const inner =
    target === schema ? properties : 'properties' in target ? (target.properties as object) : undefined;
  if (inner === undefined || before.at(-1) === 'resources') return [before.join('.')];
  return Object.entries(inner).flatMap(([key, value]: [string, object]) =>
    describedPaths(value, [...before, key]),
  );
}

describe('the values of the chart', () => {
  it('are those of the schema, in both directions', () => {
    expect(pathsOf(defaults).toSorted()).toEqual(
      describedPaths(schema)
        // For a chart that has this one as a part.
        .filter((path) => path !== 'global')
        .toSorted(),
    );
    expect(isValid(defaults), JSON.stringify(isValid.errors)).toBe(true);
  });

  it.each(readdirSync(join(folder, 'ci')))('hold in %s', (name) => {
    expect(isValid(parse(read('ci', name))), JSON.stringify(isValid.errors)).toBe(true);
  });

  it('are each used by a template', () => {
    const text = templates.map(([, template]) => template).join('\n');
    const unused = pathsOf(defaults).filter(
      (path) => !new RegExp(`\\.${path.split('.').at(-1)}\\b`).test(text),
    );
    expect(unused).toEqual([]);
  });
});

describe('the settings of the chart', () => {
  const known = lookedSettings();
  const set = templates.flatMap(([, text]) => [
    ...[...text.matchAll(/^([A-Z][A-Z0-9_]+): /gm)].map(([, name = '']) => name),
    ...[...text.matchAll(/name: ((?:TESTIGO|DATABASE)_[A-Z0-9_]+)/g)].map(([, name = '']) => name),
  ]);

  it('that templates set are ones that the service reads', () => {
    expect(set).toContain('DATABASE_URL');
    expect(set).toContain('TESTIGO_PUBLIC_URL');
    // One is of Node itself.
    expect(set.filter((name) => !known.has(name) && name !== 'NODE_EXTRA_CA_CERTS')).toEqual([]);
  });

  it('are all the others that the service reads, but for a secret in plain text and a service elsewhere', () => {
    const [{ enum: free }] = schema.properties.settings.propertyNames.anyOf;
    const excluded = ['TESTIGO_SECRET', 'TESTIGO_UPSTREAM'];
    expect([...free, ...set.filter((name) => known.has(name)), ...excluded].toSorted()).toEqual(
      [...known].toSorted(),
    );
  });
});

it('The chart has the version of the product', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(parse(read('Chart.yaml'))).toMatchObject({ appVersion: version });
});
