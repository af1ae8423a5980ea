import { describe, expect, it } from 'vitest';
import { isOwnScript, trustOwnScripts } from './trusted-types.ts';

const origin = 'https://testigo.example';

describe('what may be run as a worker', () => {
  it.each(['/sw.js', '/assets/judge-worker-AbCd_123.js', `${origin}/assets/shared~a-B_2.js`])(
    'ST-7 admits %s, a file of the build',
    (address) => {
      expect(isOwnScript(address, origin)).toBe(true);
    },
  );

  it.each([
    'https://evil.example/assets/a.js',
    '//evil.example/sw.js',
    'blob:https://testigo.example/0b1e',
    'data:text/javascript,1',
    '/uploads/a.js',
    '/rest/v1/content/a.js',
    '/assets/../rest/v1/content/a.js',
    '/assets/a.js?then=x',
    '/assets/a.json',
    'https://',
  ])('ST-7 refuses %s', (address) => {
    expect(isOwnScript(address, origin)).toBe(false);
  });

  it('ST-7 makes one policy, by the name in the header, which admits nothing but addresses of scripts', () => {
    const made: [string, Record<string, (address: string) => string | null>][] = [];
    const trustedTypes = {
      createPolicy: (name: string, rules: (typeof made)[number][1]) => made.push([name, rules]),
    };
    trustOwnScripts({ origin, trustedTypes });
    expect(made.map(([name, rules]) => [name, Object.keys(rules)])).toEqual([
      ['default', ['createScriptURL']],
    ]);
    const admit = made[0]?.[1].createScriptURL;
    expect([admit?.('/sw.js'), admit?.('https://evil.example/sw.js')]).toEqual(['/sw.js', null]);
    expect(() => trustOwnScripts({ origin })).not.toThrow();
  });
});
