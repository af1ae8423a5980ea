import { describe, expect, it } from 'vitest';
import { databaseTests, usesTestDatabase } from './database-tests.ts';

describe('the service tests that run on PostgreSQL too', () => {
  it.each([
    'src/service/loss.test.ts',
    'src/service/production.test.ts',
    'src/service/concurrency.test.ts',
    'src/service/handlers/witnesses/witnesses.test.ts',
    'src/service/jobs/preservation.test.ts',
    'src/service/storage/lists/lists.test.ts',
  ])('include %s, which opens a database', (file) => {
    expect(databaseTests()).toContain(file);
  });

  it.each(['src/service/authorities/asn1/der.test.ts', 'src/service/http/query.test.ts'])(
    'leave out %s, which opens none: it would run the same a second time',
    (file) => {
      expect(usesTestDatabase(file)).toBe(false);
    },
  );
});
