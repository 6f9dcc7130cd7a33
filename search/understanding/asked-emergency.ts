/** Emergencies, in whatever words: signs that must be seen at once, unless the question shows that no danger is present. */
import { isClinician } from './asked-clinician.ts'
import { readWordLimit } from './asked-reading.ts'
import { mindSigns } from './danger-signs.ts'
import { bodySigns, now, type Sign, worst } from './emergency-signs.ts'

/** `mind`: somebody is a danger to themselves or to others. */
export type Emergency = 'body' | 'mind'

/** Who lists this many complaints describes an illness, unless two of them are signs and none takes weeks to come. */
const listFrom = 5
const signsOfList = 2
const slow = /\b(?:fatigue\w*|tired\w*|weight|night sweats|hoarse\w*|ankles|swelling|cough that)\b/

/**
 * `words` are those of the question, as written and in corrected spelling: either may show a sign. Null where nothing is said
 * that could not wait for an appointment.
 */
export function readEmergency(question: string, ...words: readonly (readonly string[])[]): Emergency | null {
  const readings = words.map((said) => said.slice(0, readWordLimit).join(' '))
  const all = readings.join(' ')
  if (taught.test(all)) return null
  const told = [...new Set(readings)].map((said) => said.replaceAll(past, ' '))
  const mind = shownIn(told, mindSigns)
  if (mind.some(isSure)) return 'mind'
  const beside = told.join(' ')
  if (asksForField(all) || mourned.test(beside)) return null
  if (mind.length > 0 && !calm.test(beside)) return 'mind'
  return canWait(shownIn(told, bodySigns), question, beside) ? null : 'body'
}

function canWait(shown: readonly Sign[], question: string, beside: string): boolean {
  if (shown.length === 0) return true
  if (question.split(',').length >= listFrom) return shown.length < signsOfList || slow.test(beside)
  if (shown.length > 1 || shown.some(isSure) || now.test(beside)) return false
  return calm.test(beside) || (strain.test(beside) && !worst.test(beside))
}

/** The signs of which any reading tells. */
function shownIn(readings: readonly string[], signs: readonly Sign[]): readonly Sign[] {
  return signs.filter(({ said, unless }) =>
    readings.some((text) => said.every((part) => part.test(text)) && !unless?.test(text)),
  )
}

function isSure({ sure }: Sign): boolean {
  return sure === true
}

/** "cardiologist for …": whoever names a field has been told where to go, or goes on with it; "my cardiologist" is not asked for. */
function asksForField(said: string): boolean {
  if (/\b(?:emergency|urgencias?|emergencias?)\b/.test(said)) return false
  return said
    .split(' ')
    .some((word, at, words) => isField(word) && !/^(?:my|our|his|her|their|mi|su)$/.test(words[at - 1] ?? ''))
}

/** "cardiologist", "cardiology", "counseling" */
function isField(word: string): boolean {
  return (
    (isClinician(word) && !anyClinician.test(word)) ||
    /(?:ology|iatry|therapy|counsel\w*|rehab\w*)$/.test(word)
  )
}

const anyClinician = /^(?:doctor|dr|doc|physician|provider|medic|doctora|medico|medica|nurse)e?s?$/

// What is said of no danger now

/** What is over: it is left out, and what stands beside it is not. */
const past = new RegExp(
  [
    String.raw`\bhistory of \S+(?: attacks?)?`,
    String.raw`\brecover\w*(?: (?:from|after)(?: (?:an?|my|the))?)?(?: \S+)?`,
    String.raw`\b(?:had|after|since)(?: (?:an?|my|his|her|the))?(?: \S+){1,3}? (?:last (?:week|month|year)|(?:\S+ ){0,2}(?:weeks?|months?|years?) ago)\b`,
    String.raw`\bafter (?:an?|my|his|her) (?:stroke|overdose|heart attack)\b`,
  ].join('|'),
  'g',
)

/** Taught, prevented or lived through together. */
const taught =
  /\b(?:prevent(?:ion|ing|ative)|(?<!in )(?:training|class(?:es)?|course)|certifi\w*|support group|grief|awareness)\b/

/** Somebody else's, who is dead. */
const mourned =
  /\b(?:(?:suicide|overdose) (?:loss|death)|lost (?:my|a|our) \S+ to|died (?:by|of|from)|survivors?)\b/

/** Lasting, over, or feared. */
const calm = new RegExp(
  [
    String.raw`\b(?:for|past|last|over|since|hace|desde)(?: \S+){0,3} (?:weeks?|months?|years?|semanas?|mes|meses|anos?)\b(?! olds?\b)`,
    String.raw`\b(?:weeks?|months?|years?) (?:ago|now)\b|\blast (?:week|month|year)\b|\bhace (?:\S+ )?(?:meses|anos)\b`,
    String.raw`\b(?:history|chronic\w*|cronic\w*|follow ?up|recuper\w*|used to|when i was|previous\w*|every time|sometimes|a veces)\b`,
    String.raw`\b(?:fear of|afraid of|phobia|miedo (?:a|de)|risk|screening|tests?(?! positive))\b`,
    String.raw`\b(?:sleep apnea|snor\w*|ronca|(?<!\b(?:baby|newborn|infant|bebe)\b.*)(?:while sleeping|in (?:his|her|my) sleep))\b`,
  ].join('|'),
)

/** What comes with strain and goes with rest can wait for an appointment unless it is severe. */
const strain = /\b(?:exercis\w*|climb\w*|jog\w*|working out|uphill|stairs)\b/
