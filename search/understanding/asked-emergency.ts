/** Emergencies, in whatever words: signs that must be seen at once, unless the question shows that no danger is present. */
import { isClinician } from './asked-clinician.ts'
import { readWordLimit } from './asked-reading.ts'

/** `mind`: somebody is a danger to themselves or to others. */
export type Emergency = 'body' | 'mind'

/** Who lists this many complaints describes an illness. */
const listFrom = 5

/** `words` are those of the question in corrected spelling; null where nothing is said that could not wait for an appointment. */
export function readEmergency(question: string, words: readonly string[]): Emergency | null {
  const text = words.slice(0, readWordLimit).join(' ')
  const hasField = words.some(isField) && !/\b(?:emergency|urgencias?|emergencias?)\b/.test(text)
  if (question.split(',').length >= listFrom || noDanger.test(text) || hasField) return null
  if (mindSigns.some((sign) => sign.test(text))) return 'mind'
  return bodySigns.some((parts) => parts.every((part) => part.test(text))) ? 'body' : null
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
    String.raw`\b(?:for|past|last|over|since|hace|desde)(?: \S+){0,3} (?:weeks?|months?|years?|semanas?|mes|meses|anos?)\b`,
    String.raw`\b(?:weeks?|months?|years?) (?:ago|now)\b|\blast (?:week|month|year)\b|\bhace (?:\S+ )?(?:meses|anos)\b`,
    String.raw`\b(?:history|chronic\w*|cronic\w*|survivors?|follow ?up|recover\w*|recuper\w*|after (?:a|my|his|her) (?:stroke|overdose|heart attack))\b`,
    String.raw`\b(?:prevent\w*|training|class(?:es)?|course|certifi\w*|support group|afraid|fear|phobia|miedo|risk|screening|test|vaccine|grief|lost (?:my|a|our)|died (?:by|of|from))\b`,
    String.raw`\b(?:used to|when i was|previous\w*|every time|sometimes|a veces|exercis\w*|climb\w*|jog\w*|sleep apnea|snor\w*|ronca|while sleeping|in (?:his|her|my) sleep)\b`,
  ].join('|'),
)

// Danger to oneself or others

const mindSigns: readonly RegExp[] = [
  /\bsuicid(?:al|e|a|o|arme|arse)\b/,
  /\b(?:kill|killing) (?:my|him|her|them|your)sel(?:f|ves)\b/,
  /\b(?:end|ending|take|taking) (?:my|his|her|their) (?:own )?life\b|\b(?:wants?|going|ready) to (?:die|end it)\b|\bend it all\b|\b(?:going|want|wants|plan\w*) to kill\b/,
  /\b(?:dont|not|no longer|doesnt) want to (?:live|be alive|be here anymore)\b|\bbetter off dead\b|\bno reason to live\b/,
  /\b(?:want|wants|urges?|thoughts?|thinking|feel|feels|going|plan\w*) (?:\S+ ){0,3}(?:hurt|harm|cut|hang|shoot|kill)(?:ing)? (?:(?:my|him|her|them)sel(?:f|ves)|someone|somebody|people|others)\b/,
  /\b(?:quier[eo]|voy a|va a|ganas de) (?:morir|matar|quitar)\w*\b|\b(?:me|se) quier[eo] (?:morir|matar|hacer dano|suicidar)\b/,
  /\bvoices? (?:\S+ ){0,4}(?:kill|hurt|die)\b|\bquitar(?:me|se) la vida\b/,
]

// Danger to the body: each line is a sign, all parts of which are said

const chest = /\b(?:chest|pecho)\b/
const pain =
  /\b(?:pains?|hurt\w*|pressure|tight\w*|squeez\w*|crush\w*|heavy|dolor\w*|duele|opresion|presion)\b/
const suddenly =
  /\b(?:sudden\w*|all at once|out of nowhere|de repente|de pronto|subit\w*|just now|right now|minutes ago|ahorita)\b/
const worst =
  /\b(?:severe\w*|worst|crush\w*|excruciating|unbearable|terribl\w*|horrible|intens[eo]|fuertes?|insoportable)\b/
const breathless =
  /\b(?:(?:cant|cannot|can t|unable to|hard to|struggl\w* to|barely|hardly) (?:\S+ )?breath\w*|gasp\w*|no pued[eo] respirar|falta (?:de|el) aire)\b/
const oneSide =
  /\b(?:(?:one|left|right) (?:side|arm|leg)|half (?:of )?(?:my|his|her) (?:face|body)|(?:un|medio) (?:lado|brazo|cuerpo)|lado (?:izquierdo|derecho))\b/
const speechless =
  /\b(?:(?:cant|cannot|unable to|no longer|not able to|stopped) (?:speak\w*|talk\w*|get words|find words)|slur\w*|garbled|babbling|no pued[eo] hablar|habla (?:raro|enredado))\b/
const face = /\b(?:face|mouth|smile|cara|boca)\b/
const swelling = /\b(?:swell\w*|swollen|puff\w*|hinch\w*|clos(?:es|ed|ing)|tighten\w*|cerr\w*|cierra)\b/
const allergic =
  /\b(?:allerg\w*|alergi\w*|hives|ronchas|stung|sting\w*|bees?|wasps?|hornets?|abejas?|avispas?|peanuts?|nuts?|mani|shellfish|shrimp|mariscos|ate|eating|comer|comio|comi|reaction|reaccion)\b/
const bleeding = /\b(?:bleed\w*|blood|bled|hemorrhag\w*|sangr\w*)\b/
const unstopped =
  /\b(?:(?:wont|cant|not|doesnt|isnt|will not|cannot|never) (?:\S+ )?(?:stop\w*|clot\w*)|no (?:para|deja|se detiene)|sin parar|severe\w*|heavil?y|gush\w*|spurt\w*|pouring|profus\w*|uncontroll\w*|everywhere|mucha sangre|sangr\w* mucho)\b/
const otherBlood =
  /^(?!.*\b(?:periods?|menstru\w*|regla|gums?|encias|brush\w*|hemorrhoids?|wip\w*|pee\w*|urin\w*|stools?|poop\w*|pregnan\w*|embaraz\w*|postpartum|pressure|sugar|tests?|thinners?|disorder|nose\w*|nariz|clotting|menopaus\w*)\b)/

const bodySigns: readonly (readonly RegExp[])[] = [
  [
    chest,
    pain,
    /\b(?:sweat\w*|sud\w*|radiat\w*|arms?|brazo|jaw|mandibula|elephant|faint\w*|clammy|tearing|ripping|squeez\w*)\b/,
  ],
  [chest, pain, worst],
  [chest, pain, suddenly],
  [chest, pain, breathless],
  [/\b(?:heart attack|stroke|infarto|ataque al corazon|derrame(?: cerebral)?)\b/, happening()],
  [
    face,
    /\b(?:droop\w*|crooked|lopsided|caid[ao]|cayo|chuec[ao]|torcid[ao])\b/,
    /^(?!.*\b(?:lids?|lift\w*|cosmetic\w*|botox|fillers?|bells?|skin|jowls?)\b)/,
  ],
  [suddenly, speechless],
  [
    suddenly,
    oneSide,
    /\b(?:numb\w*|weak\w*|paraly\w*|droop\w*|cant (?:move|lift|raise|feel)|dead|tingl\w*|dormid[ao]|debil\w*|no (?:puede )?mov\w*)\b/,
  ],
  [speechless, /\b(?:arms?|legs?|face|weak\w*|numb\w*|brazo|cara|debil\w*)\b/],
  [suddenly, /\b(?:confus\w*|disorient\w*|not making sense|confundid[ao])\b/],
  [
    /\bheadaches?\b|\bdolor de cabeza\b/,
    /\b(?:worst|thunderclap|peor)\b/,
    /\b(?:life|ever|sudden\w*|thunderclap|vida)\b/,
  ],
  [/\boverdos\w*|\bod ?ed\b|\bsobredosis\b/],
  [
    /\b(?:took|taken|swallow\w*|ate|tom[oe]|trag[oe]|tomaron)\b/,
    /\b(?:too many|bottle|handful|bunch|all (?:of )?(?:my|his|her|the)|muchas|demasiadas|frasco|todas)\b/,
    /\b(?:pills?|tablets?|medicines?|medications?|meds|tylenol|advil|aspirin|pastillas?|medicinas?|medicamentos?)\b/,
  ],
  [/\b(?:throat|airway|tongue|garganta|lengua)\b/, swelling, allergic],
  [/\b(?:throat|airway|tongue|garganta|lengua)\b/, swelling, breathless],
  [/\b(?:throat|airway|garganta)\b/, /\b(?:clos(?:es|ed|ing)|cerr\w*|cierra)\b/],
  [/\b(?:lips?|face|labios?|cara)\b/, swelling, allergic],
  [/\banaphyla\w*|\banafila\w*/, /\b(?:shock|choque|now|having|going into|in)\b/],
  [
    /\b(?:severe|bad|grave|fuerte) (?:allergic reaction|reaccion alergica)\b|\breaccion alergica (?:grave|fuerte|severa)\b/,
  ],
  [bleeding, unstopped, otherBlood],
  [
    /\b(?:cough\w*|spit\w*|vomit\w*|throw\w*|threw|puk\w*|tos\w*|escup\w*)\b(?: \S+){0,5} (?:blood|sangre)\b/,
    otherBlood,
  ],
  [/\b(?:gunshot|stabbed|stab wounds?|shot with a gun|balazo|apunalad\w*|(?:got|was|been) shot in)\b/],
  [
    /\b(?:cut|chop\w*|slic\w*|tore|torn|ripped|sever\w*|saw\w*)\b/,
    /\boff\b/,
    /\b(?:fingers?|thumb|toes?|hand|foot|arm|ear)\b/,
  ],
  [
    /\b(?:unconscious|unresponsive|inconsciente|not responding|no (?:responde|reacciona|despierta|se despierta))\b/,
  ],
  [
    /\b(?:wont|cant|isnt|not|cannot|doesnt|didnt) (?:be )?(?:wak(?:e|es|ing|en)|woken)\b/,
    /^(?!.*\b(?:morning|alarm|school|tired|refreshed|rested|night)\b)/,
  ],
  [/\bcollapsed\b(?! (?:lungs?|veins?|discs?|disks?|arch\w*|vertebra\w*|bladder))/],
  [
    /\b(?:not|isnt|stopped|stops|quit|wasnt) breathing\b(?! (?:well|right|good|deep\w*|easily|fully))|\bno (?:esta )?respira\w*\b|\bdejo de respirar\b/,
  ],
  [
    /\b(?:cant|cannot|unable to|barely|hardly|struggl\w* to) breathe?\b|\bno pued[eo] respirar\b|\bgasping\b/,
    /^(?!.*\b(?:nos(?:e|tril)\w*|congest\w*|nariz|stuff\w*|night|lying|exercise|panic|anxi\w*|septum)\b)/,
  ],
  [
    /\b(?:turn\w*|lips?|face|went|going|gone) (?:\S+ )?blue\b|\b(?:labios?|morad[ao]|azul)\b.*\b(?:azul\w*|morad[ao]s?|respir\w*)\b/,
    /^(?!.*\b(?:fingers?|toes?|hands?|cold|nails?|bruis\w*)\b)/,
  ],
  [
    /\b(?:seiz\w*|convuls\w*)\b/,
    /\b(?:wont stop|not stop\w*|right now|still|having a|minutes|esta|no para)\b/,
    /^(?!.*\bdisorder\b)/,
  ],
  [
    /\b(?:drank|drunk|drink|swallow\w*|ate|eaten|ingest\w*|inhal\w*|bebio|tomo|trago|comio)\b/,
    /\b(?:bleach|cleaners?|antifreeze|detergent|pods?|batter(?:y|ies)|magnets?|poison\w*|lye|pesticides?|gasoline|ammonia|chemicals?|cloro|veneno|pilas?|gasolina)\b/,
  ],
  [/\bcarbon monoxide\b|\bmonoxido de carbono\b/],
  [/\b(?:drown\w*|electrocut\w*|struck by lightning|ahogo en|se ahoga|atragant\w*)\b/],
  [/\bchok(?:ing|ed)\b/, /\b(?:baby|toddler|child|now|on a|cant|not breathing|blue|something)\b/],
  [
    /\b(?:hit|hits|bump\w*|bang\w*|injur\w*|golpe\w*|pego)\b.*\b(?:head|cabeza)\b/,
    /\b(?:throw\w*|threw|vomit\w*|pass\w* out|blacked|unconscious|confus\w*|knocked|drows\w*|desmay\w*)\b/,
  ],
  [
    /\b(?:calf|one leg|pantorrilla|una pierna)\b/,
    /\b(?:swell\w*|swollen|hinch\w*)\b/,
    /\b(?:red|warm|hot|flight|flew|surgery|roj[ao]|caliente|vuelo)\b/,
  ],
  [/\bstiff neck\b|\bcuello (?:rigido|tieso)\b/, /\b(?:fever|fiebre)\b/],
  [/\b(?:bone|hueso)\b/, /\b(?:sticking|poking|coming) out\b|\bsalido\b/],
]

/** Between "heart attack" and whoever has one now. */
function happening(): RegExp {
  return /\b(?:having|has|is|think|might be|right now|now|symptoms?|signs?|feels like|call|esta|dando|teniendo|creo|sintomas)\b/
}
