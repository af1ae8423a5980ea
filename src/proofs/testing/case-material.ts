/**
 * A whole case that holds, of the tests' own making: a document, its witness conserved three ways, two signatures
 * with their certificates, OCSP responses and witnesses, a claim and a token. Every part can be bent.
 */
import { sign } from 'node:crypto';
import { transactionQuestions, blockQuestion } from '../chain/anchor-transaction.ts';
import { rootInfoQuestions } from '../chain/anchor-root-info.ts';
import { toBase64 } from '../encoding/bytes.ts';
import { claimDigest } from '../token/claim.ts';
import { claimQuestions } from '../token/claim-questions.ts';
import type { Context, Evidence } from '../evidence/evidence.ts';
import type { InviteFacts, WitnessFacts } from '../evidence/facts.ts';
import { readInstant } from '../encoding/instant.ts';
import { anchor, authorityExtensions, issue, testKey, usage, type Issued } from '../pki/testing/authority.ts';
import { ocspResponse } from '../pki/testing/ocsp-responder.ts';
import { stampSigner, stampToken } from '../pki/testing/time-stamper.ts';
import { standard } from '../policy/policy.ts';
import type { RpcExchange } from '../chain/rpc.ts';
import { logQuestions } from '../token/token-logs.ts';
import {
  addressOfKey,
  ask,
  authorizerKey,
  endorser,
  network,
  rangeContract,
  signDigest,
  txHash,
  world,
} from './chain.ts';
import { hex, leafAt, mountainRange, nodeSha256, sortedTree, unhex } from './trees.ts';

export const document = new TextEncoder().encode('Contrato de compraventa entre las partes.\n');
export const documentHash = hex(nodeSha256(document));

/** Blocks of the chain are of this second, which is when everything is proven. */
const provenSeconds = 1_790_000_000;
export const provenAt = new Date(provenSeconds * 1000).toISOString().replace('.000Z', 'Z');
export const now = readInstant('2026-11-20T15:00:00Z', 'now');

export const root = issue({ subject: 'CN=Raíz', extensions: authorityExtensions() });
export const authority = issue({ subject: 'CN=Autoridad', issuer: root, extensions: authorityExtensions() });
export const stamper = stampSigner(authority);

const signers = new Map<string, Issued>();

/** One certificate for each name. */
export function signer(name: string): Issued {
  const issued =
    signers.get(name) ??
    issue({
      subject: `CN=${name}, serialNumber=CURP${name.length}, x500=RFC${name.length}`,
      issuer: authority,
      key: testKey(name, 'RSA'),
      extensions: [usage(0, 1)],
    });
  signers.set(name, issued);
  return issued;
}

export const pem = (issued: Issued): string =>
  `-----BEGIN CERTIFICATE-----\n${toBase64(issued.der)}\n-----END CERTIFICATE-----`;

/** Object identifier of a policy of time-stamps that no profile knows. */
export const stampPolicy = '1.3.6.1.4.1.99999.1';

/** The time-stamp token of a digest, in base64, with the certificates that lead from its signer to the root. */
export function stampOver(digest: string, by = stamper, root = authority): string {
  return toBase64(
    stampToken({
      digest: unhex(digest),
      signer: by,
      certificates: [by.der, root.der],
      policy: stampPolicy,
      genTime: provenAt,
    }),
  );
}

/** Root of the tree that a hash stands in, and the range of the third party that ends with it. */
function treeOf(hash: string) {
  return sortedTree([hash, ...[1, 2, 3, 4].map((i) => hex(leafAt(i)))], 'ascii');
}
function rangeOf(hash: string) {
  return mountainRange(
    [...Array(12).keys()].map((i) => (i === 5 ? unhex(hash) : leafAt(i))).concat(leafAt(12)),
  );
}

/** A witness conserved by all three strategies. */
function witnessOf(hash: string, change: Partial<WitnessFacts> = {}): WitnessFacts {
  const [tree, range] = [treeOf(hash), rangeOf(hash)];
  return {
    hash,
    algorithm: 'SHA256',
    createdAt: provenAt,
    timestampedAt: provenAt,
    nom151: { createdAt: provenAt, provider: 'TESTIGO-SANDBOX', token: stampOver(hash) },
    merkleized: {
      createdAt: provenAt,
      merkleProof: tree.proof(0),
      merkleRoot: tree.root,
      txHash,
      network,
      token: stampOver(tree.root),
    },
    external: { timestamp: provenAt, leafIndex: 5n, targetRootHash: range.root, ...range.proof(5) },
    ...change,
  };
}

/** What the reader's node says about a witness: one world per root. */
export function answersFor(witness: WitnessFacts, rpc = 'a.example'): RpcExchange[] {
  const { merkleized, external } = witness;
  const exchanges: RpcExchange[] = [];
  if (merkleized?.merkleRoot !== undefined && merkleized.txHash !== undefined) {
    const state = world(merkleized.merkleRoot, { blockTime: provenSeconds });
    const answers = ask(
      rpc,
      transactionQuestions({ network, txHash: merkleized.txHash, root: merkleized.merkleRoot }),
      state,
    );
    const receipt = answers.find(({ method }) => method === 'eth_getTransactionReceipt')?.result;
    exchanges.push(
      ...answers,
      ...ask(
        rpc,
        [blockQuestion(network, receipt)].filter((one) => one !== undefined),
        state,
      ),
    );
  }
  if (external?.targetRootHash !== undefined) {
    const state = world(external.targetRootHash, { info: { size: 13, seconds: provenSeconds } });
    exchanges.push(
      ...ask(
        rpc,
        rootInfoQuestions({ network, contract: rangeContract, root: external.targetRootHash }),
        state,
      ),
    );
  }
  return exchanges;
}

export function inviteOf(name: string, change: Partial<InviteFacts> = {}): InviteFacts {
  const issued = signer(name);
  const signature = hex(new Uint8Array(sign('sha256', document, issued.key.privateKey)));
  const response = ocspResponse({
    singles: [{ certificate: issued.certificate, issuer: authority, thisUpdate: provenAt }],
    signer: authority,
    producedAt: provenAt,
  });
  return {
    id: name,
    status: 'WITNESSED',
    signedAt: provenAt,
    signature,
    certificate: {
      pem: pem(issued),
      hash: issued.certificate.fingerprint,
      revoked: false,
      issuerPem: pem(authority),
    },
    ocspResponse: hex(response),
    subject: { commonName: name },
    // Only a time-stamp: the chain of the tests knows the roots of the document's witness.
    witness: {
      hash: hex(nodeSha256(unhex(signature))),
      createdAt: provenAt,
      timestampedAt: provenAt,
      nom151: { createdAt: provenAt, token: stampOver(hex(nodeSha256(unhex(signature)))) },
    },
    ...change,
  };
}

const owner = '0x' + '44'.repeat(20);
const zero = '0x' + '0'.repeat(40);
const tokenId = BigInt('0x' + documentHash);

export const claiming = {
  authorizer: addressOfKey(authorizerKey),
  claimer: owner,
  network,
  signature: signDigest(claimDigest(endorser, documentHash, owner), authorizerKey),
};

export const documentWitness = witnessOf(documentHash, {
  claiming,
  claimed: true,
  initialOwner: owner,
  endorsable: { id: tokenId, ownerId: owner, network, timestamp: provenSeconds },
});

const eventBlock = '0x' + hex(leafAt(70));
const topic = (address: string): string => '0x' + address.slice(2).padStart(64, '0');

/** What a node tells about the token: its one Transfer, in block 90. */
export const logAnswers: RpcExchange[] = [
  ...logQuestions(endorser, tokenId).map((question) => ({
    ...question,
    result: [
      {
        address: endorser.address,
        topics: [
          '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
          topic(zero),
          topic(owner),
          '0x' + documentHash,
        ],
        blockHash: eventBlock,
        blockNumber: '0x5a',
        logIndex: '0x1',
      },
    ],
  })),
  {
    network,
    method: 'eth_getBlockByNumber',
    params: ['0x5a', false],
    result: { number: '0x5a', hash: eventBlock, timestamp: '0x' + provenSeconds.toString(16) },
  },
]
  .filter(({ method, params }) => method === 'eth_getLogs' || params[0] === '0x5a')
  .map((one) => ({ ...one, rpc: 'a.example', at: '2026-11-20T15:00:00Z' }));

export const evidence: Evidence = {
  documentDigest: documentHash,
  witness: documentWitness,
  invites: [inviteOf('Ana'), inviteOf('Berta')],
  events: {
    items: [
      {
        id: `0x${hex(leafAt(70))}-0x1`,
        timestamp: provenSeconds,
        from: zero,
        to: owner,
        digest: tokenId,
        network,
      },
    ],
    complete: true,
  },
};

export const context: Context = {
  policy: standard,
  now,
  anchors: [anchor(root)],
  trustVersion: 'tests/1',
  endorsers: [endorser],
  range: { network, address: rangeContract },
  exchanges: [
    ...answersFor(documentWitness),
    ...logAnswers,
    ...ask('a.example', claimQuestions(claiming, endorser), world(documentHash)),
  ],
  build: 'tests/1',
};

/** The evidence with its witness changed. */
export function withWitness(change: Partial<WitnessFacts>): Evidence {
  return { ...evidence, witness: { ...documentWitness, ...change } };
}

/** What the first signer would have sent over another text: a signature that holds, and its witness. */
export function signedOver(text: string): Partial<InviteFacts> {
  const bytes = new TextEncoder().encode(text);
  const signature = hex(new Uint8Array(sign('sha256', bytes, signer('Ana').key.privateKey)));
  const hash = hex(nodeSha256(unhex(signature)));
  return {
    signature,
    documentHash: hex(nodeSha256(bytes)),
    witness: { hash, nom151: { createdAt: provenAt, token: stampOver(hash) } },
  };
}

/** The evidence with its first invite changed. */
export function withInvite(change: Partial<InviteFacts>): Evidence {
  const [first, ...others] = evidence.invites ?? [];
  return { ...evidence, invites: [{ ...first, ...change }, ...others] };
}
