import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { begin, end, file } from './figures-table.ts';
import { measuredNames } from './measure.ts';

describe('the figures of the screens in src/QUALITY.md', () => {
  it.each(['1440 px', '360 px'])('have a row for every screen at %s, and no other', (width) => {
    const text = readFileSync(file, 'utf8');
    const tables = text.slice(text.indexOf(begin), text.indexOf(end)).split('\n\n');
    const [, , ...rows] = tables.find((one) => one.startsWith(`| ${width} |`))?.split('\n') ?? [];
    expect(rows.map((row) => row.split(' | ')[0]?.slice('| '.length))).toEqual(measuredNames);
  });
});
