import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from '../../settings/object-store.ts';
import { accessStore } from '../unavailable.ts';
import { protectionOf, statusOf } from './s3-client.ts';

/** What is known of bytes before they come; digests in lower-case hexadecimal. */
export interface ExpectedBytes {
  readonly size: number;
  readonly md5: string;
  readonly sha256: string;
}

/** Where whoever has it puts these bytes and no others. */
export interface DirectAddress {
  readonly url: string;
  /** What the address is signed with, to be sent with the PUT. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Uploads into the store itself, whose bytes do not pass through the service (Rule UP-13). */
export interface DirectUploads {
  /**
   * @param seconds for which the store takes the bytes
   * @param lockMs how long they are locked, where the settings have a lock
   */
  sign(key: string, expected: ExpectedBytes, seconds: number, lockMs?: number): Promise<DirectAddress>;
  /** Whether the bytes are there, by what the store says of them without sending them. */
  has(key: string, expected: ExpectedBytes): Promise<boolean>;
}

/** What a PUT is signed with, beside the origin; the library's own headers are none of it. */
const signedName = /^(?:content-(?:length|md5)|x-amz-(?:checksum|object-lock|server-side-encryption).*)$/;

const base64Of = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');

/** Undefined where the settings have no such uploads. */
export async function openDirectUploads(
  client: S3Client,
  settings: S3Settings,
): Promise<DirectUploads | undefined> {
  const { bucket, direct } = settings;
  if (!direct) return undefined;
  const [{ HeadObjectCommand, PutObjectCommand }, { SignatureV4 }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@smithy/signature-v4'),
  ]);
  type Unsigned = Parameters<(typeof SignatureV4)['prototype']['presign']>[0];
  const { credentials, region, sha256: hash } = client.config;
  const signer = new SignatureV4({ credentials, region, sha256: hash, service: 's3', uriEscapePath: false });

  /** The request of a PUT as the library writes it, which is not sent. */
  async function writePut(
    key: string,
    { size, md5, sha256 }: ExpectedBytes,
    lockMs: number | undefined,
  ): Promise<Unsigned> {
    const put = new PutObjectCommand({
      Bucket: bucket,
      Key: key,
      ContentLength: size,
      ContentMD5: base64Of(md5),
      // A store that knows it remembers it, and tells it to HEAD.
      ChecksumSHA256: base64Of(sha256),
      ...protectionOf(settings, lockMs),
    });
    return new Promise((resolve, reject) => {
      put.middlewareStack.add(
        () => (args) => {
          resolve(args.request as Unsigned); // after the step `serialize` it is one
          return Promise.resolve({ response: undefined, output: { $metadata: {} } });
        },
        { step: 'build', priority: 'low' },
      );
      client.send(put).catch(reject);
    });
  }

  return {
    async sign(key, expected, seconds, lockMs) {
      const put = await writePut(key, expected, lockMs);
      const { protocol, hostname, port, host } = new URL(direct.origin);
      const signed = Object.entries(put.headers).filter(([name]) => signedName.test(name));
      // A store that holds the bytes against this digest, as the signature's version 4 wants it, takes no others.
      const headers = Object.fromEntries([...signed, ['x-amz-content-sha256', expected.sha256]]);
      const { query = {} } = await signer.presign(
        {
          ...{ method: 'PUT', protocol, hostname, path: put.path, query: {} },
          ...(port && { port: Number(port) }),
          headers: { ...headers, host },
        },
        // Stores read these from headers only.
        { expiresIn: seconds, unhoistableHeaders: new Set(Object.keys(headers)) },
      );
      const text = new URLSearchParams(query as Record<string, string>); // every value of a signature is one text
      const { 'content-length': _sentByItself, ...sent } = headers;
      return { url: `${direct.origin}${put.path}?${text.toString()}`, headers: sent };
    },
    has: (key, { size, md5, sha256 }) =>
      accessStore('documents', async () => {
        const head = new HeadObjectCommand({ Bucket: bucket, Key: key, ChecksumMode: 'ENABLED' });
        const found = await client.send(head).catch((error: unknown) => {
          // 403 where whoever asks may not list: the store does not say whether there is such an object.
          if ([403, 404].includes(statusOf(error) ?? 0)) return undefined;
          throw error;
        });
        if (found?.ContentLength !== size) return false;
        const { ETag, ChecksumSHA256, ServerSideEncryption } = found;
        if (ChecksumSHA256 !== undefined && ChecksumSHA256 !== base64Of(sha256)) return false;
        // Under a key of a key service the ETag is no digest (Amazon S3 API Reference, Object).
        return ServerSideEncryption?.startsWith('aws:kms') === true || ETag === `"${md5}"`;
      }),
  };
}
