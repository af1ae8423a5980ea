/**
 * Signatures, OCSP responses and time-stamps as shell lines for OpenSSL. What comes from evidence is written into a line
 * as hex or base64 made here from its bytes, never as the text in which it came.
 */
import { readHex, toBase64, toHex } from '#proofs/encoding/bytes.ts';
import { derInput } from '#proofs/pki/der/der-input.ts';
import { readOcspInput } from '#proofs/pki/ocsp/ocsp-response.ts';
import { hashOf } from '#proofs/pki/certificate/signature.ts';
import { made, quotedHex, type ShellBlock, type ShellLine } from './shell-lines.ts';

/** DER, PEM, base64 or hex, as evidence carries it. */
export type Given = string | Uint8Array;

const folder: ShellLine = { command: 'cd "$(mktemp -d)"', about: 'folder' };

/**
 * Did the key of this certificate sign this SHA-256 digest?
 * @param signature hex
 * @param digest 64 hex digits
 */
export function signatureLines(input: {
  readonly certificate: Given;
  readonly signature: string;
  readonly digest: string;
}): ShellBlock | undefined {
  return made(() => ({
    id: 'signature',
    needs: ['openssl', 'xxd'],
    lines: [
      folder,
      certificateFile(input.certificate, 'certificate'),
      { command: 'openssl x509 -in certificate.pem -noout -pubkey > key.pem', about: 'key' },
      {
        command: `printf '%s' ${quotedHex(hexOf(input.signature))} | xxd -r -p > signature.bin`,
        about: 'file',
      },
      { command: `printf '%s' ${quotedHex(hexOf(input.digest))} | xxd -r -p > digest.bin`, about: 'digest' },
      {
        command:
          'openssl pkeyutl -verify -pubin -inkey key.pem -pkeyopt digest:sha256 -sigfile signature.bin -in digest.bin',
        expected: 'Signature Verified Successfully',
        about: 'verify-signature',
      },
    ],
  }));
}

/**
 * Is the response of the issuer's own authority, and what does it say of the certificate? The path from the issuer to
 * an anchor is another question.
 * @param at moment of the verification, in milliseconds since 1970; by default OpenSSL takes its own clock
 */
export function ocspLines(input: {
  readonly response: Given;
  readonly certificate: Given;
  readonly issuer: Given;
  readonly at?: number | undefined;
}): ShellBlock | undefined {
  return made(() => {
    const [only, ...others] = readOcspInput(input.response).basic?.responses ?? [];
    // The name of the certificate in a response is a hash, and OpenSSL takes SHA-1 unless another is named before it.
    const name = only === undefined ? undefined : hashOf(only.id.hash);
    const by = name === undefined ? '' : ` -${name.replace('-', '').toLowerCase()}`;
    const says =
      only !== undefined && others.length === 0 ? { expected: `certificate.pem: ${only.status}` } : {};
    return {
      id: 'ocsp',
      needs: ['openssl'],
      lines: [
        folder,
        certificateFile(input.certificate, 'certificate'),
        certificateFile(input.issuer, 'issuer'),
        derFile(input.response, 'response.der'),
        {
          command:
            `openssl ocsp -respin response.der${by} -issuer issuer.pem -cert certificate.pem` +
            ` -CAfile issuer.pem -partial_chain${momentOption(input.at)} 2>&1`,
          about: 'verify-ocsp',
          ...says,
        },
        { command: 'openssl ocsp -respin response.der -resp_text -noverify', about: 'show-ocsp' },
      ],
    };
  });
}

/**
 * Does the time-stamp cover this digest, by a signer that leads to one of these anchors?
 * @param digest hex, by the hash that the time-stamp names
 * @param anchors those that the reader pinned
 * @param others issuers between the signer and an anchor, where the token does not carry them
 */
export function stampLines(input: {
  readonly token: Given;
  readonly digest: string;
  readonly anchors: readonly Given[];
  readonly others?: readonly Given[] | undefined;
  readonly at?: number | undefined;
}): ShellBlock | undefined {
  return made(() => {
    const form = isBareToken(derInput(input.token, 'time-stamp')) ? ' -token_in' : '';
    const others = (input.others ?? []).map((one) => appended(one, 'others.pem'));
    return {
      id: 'stamp',
      needs: ['openssl'],
      lines: [
        folder,
        derFile(input.token, 'stamp.der'),
        ...input.anchors.map((one) => appended(one, 'anchors.pem')),
        ...others,
        {
          command:
            `openssl ts -verify -digest ${hexOf(input.digest)} -in stamp.der${form} -CAfile anchors.pem` +
            `${others.length > 0 ? ' -untrusted others.pem' : ''}${momentOption(input.at)} 2>&1`,
          expected: 'Verification: OK',
          about: 'verify-stamp',
        },
        { command: `openssl ts -reply -in stamp.der${form} -text`, about: 'show-stamp' },
      ],
    };
  });
}

function certificateFile(given: Given, name: 'certificate' | 'issuer'): ShellLine {
  return { command: `${decoded(given, name)} | openssl x509 -inform DER -out ${name}.pem`, about: 'file' };
}

function appended(given: Given, file: 'anchors.pem' | 'others.pem'): ShellLine {
  return { command: `${decoded(given, 'certificate')} | openssl x509 -inform DER >> ${file}`, about: 'file' };
}

function derFile(given: Given, file: 'response.der' | 'stamp.der'): ShellLine {
  return { command: `${decoded(given, file)} > ${file}`, about: 'file' };
}

/** Read and written again, so that it is lower-case hex and nothing else. */
function hexOf(text: string): string {
  return toHex(readHex(text, 'value'));
}

/** Base64 is A to Z, a to z, digits, `+`, `/` and `=`: nothing that ends a quote. */
function decoded(given: Given, subject: string): string {
  return `printf '%s' '${toBase64(derInput(given, subject))}' | base64 -d`;
}

function momentOption(at: number | undefined): string {
  return at === undefined || !Number.isFinite(at) ? '' : ` -attime ${Math.floor(at / 1000)}`;
}

/** A token is a ContentInfo, which begins with an OID; a response begins with its status, a SEQUENCE (RFC 3161 §2.4.2). */
function isBareToken(der: Uint8Array): boolean {
  const length = der[1] ?? 0;
  return der[length < 0x80 ? 2 : 2 + (length & 0x7f)] === 0x06;
}
