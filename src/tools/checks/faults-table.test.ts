import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sandboxFaultKinds } from '#contract/sandbox/injected-faults.ts';
import { canInject } from '#service/http/sandbox/fault-plans.ts';
import type { CellRecord } from '../../../e2e/faults/record.ts';
import {
  faultsPath,
  faultsTable,
  matrixRows,
  sharedWords,
  reportedOf,
  type ShownWords,
} from './faults-table.ts';

const cell = (fault: CellRecord['fault'], words: string[], actions: string[]): CellRecord => ({
  operation: 'listSubjects',
  fault,
  words,
  actions,
  otherwise: false,
  recovery: 'as offered',
  problems: [],
  milliseconds: 1,
});

describe('the table of faults', () => {
  const document = readFileSync(faultsPath, 'utf8');
  const sections = document.split(/^## /m).slice(1);
  const listed = sections.map((section) => section.slice(0, section.indexOf('\n')));
  const reportedIn = (section: string): ShownWords[] =>
    [...section.matchAll(/^- \*\*(.+?)\*\*: (.+) → (.+)$/gm)].map(
      ([, faults = '', words = '', action = '']) => ({
        faults: faults.split(', '),
        words,
        action,
      }),
    );

  it('has every operation of the contract and the upload', () => {
    expect(listed).toEqual(matrixRows);
  });

  it.each(sections.map((section, at) => [listed[at] ?? '', section] as const))(
    '%s has every fault that it can have, each once, and no words for two different next actions',
    (name, section) => {
      const reported = reportedIn(section);
      const faults = reported.flatMap((one) => one.faults);
      const possible = sandboxFaultKinds.filter((fault) => canInject(fault, name));
      expect([...faults].sort()).toEqual([...possible].sort());
      expect(sharedWords(reported)).toEqual([]);
    },
  );

  it('puts faults together that say the same and offer the same, and finds words that stand for two things to do', () => {
    const reported = reportedOf([
      cell('500', ['It failed.'], ['Again']),
      cell('503', ['It failed.'], ['Again']),
      cell('401', ['It failed.'], ['Give a key']),
      cell('delay', [], []),
    ]);
    expect(reported.map(({ faults }) => faults)).toEqual([['500', '503'], ['401'], ['delay']]);
    expect(sharedWords(reported)).toEqual(['«It failed.»']);
    expect(sharedWords(reported.slice(1))).toEqual([]);
  });

  it('takes what can be done on every page for nothing that is offered', () => {
    const [reported] = reportedOf([
      cell('404', ['It is not there.'], ['Back', 'Ir al contenido', 'Testigo']),
    ]);
    expect(reported?.action).toBe('Back');
    expect(reportedOf([cell('404', ['It is not there.'], ['Ir al contenido'])])[0]?.action).toBe('nothing');
  });

  it('names what was not run', () => {
    const made = faultsTable(new Map([['listSubjects', [cell('500', ['It failed.'], ['Again'])]]]));
    expect(made).toContain('- **500**: «It failed.» → Again');
    expect(made).toMatch(/Not run yet: .*`readSubject`/);
    expect(made).not.toMatch(/Not run yet: .*`listSubjects`/);
  });
});
