/** A case whose time-stamp and whose signer have different roots, with their names as real authorities have them. */
import { buildCase } from '#proofs/case-file/build-case.ts';
import { toBase64 } from '#proofs/encoding/bytes.ts';
import { anchor, authorityExtensions, issue, testKey, usage } from '#proofs/pki/testing/authority.ts';
import { stampSigner, stampToken } from '#proofs/pki/testing/time-stamper.ts';
import * as material from '#proofs/testing/case-material.ts';
import { unhex } from '#proofs/testing/trees.ts';
import type { Given } from '../drop/read-drop.ts';

/** Object identifier of a policy of time-stamps that no profile knows. */
export const stampPolicy = '1.3.6.1.4.1.99999.1';

export const stampRoot = issue({
  subject: 'CN=Autoridad de sellos, O=Sellos de México SC, OU=Unidad 7, C=MX, serialNumber=SEL-001',
  extensions: authorityExtensions(),
});
export const signerRoot = issue({
  subject: 'CN=Autoridad de firmas, O=Firmas del Norte SA, OU=Unidad 8, C=MX, serialNumber=FIR-002',
  extensions: authorityExtensions(),
});
const stamper = stampSigner(stampRoot);
const signer = issue({
  subject: 'CN=Elena Robles',
  issuer: signerRoot,
  key: testKey('Elena Robles', 'RSA'),
  extensions: [usage(0, 1)],
});

/** The root of the signer stands before that of the time-stamp. */
const { text } = buildCase({
  title: 'Dos raíces',
  evidence: {
    witness: {
      hash: material.documentHash,
      nom151: {
        token: toBase64(
          stampToken({
            digest: unhex(material.documentHash),
            signer: stamper,
            certificates: [stamper.der, stampRoot.der],
            policy: stampPolicy,
            genTime: material.provenAt,
          }),
        ),
      },
    },
    certificate: material.pem(signer),
    certificates: [material.pem(signerRoot)],
  },
  context: { ...material.context, anchors: [anchor(signerRoot), anchor(stampRoot)] },
});

const name = 'Dos raíces.testigo.json';
export const twoRootsCase: Given = { name, file: new File([text], name) };
