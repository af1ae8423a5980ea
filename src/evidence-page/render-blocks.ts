import { emptyCell, type Block, type Cell, type Mark } from '#widgets/evidence-files/report/blocks.ts';
import { verdictPaths, type VerdictPath } from '#ui/verdicts/verdict-paths.ts';
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
        el(
          'tr',
          {},
          ...row.map((cell, at) =>
            el('td', { 'data-head': head[at], 'data-empty': cell === emptyCell }, renderCell(cell)),
          ),
        ),
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

/** Material's quotation mark: it is what somebody says. */
const quote = 'M6 17h3l2-4V7H5v6h3zm8 0h3l2-4V7h-6v6h3z';

/** A shape, a word and a colour say the same, so that a print in grey and a reader of screens lose nothing. */
export function renderMark(mark: Mark, word: string, warns = false): HTMLElement {
  return el(
    'span',
    { class: 'mark', 'data-mark': mark, 'data-warns': warns },
    drawing(shapeOf(mark, warns)),
    el('span', {}, word),
  );
}

function shapeOf(mark: Mark, warns: boolean): readonly VerdictPath[] {
  if (mark === 'REPORTED') return [{ d: quote }];
  return verdictPaths(warns && mark === 'PASSED' ? 'WARNED' : mark, warns);
}
