/** Writes the notation of charts in words: "72F, d/c from SNF" is a patient of 72 years after a discharge. */
import { withoutShorthand } from './chart-shorthand.ts'

type Replacement = readonly [pattern: RegExp, words: string]

/** Of numbers with a letter that are no age and sex: rooms and temperatures. */
const notAge = String.raw`(?<![\p{L}\p{N}.,#/-])(?<!\b(?:suite|unit|apt|apartment|floor|fl|room|rm|bldg|temp|temperature|fever|of)\s)`

/** The severity of a disease of a valve: "severe AS". */
const ofValve = String.raw`(?<![\p{L}\p{N}])((?:[Ss]evere|[Mm]oderate|[Mm]od|[Cc]ritical|[Ss]ymptomatic|[Aa]symptomatic|[Ll]ow[- ][Ff]low)\s)`

/** The sex of a patient is no wish for the clinician. Without a unit, a lowercase "m" is months, and catheters are measured in "F". */
const notation: readonly Replacement[] = [
  [
    new RegExp(
      String.raw`${notAge}(\d{1,2})(?:F|M|f|\s[FM])(?![\p{L}\p{N}°/'’-])(?!\s(?:foley|catheter|coude))`,
      'gu',
    ),
    '$1 yo',
  ],
  [new RegExp(String.raw`${notAge}(\d{1,3})\s?(?:yo|y\/o|yrs?)\s?[fm](?![\p{L}\p{N}'’-])`, 'giu'), '$1 yo'],
  [
    /(?<![\p{L}\p{N}])pt(?=\s(?:doesn|does not|can['’]?t|cannot|needs|wants|prefers|lives|speaks|uses|drives|declines)(?:['’]t)?(?![\p{L}\p{N}]))/gu,
    'the patient',
  ],
  // Before "f/u". Alone, they are no cards of insurers either.
  [/^\s*cards\s*$/giu, 'cardiology'],
  [/^\s*sw\s*$/giu, 'social worker'],
  // A visit in the past, and no erectile dysfunction, unlike "suffering from ED".
  [
    /(?<![\p{L}\p{N}])(?<!(?:suffer|recover)(?:s|ed|ing)?\s)(?:after|from|post|since(?=\sthe|\sED\s(?:visit|discharge|d\/c))|s\/p|seen\sin)\s(?:the\s)?ED(?:\s(?:visit|discharge|d\/c))?(?![\p{L}\p{N}])/gu,
    ' ',
  ],
  [/(?<![\p{L}\p{N}])ED(?=\s(?:f\/u|follow|visit|discharge|d\/c)(?![\p{L}\p{N}]))/gu, ' '],
  [/(?<![\p{L}\p{N}])post[\s-]herpetic(?![\p{L}\p{N}])/giu, 'postherpetic'],
  [/(?<![\p{L}\p{N}])T\s?&\s?A(?![\p{L}\p{N}])/gu, 'tonsillectomy'],
  // The result of a test: "FIT+", "ER+/HER2-".
  [
    /(?<=[\p{L}\d]\p{L}|\p{L}\d|\p{L}\d\d)(?<!lgbt[a-z\d]{0,4}|yo|yrs?|years?|months?|mo)\+(?=[\s,;./)]|$)/giu,
    ' positive',
  ],
  // Valves.
  [new RegExp(String.raw`${ofValve}AS(?![\p{L}\p{N}])`, 'gu'), '$1aortic stenosis'],
  [new RegExp(String.raw`${ofValve}MR(?![\p{L}\p{N}])`, 'gu'), '$1mitral regurgitation'],
  [new RegExp(String.raw`${ofValve}TR(?![\p{L}\p{N}])`, 'gu'), '$1tricuspid regurgitation'],
  [/(?<![\p{L}\p{N}/])A\s?&\s?I(?![\p{L}\p{N}])/gu, 'allergy'],
  [
    /(?<![\p{L}\p{N}])cards(?=\s(?:f\/u|follow|consult|eval|referral|clinic|appt|appointment|first)(?![\p{L}\p{N}]))/giu,
    'cardiology',
  ],
  [
    /(?<![\p{L}\p{N}])(?:h\/o|s\/p|hx(?:\sof)?|history\sof|prior|old|recent|post)[\s-]MI(?![\p{L}\p{N}])/gu,
    'history of heart attack',
  ],
  [/(?<![\p{L}\p{N}])d\/c(?:'?d|ed)?(?![\p{L}\p{N}])/giu, 'discharge'],
  [/(?<![\p{L}\p{N}])d\/o(?![\p{L}\p{N}])/giu, 'disorder'],
  [/(?<![\p{L}\p{N}])f\/u(?![\p{L}\p{N}])/giu, 'follow up'],
  [/(?<![\p{L}\p{N}])(?:r\/o|c\/o|p\/w|b\/c|2\/2)(?![\p{L}\p{N}])/giu, ' '],
  [/(?<![\p{L}\p{N}])w\/(?=\s|\p{L}{2})\s*/giu, 'with '],
]

/** Dentists refer to endodontists and orthodontists by the short names of endocrinologists and orthopedists, and number teeth. */
const dentalNotation: readonly Replacement[] = [
  [/(?<![\p{L}\p{N}])endo(?![\p{L}\p{N}])/giu, 'endodontist'],
  [/(?<![\p{L}\p{N}])ortho(?![\p{L}\p{N}])/giu, 'orthodontist'],
  [/#\s?(?:0?1|16|17|32)(?![\p{L}\p{N}%])/gu, 'wisdom tooth'],
  [/#\s?\d{1,2}(?![\p{L}\p{N}%])/gu, 'tooth'],
]

const dentalSign =
  /(?<![\p{L}\p{N}])(?:tooth|teeth|molars?|premolars?|incisors?|rct|root\s+canal|pulpitis|periapical|malocclusion|crossbite|overjet|overbite|braces|aligners|crowding|bitewings|bwx|fmx|dental|dentist|crowns?|onlay|srp|pulpotomy|impacted|extractions?|caries|apico|retreat|implant)(?![\p{L}\p{N}])/iu

/** The text with its notation in words. */
export function withoutChartNotation(text: string): string {
  const written = withoutShorthand(replaceEach(text, notation))
  return dentalSign.test(written) ? replaceEach(written, dentalNotation) : written
}

function replaceEach(text: string, replacements: readonly Replacement[]): string {
  return replacements.reduce((written, [pattern, words]) => written.replace(pattern, words), text)
}
