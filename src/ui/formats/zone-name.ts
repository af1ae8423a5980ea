import { m } from '#i18n/messages.ts';

/** A time zone in words: the zones of Mexico by their cities, others by their identifiers, `Europe/Paris`. */
export function zoneName(zone: string): string {
  return mexican[zone]?.() ?? zone.replaceAll('_', ' ');
}

const mexican: Readonly<Record<string, () => string>> = {
  'America/Mexico_City': () => m.common_zone_mexico_city(),
  'America/Merida': () => 'Mérida',
  'America/Cancun': () => 'Cancún',
  'America/Monterrey': () => 'Monterrey',
  'America/Chihuahua': () => 'Chihuahua',
  'America/Hermosillo': () => 'Hermosillo',
  'America/Mazatlan': () => 'Mazatlán',
  'America/Tijuana': () => 'Tijuana',
};
