import { PDFDocument, StandardFonts, rgb } from 'pdf-lib';
import type { PDFFont, PDFPage } from 'pdf-lib';

/** Content of a document, from top to bottom. */
export interface PdfContent {
  readonly title: string;
  /** A line under the title: place and date. */
  readonly subtitle: string;
  /** At the foot of every page, beside the page number. */
  readonly footer: string;
  readonly author: string;
  readonly date: Date;
  readonly blocks: readonly PdfBlock[];
  /** Names over the lines at the end. */
  readonly signers: readonly { readonly name: string; readonly note: string }[];
  /** Tables on pages of their own follow until there are so many pages. */
  readonly pages: number;
  readonly annex: (index: number) => PdfTable;
}

export interface PdfTable {
  readonly title: string;
  /** Cells from left to right; a page takes forty rows. */
  readonly rows: readonly (readonly string[])[];
}

export interface PdfBlock {
  readonly heading?: string;
  readonly text: string;
}

const page = { width: 612, height: 792, margin: 72, foot: 64 };
const lineHeight = 14.5;
const size = 10.5;
const columns = [72, 104, 300, 430];
const ink = rgb(0.1, 0.1, 0.12);
const faint = rgb(0.42, 0.42, 0.45);

/** A letter-size PDF. The same content gives the same bytes. */
export async function layOutPdf(content: PdfContent): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setTitle(content.title);
  document.setAuthor(content.author);
  document.setProducer('Testigo');
  document.setLanguage('es-MX');
  document.setCreationDate(content.date);
  document.setModificationDate(content.date);
  const body = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  const writer = createWriter(document);

  for (const line of wrap(content.title, bold, 16)) writer.line(line, bold, 16, 22);
  writer.line(content.subtitle, body, size, 30, faint);
  for (const { heading, text } of content.blocks) {
    const lines = wrap(text, body, size);
    writer.ensureLines(heading === undefined ? 2 : 3);
    if (heading !== undefined) writer.line(heading, bold, size, lineHeight + 1);
    for (const line of lines) writer.line(line, body, size, lineHeight);
    writer.space(8);
  }
  for (let index = 0; index < content.signers.length; index += 2) {
    writer.signatures(content.signers.slice(index, index + 2), bold, body);
  }
  for (let index = 0; document.getPageCount() < content.pages; index += 1) {
    const { title, rows } = content.annex(index);
    writer.newPage();
    writer.line(title, bold, 12, 24);
    for (const row of rows) writer.columns(row, body);
  }
  number(document, body, content.footer);
  return document.save({ addDefaultPage: false, updateFieldAppearances: false });
}

function createWriter(document: PDFDocument) {
  const size = [page.width, page.height] as [number, number];
  let at: PDFPage = document.addPage(size);
  let y = page.height - page.margin;
  const newPage = (): void => {
    at = document.addPage(size);
    y = page.height - page.margin;
  };
  const ensureLines = (lines: number): void => {
    if (y - lines * lineHeight < page.margin + page.foot / 2) newPage();
  };
  return {
    newPage,
    ensureLines: ensureLines,
    space: (points: number): void => void (y -= points),
    line: (text: string, font: PDFFont, size: number, height: number, color = ink): void => {
      ensureLines(1);
      at.drawText(text, { x: page.margin, y: y - size, size, font, color });
      y -= height;
    },
    signatures: (signers: PdfContent['signers'], bold: PDFFont, body: PDFFont): void => {
      ensureLines(5);
      y -= 34;
      signers.forEach(({ name, note }, index) => {
        const x = page.margin + index * 240;
        at.drawLine({ start: { x, y }, end: { x: x + 210, y }, thickness: 0.6, color: faint });
        at.drawText(name, { x, y: y - 14, size: 9.5, font: bold, color: ink });
        at.drawText(note, { x, y: y - 27, size: 8.5, font: body, color: faint });
      });
      y -= 34;
    },
    columns: (cells: readonly string[], font: PDFFont): void => {
      ensureLines(1);
      cells.forEach((text, index) => {
        at.drawText(text, { x: columns[index] ?? page.margin, y: y - 9.5, size: 9.5, font, color: ink });
      });
      y -= lineHeight;
    },
  };
}

function number(document: PDFDocument, font: PDFFont, footer: string): void {
  const pages = document.getPages();
  pages.forEach((at, index) => {
    const text = `Página ${index + 1} de ${pages.length}`;
    const x = page.width - page.margin - font.widthOfTextAtSize(text, 8.5);
    at.drawText(footer, { x: page.margin, y: 40, size: 8.5, font, color: faint });
    at.drawText(text, { x, y: 40, size: 8.5, font, color: faint });
  });
}

/** Words into lines that fit between the margins. */
function wrap(text: string, font: PDFFont, size: number): string[] {
  const maxWidth = (page.width - 2 * page.margin) / size;
  const blank = width(' ', font);
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const word of text.split(' ')) {
    const wide = width(word, font);
    if (line !== '' && used + blank + wide > maxWidth) {
      lines.push(line);
      [line, used] = ['', 0];
    }
    used += line === '' ? wide : blank + wide;
    line += line === '' ? word : ` ${word}`;
  }
  return [...lines, line];
}

/** Cached word widths at font size 1: the same words occur in every document. */
const widths = new Map<string, number>();
function width(word: string, font: PDFFont): number {
  const key = `${font.name}/${word}`;
  const known = widths.get(key) ?? font.widthOfTextAtSize(word, 1);
  widths.set(key, known);
  return known;
}
