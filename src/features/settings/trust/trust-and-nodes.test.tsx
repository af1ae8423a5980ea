import { screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { localPreferences, tabStore } from '#client/session/preferences.ts';
import { json } from '#client/testing/answers.ts';
import { economiaAcr2Fingerprint, economiaAcr2Pem } from '#proofs/pki/anchors/economia-acr2.ts';
import * as material from '#proofs/testing/case-material.ts';
import { trustSettings } from '#widgets/verification/context/trust-settings.ts';
import { refusal, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { ContractsCard } from './contracts-card.tsx';
import { NodesCard } from './nodes-card.tsx';
import { readAnchor } from '#widgets/verification/anchors/read-anchor.ts';
import { StoredCard } from '../stored-card.tsx';
import { TrustCard } from './trust-card.tsx';

const address = `0x${'ab'.repeat(20)}`;
const role = `0x${'cd'.repeat(32)}`;
const other = { pem: economiaAcr2Pem, sha256: 'f'.repeat(64), title: 'Otra raíz', use: 'signing' } as const;

afterAll(trustSettings.erase);
beforeEach(() => {
  trustSettings.erase();
});

const host = (node: ReactElement, answer?: Parameters<typeof smallService>[0]) =>
  renderInHost(node, { fetch: smallService(answer).fetch, path: '/settings', open: true });

describe('Trust in settings', () => {
  it('shows the built-in anchor with its fingerprint, and says what each policy means', async () => {
    const { user } = await host(<TrustCard />);
    expect(await screen.findByText('Secretaría de Economía, ACR2')).toBeVisible();
    expect(screen.getByText(/Dos pruebas de existencia independientes/)).toBeVisible();
    expect(document.body.innerHTML).toContain(economiaAcr2Fingerprint.slice(0, 8));
    await user.click(screen.getByRole('radio', { name: 'Estricta' }));
    expect(trustSettings.read().policy).toBe('strict');
    expect(localPreferences.get('trust')).toContain('"strict"');
  });

  it('names field and rule of a certificate that cannot be read, and trusts nothing that is known', async () => {
    const { user } = await host(<TrustCard />);
    await user.click(await screen.findByRole('button', { name: 'Pegar texto PEM' }));
    const field = screen.getByRole('textbox', { name: 'Texto PEM' });
    expect(field).toHaveFocus();
    await user.paste('no es un certificado');
    await user.click(screen.getByRole('button', { name: 'Leer certificado' }));
    expect(await screen.findByText(/Certificado: no se pudo leer como un solo certificado/)).toBeVisible();
    expect(field).toHaveFocus();
    await user.clear(field);
    await user.paste(economiaAcr2Pem);
    await user.click(screen.getByRole('button', { name: 'Leer certificado' }));
    expect(await screen.findByText('Certificado: ya se confía en él.')).toBeVisible();
    expect(trustSettings.read().anchors).toEqual([]);
  });

  it('trusts a certificate for signers, unless the reader says otherwise; for time-stamps as well once chosen', async () => {
    const { user } = await host(<TrustCard />);
    const give = async () => {
      await user.click(await screen.findByRole('button', { name: 'Pegar texto PEM' }));
      await user.paste(material.pem(material.root));
      await user.click(screen.getByRole('button', { name: 'Leer certificado' }));
      return screen.findByRole<HTMLSelectElement>('combobox', { name: '¿Para qué confías en él?' });
    };
    const offered = (field: HTMLSelectElement) => [...field.options].map(({ textContent }) => textContent);
    const pinned = () => trustSettings.read().anchors.map(({ sha256, use }) => [sha256, use]);
    const first = await give();
    expect(first).toHaveDisplayValue('Para certificados de firmantes');
    expect(offered(first)).toEqual([
      'Para certificados de firmantes',
      'Para sellos de tiempo',
      'Para firmantes y sellos de tiempo',
    ]);
    expect(pinned()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Confiar' }));
    expect(pinned()).toEqual([[material.root.certificate.fingerprint, 'signing']]);
    expect(localPreferences.get('trust')).toContain('"use":"signing"');
    expect(screen.getByText(/^Para certificados de firmantes\. Confías en ella/)).toBeVisible();
    // The same certificate again: only what it is not trusted for yet is offered.
    const again = await give();
    expect(again).toHaveDisplayValue('Para sellos de tiempo');
    expect(again).toHaveAccessibleDescription('Ya confías en él. Para certificados de firmantes.');
    expect(offered(again)).not.toContain('Para certificados de firmantes');
    await user.click(screen.getByRole('button', { name: 'Confiar' }));
    expect(pinned()).toEqual([[material.root.certificate.fingerprint, 'both']]);
    expect(screen.getByText(/^Para firmantes y sellos de tiempo\. Confías en ella/)).toBeVisible();
    // Nothing is left to ask.
    await user.click(screen.getByRole('button', { name: 'Pegar texto PEM' }));
    await user.paste(material.pem(material.root));
    await user.click(screen.getByRole('button', { name: 'Leer certificado' }));
    expect(await screen.findByText('Certificado: ya se confía en él.')).toBeVisible();
  });

  it('trusts a certificate for time-stamps alone where the reader chooses that', async () => {
    const { user } = await host(<TrustCard />);
    await user.click(await screen.findByRole('button', { name: 'Pegar texto PEM' }));
    await user.paste(material.pem(material.root));
    await user.click(screen.getByRole('button', { name: 'Leer certificado' }));
    await user.selectOptions(
      await screen.findByRole('combobox', { name: '¿Para qué confías en él?' }),
      'Para sellos de tiempo',
    );
    await user.click(screen.getByRole('button', { name: 'Confiar' }));
    expect(trustSettings.read().anchors.map(({ use }) => use)).toEqual(['stamping']);
    trustSettings.forget();
    expect(trustSettings.read().anchors.map(({ use }) => use)).toEqual(['stamping']);
  });

  it('reads an anchor that was stored before anchors had a purpose as one of signers, and says so', async () => {
    const { use: _, ...withoutUse } = other;
    localPreferences.set('trust', JSON.stringify({ policy: 'standard', anchors: [withoutUse] }));
    trustSettings.forget();
    await host(<TrustCard />);
    const row = (await screen.findByText('Otra raíz')).closest('li');
    expect(row).toHaveTextContent('Para certificados de firmantes. Confías en ella en este navegador');
    expect(trustSettings.read().anchors).toEqual([other]);
  });

  it('stops trusting a pinned anchor only after a confirmation', async () => {
    trustSettings.change({ anchors: [other] });
    const { user } = await host(<TrustCard />);
    await user.click(await screen.findByRole('button', { name: 'Quitar Otra raíz' }));
    expect(trustSettings.read().anchors).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Dejar de confiar' }));
    expect(trustSettings.read().anchors).toEqual([]);
  });

  it('keeps a contract with its role, and names what is wrong with one', async () => {
    const { user } = await host(<ContractsCard />);
    const part = screen.getByRole('region', { name: 'Contratos inteligentes de endoso' });
    const opener = { name: 'Agregar contrato inteligente' };
    await user.click(within(part).getByRole('button', opener));
    expect(within(part).getByRole('combobox', { name: 'Red' })).toHaveFocus();
    const field = within(part).getByRole('textbox', { name: /Dirección/ });
    const roleField = within(part).getByRole('textbox', { name: /Rol/ });
    const add = within(part).getByRole('button', { name: 'Guardar contrato inteligente' });
    await user.type(field, '0x12');
    await user.type(roleField, 'x');
    await user.click(add);
    expect(
      await within(part).findByText('Dirección del contrato inteligente: 0x y 40 dígitos hexadecimales.'),
    ).toBeVisible();
    expect(field).toHaveFocus();
    expect(within(part).getByText('Rol: 0x y 64 dígitos hexadecimales, o nada.')).toBeVisible();
    await user.clear(field);
    await user.type(field, address.toUpperCase().replace('0X', '0x'));
    await user.clear(roleField);
    await user.type(roleField, role);
    await user.click(add);
    await waitFor(() => expect(trustSettings.read().endorsers).toEqual([{ network: 42161, address, role }]));
    expect(within(part).getByRole('button', opener)).toHaveFocus();
    // What is stored is read back as it was.
    trustSettings.forget();
    expect(trustSettings.read().endorsers).toEqual([{ network: 42161, address, role }]);
  });

  it('keeps a range contract and drops it', async () => {
    trustSettings.change({ range: { network: 1, address } });
    const { user } = await host(<ContractsCard />);
    await user.click(
      await screen.findByRole('button', { name: 'Quitar el contrato inteligente de Ethereum' }),
    );
    expect(trustSettings.read().range).toBeUndefined();
    trustSettings.forget();
    expect(trustSettings.read().range).toBeUndefined();
  });
});

describe('Reading a certificate to pin it', () => {
  it('takes PEM and DER alike, and writes what it keeps anew from the bytes', () => {
    const fromPem = readAnchor(`text before\n${economiaAcr2Pem}\n`);
    if (fromPem.kind !== 'read') throw new Error(JSON.stringify(fromPem));
    expect(fromPem.anchor.sha256).toBe(economiaAcr2Fingerprint);
    const der = Uint8Array.from(atob(fromPem.anchor.pem.replace(/-----[^-]+-----|\s/g, '')), (one) =>
      one.charCodeAt(0),
    );
    expect(readAnchor(der)).toEqual(fromPem);
    expect(fromPem.anchor.pem).not.toContain('text before');
  });

  it('takes neither two at once nor one that is too large', () => {
    expect(readAnchor(economiaAcr2Pem + economiaAcr2Pem)).toEqual({ kind: 'several', count: 2 });
    expect(readAnchor(new Uint8Array((64 << 10) + 1))).toEqual({ kind: 'large' });
    expect(readAnchor(new Uint8Array([1, 2, 3])).kind).toBe('unreadable');
  });
});

describe('Nodes in settings', () => {
  const type = async (user: Awaited<ReturnType<typeof host>>['user'], text: string) => {
    const field = screen.getByRole('textbox', { name: /Dirección/ });
    await user.clear(field);
    await user.type(field, text);
    await user.click(screen.getByRole('button', { name: 'Agregar nodo' }));
  };

  it('takes https or loopback alone, shows the host alone, and keeps it in this tab alone', async () => {
    const { user, container } = await host(<NodesCard />);
    await type(user, 'http://node.example/v2/key');
    expect(trustSettings.read().nodes).toEqual([]);
    await type(user, 'https://node.example/v2/secret-in-the-path');
    expect(trustSettings.read().nodes).toEqual([
      { network: 42161, url: 'https://node.example/v2/secret-in-the-path' },
    ]);
    expect(screen.getByText('node.example')).toBeVisible();
    expect(container.innerHTML).not.toContain('secret-in-the-path');
    expect(localPreferences.get('trust')).not.toContain('secret-in-the-path');
    expect(tabStore.get('testigo.nodes')).toContain('secret-in-the-path');
  });

  it.each([
    ['0xa4b1', /Responde por la red Arbitrum One/],
    ['0x1', /Responde por otra red: Ethereum/],
    ['nonsense', /no es un número de red/],
  ])('asks a node which network it is: %s', async (result, words) => {
    trustSettings.change({ nodes: [{ network: 42161, url: 'https://node.example/k' }] });
    const { user } = await host(<NodesCard />, (seen) =>
      seen.url.host === 'node.example' ? json({ jsonrpc: '2.0', id: 1, result }) : undefined,
    );
    await user.click(screen.getByRole('button', { name: 'Probar node.example' }));
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('says why a node did not respond', async () => {
    trustSettings.change({ nodes: [{ network: 1, url: 'https://node.example/k' }] });
    const { user } = await host(<NodesCard />, (seen) =>
      seen.url.host === 'node.example' ? refusal(403, 'https://node.example/k is not allowed') : undefined,
    );
    await user.click(screen.getByRole('button', { name: 'Probar node.example' }));
    expect(await screen.findByText(/No respondió:.*403/)).toBeVisible();
  });
});

describe('What is stored', () => {
  it('lists and erases trust and nodes beside the rest', async () => {
    trustSettings.change({
      anchors: [other],
      endorsers: [{ network: 1, address }],
      nodes: [{ network: 1, url: 'https://node.example/k' }],
    });
    const { user } = await host(<StoredCard />);
    const fact = (await screen.findByText('Anclas y contratos inteligentes en los que confías'))
      .parentElement;
    expect(fact).toHaveTextContent('2');
    await user.click(screen.getByRole('button', { name: 'Borrar confianza y nodos' }));
    await user.click(screen.getByRole('button', { name: 'Borrar' }));
    await waitFor(() => expect(trustSettings.read().anchors).toEqual([]));
    expect(trustSettings.read()).toMatchObject({ endorsers: [], nodes: [], policy: 'standard' });
    expect(tabStore.get('testigo.nodes')).toBeNull();
    expect(localPreferences.get('trust')).toBeNull();
  });
});
