/** The command as a function: words in, text and exit number out. Nothing here touches the process. */
import { ProofError } from '#proofs/errors.ts';
import { readArguments, usage, UsageError, type VerifyArguments } from './arguments.ts';
import { documentDigests, readContext } from './context.ts';
import { humanReport } from './human-report.ts';
import { jsonReport, vectorJson } from './json-report.ts';
import { isDocumentUsed, verifyFiles, worstExit, type Exit } from './judge-files.ts';
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
    const asked = readArguments(words);
    if (asked.command === 'help') return { exit: 0, output: usage };
    if (asked.command === 'verify') return await verify(asked, now);
    const summary = await runVectors(asked, async (one) => (await run(one, now)).exit);
    return { exit: summary.exit, output: asked.json ? vectorJson(summary) : vectorWords(summary) };
  } catch (error) {
    if (error instanceof UsageError || error instanceof ProofError) {
      const hint = error instanceof UsageError ? `\n${usage}` : '\n';
      return { exit: 64, output: '', complaint: error.message + hint };
    }
    throw error;
  }
}

async function verify(asked: VerifyArguments, now: Date): Promise<Outcome> {
  const context = readContext(asked, now);
  const digests = asked.document === undefined ? {} : await documentDigests(asked.document);
  const results = verifyFiles(asked.files, digests, context);
  const isRead = results.some(({ kind }) => kind !== 'unreadable');
  const worst = worstExit(results);
  const output = (exit: Exit): string => (asked.json ? jsonReport(results, exit) : humanReport(results));
  if (asked.document !== undefined && isRead && !isDocumentUsed(results)) {
    const complaint = `Nothing in these files is about the document ${asked.document}.`;
    // What failed is told all the same: 1 is worse than 64.
    if (worst === 1) return { exit: 1, output: output(1), complaint: `${complaint}\n` };
    throw new UsageError(complaint);
  }
  return { exit: worst, output: output(worst) };
}
