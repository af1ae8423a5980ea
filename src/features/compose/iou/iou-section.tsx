import { useEffect, useEffectEvent } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { IouFields } from '#jobs/drafts/draft-shape.ts';
import { Button } from '#ui/actions/button.tsx';
import { TextArea } from '#ui/inputs/text-input.tsx';
import { m } from '#i18n/messages.ts';
import { IouAgreement } from './iou-agreement.tsx';
import { agreementOf } from './iou-check.ts';
import { IouTerms } from './iou-terms.tsx';
import type { Parties } from './iou.ts';
import { writeIou } from './iou-text.ts';
import type { RequestFields } from '../request-form.ts';

/** The fields of a pagaré, its text, and whether the two agree. */
export function IouSection({ parties }: { parties: Parties }) {
  const { register, control, setValue, getValues, formState } = useFormContext<RequestFields>();
  const iou = useWatch({ control, name: 'iou' });
  const errors = formState.errors.iou;
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
      <IouTerms iou={iou} parties={parties} onChange={set} />
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
