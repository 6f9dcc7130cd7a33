/** Emergencies, in whatever words: signs that must be seen at once, unless the question shows that no danger is present. */
import { isClinician } from '../care-words.ts'
import { queryTokensMax } from '../token-cursor.ts'
import { mentalRedFlags } from './mental-red-flags.ts'
import { physicalRedFlags, now, worst } from './physical-red-flags.ts'
import { isPresent, type RedFlag } from './red-flag.ts'

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
export function detectEmergency(
  question: string,
  ...words: readonly (readonly string[])[]
): Emergency | null {
  const readings = words.map((said) => said.slice(0, queryTokensMax).join(' '))
  const told = [...new Set(readings)].map((said) => said.replaceAll(past, ' '))
  const [all, beside] = [readings.join(' '), told.join(' ')]
  const isTaught = taught.test(all)
  const sure = isTaught && !ofSomebodyNow.test(beside) ? null : surelyShownIn(told)
  if (sure !== null) return sure
  if (isTaught || asksForField(all)) return null
  const isMourned = mourned.test(beside)
  if (!isMourned && !calm.test(beside) && shownIn(told, mentalRedFlags).length > 0) return 'mind'
  const shown = shownIn(told, physicalRedFlags)
  if (isMourned && !(shown.length > 1 && now.test(beside))) return null
  return canWait(shown, question, beside) ? null : 'body'
}

/** What nothing else that is said makes less urgent: neither a field nor a list of complaints. */
function surelyShownIn(told: readonly string[]): Emergency | null {
  if (shownIn(told, sureMindSigns).length > 0) return 'mind'
  return shownIn(told, sureBodySigns).length > 0 ? 'body' : null
}

const sureMindSigns = mentalRedFlags.filter(isSure)
const sureBodySigns = physicalRedFlags.filter(isSure)

function isSure({ sure }: RedFlag): boolean {
  return sure === true
}

/** None of `shown` is sure. */
function canWait(shown: readonly RedFlag[], question: string, beside: string): boolean {
  if (shown.length === 0) return true
  if (question.split(',').length >= listFrom) return shown.length < signsOfList || slow.test(beside)
  if (shown.length > 1 || now.test(beside)) return false
  return calm.test(beside) || (strain.test(beside) && !worst.test(beside))
}

/** The signs of which any reading tells. */
function shownIn(readings: readonly string[], signs: readonly RedFlag[]): readonly RedFlag[] {
  return signs.filter((sign) => readings.some((text) => isPresent(sign, text)))
}

/** "cardiologist for …": whoever names a field has been told where to go, or goes on with it; "my cardiologist" is not asked for. */
function asksForField(said: string): boolean {
  if (/\b(?:emergency|urgencias?|emergencias?)\b/.test(said)) return false
  return said
    .replaceAll(treated, ' ')
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

/** Those who treat anybody, or who are with somebody at home. */
const anyClinician =
  /^(?:doctor|dr|doc|physician|provider|medic|doctora|medico|medica|nurse|technician|caregiver|coach)e?s?$/

/** A treatment in which it happened, and no field: "in rehab", "on chemotherapy". */
const treated =
  /\b(?:in|on|during|after)(?: (?:my|his|her))? (?:[a-z]*therapy|rehab\w*|counsel\w*)\b|\b(?:chemo|radio|immuno)therapy\b/g

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

const sports =
  '(?:yoga|pilates|gym|pe|spin\\w*|danc\\w*|swim\\w*|box\\w*|karate|cycling|fitness|exercise|weight|strength|marathon|football|soccer|' +
  'basketball|golf|zumba|aerobics|math|english|history|science|art|music|school)'

/** "of course", "in class" and "at a yoga class" teach nobody what to do. */
const lesson =
  String.raw`(?<!\b(?:in|at|on|of|during|after|from)(?:(?: (?:an?|my|his|her|the))? ${sports}| my| his| her)? )` +
  '(?:training|class(?:es)?|courses?)'

/** Taught, prevented or lived through together. */
const taught = new RegExp(
  String.raw`\b(?:prevent(?:ion|ing|ative)|${lesson}|certifi\w*|support groups?|grief|awareness)\b`,
)

const lessonOrGroup = String.raw`(?:training|class(?:es)?|courses?|certifi\w*|groups?)`

/** Not of those whom a class or a group is for: "I am", "she is", "no training", but not "I need a class", "when somebody is". */
const ofSomebodyNow = new RegExp(
  [
    String.raw`(?<!\b(?:can|could|do|should|may) )\b(?:i|im|ive)\b(?! (?:am )?(?:need|want|wanna|would like|looking|interested)(?: (?!die|kill|end|hurt|harm)\S+){1,5} ${lessonOrGroup}\b)`,
    String.raw`\b(?:he|hes|she|shes|myself|my (?:own )?(?:life|wrists))\b|(?<!\b(?:who|that|they|people) )\b(?:want|wanna|going|ready) to (?:die|kill|end)\b`,
    String.raw`(?<!\b(?:when|if|what|where|which|who|that|whose)(?: \S+){0,3} )\b(?:is|isnt|are|wont|cant|cannot|doesnt|didnt)\b(?! (?:there|an?|the|it|this)\b)`,
    String.raw`\b(?:no|never|without|took|quit)(?: \S+){0,3} ${lessonOrGroup}\b`,
  ].join('|'),
)

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
    String.raw`\b(?:sleep apnea|snor\w*|ronca|(?:while sleeping|in (?:his|her|my) sleep)(?<!\b(?:baby|newborn|infant|bebe)\b.*))\b`,
  ].join('|'),
)

/** What comes with strain and goes with rest can wait for an appointment unless it is severe. */
const strain = /\b(?:exercis\w*|climb\w*|jog\w*|working out|uphill|stairs)\b/
