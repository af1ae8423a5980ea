import { describe, expect, it } from 'vitest';
import { planChunks, type ChunkOptions, type ModuleFacts } from './chunks.ts';

/** Modules by their imports; `'a b < page'` are the imports of a part that `page` loads when it needs it. */
function graph(modules: Readonly<Record<string, string>>, sizes: Readonly<Record<string, number>> = {}) {
  return new Map(
    Object.entries(modules).map(([id, text]): [string, ModuleFacts] => {
      const [imports = '', loadedBy = ''] = text.split('<');
      const list = (names: string): string[] => names.trim().split(/\s+/).filter(Boolean);
      return [id, { size: sizes[id] ?? 100, imports: list(imports), loadedBy: list(loadedBy) }];
    }),
  );
}

const options: ChunkOptions = {
  entries: ['main'],
  costOf: () => ({ character: 1, file: 1_000 }),
  loadedBefore: () => undefined,
};

describe('Which modules share a file', () => {
  const two = { main: '', one: 'button table < main', other: 'button table < main', third: 'table < main' };

  it('joins small modules that mostly the same parts need', () => {
    const plan = planChunks(graph({ ...two, button: '', table: '' }), options);
    expect(plan.get('button')).toBe(plan.get('table'));
  });

  it('leaves a large module to the parts that need it', () => {
    const plan = planChunks(graph({ ...two, button: '', table: '' }, { button: 5_000 }), options);
    expect(plan.get('button')).not.toBe(plan.get('table'));
    expect(plan.size).toBe(2);
  });

  it('counts what a module brings along', () => {
    const modules = graph({ ...two, button: 'editor', table: '', editor: '' }, { editor: 5_000 });
    const plan = planChunks(modules, options);
    expect(plan.get('button')).not.toBe(plan.get('table'));
  });

  it('joins more for a part that costs more', () => {
    const modules = graph({ ...two, button: '', table: '' }, { button: 1_900 });
    const costOf = (part: string) => ({ character: 1, file: part === 'third' ? 1_000 : 5_000 });
    expect(planChunks(modules, options).size).toBe(2);
    expect(new Set(planChunks(modules, { ...options, costOf }).values()).size).toBe(1);
  });

  it('leaves what the page begins with, and what a single part needs, to the bundler', () => {
    const plan = planChunks(
      graph({ main: 'react', react: '', one: 'react own < main', own: '', other: 'react < main' }),
      options,
    );
    expect(plan).toEqual(new Map());
  });

  it('counts nothing twice that was loaded before', () => {
    // The dialog opens from the page, which opens in the frame.
    const modules = graph(
      {
        main: '',
        frame: 'icon < main',
        page: 'icon < main',
        dialog: 'icon < page',
        other: 'large < main',
        others: 'large icon < main',
        icon: '',
        large: '',
      },
      { large: 50_000 },
    );
    const loadedBefore = (part: string) => (['page', 'other', 'others'].includes(part) ? 'frame' : undefined);
    const plan = planChunks(modules, { ...options, loadedBefore });
    expect(plan.get('icon')).toBeDefined();
    expect(plan.get('icon')).not.toBe(plan.get('large'));
  });

  it('takes a part that is itself needed by others as one of the shared modules', () => {
    const plan = planChunks(
      graph({ main: '', one: 'form < main', other: 'form < main', form: '< one' }),
      options,
    );
    expect([...plan.keys()]).toEqual(['form']);
  });

  it('ends on modules that import each other', () => {
    const plan = planChunks(graph({ main: '', one: 'a < main', other: 'b < main', a: 'b', b: 'a' }), options);
    expect(plan.get('a')).toBe(plan.get('b'));
  });
});
