/** Whether somebody is wanted who treats nobody, whatever complaint stands beside. */
import { isPresent, type RedFlag } from './triage/red-flag.ts'

/** `words` in corrected spelling. */
export function isOutOfScope(words: readonly string[]): boolean {
  const text = words.join(' ')
  return elsewhere.some((sign) => isPresent(sign, text))
}

const pets =
  /\b(?:dogs?|cats?|pupp(?:y|ies)|kittens?|kitt(?:y|ies)|pooch|my pets?|hamsters?|guinea pigs?|bunn(?:y|ies)|rabbits?|ferrets?|parrots?|horses?|goldfish|lizards?|perr[oa]s?|gat[oa]s?|cachorr[oa]s?|mascotas?)\b/

/** People who are hurt by an animal, or helped by it, or who mourn or fear it. */
const besideAnimals =
  /\b(?:bit|bites?|bitten|attack\w*|maul\w*|scratch\w*|kick\w*|knock\w*|trip\w*|allerg\w*|alerg\w*|sneez\w*|wheez\w*|around|con (?:los|las|el|mi)|tos de|sad|triste|glasses|lenses|hearing|dentures?|retainer|estornud\w*|dander|phobia|fear\w*|scared|afraid|miedo|depress\w*|grie\w*|loss|lost|died|dying|death|murio|service|support|therapy|therapist|guide|assist\w*|emotional|rabies|rabia|scans?|ct|mord\w*|aran\w*|rasgu\w*|riding|rider|fell|im|ive|we|son|daughter|child|kids?|baby|toddler|husband|wife|mom|mother|dad|father|hij[oa]|nin[oa]|bebe|veterans?|(?:my|mi) (?:asthma|asma|anxiety|ansiedad)|(?:asthma|asma) (?:\S+ )?(?:from|with|near|and|por|by)|anxiety (?:about|over|of|from|with)|fever (?:after|from|since)|cat got (?:my|his|her) tongue)\b/

/** Said of oneself, not "help me" nor "near me". */
const me =
  /(?<!\b(?:help|tell|show|give|find|get|call|refer|send|near|nearest|closest|to|by|for|with|beside) )\bme\b/

/** What is only called after an animal. */
const byName =
  /\b(?:(?:cat scratch|rabbit|parrot) fever|eyes? syndrome|hot dogs?|downward (?:facing )?dog|charley horses?)\b/

const people = new RegExp([besideAnimals, me, byName].map(({ source }) => source).join('|'))

const skills =
  '(?:cpr|first aid|bls|acls|emt|cna|phlebotom\\w*|lifeguard|babysitting|yoga|pilates|reiki|massage|nursing|teacher|instructor|' +
  'medical (?:assistant|coding)|dental (?:assistant|hygien\\w*)|hypno\\w*|doula|midwi\\w*|acupunctur\\w*|coaching)'

/** Those who want to learn it. */
const taught = new RegExp(
  `\\b${skills}(?: \\S+)? (?:class(?:es)?|courses?|certification|training|school|lessons|diploma|degree)\\b|` +
    `\\b(?:class(?:es)?|courses?|certification|training|lessons|clases?|cursos?) (?:in|for|de) (?:\\S+ )?${skills}\\b`,
)

const elsewhere: readonly RedFlag[] = [
  {
    name: 'lawyer',
    said: [/\b(?:lawyers?|attorneys?|law firms?|paralegals?|abogad[oa]s?)\b/],
    unless:
      /\b(?:power of attorney|dra?|reports?|informe|reporte|records|forms?|letters?|exams?|evalua\w*|sent me|me mando)\b/,
  },
  {
    name: 'class',
    said: [taught],
    unless:
      /\b(?:potty|prenatal|childbirth|birth(?:ing)?|lamaze|breastfeed\w*|school nurse|physical|exam|vaccin\w*|shots?|titers?)\b/,
  },
  {
    name: 'profession',
    said: [
      /\bhow to (?:become|be) an?\b|\bbecome an? (?:doctor|nurse|therapist|paramedic)\b|\bmedical school\b/,
    ],
  },
  {
    name: 'veterinarian',
    said: [
      /\b(?:vet|vets|veterinar\w*|groom(?:er|ing)|kennels?)\b/,
      /\b(?:dogs?|cats?|pets?|pupp(?:y|ies)|kittens?|horses?|animals?|near|for|open|cheap|emergency|clinic|hospital|perr[oa]s?|gat[oa]s?|mascotas?)\b/,
    ],
    unless: /\b(?:va|veterans?|ptsd|army|navy|marine|combat|military|technician|laboratory|research)\b/,
  },
  { name: 'animal', said: [pets], unless: people },
  {
    name: 'for an animal',
    said: [
      /\b(?:for|of|para) (?:my|our|a|the|mi|un|una) (?:sick |old )?(?:dog|cat|puppy|kitten|rabbit|horse|hamster|perr[oa]|gat[oa]|mascota)\b/,
    ],
    unless: /\b(?:allerg\w*|afraid|fear|bit\w*|scratch\w*|loss|grie\w*|hair|letter|service|support)\b/,
  },
  {
    name: 'insurance to buy',
    said: [
      /\b(?:insurance|seguro|obamacare|policy|policies)\b/,
      /\b(?:buy|buying|purchase|shop(?:ping)?|compare|quotes?|rates?|premiums?|agents?|brokers?|cheapest|enroll(?:ment)? in|sign up for|open enrollment|comprar|cotiz\w*|agente)\b/,
    ],
    unless:
      /\b(?:takes?|accepts?|accepting|acepta\w*|my insurance|mi seguro|with insurance|without|no insurance)\b/,
  },
]
