import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** A word that screens do not say, or say only in some messages: where it means another concept. */
type Retired = RegExp | { readonly word: RegExp; readonly except: RegExp };

/**
 * By language: a term of the field or a plainer word stands in their place. `\b` knows no accents, so a word that ends
 * with one is followed by `(?!\p{L})`.
 */
const retired: Readonly<Record<'es-MX' | 'en', readonly Retired[]>> = {
  'es-MX': [
    // A test case of the sandbox, and a situation, are other concepts than exported evidence.
    {
      word: /(?<!(?<!\p{L})(?:en|ese|este|cualquier|último) )\bcasos?\b(?! de prueba)/iu,
      except: /^sandbox_stor(?:y|ies)_/,
    },
    /\bres[uú]men(?:es)? (?:SHA|MD5|criptogr|de[l]? (?:documento|archivo|firma))/i,
    /\bdigest\b/i,
    /\bcaminos?\b/i,
    /\bextern[oa]s?\b/i,
    /\bsello de un tercero\b/i,
    // What a third party keeps is a tree; it is no name for its proof.
    /^(?:El |Un )?[Áá]rbol(?: del tercero)?$/,
    /\bpreservación\b/i,
    /\bAprobad[oa]s?\b/,
    /\bPasan?\b/,
    // A job or a network may have failed; a check and its verdict are not valid.
    {
      word: /^Fall(?:ó(?!\p{L})|aron\b)/u,
      except: /^(?:bulk_state|common_tray_state|settings_failing|shell_page_not_loaded)/,
    },
    /\bFalló la (?:revisión|comprobación|verificación)\b/,
    /\bIndeterminad[oa]s?\b/,
    /\bFijad[oa]s?\b/,
    // The service of a connection has this name; a basis has not.
    { word: /^Servicio$/, except: /^linking_service$/ },
    /\bfijar\b/i,
    /\bpines?\b/i,
    /\bRPC\b/,
    /\bendpoints?\b/i,
    /\breclamaci(?:ón|ones)\b/i,
    /\btransferencias?\b/i,
    // A promissory note is a pagaré.
    /\bIOUs?\b/,
    /\bsin conexión\b/i,
    /\binterfa(?:z|ces)\b/i,
    /\b(?:dijo|contó|dice) el servicio\b/i,
    /\bse leyó aquí(?!\p{L})/iu,
    /\bUnos 1\b/,
    /\bNinguno ve\b/,
    /\bA nadie se le preguntó(?!\p{L})/u,
    /\bNo creerle a nadie\b/,
    /\bLa clave, para\b/i,
    /\ben su propia terminal\b/,
    /\busted(?:es)?\b/i,
  ],
  en: [
    /\bevidence file\b/i,
    /\bcase archive\b/i,
    /\b(?:save|export|download) (?:the |all )?evidence\b/i,
    /\bdigest\b/i,
    /\bconstancia\b/i,
    /\bconservation\b/i,
    /\bexternal\b/i,
    /\b[Ii]ndeterminate\b/,
    /\bApproved\b/,
    /\bPass(?:ed|es)?\b/,
    // A job may have failed; a check and its verdict are invalid.
    { word: /^Failed\b/, except: /^(?:bulk_state|common_tray_state|settings_failing)/ },
    /\bpin(?:ned|s|ning)?\b/i,
    { word: /^Service$/, except: /^linking_service$/ },
    /\bRPC\b/,
    /\bendpoints?\b/i,
    /\bmovements?\b/i,
    /\bIOUs?\b/,
    /\boffline\b/i,
    /\binterfaces?\b/i,
    /\bmatters? waits?\b/i,
    /\bis still missing\b/i,
    /\bBelieving nobody\b/i,
    /\bNothing in it is real\b/i,
    /\bhangs on\b/i,
    /\btold\b/i,
  ],
};

/** The retired words that a text of a message says. */
const retiredIn = (language: keyof typeof retired, key: string, text: string): RegExp[] =>
  retired[language].flatMap((one) => {
    const { word, except } = one instanceof RegExp ? { word: one, except: undefined } : one;
    return word.test(text) && except?.test(key) !== true ? [word] : [];
  });

/** What each row of the vocabulary retires, as a text would say it; texts of one language in which the word is current. */
const samples: Readonly<
  Record<keyof typeof retired, { readonly bad: readonly string[]; readonly good: readonly string[] }>
> = {
  'es-MX': {
    bad: [
      'Guardar el caso',
      'Archivo de caso',
      'Resumen SHA-256',
      'Su digest',
      'Camino hasta la raíz',
      'Prueba externa',
      'Sello de un tercero',
      'Preservación',
      'Árbol',
      'Aprobado',
      'Pasa',
      'Falló',
      'Falló la comprobación',
      'Indeterminado',
      'Fijado',
      'Servicio',
      'Fijar el ancla',
      'Tus pines',
      'RPC de la red',
      'Su endpoint',
      'Reclamación del token',
      'Reclamaciones',
      'Transferencia del token',
      'Nuevo IOU',
      'Sin conexión',
      'Hecho por la interfaz',
      'Lo que dijo el servicio',
      'Las contó el servicio; cómo van se leyó aquí',
      'Ninguno ve las recargas',
      'A nadie se le preguntó por Arbitrum',
      'No creerle a nadie',
      'La clave, para seguir',
      'Córrelo en su propia terminal',
      'Unos 1 segundo',
      'Lo que usted firmó',
    ],
    good: [
      'Guardar expediente',
      'Abrir los casos de prueba',
      'Hazlo solo en ese caso.',
      'El token pasa de cartera en cartera',
      'La huella está en el árbol, bajo esta raíz',
      '3 fallaron',
      'Según el servicio',
      'Resumen',
      'Ver sus movimientos',
    ],
  },
  en: {
    bad: [
      'Evidence file',
      'Case archive',
      'Save evidence',
      'Its digest',
      'NOM-151 constancia',
      'Conservation',
      'External proof',
      'Indeterminate',
      'Approved',
      'Passed',
      'Failed',
      'Pinned',
      'Service',
      'RPC of the network',
      'Its endpoint',
      'Movements of a token',
      'New IOU',
      'Offline',
      'Operations of the interface',
      '12 matters wait',
      'X is still missing',
      'Believing nobody',
      'Nothing in it is real',
      'What the verdict hangs on',
      // Code does not say it either.
      `What the service ${['to', 'ld'].join('')}`,
    ],
    good: [
      'Save case file',
      'The evidence contains a private key',
      '3 failed',
      'The check is expected not to pass',
      'Reported',
      'API operations',
    ],
  },
};

/** Every text of a message, whether it is one text or one for each plural. */
function textsOf(message: unknown): string[] {
  if (typeof message === 'string') return [message];
  if (Array.isArray(message)) return message.flatMap(textsOf);
  if (typeof message !== 'object' || message === null) return [];
  return Object.entries(message).flatMap(([key, value]) =>
    key === 'declarations' || key === 'selectors' ? [] : textsOf(value),
  );
}

describe.each(['es-MX', 'en'] as const)('the texts of screens in %s', (language) => {
  const folder = new URL(`../../i18n/${language}/`, import.meta.url);
  const messages = readdirSync(folder).flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Record<string, unknown>),
  );

  it('say no retired word', () => {
    const found = messages
      .flatMap(([key, message]) =>
        textsOf(message).map((text) => ({ key, text: text.replaceAll(/\{\w+\}/g, '') })),
      )
      .filter(({ key, text }) => retiredIn(language, key, text).length > 0);
    expect(found).toEqual([]);
  });

  it('are held to every row of the vocabulary, and to nothing else', () => {
    const { bad, good } = samples[language];
    expect(bad.filter((text) => retiredIn(language, 'any', text).length === 0)).toEqual([]);
    expect(good.filter((text) => retiredIn(language, 'any', text).length > 0)).toEqual([]);
    // A word that no sample has is a row that nothing holds.
    const unused = retired[language].filter(
      (one) => !bad.some((text) => (one instanceof RegExp ? one : one.word).test(text)),
    );
    expect(unused).toEqual([]);
  });

  it('are read by this test', () => {
    expect(messages.flatMap(([, message]) => textsOf(message)).length).toBeGreaterThan(3_000);
  });
});
