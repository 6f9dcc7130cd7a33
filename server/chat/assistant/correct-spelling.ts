/** Corrects frequent misspellings of the words by which people ask: "giv me the numbr of the frst". The search corrects words of care. */

/** Each word with its misspellings. No misspelling is an English word or a name. */
const misspellings: Readonly<Record<string, string>> = {
  accept: 'acept accpet exept axcept',
  accepting: 'acepting accpeting exepting',
  address: 'adress addres adres addess',
  and: 'adn',
  another: 'anohter anothr nother',
  appointment: 'apointment appoitment appointmnt appoinment apptment',
  appointments: 'apointments appoitments appoinments',
  closest: 'cloest closeset clossest',
  doctor: 'docter docotr dcotor doctr docor',
  doctors: 'docters docotrs doctrs',
  first: 'frst firt fisrt',
  give: 'giv gve',
  'give me': 'gimme gime gimmee',
  have: 'hav hve',
  hospital: 'hosptial hopsital hosptal hospitl',
  hours: 'huors hourse',
  how: 'hwo',
  insurance: 'insurence insurace inshurance insurnce insurane',
  looking: 'lookin lokking lookng',
  medicaid: 'medicade medicaide medacaid',
  medicare: 'medicair medicar medacare',
  near: 'neer naer nere niar',
  number: 'numbr nmbr nubmer numbre nuber',
  numbers: 'numbrs nubmers numbres',
  office: 'offic ofice offfice',
  open: 'opn oepn',
  patients: 'pacients patiants pateints patints paitents',
  phone: 'fone phon phne',
  prescription: 'perscription perscripton',
  saturday: 'saterday satruday saturdy',
  second: 'seconed secound secnd secon',
  someone: 'somone somoene sumone',
  spanish: 'spanich spansh spainish',
  speaks: 'speeks spekas',
  speak: 'speek spaek',
  taking: 'takin takng',
  the: 'teh hte',
  their: 'thier',
  wednesday: 'wensday wendsday wednsday',
  what: 'wat waht wht',
  "what's": 'wats whts',
  where: 'wher whre',
  which: 'wich whcih',
  would: 'wud',
}

const corrections = new Map(
  Object.entries(misspellings).flatMap(([word, wrong]) => wrong.split(' ').map((each) => [each, word])),
)

/** Words that are misspellings only where the other word fits. */
const inContext: readonly (readonly [RegExp, string])[] = [
  [/\b(i|we|he|she|they) ned\b/giu, '$1 need'],
  [/\bwere (?=(?:can|do|does|should) (?:i|we|he|she|they|you)\b)/giu, 'where '],
  [/\bdose (?=(?:he|she|it|they|the|this|that)\b)/giu, 'does '],
  [/\bnew patents\b/giu, 'new patients'],
  [/\bexcepting new\b/giu, 'accepting new'],
  [/\bcloset (?=(?:one|to)\b)/giu, 'closest '],
]

export function correctSpelling(text: string): string {
  const corrected = text.replaceAll(
    /(?<![\p{L}'’])\p{L}+(?!['’]?\p{L})/gu,
    (word) => corrections.get(word.toLowerCase()) ?? word,
  )
  return inContext.reduce((rest, [pattern, word]) => rest.replaceAll(pattern, word), corrected)
}
