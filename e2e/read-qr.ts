import { decodeQR } from 'qr/decode.js';

/** Pixels of a module: as a camera would see it, not one by one. */
const moduleSize = 6;

/**
 * The text of a QR code that is drawn as an SVG path of squares, `M5 2h1v1h-1z`.
 *
 * @param width of the drawing in modules, with its quiet zone
 * @throws Error when the drawing holds no code that can be read
 */
export function readDrawnQr(path: string, width: number): string {
  const side = width * moduleSize;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < moduleSize; row += 1)
      for (let column = 0; column < moduleSize; column += 1) {
        const pixel = (Number(y) * moduleSize + row) * side + Number(x) * moduleSize + column;
        data.fill(0, pixel * 4, pixel * 4 + 3);
      }
  return decodeQR({ width: side, height: side, data });
}
