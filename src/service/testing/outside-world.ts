import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueCertificate } from '../authorities/certificates/certificate-authority.ts';
import { pemOf } from '../authorities/certificates/certificate.ts';
import type { SubjectName } from '../authorities/asn1/distinguished-name.ts';
import { generateKeyPairs } from '../authorities/keys.ts';
import type { KeyPair } from '../authorities/keys.ts';
import { createAuthorities, openAuthorities } from '../authorities/sandbox/sandbox-authorities.ts';
import type { Authorities, AuthoritiesBundle } from '../authorities/sandbox/sandbox-authorities.ts';
import { signDocument } from '../authorities/signer.ts';

/** A person with a key and a certificate that no service has seen. */
export interface OutsideSigner {
  readonly name: SubjectName;
  readonly keys: KeyPair;
  /** Lower-case hexadecimal of the certificate's number. */
  readonly serial: string;
  readonly pem: string;
  /** File with the PEM. */
  readonly file: string;
  /** RSASSA-PKCS1-v1_5 SHA-256, bare hexadecimal. */
  sign(document: Uint8Array): string;
}

/** Certification authorities that are nobody's sandbox, with their certificates in folders as an operator has them. */
export interface OutsideWorld {
  readonly authorities: Authorities;
  readonly bundle: AuthoritiesBundle;
  readonly folder: string;
  /** Folder of the issuing authority's certificate. */
  readonly issuers: string;
  /** Folder of the root of the time-stamp authority. */
  readonly stampAnchors: string;
  signer(
    about?: Partial<SubjectName> & { readonly expired?: boolean; readonly ownKey?: boolean },
  ): Promise<OutsideSigner>;
  close(): Promise<void>;
}

const day = 86_400_000;

/** Keys take longer to make than most tests to run, so the signers of a worker share one where they may. */
let sharedKeys: Promise<KeyPair> | undefined;

async function makeKeys(): Promise<KeyPair> {
  const [keys] = await generateKeyPairs(1);
  if (!keys) throw new TypeError('openOutsideWorld: no key was made');
  return keys;
}

export async function openOutsideWorld(now: Date): Promise<OutsideWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'testigo-outside-'));
  const bundle = await createAuthorities(now, []);
  const authorities = openAuthorities(bundle);
  const [issuers, stampAnchors] = [
    await mkdtemp(join(folder, 'issuers-')),
    await mkdtemp(join(folder, 'tsa-')),
  ];
  await writeFile(join(issuers, 'issuing.pem'), pemOf(authorities.issuing.certificate));
  await writeFile(join(stampAnchors, 'root.cer'), authorities.stampingRoot.certificate);
  let signers = 0;
  return {
    authorities,
    bundle,
    folder,
    issuers,
    stampAnchors,
    async signer({ expired = false, ownKey = false, ...about } = {}) {
      signers += 1;
      const keys = await (ownKey ? makeKeys() : (sharedKeys ??= makeKeys()));
      const name: SubjectName = {
        commonName: `Rosa Ek Uicab ${signers}`,
        country: 'MX',
        emailAddress: `rosa${signers}@correo.example`,
        RFC: `EIUR800101${String(signers).padStart(2, '0')}1`,
        CURP: `EIUR800101MYNKCS0${signers % 10}`,
        ...about,
      };
      const serial = `7000${String(signers).padStart(16, '0')}`;
      const certificate = issueCertificate(authorities.issuing, {
        subject: name,
        serial,
        notBefore: new Date(now.getTime() - 30 * day),
        notAfter: new Date(now.getTime() + (expired ? -1 : 700) * day),
        publicKey: keys.publicKey,
      });
      const file = join(folder, `signer-${signers}.pem`);
      await writeFile(file, pemOf(certificate));
      return {
        name,
        keys,
        serial: Buffer.from(serial, 'latin1').toString('hex'),
        pem: pemOf(certificate),
        file,
        sign: (document) => signDocument(document, keys.privateKey),
      };
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
