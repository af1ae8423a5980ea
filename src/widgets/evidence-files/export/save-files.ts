import { sleep } from '#client/http/sleep.ts';
import { saveBlob } from '../../files/save-blob.ts';

/**
 * Takes files one by one: into a folder that the reader chose, or among the downloads.
 *
 * @returns whether it is known to be written; what became of a download no page learns
 */
export type FileSaver = (name: string, text: string, type: string) => Promise<boolean>;

/** Browsers swallow downloads that come faster than this, milliseconds. */
const downloadPace = 350;

/**
 * A place for many files. Where the browser can write into a folder, the user chooses one; elsewhere each
 * file is a download of its own. Call it while handling a click: browsers ask for a folder only then.
 *
 * @throws DOMException `AbortError` when the reader chooses no folder
 */
export async function chooseSaver(): Promise<FileSaver> {
  const { showDirectoryPicker } = window as FolderWindow; // not in the types of the DOM: not every browser has it
  if (showDirectoryPicker === undefined) return saveDownloads();
  const folder = await showDirectoryPicker({ id: 'testigo-evidence', mode: 'readwrite' });
  return async (name, text, type) => {
    const file = await folder.getFileHandle(name, { create: true });
    const writer = await file.createWritable();
    await writer.write(new Blob([text], { type }));
    await writer.close();
    return true;
  };
}

function saveDownloads(): FileSaver {
  let first = true;
  return async (name, text, type) => {
    if (!first) await sleep(downloadPace);
    first = false;
    saveBlob(new Blob([text], { type }), name);
    return false;
  };
}

interface FolderWindow {
  readonly showDirectoryPicker?: (options: {
    id: string;
    mode: 'readwrite';
  }) => Promise<FileSystemDirectoryHandle>;
}
