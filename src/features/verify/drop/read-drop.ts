import { sleep } from '#client/http/sleep.ts';
/** A file of what was dropped or chosen, with its path within it. */
export interface Given {
  readonly name: string;
  readonly file: File;
}

/** Files handled at a time, so that a drop of thousands never holds the page. */
const slice = 500;

/**
 * What was dropped, folders opened to their end. The list of a drop is gone once its event is over, so it is read at
 * once; folders are read after, bit by bit.
 *
 * @param take receives files as they are found; a folder that cannot be opened is reported in `refused`
 */
export async function readDrop(
  transfer: DataTransfer,
  take: (files: readonly Given[], refused: readonly string[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const folders: FileSystemDirectoryEntry[] = [];
  const files: Given[] = [];
  for (const item of transfer.items) {
    if (item.kind !== 'file') continue;
    const file = item.getAsFile();
    // A file with a type is no folder; reading the entry of each of thousands would hold the page.
    const entry = file?.type ? null : entryOf(item);
    if (entry?.isDirectory)
      folders.push(entry as FileSystemDirectoryEntry); // isDirectory says which
    else if (file) files.push({ name: file.name, file });
  }
  for (let at = 0; at < files.length && !signal.aborted; at += slice) {
    take(files.slice(at, at + slice), []);
    if (at + slice < files.length) await sleep();
  }
  for (const folder of folders) await readFolder(folder, take, signal);
}

function entryOf(item: DataTransferItem): FileSystemEntry | null {
  return typeof item.webkitGetAsEntry === 'function' ? item.webkitGetAsEntry() : null;
}

async function readFolder(
  root: FileSystemDirectoryEntry,
  take: (files: readonly Given[], refused: readonly string[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const left: FileSystemDirectoryEntry[] = [root];
  const isOver = (): boolean => signal.aborted;
  for (let folder = left.pop(); folder !== undefined && !isOver(); folder = left.pop()) {
    const reader = folder.createReader();
    try {
      // A reader gives a part at a time, and nothing at the end.
      for (;;) {
        const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
          reader.readEntries(resolve, reject),
        );
        if (entries.length === 0 || isOver()) break;
        const { found, refused } = await filesOf(entries, left);
        take(found, refused);
        await sleep();
      }
    } catch {
      take([], [pathOf(folder)]);
    }
  }
}

async function filesOf(
  entries: readonly FileSystemEntry[],
  folders: FileSystemDirectoryEntry[],
): Promise<{ found: Given[]; refused: string[] }> {
  const found: Given[] = [];
  const refused: string[] = [];
  await Promise.all(
    entries.map(async (entry) => {
      if (entry.isDirectory) {
        folders.push(entry as FileSystemDirectoryEntry); // isDirectory says which
        return;
      }
      try {
        const file = await new Promise<File>((resolve, reject) =>
          (entry as FileSystemFileEntry).file(resolve, reject),
        ); // what is no folder is a file
        found.push({ name: pathOf(entry), file });
      } catch {
        refused.push(pathOf(entry));
      }
    }),
  );
  return { found, refused };
}

const pathOf = ({ fullPath }: FileSystemEntry): string => fullPath.replace(/^\//, '');

/** What was chosen with a button: of a folder, with the path within it. */
export function readChosen(list: Iterable<File>): Given[] {
  return [...list].map((file) => ({ name: file.webkitRelativePath || file.name, file }));
}

/** Lets the page paint and answer before more is done. */
