/** The command as a function: words in, text and exit number out. Nothing here touches the process. */
import { ProofError } from '#proofs/errors.ts';
import { readArguments, usage, UsageError, type VerifyArguments } from './arguments.ts';
import { documentDigests, readContext } from './context.ts';
import { humanReport } from './human-report.ts';
import { jsonReport, vectorJson } from './json-report.ts';
import { isDocumentUsed, verifyFiles, worstExit, type Exit } from './verify-files.ts';
import { runVectors, vectorWords } from './vectors.ts';

export interface Outcome {
  readonly exit: Exit;
  readonly output: string;
  /** For the error stream. */
  readonly complaint?: string;
}

/** @param now the clock of the machine */
export async function run(words: readonly string[], now: Date): Promise<Outcome> {
  try {
    const options = readArguments(words);
    if (options.command === 'help') return { exit: 0, output: usage };
    if (options.command === 'verify') return await verify(options, now);
    const summary = await runVectors(options, async (one) => (await run(one, now)).exit);
    return { exit: summary.exit, output: options.json ? vectorJson(summary) : vectorWords(summary) };
  } catch (error) {
    if (error instanceof UsageError || error instanceof ProofError) {
      const hint = error instanceof UsageError ? `\n${usage}` : '\n';
      return { exit: 64, output: '', complaint: error.message + hint };
    }
    throw error;
  }
}

async function verify(options: VerifyArguments, now: Date): Promise<Outcome> {
  const context = readContext(options, now);
  const digests = options.document === undefined ? {} : await documentDigests(options.document);
  const results = verifyFiles(options.files, digests, context);
  const isRead = results.some(({ kind }) => kind !== 'unreadable');
  const worst = worstExit(results);
  const output = (exit: Exit): string => (options.json ? jsonReport(results, exit) : humanReport(results));
  if (options.document !== undefined && isRead && !isDocumentUsed(results)) {
    const complaint = `Nothing in these files is about the document ${options.document}.`;
    // What failed is reported all the same: 1 is worse than 64.
    if (worst === 1) return { exit: 1, output: output(1), complaint: `${complaint}\n` };
    throw new UsageError(complaint);
  }
  return { exit: worst, output: output(worst) };
}
