import type { Block, Cell, Mark } from '#widgets/evidence-files/report/report-document.ts';
import { drawing, el } from './dom.ts';

/** A document of blocks as elements, in their order. */
export function renderBlocks(blocks: readonly Block[]): HTMLElement[] {
  return blocks.map(renderBlock);
}

function renderBlock(block: Block): HTMLElement {
  switch (block.kind) {
    case 'heading':
      return el(
        `h${block.level}`,
        {},
        el('span', {}, block.text),
        block.mark && renderMark(block.mark.mark, block.mark.word, block.mark.warns),
      );
    case 'text':
      return el('p', { class: block.look }, block.text);
    case 'facts':
      return el(
        'dl',
        {},
        ...block.facts.map(([label, value]) =>
          el('div', {}, el('dt', {}, label), el('dd', {}, renderCell(value))),
        ),
      );
    case 'table':
      return renderTable(block);
    case 'folded':
      return el('details', {}, el('summary', {}, block.summary), ...renderBlocks(block.blocks));
  }
}

function renderTable({ caption, head, rows }: Extract<Block, { kind: 'table' }>): HTMLElement {
  const table = el(
    'table',
    {},
    el('caption', {}, caption),
    el('thead', {}, el('tr', {}, ...head.map((name) => el('th', { scope: 'col' }, name)))),
    el(
      'tbody',
      {},
      ...rows.map((row) =>
        el('tr', {}, ...row.map((cell, at) => el('td', { 'data-head': head[at] }, renderCell(cell)))),
      ),
    ),
  );
  // What is wider than the page scrolls by itself, and can be reached by keyboard.
  return el('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': caption }, table);
}

function renderCell(cell: Cell): Node {
  if (typeof cell === 'string') return document.createTextNode(cell);
  if ('code' in cell) return el('code', {}, cell.code);
  if ('mark' in cell) return renderMark(cell.mark, cell.word, cell.warns);
  return el('div', { class: 'lines' }, ...cell.lines.map((line) => el('div', {}, renderCell(line))));
}

const shapes: Readonly<Record<Mark, string>> = {
  PASSED: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20m-2 15-5-5 1.4-1.4 3.6 3.6 7.6-7.6L19 8z',
  FAILED:
    'M15.7 3H8.3L3 8.3v7.4L8.3 21h7.4l5.3-5.3V8.3zM17 15.7 15.7 17 12 13.3 8.3 17 7 15.7l3.7-3.7L7 8.3 8.3 7l3.7 3.7L15.7 7 17 8.3 13.3 12z',
  INDETERMINATE:
    'M13.5 1.7a2.2 2.2 0 0 0-3 0l-8.9 8.8a2.2 2.2 0 0 0 0 3l8.9 8.9a2.2 2.2 0 0 0 3 0l8.9-8.9a2.2 2.2 0 0 0 0-3zM13 18h-2v-2h2zm1.8-6.3c-.9 1-1.8 1.5-1.8 3.1h-2c0-2.3 1-3 1.9-3.9.6-.6 1.1-1.1 1.1-1.9a2 2 0 0 0-4 0H8a4 4 0 0 1 8 0c0 1.2-.5 1.9-1.2 2.7',
  // Drawn as a dashed line by the style.
  NOT_RUN: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17',
  NOT_APPLICABLE: 'M5 11h14v2H5z',
  REPORTED: 'M6 17h3l2-4V7H5v6h3zm8 0h3l2-4V7h-6v6h3z',
};

/** It passed with warnings, which is no plain pass. */
const warning = 'M12 2 1 21h22zm1 16h-2v-2h2zm0-4h-2v-4h2z';

/** A shape, a word and a colour say the same, so that a print in grey and a reader of screens lose nothing. */
export function renderMark(mark: Mark, word: string, warns = false): HTMLElement {
  return el(
    'span',
    { class: 'mark', 'data-mark': mark, 'data-warns': warns },
    drawing(warns && mark === 'PASSED' ? warning : shapes[mark]),
    el('span', {}, word),
  );
}
