/** Exports of the binary: addresses and sizes of its buffers, and functions that work on them (`kernel/`). */
export interface KernelExports {
  readonly memory: WebAssembly.Memory;
  prepare(): void;
  nodes(): number;
  siblings(): number;
  depths(): number;
  roots(): number;
  window(): number;
  max_nodes(): number;
  max_siblings(): number;
  window_size(): number;
  leaves(recipe: number, count: number): void;
  fold(recipe: number, count: number): void;
  read_elements(from: number): number;
  elements_read(): number;
  siblings_read(): number;
}
