import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';
import { SettingsError } from './settings/read-setting.ts';
import { lookedSettings } from './testing/looked-settings.ts';

const root = join(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
/** The names of the first column of README's tables of variables; `_B` after `TESTIGO_A_X` is `TESTIGO_A_B`. */
function documented(): string[] {
  const tables = readme.split(/\n\s*\n/).filter((part) => /^\s*\| Variable \|/.test(part));
  return tables.flatMap((table) =>
    table.split('\n').flatMap((row) => {
      const [, cell = '', , text = ''] = row.split('|');
      const names = [...cell.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name);
      const family = /^TESTIGO_[A-Z0-9]+/.exec(names[0] ?? '')?.[0] ?? '';
      // The text names those that belong to the one of its row.
      const others = [...text.matchAll(/`(TESTIGO_[A-Z0-9_]+)`/g)].map(([, name = '']) => name);
      return [...names.map((name) => (name.startsWith('_') ? `${family}${name}` : name)), ...others];
    }),
  );
}

describe('the settings', () => {
  it('are those of the tables in README, in both directions', () => {
    expect([...new Set(documented())].toSorted()).toEqual([...lookedSettings()].toSorted());
  });

  it('have the defaults that README tells', () => {
    const settings = readSettings({});
    const documented = (name: string): string | undefined =>
      new RegExp(`^\\s*\\| [^|]*\`${name}\`[^|]*\\| ([^|]*?) \\|`, 'm').exec(readme)?.[1];
    const { uploadMax, uploads, uploadsPerKey, rate, rateAnonymous, connectionsPerAddress, seed } = settings;
    expect(documented('PORT')).toBe(`${settings.port}, ${settings.host}`);
    expect(documented('TESTIGO_DATA')).toBe(`\`${settings.dataFolder}\``);
    expect(documented('TESTIGO_UPLOAD_MAX')).toBe(`${uploadMax}, ${uploads}, ${uploadsPerKey}`);
    expect(documented('TESTIGO_RATE')).toBe(`${rate}`);
    expect(documented('TESTIGO_RATE_ANONYMOUS')).toBe(`${rateAnonymous}`);
    expect(documented('TESTIGO_CONNECTIONS_PER_ADDRESS')).toBe(`${connectionsPerAddress}`);
    const { poolSize, connectTimeoutMs, statementTimeoutMs } = settings.postgresql;
    expect(documented('TESTIGO_POOL')).toBe(
      `${poolSize}, ${connectTimeoutMs / 1000}, ${statementTimeoutMs / 1000}`,
    );
    const { headersTime, requestTime, silence, idle } = settings.connectionTimes;
    expect(documented('TESTIGO_TIMEOUT_HEADERS')).toBe(`${headersTime / 1000}, ${requestTime / 1000}`);
    expect(documented('TESTIGO_TIMEOUT_SILENCE')).toBe(`${silence / 1000}, ${idle / 1000}`);
    const waits = readSettings({ TESTIGO_S3_BUCKET: 'documents' }).s3?.waits;
    expect(documented('TESTIGO_S3_CONNECT_TIMEOUT')).toBe(
      `${(waits?.connectMs ?? 0) / 1000}, ${(waits?.idleMs ?? 0) / 1000}`,
    );
    expect([settings.roles, documented('TESTIGO_ROLES')]).toEqual([
      { web: true, worker: true },
      'web,worker',
    ]);
    const open = readSettings({ HOST: '0.0.0.0' });
    const served = readSettings({ DATABASE_URL: 'postgres://t@127.0.0.1/t' });
    expect([settings, open, served].map(({ drainMs }) => drainMs)).toEqual([0, 5000, 5000]);
    expect(documented('TESTIGO_SEED')).toBe(`${seed}, info`);
    const { anchor, stamps } = readSettings({
      TESTIGO_TSA_URLS: 'https://tsa.example',
      TESTIGO_TSA_ANCHORS: 'anchors',
      TESTIGO_ANCHOR_RPC: 'https://node.example',
      TESTIGO_ANCHOR_NETWORK: '1',
      TESTIGO_ANCHOR_KEY_FILE: 'key',
    }).authorities;
    expect(documented('TESTIGO_TSA_CREDENTIALS')).toBe(`none, ${(stamps?.timeoutMs ?? 0) / 1000}`);
    expect(stamps?.provider).toBe('tsa.example');
    expect(documented('TESTIGO_ANCHOR_CONFIRMATIONS')).toBe(
      `${anchor?.confirmations}, ${anchor?.replaceAfter}, ${anchor?.maxFee}`,
    );
  });

  it.each([
    ['TESTIGO_TSA_ANCHORS', 'TESTIGO_TSA_URLS'],
    ['TESTIGO_TSA_TIMEOUT', 'TESTIGO_TSA_URLS'],
    ['TESTIGO_ANCHOR_KEY_FILE', 'TESTIGO_ANCHOR_RPC'],
    ['TESTIGO_ANCHOR_NETWORK', 'TESTIGO_ANCHOR_RPC'],
    ['TESTIGO_S3_REGION', 'TESTIGO_S3_BUCKET'],
    ['TESTIGO_S3_LOCK', 'TESTIGO_S3_BUCKET'],
    ['TESTIGO_S3_LOCK_DAYS', 'TESTIGO_S3_BUCKET'],
    ['TESTIGO_S3_ENCRYPTION', 'TESTIGO_S3_BUCKET'],
    ['TESTIGO_S3_KMS_KEY', 'TESTIGO_S3_BUCKET'],
    ['TESTIGO_S3_DIRECT', 'TESTIGO_S3_BUCKET'],
    ['TESTIGO_S3_CONNECT_TIMEOUT', 'TESTIGO_S3_BUCKET'],
    ['TESTIGO_S3_TIMEOUT', 'TESTIGO_S3_BUCKET'],
    ['TESTIGO_POOL', 'DATABASE_URL'],
    ['TESTIGO_POOL_TIMEOUT', 'DATABASE_URL'],
    ['TESTIGO_STATEMENT_TIMEOUT', 'DATABASE_URL'],
  ])('tell of %s that it does nothing without %s', (setting, missing) => {
    expect(() => readSettings({ [setting]: '1' })).toThrow(
      new SettingsError(`${setting} is set without ${missing}.`),
    );
  });

  const secret = 'ab'.repeat(32);
  const served = { DATABASE_URL: 'postgres://t@127.0.0.1/t' };

  it('ST-45 ST-47 read roles, the secret, the pool and trusted proxies', () => {
    const settings = readSettings({
      ...served,
      TESTIGO_ROLES: 'worker',
      TESTIGO_SECRET: secret,
      TESTIGO_POOL: '25',
      TESTIGO_STATEMENT_TIMEOUT: '5',
      TESTIGO_DRAIN: '12',
      TESTIGO_TRACES: 'http://collector:4318/v1/traces',
      TESTIGO_TRUSTED_PROXY: '10.0.0.0/8, 192.0.2.7 2001:db8::/32',
    });
    expect(settings).toMatchObject({
      roles: { web: false, worker: true },
      secret: { value: secret },
      postgresql: { poolSize: 25, statementTimeoutMs: 5000 },
      drainMs: 12_000,
      traces: new URL('http://collector:4318/v1/traces'),
      trustedProxies: ['10.0.0.0/8', '192.0.2.7', '2001:db8::/32'],
    });
    expect(readSettings({ ...served, TESTIGO_ROLES: 'worker,web' }).roles).toEqual({
      web: true,
      worker: true,
    });
  });

  const stored = { TESTIGO_S3_BUCKET: 'documents' };

  it('ST-53 read where monitors are answered', () => {
    const read = (value: string): unknown => readSettings({ TESTIGO_METRICS: value }).metrics;
    expect(readSettings({}).metrics).toBeUndefined();
    expect(read('10.0.0.11:9464')).toEqual({ host: '10.0.0.11', port: 9464 });
    expect(read('[2001:db8::1]:9464')).toEqual({ host: '2001:db8::1', port: 9464 });
    expect(read('inner.example.com:1')).toEqual({ host: 'inner.example.com', port: 1 });
  });

  it('ST-21 ST-22 read for how long a caller, the object store and PostgreSQL are waited for', () => {
    const settings = readSettings({
      ...served,
      ...stored,
      TESTIGO_TIMEOUT_REQUEST: '10',
      TESTIGO_TIMEOUT_SILENCE: '15',
      TESTIGO_TIMEOUT_IDLE: '120',
      TESTIGO_S3_CONNECT_TIMEOUT: '2',
      TESTIGO_S3_TIMEOUT: '90',
      TESTIGO_POOL_TIMEOUT: '7',
    });
    expect(settings.connectionTimes).toEqual({
      // Headers are a part of their request.
      headersTime: 10_000,
      requestTime: 10_000,
      silence: 15_000,
      idle: 120_000,
    });
    expect(settings.s3?.waits).toEqual({ connectMs: 2_000, idleMs: 90_000 });
    expect(settings.postgresql.connectTimeoutMs).toBe(7_000);
    expect(readSettings({ TESTIGO_TIMEOUT_HEADERS: '25' }).connectionTimes.headersTime).toBe(25_000);
  });

  it('read how long documents are locked in the object store, and how it encrypts them', () => {
    const locked = { ...stored, TESTIGO_S3_LOCK: 'GOVERNANCE', TESTIGO_S3_LOCK_DAYS: '3650' };
    expect(readSettings(stored).s3).toMatchObject({ lock: undefined, encryption: undefined });
    expect(readSettings({ ...locked, TESTIGO_S3_ENCRYPTION: 'AES256' }).s3).toMatchObject({
      lock: { mode: 'GOVERNANCE', days: 3650 },
      encryption: { algorithm: 'AES256', kmsKey: undefined },
    });
    const withKey = { TESTIGO_S3_ENCRYPTION: 'aws:kms', TESTIGO_S3_KMS_KEY: 'alias/testigo' };
    expect(readSettings({ ...stored, ...withKey }).s3?.encryption).toEqual({
      algorithm: 'aws:kms',
      kmsKey: 'alias/testigo',
    });
  });

  it.each<[Record<string, string>, string]>([
    [
      { ...stored, TESTIGO_S3_LOCK: 'FOREVER', TESTIGO_S3_LOCK_DAYS: '1' },
      'TESTIGO_S3_LOCK is "FOREVER"; expected one of GOVERNANCE, COMPLIANCE.',
    ],
    [
      { ...stored, TESTIGO_S3_LOCK: 'COMPLIANCE' },
      'TESTIGO_S3_LOCK_DAYS is not set; expected for how many days TESTIGO_S3_LOCK locks a document.',
    ],
    [{ ...stored, TESTIGO_S3_LOCK_DAYS: '30' }, 'TESTIGO_S3_LOCK_DAYS is set without TESTIGO_S3_LOCK.'],
    [
      { ...stored, TESTIGO_S3_LOCK: 'COMPLIANCE', TESTIGO_S3_LOCK_DAYS: '0' },
      'TESTIGO_S3_LOCK_DAYS is "0"; expected a whole number from 1 to 36500.',
    ],
    [
      { TESTIGO_TIMEOUT_REQUEST: '0' },
      'TESTIGO_TIMEOUT_REQUEST is "0"; expected a whole number from 1 to 3600.',
    ],
    [
      { TESTIGO_TIMEOUT_HEADERS: '11', TESTIGO_TIMEOUT_REQUEST: '10' },
      'TESTIGO_TIMEOUT_HEADERS is "11"; expected a whole number from 1 to 10.',
    ],
    [
      { TESTIGO_TIMEOUT_IDLE: '75s' },
      'TESTIGO_TIMEOUT_IDLE is "75s"; expected a whole number from 1 to 3600.',
    ],
    [
      { TESTIGO_TIMEOUT_SILENCE: '0.5' },
      'TESTIGO_TIMEOUT_SILENCE is "0.5"; expected a whole number from 1 to 3600.',
    ],
    [
      { ...stored, TESTIGO_S3_TIMEOUT: '601' },
      'TESTIGO_S3_TIMEOUT is "601"; expected a whole number from 1 to 600.',
    ],
    [
      { ...stored, TESTIGO_S3_CONNECT_TIMEOUT: '61' },
      'TESTIGO_S3_CONNECT_TIMEOUT is "61"; expected a whole number from 1 to 60.',
    ],
    [
      { ...served, TESTIGO_POOL_TIMEOUT: '-1' },
      'TESTIGO_POOL_TIMEOUT is "-1"; expected a whole number from 1 to 600.',
    ],
    [
      { ...stored, TESTIGO_S3_ENCRYPTION: 'AES' },
      'TESTIGO_S3_ENCRYPTION is "AES"; expected one of AES256, aws:kms.',
    ],
    [
      { ...stored, TESTIGO_S3_ENCRYPTION: 'AES256', TESTIGO_S3_KMS_KEY: 'alias/testigo' },
      'TESTIGO_S3_KMS_KEY is set, and TESTIGO_S3_ENCRYPTION is "AES256"; expected aws:kms.',
    ],
    [
      { ...stored, TESTIGO_S3_KMS_KEY: 'alias/testigo' },
      'TESTIGO_S3_KMS_KEY is set without TESTIGO_S3_ENCRYPTION.',
    ],
    [
      { ...stored, TESTIGO_S3_DIRECT: 'https://objects.example.com' },
      'TESTIGO_S3_DIRECT is set without TESTIGO_PUBLIC_URL, the origin of the pages that the bucket has to allow.',
    ],
    [
      { ...stored, TESTIGO_S3_DIRECT: 'http://objects.example.com' },
      'TESTIGO_S3_DIRECT has "http://objects.example.com"; expected an absolute https address (http for loopback).',
    ],
    [
      { ...stored, TESTIGO_S3_DIRECT: 'https://objects.example.com/documents' },
      'TESTIGO_S3_DIRECT has "https://objects.example.com/documents"; expected an origin such as https://api.example.com.',
    ],
    [
      {
        ...stored,
        TESTIGO_S3_DIRECT: 'https://objects.example.com',
        TESTIGO_PUBLIC_URL: 'https://testigo.example.com',
        TESTIGO_TIER: 'documented',
      },
      'TESTIGO_S3_DIRECT is set, and TESTIGO_TIER is "documented", which has no such uploads; expected embedded.',
    ],
    [
      { ...served, TESTIGO_ROLES: 'web,cron' },
      'TESTIGO_ROLES is "web,cron"; expected web, worker or web,worker.',
    ],
    [
      { ...served, TESTIGO_ROLES: 'web,web' },
      'TESTIGO_ROLES is "web,web"; expected web, worker or web,worker.',
    ],
    [
      { TESTIGO_ROLES: 'web' },
      'TESTIGO_ROLES is "web"; expected web,worker, because the embedded database belongs to one process.',
    ],
    [{ TESTIGO_SECRET: 'hunter2' }, 'TESTIGO_SECRET is no secret; expected 64 hexadecimal digits.'],
    [
      { TESTIGO_SECRET: secret, TESTIGO_SECRET_FILE: '/secret' },
      'TESTIGO_SECRET_FILE and TESTIGO_SECRET are both set; expected one of them.',
    ],
    ...[
      'collector',
      'http://127.0.0.1:4318',
      'ftp://collector/v1/traces',
      'http://user:word@collector/v1/traces',
    ].map((address): [Record<string, string>, string] => [
      { TESTIGO_TRACES: address },
      'TESTIGO_TRACES is not an address of a collector; expected one such as http://127.0.0.1:4318/v1/traces.',
    ]),
    ...[
      '9464',
      '10.0.0.11',
      '10.0.0.11:0',
      '10.0.0.11:65536',
      '2001:db8::1:9464',
      'http://10.0.0.11:9464',
    ].map((address): [Record<string, string>, string] => [
      { TESTIGO_METRICS: address },
      `TESTIGO_METRICS is "${address}"; expected HOST:PORT such as 10.0.0.11:9464.`,
    ]),
    ...['10.0.0.0/33', 'proxy.example', '10.0.0.0/8/8', '2001:db8::/129', '10.0.0.0/'].map(
      (network): [Record<string, string>, string] => [
        { TESTIGO_TRUSTED_PROXY: network },
        `TESTIGO_TRUSTED_PROXY has "${network}"; expected addresses or networks such as 10.0.0.0/8.`,
      ],
    ),
  ])('refuse %j with one sentence', (environment, sentence) => {
    expect(() => readSettings(environment)).toThrow(new SettingsError(sentence));
  });
});
