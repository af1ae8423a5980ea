import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keccak_256 as keccak } from '@noble/hashes/sha3.js';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Check } from '#proofs/check.ts';
import { checkExternalRoot } from '#proofs/merkle/check-external.ts';
import { standard } from '#proofs/policy/policy.ts';
import { checkMerkleizedRoot } from '#proofs/merkle/check-merkleized.ts';
import type { RecipeId } from '#proofs/merkle/recipes.ts';
import {
  authority,
  documentHash,
  inviteOf,
  pem,
  provenAt,
  root,
  signer,
  stampOver,
} from '#proofs/testing/case-material.ts';
import { hex, leafAt, logTree, mountainRange, sortedTree } from '#proofs/testing/trees.ts';
import { readLadder } from '../ladder/ladder.ts';
import { ocspLines, signatureLines, stampLines } from './shell-evidence.ts';
import { pathLines, stepLine, type ShellBlock } from './shell-lines.ts';
import { shellText } from './shell-code.tsx';
import { runBash, works } from '../testing/bash.ts';

const hashes = [...Array(11).keys()].map((i) => hex(leafAt(i)));

/** Every value that the steps of a check say came out of a hash, in order, straight from the steps. */
function computedBy(check: Check): string[] {
  return (check.steps ?? []).flatMap(({ kind, values }) => {
    if (kind === 'leaf')
      return values.hash !== undefined && values.hash !== values.leaf ? [values.leaf ?? ''] : [];
    return [values.parent ?? values.result ?? []].flat();
  });
}

/** The hash on each line that was printed. */
const printed = (output: string): string[] =>
  output.split('\n').flatMap((line) => /[0-9a-f]{64}/.exec(line)?.[0] ?? []);

function sorted(recipe: RecipeId, kind: 'ascii' | 'bytes' | 'keccak'): Check {
  const tree = sortedTree(hashes, kind);
  return checkMerkleizedRoot(
    standard,
    { hash: hashes[6]!, merkleProof: tree.proof(6), merkleRoot: tree.root },
    recipe,
  );
}

function rfc6962(): Check {
  const leaves = hashes.map((_, i) => leafAt(i));
  const { root: top, path } = logTree(leaves);
  return checkMerkleizedRoot(
    standard,
    {
      hash: hashes[6]!,
      merkleProof: path(6).map(hex),
      merkleRoot: hex(top),
      leafIndex: 6n,
      treeSize: BigInt(leaves.length),
    },
    'rfc6962/1',
  );
}

function range(): Check {
  const tree = mountainRange(hashes.map((_, i) => leafAt(i)));
  return checkExternalRoot(standard, {
    hash: hashes[6]!,
    leafIndex: 6n,
    targetRootHash: tree.root,
    ...tree.proof(6),
  });
}

const commandsOf = (block: ShellBlock | undefined): string[] =>
  (block?.lines ?? []).map(({ command }) => command);

async function reproduces(check: Check, environment?: NodeJS.ProcessEnv): Promise<void> {
  expect(check.status).toBe('PASSED');
  const block = pathLines(check);
  const { output } = await runBash(commandsOf(block), environment);
  const values = computedBy(check);
  expect(values.length).toBeGreaterThan(1);
  expect(printed(output)).toEqual(values);
  expect(block?.lines.map(({ expected }) => expected)).toEqual(values);
  expect(values.at(-1)).toBe(check.expected);
}

const knowsKeccak = works(`printf '' | openssl dgst -keccak-256`);
const hasOpenssl = works('openssl version');
const say = (what: string): void => {
  process.stderr.write(`shell lines: ${what}\n`);
};

/** In place of an OpenSSL of 3.2: the same options, computed by another library, so that the rest of a line is run. */
const folder = mkdtempSync(join(tmpdir(), 'shell-lines-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const standIn = join(folder, 'openssl');
const library = join(import.meta.dirname, '../../../../node_modules/@noble/hashes/sha3.js');
writeFileSync(
  standIn,
  `#!${process.execPath}
const chunks = [];
process.stdin.on('data', (chunk) => chunks.push(chunk)).on('end', async () => {
  const { keccak_256 } = await import(${JSON.stringify(library)});
  if (process.argv[2] !== 'dgst' || process.argv[3] !== '-keccak-256') process.exit(1);
  const made = Buffer.from(keccak_256(Buffer.concat(chunks)));
  process.stdout.write(process.argv[4] === '-binary' ? made : 'KECCAK-256(stdin)= ' + made.toString('hex') + '\\n');
});
`,
);
chmodSync(standIn, 0o755);
const withStandIn = { ...process.env, PATH: `${folder}:${process.env.PATH ?? ''}` };

describe('the lines of a path print what its steps say', () => {
  it('ascii-hex-sorted/1, by sha256sum', async () => {
    await reproduces(sorted('ascii-hex-sorted/1', 'ascii'));
  });

  it('bytes-sorted/1, by xxd and sha256sum', async () => {
    await reproduces(sorted('bytes-sorted/1', 'bytes'));
  });

  it('rfc6962/1, by xxd and sha256sum', async () => {
    await reproduces(rfc6962());
  });

  // The same lines run either way, by OpenSSL itself where it is new enough.
  if (knowsKeccak)
    it('openzeppelin-keccak/1 and the range, by OpenSSL 3.2', async () => {
      await reproduces(simpleKeccak());
      await reproduces(standardKeccak());
      await reproduces(range());
    });
  else say('the OpenSSL here computes no Keccak-256 (it does from 3.2 on): a stand-in is run instead');

  it('openzeppelin-keccak/1 with its leaf as given, and the range, with a stand-in for OpenSSL 3.2', async () => {
    const simple = simpleKeccak();
    await reproduces(simple, withStandIn);
    await reproduces(range(), withStandIn);
    expect(pathLines(simple)?.needs).toContain('openssl-3.2');
  });

  it('openzeppelin-keccak/1 with its leaf hashed twice, with a stand-in for OpenSSL 3.2', async () => {
    const check = standardKeccak();
    await reproduces(check, withStandIn);
    expect(commandsOf(pathLines(check))[0]).toContain('-binary |');
  });

  it('each step has its own line, and a check without steps has none', () => {
    const check = sorted('ascii-hex-sorted/1', 'ascii');
    const ladder = readLadder(check)!;
    const block = pathLines(check)!;
    expect([...Array(ladder.last + 1).keys()].map((step) => stepLine(ladder, step))).toEqual(block.lines);
    const { steps: _, ...bare } = check;
    expect(pathLines(bare)).toBeUndefined();
  });

  it('also of a path that does not reach the declared root', async () => {
    const tree = sortedTree(hashes, 'ascii');
    const check = checkMerkleizedRoot(
      standard,
      { hash: hashes[6]!, merkleProof: tree.proof(5), merkleRoot: tree.root },
      'ascii-hex-sorted/1',
    );
    expect(check.status).toBe('FAILED');
    const { output } = await runBash(commandsOf(pathLines(check)));
    expect(printed(output)).toEqual(computedBy(check));
    expect(printed(output).at(-1)).not.toBe(check.expected);
  });
});

/** `simple-v1`: leaves as given. */
function simpleKeccak(): Check {
  const tree = sortedTree(hashes, 'keccak');
  return checkMerkleizedRoot(
    standard,
    { hash: hashes[6]!, merkleProof: tree.proof(6), merkleRoot: tree.root },
    'openzeppelin-keccak/1',
  );
}

/** `standard-v1`: leaves hashed twice, by the library and not by the code under test. */
function standardKeccak(): Check {
  const siblings = [hashes[1]!, hashes[2]!];
  const leaf = hex(keccak(keccak(Buffer.from(hashes[0]!, 'hex'))));
  const top = siblings.reduce((node, sibling) => sortedTree([node, sibling], 'keccak').root, leaf);
  return checkMerkleizedRoot(
    standard,
    { hash: hashes[0]!, merkleProof: siblings, merkleRoot: top },
    'openzeppelin-keccak/1',
  );
}

describe('the lines of signatures, responses and time-stamps say what was checked here', () => {
  const invite = inviteOf('Ana');
  const at = Date.parse(provenAt);
  const issued = signer('Ana');
  if (!hasOpenssl) say('there is no OpenSSL here: signatures, OCSP and time-stamps are not run');

  it.skipIf(!hasOpenssl)('a signature is verified, and another digest is not', async () => {
    const given = { certificate: pem(issued), signature: invite.signature! };
    const good = signatureLines({ ...given, digest: documentHash });
    const run = await runBash(commandsOf(good));
    expect(run).toMatchObject({
      code: 0,
      output: expect.stringContaining(good?.lines.at(-1)?.expected ?? '-'),
    });
    const bad = await runBash(commandsOf(signatureLines({ ...given, digest: hashes[0]! })));
    expect(bad.code).not.toBe(0);
    expect(bad.output).not.toContain('Signature Verified Successfully');
  });

  it.skipIf(!hasOpenssl)(
    'an OCSP response is authentic and says good; with one byte changed it is not',
    async () => {
      const given = { certificate: pem(issued), issuer: pem(authority), at };
      const lines = ocspLines({ ...given, response: invite.ocspResponse! });
      const { output } = await runBash(commandsOf(lines));
      const expected = lines?.lines.find(({ about }) => about === 'verify-ocsp')?.expected;
      expect(expected).toBe('certificate.pem: good');
      expect(output).toContain('Response verify OK');
      expect(output).toContain(expected);
      const text = invite.ocspResponse!;
      const bent = text.slice(0, -2) + (text.endsWith('00') ? '01' : '00');
      const bad = await runBash(commandsOf(ocspLines({ ...given, response: bent })));
      expect(bad.output).not.toContain('Response verify OK');
    },
  );

  it.skipIf(!hasOpenssl)('a time-stamp covers its digest, and no other', async () => {
    const given = { token: stampOver(documentHash), anchors: [root.der], at };
    const good = stampLines({ ...given, digest: documentHash });
    const run = await runBash(commandsOf(good));
    expect(run.output).toContain('Verification: OK');
    expect(run.output).toContain('Time stamp:');
    const bad = await runBash(commandsOf(stampLines({ ...given, digest: hashes[0]! })));
    expect(bad.output).not.toContain('Verification: OK');
    const other = await runBash(
      commandsOf(stampLines({ ...given, anchors: [issued.der], digest: documentHash })),
    );
    expect(other.output).not.toContain('Verification: OK');
  });
});

describe('nothing from evidence can be run', () => {
  const hostile = fc.oneof(
    fc.string(),
    fc.constantFrom(
      "'; touch pwned; '",
      '$(id)',
      '`id`',
      '\n',
      "ab'",
      'ab\ncd',
      '-----BEGIN X-----',
      'M$(id)',
      '30;id',
    ),
    fc
      .tuple(fc.stringMatching(/^(?:[0-9a-f]{2}){1,4}$/), fc.constantFrom("'", '\n', ';', ' ', '$'))
      .map((p) => p.join('')),
  );
  /** Only what the lines themselves are made of, and hex or base64 in single quotes. */
  const clean = /^[\x20-\x7e]*$/;
  const quoted = /'([^']*)'/g;

  const safe = (block: ShellBlock | undefined): void => {
    for (const { command } of block?.lines ?? []) {
      expect(command).toMatch(clean);
      for (const [, inside = ''] of command.matchAll(quoted)) {
        expect(inside).toMatch(/^(?:%s|01%s%s|%s%s|[0-9a-f]*|[A-Za-z0-9+/]*={0,2})$/);
      }
      expect(command.replace(quoted, '')).toMatch(/^[A-Za-z0-9 .|>&"$()=_-]*$/);
    }
  };

  it('in a path with hostile values', () => {
    fc.assert(
      fc.property(
        fc.array(hostile, { minLength: 5, maxLength: 5 }),
        ([a = '', b = '', c = '', d = '', e = '']) => {
          const check = sorted('ascii-hex-sorted/1', 'ascii');
          const bent: Check = {
            ...check,
            steps: [
              { kind: 'leaf', values: { hash: a, leaf: b } },
              { kind: 'merge', values: { sibling: c, left: c, right: d, parent: e } },
            ],
          };
          safe(pathLines(bent));
          const ladder = readLadder(bent);
          const line = ladder && stepLine(ladder, 1);
          if (line !== undefined) safe({ id: 'merkle', needs: [], lines: [line] });
        },
      ),
    );
  });

  it('in signatures, responses and time-stamps', () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, (a, b, c) => {
        safe(signatureLines({ certificate: a, signature: b, digest: c }));
        safe(signatureLines({ certificate: pem(signer('Ana')), signature: b, digest: c }));
        safe(ocspLines({ response: a, certificate: b, issuer: c }));
        safe(stampLines({ token: stampOver(documentHash), digest: b, anchors: [root.der, c] }));
        safe(stampLines({ token: a, digest: documentHash, anchors: [b], at: Number.NaN }));
      }),
    );
  });

  it('a hostile value has no line at all', () => {
    const check = sorted('ascii-hex-sorted/1', 'ascii');
    const [first, ...rest] = check.steps ?? [];
    const bent = {
      ...check,
      steps: [{ kind: 'leaf', values: { ...first!.values, hash: "00'; id; '" } }, ...rest],
    };
    expect(pathLines(bent)).toBeUndefined();
    expect(stampLines({ token: stampOver(documentHash), digest: '00; id', anchors: [] })).toBeUndefined();
  });

  it('comments are whole lines, so that what is copied runs as it is', async () => {
    const check = sorted('ascii-hex-sorted/1', 'ascii');
    const { output, code } = await runBash([shellText(pathLines(check)!.lines)]);
    expect(code).toBe(0);
    expect(printed(output)).toEqual(computedBy(check));
  });
});
