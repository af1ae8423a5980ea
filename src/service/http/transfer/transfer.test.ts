import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { transferred } from './transfer.ts';

const rows = { results: Array.from({ length: 100 }, (_, n) => ({ id: `row ${n}` })) };
const answerOf = (value: unknown, status = 200) => Response.json(value, { status });
const request = (headers: Record<string, string> = {}, method = 'GET') =>
  new Request('http://127.0.0.1/rest/v1/witnesses', { method, headers });

describe('an answer over the wire', () => {
  it('WI-19 is compressed for who takes it, and says the same', async () => {
    const plain = await transferred(request(), answerOf(rows));
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.json()).toEqual(rows);
    const packed = await transferred(request({ 'accept-encoding': 'br, gzip' }), answerOf(rows));
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.headers.get('vary')).toBe('accept-encoding');
    const bytes = Buffer.from(await packed.arrayBuffer());
    expect(bytes.byteLength).toBeLessThan(1000);
    expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(rows);
    const refusing = await transferred(request({ 'accept-encoding': 'gzip;q=0' }), answerOf(rows));
    expect(refusing.headers.get('content-encoding')).toBeNull();
  });

  it('WI-19 is not sent again to who has it, whatever its coding', async () => {
    const { headers } = await transferred(request({ 'accept-encoding': 'gzip' }), answerOf(rows));
    const etag = headers.get('etag')!;
    for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`]) {
      const same = await transferred(request({ 'if-none-match': known }), answerOf(rows));
      expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', etag]);
    }
  });

  it('WI-19 is sent whole where one byte of it changed', async () => {
    const first = await transferred(request(), answerOf(rows));
    const changed = { results: [...rows.results.slice(1), { id: 'row x' }] };
    const second = await transferred(
      request({ 'if-none-match': first.headers.get('etag')! }),
      answerOf(changed),
    );
    expect(second.status).toBe(200);
    expect(await second.json()).toEqual(changed);
  });

  it('WI-19 refusals and answers to writes have no validator', async () => {
    for (const answer of [
      await transferred(request(), answerOf({ errors: [] }, 404)),
      await transferred(request({ 'if-none-match': '*' }, 'POST'), answerOf(rows)),
    ]) {
      expect(answer.headers.get('etag')).toBeNull();
      expect(answer.status).not.toBe(304);
    }
  });

  it('WI-19 bytes that are not JSON go as they are', async () => {
    const bytes = new Response(new Uint8Array(5000), { headers: { 'content-type': 'application/pdf' } });
    expect(await transferred(request({ 'accept-encoding': 'gzip' }), bytes)).toBe(bytes);
  });
});
