import { readFile } from 'node:fs/promises';

/**
 * The indented blocks of a section of the runbook, without their indentation.
 *
 * @throws Error where there is no such section
 */
export async function readRunbookBlocks(section: string): Promise<string[]> {
  const text = await readFile(new URL('../../RUNBOOK.md', import.meta.url), 'utf8');
  const [, rest] = text.split(`\n## ${section}\n`);
  if (rest === undefined) throw new Error(`The runbook has no section "${section}".`);
  const [body = ''] = rest.split('\n## ');
  return [...body.matchAll(/(?:^ {4}.*\n|^\n(?= {4}))+/gm)].map(([block]) =>
    block.replace(/^ {4}/gm, '').trim(),
  );
}
