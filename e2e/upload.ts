import { createHash } from 'node:crypto';
import { expect } from '@playwright/test';
import { call } from './staff.ts';

/** Uploads a file by the interface, as the composer does. @returns the key that a request names it by */
export async function uploadFile(
  origin: string,
  apiKey: string,
  name: string,
  bytes: Uint8Array,
): Promise<string> {
  const md5 = createHash('md5').update(bytes).digest();
  const path = `/sign-file-url?filePath=${encodeURIComponent(name)}&md5Checksum=${md5.toString('hex')}`;
  const { status, body } = await call<{ url: string; key: string }>(origin, apiKey, 'GET', path);
  expect(status, `GET ${path}`).toBe(200);
  const put = await fetch(new URL(body.url, origin), {
    method: 'PUT',
    headers: { 'content-md5': md5.toString('base64') },
    body: new Uint8Array(bytes),
  });
  expect(put.status, `the upload of ${name}`).toBe(200);
  return body.key;
}
