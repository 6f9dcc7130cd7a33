/** Signs of the body that cannot wait, in the words by which they are told. */
import type { RedFlag } from './red-flag.ts'

/** Said of what happens at this hour; not "for months now". */
export const now =
  /\b(?:right now|(?<!(?:days?|weeks?|months?|years?) )now|again|suddenly|just (?:now|started|happened)|is having|am having|im having|hes having|shes having|ahora|ahorita|otra vez)\b/

// What the signs of the body are made of

const chest = /\b(?:chest|pecho)\b/
const pain =
  /\b(?:pains?|hurt\w*|pressure|tight\w*|squeez\w*|crush\w*|heavy|dolor\w*|duele|opresion|presion)\b/
const suddenly =
  /\b(?:sudden\w*|all at once|out of nowhere|de repente|de pronto|subit\w*|just now|right now|(?:minutes?|mins|hours?|hrs?) ago|this morning|hace (?:un rato|(?:\S+ )?(?:minutos?|horas?))|ahorita|(?<!(?:days?|weeks?|months?|years?) )now)\b/
/** As bad as it may be. */
export const worst =
  /\b(?:severe\w*|worst|crush\w*|excruciating|unbearable|terribl\w*|horrible|intens[eo]|fuertes?|insoportable)\b/
const unable = 'cant|cannot|unable to|struggl\\w* to|barely|hardly'
const notBreathing = new RegExp(
  String.raw`\b(?:(?:${unable}) breathe?|no pued[eo] respirar|me estoy ahogando|gasping)\b`,
)
const breathless = anyOf(
  notBreathing,
  new RegExp(
    String.raw`\b(?:(?:${unable}|can t|hard to) (?:\S+ )?(?:breath\w*|catch (?:my|his|her|their) breath)|(?:short(?:ness)? of|trouble|difficulty) breath\w*|gasp\w*|falta (?:de|el) aire)\b`,
  ),
)
const stuffedUp =
  /\b(?:nos(?:e|tril)\w*|congest\w*|nariz|stuff\w*|night|asleep|wak(?:es?|ing) up|lying|exercise|panic|anxi\w*|septum)\b/
const side = /\b(?:(?:one|left|right|whole) side|un (?:solo )?lado|medio cuerpo|lado (?:izquierdo|derecho))\b/
const sideOrLimb = anyOf(
  side,
  /\b(?:(?:one|left|right) (?:arm|leg)|un (?:brazo|cuerpo)|medio (?:lado|brazo))\b/,
)
const halfOfBody =
  /\b(?:half (?:of )?(?:my|his|her|the) (?:face|body)|mitad (?:de (?:la|su|mi) |del )(?:cuerpo|cara))\b/
const numb =
  /\b(?:numb\w*|(?:isnt|not|wont|stopped) (?:work\w*|mov\w*|respond\w*)|no (?:funciona|responde)|weak\w*|paraly\w*|droop\w*|cant (?:move|lift|raise|feel)|dead|tingl\w*|dormid[ao]|adormec\w*|debil\w*|no (?:puede )?mov\w*)\b/
const speechless =
  /\b(?:(?:cant|cannot|unable to|no longer|not able to|stopped) (?:speak\w*|talk\w*|get words|find words)|slur\w*|garbled|babbling|no pued[eo] hablar|habla (?:raro|enredado))\b/
const stillBreath =
  /\b(?:not|isnt|stopped|stops|quit|wasnt) breathing\b(?! (?:well|right|good|deep\w*|easily|fully|through (?:\S+ )?(?:nose|nostrils?)))|\bno (?:esta )?respira\w*\b(?! (?:\S+ )?por (?:la|mi|su) nariz)|\bdejo de respirar\b/
/** Not to a treatment, nor to one's name. */
const withoutResponse =
  /\b(?:unresponsive(?! (?:spells?|episodes?)\b)|not responding|no responde)\b(?! (?:to|al?)(?: \S+){0,2}? (?:names?|treat\w*|therap\w*|meds?|medic(?:ations?|ines?|inas?|ament\w*)|antibiotic\w*|steroids?|creams?|drugs?|nombre|tratamiento\w*|terapia\w*)\b)/
/** Said of a heart attack that somebody has now. */
const happening =
  /\b(?:having|has|is|think|might be|right now|now|symptoms?|signs?|feels like|call|esta|dando|le dio|teniendo|creo|sintomas)\b/
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
  /\b(?:(?:wont|cant|not|doesnt|isnt|will not|cannot|never) (?:\S+ )?(?:stop\w*|clot\w*)|no (?:para|deja|se detiene)|sin parar|severe\w*|heavil?y|bleeding (?:\S+ )?bad(?:ly)?|gush\w*|spurt\w*|pouring|profus\w*|uncontroll\w*|everywhere|lots? of (?:\S+ )?blood|(?:bleed\w*|bled|blood) (?:a lot|alot|lots|so much)|much[ao] sangr\w*|sangr\w* (?:\S+ )?mucho)\b/
const otherBlood =
  /\b(?:periods?|menstru\w*|regla|gums?|encias|brush\w*|hemorrhoids?|wip\w*|pee\w*|urin\w*|stools?|poop\w*|pregnan\w*|embaraz\w*|postpartum|pressure|sugar|tests?|thinners?|disorder|nose\w*|nariz|clotting|menopaus\w*)\b/

const pregnant = /\b(?:pregnan\w*|embaraz\w*)\b/
const belly = /\b(?:stomach|belly|abdom\w*|tummy|estomago|vientre|barriga)\b/
const gone = /\b(?:pass\w* out|faint\w*|blacked out|desmay\w*)\b/
const swallowed = /\b(?:ate|eaten|swallowed|got into|drank|comio|trago|se tomo)\b/
const medicine =
  /\b(?:pills?|tablets?|medicines?|medications?|meds|vitamins?|gumm(?:y|ies)|edibles?|tylenol|ibuprofen|advil|aspirin|benadryl|melatonin|pastillas?|medicinas?|medicamentos?|vitaminas)\b/
const child = /\b(?:child|kids?|baby|infant|newborn|toddler|son|daughter|nin[oa]|hij[oa]|bebe)\b/

/** What cannot wait: a life, an eye, a limb or a child may be lost. */
export const physicalRedFlags: readonly RedFlag[] = [
  {
    name: 'heart: with sweat, arm, jaw or a faint',
    said: [
      chest,
      pain,
      /\b(?:(?<!night )sweat\w*|sud\w*|radiat\w*|arms?|brazo|jaw|mandibula|elephant|faint\w*|pass(?:ed|ing)? out|desmay\w*|clammy|tearing|ripping|squeez\w*)\b/,
    ],
  },
  { name: 'heart: clutched chest', said: [chest, /\b(?:elephant|clutch\w*|grab\w*)\b/] },
  { name: 'heart: severe pain', said: [chest, pain, worst] },
  { name: 'heart: sudden pain', said: [chest, pain, suddenly] },
  { name: 'heart: pain without breath', said: [chest, pain, breathless] },
  {
    name: 'heart attack or stroke',
    said: [/\b(?:heart attack|stroke|infarto|ataque al corazon|derrame(?: cerebral)?)\b/, happening],
  },
  {
    name: 'attack',
    said: [/\b(?:le (?:esta dando|dio)|esta teniendo) un ataque\b/],
    unless: /\b(?:panico|ansiedad|nervios|risa)\b/,
  },
  {
    name: 'stroke: face',
    said: [face, /\b(?:droop\w*|crooked|lopsided|caid[ao]|cayo|chuec[ao]|torcid[ao])\b/],
    unless: /\b(?:lids?|lift\w*|cosmetic\w*|botox|fillers?|bells?|skin|jowls?)\b/,
  },
  { name: 'stroke: sudden loss of speech', said: [suddenly, speechless] },
  {
    name: 'stroke: scrambled speech',
    said: [
      /\b(?:speech|words|talk\w*|speak\w*)\b/,
      /\b(?:jumbled|scrambled|mixed up|gibberish|(?:no|not|isnt|arent|doesnt|dont|stopped) (?:mak\w* )?(?:any )?sense)\b/,
    ],
    unless:
      /\b(?:read\w*|writ\w*|spell\w*|letters?|school|kids?|child\w*|toddlers?|son|daughter|stutter\w*|learn\w*|autis\w*|delay\w*)\b/,
  },
  {
    name: 'stroke: half of the body',
    said: [halfOfBody, numb],
    unless: /\b(?:dent\w*|fillings?|novocaine|botox|bells?)\b/,
  },
  {
    name: 'sudden blindness',
    said: [
      suddenly,
      /\b(?:(?:lost|losing|loss of) (?:\S+ )?(?:sight|vision|eyesight)|(?:cant|cannot|unable to|not able to) see|(?:went|gone|going) blind|blind|no (?:puede|puedo|ve[os]?|veia)(?: ver)?|perdi\w* la (?:vista|vision))\b/,
    ],
    unless: /\b(?:doctor|anyone|somebody|someone)\b/,
  },
  {
    name: 'stroke: sudden weakness of a side',
    said: [suddenly, sideOrLimb, numb],
  },
  {
    name: 'stroke: speech and weakness',
    said: [speechless, /\b(?:arms?|legs?|face|weak\w*|numb\w*|brazo|cara|debil\w*)\b/],
  },
  {
    name: 'stroke: a side that does not move',
    said: [
      /\b(?:cant|cannot|unable to|no puede|no siente|no mueve)\b/,
      /\b(?:move|feel|mover|sentir|siente|mueve)\b/,
      side,
    ],
  },
  {
    name: 'faint with another sign',
    said: [
      gone,
      /\b(?:twitch\w*|jerk\w*|shaking|pregnan\w*|embaraz\w*|hit|bleed\w*|confus\w*|chest|pecho)\b/,
    ],
  },
  {
    name: 'pressed spinal cord',
    said: [
      /\b(?:back|spine|espalda)\b/,
      /\b(?:(?:cant|cannot|no puedo) (?:feel|move|sentir|mover) (?:(?:my|his|her|either|both|las|mis) )?(?:legs|feet|piernas)|numb (?:groin|private\w*|bottom)|(?:lost|losing|loss of) (?:control of )?(?:my |his |her )?(?:bladder|bowels?))\b/,
    ],
  },
  {
    name: 'sudden confusion',
    said: [suddenly, /\b(?:confus\w*|disorient\w*|not making sense|confundid[ao])\b/],
  },
  {
    name: 'worst headache',
    said: [
      /\bheadaches?\b|\bdolor de cabeza\b/,
      /\b(?:worst|thunderclap|peor)\b/,
      /\b(?:life|ever|sudden\w*|thunderclap|vida)\b/,
    ],
  },
  { name: 'sudden severe headache', said: [/\bheadaches?\b|\bdolor de cabeza\b/, suddenly, worst] },
  { name: 'overdose', said: [/\bover ?dos(?:e|es|ed|ing)\b|\bod ?ed\b|\bsobredosis\b/] },
  {
    name: 'handful of pills',
    said: [
      /\b(?:took|taken|swallow\w*|ate|tom[oe]|trag[oe]|tomaron)\b/,
      /\b(?:too many|bottle|handful|bunch|all (?:of )?(?:my|his|her|the)|muchas|demasiadas|frasco|todas)\b/,
      /\b(?:pills?|tablets?|medicines?|medications?|meds|tylenol|advil|aspirin|pastillas?|medicinas?|medicamentos?)\b/,
    ],
  },
  { name: 'child with pills', said: [child, swallowed, medicine] },
  {
    name: 'child with the pills of somebody else',
    said: [
      child,
      /\b(?:took|taken|tomo) (?:\S+ )?(?:grand\w*|my|moms?|mommys?|dads?|daddys?|wrong|somebodys?|abuel[oa]|mis)\b/,
      medicine,
    ],
    unless: /\b(?:took my (?:son|daughter|child|kid|baby|toddler))\b/,
  },
  {
    name: 'many pills',
    said: [
      /\b(?:took|taken|swallowed|tomo)\b/,
      /\b(?:[1-9]\d{1,2}|ten|twelve|fifteen|twenty|thirty|forty|fifty|hundred|veinte|treinta)\b(?! (?:mg|milligrams?|days?|weeks?|years?|minutes?|dias|anos))/,
      medicine,
    ],
    unless: /\b(?:mg|milligrams?|off|daily|every|years?)\b/,
  },
  { name: 'closing throat', said: [throat, closing] },
  { name: 'swelling throat or tongue', said: [throatOrTongue, swelling, anyOf(allergic, breathless)] },
  { name: 'swelling face from an allergy', said: [/\b(?:lips?|face|labios?|cara)\b/, swelling, allergic] },
  {
    name: 'anaphylaxis',
    said: [/\banaphyla\w*|\banafila\w*/, /\b(?:shock|choque|now|having|going into|in)\b/],
  },
  {
    name: 'severe allergic reaction',
    said: [
      /\b(?:severe|bad|grave|fuerte) (?:allergic reaction|reaccion alergica)\b|\breaccion alergica (?:grave|fuerte|severa)\b/,
    ],
  },
  { name: 'bleeding that does not stop', said: [bleeding, unstopped], unless: otherBlood },
  {
    name: 'spurting wound',
    said: [
      /\b(?:cut|wound|gash|slic\w*|stab\w*|artery|vein|herida|cort\w*)\b/,
      /\b(?:gush\w*|spurt\w*|squirt\w*|pumping|a chorros)\b/,
    ],
  },
  {
    name: 'much blood in the stool',
    said: [
      /\b(?:poop\w*|stools?|rectum|rectal|bottom|popo|heces)\b/,
      bleeding,
      /\b(?:lots?|a lot|alot|dizzy|faint\w*|pass\w* out|much[ao]|mare\w*)\b/,
    ],
  },
  {
    name: 'blood from the mouth',
    said: [
      /\bsangre por la boca\b|\bblood (?:is )?(?:coming |pouring )?(?:from|out of) (?:his|her|my|the) mouth\b/,
    ],
    unless: /\b(?:gums?|tooth|teeth|dent\w*|encias|muela|diente)\b/,
  },
  {
    name: 'bleeding in pregnancy',
    said: [
      pregnant,
      bleeding,
      /\b(?:lots?|alot|heav\w*|much[ao]|so much|soak\w*|clots?|gush\w*|pour\w*|pains?|cramp\w*|dolor\w*|coagulos?|(?:2[0-9]|3[0-9]|40) ?(?:weeks|wks|semanas)|(?:[5-9]|five|six|seven|eight|nine|cinco|seis|siete|ocho|nueve) (?:months|meses))\b/,
    ],
    unless: /\b(?:gums?|nose\w*|encias|nariz|tests?|blood clots?)\b/,
  },
  {
    name: 'ectopic pregnancy',
    said: [/\b(?:ectopic|tubal|ectopico)\b/, anyOf(pain, bleeding, worst, /\bruptur\w*\b/)],
  },
  {
    name: 'unborn child that does not move',
    said: [
      pregnant,
      /\b(?:(?:baby|bebe) (?:\S+ )?(?:not|isnt|stopped|hasnt|no (?:se )?muev\w*)(?: mov\w*)?|no movement|no (?:se mueve|siento) (?:\S+ )?bebe)\b/,
      /\b(?:mov\w*|muev\w*|kick\w*|siento)\b/,
    ],
  },
  {
    name: 'labor',
    said: [
      /\b(?:contractions?|contracciones)\b|\bin labor\b/,
      /\b(?:minutes?|mins?|minutos|every|cada|coming|crowning|push)\b/,
    ],
    unless: /\b(?:braxton|plan\w*|classes|doula)\b/,
  },
  {
    name: 'coughed or vomited blood',
    said: [
      /\b(?:cough\w*|spit\w*|vomit\w*|throw\w*|threw|puk\w*|tos\w*|escup\w*)\b(?: \S+){0,5} (?:blood|sangre)\b/,
    ],
    unless: otherBlood,
  },
  {
    name: 'gunshot or stab',
    said: [
      /\bshot in (?:the |his |her |my )?(?:leg|chest|belly|stomach|abdomen)\b|\b(?:gunshot|stabbed|stab wounds?|shot with a gun|balazo|apunalad\w*|(?:got|was|been) shot in)\b/,
    ],
    unless: /\b(?:cortisone|steroids?|flu|vaccine|gel|injections?|tetanus|b12|botox|booster)\b/,
  },
  {
    name: 'severed limb',
    said: [
      /\b(?:cut|chop\w*|slic\w*|tore|torn|ripped|sever\w*|saw\w*)\b/,
      /\boff\b/,
      /\b(?:fingers?|thumb|toes?|hand|foot|arm|ear)\b/,
    ],
  },
  {
    name: 'unconscious',
    said: [
      anyOf(
        /\b(?:unconscious(?! (?:mind|bias\w*|beliefs?|patterns?|thoughts?|motiv\w*)\b)|inconsciente|no (?:reacciona|despierta|se despierta))\b/,
        withoutResponse,
      ),
    ],
    sure: true,
  },
  {
    name: 'does not wake',
    said: [
      /\b(?:wont|cant|isnt|not|cannot|doesnt|didnt) (?:be )?(?:wak(?:e|es|ing|en)|woken)\b(?! (?:up )?(?:on time|early|for work))/,
    ],
    unless: /\b(?:morning|alarm|school|tired|refreshed|rested|night)\b/,
    sure: true,
  },
  {
    name: 'does not come around',
    said: [
      /\b(?:wont|cant|isnt|not|cannot|doesnt|didnt) (?:come|coming) (?:round|around|to(?= (?:and|after|since|yet|still)\b|$))/,
    ],
  },
  {
    name: 'collapsed',
    said: [/\bcollapsed\b(?! (?:lungs?|veins?|discs?|disks?|arch\w*|vertebra\w*|bladder))/],
  },
  {
    name: 'no breath',
    said: [stillBreath],
    unless:
      /\b(?:asleep|at night|sleeping|apneas?|snor\w*|(?:in|during) (?:(?:my|his|her) )?sleep|(?:when|while) (?:i|he|she) sleeps?|de noche|dormid[ao]|duerme)\b/,
    sure: true,
  },
  {
    name: 'baby without breath',
    said: [stillBreath, /\b(?:baby|infant|newborn|bebe|recien nacid[ao])\b/],
    sure: true,
  },
  {
    name: 'cannot breathe',
    said: [notBreathing],
    unless: stuffedUp,
  },
  {
    name: 'short of breath with a failing heart or a clot',
    said: [
      breathless,
      /\b(?:(?:leg|calf|thigh)s? (?:\S+ ){0,3}swollen|swollen (?:leg|calf|thigh)|heart (?:\S+ )?(?:rac\w*|pound\w*)|racing heart|dizz\w*|faint\w*|light ?headed\w*|coagul\w*|blood clots?|cant (?:talk|speak)|pierna hinchada|mareos?|maread[ao])\b/,
    ],
    unless: /\b(?:anxi\w*|panic|ansiedad|panico)\b/,
  },
  {
    name: 'inhaler without effect',
    said: [
      /\binhaler\w* (?:\S+ )?(?:not|isnt|doesnt|does nothing|stopped)\b/,
      /\b(?:breath\w*|wheez\w*|talk|speak|attack)\b/,
    ],
    unless: /\b(?:covered|insurance|refill|coughing)\b/,
  },
  {
    name: 'no breath lying flat',
    said: [/\b(?:cant|cannot|unable to) (?:lie|lay) (?:flat|down)\b/, /\bbreath\w*\b/],
  },
  {
    name: 'very short of breath',
    said: [breathless, /\b(?:bad|badly|severe\w*|sudden\w*|very|muy|mucha?)\b/],
    unless: stuffedUp,
  },
  {
    name: 'blue lips',
    said: [
      /\b(?:turn\w*|lips?|face|went|going|gone) (?:\S+ )?blue\b|\blips (?:\S+ )?(?:purple|gr[ae]y)\b|\b(?:blue|purple|gr[ae]y) lips\b|\b(?:baby|newborn|infant) (?:is|looks?|turned) (?:blue|purple|gr[ae]y)\b|\b(?:bebe|recien nacid[ao])\b.*\b(?:morad[ao]|azul\w*)\b|\b(?:labios?|morad[ao]|azul)\b.*\b(?:azul\w*|morad[ao]s?|respir\w*)\b/,
    ],
    unless: /\b(?:fingers?|toes?|hands?|cold|nails?|bruis\w*)\b/,
  },
  {
    name: 'convulsion that goes on or is the first',
    said: [
      /\b(?:seiz\w*|convuls\w*)\b/,
      /\b(?:wont stop|not stop\w*|right now|still|having a|minutes|esta|no para|first time|just had|just now|(?:le )?(?:dio|da|dieron) (?:una )?convuls\w*)\b/,
    ],
    unless: /\b(?:disorder|epilep\w*)\b/,
  },
  {
    name: 'convulsion now',
    said: [
      /\b(?:(?:is|are|hes|shes|am|im|started|keeps) (?:having )?(?:convuls\w*|seizing|seizures?)|having convuls\w*|(?:tiene|teniendo|con) convuls\w*)\b/,
    ],
    unless: /\b(?:disorder|epilep\w*|medic\w*|meds)\b/,
  },
  {
    name: 'poison swallowed',
    said: [
      /\b(?:drank|drunk|drink\w*|swallow\w*|ate|eaten|ingest\w*|inhal\w*|got into|bebio|tomo|trago|comio)\b/,
      /\b(?:bleach|cleaners?|cleaning|antifreeze|detergent|pods?|batter(?:y|ies)|magnets?|poison\w*|lye|pesticides?|gasoline|kerosene|lighter fluid|lamp oil|paint thinner|turpentine|ammonia|chemicals?|lysol|windex|drano|clorox|pine ?sol|roundup|mothballs?|nail polish|hand sanitizer|rubbing alcohol|peroxide|wild (?:mushrooms?|berries)|cloro|veneno|pilas?|gasolina|lejia|limpiador|detergente|jabon)\b/,
    ],
  },
  {
    name: 'object swallowed',
    said: [
      /\b(?:swallow\w*|choking on|trago)\b/,
      /\b(?:coins?|quarter|penny|toys?|marbles?|screws?|nails?|needles?|pins?|glass|razor\w*|bones?|monedas?|juguetes?|aguja|vidrio|clavo)\b/,
    ],
    unless: /\b(?:difficulty|trouble|hard to|polish)\b/,
  },
  {
    name: 'venom',
    said: [
      /\b(?:(?:rattle)?snakes?|rattlers?|copperheads?|cottonmouths?|water moccasins?|vipers?|cobras?|black widows?|brown recluses?|scorpions?|serpientes?|culebras?|viboras?|cascabel|alacran\w*|escorpion\w*)\b/,
      /\b(?:bit|bites?|bitten|sting\w*|stung|mord\w*|pic(?:o|adura|ado|ada))\b/,
    ],
    unless: /\b(?:scars?|cicatri\w*|removal|phobia|pet)\b/,
  },
  {
    name: 'burn',
    said: [
      /\b(?:burn(?:t|ed)|burns? (?:on|to|from|with|by|all)|(?:degree|severe|bad|deep|electrical|chemical|grease|oil|acid) burns?|scald\w*|quem(?:o|e|ad[ao]s?|aduras?))\b/,
      anyOf(
        child,
        /\b(?:face|eyes?|genital\w*|groin|neck|bad(?:ly)?|severe\w*|deep|third|3rd|second|2nd|degree|boiling|acid|chemicals?|electric\w*|grease|oil|steam|fire|explosion|gasoline|cara|ojos?|hirviendo|aceite|grave|tercer|segundo)\b/,
      ),
    ],
    unless:
      /\b(?:sun\w*|scars?|laser|tattoo|old|healed|minor|mild|small|marks?|nerves?|finger|calories|fat|razor|pee\w*|urin\w*|reflux|out|wind|survivors?|camp|rehab\w*)\b/,
  },
  {
    name: 'corrosive or scalding splash',
    said: [
      /\b(?:acid|bleach|lye|cleaners?|chemicals?|boiling|hot (?:water|oil|grease|coffee|soup|tea)|agua hirviendo|aceite caliente|cloro)\b/,
      /\b(?:splash\w*|spill\w*|sprayed|pour\w*|fell on|got in|in (?:(?:my|his|her|both|the) )?eyes?|en (?:el|los) ojos?|derram\w*|cayo|salpic\w*)\b/,
    ],
  },
  {
    name: 'sugar: confused or very high',
    said: [
      /\b(?:sugars?|glucose|diabet\w*|azucar)\b/,
      /\b(?:(?:[4-9]\d|1\d\d)\d|confus\w*|unconscious|pass\w* out|fruity breath|desmay\w*)\b/,
    ],
    unless: /\b(?:calories|carbs|diet|recipe)\b/,
  },
  {
    name: 'severe asthma',
    said: [
      /\b(?:asthma|asma)\b/,
      /\b(?:attack|ataque)\b/,
      /\b(?:severe|bad|now|inhaler|wont|cant|isnt|not|fuerte|grave|inhalador)\b/,
    ],
  },
  { name: 'adrenaline pen', said: [/\bepi ?pens?\b/, /\b(?:used|gave|need|without|dont have|no)\b/] },
  {
    name: 'withdrawal: convulsion or delirium',
    said: [
      /\b(?:alcohol|drinking|detox|benzos?|xanax)\b/,
      /\b(?:withdraw\w*|quit\w*|stopped|detox\w*)\b/,
      /\b(?:seiz\w*|hallucinat\w*|seeing things|shaking (?:bad|uncontrollably)|delirium)\b/,
    ],
  },
  {
    name: 'fall from a height',
    said: [
      /\b(?:fell|fallen|cayo)\b/,
      /\b(?:window|roof|balcony|(?:second|third|2nd|3rd) (?:floor|story)|techo|ventana|balcon|segundo piso)\b/,
    ],
  },
  {
    name: 'fall with another sign',
    said: [
      /\b(?:fell|fallen|fall|cayo)\b/,
      /\b(?:ladder|down the stairs|moving car|escaleras?)\b/,
      /\b(?:(?:cant|cannot) (?:move|feel|walk)|not moving|unconscious|head|bleed\w*|just|baby|toddler|no (?:se )?(?:mueve|puede)|cabeza)\b/,
    ],
  },
  {
    name: 'hit by a vehicle',
    said: [
      /\b(?:hit|struck|run over|ran over|atropell\w*) (?:by )?(?:an? )?(?:car|truck|bus|train|motorcycle|carro|coche)?\b/,
      /\b(?:car|truck|bus|train|motorcycle|atropell\w*)\b/,
      /\b(?:just|bleed\w*|unconscious|cant move|not moving|head|ahora|ahorita)\b/,
    ],
    unless: /\b(?:lawyer|insurance|therap\w*)\b/,
  },
  { name: 'sudden severe belly pain', said: [suddenly, worst, belly] },
  {
    name: 'severe belly pain with another sign',
    said: [belly, pain, worst, /\b(?:rigid|faint\w*|pass\w* out|pregnan\w*|embaraz\w*|blood|sangre)\b/],
  },
  {
    name: 'very high blood pressure with another sign',
    said: [
      /\b(?:blood pressure|bp|presion)\b/,
      /\b(?:1[89]|2[0-6])\d\b/,
      anyOf(chest, /\b(?:headaches?|blurr\w*|vision|confus\w*|numb\w*|dolor)\b/),
    ],
  },
  {
    name: 'recent rape',
    said: [
      /\b(?:raped|sexually assaulted|sexual assault|violaron|abuso sexual|agresion sexual)\b/,
      /\b(?:just|last night|tonight|today|yesterday|hours? ago|anoche|hoy|ayer)\b/,
    ],
  },
  { name: 'limp baby', said: [/\b(?:baby|newborn|infant|bebe)\b/, /\b(?:limp|lifeless|flacid[ao])\b/] },
  { name: 'floppy baby', said: [/\bfloppy\b/, /\b(?:newborn|fever|wont|suddenly|now)\b/] },
  { name: 'carbon monoxide', said: [/\bcarbon monoxide\b|\bmonoxido\b/] },
  {
    name: 'drowning, electric shock or choking',
    said: [/\b(?:drown\w*|electrocut\w*|struck by lightning|ahogo en|se ahoga|atragant\w*)\b/],
  },
  {
    name: 'choking',
    said: [/\bchok(?:ing|ed)\b/, /\b(?:baby|toddler|child|now|on a|cant|not breathing|blue|something)\b/],
  },
  {
    name: 'head injury',
    said: [
      /\b(?:hit|hits|bump\w*|bang\w*|injur\w*|golpe\w*|pego)\b.*\b(?:head|cabeza)\b/,
      /\b(?:throw\w*|threw|vomit\w*|pass\w* out|blacked|unconscious|confus\w*|knocked|drows\w*|sleepy|acting (?:weird|strange|funny|odd|different)|not acting right|rar[oa]|desmay\w*)\b/,
    ],
  },
  {
    name: 'leg clot',
    said: [
      /\b(?:calf|one leg|pantorrilla|una pierna)\b/,
      /\b(?:swell\w*|swollen|hinch\w*)\b/,
      /\b(?:red|warm|hot|flight|flew|surgery|roj[ao]|caliente|vuelo)\b/,
    ],
  },
  {
    name: 'fever of a newborn',
    said: [
      /\b(?:fever\w*|fiebre|calentura|febrile|temp(?:erature)? (?:of )?(?:10\d|3[89])|temperatura)\b/,
      inFirstMonths,
    ],
  },
  {
    name: 'twisted testicle',
    said: [suddenly, /\b(?:testic\w*|scrotum|testiculos?)\b/, pain],
  },
  {
    name: 'waters broke early',
    said: [
      /\bwaters? (?:just |already )?(?:broke|broken|breaking)\b|\brompi\w* (?:la )?fuente\b/,
      /\b(?:early|weeks?|months?|preterm|premature\w*|soon|semanas?|meses|antes)\b/,
    ],
    unless: /\b(?:pipes?|heater|main|meter)\b/,
  },
  {
    name: 'birth now',
    said: [/\b(?:baby|bebe)\b/, /\b(?:(?:is )?coming (?:now|fast|out)|crowning|head is out|ya viene)\b/],
  },
  {
    name: 'pre-eclampsia',
    said: [
      pregnant,
      /\b(?:spots|vision|blurr\w*|vista|borros\w*)\b/,
      /\b(?:headaches?|pressure|swell\w*|swollen|dolor de cabeza|presion|hinchad\w*)\b/,
    ],
  },
  {
    name: 'ambulance called for',
    said: [
      /\b(?:call\w*|need|dial\w*|llam\w*) (?:al )?911\b|\b(?:call|need|send|necesit\w*|llam\w*|mand\w*) (?:an?|una|la|the) ambulanc(?:e|ia)\b/,
    ],
    unless: /\b(?:bill|jobs?|ride|company|service)\b/,
  },
  { name: 'meningitis', said: [/\bstiff neck\b|\bcuello (?:rigido|tieso)\b/, /\b(?:fever|fiebre)\b/] },
  {
    name: 'open fracture',
    said: [/\b(?:bone|hueso)\b/, /\b(?:sticking|poking|coming) (?:out|through|threw)\b|\bsalido\b/],
    unless: /\b(?:spurs?|heel|bump\w*|jaw)\b/,
  },
]

function anyOf(...parts: readonly RegExp[]): RegExp {
  return new RegExp(parts.map(({ source }) => source).join('|'))
}
