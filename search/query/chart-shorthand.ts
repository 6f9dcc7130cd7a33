/** Writes short words of charts in full, those with other senses only beside certain words: "breast CA", "vasc surg". */

interface Shorthand {
  readonly short: string
  readonly words: string
  /** Parts of regular expressions for the words before and after it; any words if absent. */
  readonly after?: string
  readonly before?: string
  readonly notAfter?: string
  readonly notBefore?: string
  readonly isUpperCase?: true
}

/** Organs and kinds beside which "CA" is neither California nor calcium. */
const cancerSite =
  'breast|prostate|lung|colon|rectal|colorectal|pancreatic|ovarian|cervical|endometrial|uterine|bladder|renal|thyroid|gastric|esophageal|oral|laryngeal|liver|testicular|neck|metastatic|squamous cell|basal cell'

/** Words beside which "OD", "OS" and "OU" are eyes, not an optometrist. */
const eyeWord =
  'cataract|glaucoma|retina|retinal|macular|cornea|corneal|floaters?|flashes|ptosis|uveitis|iritis|surgery|iop|vision|yag|slt|ppv'

/** Words beside which "peds" is a pediatrician, not the age of the patients. */
const pediatricianWord =
  'for|in|near|who|that|and|or|vs|to|with|at|on|of|if|is|not|but|md|doctors?|dr|docs?|providers?|specialists?|clinic|office|group|practice|eval|evaluation|consult|referral|follow|appointments?|appt|visit|checkup|tomorrow|today|asap|please|urgent'

/** What therapists treat; the "tx" of an organ is a transplant. */
const therapyField =
  'dysphagia|swallow|swallowing|voice|speech|language|aphasia|artic|articulation|feeding|cog|cognitive|fluency|stuttering|vestibular|lymphedema|myofunctional'

/** Kinds of cardiology, after which "cards" are no cards. */
const heartQualifier =
  'ep|interventional|hf|heart failure|general|gen|structural|achd|congenital|invasive|noninvasive|preventive|sports|transplant|imaging|fetal'

const shorthand: readonly Shorthand[] = [
  { short: 'peds|pedi', words: 'pediatric', before: String.raw`\p{L}{2}`, notBefore: pediatricianWord },
  { short: 'gen surg', words: 'general surgery' },
  { short: 'bari', words: 'bariatric', before: 'surg' },
  { short: 'vasc', words: 'vascular', notAfter: 'chads2?|cha2ds2' },
  { short: 'anes|anesth', words: 'anesthesiology' },
  { short: 'prostho', words: 'prosthodontist' },
  { short: 'dermpath|derm path', words: 'dermatopathology' },
  {
    short: 'cards',
    words: 'cardiology',
    after: `refer|refer to|referral to|consult|see|pediatric|per|${heartQualifier}`,
  },
  { short: 'rads', words: 'radiology', notAfter: 'lung|bi|li|ti|pi|o|vi|c|cad|ni' },
  { short: 'cm', words: 'case manager', after: 'rn|nurse|hospital|inpatient|oncology' },
  {
    short: 'sw',
    words: 'social worker',
    after: 'medical|hospital|clinic|inpatient|refer to|consult|rn|nursing|and',
  },
  { short: 'sw', words: 'social worker', before: 'consult|eval|referral|assessment|intake|for' },
  { short: 'surg', words: 'surgery' },
  { short: 'STR', words: 'short term rehab', isUpperCase: true },
  { short: 'wks?', words: 'weeks' },
  { short: 'adenoca', words: 'adenocarcinoma' },
  { short: 'C-spine', words: 'cervical spine' },
  { short: 'T-spine', words: 'thoracic spine' },
  { short: 'L-spine', words: 'lumbar spine' },
  { short: 'O&P', words: 'prosthetics orthotics', isUpperCase: true },
  { short: 'recon', words: 'reconstruction' },
  { short: 'mgmt|mgt', words: 'management' },
  { short: 'pcn', words: 'penicillin', before: 'allerg|delabel|challenge|desens|anaphylaxis|rash' },
  { short: 'pcn', words: 'penicillin', after: 'allergic to|allergy to' },
  {
    short: 'HS',
    words: 'high school',
    before: 'athlete|student|football|soccer|senior|junior|freshman|sophomore',
    isUpperCase: true,
  },
  { short: 'tx', words: 'therapy', after: therapyField },
  { short: 'tx', words: 'transplant', after: 'kidney|renal|liver|lung|heart|pancreas|marrow|cell' },
  { short: '(?:med|im|int med)[/ -]?peds', words: 'medicine pediatrics' },
  { short: 'ca', words: 'cancer', after: cancerSite },
  { short: 'txp|txplt|transplt|xplant', words: 'transplant' },
  { short: 'cr|scr', words: 'creatinine', after: 'rising|elevated|high' },
  { short: 'def', words: 'deficiency', after: 'b12|iron|folate|vitamin [a-e]|vit [a-e]' },
  { short: 'OD|OS|OU', words: '', after: eyeWord, isUpperCase: true },
]

const replacements = shorthand.map(({ words, ...one }) => ({ pattern: toPattern(one), words }))

function toPattern({
  short,
  after,
  before,
  notAfter,
  notBefore,
  isUpperCase,
}: Omit<Shorthand, 'words'>): RegExp {
  const start = String.raw`(?<![\p{L}\p{N}])`
  const end = String.raw`(?![\p{L}\p{N}])`
  const parts = [
    notAfter && String.raw`(?<!(?:${notAfter})[\s-])`,
    after && String.raw`(?<=${start}(?:${after})\s)`,
    `${start}(?:${short})${end}`,
    before && String.raw`(?=\s(?:${before}))`,
    notBefore && String.raw`(?!\s(?:${notBefore})${end})`,
  ]
  const source = parts
    .filter((part) => part !== undefined)
    .join('')
    .replaceAll(' ', String.raw`\s`)
  return new RegExp(source, isUpperCase ? 'gu' : 'giu')
}

/** Gynecologists shorten endometriosis as others do endocrinology. */
const gynecologicSign =
  /(?<![\p{L}\p{N}])(?:dysmenorrhea|dyspareunia|pelvic\spain|menorrhagia|painful\speriods?)(?![\p{L}\p{N}])/iu
const endometriosis = /(?<![\p{L}\p{N}])endo(?![\p{L}\p{N}])/giu

/** The text with short words in full. */
export function withoutShorthand(text: string): string {
  const written = gynecologicSign.test(text) ? text.replace(endometriosis, 'endometriosis') : text
  return replacements.reduce((current, { pattern, words }) => current.replace(pattern, words), written)
}
