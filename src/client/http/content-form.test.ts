import { describe, expect, it } from 'vitest';
import { contentFormOf, documentedContentForm } from './content-form.ts';
import { clientOf, fakeFetch, json } from '../testing/answers.ts';

const document = (content: unknown, schemas: Record<string, unknown> = {}) => ({
  paths: {
    '/signature-requests': { get: {} },
    '/rest/v1/signature-request': {
      post: {
        requestBody: {
          content: {
            'application/json': { schema: { properties: { input: { $ref: '#/components/schemas/Input' } } } },
          },
        },
      },
    },
  },
  components: { schemas: { Input: { properties: { name: {}, content } }, ...schemas } },
});
const wrapped = { properties: { PDFContent: {}, RawContent: {}, JSONContent: {}, IOUContent: {} } };
const flat = { anyOf: [{ properties: { pdf: {} } }, { allOf: [{ properties: { raw: {} } }] }] };

describe('SR-6 the form of content by the document of a service', () => {
  it('is read through references and alternatives; where both are taken it is the flat one', () => {
    expect(contentFormOf(document(wrapped))).toBe('wrapped');
    expect(contentFormOf(document({ $ref: '#/components/schemas/C' }, { C: { oneOf: [wrapped] } }))).toBe(
      'wrapped',
    );
    expect(contentFormOf(document(flat))).toBe('flat');
    expect(contentFormOf(document({ anyOf: [wrapped, flat] }))).toBe('flat');
  });

  it('is unknown where the document is none, says nothing of it, or turns in circles', async () => {
    const circle = document({ $ref: '#/components/schemas/C' }, { C: { $ref: '#/components/schemas/C' } });
    for (const value of [null, 7, 'x', [], {}, { paths: 7 }, document({}), document(null), circle])
      expect(contentFormOf(value)).toBeUndefined();
    for (const answer of [json({ message: 'Cannot GET' }, 404), new Response('<html>'), json(null)])
      expect(await documentedContentForm(clientOf(fakeFetch(() => answer).fetch))).toBeUndefined();
  });

  it('is read once, also for many creates at a time', async () => {
    const { fetch, seen } = fakeFetch(() => json(document(wrapped)));
    const client = clientOf(fetch);
    const forms = Array.from({ length: 5 }, async () => documentedContentForm(client));
    expect(new Set(await Promise.all(forms))).toEqual(new Set(['wrapped']));
    expect(seen.map(({ url }) => url.pathname)).toEqual(['/rest/v1/openapi.json']);
  });
});
