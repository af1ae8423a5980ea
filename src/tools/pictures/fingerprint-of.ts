import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { colourParts, lightnessParts, type Fingerprint, type Fingerprints } from './fingerprints.ts';

/** Of a PNG, which is decoded in a page of the browser. */
export const fingerprintOf = (canvas: Page, png: Buffer): Promise<Omit<Fingerprint, 'reason'>> =>
  canvas.evaluate(
    async ({ base64, fine, coarse }) => {
      const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const { width, height } = picture;
      const drawing = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
      if (drawing === null) throw new Error('There is no canvas.');
      drawing.drawImage(picture, 0, 0);
      const { data } = drawing.getImageData(0, 0, width, height);
      /** The means of a weighted sum of red, green and blue in `parts` × `parts` parts. */
      const means = (parts: number, [r, g, b]: readonly [number, number, number], from: number): number[] => {
        const [sums, counts] = [new Float64Array(parts ** 2), new Float64Array(parts ** 2)];
        for (let y = 0; y < height; y += 1)
          for (let x = 0; x < width; x += 1) {
            const cell = Math.floor((y * parts) / height) * parts + Math.floor((x * parts) / width);
            const at = (y * width + x) * 4;
            const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
            sums[cell] = (sums[cell] ?? 0) + r * red + g * green + b * blue;
            counts[cell] = (counts[cell] ?? 0) + 1;
          }
        return [...sums].map((sum, cell) => Math.round(from + sum / (counts[cell] ?? 1)));
      };
      const cells = [
        ...means(fine, [0.299, 0.587, 0.114], 0),
        ...means(coarse, [-0.169, -0.331, 0.5], 128),
        ...means(coarse, [0.5, -0.419, -0.081], 128),
      ].map((value) => Math.min(Math.max(value, 0), 255));
      return { height, cells: btoa(String.fromCharCode(...cells)) };
    },
    { base64: png.toString('base64'), fine: lightnessParts, coarse: colourParts },
  );

/**
 * Of the pictures of a look that were drawn before.
 *
 * @param pictures the folder that they are in
 */
export async function fingerprintsIn(canvas: Page, pictures: string, look: string): Promise<Fingerprints> {
  const prints: Record<string, Fingerprint> = {};
  for (const file of (await readdir(pictures)).filter((one) => one.endsWith('.png')).sort())
    prints[`${look} ${file.slice(0, -'.png'.length)}`] = {
      ...(await fingerprintOf(canvas, await readFile(join(pictures, file)))),
      reason: '',
    };
  return prints;
}
