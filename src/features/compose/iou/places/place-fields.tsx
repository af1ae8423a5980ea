import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Controller, useFormContext, type ControllerRenderProps } from 'react-hook-form';
import { queryOptions, useQuery } from '@tanstack/react-query';
import Autocomplete from '@mui/material/Autocomplete';
import type { IouFields } from '#jobs/drafts/draft-shape.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { optionListGap, optionListLook } from '#ui/inputs/option-list-look.ts';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { m } from '#i18n/messages.ts';
import type { RequestFields } from '../../request-form.ts';
import { findPlaces, readPlaces, type Place } from './read-places.ts';
import css from './place-fields.module.css';

const listed = 30;

const towns = queryOptions({
  queryKey: ['mexican-towns'],
  queryFn: readPlaces,
  staleTime: Infinity,
  // The list is part of the program, not of a service that may come back.
  networkMode: 'always',
});

/** Where a pagaré is signed: a town that is found by its name, and its coordinates, which can also be typed. */
export function PlaceFields({
  iou,
  onChange,
}: {
  iou: RequestFields['iou'];
  onChange: (part: Partial<IouFields>) => void;
}) {
  const { control, formState } = useFormContext<RequestFields>();
  const errors = formState.errors.iou;
  const [isOpen, setOpen] = useState(false);
  const { latitude, longitude } = iou;
  const isWrong = Boolean(errors?.latitude ?? errors?.longitude);
  const known = [latitude, longitude].map((text) => text.trim()).filter(Boolean);
  return (
    <div className={css.root}>
      <PlaceSearch value={iou.place} onChange={onChange} />
      <Disclosure
        open={isOpen || isWrong}
        onToggle={(event) => setOpen(event.currentTarget.open)}
        summary={
          known.length === 2
            ? m.compose_iou_coordinates_of({ pair: known.join(', ') })
            : m.compose_iou_coordinates()
        }
      >
        <div className={css.pair}>
          {(['latitude', 'longitude'] as const).map((name) => (
            <Controller
              key={name}
              control={control}
              name={`iou.${name}`}
              render={({ field }) => (
                <Coordinate
                  label={name === 'latitude' ? m.compose_iou_latitude() : m.compose_iou_longitude()}
                  error={errors?.[name]?.message}
                  field={field}
                  onReveal={() => setOpen(true)}
                />
              )}
            />
          ))}
        </div>
      </Disclosure>
    </div>
  );
}

function Coordinate({
  label,
  error,
  field,
  onReveal,
}: {
  label: string;
  error: string | undefined;
  field: ControllerRenderProps<RequestFields, 'iou.latitude' | 'iou.longitude'>;
  onReveal: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const { ref, ...rest } = field;
  return (
    <TextInput
      label={label}
      help={m.compose_iou_place_help()}
      inputMode="decimal"
      autoComplete="off"
      error={error}
      {...rest}
      ref={(element) => {
        input.current = element;
        // The form moves the focus to the first wrong field, which may be folded.
        ref(
          element && {
            focus: () => {
              flushSync(onReveal);
              input.current?.focus();
            },
          },
        );
      }}
    />
  );
}

function PlaceSearch({ value, onChange }: { value: string; onChange: (part: Partial<IouFields>) => void }) {
  const [isOpen, setOpen] = useState(false);
  const places = useQuery({ ...towns, enabled: isOpen });
  const found = isOpen ? findPlaces(places.data ?? [], value, listed) : [];
  return (
    <Autocomplete<Place, false, false, true>
      freeSolo
      open={isOpen && found.length > 0}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      options={found}
      filterOptions={(all) => all}
      getOptionLabel={(option) => (typeof option === 'string' ? option : option.name)}
      value={null}
      inputValue={value}
      clearOnBlur={false}
      onInputChange={(_, text, reason) => {
        if (reason === 'input' || reason === 'clear') onChange({ place: text });
      }}
      onChange={(_, place) => {
        if (place && typeof place !== 'string')
          onChange({ place: place.name, latitude: place.latitude, longitude: place.longitude });
      }}
      renderInput={({ slotProps: { input, htmlInput } }) => {
        const { id: _id, className: _className, ...combobox } = htmlInput;
        return (
          <div ref={input.ref}>
            <TextInput
              label={m.compose_iou_place()}
              help={m.compose_iou_place_name_help()}
              optional
              {...combobox}
              autoComplete="off"
            />
          </div>
        );
      }}
      disablePortal
      slotProps={{
        listbox: { 'aria-label': m.compose_iou_place(), 'aria-labelledby': undefined, tabIndex: -1 },
        paper: { sx: optionListLook },
        popper: { popperOptions: { modifiers: optionListGap } },
      }}
      sx={{ '& .MuiOutlinedInput-root': { padding: '0 11px' } }}
    />
  );
}
