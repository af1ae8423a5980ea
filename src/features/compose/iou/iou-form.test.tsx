import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { describe, expect, it } from 'vitest';
import { json } from '#client/testing/answers.ts';
import { newDraft, type Draft } from '#jobs/drafts/draft-shape.ts';
import { refusal, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { CurrencyField } from './currency-field.tsx';
import { decimalsOf, sentAmount } from './iou.ts';
import { checkCurrency } from './iou-sums.ts';
import { fieldsOf, type RequestFields } from '../request-form.ts';
import { SignersSection, useSigners } from '../signers-section.tsx';

const document = (currency: object) => ({
  openapi: '3.1.0',
  paths: {},
  components: {
    schemas: {
      Price: { properties: { currency: { enum: ['ZAR'] } } },
      Create: {
        properties: { content: { anyOf: [{}, { properties: { debtor: { type: 'string' }, currency } }] } },
      },
    },
  },
});

function Field({ start = 'MXN' }: { start?: string }) {
  const [value, setValue] = useState(start);
  return <CurrencyField value={value} onChange={setValue} />;
}

const openField = (openapi: object | undefined, start?: string) =>
  renderInHost(<Field {...(start ? { start } : {})} />, {
    fetch: smallService((_, path) =>
      path === '/openapi.json' ? (openapi ? json(openapi) : refusal(404, 'Not here')) : undefined,
    ).fetch,
    open: true,
  });

const codes = (): string[] =>
  within(screen.getByRole('combobox', { name: 'Moneda' }))
    .getAllByRole('option')
    .map((option) => (option as HTMLOptionElement).value);

describe('SR-8 the currencies of an IOU', () => {
  it('are those that the service says it takes', async () => {
    const { user } = await openField(document({ type: 'string', enum: ['JPY', 'USD', 'MXN'] }));
    expect(await screen.findByText('Monedas que acepta este servicio')).toBeVisible();
    expect(codes()).toEqual(['MXN', 'USD', 'JPY']);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Moneda' }), 'JPY');
    expect(screen.getByRole('option', { name: 'JPY · yen japonés' })).toHaveProperty('selected', true);
  });

  it('are those of ISO 4217 where the service says none, and that is said', async () => {
    await openField(document({ type: 'string', pattern: '^[A-Z]{3}$' }));
    expect(await screen.findByText(/^Este servicio no informa cuáles acepta/)).toBeVisible();
    expect(codes().slice(0, 3)).toEqual(['MXN', 'USD', 'EUR']);
    expect(codes().length).toBeGreaterThan(150);
  });

  it('are said to be our own where the service describes nothing', async () => {
    await openField(undefined);
    expect(await screen.findByText(/^Este servicio no informa cuáles acepta/)).toBeVisible();
  });

  it('keep what a draft says though the service does not take it, and say so', async () => {
    await openField(document({ enum: ['USD'] }));
    expect(await screen.findByText('Este servicio no informa que acepte MXN.')).toBeVisible();
    expect(codes()).toEqual(['MXN', 'USD']);
  });

  it('have amounts with their own decimals', () => {
    expect([decimalsOf('MXN'), decimalsOf('JPY'), decimalsOf('KWD'), decimalsOf('?')]).toEqual([2, 0, 2, 2]);
    expect(sentAmount('1,500', 'MXN')).toBe('1500.00');
    expect(sentAmount('1,500', 'JPY')).toBe('1500');
    expect(sentAmount('1,500.50', 'JPY')).toBeUndefined();
  });

  it('are found in the text by their own code', () => {
    expect(checkCurrency('BUENO POR $100.00 SEK', 'SEK')).toEqual({ holds: true });
    expect(checkCurrency('BUENO POR $100.00 MXN', 'SEK')).toEqual({ holds: false, said: 'MXN' });
  });
});

const [ana, luis] = ['a1', 'b2'].map((part) => part.repeat(12));
const parties = {
  debtor: { name: 'Ana Sofía Pech Uc', rfc: undefined, curp: undefined },
  creditor: { name: 'Luis Canché', rfc: undefined, curp: undefined },
};

function Signers({ kind }: { kind: Draft['kind'] }) {
  const fields = fieldsOf(newDraft('here'));
  const form = useForm<RequestFields>({
    defaultValues: { ...fields, kind, iou: { ...fields.iou, debtor: ana, creditor: luis } },
  });
  const signers = useSigners(useWatch({ control: form.control, name: 'signers' }));
  return (
    <FormProvider {...form}>
      <SignersSection signers={signers} parties={parties} refused={undefined} />
    </FormProvider>
  );
}

const people = smallService((_, path) => {
  const id = /^\/subject\/(.*)$/.exec(path)?.[1];
  return id ? json({ id, commonName: id === ana ? parties.debtor.name : parties.creditor.name }) : undefined;
}).fetch;

describe('the parties of an IOU', () => {
  it('are offered as signers, each with one click, until they sign', async () => {
    const { user } = await renderInHost(<Signers kind="iou" />, { fetch: people, open: true });
    const group = await screen.findByRole('group', { name: 'Partes del pagaré que aún no son firmantes' });
    await user.click(within(group).getByRole('button', { name: 'Suscriptor: Ana Sofía Pech Uc' }));
    expect(await screen.findByRole('button', { name: 'Quitar a Ana Sofía Pech Uc' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Suscriptor/ })).toBeNull();
    await user.click(within(group).getByRole('button', { name: 'Beneficiario: Luis Canché' }));
    await waitFor(() => {
      expect(screen.queryByRole('group', { name: 'Partes del pagaré que aún no son firmantes' })).toBeNull();
    });
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    // Whoever is taken off the list is offered again.
    await user.click(screen.getByRole('button', { name: /Quitar.*Luis Canché/ }));
    expect(await screen.findByRole('button', { name: 'Beneficiario: Luis Canché' })).toBeVisible();
  });

  it('are not offered for another kind of document', async () => {
    await renderInHost(<Signers kind="file" />, { fetch: people, open: true });
    expect(await screen.findByRole('combobox')).toBeVisible();
    expect(screen.queryByRole('group', { name: /Partes del pagaré/ })).toBeNull();
  });
});
