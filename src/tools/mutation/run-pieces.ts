/**
 * Mutation testing of the proofs, piece by piece, with a total: `npm run deep -- mutation`, or some pieces of it with
 * `npx tsx src/tools/mutation/run-pieces.ts paths merkle`. It fails below 85 % killed, on any survivor in the files
 * that nothing may survive in, on more than 40 survivors explained in `mutation-survivors.json`, and on an
 * explanation of a mutant that no longer survives. A survivor that is explained still counts as a survivor.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';

interface Piece {
  /** Below `src/proofs`. */
  readonly files: readonly string[];
  /** Which tests may kill its mutants, below `src/proofs`. */
  readonly tests: string;
}

const pieces: Readonly<Record<string, Piece>> = {
  paths: {
    files: ['pki/path/{path,validate-path,check-path,certificate-policies,name-constraints,trust}.ts'],
    tests: '^(pki/(path|crl)/|known-answers/pki-vectors)',
  },
  merkle: {
    files: ['merkle/*.ts', 'signature/rsa.ts', 'encoding/hash.ts'],
    tests: '^(merkle/|signature/(rsa|check-signature))',
  },
  verdicts: {
    files: ['verdict/{verdict,compose,finding,times,contradictions}.ts', 'token/{claim,claim-questions}.ts'],
    tests: '^(verdict/|token/claim|check-evidence|witness/)',
  },
  chains: {
    files: ['token/token*.ts', 'chain/*.ts'],
    tests: '^(token/|chain/)',
  },
  checks: {
    files: [
      'check*.ts',
      'evidence/{stamp-companions,evidence,facts,stamp-trust}.ts',
      'policy/policy.ts',
      'signature/check-*.ts',
      'verdict/{report,diff-reports}.ts',
      'witness/*.ts',
    ],
    tests: '^(check-|evidence/stamp-|merkle/|policy/|signature/check-|witness/|case-file/)',
  },
  cases: { files: ['case-file/*.ts'], tests: '^case-file/' },
  parsers: {
    files: [
      'encoding/{bytes,json,fields,instant,visible-text}.ts',
      'evidence/{read-*,recognize}.ts',
      'policy/read-policy.ts',
      '{errors,build}.ts',
    ],
    tests: '^(encoding/|evidence/recognize|policy/|case-file/)',
  },
  revocation: {
    files: ['pki/ocsp/*.ts', 'pki/crl/revocation.ts', 'pki/certificate/signature.ts'],
    tests: '^pki/(ocsp/|crl/revocation|certificate/signature|timestamp/stamp)',
  },
  stamps: {
    files: [
      'pki/timestamp/*.ts',
      'pki/path/anchor-use.ts',
      'pki/crl/crl*.ts',
      'pki/certificate/distribution-points.ts',
    ],
    tests: '^pki/(timestamp|crl|path)/',
  },
  certificates: {
    files: [
      'pki/der/{der*,ber,encode-der,readable-items}.ts',
      'pki/certificate/{certificate,check-certificate,compare-fields,extension*,general-names,names,public-key}.ts',
    ],
    tests: '^pki/',
  },
  batch: { files: ['batch/*.ts'], tests: '^batch/' },
};

/** Nothing may survive here, explained or not. */
const strict =
  /^src\/proofs\/(?:merkle\/(?:abi-leaf|check-merkleized|inclusion-proof|recipes|rfc6962|sorted-pairs)|signature\/rsa|pki\/path\/(?:path|validate-path|check-path))\.ts$/;
const mostExplained = 40;
const leastKilled = 0.85;

/** Data, and readers of known answers, which are tests themselves: as the configuration leaves them out. */
const leftOut =
  /\.test\.ts$|(?:^|\/)testing\/|^known-answers\/|^pki\/(?:der\/oids|anchors\/.*)\.ts$|^batch\/kernel-binary\.ts$/;

/** A pattern of a piece: `*` within a name, and alternatives in braces. */
function matches(pattern: string, file: string): boolean {
  const source = pattern
    .replaceAll('.', String.raw`\.`)
    .replaceAll('*', '[^/]*')
    .replaceAll('{', '(?:')
    .replaceAll('}', ')')
    .replaceAll(',', '|');
  return new RegExp(`^${source}$`).test(file);
}

/** Files of the proofs that no piece mutates: a new one must not be unassigned. */
function unassigned(): string[] {
  const patterns = Object.values(pieces).flatMap(({ files }) => files);
  return readdirSync('src/proofs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !leftOut.test(file))
    .filter((file) => !patterns.some((pattern) => matches(pattern, file)));
}

interface Mutant {
  readonly file: string;
  readonly mutator: string;
  /** The source line on which it begins, without its indentation. */
  readonly line: string;
  readonly replacement: string;
}

interface Explained extends Mutant {
  readonly reason: string;
}

interface Report {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly source: string;
        readonly mutants: readonly {
          readonly mutatorName: string;
          readonly replacement?: string;
          readonly status: string;
          readonly location: { readonly start: { readonly line: number } };
        }[];
      }
    >
  >;
}

interface Tally {
  killed: number;
  readonly survivors: Mutant[];
}

const reportFile = 'reports/mutation/mutation.json';
const explanations = 'src/tools/mutation/mutation-survivors.json';

/** Mutates these files; undefined where the tool itself failed or found nothing to mutate. */
function mutate({ files, tests }: Piece): Tally | undefined {
  rmSync(reportFile, { force: true });
  spawnSync('npx', ['stryker', 'run', 'src/tools/mutation/stryker.config.mjs'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, TESTIGO_MUTATE: files.join(' '), TESTIGO_MUTATION_TESTS: tests },
  });
  if (!existsSync(reportFile)) return undefined;
  const found = tally(JSON.parse(readFileSync(reportFile, 'utf8')) as Report); // the tool's own schema
  return found.killed === 0 ? undefined : found;
}

/** A mutant that no test reaches has survived; one that ran into the bounds of its loop is killed. */
function tally({ files }: Report): Tally {
  const found: Tally = { killed: 0, survivors: [] };
  for (const [file, { source, mutants }] of Object.entries(files)) {
    const lines = source.split('\n');
    for (const { status, mutatorName, replacement = '', location } of mutants) {
      if (status === 'Killed' || status === 'Timeout') found.killed += 1;
      // Ignored are mutants of words in errors and of what runs only while a module loads.
      else if (status !== 'Ignored') {
        const line = lines[location.start.line - 1]?.trim() ?? '';
        found.survivors.push({ file, mutator: mutatorName, line, replacement });
      }
    }
  }
  return found;
}

const sameMutant = (a: Mutant, b: Mutant): boolean =>
  a.file === b.file && a.mutator === b.mutator && a.line === b.line && a.replacement === b.replacement;

const percent = (killed: number, survived: number): string =>
  `${killed} of ${killed + survived} killed, ${((100 * killed) / (killed + survived)).toFixed(1)} %`;

function main(requestedPieces: readonly string[]): number {
  const explained = JSON.parse(readFileSync(explanations, 'utf8')) as Explained[]; // written by hand, read by us
  const total: Tally = { killed: 0, survivors: [] };
  const faults: string[] = unassigned().map((file) => `${file} is in no piece`);
  const lines: string[] = [];
  for (const [name, piece] of Object.entries(pieces)) {
    if (requestedPieces.length > 0 && !requestedPieces.includes(name)) continue;
    const started = Date.now();
    const found = mutate(piece);
    if (found === undefined) {
      faults.push(`${name} could not be mutated`);
      continue;
    }
    total.killed += found.killed;
    total.survivors.push(...found.survivors);
    const seconds = ((Date.now() - started) / 1000).toFixed(0);
    lines.push(`${name}: ${percent(found.killed, found.survivors.length)}, ${seconds} s`);
    console.log(lines.at(-1));
  }
  const unexplained = total.survivors.filter((one) => !explained.some((other) => sameMutant(one, other)));
  for (const { file, mutator, line, replacement } of unexplained)
    console.log(
      `survived: ${file}: ${mutator}: ${line} → ${replacement.replaceAll(/\s+/g, ' ').slice(0, 100)}`,
    );

  if (total.killed < leastKilled * (total.killed + total.survivors.length))
    faults.push('less than 85 % killed');
  const inStrict = total.survivors.filter(({ file }) => strict.test(file));
  if (inStrict.length > 0) faults.push(`${inStrict.length} survived where none may`);
  if (explained.length > mostExplained) faults.push(`${explained.length} explained, ${mostExplained} may be`);
  if (requestedPieces.length === 0) {
    const dead = explained.filter((one) => !total.survivors.some((other) => sameMutant(one, other)));
    for (const { file, line } of dead) faults.push(`explained, but it does not survive: ${file}: ${line}`);
  }
  const explainedCount = total.survivors.length - unexplained.length;
  console.log(`\n${lines.join('\n')}`);
  console.log(
    `in all: ${percent(total.killed, total.survivors.length)}; ${explainedCount} of the survivors are explained`,
  );
  for (const one of faults) console.log(`FAILED: ${one}`);
  return faults.length === 0 ? 0 : 1;
}

process.exitCode = main(process.argv.slice(2));
