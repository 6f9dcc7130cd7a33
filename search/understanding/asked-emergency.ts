/** Emergencies, in whatever words: signs that must be seen at once, unless the question shows that no danger is present. */
import { isClinician } from './asked-clinician.ts'
import { readWordLimit } from './asked-reading.ts'
import { bodySigns, mindSigns, type Sign } from './emergency-signs.ts'

/** `mind`: somebody is a danger to themselves or to others. */
export type Emergency = 'body' | 'mind'

/** Who lists this many complaints describes an illness. */
const listFrom = 5

/** `words` are those of the question in corrected spelling; null where nothing is said that could not wait for an appointment. */
export function readEmergency(question: string, words: readonly string[]): Emergency | null {
  const text = words.slice(0, readWordLimit).join(' ')
  const hasField = words.some(isField) && !/\b(?:emergency|urgencias?|emergencias?)\b/.test(text)
  if (question.split(',').length >= listFrom || noDanger.test(text) || hasField) return null
  if (mindSigns.some((sign) => isShown(sign, text))) return 'mind'
  return bodySigns.some((sign) => isShown(sign, text)) ? 'body' : null
}

function isShown({ said, unless }: Sign, text: string): boolean {
  return said.every((part) => part.test(text)) && !unless?.test(text)
}

/** "cardiologist", "cardiology", "counseling": whoever names a field has been told where to go, or goes on with it. */
function isField(word: string): boolean {
  return (
    (isClinician(word) && !anyClinician.test(word)) ||
    /(?:ology|iatry|therapy|counsel\w*|rehab\w*)$/.test(word)
  )
}

const anyClinician = /^(?:doctor|dr|doc|physician|provider|medic|doctora|medico|medica|nurse)e?s?$/

/** Long ago, for long, feared, taught, looked after, or somebody else's. */
const noDanger = new RegExp(
  [
    String.raw`\b(?:for|past|last|over|since|hace|desde)(?: \S+){0,3} (?:weeks?|months?|years?|semanas?|mes|meses|anos?)\b(?! olds?\b)`,
    String.raw`\b(?:weeks?|months?|years?) (?:ago|now)\b|\blast (?:week|month|year)\b|\bhace (?:\S+ )?(?:meses|anos)\b`,
    String.raw`\b(?:history|chronic\w*|cronic\w*|survivors?|follow ?up|recover\w*|recuper\w*|after (?:a|my|his|her) (?:stroke|overdose|heart attack))\b`,
    String.raw`\b(?:prevent\w*|training|class(?:es)?|course|certifi\w*|support group|afraid|fear|phobia|miedo|risk|screening|test|vaccine|grief|(?:suicide|overdose) (?:loss|death)|lost (?:my|a|our)|died (?:by|of|from))\b`,
    String.raw`\b(?:used to|when i was|previous\w*|every time|sometimes|a veces|exercis\w*|climb\w*|jog\w*|sleep apnea|snor\w*|ronca|while sleeping|in (?:his|her|my) sleep)\b`,
  ].join('|'),
)
