import { describe, expect, it } from 'vitest';
import { guardHost, guardSandbox, isOwnHost, originFor } from './hosts.ts';
import { isLoopbackAddress, networkOf } from './peer.ts';
import type { Peer } from './peer.ts';
import { thisMachine } from '../testing/stub-app.ts';

const local = { host: '127.0.0.1', hosts: [], sandboxFor: 'machine', publicOrigin: undefined } as const;
const open = { ...local, host: '0.0.0.0' } as const;
const everybody = { ...open, hosts: ['demo.example.com'], sandboxFor: 'everybody' } as const;
const elsewhere: Peer = { address: '192.0.2.7', httpVersion: '1.1', isLocal: false };

const guard = (
  request: Request,
  settings: Parameters<typeof guardSandbox>[1],
  peer: Peer | undefined = thisMachine,
): void => guardSandbox(request, settings, 4310, peer);

const request = (host: string, headers: Record<string, string> = {}): Request =>
  new Request('http://127.0.0.1:4310/sandbox/session', { headers: { host, ...headers } });

const refuses = (action: () => void, rule: string): void =>
  expect(action).toThrow(expect.objectContaining({ kind: 'forbidden', rule }));

describe('hosts', () => {
  it.each(['127.0.0.1:4310', 'localhost:4310', 'LOCALHOST:4310', '[::1]:4310'])(
    'ST-5 takes the loopback name %s with the port',
    (host) => {
      expect(() => guardHost(request(host), local, 4310)).not.toThrow();
    },
  );

  it.each([
    '127.0.0.1',
    'localhost:4311',
    'evil.example:4310',
    'localhost.evil.example:4310',
    '127.0.0.1.evil.example:4310',
    'evil.example',
    'localhost:4310:4310',
    '127.1:4310',
    '[::1',
  ])('ST-5 refuses %s while bound to loopback', (host) => {
    refuses(() => guardHost(request(host), local, 4310), 'ST-5');
  });

  it('ST-5 takes the names of TESTIGO_HOSTS, with their port where one is written', () => {
    const hosts = { host: '127.0.0.1', hosts: ['sign.example.com', 'other.example:8443'] };
    expect(isOwnHost('sign.example.com', hosts, 4310)).toBe(true);
    expect(isOwnHost('Sign.Example.com:8080', hosts, 4310)).toBe(true);
    expect(isOwnHost('other.example:8443', hosts, 4310)).toBe(true);
    expect(isOwnHost('other.example', hosts, 4310)).toBe(false);
    expect(isOwnHost('other.example:80', hosts, 4310)).toBe(false);
  });

  it('ST-5 asks for no name when bound to every interface, ST-6 the sandbox still does', () => {
    expect(() => guardHost(request('any.example'), open, 4310)).not.toThrow();
    refuses(() => guard(request('any.example'), open), 'ST-6');
    expect(() => guard(request('localhost:4310'), open)).not.toThrow();
  });

  it('ST-6 takes a request of its own page and one that no page made', () => {
    const own = { origin: 'http://127.0.0.1:4310', 'sec-fetch-site': 'same-origin' };
    expect(() => guard(request('127.0.0.1:4310', own), local)).not.toThrow();
    expect(() => guard(request('127.0.0.1:4310', { 'sec-fetch-site': 'none' }), local)).not.toThrow();
    expect(() => guard(request('127.0.0.1:4310'), local)).not.toThrow();
  });

  it.each([
    { origin: 'https://evil.example' },
    { origin: 'http://127.0.0.1:9999' },
    { origin: 'http://localhost:4310' },
    { origin: 'null' },
    { referer: 'https://evil.example/page' },
    { origin: 'file://127.0.0.1:4310' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'http://127.0.0.1:4310', 'sec-fetch-site': 'cross-site' },
  ])('ST-6 refuses %j', (headers) => {
    refuses(() => guard(request('127.0.0.1:4310', headers), local), 'ST-6');
  });

  it('ST-6 the loopback is this machine, in every way an address of it is written', () => {
    for (const address of ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])
      expect([address, isLoopbackAddress(address)]).toEqual([address, true]);
    for (const address of [
      '192.0.2.7',
      '128.0.0.1',
      '::ffff:192.0.2.7',
      'fe80::1',
      '::',
      '127.0.0.1.example',
    ])
      expect([address, isLoopbackAddress(address)]).toEqual([address, false]);
  });

  it('AU-7 ST-42 limits count an address of IPv4, and a network of 64 bits of IPv6', () => {
    expect(['192.0.2.7', '::ffff:192.0.2.7'].map(networkOf)).toEqual(['192.0.2.7', '192.0.2.7']);
    const own = ['2001:db8:1:2::1', '2001:DB8:1:2:ffff:1:2:3', '2001:db8:1:2::'].map(networkOf);
    expect(new Set(own)).toEqual(new Set(['2001:db8:1:2::/64']));
    expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64');
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  });

  it('ST-6 answers this machine alone, and nobody of whom it is not known where they are', () => {
    refuses(() => guard(request('127.0.0.1:4310'), open, elsewhere), 'ST-6');
    refuses(() => guardSandbox(request('127.0.0.1:4310'), open, 4310, undefined), 'ST-6');
    refuses(() => guard(request('127.0.0.1:4310'), local, { ...thisMachine, httpVersion: '1.0' }), 'ST-6');
  });

  it.each([
    'Forwarded',
    'X-Forwarded-For',
    'X-Forwarded-Proto',
    'X-Real-IP',
    'Via',
    'CF-Connecting-IP',
    'CF-Ray',
    'True-Client-IP',
    'X-Client-IP',
    'X-Cluster-Client-IP',
    'Fly-Client-IP',
    'Fastly-Client-IP',
    'X-Azure-ClientIP',
    'X-Envoy-External-Address',
    'X-Amzn-Trace-Id',
    'X-Original-URL',
    'X-Original-Forwarded-For',
    'CDN-Loop',
  ])('ST-6 answers nothing that was passed on: %s', (name) => {
    refuses(() => guard(request('127.0.0.1:4310', { [name]: '192.0.2.7' }), local), 'ST-6');
  });

  it('ST-6 open, it answers whoever reaches it by a name that is its own, passed on or not', () => {
    const passed = { 'x-forwarded-for': '192.0.2.7', via: '1.1 proxy' };
    expect(() => guard(request('demo.example.com', passed), everybody, elsewhere)).not.toThrow();
    refuses(() => guard(request('any.example', passed), everybody, elsewhere), 'ST-6');
    refuses(() => guard(request('demo.example.com', { origin: 'https://evil.example' }), everybody), 'ST-6');
  });

  it('ST-41 an address in an answer has the configured origin, or a Host that is allowed by name', () => {
    const names = { ...open, hosts: ['sign.example.com', 'other.example:8443'] };
    const https = { 'x-forwarded-proto': 'https' };
    const of = (host: string, settings: Parameters<typeof originFor>[1], headers = {}): string =>
      originFor(request(host, headers), settings, 4310);
    expect(of('evil.example', { ...open, publicOrigin: 'https://sign.example.com' })).toBe(
      'https://sign.example.com',
    );
    expect(of('localhost:4310', local)).toBe('http://localhost:4310');
    expect(of('sign.example.com', names, https)).toBe('https://sign.example.com');
    expect(of('Sign.Example.com:4310', names)).toBe('http://sign.example.com:4310');
    expect(of('sign.example.com:666', names)).toBe('http://sign.example.com');
    expect(of('other.example:8443', names, https)).toBe('https://other.example:8443');
    for (const host of ['evil.example', 'localhost:4310', '127.0.0.1:4310', 'other.example:1', '[::1'])
      refuses(() => of(host, names), 'ST-41');
    refuses(() => of('localhost:9', local), 'ST-41');
  });
});
