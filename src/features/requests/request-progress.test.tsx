import { render, screen } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { overwriteGetLocale } from '#i18n/messages.ts';
import { RequestProgress } from './request-progress.tsx';

beforeAll(() => {
  overwriteGetLocale(() => 'es-MX');
});

const invite = (status: string) => ({ id: status, status, createdAt: '2026-11-01T00:00:00Z' });

describe('the progress of a request', () => {
  it('counts who signed', () => {
    render(<RequestProgress request={{ invites: [invite('SIGNED'), invite('PENDING')] }} />);
    expect(screen.getByRole('img')).toHaveTextContent('1/2');
  });

  it('gives no figure where the service sends a status that is unknown', () => {
    render(<RequestProgress request={{ invites: [invite('SIGNED'), invite('SOMETHING_NEW')] }} />);
    expect(screen.getByRole('img', { name: /en un estado desconocido: 1$/ })).toHaveTextContent('?/2');
  });

  it('does not say that nobody is pending where only ids of the invites were sent', () => {
    render(<RequestProgress request={{ invites: [{ id: 'a' }, { id: 'b' }] }} />);
    expect(screen.getByRole('img', { name: /en un estado desconocido: 2$/ })).toBeVisible();
  });
});
