/**
 * Recognizes names of clients that look like the name of this product, for a warning on the consent page. They are not rejected,
 * because honest clients name the server that they connect to: "Claude Code (careatlas)".
 */

/** Whether `name` contains `productName`, also with other spaces, accents and letters that look alike. */
export function looksLike(name: string, productName: string): boolean {
  const product = skeleton(productName)
  return product !== '' && skeleton(name).includes(product)
}

/** Latin letters with the Cyrillic, Greek and other characters that look like them (a part of Unicode TS 39). */
const lookalikes = {
  a: 'аα4@ᴀ',
  b: 'вьβ8ʙ',
  c: 'сϲᴄ',
  d: 'ԁᴅ',
  e: 'еєε3ᴇ',
  g: 'ɡ69',
  h: 'һнʜ',
  j: 'јϳ',
  k: 'кκᴋ',
  // A capital I is a small i here, and looks like an l.
  l: 'iıіι1|!ӏʟɪ',
  m: 'мᴍ',
  n: 'ηпɴ',
  o: 'оοσ0ᴏ',
  p: 'рρᴘ',
  q: 'ԛ',
  r: 'гʀ',
  s: 'ѕ5$ꜱ',
  t: 'тτ7ᴛ',
  u: 'υцᴜ',
  v: 'νᴠ',
  w: 'ԝωᴡ',
  x: 'хχ',
  y: 'уγʏ',
  z: 'ᴢ2',
}

const latinOf = new Map(
  Object.entries(lookalikes).flatMap(([latin, others]) => Array.from(others, (other) => [other, latin])),
)

/** Equal for texts that look alike. */
function skeleton(text: string): string {
  const letters = Array.from(text.normalize('NFKD').toLowerCase(), (letter) => latinOf.get(letter) ?? letter)
  return letters
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
}
