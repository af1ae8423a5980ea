import { describe, expect, it } from 'vitest';
import { isOwnScript, isDayText, trustOwnScripts } from './trusted-types.ts';

const origin = 'https://testigo.example';

describe('what may be run as a worker', () => {
  it.each(['/sw.js', '/assets/verification-worker-AbCd_123.js', `${origin}/assets/shared~a-B_2.js`])(
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

  it.each(['25', 'DD', '25/11/2026', '25/11/AAAA', ''])(
    'ST-7 admits «%s» as HTML: a date field shows it',
    (text) => {
      expect(isDayText(text)).toBe(true);
    },
  );

  it.each([
    '<img src=x onerror=alert(1)>',
    '25</span><script>',
    '&lt;b&gt;',
    'a < b',
    'Contrato',
    '25/11/2026 ',
    '25/11/2026/1',
    '25\n',
  ])('ST-7 refuses «%s» as HTML', (text) => {
    expect(isDayText(text)).toBe(false);
  });

  it('ST-7 makes one policy, by the name in the header, which admits scripts of the build and days', () => {
    const made: [string, Record<string, (address: string) => string | null>][] = [];
    const trustedTypes = {
      createPolicy: (name: string, rules: (typeof made)[number][1]) => made.push([name, rules]),
    };
    trustOwnScripts({ origin, trustedTypes });
    expect(made.map(([name, rules]) => [name, Object.keys(rules)])).toEqual([
      ['default', ['createScriptURL', 'createHTML']],
    ]);
    const admit = made[0]?.[1].createScriptURL;
    expect([admit?.('/sw.js'), admit?.('https://evil.example/sw.js')]).toEqual(['/sw.js', null]);
    const text = made[0]?.[1].createHTML;
    expect([text?.('2026'), text?.('<b>2026</b>')]).toEqual(['2026', null]);
    expect(() => trustOwnScripts({ origin })).not.toThrow();
  });
});
