import { useEffect, useEffectEvent } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import type { IouFields } from '#jobs/drafts/draft-shape.ts';
import { amountInWords } from '#contract/money/amount-in-words.ts';
import { Button } from '#ui/actions/button.tsx';
import { DateInput } from '#ui/inputs/date/date-input.tsx';
import { PersonLine } from '#ui/data/person-line.tsx';
import { TextArea, TextInput } from '#ui/inputs/text-input.tsx';
import { SubjectPicker } from '#widgets/people/subject-picker.tsx';
import { m } from '#i18n/messages.ts';
import { CurrencyField } from './currency-field.tsx';
import { Problem } from '../document/document-section.tsx';
import { IouAgreement } from './iou-agreement.tsx';
import { agreementOf } from './iou-check.ts';
import { normalAmount, type Parties, type Party } from './iou.ts';
import { IouRate } from './iou-rate.tsx';
import { writeIou } from './iou-text.ts';
import type { RequestFields } from '../request-form.ts';
import css from './iou-section.module.css';

/** The fields of a pagaré, its text, and whether the two agree. */
export function IouSection({ parties }: { parties: Parties }) {
  const { register, control, setValue, getValues, formState } = useFormContext<RequestFields>();
  const iou = useWatch({ control, name: 'iou' });
  const errors = formState.errors.iou;
  const { debtor, creditor } = parties;
  const amount = normalAmount(iou.amount);
  const set = (part: Partial<IouFields>): void => setValue('iou', { ...getValues('iou'), ...part });
  const written = writeIou(iou, parties);

  // A text that nobody changed follows the fields; one that somebody changed stays until they ask.
  const follow = useEffectEvent((text: string) => {
    if (iou.text === iou.written && iou.text !== text) set({ text, written: text });
  });
  useEffect(() => {
    if (written !== undefined) follow(written);
  }, [written]);

  return (
    <>
      <div className={css.grid}>
        <div>
          <TextInput
            label={m.compose_iou_amount()}
            inputMode="decimal"
            error={errors?.amount?.message}
            {...register('iou.amount')}
          />
          {amount && (
            <p className={css.words}>
              {m.compose_iou_in_words()}: <span lang="es-MX">{amountInWords(amount, iou.currency)}</span>
            </p>
          )}
          {amount && <IouRate amount={amount} currency={iou.currency} />}
        </div>
        <CurrencyField value={iou.currency} onChange={(currency) => set({ currency })} />
        <PartyField
          label={m.compose_iou_debtor()}
          party={debtor}
          problem={errors?.debtor?.message}
          onPick={(id) => set({ debtor: id })}
        />
        <PartyField
          label={m.compose_iou_creditor()}
          party={creditor}
          problem={errors?.creditor?.message}
          onPick={(id) => set({ creditor: id })}
        />
        <TextInput
          label={m.compose_iou_latitude()}
          help={m.compose_iou_place_help()}
          inputMode="decimal"
          error={errors?.latitude?.message}
          {...register('iou.latitude')}
        />
        <TextInput
          label={m.compose_iou_longitude()}
          help={m.compose_iou_place_help()}
          inputMode="decimal"
          error={errors?.longitude?.message}
          {...register('iou.longitude')}
        />
        <TextInput
          label={m.compose_iou_place()}
          help={m.compose_iou_place_name_help()}
          optional
          autoComplete="off"
          {...register('iou.place')}
        />
        <Controller
          control={control}
          name="iou.signedOn"
          render={({ field }) => (
            <DateInput
              {...field}
              label={m.compose_iou_signed_on()}
              optional
              error={errors?.signedOn?.message}
            />
          )}
        />
        <Controller
          control={control}
          name="iou.dueOn"
          render={({ field }) => (
            <DateInput
              {...field}
              label={m.compose_iou_due_on()}
              help={m.compose_iou_due_on_help()}
              optional
              min={iou.signedOn || undefined}
              error={errors?.dueOn?.message}
            />
          )}
        />
        <TextInput
          label={m.compose_iou_interest()}
          optional
          inputMode="decimal"
          end="%"
          error={errors?.interest?.message}
          {...register('iou.interest')}
        />
        <TextInput
          label={m.compose_iou_late_interest()}
          optional
          inputMode="decimal"
          end="%"
          error={errors?.lateInterest?.message}
          {...register('iou.lateInterest')}
        />
      </div>
      <TextArea
        label={m.compose_iou_text()}
        help={iou.text !== '' && iou.text === iou.written ? m.compose_iou_text_follows() : undefined}
        lang="es-MX"
        rows={16}
        error={errors?.text?.message}
        {...register('iou.text')}
      />
      {written !== undefined && written !== iou.text && (
        <Button variant="text" onClick={() => set({ text: written, written })}>
          {m.compose_iou_draft_text()}
        </Button>
      )}
      <IouAgreement
        iou={iou}
        agreement={agreementOf(iou, parties)}
        problem={errors?.reason?.message}
        onChange={set}
      />
    </>
  );
}

function PartyField({
  label,
  party,
  problem,
  onPick,
}: {
  label: string;
  party: Party | undefined;
  problem: string | undefined;
  onPick: (id: string | undefined) => void;
}) {
  return (
    <div className={css.party}>
      {party ? (
        <>
          <div className="label">{label}</div>
          <PersonLine
            name={party.name}
            codes={party.rfc ? [party.rfc] : []}
            end={
              <Button
                variant="text"
                onClick={() => onPick(undefined)}
                aria-label={`${m.compose_iou_change()}: ${label}`}
              >
                {m.compose_iou_change()}
              </Button>
            }
          />
        </>
      ) : (
        <SubjectPicker label={label} onPick={({ id }) => onPick(id ?? undefined)} />
      )}
      {problem && <Problem>{problem}</Problem>}
    </div>
  );
}
