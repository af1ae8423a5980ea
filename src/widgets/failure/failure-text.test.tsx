import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ApiError } from '#client/http/errors.ts';
import { m } from '#i18n/messages.ts';
import { renderUi } from '#ui/testing/render.tsx';
import { QueryFailure } from '../query/query-failure.tsx';
import { describeFailure } from './describe-failure.ts';
import { FailureText } from './failure-text.tsx';

const said = 'The quota of this organization is used up.';
const line = { method: 'POST', path: '/thing', at: '10:00', status: 422 };
const refused = new ApiError('rule', line, { messages: [{ message: said }] });

describe('the service’s own sentence', () => {
  it('is marked as English, and nothing else of the failure is', () => {
    const { container } = renderUi(<FailureText error={refused} />);
    expect(container).toHaveTextContent(describeFailure(refused).text);
    expect(
      [...container.querySelectorAll<HTMLElement>('[lang]')].map((part) => [part.lang, part.textContent]),
    ).toEqual([['en', said]]);
  });

  it('is marked inside a sentence of the place, and where a read failed', () => {
    renderUi(
      <>
        <FailureText error={refused} words={({ reason }) => m.wallets_who_failed({ reason })} />
        <QueryFailure error={refused} what="la lista" />
      </>,
    );
    expect(screen.getAllByText(said).map((part) => part.lang)).toEqual(['en', 'en']);
  });

  it.each([
    ['the service said nothing', new ApiError('timeout', line)],
    ['what is reported is ours', new ApiError('unreadable', line, { messages: [{ message: said }] })],
    ['the page itself failed', new Error(said)],
  ])('is not there where %s', (_, error) => {
    const { container } = renderUi(<FailureText error={error} />);
    expect(container).toHaveTextContent(describeFailure(error).text);
    expect(container.querySelector('[lang]')).toBeNull();
  });
});
