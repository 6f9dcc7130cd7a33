/** Writes spoken names of organs and clinicians in words that the search knows: "my waterworks", "a lady doctor for down there". */

/** Otherwise, "rehab" is that of an addiction. */
const illness = String.raw`(?= (?:after|following|for|from) (?:(?:an?|the|my|his|her|our|their) )?(?:\S+ )?(?:strokes?|hip|knee|joint|shoulder|back|surgery|operation|replacement|fractures?|fall|heart|accident|injur\p{L}+|hospital\p{L}*)\b)`
const afterIllness = new RegExp(String.raw`\brehab${illness}`, 'giu')
const rehabPlace = new RegExp(
  String.raw`\b(?:(?:(?:(?:what|which) (?:kinds?|types?|sorts?) of )?(?:places?|facilit(?:y|ies)|centers?)|where)(?: \p{L}+){0,4}? rehab|rehab (?:places?|facilit(?:y|ies)|centers?))${illness}`,
  'giu',
)

/** Each pattern with its replacement; several words for one meaning are one line. */
const spokenWords: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [
    /(?<=\b(?:get|getting|go for|go|need|needs|have to have|do|does|draws?|place (?:for|to get|that does)|somewhere (?:for|to get)|where (?:for|to get)|order for|script for) (?:(?:my|his|her|some|a|the|me|routine|regular) )*)(?:blood ?work|lab ?work|labs|blood (?:tests?|draws?|drawn)|my blood (?:drawn|taken))\b(?! results?)(?: (?:done|drawn|taken|checked))?/giu,
    'blood test lab',
  ],
  [
    /(?<=^\W*(?:(?:ok|okay|and|also|now|then|or|what about|how about|i need|we need|is there|do you have) )*(?:(?:some(?:one|body)|one|a doctor|a dr|any|another one) )?for (?:(?:my|his|her|the|our|their|your) )?)(?:teeth|tooth)(?=\W*(?:$|too\b|please\b|also\b))/giu,
    'a dentist',
  ],
  [
    /(?<=^\W*(?:(?:ok|okay|and|also|now|then|or|what about|how about|i need|we need|is there|do you have) )*(?:(?:some(?:one|body)|one|a doctor|a dr|any|another one) )?for (?:(?:my|his|her|the|our|their|your) )?)(eyes?|feet|foot|ears?|skin|heart|kidneys?|lungs?|nerves|joints|bones)(?=\W*(?:$|too\b|please\b|also\b))/giu,
    'a $1 doctor',
  ],
  [
    /^\W*(?:(?:ok|okay|yes|maybe|just|or|an?|the|any|some|i want|i need|i would like|i['’]d like|prefer) )*walk[- ]?ins?(?: (?:place|places|center|clinic|spot|office|one))?(?: (?:would be|is|are) (?:best|better|fine|good|great|ok))?(?: (?:please|then|today|near me))*\W*$(?<!\?\W*)/giu,
    'walk-in urgent care',
  ],
  [/\b(?:(?:my|his|her) )?water ?works\b/giu, 'urination'],
  [/\b(?:(?:some)?place|somewhere|home) for (?:my|our) \p{L}+ to live\b/giu, 'nursing home'],
  [rehabPlace, 'rehabilitation center'],
  [afterIllness, 'physical rehabilitation'],
  [
    /(?<=\b(?:back|neck|knees?|hips?|wrists?|shoulders?|elbows?|ankles?|foot|feet|heels?|toes?|hands?|fingers?|thumb|legs?|arms?|tooth|teeth|gums|ears?|throat|sinuses) )(?:is|are|has been|have been|been) (?:absolutely |really |just |still )?killing (?:me|him|her)\b/giu,
    'hurts',
  ],
  [
    /\b(?:lady|ladies['’]?|female|women['’]?s|woman['’]?s) (?:doctor|doc|dr)\.?(?= (?:for |about |to (?:check|look) )?(?:my |me )?(?:down (?:there|below)|(?:lady|girl|private|female) (?:parts|bits)|privates))/giu,
    'woman gynecologist',
  ],
  [
    /\b(?:my |her )?(?:(?:lady|girl|woman) (?:parts|bits)|hoo ?ha|coochie|vajay ?jay|cooter|coño)\b/giu,
    'vagina',
  ],
  [
    /\b(?:my|his) (?:junk|willy|wiener|pecker|johnson|man parts|manhood|package|pene|pipi)\b(?! (?:mail|food|drawer))/giu,
    'penis',
  ],
  [/\b(?:my |his |her )(?:old )?ticker\b/giu, 'heart'],
  [/\b(?:my |his |her )?(?:pearly whites|chompers)\b/giu, 'teeth'],
  [/\b(?:my |his |her )?(?:peepers)\b/giu, 'eyes'],
  [/\b(?:my )?(?:plumbing|pipes) (?:is |are )?(?:all )?(?:backed|stopped|clogged) up\b/giu, 'constipation'],
  [/\b(?:mis |sus )?partes (?:[ií]ntimas|privadas)\b/giu, 'genitales'],
  [/\bdoctora? (?:de|para) (?:la mujer|mujeres|se[ñn]oras)\b/giu, 'ginecologo'],
  [
    /\b(?:alguien|(?:una|otra) persona|un profesional|una profesional) (?:(?:para|con quien|con el que|con la que) (?:poder )?(?:platicar|charlar|conversar|desahogar(?:me|se|nos)?|hablar)|que (?:me|lo|la|le|nos) escuche)\b/giu,
    'alguien con quien hablar',
  ],
  [
    /\b(?:platicar|charlar|conversar|desahogar(?:me|se|nos)) con (?:alguien|una persona)\b/giu,
    'hablar con alguien',
  ],
  [/\b(?:(?:ando|estoy|est[aá]|anda) )?mal de los nervios\b/giu, 'tengo ansiedad'],
]

/** A rash around the mouth is of the skin, and of no tooth. Numbness or swelling there may be urgent. */
function moveRashToSkin(text: string): string {
  if (!ofSkin.test(text) || mayBeUrgent.test(text)) return text
  return text.replaceAll(besideMouth, 'on the face').replaceAll(besideBoca, 'en la piel')
}

const ofSkin =
  /\b(?:rash|rashes|blister\w*|crust\w*|scabs?|pimples?|bumps?|hives|eczema|peeling|flaky|itchy|dry skin|patch|patches|cold sores?|impetigo|ronchas?|sarpullido|granos?|granitos?|ampollas?|costras?|manchas?|erupci[oó]n)\b/iu
const mayBeUrgent = /\b(?:numb|tingl|swell|swollen|puff|blue|breath|entum|hormig|hinch|morad|respir)/iu
const besideMouth =
  /\b(?:around|near|next to|close to|by|above|below) (?:(?:my|his|her|the|their|our) )?(?:(?:son|daughter|kid|baby|child)['’]?s )?(?:mouth|lips?)\b/giu
const besideBoca = /\b(?:alrededor de|cerca de|al lado de|junto a) (?:la|su|mi) boca\b/giu

export function writeOutSpokenWords(text: string): string {
  return spokenWords.reduce(
    (rest, [pattern, replacement]) => rest.replaceAll(pattern, replacement),
    moveRashToSkin(text),
  )
}
