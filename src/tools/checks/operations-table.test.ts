import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allOperations } from '#contract/operations/operations.ts';
import { casesOf } from '#service/testing/operation-cases.ts';
import { withoutScreen } from '../../../e2e/operations/places.ts';
import { operationRows, operationsTable, tablePath } from './operations-table.ts';

describe('the table of operations', () => {
  const rows = operationRows();

  it('has every operation of the interface, each once', () => {
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(allOperations));
    expect(rows.length).toBeGreaterThan(70);
  });

  const withScreen = rows.flatMap(({ spec, title, ...row }) =>
    spec === undefined || title === undefined ? [] : [{ ...row, spec, title }],
  );

  it('lets only what a signer does with its own program be without a screen', () => {
    const without = rows.filter(({ spec }) => spec === undefined).map(({ name }) => name);
    expect(without).toEqual(withoutScreen);
    for (const name of without) expect(casesOf(name)).toBeDefined();
  });

  it.each(withScreen)(
    '$name has its cases in the service, its screen and the field that is seen there',
    (row) => {
      expect(casesOf(row.name)).toBeDefined();
      // Beside the matrix, a test that names one of its rules.
      expect(row.tests.length).toBeGreaterThan(1);
      expect(row.screen).toMatch(/\S/);
      expect(row.field).toMatch(/\S/);
      expect(row.title).toContain(row.name);
      const spec = readFileSync(row.spec, 'utf8');
      expect(spec).toContain(`rowsOf('${/operations-(\w+)\.spec/.exec(row.spec)?.[1] ?? ''}')`);
    },
  );

  it('is checked in as it is generated', async () => {
    expect(readFileSync(tablePath, 'utf8')).toBe(await operationsTable());
  });
});
