import { describe, expect, it } from 'vitest';
import { guardHost, guardSandbox, isOwnHost } from './hosts.ts';

const local = { host: '127.0.0.1', hosts: [] };
const open = { host: '0.0.0.0', hosts: [] };

const request = (host: string, headers: Record<string, string> = {}): Request =>
  new Request('http://127.0.0.1:4310/sandbox/session', { headers: { host, ...headers } });

const refuses = (action: () => void, rule: string): void =>
  expect(action).toThrow(expect.objectContaining({ fault: 'forbidden', rule }));

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
    refuses(() => guardSandbox(request('any.example'), open, 4310), 'ST-6');
    expect(() => guardSandbox(request('localhost:4310'), open, 4310)).not.toThrow();
  });

  it('ST-6 takes a request of its own page and one that no page made', () => {
    const own = { origin: 'http://127.0.0.1:4310', 'sec-fetch-site': 'same-origin' };
    expect(() => guardSandbox(request('127.0.0.1:4310', own), local, 4310)).not.toThrow();
    expect(() =>
      guardSandbox(request('127.0.0.1:4310', { 'sec-fetch-site': 'none' }), local, 4310),
    ).not.toThrow();
    expect(() => guardSandbox(request('127.0.0.1:4310'), local, 4310)).not.toThrow();
  });

  it.each([
    { origin: 'https://evil.example' },
    { origin: 'http://127.0.0.1:9999' },
    { origin: 'http://localhost:4310' },
    { origin: 'null' },
    { origin: 'file://127.0.0.1:4310' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'http://127.0.0.1:4310', 'sec-fetch-site': 'cross-site' },
  ])('ST-6 refuses %j', (headers) => {
    refuses(() => guardSandbox(request('127.0.0.1:4310', headers), local, 4310), 'ST-6');
  });
});
