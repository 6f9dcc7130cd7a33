/** Reads the days and the part of the day that a message asks about: "Tuesday evenings". */
import { wordsOf } from '@careatlas/vocabulary/words'
import type { OfficeTime } from './conversation-context.ts'

type Day = OfficeTime['days'][number]

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const satisfies readonly Day[]
const weekend = ['sat', 'sun'] as const satisfies readonly Day[]

const dayPatterns: readonly (readonly [days: readonly Day[], pattern: RegExp])[] = [
  [['mon'], /\b(?:mon|mondays?|lunes)\b/],
  [['tue'], /\b(?:tues?|tuesdays?|martes)\b/],
  [['wed'], /\b(?:wed|wednesdays?|miercoles)\b/],
  [['thu'], /\b(?:thu|thurs?|thursdays?|jueves)\b/],
  [['fri'], /\b(?:fri|fridays?|viernes)\b/],
  [['sat'], /\b(?:sat|saturdays?|sabados?)\b/],
  [['sun'], /\b(?:sun|sundays?|domingos?)\b/],
  [weekend, /\b(?:weekends?|fin(?:es)? de semana)\b/],
  [weekdays, /\b(?:weekdays?|entre semana)\b/],
]

const wholeDay = { from: '00:00', to: '24:00' }

/** An office is open in a part of the day if an interval overlaps it. */
const partPatterns: readonly (readonly [part: typeof wholeDay, pattern: RegExp])[] = [
  [
    { from: '00:00', to: '08:30' },
    /\b(?:early(?! (?:intervention|childhood|onset|stages?|signs?|detection|menopause|pregnancy|dementia|labor)\b)|before (?:work|school|8|9|nine|eight)|temprano)\b/,
  ],
  [{ from: '06:00', to: '12:00' }, /\b(?:mornings?|por la manana|en la manana|las mananas)\b/],
  [{ from: '12:00', to: '17:00' }, /\b(?:afternoons?|lunch ?time|noon|mediodia)\b/],
  [
    { from: '17:00', to: '24:00' },
    /\b(?:evenings?|nights?|tonight|(?<!\b(?:this|too|so|how|running) )late|after (?:work|school|5|6|five|six)|noches?|tarde|tardes)\b/,
  ],
]

const greeting = /\b(?:good (?:morning|afternoon|evening|night)|buen[oa]s? (?:dias?|tardes|noches))\b/

/** "Before 7", "by 6:30 am", "after 5 pm", "at 6am" */
const clock =
  /\b(before|by|until|til|till|after|past|from|at|around|like|antes de las?|despu[eé]s de las?|a las?)? ?(\d{1,2})(?::(\d{2}))? ?([ap])?\.?(m)?\b(?! ?(?:years?|yrs?|yo|months?|weeks?|days?|hours?|hrs?|minutes?|mins?|miles?|mi|pounds|lbs|percent|%|visits?|times?|of|st|th|\/|-|a[nñ]os?|mes(?:es)?|d[ií]as|horas?|minutos?|millas))/giu

/** The part of the day around a time; without "am" or "pm", an office opens before noon and closes after it. */
function readClock(text: string): typeof wholeDay | null {
  for (const [, cue = '', hourDigits = '', minutes = '00', half = '', meridiem = ''] of text.matchAll(
    clock,
  )) {
    const isTime =
      cue !== '' ? /^(?:before|by|until|til|till|after|past|from|antes|desp|a la)/i.test(cue) : false
    const hour = Number(hourDigits)
    if (hour < 1 || hour > 12 || Number(minutes) > 59 || !(isTime || meridiem !== '')) continue
    const isEarly = /^(?:before|by|antes)/i.test(cue)
    const isMorning = half === '' ? isEarly && hour >= earliestHour : half.toLowerCase() === 'a'
    const time = `${String((hour % 12) + (isMorning ? 0 : 12)).padStart(2, '0')}:${minutes}`
    if (isEarly) return { from: '00:00', to: time }
    if (/^(?:after|past|from|until|til|desp)/i.test(cue)) return { from: time, to: '24:00' }
    return { from: time, to: `${time.slice(0, 2)}:59` }
  }
  return null
}

/** Offices that close before five in the morning are none. */
const earliestHour = 5

const day =
  '(?:mon|tues?|wed|thu|thurs?|fri|sat|sun|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|lunes|martes|miercoles|jueves|viernes|sabado|domingo|weekend|night|morning|afternoon|evening|noche|tarde)'
/** A day on which something has happened or will happen, and no visit: "since Sunday", "I was diagnosed on Tuesday". */
const dayOfEvent = new RegExp(
  `\\b(?:(?:since|last|this past|every|each|all|desde|anoche|la otra|toda la|todas las)(?: (?:el|la|the|this|on|past))*|(?:diagnosed|started|began|happened|fell|hurt|broke|born|died|told|found|discharged|admitted|released|operated|woke|threw|twisted|sprained|slipped|crashed|hit|cut|burned|tripped|tore|pulled|got hurt|bit|wasted|wasting|waste|spent|spend|lost|lose|going home|goes home|go home|coming home|comes home|flying|fly|arrives?|arriving|moving|operaron|empezo|caí|cai|cayo|lastime|diagnosticaron|dijeron|dieron|golpe[eé]|quem[eé]|cort[eé]|torci|resbale|perdi|perder|pas[eé])(?: (?!(?:opens?|sees?|appointments?|available|anyone|someone|who|needs?|wants?|abren?|abiert[oa]s?|atienden?|citas?)\\b)\\S+){0,6}?(?: (?:on|this|next|el|la|por la))?) ${day}\\b(?: (?:night|morning|afternoon|evening|noche|tarde)\\b)?`,
  'g',
)

/** The time of a symptom, and of no visit: "I stop breathing at night", "me pica en la noche". */
const timeOfSymptom =
  /\b(?:breath\w*|snor(?:e|es|ing)|cough\w*|itch\w*|hurt(?:s|ing)?|ach(?:e|es|ing|y)|pains?|painful|bleed\w*|swell\w*|swollen|sleep\w*|asleep|wak(?:e|es|ing)|woken|wheez\w*|burn(?:s|ing)?|sweat\w*|worse|worst|numb|tingl\w*|cramps?|cramping|wets?|wetting|cry|cries|crying|scream\w*|dizzy|nause\w*|throw\w*|vomit\w*|stiff\w*|throb\w*|choke|chokes|choking|reflux|heartburn|headaches?|fevers?|drool\w*|grind\w*|pee|pees|peeing|restless|pic[ao]n?|picazon|duelen?|dolor\w*|tos|tose|ronc[ao]\w*|respira\w*|despiert[ao]|sangran?|hinchan?|hinchad[oa]s?|sud[ao]|sudores|peor|dorm\w+|duerm\w+|arden?|mareos?|calambres?|vomita)(?: (?!open|see|appointment|someone|doctor|clinic)\S+){0,3}? (?:(?:at|in|during|through|by|from|por|en|de|durante)(?: (?:the|la|las))? |(?:la|toda la|all|first thing in the) )(?:mornings?|afternoons?|evenings?|nights?|noches?|mananas?|tardes?)\b/g

/** Null if the message names neither a day nor a part of the day. */
export function readOfficeTime(text: string): OfficeTime | null {
  const words = wordsOf(text)
    .join(' ')
    .replace(greeting, '')
    .replaceAll(dayOfEvent, ' ')
    .replaceAll(timeOfSymptom, ' ')
  const days = dayPatterns.flatMap(([named, pattern]) => (pattern.test(words) ? named : []))
  const part = readClock(text) ?? partPatterns.find(([, pattern]) => pattern.test(words))?.[0]
  return days.length === 0 && part === undefined ? null : { days: [...new Set(days)], ...(part ?? wholeDay) }
}
