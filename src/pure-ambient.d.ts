// The pure layers (contract, proofs) see neither the DOM nor Node. What every host they run in
// offers alike (browser, worker, Node) is declared here, by hand, and nothing else.

declare class TextEncoder {
  encode(input?: string): Uint8Array<ArrayBuffer>;
}

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(input?: Uint8Array | ArrayBuffer): string;
}

declare function atob(data: string): string;
declare function btoa(data: string): string;

declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer;
    grow(delta: number): number;
  }
  class Module {
    private readonly opaque: unknown;
    constructor(bytes: Uint8Array | ArrayBuffer);
  }
  class Instance {
    readonly exports: Record<string, unknown>;
    constructor(module: Module, imports?: Record<string, Record<string, unknown>>);
  }
  function validate(bytes: Uint8Array | ArrayBuffer): boolean;
}
