/** Rewrites corrections as the parser of the search reads them: "not pediatric", "remove the nurse practitioners", "Medicare not Medicaid". */
import { isClinician } from '@careatlas/search/query/care-words'
import { foldText } from '@careatlas/vocabulary/words'
import { insurerNames } from './named-insurers.ts'

export function rewriteCorrections(text: string): string {
  return withoutRefusedPayer(
    withoutReplacedPayer(text)
      .replace(forgottenPerson, '')
      .replace(refusedBefore, '')
      .replace(refusedWorkersCompensation, '')
      .replaceAll(refusedPediatrics, 'not a pediatrician')
      .replaceAll(removed, (phrase, name: string) =>
        isClinician(foldText(name.split(' ').at(-1)!)) ? `no ${name}` : phrase,
      ),
  )
}

/** "Never mind him, show me any cardiologist": the request follows. */
const forgottenPerson =
  /^\W*(?:(?:ok|okay|well|no|actually|bueno|pues)\W+)*(?:never ?mind|forget(?: about)?|skip|olv[ií]d(?:a|e|ese de|ate de)(?:lo|la)?) (?:him|her|them|that (?:one|doctor|person|name)|(?:the|her|his) name|[eé]l|ella|el nombre|ese doctor|esa doctora)[\s,.;:–-]+(?=\p{L}+ \p{L}+)/iu

/** "No, dermatologist was right" excludes no dermatologist. */
const refusedBefore =
  /^(?:(?:h?mm|no|nope|wait|sorry|actually|ok)\W{1,3}){1,3}(?=(?:the |an? )?\p{L}{2,24} (?:\p{L}{2,24} )?(?:was|is) (?:the )?(?:right|correct|better)\b)/iu

/** "Not pediatric", "no kids' doctor": the adjective alone is no clinician that the parser excludes. */
const refusedPediatrics =
  /\b(?:not|no|nah not|without|sin|que no sean?) (?:(?:an?|any|the|more|un|una|de|un doctor|un m[eé]dico) )*(?:pediatrics?|peds|pediatric (?:doctors?|ones?|offices?|practices?|clinics?)|(?:for )?(?:kids|children)(?= *(?:$|[.,;!?]))|(?:kids?|children)['’]?s? (?:doctors?|offices?|clinics?)|pedi[aá]tric[oa]s?|doctor(?:a|es)? (?:de|para) ni[nñ]os)(?= *(?:$|[.,;!?]|i\b|im\b|please|por favor|yo\b|but\b|because\b|ya\b|he\b|she\b))/giu

/** "Remove the nurse practitioners" */
const removed =
  /\b(?:remove|leave out|take out|take off|drop|exclude|get rid of|skip|quit[ae]|saca|saque|elimin[ae]) (?:all |todos )?(?:the|any|those|las|los|el|la) ((?:\p{L}+ )?\p{L}+)(?= *(?:$|[.,;!?]|please|por favor|and\b|from\b|off\b|y\b|de la lista))/giu

const payers = `medicare|medicaid|${insurerNames}`

/** Words after which a further payer replaces the payers before: "they moved us to". After "last year it was", the further one is the old one. */
const replacing = String.raw`(?:wait|hold on|scratch that|correction|oops|sorry|mistake|actually|(?:no longer|last year|ya no)(?= ?[,;.])|now|(?:switch|chang)(?:e|es|ed|ing)?|mov(?:e|es|ed|ing)? (?:(?:us|me|him|her|them|over|everyone) ){0,2}(?:on)?to(?= (?:\S+ )?(?:${payers}))|espere?|perd[oó]n|ahora|cambi\p{L}+|pas(?:aron|amos|[eé]))`
const replacedPayer = new RegExp(
  String.raw`(?<!\p{L})(?:${payers})\b(?! advantage)(?=[^?]{0,80}?(?<!\p{L})${replacing}(?!\p{L})(?![^?]{0,60}\b(?:too|also|both|and|or|as well|supplement\p{L}*|secondary|backup|tambi[eé]n|y|o|secundari[oa])\b)[^?]{0,60}?(?<!\p{L})(?:${payers})(?!\p{L}))`,
  'giu',
)
const payerFromTo = new RegExp(
  String.raw`(?<!\p{L})(?:from|de) (?:my |our |the |el |la )?(?:${payers})(?: [\p{L}]+){0,2} (?=(?:to|over to|onto|a) (?:\S+ ){0,2}(?:${payers})(?!\p{L}))`,
  'giu',
)

/** The message without a payer that it replaces by another one: "we had Aetna, now it's Cigna". */
function withoutReplacedPayer(text: string): string {
  return text.replaceAll(payerFromTo, '').replaceAll(replacedPayer, ' ')
}

/** "Scratch the workers' comp, it's regular Blue Cross" */
const refusedWorkersCompensation =
  /^[^.?!]{0,40}\b(?:scratch|forget(?: about)?|never ?mind|drop|not|isn['’]?t|no longer|no es|olvid[ae]) (?:that |the |my |el |la )?(?:worker['’]?s?['’]?|workman['’]?s|workmen['’]?s) comp(?:ensation)?\b[\s,.;:–-]*(?=[\p{L}'’]+ \p{L}+)/iu
const refusedPayer = new RegExp(
  String.raw`[,;]? ?\b(?:and |y |but |pero )?(?:not|no|instead of|rather than|en vez de|en lugar de) (?:the |my |el |mi )?(${payers})\b(?! advantage)`,
  'giu',
)
const anyPayer = new RegExp(String.raw`\b(?:${payers})\b`, 'iu')

/** The payer that a correction keeps: of "Medicare not Medicaid", the first. */
function withoutRefusedPayer(text: string): string {
  const refused = [...text.matchAll(refusedPayer)].map(([, name]) => name!)
  if (refused.length === 0) return text
  const rest = refused.reduce(
    (left, name) => left.replaceAll(new RegExp(String.raw`\b${name}\b`, 'giu'), ' '),
    text.replaceAll(refusedPayer, ' '),
  )
  return anyPayer.test(rest) ? rest.replaceAll(/ {2,}/g, ' ').trim() : text
}
