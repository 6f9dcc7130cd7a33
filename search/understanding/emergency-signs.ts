/** Signs of an emergency, in the words by which they are told. */

/** A sign is shown where all of `said` is, and nothing of `unless`. */
export interface Sign {
  readonly said: readonly RegExp[]
  readonly unless?: RegExp
}

/** Somebody is a danger to themselves or to others. */
export const mindSigns: readonly Sign[] = [
  { said: [/\bsuicid(?:al|e|a|o|arme|arse)\b/] },
  { said: [/\b(?:kill|killing) (?:my|him|her|them|your)sel(?:f|ves)\b/] },
  {
    said: [
      /\b(?:end|ending|take|taking) (?:my|his|her|their) (?:own )?life\b|\b(?:wants?|going|ready) to (?:die|end it)\b(?! (?:at|in) (?:\S+ )?home\b)|\bend it all\b|\b(?:going|want|wants|plan\w*) to kill\b/,
    ],
  },
  {
    said: [
      /\b(?:dont|not|no longer|doesnt) want to (?:live|be alive|be here anymore)\b|\bbetter off dead\b|\bno reason to live\b/,
    ],
  },
  {
    said: [
      /\b(?:want|wants|urges?|thoughts?|thinking|feel|feels|going|plan\w*) (?:\S+ ){0,3}(?:hurt|harm|cut|hang|shoot|kill)(?:ing)? (?:(?:my|him|her|them)sel(?:f|ves)|(?:my|our|his|her|the) (?:baby|babies|kids?|child(?:ren)?|son|daughter|wife|husband|family)|someone|somebody|people|others)\b/,
    ],
  },
  {
    said: [
      /\b(?:quier[eo]|voy a|va a|ganas de) (?:morir|matar)\w*\b(?! en (?:\S+ )?(?:casa|hogar)\b)|\b(?:me|se) quier[eo] (?:morir|matar|hacer dano|suicidar)\b/,
    ],
  },
  { said: [/\bvoices? (?:\S+ ){0,4}(?:kill|hurt|die)\b|\bquitar(?:me|se) la vida\b/] },
  {
    said: [
      /\b(?:slit\w*|slash\w*) (?:my|his|her|their) (?:own )?wrists?\b|\bcut\w* (?:my|his|her|their) (?:own )?wrists\b/,
    ],
  },
]

// What the signs of the body are made of

const chest = /\b(?:chest|pecho)\b/
const pain =
  /\b(?:pains?|hurt\w*|pressure|tight\w*|squeez\w*|crush\w*|heavy|dolor\w*|duele|opresion|presion)\b/
const suddenly =
  /\b(?:sudden\w*|all at once|out of nowhere|de repente|de pronto|subit\w*|just now|right now|minutes ago|ahorita)\b/
const worst =
  /\b(?:severe\w*|worst|crush\w*|excruciating|unbearable|terribl\w*|horrible|intens[eo]|fuertes?|insoportable)\b/
const unable = 'cant|cannot|unable to|struggl\\w* to|barely|hardly'
const notBreathing = new RegExp(String.raw`\b(?:(?:${unable}) breathe?|no pued[eo] respirar|gasping)\b`)
const breathless = anyOf(
  notBreathing,
  new RegExp(
    String.raw`\b(?:(?:${unable}|can t|hard to) (?:\S+ )?breath\w*|(?:short(?:ness)? of|trouble|difficulty) breath\w*|gasp\w*|falta (?:de|el) aire)\b`,
  ),
)
const stuffedUp =
  /\b(?:nos(?:e|tril)\w*|congest\w*|nariz|stuff\w*|night|asleep|wak(?:es?|ing) up|lying|exercise|panic|anxi\w*|septum)\b/
const oneSide =
  /\b(?:(?:one|left|right) (?:side|arm|leg)|(?:un|medio) (?:lado|brazo|cuerpo)|lado (?:izquierdo|derecho))\b/
const halfOfBody =
  /\b(?:half (?:of )?(?:my|his|her|the) (?:face|body)|mitad (?:de (?:la|su|mi) |del )(?:cuerpo|cara))\b/
const numb =
  /\b(?:numb\w*|weak\w*|paraly\w*|droop\w*|cant (?:move|lift|raise|feel)|dead|tingl\w*|dormid[ao]|adormec\w*|debil\w*|no (?:puede )?mov\w*)\b/
const speechless =
  /\b(?:(?:cant|cannot|unable to|no longer|not able to|stopped) (?:speak\w*|talk\w*|get words|find words)|slur\w*|garbled|babbling|no pued[eo] hablar|habla (?:raro|enredado))\b/
/** Said of a heart attack that somebody has now. */
const happening =
  /\b(?:having|has|is|think|might be|right now|now|symptoms?|signs?|feels like|call|esta|dando|teniendo|creo|sintomas)\b/
/** A fever before the age of three months cannot wait. */
const inFirstMonths =
  /\b(?:newborns?|recien nacid[ao]s?|\w{1,6} ?days? ?olds?|(?:\d|1[0-2]|one|two|three|four|five|six|seven|eight|nine|ten) ?(?:wks?|weeks?) ?olds?|(?:1|2|one|two|a) ?(?:mos?|months?) ?olds?|(?:bebe|tiene) (?:de )?\w{1,6} (?:dias|semanas)|(?:bebe|tiene) (?:de )?(?:un|uno|1|dos|2) mes(?:es)?)\b/
const face = /\b(?:face|mouth|smile|cara|boca)\b/
const throat = /\b(?:throat|airway|garganta)\b/
const throatOrTongue = anyOf(throat, /\b(?:tongue|lengua)\b/)
const closing = /\b(?:clos(?:es|ed|ing)|cerr\w*|cierra)\b/
const swelling = anyOf(closing, /\b(?:swell\w*|swollen|puff\w*|hinch\w*|tighten\w*)\b/)
const allergic =
  /\b(?:allerg\w*|alergi\w*|hives|ronchas|stung|sting\w*|bees?|wasps?|hornets?|abejas?|avispas?|peanuts?|nuts?|mani|shellfish|shrimp|mariscos|ate|eating|comer|comio|comi|reaction|reaccion)\b/
const bleeding = /\b(?:bleed\w*|blood|bled|hemorrhag\w*|sangr\w*)\b/
const unstopped =
  /\b(?:(?:wont|cant|not|doesnt|isnt|will not|cannot|never) (?:\S+ )?(?:stop\w*|clot\w*)|no (?:para|deja|se detiene)|sin parar|severe\w*|heavil?y|bleeding (?:\S+ )?bad(?:ly)?|gush\w*|spurt\w*|pouring|profus\w*|uncontroll\w*|everywhere|mucha sangre|sangr\w* mucho)\b/
const otherBlood =
  /\b(?:periods?|menstru\w*|regla|gums?|encias|brush\w*|hemorrhoids?|wip\w*|pee\w*|urin\w*|stools?|poop\w*|pregnan\w*|embaraz\w*|postpartum|pressure|sugar|tests?|thinners?|disorder|nose\w*|nariz|clotting|menopaus\w*)\b/

/** A life is in danger within the hour. */
export const bodySigns: readonly Sign[] = [
  {
    said: [
      chest,
      pain,
      /\b(?:sweat\w*|sud\w*|radiat\w*|arms?|brazo|jaw|mandibula|elephant|faint\w*|clammy|tearing|ripping|squeez\w*)\b/,
    ],
  },
  { said: [chest, /\b(?:elephant|clutch\w*|grab\w*)\b/] },
  { said: [chest, pain, worst] },
  { said: [chest, pain, suddenly] },
  { said: [chest, pain, breathless] },
  { said: [/\b(?:heart attack|stroke|infarto|ataque al corazon|derrame(?: cerebral)?)\b/, happening] },
  {
    said: [face, /\b(?:droop\w*|crooked|lopsided|caid[ao]|cayo|chuec[ao]|torcid[ao])\b/],
    unless: /\b(?:lids?|lift\w*|cosmetic\w*|botox|fillers?|bells?|skin|jowls?)\b/,
  },
  { said: [suddenly, speechless] },
  {
    said: [
      /\b(?:speech|words|talk\w*|speak\w*)\b/,
      /\b(?:jumbled|scrambled|mixed up|gibberish|(?:no|not|isnt|arent|doesnt|dont|stopped) (?:mak\w* )?(?:any )?sense)\b/,
    ],
    unless:
      /\b(?:read\w*|writ\w*|spell\w*|letters?|school|kids?|child\w*|toddlers?|son|daughter|stutter\w*|learn\w*|autis\w*|delay\w*)\b/,
  },
  { said: [halfOfBody, numb], unless: /\b(?:dent\w*|fillings?|novocaine|botox|bells?)\b/ },
  {
    said: [
      suddenly,
      /\b(?:(?:lost|losing|loss of) (?:\S+ )?(?:sight|vision|eyesight)|(?:cant|cannot|unable to|not able to) see|(?:went|gone|going) blind|blind|no (?:puede|puedo|ve[os]?|veia)(?: ver)?|perdi\w* la (?:vista|vision))\b/,
    ],
    unless: /\b(?:doctor|anyone|somebody|someone)\b/,
  },
  {
    said: [suddenly, oneSide, numb],
  },
  { said: [speechless, /\b(?:arms?|legs?|face|weak\w*|numb\w*|brazo|cara|debil\w*)\b/] },
  { said: [suddenly, /\b(?:confus\w*|disorient\w*|not making sense|confundid[ao])\b/] },
  {
    said: [
      /\bheadaches?\b|\bdolor de cabeza\b/,
      /\b(?:worst|thunderclap|peor)\b/,
      /\b(?:life|ever|sudden\w*|thunderclap|vida)\b/,
    ],
  },
  { said: [/\boverdos\w*|\bod ?ed\b|\bsobredosis\b/] },
  {
    said: [
      /\b(?:took|taken|swallow\w*|ate|tom[oe]|trag[oe]|tomaron)\b/,
      /\b(?:too many|bottle|handful|bunch|all (?:of )?(?:my|his|her|the)|muchas|demasiadas|frasco|todas)\b/,
      /\b(?:pills?|tablets?|medicines?|medications?|meds|tylenol|advil|aspirin|pastillas?|medicinas?|medicamentos?)\b/,
    ],
  },
  { said: [throat, closing] },
  { said: [throatOrTongue, swelling, anyOf(allergic, breathless)] },
  { said: [/\b(?:lips?|face|labios?|cara)\b/, swelling, allergic] },
  { said: [/\banaphyla\w*|\banafila\w*/, /\b(?:shock|choque|now|having|going into|in)\b/] },
  {
    said: [
      /\b(?:severe|bad|grave|fuerte) (?:allergic reaction|reaccion alergica)\b|\breaccion alergica (?:grave|fuerte|severa)\b/,
    ],
  },
  { said: [bleeding, unstopped], unless: otherBlood },
  {
    said: [
      /\b(?:cough\w*|spit\w*|vomit\w*|throw\w*|threw|puk\w*|tos\w*|escup\w*)\b(?: \S+){0,5} (?:blood|sangre)\b/,
    ],
    unless: otherBlood,
  },
  {
    said: [
      /\b(?:gunshot|stabbed|stab wounds?|shot with a gun|balazo|apunalad\w*|(?:got|was|been) shot in)\b/,
    ],
  },
  {
    said: [
      /\b(?:cut|chop\w*|slic\w*|tore|torn|ripped|sever\w*|saw\w*)\b/,
      /\boff\b/,
      /\b(?:fingers?|thumb|toes?|hand|foot|arm|ear)\b/,
    ],
  },
  {
    said: [
      /\b(?:unconscious|unresponsive|inconsciente|not responding|no (?:responde|reacciona|despierta|se despierta))\b/,
    ],
  },
  {
    said: [/\b(?:wont|cant|isnt|not|cannot|doesnt|didnt) (?:be )?(?:wak(?:e|es|ing|en)|woken)\b/],
    unless: /\b(?:morning|alarm|school|tired|refreshed|rested|night)\b/,
  },
  {
    said: [
      /\b(?:wont|cant|isnt|not|cannot|doesnt|didnt) (?:come|coming) (?:round|around|to(?= (?:and|after|since|yet|still)\b|$))/,
    ],
  },
  { said: [/\bcollapsed\b(?! (?:lungs?|veins?|discs?|disks?|arch\w*|vertebra\w*|bladder))/] },
  {
    said: [
      /\b(?:not|isnt|stopped|stops|quit|wasnt) breathing\b(?! (?:well|right|good|deep\w*|easily|fully))|\bno (?:esta )?respira\w*\b|\bdejo de respirar\b/,
    ],
    unless: /\b(?:asleep|at night|(?:while|when) sleeping|de noche|dormid[ao]|duerme)\b/,
  },
  {
    said: [notBreathing],
    unless: stuffedUp,
  },
  {
    said: [breathless, /\b(?:bad|badly|severe\w*|sudden\w*|very|muy|mucha?)\b/],
    unless: stuffedUp,
  },
  {
    said: [
      /\b(?:turn\w*|lips?|face|went|going|gone) (?:\S+ )?blue\b|\b(?:labios?|morad[ao]|azul)\b.*\b(?:azul\w*|morad[ao]s?|respir\w*)\b/,
    ],
    unless: /\b(?:fingers?|toes?|hands?|cold|nails?|bruis\w*)\b/,
  },
  {
    said: [
      /\b(?:seiz\w*|convuls\w*)\b/,
      /\b(?:wont stop|not stop\w*|right now|still|having a|minutes|esta|no para)\b/,
    ],
    unless: /\bdisorder\b/,
  },
  {
    said: [
      /\b(?:drank|drunk|drink|swallow\w*|ate|eaten|ingest\w*|inhal\w*|bebio|tomo|trago|comio)\b/,
      /\b(?:bleach|cleaners?|antifreeze|detergent|pods?|batter(?:y|ies)|magnets?|poison\w*|lye|pesticides?|gasoline|ammonia|chemicals?|cloro|veneno|pilas?|gasolina)\b/,
    ],
  },
  { said: [/\bcarbon monoxide\b|\bmonoxido de carbono\b/] },
  { said: [/\b(?:drown\w*|electrocut\w*|struck by lightning|ahogo en|se ahoga|atragant\w*)\b/] },
  { said: [/\bchok(?:ing|ed)\b/, /\b(?:baby|toddler|child|now|on a|cant|not breathing|blue|something)\b/] },
  {
    said: [
      /\b(?:hit|hits|bump\w*|bang\w*|injur\w*|golpe\w*|pego)\b.*\b(?:head|cabeza)\b/,
      /\b(?:throw\w*|threw|vomit\w*|pass\w* out|blacked|unconscious|confus\w*|knocked|drows\w*|desmay\w*)\b/,
    ],
  },
  {
    said: [
      /\b(?:calf|one leg|pantorrilla|una pierna)\b/,
      /\b(?:swell\w*|swollen|hinch\w*)\b/,
      /\b(?:red|warm|hot|flight|flew|surgery|roj[ao]|caliente|vuelo)\b/,
    ],
  },
  { said: [/\b(?:fever\w*|fiebre|calentura|febrile)\b/, inFirstMonths] },
  {
    said: [suddenly, /\b(?:testic\w*|scrotum|testiculos?)\b/, pain],
  },
  {
    said: [
      /\bwaters? (?:just |already )?(?:broke|broken|breaking)\b|\brompi\w* (?:la )?fuente\b/,
      /\b(?:early|weeks?|months?|preterm|premature\w*|soon|semanas?|meses|antes)\b/,
    ],
    unless: /\b(?:pipes?|heater|main|meter)\b/,
  },
  { said: [/\b(?:call\w*|need|dial\w*|llam\w*) (?:al )?911\b/] },
  { said: [/\bstiff neck\b|\bcuello (?:rigido|tieso)\b/, /\b(?:fever|fiebre)\b/] },
  { said: [/\b(?:bone|hueso)\b/, /\b(?:sticking|poking|coming) out\b|\bsalido\b/] },
]

function anyOf(...parts: readonly RegExp[]): RegExp {
  return new RegExp(parts.map(({ source }) => source).join('|'))
}
