/** Whether anything answers at an address of this site, whatever it says. */
export async function isReached(address: string): Promise<boolean> {
  try {
    await fetch(address, { method: 'HEAD' });
    return true;
  } catch {
    return false;
  }
}
