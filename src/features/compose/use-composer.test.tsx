import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { newDraft } from '#jobs/drafts/draft-shape.ts';
import type { RequestFields } from './request-form.ts';
import { useComposer } from './use-composer.ts';

/** A file on a slow drive: its bytes come once `open` was called. */
function slowFile(name: string): { file: File; open: () => void } {
  const file = new File([name], name, { type: 'text/plain' });
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  Object.defineProperty(file, 'slice', {
    value: (from?: number, to?: number) => {
      const part = Blob.prototype.slice.call(file, from, to);
      return { arrayBuffer: () => opened.then(() => part.arrayBuffer()) };
    },
  });
  return { file, open };
}

function composing() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
  );
  const start = { draft: newDraft('here'), file: undefined };
  return renderHook(() => useComposer(start, false), { wrapper }).result;
}

describe('a document that is chosen while another is still read', () => {
  it('replaces it, however late the bytes of the other come', async () => {
    const slow = slowFile('first.txt');
    const composer = composing();
    const taken: Partial<RequestFields>[] = [];
    const first = composer.current.chooseFile(slow.file, (fields) => taken.push(fields));
    await act(() =>
      composer.current.chooseFile(new File(['b'], 'second.txt'), (fields) => taken.push(fields)),
    );
    await waitFor(() => expect(composer.current.document?.file.name).toBe('second.txt'));
    slow.open();
    await act(() => first);
    expect(composer.current.document?.file.name).toBe('second.txt');
    expect(taken.map(({ file }) => file?.name)).toEqual(['second.txt']);
  });

  it('is not refused for what the other is', async () => {
    const slow = slowFile('first\0.txt');
    const composer = composing();
    const first = composer.current.chooseFile(slow.file, () => undefined);
    await act(() => composer.current.chooseFile(new File(['b'], 'second.txt'), () => undefined));
    slow.open();
    await act(() => first);
    expect(composer.current.refusal).toBeUndefined();
  });
});

describe('a document that the browser cannot read', () => {
  it('is refused as such: a folder that was dropped, a file that was moved', async () => {
    const composer = composing();
    const file = new File(['a'], 'Contratos');
    Object.defineProperty(file, 'slice', {
      value: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')) }),
    });
    await act(() => composer.current.chooseFile(file, () => undefined));
    expect(composer.current.refusal).toEqual({ name: 'Contratos', why: 'unread' });
  });
});
