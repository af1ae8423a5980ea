import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, readJson, type Json } from '#proofs/encoding/json.ts';
import { embedJson, restoreJson } from './embedded-json.ts';
import { evidencePage, loadPageTemplate, programDigest } from './evidence-page.ts';

const template = { script: 'void 0;', style: 'p{color:red}' };
const verifyAddress = 'https://testigo.example/verify';
const made = (text: string, title = 'Contrato'): string =>
  evidencePage({
    template,
    title,
    cases: [{ name: 'a.testigo.json', text }],
    language: 'es-MX',
    verifyAddress,
  });

/** What an HTML parser of its own reads back. */
function read(html: string) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  return {
    title: page.title,
    scripts: [...page.querySelectorAll('script:not([type])')].map(({ textContent }) => textContent),
    cases: [...page.querySelectorAll('script.case')].map(({ textContent }) => restoreJson(textContent)),
    elements: page.querySelectorAll('*').length,
    policy: page.querySelector('meta[http-equiv]')?.getAttribute('content') ?? '',
  };
}

const plain = read(made('{}'));

describe('the page that carries a case', () => {
  it('is the same bytes for the same input', () => {
    expect(made('{"a":1}')).toBe(made('{"a":1}'));
    expect(made('{"a":1}')).not.toBe(made('{"a":2}'));
  });

  it('gives every case back byte for byte, and nothing in a case becomes markup', () => {
    const nasty = fc.constantFrom(
      '</script><script>alert(1)</script>',
      '<!--<script>',
      '-->',
      ']]>',
      '\\u003c',
      '\\\\u003c/script>',
      '\u2028\u2029',
      '&lt;',
      '"><img src=x>',
    );
    const text = fc.oneof(fc.string({ unit: 'binary' }), nasty);
    const json = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        text,
        fc.integer(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(text, tie('value'), { maxKeys: 4 }),
      ),
    })).value;
    fc.assert(
      fc.property(json, text, (value, title) => {
        const canonical = canonicalJson(value);
        const page = read(made(canonical, title));
        expect(page.cases).toEqual([canonical]);
        expect(page.scripts).toEqual([template.script]);
        expect(page.elements).toBe(plain.elements);
        expect(page.policy).toBe(plain.policy);
      }),
      { numRuns: 200 },
    );
  });

  it('embeds JSON that means the same to every reader of JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const embedded = embedJson(canonicalJson([text]));
        expect(embedded).not.toMatch(/[<\u2028\u2029]/);
        expect(readJson(embedded, 'text')).toEqual([text]);
        expect(JSON.parse(embedded)).toEqual([text]);
      }),
    );
  });

  it('allows its own script and style by their hashes, and no connection, image, frame or form', async () => {
    const digest = async (text: string): Promise<string> =>
      Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('base64');
    expect(plain.policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'sha256-${await digest(template.script)}'`,
      `style-src 'sha256-${await digest(template.style)}'`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  it('allows typefaces that it holds, and only by their hash', () => {
    const fonts = "@font-face{font-family:'G';src:url(data:font/woff2;base64,AA==)}";
    const html = evidencePage({ template, fonts, title: 'x', cases: [], language: 'en', verifyAddress });
    const { policy } = read(html);
    expect(policy).toContain('font-src data:');
    expect(policy).toMatch(/style-src 'sha256-[^']+' 'sha256-[^']+';/);
    expect(html).toContain(`<style>${fonts}</style>`);
  });

  it('is refused when its program could end its own element', () => {
    for (const bad of ['"</script>"', '"</SCRIPT >"', '"<!--"'])
      expect(() =>
        evidencePage({
          template: { ...template, script: bad },
          title: '',
          cases: [],
          language: 'en',
          verifyAddress,
        }),
      ).toThrow('cannot be put');
  });

  it('is built without React, and its program has a digest to be compared with', async () => {
    const built = await loadPageTemplate();
    expect(built.script.length).toBeGreaterThan(100_000);
    expect(built.script).not.toMatch(
      /react|emotion|innerHTML|eval\(|new Function|fetch\(|XMLHttpRequest|WebSocket/i,
    );
    expect(programDigest(built)).toMatch(/^[0-9a-f]{64}$/);
    const html = evidencePage({ template: built, title: 'x', cases: [], language: 'en', verifyAddress });
    expect(read(html).scripts).toEqual([built.script]);
  });
});
