import { readFile } from 'node:fs/promises';

/** Commands of a text: an indented block, or a command within a sentence. */
export interface Block {
  readonly section: string;
  readonly isIndented: boolean;
  /** Without the indentation. */
  readonly lines: readonly string[];
}

/** Words within a sentence that are a command with its arguments. */
const inSentence = /`((?:TESTIGO_\w+=\S+ )?(?:testigo|npm|curl|install|systemctl|key) [^`]+)`/g;

/** The indented blocks and the commands within sentences of a text, in order. */
export function blocksOf(text: string): Block[] {
  const found: (Block & { readonly lines: string[] })[] = [];
  let section = '';
  let block: string[] | undefined;
  // Of the paragraph that a block follows: within a list, blocks are indented by three more.
  let indentation = 0;
  let wasEmpty = true;
  for (const line of text.split('\n')) {
    const isIndented = line.startsWith(' '.repeat(indentation + 4)) && (wasEmpty || block !== undefined);
    if (isIndented) {
      if (block === undefined) found.push({ section, isIndented, lines: (block = []) });
      block.push(line.slice(indentation + 4));
    } else if (line !== '') {
      block = undefined;
      if (line.startsWith('## ')) section = line.slice(3);
      indentation = /^(?:\d+\. | {3})/.test(line) ? 3 : 0;
      for (const [, command = ''] of line.matchAll(inSentence))
        found.push({ section, isIndented, lines: [command] });
    }
    wasEmpty = line === '';
  }
  return found;
}

/**
 * The indented blocks of a section of the runbook.
 *
 * @throws Error where there is none
 */
export async function readRunbookBlocks(section: string): Promise<string[]> {
  const text = await readFile(new URL('../../RUNBOOK.md', import.meta.url), 'utf8');
  const blocks = blocksOf(text).filter((block) => block.isIndented && block.section === section);
  if (blocks.length === 0) throw new Error(`The runbook has no block in a section "${section}".`);
  return blocks.map(({ lines }) => lines.join('\n'));
}
