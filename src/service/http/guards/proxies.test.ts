import { describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { readSettings } from '../../settings.ts';
import { createLog } from '../monitoring/log.ts';
import { createCallerGate, createTrustedProxies } from './proxies.ts';

describe('trusted proxies', () => {
  const proxies = createTrustedProxies(['10.0.0.0/8', '192.0.2.1', '2001:db8:1::/48']);

  it.each([
    ['198.51.100.9', '203.0.113.5', '198.51.100.9'],
    ['10.1.2.3', null, '10.1.2.3'],
    ['10.1.2.3', '203.0.113.5', '203.0.113.5'],
    ['::ffff:10.1.2.3', '203.0.113.5', '203.0.113.5'],
    ['10.1.2.3', '198.51.100.1, 203.0.113.5', '203.0.113.5'],
    ['10.1.2.3', '203.0.113.5, 192.0.2.1', '203.0.113.5'],
    ['10.1.2.3', '203.0.113.5:4711', '203.0.113.5'],
    ['2001:db8:1::7', '[2001:db8:2::1]:443', '2001:db8:2::1'],
    ['10.1.2.3', '203.0.113.5, nonsense', '10.1.2.3'],
    ['10.1.2.3', 'nonsense, 203.0.113.5', '203.0.113.5'],
    ['10.1.2.3', '10.9.9.9', '10.9.9.9'],
    ['10.1.2.3', '', '10.1.2.3'],
  ])(
    'ST-47 of a connection from %s with X-Forwarded-For "%s" the caller is %s',
    (address, header, caller) => {
      expect(proxies.callerOf(address, header)).toBe(caller);
    },
  );

  it('ST-47 nobody is believed where no proxy is named', () => {
    expect(createTrustedProxies([]).callerOf('127.0.0.1', '203.0.113.5')).toBe('127.0.0.1');
  });

  it('ST-47 AU-7 callers behind a trusted proxy have a limit each, and others cannot pass for them', async () => {
    const settings = readSettings({
      HOST: '0.0.0.0',
      TESTIGO_RATE_ANONYMOUS: '1',
      TESTIGO_TRUSTED_PROXY: '10.0.0.0/8',
    });
    const app = createApp(settings, {
      core: () => undefined,
      log: createLog('silent'),
      port: () => 4310,
    });
    const statusOf = async (remoteAddress: string, forwardedFor: string): Promise<number> => {
      const wire = { incoming: { socket: { remoteAddress }, httpVersion: '1.1' } };
      const headers = { 'x-forwarded-for': forwardedFor };
      const request = new Request('http://testigo.example/rest/v1/openapi.json', { headers });
      return (await app.fetch(request, wire)).status;
    };
    expect(await statusOf('10.0.0.1', '203.0.113.1')).toBe(200);
    expect(await statusOf('10.0.0.2', '203.0.113.1')).toBe(429);
    expect(await statusOf('10.0.0.1', '203.0.113.2')).toBe(200);
    expect(await statusOf('198.51.100.1', '203.0.113.3')).toBe(200);
    expect(await statusOf('198.51.100.1', '203.0.113.4')).toBe(429);
  });

  it('ST-42 a caller behind a proxy has so many requests at once, and another one its own', async () => {
    const gate = createCallerGate(2);
    const ends: (() => void)[] = [];
    const wait = (): Promise<void> => new Promise((resolve) => ends.push(resolve));
    const first = [gate('203.0.113.1', wait), gate('203.0.113.1', wait)];
    await expect(gate('203.0.113.1', wait)).rejects.toMatchObject({ status: 429, rule: 'ST-42' });
    const other = gate('203.0.113.2', wait);
    for (const end of ends.splice(0)) end();
    await Promise.all([...first, other]);
    const again = gate('203.0.113.1', wait);
    for (const end of ends) end();
    await again;
    expect(ends).toHaveLength(1);
  });
});
