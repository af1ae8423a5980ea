import { act, renderHook, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod/mini';
import { trimmed } from '../forms/trimmed.ts';
import { useEditedForm } from './use-edited-form.ts';

type Fields = Readonly<Record<'name' | 'email', string>>;

const rules = { name: trimmed(z.string().check(z.minLength(3))), email: z.string().check(z.minLength(3)) };
const edit = (first: Fields) =>
  renderHook((theirs: Fields) => useEditedForm(rules, theirs), { initialProps: first });
const before: Fields = { name: 'Ceibal', email: 'a@ceibal.example' };

describe('values that two people edit', () => {
  it('follow the service where nothing was typed', () => {
    const { result, rerender } = edit(before);
    act(() => result.current.write('name', 'Mío'));
    rerender({ name: 'Ceibal', email: 'b@ceibal.example' });
    expect(result.current.mine).toEqual({ name: 'Mío', email: 'b@ceibal.example' });
    expect(result.current.conflicts).toEqual({});
    expect(result.current.changed).toEqual(['name']);
  });

  it('are a conflict when both were changed, and nothing may be saved until it is decided', () => {
    const { result, rerender } = edit(before);
    act(() => result.current.write('name', 'Mío'));
    const now = { ...before, name: 'Suyo' };
    expect(result.current.mayReplace(now)).toBe(false);
    rerender(now);
    expect(result.current.conflicts).toEqual({ name: { theirs: 'Suyo', mine: 'Mío' } });
    act(() => result.current.keep('name'));
    expect(result.current.conflicts).toEqual({});
    expect(result.current.replaces).toEqual({ name: 'Suyo' });
    expect(result.current.mayReplace(now)).toBe(true);
    expect(result.current.mine.name).toBe('Mío');
  });

  it('are a conflict again when they change again after the decision', () => {
    const { result, rerender } = edit(before);
    act(() => result.current.write('name', 'Mío'));
    rerender({ ...before, name: 'Suyo' });
    act(() => result.current.keep('name'));
    rerender({ ...before, name: 'Suyo otra vez' });
    expect(result.current.conflicts.name).toEqual({ theirs: 'Suyo otra vez', mine: 'Mío' });
  });

  it('are theirs when theirs is taken, and no conflict when both wrote the same', () => {
    const { result, rerender } = edit(before);
    act(() => result.current.write('name', 'Igual'));
    rerender({ ...before, name: 'Igual' });
    expect(result.current.conflicts).toEqual({});
    expect(result.current.changed).toEqual([]);
    act(() => result.current.write('name', 'Mío'));
    rerender({ ...before, name: 'Suyo' });
    act(() => result.current.take('name'));
    expect(result.current.mine.name).toBe('Suyo');
    expect(result.current.changed).toEqual([]);
  });

  it('never lets a value be replaced that was not seen, in whatever order things happen', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('write' as const), value: fc.constantFrom('p', 'q', 'r') }),
      fc.record({ do: fc.constant('theirs' as const), value: fc.constantFrom('p', 'q', 's') }),
      fc.record({ do: fc.constantFrom('keep' as const, 'take' as const) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), fc.constantFrom('p', 'q', 's', 't'), (steps, fresh) => {
        const { result, rerender, unmount } = edit({ name: 'p', email: '' });
        let theirs = 'p';
        // What the reader has had before their eyes as the service's: at first, while untouched, and as a conflict.
        const seen = new Set(['p']);
        for (const one of steps) {
          if (one.do === 'write') act(() => result.current.write('name', one.value));
          else if (one.do === 'theirs') rerender({ name: (theirs = one.value), email: '' });
          else act(() => result.current[one.do]('name'));
          const { mine, conflicts } = result.current;
          if (mine.name === theirs) seen.add(theirs);
          if (conflicts.name) {
            expect(conflicts.name.theirs).toBe(theirs);
            seen.add(theirs);
          }
        }
        if (result.current.mayReplace({ name: fresh, email: '' }))
          expect(
            seen.has(fresh) || result.current.mine.name === fresh || result.current.changed.length === 0,
          ).toBe(true);
        // What is shown as the reader's own is never thrown away by others.
        if (result.current.conflicts.name) expect(result.current.mine.name).not.toBe(theirs);
        unmount();
      }),
      { numRuns: 200 },
    );
  });
});

describe('submitting values that two people edit', () => {
  const submit = (edited: ReturnType<typeof edit>['result']['current']) => {
    const onUnchanged = vi.fn<() => void>();
    const onSave = vi.fn<(changed: Partial<Fields>) => void>();
    act(() => edited.submit(onUnchanged, onSave)());
    return { onUnchanged, onSave };
  };

  it('saves the changed fields alone, without spaces around them', async () => {
    const { result } = edit(before);
    act(() => result.current.write('name', ' Mío '));
    const { onSave } = submit(result.current);
    await waitFor(() => expect(onSave).toHaveBeenCalledExactlyOnceWith({ name: 'Mío' }));
  });

  it('saves nothing where only spaces were added', () => {
    const { result } = edit(before);
    act(() => result.current.write('name', 'Ceibal '));
    const { onUnchanged, onSave } = submit(result.current);
    expect(onUnchanged).toHaveBeenCalledOnce();
    expect(onSave).not.toHaveBeenCalled();
  });

  it('applies the rules to the changed fields alone', async () => {
    const { result } = edit({ name: '', email: '' });
    act(() => result.current.write('name', 'x'));
    const refused = submit(result.current);
    await waitFor(() => expect(result.current.form.getFieldState('name').invalid).toBe(true));
    expect(result.current.form.getFieldState('email').invalid).toBe(false);
    expect(refused.onSave).not.toHaveBeenCalled();
    act(() => result.current.write('name', 'Mío'));
    await waitFor(() => expect(result.current.form.getFieldState('name').invalid).toBe(false));
    const { onSave } = submit(result.current);
    await waitFor(() => expect(onSave).toHaveBeenCalledOnce());
  });

  it('shows an open conflict first', () => {
    const { result, rerender } = edit(before);
    act(() => result.current.write('name', 'Mío'));
    rerender({ ...before, name: 'Suyo' });
    const { onSave } = submit(result.current);
    expect(result.current.attention).toBe(1);
    expect(onSave).not.toHaveBeenCalled();
  });

  it('are found again with their conflict after the tab was signed out', () => {
    let waiting: unknown;
    const left = { found: () => waiting, leave: (values: unknown) => (waiting = values) };
    const open = (theirs: Fields) => renderHook(() => useEditedForm(rules, theirs, left));
    const first = open(before);
    act(() => first.result.current.write('name', 'Mío'));
    first.unmount();
    const { result } = open({ name: 'Suyo', email: 'b@ceibal.example' });
    expect(result.current.mine).toEqual({ name: 'Mío', email: 'b@ceibal.example' });
    expect(result.current.conflicts).toEqual({ name: { theirs: 'Suyo', mine: 'Mío' } });
  });
});
