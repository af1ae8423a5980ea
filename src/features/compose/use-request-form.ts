import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import type { Draft } from '#jobs/drafts/draft-shape.ts';
import { fieldsOf, requestForm, type RequestFacts, type RequestFields } from './request-form.ts';
import type { Composer } from './use-composer.ts';

/** The form of a request. The draft takes each change; after the first attempt to send, each change is checked. */
export function useRequestForm(
  start: Draft,
  { draft, take }: Composer,
  facts: RequestFacts,
): UseFormReturn<RequestFields> {
  const form = useForm<RequestFields>({
    resolver: zodResolver(requestForm(facts)),
    defaultValues: fieldsOf(start),
    // All of it is checked anew below: one field decides about others, and some rules are not about fields alone.
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  });
  const { subscribe, trigger, formState } = form;
  const { isSubmitted } = formState;
  const { hasDocument, isUnreadable, invitable, parties } = facts;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => take(values) }),
    [subscribe, take],
  );
  useEffect(() => {
    if (isSubmitted) void trigger();
  }, [isSubmitted, trigger, draft, hasDocument, isUnreadable, invitable, parties]);
  return form;
}

const wrongField =
  ':is(input, textarea)[aria-invalid="true"], [aria-invalid="true"] [tabindex="0"], [role="alert"][tabindex]';

/** After an attempt to send, focuses the first wrong field in the order of the page, where its rule is said. */
export function useFocusOnWrongField({
  errors,
  submitCount,
}: UseFormReturn<RequestFields>['formState']): RefObject<HTMLFieldSetElement | null> {
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const focusWrongField = useEffectEvent(() => {
    if (Object.keys(errors).length > 0) fieldset.current?.querySelector<HTMLElement>(wrongField)?.focus();
  });
  useEffect(() => {
    if (submitCount > 0) focusWrongField();
  }, [submitCount]);
  return fieldset;
}
