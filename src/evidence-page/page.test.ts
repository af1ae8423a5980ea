import { JSDOM } from 'jsdom';
import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildCase } from '#proofs/case-file/build-case.ts';
import { caseBounds, digestOfJson } from '#proofs/case-file/case-file.ts';
import type { Context, Evidence } from '#proofs/evidence/evidence.ts';
import type { AnchorUse } from '#proofs/pki/path/anchor-use.ts';
import { canonicalJson, readJson, type JsonObject } from '#proofs/encoding/json.ts';
import { allChecks } from '#proofs/verdict/report.ts';
import { internal } from '#proofs/policy/policy.ts';
import * as material from '#proofs/testing/case-material.ts';
import { hex, leafAt } from '#proofs/testing/trees.ts';
import { caseOfEarlierRules, caseOfEarlierSchema } from '#widgets/testing/earlier-case.ts';
import { dark, light } from '#ui/theme/palette.ts';
import { verdictPaths, type DrawnVerdict } from '#ui/verdicts/verdict-paths.ts';
import { evidencePage, loadPageTemplate, programDigest } from '#widgets/evidence-files/page/evidence-page.ts';
import type { PageTemplate } from '#widgets/evidence-files/page/page-template.ts';

/** Names the file that `npm pack` makes. */
const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  name: string;
  version: string;
}; // the project's own

let template: PageTemplate;
beforeAll(async () => {
  template = await loadPageTemplate();
});

const { evidence, context } = material;
const textOf = (given: Evidence, under: Context, title = 'Contrato de compraventa'): string =>
  buildCase({ title, evidence: given, context: under }).text;
const passing = textOf(evidence, context);

/** No node was queried about it. */
const { exchanges: _, ...withoutNodes } = context;
const unqueried = textOf(evidence, withoutNodes);

const verifyAddress = 'https://testigo.example/verify';
const open: JSDOM[] = [];
afterEach(() => open.splice(0).forEach(({ window }) => window.close()));

/** The page as a browser opens it: parsed, its program run, until it has checked. */
async function opened(texts: readonly string[], language: 'es-MX' | 'en' = 'es-MX') {
  const cases = texts.map((text, at) => ({ name: `c${at}.testigo.json`, text }));
  return run(evidencePage({ template, title: 'x', cases, language, verifyAddress }));
}

async function run(html: string) {
  const saved: Blob[] = [];
  const dom = new JSDOM(html, {
    runScripts: 'dangerously',
    url: 'file:///evidence.html',
    pretendToBeVisual: true,
    beforeParse(window) {
      Object.assign(window, { TextEncoder, TextDecoder });
      window.URL.createObjectURL = (blob) => {
        if (blob instanceof window.Blob) saved.push(blob);
        return 'blob:null/1';
      };
      window.URL.revokeObjectURL = () => undefined;
    },
  });
  open.push(dom);
  const { document } = dom.window;
  for (let tries = 0; !document.querySelector('footer, [role="alert"]') && tries < 500; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  const verdicts = () =>
    [...document.querySelectorAll('.verdict')].map((one) => one.getAttribute('data-mark'));
  return {
    document,
    saved,
    verdicts,
    headline: () => document.querySelector('.verdict h2')?.textContent,
    text: () => document.querySelector('main')?.textContent ?? '',
    change: (box: HTMLInputElement) => {
      box.checked = !box.checked;
      box.dispatchEvent(new dom.window.Event('change', { bubbles: true }));
    },
  };
}

describe('the page that checks itself', () => {
  it('recomputes everything, and says under what it holds', async () => {
    const page = await opened([passing]);
    expect(page.verdicts()).toEqual(['PASSED']);
    expect(page.headline()).toBe(
      'Es válido con las anclas y las respuestas de la cadena que nombra este archivo.',
    );
    expect(page.text()).toContain(
      'Esta página se comprueba sola; quien la hizo pudo haber cambiado el comprobador.',
    );
    expect(page.document.title).toBe('Expediente: Contrato de compraventa');
    // Without any of it, it is open: said beside the headline.
    const alone = page.document.querySelector('.verdict .alone');
    expect(alone?.textContent).toBe(
      'Si no confías en nada de lo que declara este archivo, el resultado es: Sin determinar',
    );
    expect(alone?.querySelector('.mark')?.getAttribute('data-mark')).toBe('INDETERMINATE');
  });

  it('names only the anchors where no chain was queried', async () => {
    const { exchanges: _, ...quiet } = context;
    const page = await opened([textOf(evidence, quiet)]);
    expect(page.verdicts()).toEqual(['PASSED']);
    expect(page.headline()).toBe('Es válido con las anclas que nombra este archivo.');
  });

  it('shows every check that applies with its status, as the proofs give it', async () => {
    const page = await opened([passing]);
    const { report } = buildCase({ title: '', evidence, context });
    const expected = allChecks(report).filter(({ status }) => status !== 'NOT_APPLICABLE');
    const rows = [...page.document.querySelectorAll('tr')].flatMap((row) => {
      const id = row.querySelector('td:nth-child(2) code')?.textContent;
      const mark = row.querySelector('td:nth-child(1) .mark')?.getAttribute('data-mark');
      return id && mark ? [[id, mark]] : [];
    });
    const shownMark = ({ status, basis }: (typeof expected)[number]) =>
      status === 'PASSED' && basis === 'SERVER' ? 'REPORTED' : status;
    expect(rows).toEqual(expected.map((check) => [check.id, shownMark(check)]));
    expect(rows.length).toBeGreaterThan(40);
  });

  it('is grey where no node was queried and where only the service knows, says its next step once, and names what was not determined', async () => {
    const page = await opened([unqueried]);
    const { document } = page;
    const markOf = (row: Element | null | undefined) =>
      row?.querySelector('.mark')?.getAttribute('data-mark');
    const rowOf = (id: string) =>
      [...document.querySelectorAll('article tr')].find((row) =>
        [...row.querySelectorAll('td:nth-child(2) code')].some(({ textContent }) => textContent === id),
      );
    const headingOf = (text: string) =>
      [...document.querySelectorAll('h3')].find(({ textContent }) => textContent.startsWith(text));
    expect(page.verdicts()).toEqual(['PASSED']);
    expect(document.querySelector('.verdict')?.textContent).toContain(
      'Sin comprobar del todo: reclamo, token y endosos.',
    );
    expect(markOf(rowOf('external.anchor'))).toBe('NOT_RUN');
    expect(rowOf('external.anchor')?.textContent).toMatch(/^Sin consultar/);
    expect(markOf(rowOf('claim.role'))).toBe('NOT_RUN');
    expect(markOf(rowOf('token.continuity'))).toBe('REPORTED');
    expect(rowOf('token.continuity')?.textContent).toMatch(/^Según el servicio/);
    expect(markOf(headingOf('Reclamo'))).toBe('NOT_RUN');
    expect(headingOf('Token y endosos')?.textContent).toBe('Token y endososSegún el servicio');
    const existence = [...document.querySelectorAll('tr')].find(
      (row) => row.querySelector('td')?.textContent === 'Tercero',
    );
    expect(markOf(existence)).toBe('NOT_RUN');
    const shared = [...document.querySelectorAll('.note')].filter(({ textContent }) =>
      textContent.startsWith('Según el servicio. Qué se puede hacer: '),
    );
    expect(shared).toHaveLength(1);
    expect(rowOf('token.continuity')?.textContent).not.toContain('Qué se puede hacer');
  });

  it('says that a path reaches an anchor that the file names, and never one that the reader trusts', async () => {
    const page = await opened([passing]);
    expect(page.text()).toContain('El certificado llega a un ancla que nombra este archivo');
    expect(page.text()).toContain('El emisor llega a un ancla para sellos que nombra este archivo');
    expect(page.text()).not.toContain('un ancla en la que confías');
    page.document.querySelector<HTMLButtonElement>('#language-en')!.click();
    expect(page.text()).not.toContain('an anchor that you trust');
  });

  it('names the recipes of both trees, and each contract by its network and its role', async () => {
    const page = await opened([passing]);
    const factOf = (label: string) =>
      [...page.document.querySelectorAll('dt')].find(({ textContent }) => textContent === label)
        ?.nextElementSibling?.textContent;
    expect(factOf('Receta de las pruebas Merkle')).toContain('ascii-hex-sorted/1');
    expect(factOf('Receta de las pruebas del tercero')).toBe('mountain-range-keccak/1');
    const labels = [...page.document.querySelectorAll('.granted label')].map(
      ({ textContent }) => textContent,
    );
    expect(
      labels.filter((label) => label.startsWith('Contrato inteligente de los endosos en ')),
    ).toHaveLength(1);
    expect(labels.filter((label) => label.startsWith('Contrato inteligente del tercero en '))).toHaveLength(
      1,
    );
  });

  it('marks cells that say nothing, so that a phone leaves them out', async () => {
    const { document } = await opened([passing]);
    const cells = [...document.querySelectorAll('article td')];
    expect(cells.filter(({ textContent }) => textContent === '—').length).toBeGreaterThan(10);
    for (const cell of cells)
      expect(cell.hasAttribute('data-empty'), cell.textContent).toBe(cell.textContent === '—');
  });

  it('names its zone in words, and no address where there is none', async () => {
    const cases = [{ name: 'c.testigo.json', text: passing }];
    const page = await run(evidencePage({ template, title: 'x', cases, language: 'es-MX' }));
    expect(page.document.querySelector('footer')?.textContent).not.toMatch(/en [A-Z][a-z]+\/[A-Z]/);
    expect(page.text()).not.toContain('de quien lo exportó');
  });

  it('names policy, anchors, build, both zones, its own program and the command', async () => {
    const page = await opened([passing]);
    const text = page.text();
    for (const named of [
      'standard/2',
      material.root.certificate.fingerprint,
      'tests/1',
      '2026-11-20T15:00:00Z',
      '20 de noviembre de 2026',
      programDigest(template),
      `npx --package=./${manifest.name}-${manifest.version}.tgz testigo verify c0.testigo.json --anchors CARPETA-FIRMANTES --stamp-anchors CARPETA-SELLOS --policy standard --at 2026-11-20T15:00:00Z`,
      material.documentHash,
      `O suelta su JSON en ${verifyAddress}, de quien lo exportó`,
    ])
      expect(text).toContain(named);
  });

  it.each<[AnchorUse | undefined, string, string[]]>([
    ['signing', ' --anchors CARPETA-FIRMANTES --policy', ['confías para firmantes']],
    ['stamping', ' --stamp-anchors CARPETA-SELLOS --policy', ['confías para sellos de tiempo']],
    [
      'both',
      ' --anchors CARPETA-FIRMANTES --stamp-anchors CARPETA-SELLOS --policy',
      ['confías para firmantes', 'confías para sellos de tiempo'],
    ],
    [undefined, ' --policy', []],
  ])('anchors for %s: names their purpose, and the folders of the command', async (use, options, folders) => {
    const anchors = use === undefined ? [] : context.anchors.map((anchor) => ({ ...anchor, use }));
    const page = await opened([textOf(evidence, { ...context, anchors })]);
    const command = page.document.querySelector('.independently pre')?.textContent;
    expect(command).toContain(`c0.testigo.json${options}`);
    const notes = page.document.querySelector('.independently')?.textContent ?? '';
    const said = ['confías para firmantes', 'confías para sellos de tiempo'];
    expect(said.filter((words) => notes.includes(words))).toEqual(folders);
    const named = [...page.document.querySelectorAll('.granted label .note')].map((one) => one.textContent);
    expect(named).toEqual(
      use === undefined
        ? []
        : anchors.map(
            () =>
              ({
                signing: 'Para certificados de firmantes',
                stamping: 'Para sellos de tiempo',
                both: 'Para firmantes y sellos de tiempo',
              })[use],
          ),
    );
  });

  it('says who made each time-stamp, in the banner and in the tables', async () => {
    const page = await opened([passing]);
    expect(page.document.querySelector('.verdict')?.textContent).toMatch(/Sellado por .+, bajo .*Raíz/);
    const cells = [...page.document.querySelectorAll('td')].filter(({ textContent }) =>
      textContent.includes('Sellado por '),
    );
    // NOM-151 and the tree of the document, and the witness of each signature.
    expect(cells).toHaveLength(4);
  });

  it('says of an earlier case by which rule its verdict no longer holds, in both languages, and calls that no fault', async () => {
    const page = await opened([caseOfEarlierRules('Anterior'), caseOfEarlierSchema('Vigente')]);
    const [changed, still] = page.document.querySelectorAll('.verdict');
    expect(changed?.textContent).toContain(
      'El veredicto guardado ya no se sostiene: solo se revisan huellas SHA-256 (Firma 1, Testigo de la firma 1).',
    );
    expect(page.text()).not.toContain('Este archivo no es lo que dice');
    expect(still?.getAttribute('data-mark')).toBe('PASSED');
    expect(still?.textContent).not.toContain('ya no se sostiene');
    page.document.querySelector<HTMLButtonElement>('#language-en')!.click();
    expect(page.document.querySelector('.verdict')?.textContent).toContain(
      'The saved verdict no longer holds: only SHA-256 hashes are checked (Signature 1, Witness of signature 1).',
    );
  });

  it('speaks of a signature where the witness is of one', async () => {
    const { witness, signature } = material.inviteOf('Ana');
    const given = {
      ...(witness && { witness }),
      signature: { ...(signature !== undefined && { signature }) },
    };
    const page = await opened([textOf(given, context)]);
    expect(page.verdicts()).toEqual(['PASSED']);
    expect(page.document.querySelector('.verdict')?.textContent).toMatch(
      /Esta firma existía a más tardar el /,
    );
    expect(page.text()).toContain('SHA-256 de la firma');
    expect(page.text()).not.toMatch(/SHA-256 del documento|se verifica por su huella|documento existía/);
  });

  it('gives its JSON back byte for byte', async () => {
    const page = await opened([passing]);
    page.document.querySelector<HTMLButtonElement>('.independently button')!.click();
    expect(await page.saved[0]!.text()).toBe(passing);
  });

  it('fails as a whole when one byte of its evidence is another', async () => {
    const at = passing.indexOf(material.documentHash);
    const flips = [
      passing.slice(0, at) + flip(passing[at]!) + passing.slice(at + 1),
      passing.replace('"Contrato de', '"Contrata de'),
      passing.replace('"status":"PASSED"', '"status":"FAILED"'),
      // No JSON any more.
      passing.slice(1),
    ];
    for (const text of flips) {
      const page = await opened([text]);
      expect(page.verdicts()).toEqual(['FAILED']);
      expect(page.headline()).toMatch(
        /^Este archivo no es lo que dice|^El contenido de este archivo no se puede leer/,
      );
      expect(page.document.querySelector('.verdict .mark')?.textContent).toBe('No válido');
    }
  });

  it('fails when the verdict inside is not the one that its evidence gives, with all digests right', async () => {
    const other = buildCase({
      title: 'x',
      evidence: material.withWitness({ hash: hex(leafAt(3)) }),
      context,
    });
    const pieces = (text: string) => readJson(text, 'case', caseBounds) as JsonObject; // it was built as one
    const { sha256: _, ...rest } = pieces(passing);
    const body = { ...rest, evidence: pieces(other.text).evidence! };
    const text = canonicalJson({ ...body, sha256: digestOfJson(body) });
    const page = await opened([text]);
    expect(page.verdicts()).toEqual(['FAILED']);
    expect(page.text()).toContain('El veredicto del archivo no es el que da su evidencia.');
  });

  it('checks again without an anchor that the reader refuses', async () => {
    const page = await opened([passing]);
    const box = () =>
      [...page.document.querySelectorAll<HTMLInputElement>('.granted input')].find((one) =>
        one.nextElementSibling?.textContent.includes(material.root.certificate.fingerprint),
      )!;
    page.change(box());
    expect(page.verdicts()).toEqual(['INDETERMINATE']);
    expect(page.document.activeElement?.id).toBe(box().id);
    page.change(box());
    expect(page.verdicts()).toEqual(['PASSED']);
    // Each change draws the page anew, so the boxes are found again.
    for (const { id } of page.document.querySelectorAll('.granted input')) {
      const box = page.document.querySelector<HTMLInputElement>(`#${id}`);
      if (box) page.change(box);
    }
    expect(page.document.querySelectorAll('.granted input:checked')).toHaveLength(0);
    expect(page.verdicts()).not.toEqual(['PASSED']);
  });

  it('warns of a policy that is not one of the program', async () => {
    const own = { ...internal, id: 'standard' };
    const page = await opened([textOf(evidence, { ...context, policy: own })]);
    expect(page.text()).toContain('Tiene su propia política');
    expect((await opened([passing])).text()).not.toContain('su propia política');
  });

  it('lists several cases, each with its own verdict', async () => {
    const forged = material.withWitness({
      merkleized: { ...material.documentWitness.merkleized, merkleRoot: hex(leafAt(4)) },
      hash: hex(leafAt(5)),
    });
    const page = await opened([
      passing,
      textOf(forged, { ...context, recipe: 'ascii-hex-sorted/1' }, 'Otro'),
    ]);
    expect(page.verdicts()[0]).toBe('PASSED');
    expect(page.verdicts()[1]).toBe('FAILED');
    const rows = [...page.document.querySelectorAll('#cases tbody tr')].map((row) => [
      row.querySelector('a')?.textContent,
      row.querySelector('.mark')?.getAttribute('data-mark'),
    ]);
    expect(rows).toEqual([
      ['Contrato de compraventa', 'PASSED'],
      ['Otro', 'FAILED'],
    ]);
  });

  it('speaks both languages', async () => {
    const page = await opened([passing]);
    page.document.querySelector<HTMLButtonElement>('#language-en')!.click();
    expect(page.headline()).toBe('It holds under the anchors and the chain answers named in this file.');
    expect(page.document.documentElement.lang).toBe('en');
    expect(page.document.activeElement?.id).toBe('language-en');
    expect(page.text()).not.toContain('Comprobaciones');
    expect((await opened([passing], 'en')).headline()).toBe(page.headline());
  });

  it('has everything unfolded on paper, and folded again after it', async () => {
    const { document } = await opened([passing]);
    const folds = () => [...document.querySelectorAll('details')].map((fold) => fold.open);
    const { Event } = document.defaultView!;
    expect(new Set(folds())).toEqual(new Set([false]));
    document.defaultView!.dispatchEvent(new Event('beforeprint'));
    expect(new Set(folds())).toEqual(new Set([true]));
    expect(document.querySelectorAll('details table').length).toBeGreaterThan(3);
    document.defaultView!.dispatchEvent(new Event('afterprint'));
    expect(new Set(folds())).toEqual(new Set([false]));
  });

  it('shows text of the evidence as text', async () => {
    const title = '<img src=x onerror=alert(1)>\u202e';
    const page = await opened([textOf(evidence, context, title)]);
    expect(page.document.querySelector('img')).toBeNull();
    expect(page.document.querySelector('article h1')?.textContent).toBe(
      '<img src=x onerror=alert(1)>\\u{202e}',
    );
  });

  it('has one line of headings without a gap, tables with heads, and marks with words', async () => {
    const { document } = await opened([passing]);
    let before = 0;
    for (const heading of document.querySelectorAll('h1,h2,h3,h4')) {
      const level = Number(heading.tagName[1]);
      expect(level - before, heading.textContent).toBeLessThanOrEqual(1);
      before = level;
    }
    for (const table of document.querySelectorAll('table')) {
      expect(table.caption?.textContent).toBeTruthy();
      expect(table.querySelectorAll('th[scope="col"]').length).toBeGreaterThan(1);
    }
    for (const mark of document.querySelectorAll('.mark')) expect(mark.textContent.trim()).not.toBe('');
    for (const box of document.querySelectorAll('input'))
      expect(document.querySelector(`label[for="${box.id}"]`)?.textContent).toBeTruthy();
  });

  it('draws the marks of verdicts as the screens do', async () => {
    const failing = textOf(material.withWitness({ hash: '0'.repeat(64) }), context);
    const internally = textOf(material.withWitness({ nom151: { createdAt: material.provenAt } }), {
      ...context,
      policy: internal,
    });
    const { document } = await opened([passing, failing, internally]);
    const drawn = new Map<string, string>();
    for (const mark of document.querySelectorAll<HTMLElement>('.mark:not([data-mark="REPORTED"])')) {
      const warns = mark.dataset.warns !== undefined;
      const { mark: state = '' } = mark.dataset;
      const paths = [...mark.querySelectorAll('path')].map((path) => path.getAttribute('d'));
      drawn.set(warns && state === 'PASSED' ? 'WARNED' : `${state}${warns ? ' warns' : ''}`, paths.join(' '));
    }
    const expected = [...drawn.keys()].map((name) => {
      const [state = '', warns] = name.split(' ');
      // Safe: these are the names of marks.
      return [
        name,
        verdictPaths(state as DrawnVerdict, warns !== undefined)
          .map(({ d }) => d)
          .join(' '),
      ];
    });
    expect([...drawn]).toEqual(expected);
    expect([...drawn.keys()].sort()).toEqual([
      'FAILED',
      'INDETERMINATE',
      'INDETERMINATE warns',
      'NOT_APPLICABLE',
      'PASSED',
      'WARNED',
    ]);
  });
});

describe('its style', () => {
  it('has the colours of the dashboard, light and dark', () => {
    const css = readFileSync('src/evidence-page/page.css', 'utf8');
    const [first = '', second = ''] = css.split('prefers-color-scheme: dark');
    let compared = 0;
    for (const [part, scheme] of [
      [first, light],
      [second.slice(0, second.indexOf('box-sizing')), dark],
    ] as const)
      for (const [, name = '', value = ''] of part.matchAll(/--([a-z0-9-]+): (#[0-9a-f]{6})/g)) {
        const key = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
        expect([name, value]).toEqual([name, scheme[key as keyof typeof scheme].toLowerCase()]);
        compared += 1;
      }
    expect(compared).toBeGreaterThan(30);
  });
});

function flip(digit: string): string {
  return digit === '0' ? '1' : '0';
}
