/** Hands bytes over to the browser's downloads, under a name. Nothing is opened. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken it by the next turn; the address must not keep the bytes in memory.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
