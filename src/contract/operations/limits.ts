/** Bounds of the wire (Rules WI-3, WI-13). Sizes in bytes. */
export const limits = {
  queryBytes: 16_384,
  queryParameters: 200,
  jsonDepth: 64,
  requestBytes: 1_048_576,
  responseBytes: 16_777_216,
  /** An object store's key has at most 1,024; the organization and the version stand before the path. */
  filePathBytes: 974,
  uploadBytes: 26_214_400,
  uploadAddressSeconds: 900,
} as const;
