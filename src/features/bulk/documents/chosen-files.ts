import { bulkLimits } from '../dry-run/plan-requests.ts';

/** A file with the folders that it was chosen with. */
export interface ChosenFile {
  readonly file: File;
  readonly filePath: string;
}

/** The files of a drop or a choice, those inside folders with their paths. */
export async function filesOf(data: DataTransfer): Promise<readonly ChosenFile[]> {
  const entries = [...data.items].flatMap((item) =>
    item.kind === 'file' ? (item.webkitGetAsEntry() ?? []) : [],
  );
  if (entries.length === 0) return [...data.files].map(asChosen);
  const found: ChosenFile[] = [];
  for (const entry of entries) await walk(entry, '', found);
  return found;
}

export const asChosen = (file: File): ChosenFile => ({
  file,
  filePath: (file.webkitRelativePath || file.name).normalize('NFC'),
});

async function walk(entry: FileSystemEntry, folder: string, found: ChosenFile[]): Promise<void> {
  // More than can be taken, so that it can be said that they are too many.
  if (found.length > bulkLimits.documents * 2) return;
  const filePath = `${folder}${entry.name}`.normalize('NFC');
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject)).catch(
      () => undefined,
    );
    // What systems leave in folders is nobody's document.
    if (file && !/^(\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(entry.name)) found.push({ file, filePath });
  } else if (isFolder(entry)) {
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
        reader.readEntries(resolve, reject),
      ).catch(() => []);
      if (some.length === 0) break;
      for (const one of some) await walk(one, `${filePath}/`, found);
    }
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
