import { readBytes } from './read-bytes.ts';
import { TableError, type ReadChoices, type ReadTable, type TableFault } from './table.ts';

/** Sent by `readTable`, once for each worker. */
export interface TableQuestion {
  readonly file: Blob;
  readonly choices: ReadChoices;
}

export type TableAnswer =
  | { readonly table: ReadTable }
  | { readonly fault: TableFault; readonly found: number | undefined; readonly message: string };

const tell = (answer: TableAnswer): void => postMessage(answer);

async function answer({ file, choices }: TableQuestion): Promise<TableAnswer> {
  try {
    return { table: await readBytes(new Uint8Array(await file.arrayBuffer()), choices) };
  } catch (error) {
    if (error instanceof TableError)
      return { fault: error.fault, found: error.found, message: error.message };
    return { fault: 'unreadable', found: undefined, message: error instanceof Error ? error.message : '' };
  }
}

addEventListener('message', (event: MessageEvent<TableQuestion>) => {
  void answer(event.data).then(tell);
});
