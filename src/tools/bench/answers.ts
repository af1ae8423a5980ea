/**
 * Reads a page of 100 witnesses by the contract, as the client does with every answer, and prints what it costs beside
 * `JSON.parse` of the same page. Exits 1 when the median is above 3 ms.
 */
import { readAnswer } from '#client/answers/read-answer.ts';

const witnessCount = 100;
const runs = 200;
const limitMs = 3;

const at = '2026-11-18T23:41:07.000Z';
const dates = { createdAt: at, updatedAt: at };
const hash = 'b'.repeat(64);
const address = `0x${'c'.repeat(40)}`;

/** A witness with every strategy, and with nested resources as complete as they arrive in a list. */
function witness(n: number): object {
  const id = n.toString(16).padStart(24, '0');
  return {
    id,
    hash,
    algorithm: 'SHA256',
    claiming: { id, authorizer: address, signature: `0x${'ab'.repeat(65)}`, network: 421_614, ...dates },
    claimed: true,
    nom151: { provider: 'TESTIGO-SANDBOX', ...dates },
    merkleized: {
      txHash: `0x${hash}`,
      network: 421_614,
      merkleProof: Array.from({ length: 12 }, () => hash),
      merkleRoot: hash,
      algorithm: 'SHA256',
      ...dates,
    },
    witnessExternal: {
      timestamp: at,
      leafIndex: n,
      leftHashes: Array.from({ length: 10 }, () => hash),
      rightHashes: Array.from({ length: 10 }, () => hash),
      targetRootHash: hash,
      ...dates,
    },
    timestampedAt: at,
    ...dates,
    organization: {
      id,
      name: 'Grupo',
      quota: { id, API: true, groupedNOM151: 4, nom151: 4 },
      policies: { signatureRequest: { conservation: 'NOM151' } },
      ...dates,
    },
    initialOwner: { id, commonName: 'Ana', serialNumber: 'x', RFC: 'y', EVMAddress: address, ...dates },
    signatureRequest: {
      id,
      draft: false,
      finalized: true,
      name: 'Contrato',
      signed: 2,
      pending: 0,
      ...dates,
    },
    endorsable: { id: String(n), ownerId: address, timestamp: 1_763_000_000, network: 421_614 },
  };
}

function medianMs(run: () => unknown): number {
  const times = Array.from({ length: runs }, () => {
    const started = performance.now();
    run();
    return performance.now() - started;
  });
  return times.sort((a, b) => a - b)[runs / 2] ?? Number.NaN;
}

const page = JSON.stringify({
  id: 'page',
  info: { id: 'info', count: witnessCount, pages: 1, next: null, prev: null },
  results: Array.from({ length: witnessCount }, (_, n) => witness(n)),
});
const answer: unknown = JSON.parse(page);
const { issues } = readAnswer('listWitnesses', answer);
if (issues.length > 0) throw new Error(`The page is not as the contract says: ${JSON.stringify(issues)}`);

const parse = medianMs(() => JSON.parse(page) as unknown);
const read = medianMs(() => readAnswer('listWitnesses', answer));
console.log(`page        ${witnessCount} witnesses, ${(page.length / 1000).toFixed(0)} kB`);
console.log(`JSON.parse  ${parse.toFixed(2)} ms`);
console.log(
  `readAnswer  ${read.toFixed(2)} ms, ${(read / parse).toFixed(1)} of JSON.parse (limit ${limitMs} ms)`,
);
process.exitCode = read > limitMs ? 1 : 0;
