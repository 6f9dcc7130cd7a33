/** The values of the words for numbers in English and Spanish. */

const toTwenty =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
const spanishToThirty =
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve treinta'
const tens = '_ ten twenty thirty forty fifty sixty seventy eighty ninety'
const spanishTens = '_ diez veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa'
const spanishHundreds =
  '_ ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'

/** The words of a list with their values: `step` times their index. "_" is no word. */
function valuesOf(list: string, step: number): readonly (readonly [string, number])[] {
  return list
    .split(' ')
    .map((word, index) => [word, step * index] as const)
    .filter(([word]) => word !== '_')
}

/** "a hundred" and "half a" are two words, each with its value. */
export const numberWords: ReadonlyMap<string, number> = new Map([
  ...valuesOf(toTwenty, 1),
  ...valuesOf(spanishToThirty, 1),
  ...valuesOf(tens, 10),
  ...valuesOf(spanishTens, 10),
  ...valuesOf(spanishHundreds, 100),
  ...valuesOf(spanishHundreds.replaceAll('tos', 'tas'), 100),
  ...Object.entries({ a: 1, an: 1, un: 1, una: 1, veintiun: 21, half: 0.5, hundred: 100, cien: 100 }),
])
