/**
 * The parts of the origin private file system that stored files use: a write becomes visible, completely, when it is
 * closed.
 */
export function fakeFileSystem() {
  const files = new Map<string, Blob>();
  const state = { capacityBytes: Infinity, open: true };
  const used = (): number => [...files.values()].reduce((sum, { size }) => sum + size, 0);

  class FakeHandle {
    readonly name: string;
    constructor(name: string) {
      this.name = name;
    }
    getFile(): Promise<Blob> {
      const file = files.get(this.name);
      return file ? Promise.resolve(file) : Promise.reject(new DOMException('gone', 'NotFoundError'));
    }
    createWritable() {
      let written: Blob | undefined;
      return Promise.resolve({
        write: (file: Blob): Promise<void> => {
          if (used() + file.size > state.capacityBytes)
            return Promise.reject(new DOMException('full', 'QuotaExceededError'));
          written = file;
          return Promise.resolve();
        },
        close: (): Promise<void> => {
          if (written) files.set(this.name, written);
          return Promise.resolve();
        },
        abort: () => Promise.resolve(),
      });
    }
  }

  const folder = {
    getFileHandle: (name: string, { create = false } = {}) => {
      if (!files.has(name) && !create) return Promise.reject(new DOMException('none', 'NotFoundError'));
      if (!files.has(name)) files.set(name, new Blob());
      return Promise.resolve(new FakeHandle(name));
    },
    removeEntry: (name: string) =>
      files.delete(name) ? Promise.resolve() : Promise.reject(new DOMException('none', 'NotFoundError')),
    async *keys() {
      for (const name of [...files.keys()]) yield await Promise.resolve(name);
    },
  };
  return {
    files,
    state,
    Handle: FakeHandle,
    storage: {
      getDirectory: () =>
        state.open
          ? Promise.resolve({ getDirectoryHandle: () => Promise.resolve(folder) })
          : Promise.reject(new DOMException('closed', 'SecurityError')),
      persist: () => Promise.resolve(true),
    },
  };
}
