import { useState } from 'react';
import { QueryClient, QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { isAbsent } from '#client/session/capabilities.ts';
import { ApiError } from '#client/http/errors.ts';
import { renderUi } from '#ui/testing/render.tsx';
import { m } from '#i18n/messages.ts';
import { QueryView } from './query-view.tsx';

interface Names {
  readonly items: readonly string[];
  readonly complete: boolean;
}

const failure = (kind: 'unreachable' | 'absent') =>
  new ApiError(kind, { method: 'GET', path: '/names', status: 0, at: '2026-01-01T00:00:00Z' });

/** @param read what each attempt answers */
function open(read: () => Promise<Names>) {
  const namesQuery = queryOptions({ queryKey: ['names'], queryFn: read });
  function Screen() {
    const query = useQuery(namesQuery);
    return (
      <>
        <button onClick={() => void query.refetch()}>refresh</button>
        <QueryView
          query={query}
          what="the names"
          failed={(error) => (isAbsent(error) ? <p>no such list</p> : undefined)}
          isEmpty={({ items }) => items.length === 0}
          empty={<p>nobody</p>}
          frame={(state) => <section aria-label="frame">{state}</section>}
          partial={({ complete }) => !complete && <p>some are missing</p>}
        >
          {({ items }) => <Rows items={items} />}
        </QueryView>
      </>
    );
  }
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return renderUi(
    <QueryClientProvider client={queries}>
      <Screen />
    </QueryClientProvider>,
  );
}

/** Counts what was chosen, which is lost where the rows are mounted again. */
function Rows({ items }: { items: readonly string[] }) {
  const [chosen, setChosen] = useState(0);
  return (
    <>
      <button onClick={() => setChosen(chosen + 1)}>chosen {chosen}</button>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </>
  );
}

const names = (...items: string[]): Names => ({ items, complete: true });

describe('QueryView', () => {
  it('shows loading rows until the first answer', async () => {
    const { container } = open(() => new Promise(() => undefined));
    await waitFor(() => expect(container.querySelector('[aria-busy="true"]')).not.toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByText('nobody')).toBeNull();
  });

  it('shows a first failure with a retry that the keyboard reaches', async () => {
    const read = vi.fn<() => Promise<Names>>().mockRejectedValueOnce(failure('unreachable'));
    read.mockResolvedValue(names('Ana'));
    open(read);
    expect(await screen.findByRole('alert')).toHaveTextContent(m.errors_read_failed({ what: 'the names' }));
    const retry = screen.getByRole('button', { name: m.common_retry() });
    await userEvent.tab();
    await userEvent.tab();
    expect(retry).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Ana')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('shows the explanation of a failure that has one, in place of a retry', async () => {
    open(() => Promise.reject(failure('absent')));
    expect(await screen.findByText('no such list')).toBeVisible();
    expect(screen.getByRole('region', { name: 'frame' })).toContainElement(screen.getByText('no such list'));
    expect(screen.queryByRole('button', { name: m.common_retry() })).toBeNull();
  });

  it('shows an empty answer as empty', async () => {
    open(() => Promise.resolve(names()));
    expect(await screen.findByText('nobody')).toBeVisible();
    expect(screen.queryByRole('list')).toBeNull();
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('does not call a list empty of which a part is missing', async () => {
    open(() => Promise.resolve({ items: [], complete: false }));
    expect(await screen.findByText('some are missing')).toBeVisible();
    expect(screen.queryByText('nobody')).toBeNull();
  });

  it('says above the rows that a part is missing', async () => {
    open(() => Promise.resolve({ items: ['Ana'], complete: false }));
    const note = await screen.findByText('some are missing');
    expect(note.compareDocumentPosition(screen.getByText('Ana'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('leaves the data of a failed refresh mounted, with its age and a retry above it', async () => {
    const read = vi.fn<() => Promise<Names>>().mockResolvedValueOnce(names('Ana'));
    read.mockRejectedValueOnce(failure('unreachable')).mockResolvedValue(names('Ana', 'Luis'));
    open(read);
    await userEvent.click(await screen.findByRole('button', { name: 'chosen 0' }));
    await userEvent.click(screen.getByRole('button', { name: 'refresh' }));
    const retry = await screen.findByRole('button', { name: m.common_retry() });
    expect(retry.compareDocumentPosition(screen.getByText('Ana'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await userEvent.click(retry);
    expect(await screen.findByText('Luis')).toBeVisible();
    expect(screen.queryByRole('button', { name: m.common_retry() })).toBeNull();
    expect(screen.getByRole('button', { name: 'chosen 1' })).toBeVisible();
  });
});
