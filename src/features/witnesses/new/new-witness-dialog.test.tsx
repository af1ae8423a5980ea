import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { json } from '#client/testing/answers.ts';
import { list, organization, refusal, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { NewWitnessDialog } from './new-witness-dialog.tsx';

const hash = 'ab'.repeat(32);

async function shown(post: () => Response, known: object[] = []) {
  const service = smallService((seen, path) => {
    if (path === '/witnesses' && seen.url.searchParams.has('hash')) return list(known);
    return path === '/witness' && seen.method === 'POST' ? post() : undefined;
  });
  await renderInHost(<NewWitnessDialog organization={organization.id} onClose={() => undefined} />, {
    fetch: service.fetch,
    open: true,
  });
  const posted = () => service.seen.filter(({ method }) => method === 'POST').map(({ body }) => body);
  /** The organization by which witnesses of a hash were looked for. */
  const filters = () =>
    service.seen
      .filter(({ url }) => url.searchParams.has('hash'))
      .map(({ url }) => JSON.parse(url.searchParams.get('organization') ?? 'null') as unknown);
  return { posted, filters, user: userEvent.setup() };
}

const field = () => screen.findByRole('textbox', { name: 'SHA-256' });
const confirm = () => screen.getByRole('button', { name: 'Atestiguar' });

describe('having a hash witnessed', () => {
  it('WN-5 sends the bare hash however it was pasted, and nothing before it is one', async () => {
    const { posted, user } = await shown(() => json({ id: 'f'.repeat(24), hash }));
    await user.type(await field(), 'abc');
    await user.click(confirm());
    expect(await screen.findByText(/pega los 64 dígitos/)).toBeVisible();
    expect(await field()).toHaveFocus();
    expect(posted()).toEqual([]);
    await user.clear(await field());
    await user.type(await field(), `0x${hash.toUpperCase()}`);
    await user.click(confirm());
    expect(posted()).toEqual([{ input: { hash, algorithm: 'SHA256', organization: organization.id } }]);
  });

  it.each([hash, `0x${hash.toUpperCase()}`])(
    'WN-5 leads to the witness of %s, and makes no second',
    async (there) => {
      const { user } = await shown(() => json({}), [{ id: 'e'.repeat(24), hash: there }]);
      await user.type(await field(), hash);
      expect(await screen.findByRole('link', { name: 'Ver el testigo' })).toHaveAttribute(
        'href',
        `/witnesses/${'e'.repeat(24)}`,
      );
      expect(confirm()).toBeDisabled();
    },
  );

  it('takes no witness of another organization for one of its own', async () => {
    const known = { id: 'e'.repeat(24), hash, organization: { id: 'b'.repeat(24) } };
    const { filters, user } = await shown(() => json({}), [known]);
    await user.type(await field(), hash);
    await waitFor(() => expect(filters()).toEqual([{ eq: organization.id }]));
    expect(screen.queryByText(/ya tiene un testigo de esta huella/)).toBeNull();
    expect(confirm()).toBeEnabled();
  });

  it('says what a refusal means: it is there, or the service has nothing of the kind', async () => {
    const answers = [refusal(409, 'there'), refusal(404, 'no such address')];
    const { user } = await shown(() => answers.shift() ?? json({}));
    await user.type(await field(), hash);
    await user.click(confirm());
    expect(await screen.findByText(/ya tiene un testigo de esta huella/)).toBeVisible();
    await user.click(confirm());
    expect(await screen.findByText(/no atestigua huellas sueltas/)).toBeVisible();
  });
});
