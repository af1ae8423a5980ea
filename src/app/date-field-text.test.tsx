import { screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { DateInput } from '#ui/inputs/date/date-input.tsx';
import { renderUi } from '#ui/testing/render.tsx';
import { typeDay } from '#ui/testing/type-day.ts';
import { isDayText } from './trusted-types.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

function Example() {
  const [day, setDay] = useState('');
  return <DateInput label="Vence" value={day} onChange={setDay} />;
}

it.each(['es-MX', 'en'] as const)(
  'ST-7 admits as HTML all that the date field writes while a day is typed and erased (%s)',
  async (language) => {
    const { user } = renderUi(<Example />, { language });
    await screen.findByRole('group', { name: 'Vence' });
    const write = vi.spyOn(Element.prototype, 'innerHTML', 'set');
    await typeDay(user, 'Vence', '2026-11-25');
    await user.keyboard('{ArrowLeft}x{Backspace}{Control>}a{/Control}9{Delete}');
    const texts = write.mock.calls.map(([text]) => text);
    expect(texts).not.toEqual([]);
    expect(texts.filter((text) => !isDayText(text))).toEqual([]);
  },
);
