/** Writes the numbers of distances in digits, as the other readers expect them. */
const numbersBelow20 =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const spanishNumbers =
  'una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince'.split(' ')
const numberWords: ReadonlyMap<string, number> = new Map([
  ...numbersBelow20.map((word, index) => [word, index + 1] as const),
  ...spanishNumbers.map((word, index) => [word, index + 1] as const),
  ...'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, index) => [word, 10 * index + 20] as const),
  ...'veinte treinta cuarenta cincuenta sesenta'
    .split(' ')
    .map((word, index) => [word, 10 * index + 20] as const),
  ['a', 1],
  ['an', 1],
  ['un', 1],
  ['a couple', 2],
  ['a couple of', 2],
  ['a dozen', 12],
  ['a hundred', 100],
  ['half a dozen', 6],
])
const wordedDistance = new RegExp(
  `\\b(${[...numberWords.keys()].toSorted((a, b) => b.length - a.length).join('|')})([- ](?:one|two|three|five))?(?=[ -](?:miles?|millas?|kil[oó]metros?|kilometers?|km)\\b)`,
  'giu',
)

/** "Under ten miles" → "under 10 miles" */
export function writeDistancesInDigits(text: string): string {
  return text.replaceAll(wordedDistance, (_, tens: string, ones = '') =>
    String((numberWords.get(tens.toLowerCase()) ?? 0) + (numberWords.get(ones.slice(1).toLowerCase()) ?? 0)),
  )
}
