/** Writes everyday words for care as the words that the search has for it: "he wants to get clean" as addiction medicine. */
import { isClinician } from '@careatlas/search/query/care-words'

/** @param words folded */
export function rewritePlainNeeds(words: string): string {
  const kept = words.replaceAll(lostMeans, ' ').replaceAll(/ {2,}/g, ' ').trim()
  if (homeNurse.test(kept)) return 'home health agency'
  const clinicians = kept.split(' ').filter(isClinician)
  if (clinicians.every((word) => word === 'caregiver') && homeHelp.test(kept) && !violence.test(kept))
    return 'home health agency'
  if (clinicians.length > 0) return kept
  if (afterBirth.test(kept) && lowMood.test(kept)) return 'postpartum counseling'
  const isCurrent = substanceUse.test(kept) && !inPast.test(kept) && !harmlessDrink.test(kept)
  return isCurrent ? 'addiction medicine' : kept
}

/** The loss of a job or an insurance is no grief. */
const lostMeans =
  /\b(?:(?:has|have|had|just|recently|also) )*(?:lost|losing|perdi[oó]?|perdimos) (?:(?:my|his|her|our|their|the|el|la|su|mi|nuestro) )?(?:(?:health|medical) )?(?:job|insurance|coverage|medicaid|work|plan|seguro(?: medico)?|trabajo|empleo)\b/g

/** Agencies send nurses. */
const homeNurse =
  /\b(?:home|in home|visiting) nurses?\b(?! (?:practitioner|jobs?|salary|training))|\bnurses? (?:at|to) (?:the|my|his|her|our|their)? ?(?:home|house)\b/

/** Aides and help with daily life come from agencies. */
const homeHelp =
  /^(?:(?:i|we|my \w+|needs?|wants?|looking|for|find|an?|the|some|ok|then|just|yes) )*(?:health )?aides?\b|\bhome (?:(?:health )?aides?|care)\b(?! nurs)|\b(?:help|(?:take )?care (?:for|of)|look after|sit with)(?: (?:my|our|her|him|them|us|me)(?: \S+)?| (?:with|for)(?: \S+){1,4})? at home\b|\bcaregivers? for (?:my|our)\b|\b(?:ayuda|cuid[ea]r?|cuidador[ae]?s?)(?: (?:a|para|con|de)\b(?: \S+){0,3})? en (?:la )?casa\b/

const violence =
  /\b(?:he|she|they|husband|wife|boyfriend|girlfriend|partner|me) (?:hits?|beats?|hurts?|abus\w+|threat\w+|pega|golpea|amenaza)\b/

const substance =
  '(?:pills?|percs?|percocets?|opioids?|opiates?|oxys?|oxycodone|heroin|fentanyl|dope|meth|cocaine|coke|crack|drugs?|alcohol|booze|drinking|benzos|xanax|(?:las )?(?:pastillas|drogas)|(?:la )?bebida|(?:el )?alcohol)'
const parts = [
  String.raw`(?:get|gets|getting|stay|staying|be) (?:clean|sober)(?! (?:teeth|tooth|bill|scan|room|cut|shave))`,
  String.raw`(?:get|gets|getting|come|coming|kick|wean\w*)(?: (?:me|him|her|us|them))? off (?:of )?(?:the |my |his |her |their |these |those )?${substance}`,
  String.raw`(?:stop|quit|stopping|quitting|dejar|dejar de usar)(?: (?:using|taking|abusing|doing))? ${substance}`,
  String.raw`dejar de (?:beber|tomar alcohol|drogarse|usar drogas|consumir)`,
  String.raw`(?:substance|drug|alcohol|opioid)s? (?:use|abuse|misuse)(?: disorders?)?(?: (?:treatment|programs?|help|services?|care|counseling|clinic|center|facility|place))+`,
  String.raw`recovery (?:programs?|centers?|services?|help|house|place)`,
  String.raw`(?:hooked on|addicted to|adict[oa] a) (?:the |my |his |her )?${substance}`,
].join('|')
const substanceUse = new RegExp(String.raw`\b(?:${parts})\b`)
const inPast = /\b(?:ago|years? (?:clean|sober)|months? (?:clean|sober))\b/
/** "Stop drinking soda" */
const harmlessDrink = /\b(?:soda|coffee|milk|water|juice)\b/

const afterBirth =
  /\b(?:(?:had|have|having) (?:my|our|a|the|another)(?: (?:first|second|third|new))? (?:baby|son|daughter|twins)|gave birth|post ?partum|(?:baby|son|daughter) (?:is|was born)|new (?:mom|mother)|tuve (?:un|una|mi|a mi) (?:\S+ )?(?:bebe|hij[oa]|nin[oa])|di a luz|despues del parto|desde el parto)\b/
const lowMood =
  /\b(?:i|ive|im|me|yo)\b(?: \S+){0,4} (?:cry|crying|sad|empty|numb|hopeless|down|depressed|anxious|overwhelmed|myself|weepy|miserable|llorar|llorando|lloro|triste|vacia|deprimida)\b|\b(?:lloro|no paro de llorar|me siento (?:muy |tan )?(?:triste|vacia|sola|mal))\b/

/** Physical therapists are no therapists for a user in a crisis or in distress. */
export function nameTherapistOfMind(need: string): string {
  return need.replace(bareTherapist, 'mental health therapist')
}

const bareTherapist =
  /(?<!\b(?:physical|speech|occupational|massage|respiratory|radiation|hand|vision|family|health|language|art|music|sex|marriage|child|children s|pediatric) )\btherapists?\b/
