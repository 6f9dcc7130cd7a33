/** Reads the payer of a message: as the search does, and also the bare answers of a conversation, such as "narrows". */
import type { Carrier } from '@careatlas/directory/snapshot/format'
import { titleCaseName } from '@careatlas/directory/title-case'
import { isStopWord, wordsOf } from '@careatlas/vocabulary/words'
import type { ParsedQuery } from '@careatlas/search/query/parse-query'
import { isClinician } from '@careatlas/search/query/care-words'
import { largeInsurers } from '@careatlas/search/query/carrier-words'
import { findPayers } from '@careatlas/search/query/find-payers'
import type { Payer } from './conversation-context.ts'
import { isConversationWord } from './detect-answer-language.ts'
import { isQuestion } from './is-question.ts'
import { findNamedInsurers } from './named-insurers.ts'
import { codesMax, findFamily } from './payer-family.ts'
import { groupByInsurer } from './payer-insurers.ts'

/** A text that fits more payers names none of them. */
const payersMax = 12
const nameLengthMax = 60

interface PayerOptions {
  readonly carriers: readonly Carrier[]
  /** Whether the message answers the question for the payer, so that an unknown name is a payer too. */
  readonly isAnswer: boolean
  /** Whether the message asks about a plan. */
  readonly isAboutPlan: boolean
  readonly isEnglishWord: (word: string) => boolean
  readonly text: string
  /** The message without the words of its requests and without a name, folded. */
  readonly words: string
}

/** Null if the message names no payer. */
export function readPayer(parsed: readonly ParsedQuery[], options: PayerOptions): Payer | null {
  const { carriers, isAnswer, isAboutPlan, text, words } = options
  const special = findMedicareAdvantage(text, carriers) ?? findPlanOfOtherKind(text)
  if (special !== null) return special
  const listed = parsed.find(({ unapplied }) => unapplied.carrierHints.length > 0)
  if (listed !== undefined) return toPayer(listed.unapplied.carrierHints, text, carriers)
  const known =
    findPayerAlone(text, carriers) ?? findPayerAfterCue(text, carriers) ?? findPayerBeforeWord(text, carriers)
  // "Harbor Health Plan, with Zorbo as secondary"
  if (known !== null && known.codes.length > 0) return known
  const unlisted = parsed.find(({ unapplied }) => unapplied.carriersWithoutListings.length > 0)
  if (unlisted !== undefined) return toPayer(unlisted.unapplied.carriersWithoutListings, text, carriers)
  const unknown = parsed.find(({ unapplied }) => unapplied.unknownPayer !== null)?.unapplied.unknownPayer
  if (unknown != null) return { name: displayName(unknown), codes: [] }
  const named = known ?? findNamedInText(text, carriers) ?? findInsurer(text, carriers)
  if (named !== null) return named
  if (!isAnswer && !isAboutPlan) return null
  return findPayerInText(words, carriers) ?? findBareName(words, options)
}

/** An insurer that the message names in passing: "takes united". */
function findInsurer(text: string, carriers: readonly Carrier[]): Payer | null {
  const [name] = findNamedInsurers(text)
  return name === undefined ? null : toNamedPayer(name, carriers)
}

function toNamedPayer(name: string, carriers: readonly Carrier[]): Payer {
  return findByBeginning(name, carriers) ?? { name: displayName(name), codes: [] }
}

/** The insurers that the message names beside the payer, without a list in the directory: "Medicare and a United supplement". */
export function findOtherPayers(
  text: string,
  payer: Payer | null,
  carriers: readonly Carrier[],
): readonly string[] {
  if (payer === null) return []
  const known = wordsOf(payer.name)
  const joined = known.join('')
  const named = findNamedInsurers(text)
  return (
    named
      // "Neighborhood" is a part of "Neighborhood Health Plan".
      .filter(
        (name) => !named.some((other) => other !== name && other.toLowerCase().includes(name.toLowerCase())),
      )
      .filter((name) => {
        const words = wordsOf(name)
        // "UnitedHealthcare" is "United Health Care", and "United".
        return !joined.includes(words.join('')) && !words.some((word) => known.includes(word))
      })
      .map((name) => toNamedPayer(name, carriers))
      .filter(({ codes }) => codes.length === 0)
      .map(({ name }) => name)
  )
}

/** Also short names that mean a place in other queries. */
const insurers = [
  ...largeInsurers,
  'tufts',
  'fallon',
  'devoted',
  'united',
  'neighborhood',
  'aarp',
  'clover',
  'blue chip',
  'bluechip',
].filter((name) => !name.startsWith('medi'))

/** "Aetna Medicare" is a plan of Aetna, and in no list of Medicare. */
const medicareAdvantage = new RegExp(
  String.raw`\b(?:${insurers.join('|')})(?: of \w+)?(?: health)?(?: plan)? medicare(?: advantage)?\b`,
)

/** "Medicare Advantage from United" */
const advantageOf = new RegExp(
  String.raw`\bmedicare advantage(?: (?:plan|hmo|ppo))*(?: (?:from|through|thru|with|by|via|is|its|de|con))+ (?:the |my )?(${insurers.join('|')})\b`,
)

function findMedicareAdvantage(text: string, carriers: readonly Carrier[]): Payer | null {
  const words = wordsOf(text).join(' ')
  const [, insurer] = advantageOf.exec(words) ?? []
  const name = insurer === undefined ? medicareAdvantage.exec(words)?.[0] : `${insurer} medicare advantage`
  if (name === undefined) return null
  return findByBeginning(name, carriers) ?? { name: displayName(name), codes: [] }
}

/** "An out of state plan" is not State Medicaid. */
const ofOtherState =
  /\bout of state (?:\S+ )?(?:plan|insurance|coverage|policy|medicaid|hmo|ppo)\b|\b(?:plan|insurance|coverage|policy|medicaid|hmo|ppo) (?:(?:is|was|its|thats|from|card) )*(?:an? )?out of state\b/
const ofOtherStateInSpanish =
  /\b(?:plan|seguro|medicaid|poliza) (?:(?:que )?es |medico )?(?:de otro|de fuera del|fuera del) estado\b/

/** "A chiropractor that takes workers comp" */
const ofInjury =
  /\b(?:takes?|taking|accepts?|accepting|through|thru|on|under|with|have|has|its|bills?|use|using|acept[ae]n?|tom[ae]n?|con|tengo|por) (?:my |our |his |her |the |el |la |mi )?(?:(workers?|workmans|workmens) comp(?:ensation)?|(compensacion laboral|compensacion al trabajador)|((?:auto|car|no fault)(?: accident)? (?:insurance|coverage))|(seguro (?:del (?:carro|coche|auto)|de auto)))\b/

/** In the order of the groups of `ofInjury`. */
const injuryPayers = [
  'workers’ compensation',
  'compensación laboral',
  'auto insurance',
  'seguro de auto',
] as const

/** Whether the message names what pays instead of a plan with a list. */
export function namesPlanOfOtherKind(text: string): boolean {
  return findPlanOfOtherKind(text) !== null
}

/** What pays instead of a plan with a list. Null if the message names the insurer. */
function findPlanOfOtherKind(text: string): Payer | null {
  if (findNamedInsurers(text).length > 0) return null
  const words = wordsOf(text).join(' ')
  if (ofOtherStateInSpanish.test(words)) return { name: 'un plan de otro estado', codes: [] }
  if (ofOtherState.test(words)) return { name: 'an out-of-state plan', codes: [] }
  const [, ...groups] = ofInjury.exec(words) ?? []
  const name = injuryPayers.find((_, index) => groups[index] !== undefined)
  return name === undefined ? null : { name, codes: [] }
}

/** Whether the search reads a payer in the message. */
export function namesPayer({ unapplied }: ParsedQuery): boolean {
  const { carrierHints, carriersWithoutListings, unknownPayer } = unapplied
  return carrierHints.length + carriersWithoutListings.length > 0 || unknownPayer !== null
}

/** The payer of this name, known or not. */
export function findNamedPayer(name: string, carriers: readonly Carrier[]): Payer {
  const found = chooseFew(findPayers(carriers, name), name, carriers)
  return found ?? { name: name.slice(0, nameLengthMax), codes: [] }
}

const windowMax = 5

/** A part between punctuation that is only the name of a payer: "eye exam in westerly, narrows health". */
function findPayerAlone(text: string, carriers: readonly Carrier[]): Payer | null {
  for (const part of text.split(/[,;.]/)) {
    const words = wordsOf(part)
    const payer =
      words.length < 2 || words.length > windowMax ? null : findByBeginning(words.join(' '), carriers)
    if (payer !== null) return payer
  }
  return null
}

/** Words before a payer that the search does not take for clear cues: "a dentist with Narrows Mutual". */
const cue =
  /^(?:with|has|have|through|to|got|on|use|says?|reads|called|under|is|its|con|tengo|tiene|dice|es)$/
/** Words of which one is in a name after such a cue, so that "with family care" names no payer. */
const certainWords = /^(?:insurance|mutual|plan|hmo|ppo|seguros)$/

function findPayerAfterCue(text: string, carriers: readonly Carrier[]): Payer | null {
  const tokens = wordsOf(text).slice(0, tokensMax)
  for (const [index, token] of tokens.entries()) {
    if (!cue.test(token)) continue
    for (let count = windowMax; count > 1; count--) {
      const name = tokens.slice(index + 1, index + 1 + count)
      const isCertain = name.some((word) => certainWords.test(word)) || isFullName(name.join(' '), carriers)
      if (name.length < count || !isCertain) continue
      const payer = findByBeginning(name.join(' '), carriers)
      if (payer !== null) return payer
    }
  }
  return null
}

/** Whether a carrier has exactly this name or alias: "g t". */
function isFullName(words: string, carriers: readonly Carrier[]): boolean {
  return carriers.some(({ name, aliases }) =>
    [name, ...aliases].some((label) => wordsOf(label).join(' ') === words),
  )
}

/** "Narrows mutual is my insurance" */
const beforeWord =
  /^(?:(?:and|so|but|oh|ok|y) )*(.+?) (?:is|es) (?:my|our|his|her|the|mi|nuestro|su) (?:health |medical )?(?:insurance|plan|coverage|carrier|insurer|seguro)\b/

function findPayerBeforeWord(text: string, carriers: readonly Carrier[]): Payer | null {
  const [, name] = beforeWord.exec(wordsOf(text).join(' ')) ?? []
  return name === undefined || name.split(' ').length > windowMax ? null : findByBeginning(name, carriers)
}

/** A name in capital letters after words that only come before a payer: "he switched to Commonwealth Care Alliance". */
const unknownAfterCue =
  /(?:switched (?:over )?to|insured (?:by|with|through)|covered by|insurance is|seguro(?: es| se llama)?|seguro (?:de|con)) (\p{Lu}[\p{L}&']*(?: (?:of )?\p{Lu}[\p{L}&']*){0,4})/u

/** A name before words that only end the name of a payer: "we have neighborhood health plan", "Tufts Health Plan". */
const unknownBeforeEnd =
  /(?:^|[,.;] |\b(?:have|has|with|got|on|tengo|tenemos|tiene) )(?!(?:my|our|the|a|an|any|no|good|great|health|which|what|his|her|your|private|mi|el|un)\b)((?:[\p{L}&']+ ){1,3}(?:health plan|mutual|hmo|ppo))\b/iu

function findNamedInText(text: string, carriers: readonly Carrier[]): Payer | null {
  const [, name] = unknownAfterCue.exec(text) ?? unknownBeforeEnd.exec(text) ?? []
  if (name === undefined || wordsOf(name).some(isClinician) || wordsOf(name).every(isGeneral)) return null
  const known = findPayers(carriers, name)
  return known.length === 1
    ? toPayer([known[0]!.code], text, carriers)
    : { name: displayName(name), codes: [] }
}

/** "We have an HMO" names no payer. */
function isGeneral(word: string): boolean {
  return isStopWord(word) || isConversationWord(word) || payerForm.test(word)
}

const tokensMax = 24

/** A payer whose name or alias begins with two or more neighboring words: "is she on the narrows mutual list". */
function findPayerInText(words: string, carriers: readonly Carrier[]): Payer | null {
  const tokens = words
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, tokensMax)
  for (let count = Math.min(windowMax, tokens.length); count > 1; count--)
    for (let from = 0; from + count <= tokens.length; from++) {
      const payer = findByBeginning(tokens.slice(from, from + count).join(' '), carriers)
      if (payer !== null) return payer
    }
  return null
}

/** The payers whose name or alias begins with the words. */
function findByBeginning(words: string, carriers: readonly Carrier[]): Payer | null {
  const found = findPayers(carriers, words).filter(({ name, aliases }) =>
    [name, ...aliases].some((label) => `${wordsOf(label).join(' ')} `.startsWith(`${words} `)),
  )
  return chooseFew(found, words, carriers)
}

function chooseFew(found: readonly Carrier[], text: string, carriers: readonly Carrier[]): Payer | null {
  if (found.length === 0 || found.length > payersMax) return null
  return toPayer(
    found.map(({ code }) => code),
    text,
    carriers,
  )
}

/** Every word of a shorter name begins many others: "he" of "health". */
const bareLengthMin = 4

/** A message that is only a name, known or not: "narrows", "harvard pilgrim". */
function findBareName(
  words: string,
  { carriers, isAnswer, isEnglishWord, text }: PayerOptions,
): Payer | null {
  const tokens = words
    .split(' ')
    .filter((word) => word !== '' && !isStopWord(word) && !isConversationWord(word))
  if (tokens.some((word) => negation.test(word))) return null
  const runs = nameRuns(words)
  const name = runs.length === 1 ? runs[0]! : tokens.filter((word) => !nameFillers.test(word)).join(' ')
  if (name === '') return null
  const known = findPayers(carriers, name).filter(
    (carrier) =>
      name.length >= bareLengthMin ||
      [carrier.name, ...carrier.aliases].some((label) => wordsOf(label).join(' ') === name),
  )
  const payer = chooseFew(known, name, carriers)
  if (payer !== null || !isAnswer || tokens.length > windowMax || !mayNamePayer(text)) return payer
  // What the answer shows is a part of the message as it is: of several parts, the last one that says which payer it is.
  const isSpecific = (word: string): boolean =>
    specificWords.has(word) ||
    (/^\p{L}{2,}$/u.test(word) &&
      !isEnglishWord(word) &&
      // "Texting" of "my boss is texting me"
      !isEnglishWord(word.replace(/ing$/, '')) &&
      !payerForm.test(word))
  const unknown =
    runs.findLast((run) => run.split(' ').some(isSpecific)) ??
    runs.findLast(
      (run) =>
        run.split(' ').some((word) => payerWords.test(word)) &&
        !run.split(' ').every((word) => payerForm.test(word)),
    )
  return unknown === undefined ? null : { name: displayName(unknown), codes: [] }
}

/** A question, a remark to the assistant or a longer sentence without a word for having a plan has no unknown payer. */
function mayNamePayer(text: string): boolean {
  const words = wordsOf(text)
  if (isQuestion(text) || words.some((word) => addressee.test(word) || isClinician(word))) return false
  if (refusal.test(words.join(' ')) || relativeClause.test(words.join(' '))) return false
  if (words.some((word) => payerCue.test(word))) return true
  return words.length <= bareWordsMax && !aboutRelative.test(words.join(' '))
}

const bareWordsMax = 4
/** "Mi esposo me acompaña" */
const aboutRelative =
  /^(?:mi|my|nuestr[oa]|our) \S+ (?:(?:me|nos|lo|la|le|va|also|will|always|siempre|tambien) )*\S+$/
/** "One that does Botox" */
const relativeClause =
  /^(?:an?|the|un[oa]?|el|la)? ?(?:ones?|some(?:one|body)|any(?:one|body)|alguien)? ?(?:that|who|which|que) \S/
/** "Es solo que no quiero quedarme sin la pastilla" */
const refusal = /\b(?:no (?:me|nos|le|quiero|quiere|estoy|esta|es)|sin) \S/
const addressee = /^(?:you|your|youre|youve|yall|u|ur|usted|ustedes)$/
const payerCue =
  /^(?:ha(?:ve|s|d)|got|is|its|was|called|named|thr(?:ough|u)|via|with|by|under|insurance|plan|hmo|ppo|epo|health|card|switched|tengo|tenemos|tiene|es|por|con|seguro|llama|cambi\w+)$/

/** Neighboring words without words of a sentence between them: "tufts", "hmo" of "i have tufts, the hmo one". */
function nameRuns(words: string): readonly string[] {
  return words
    .split(' ')
    .map((word) => (isBoundary(word) ? ',' : word))
    .join(' ')
    .split(',')
    .map((run) => run.trim())
    .filter((run) => run !== '')
}

function isBoundary(word: string): boolean {
  return isStopWord(word) || isConversationWord(word) || nameFillers.test(word) || sentenceWord.test(word)
}

/** Words around the name of a payer, and Spanish verbs, which no dictionary of English has: "cambiaron". */
const sentenceWord =
  /^(?:through|thru|via|job|work|employer|school|think|guess|believe|maybe|probably|changed|switched|used|now|one|card|says?|said|perdon|disculp\w+|equivoque|trabajo|ahora|creo|cambi\w+|\p{L}{3,}(?:aron|ieron|aban|ando|iendo|amos|emos|imos))$/u
/** Names of insurers that are also English words. */
const specificWords: ReadonlySet<string> = new Set([
  ...insurers,
  ...'anthem united neighborhood husky oscar clover devoted beacon'.split(' '),
])
/** Words for a kind of plan. */
const payerForm = /^(?:hmo|ppo|epo|pos|seguros?|salud|healthcare)$/

/** "One that isn't religious" is no name. */
const negation = /^(?:is|are|was|were|does|do|did|has|have|would|could|should|wo|ca)nt$/
/** Words around the name of a payer in an answer. */
const nameFillers = /^(?:insurance|plan|seguro|dr|doctor|mean|meant|actually)$/
/** Words of which names of payers consist. */
const payerWords =
  /^(?:insurance|plan|health|healthcare|care|hmo|ppo|epo|mutual|seguros?|salud|coverage|medical|anthem|united|neighborhood|husky|oscar|clover|devoted|beacon)$/

/** Names that are written in capital letters. */
const acronym = /^(?:aarp|uhc|bcbs\w*|upmc|geha|hphc|nhpri|vsp)$/

function displayName(name: string): string {
  if (acronym.test(name)) return name.toUpperCase()
  return titleCaseName(name.slice(0, nameLengthMax).toUpperCase())
    .replace(/\bUnited ?healthcare\b/i, 'UnitedHealthcare')
    .replace(/^Va\b/, 'VA')
}

/** The carriers with listings, or none of them. */
function toPayer(codes: readonly string[], text: string, carriers: readonly Carrier[]): Payer {
  const known = codes.flatMap((code) => carriers.find((carrier) => carrier.code === code) ?? [])
  const listing = known.filter((carrier) => carrier.provider_count > 0)
  const searched = listing.slice(0, codesMax)
  const groups = groupByInsurer(searched, text)
  const family = findFamily(known, wordsOf(text).join(' '), carriers)
  return {
    name: (listing[0] ?? known[0])?.name ?? codes.join(', '),
    codes: searched.map(({ code }) => code),
    ...(groups !== null && { insurers: groups }),
    ...(family !== null && { family }),
  }
}

/** Whether the message may ask for the plan of a record: "is he in Blue Cross?" */
export function isPlanQuestion(text: string): boolean {
  return planQuestion.test(text)
}

const planQuestion = /^\W*(?:(?:and|but|y)\b\W*)?(?:is|are|does|do|will|can|est[aá]n?|acepta|toma)\b/iu
