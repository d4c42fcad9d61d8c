import jurisdictions from '../../../../shared/data/us_jurisdictions.json';

/** The names that differ in Spanish. */
const spanishNames: Readonly<Record<string, string>> = {
  AS: 'Samoa Americana',
  DC: 'Distrito de Columbia',
  HI: 'Hawái',
  LA: 'Luisiana',
  MI: 'Míchigan',
  MO: 'Misuri',
  MP: 'Islas Marianas del Norte',
  MS: 'Misisipi',
  NH: 'Nuevo Hampshire',
  NJ: 'Nueva Jersey',
  NM: 'Nuevo México',
  NY: 'Nueva York',
  NC: 'Carolina del Norte',
  ND: 'Dakota del Norte',
  OR: 'Oregón',
  PA: 'Pensilvania',
  SC: 'Carolina del Sur',
  SD: 'Dakota del Sur',
  VI: 'Islas Vírgenes de los Estados Unidos',
  WV: 'Virginia Occidental',
  AA: 'Fuerzas Armadas en las Américas',
  AE: 'Fuerzas Armadas en Europa, Medio Oriente, África y Canadá',
  AP: 'Fuerzas Armadas en el Pacífico',
};

/** Lists the states, the district, the territories and the military codes as options, in the language. */
export function listStateOptions(locale: string): { value: string; text: string }[] {
  return jurisdictions.items
    .map(({ code, name }) => ({ value: code, text: (locale === 'es' && spanishNames[code]) || name }))
    .sort((one, other) => one.text.localeCompare(other.text, locale));
}
