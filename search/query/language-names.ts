/** Languages by the names that people in the United States give them, and by their own. */
import { wordsOf } from '@careatlas/vocabulary/words'

export interface NamedLanguage {
  /** BCP 47; more than one where the name alone leaves it open. */
  readonly tags: readonly string[]
  /** How many words the name has. */
  readonly words: number
  /** Whether the name is also a surname or an everyday word. */
  readonly doubtful: boolean
}

/** The language whose name begins at a place, the longest name first; null where none does. */
export function languageAt(
  joined: (from: number, count: number) => string,
  from: number,
): NamedLanguage | null {
  for (let words = longestName; words > 0; words--) {
    const name = joined(from, words)
    const tags = tagsByName.get(name)
    if (tags !== undefined) return { tags, words, doubtful: doubtfulNames.has(name) }
  }
  return null
}

/** Tags, then names with commas between them; a tag's own name (Unicode CLDR) is added to these. */
const table = `
en: english, inglés
es: spanish, español, castilian, castellano
zh cmn yue: chinese, chino, 中文
cmn zh: mandarin, mandarin chinese, chinese mandarin, putonghua, 普通话, 國語, 国语
yue zh: cantonese, cantonese chinese, chinese cantonese, toisanese, taishanese, 廣東話, 广东话, 粵語, 粤语
nan: taiwanese, hokkien, fukienese, fujianese
fil: filipino, pilipino
tl: tagalog
vi: vietnamese, vietnamita
ar: arabic, árabe
fr: french, francés
ko: korean, coreano
ru: russian, ruso
pt: portuguese, portugués, brazilian portuguese
ht: haitian creole, haitian, kreyòl, kreyòl ayisyen, creyole, criollo haitiano, french creole
kea: cape verdean, cape verdean creole, cabo verdean creole, cabo verdean, kriolu, crioulo
ht kea: creole
hi: hindi
de: german, alemán
pl: polish, polaco
it: italian
ur: urdu
fa: persian, farsi
prs: dari
te: telugu
ta: tamil
gu: gujarati
bn: bengali, bangla
pa: punjabi, panjabi
mr: marathi
ml: malayalam
kn: kannada
ne: nepali
or: odia, oriya
si: sinhala, sinhalese
ja: japanese, japonés
el: greek
th: thai
lo: lao, laotian
km: khmer, cambodian
hmn: hmong
my: burmese
ksw: karen
cnh: hakha chin
mn: mongolian
id: indonesian, bahasa indonesia
ms: malay
bo: tibetan
he: hebrew
yi: yiddish
tr: turkish
hy: armenian
ka: georgian
az: azerbaijani, azeri
uz: uzbek
kk: kazakh
ku: kurdish, kurmanji, sorani
ps: pashto, pushto
aii: assyrian, chaldean
uk: ukrainian
be: belarusian
ro: romanian, moldovan
sr: serbian
hr: croatian
bs: bosnian, serbo croatian
sq: albanian
mk: macedonian
bg: bulgarian
cs: czech
sk: slovak
hu: hungarian
lt: lithuanian
lv: latvian
et: estonian
nl: dutch
nl-BE: flemish
pdc: pennsylvania dutch, pennsylvania german
sv: swedish
no: norwegian
da: danish
fi: finnish
so: somali
am: amharic
ti: tigrinya
om: oromo
sw: swahili
rw: kinyarwanda
yo: yoruba
ig: igbo
ha: hausa
ak: akan, twi
wo: wolof
ln: lingala
ff: fula, fulani
din: dinka
ilo: ilocano, ilokano
ceb: cebuano, bisaya, visayan
haw: hawaiian
sm: samoan
to: tongan
ch: chamorro
mh: marshallese
chk: chuukese
nv: navajo, diné bizaad
chr: cherokee
ase: american sign language, sign language, asl, lengua de señas, lenguaje de señas
`

/** Read only where a cue or a clinician stands beside them: "maria french", "nail polish", "Karen Chamorro". */
const doubtfulNames: ReadonlySet<string> = new Set(
  (
    'english french german dutch polish karen chamorro cherokee navajo lao romana magyar malay akan fula ' +
    'creole mandarin indonesia italian greek persian finnish chino ruso danish dansk'
  ).split(' '),
)

const tagsByName = namesOf(table)
const longestName = Math.max(...Array.from(tagsByName.keys(), (name) => name.split(' ').length))

function namesOf(written: string): Map<string, readonly string[]> {
  const names = new Map<string, readonly string[]>()
  for (const line of written.trim().split('\n')) {
    const colon = line.indexOf(':')
    const tags = line.slice(0, colon).split(' ')
    const said = line.slice(colon + 1).split(',')
    for (const name of tags.length === 1 ? [...said, ownName(tags[0]!)] : said) {
      const folded = wordsOf(name).join(' ')
      if (folded !== '' && !names.has(folded)) names.set(folded, tags)
    }
  }
  return names
}

/** `español` of `es`; empty where Unicode has none. */
function ownName(tag: string): string {
  return new Intl.DisplayNames(tag, { type: 'language', fallback: 'none' }).of(tag) ?? ''
}
