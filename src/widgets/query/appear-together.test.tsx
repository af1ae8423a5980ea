import { QueryClient, QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppearTogether } from './appear-together.tsx';

let answer: Record<string, (text: string) => void>;

function Part({ name }: { name: string }) {
  const { data } = useQuery(
    queryOptions({
      queryKey: [name],
      queryFn: () => new Promise<string>((resolve) => (answer[name] = resolve)),
    }),
  );
  return <p>{data ?? `${name} …`}</p>;
}

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AppearTogether loading={<p>Loading</p>}>
        <Part name="first" />
        <Part name="second" />
      </AppearTogether>
    </QueryClientProvider>,
  );
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('parts that appear together', () => {
  beforeEach(() => {
    answer = {};
    vi.useFakeTimers();
  });
  afterEach(() => void vi.useRealTimers());

  it('are hidden until all of them have come', async () => {
    show();
    await pass(500);
    answer.first?.('one');
    await pass(500);
    expect(screen.getByText('one')).not.toBeVisible();
    expect(screen.getByText('Loading')).toBeVisible();
    answer.second?.('two');
    await pass(100);
    expect(screen.getByText('one')).toBeVisible();
    expect(screen.getByText('two')).toBeVisible();
    expect(screen.queryByText('Loading')).not.toBeInTheDocument();
  });

  it('are shown as they are after two seconds', async () => {
    show();
    answer.first?.('one');
    await pass(2_100);
    expect(screen.getByText('one')).toBeVisible();
    expect(screen.getByText('second …')).toBeVisible();
  });
});
