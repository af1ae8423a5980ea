/** A serial as people know it: the digits where it is one of the tax authority. */
export function formatSerialNumber(serial: string | null | undefined): string | undefined {
  if (!serial) return undefined;
  return /^(?:3[0-9]){20}$/.test(serial) ? serial.replace(/3([0-9])/g, '$1') : serial;
}

/** What a serial may be on the wire: those of the tax authority are 20 digits to people, and their hexadecimal there. */
export function serialsOnWire(serial: string): string[] {
  return /^\d{20}$/.test(serial) ? [serial, serial.replace(/\d/g, '3$&')] : [serial];
}
