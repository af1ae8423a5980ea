/**
 * Compiles the contracts of the sandbox's chain to `src/service/chain/contracts/compiled.json`, which is checked in: a
 * test compiles again and compares byte for byte. Run: `npx tsx src/tools/build/build-contracts.ts`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';

const root = new URL('../../..', import.meta.url);
const folder = new URL('src/service/chain/contracts/', root);
export const compiledFile = new URL('src/service/chain/contracts/compiled.json', root);

/** What of the compiler is used; it comes without types. */
interface Compiler {
  compile(input: string, callbacks: { import: (path: string) => { contents: string } }): string;
}

interface Output {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts?: Readonly<
    Record<string, Readonly<Record<string, { abi: unknown[]; evm: { bytecode: { object: string } } }>>>
  >;
}

/** Contracts that the service deploys or speaks to; libraries are inside them. */
const contractNames = ['Account', 'Accounts', 'Anchors', 'Checkpoints', 'Endorser'];

/** The text of the compiled file. @throws Error with the compiler's messages */
export async function compileContracts(): Promise<string> {
  // Loaded on demand, because it takes half a second and nine megabytes.
  const compiler = createRequire(import.meta.url)('solc') as Compiler; // see above
  const names = readdirSync(folder).filter((name) => name.endsWith('.sol'));
  const sources = Object.fromEntries(
    names.sort().map((name) => [name, { content: read(new URL(name, folder)) }]),
  );
  const settings = {
    optimizer: { enabled: true, runs: 200 },
    evmVersion: 'cancun',
    // The code alone, so that it depends on nothing but the sources and the compiler.
    metadata: { bytecodeHash: 'none', appendCBOR: false },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  };
  const answer = compiler.compile(JSON.stringify({ language: 'Solidity', sources, settings }), {
    import: (path) => ({ contents: read(new URL(`node_modules/${path}`, root)) }),
  });
  const { errors = [], contracts = {} } = JSON.parse(answer) as Output; // the compiler's documented form
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const ours = names.flatMap((name) => Object.entries(contracts[name] ?? {}));
  const compiled = ours
    .filter(([name]) => contractNames.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { abi, evm }]) => [name, { abi, bytecode: `0x${evm.bytecode.object}` }] as const);
  return format(JSON.stringify(Object.fromEntries(compiled)), { parser: 'json', printWidth: 110 });
}

const read = (url: URL): string => readFileSync(url, 'utf8');

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(compiledFile, await compileContracts());
