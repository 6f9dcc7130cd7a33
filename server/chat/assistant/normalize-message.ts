/** Rewrites what the parser of the search reads otherwise than a conversation means it. */
import { isClinician } from '@careatlas/search/query/care-words'
import { foldText, wordsOf } from '@careatlas/vocabulary/words'
import { rewriteCorrections } from './corrections.ts'
import { joinLetters } from './read-spelled-name.ts'
import { completeLanguageWish } from './wished-language.ts'
import { writeOutSpokenWords } from './spoken-words.ts'
import { writePayers } from './written-payers.ts'

/** "Eye dr 02903": a clinician, and no title before a name. */
const doctorAfterField =
  /(?<=\b\p{L}+ )dr\.?(?!\.)(?=$|\s*[,.;?!]|\s+(?:in|near|at|around|for|who|that|please|\d|\p{L}+(?: \p{L}+)?,? (?:RI|MA|CT|NH|rhode island)\b))/giu

/** "Just moved here from Ohio": not where the user searches. */
const origin =
  /\b(?:(?:i|we|i['’]?ve|we['’]ve|just|recently|nos|me) (?:just |recently )?(?:moved|relocated|transferred|mudamos|mud[eé])(?: (?:here|out|up|down|back|over))*|moved here|c[ao]me here|originally) (?:from|de|desde) (?:(?!\b(?:to|a|and|y|but)\b)[^,.;!?])+/giu

/** "My grandson is here for the week from Ohio": the home of a visitor. */
const homeOfVisitor =
  /\b(here|visiting|in town|de visita)((?: (?:me|us|him|her|for (?:the|an?|one|two|three) (?:days?|weeks?|months?|summer|holidays)))?,?) (?:from|desde|de) (?:(?:new|north|south|west|rhode|nueva|puerto) )?\p{L}+/giu

/** "Same insurance", "same area": what the conversation has stays. */
const sameAsBefore =
  /\b(?:with |in |on |for |and |con |en )?(?:the |my |our |el |la )?(?:same|mism[oa]) (?:insurance|plan|coverage|area|town|city|zip(?: code)?|seguro|zona|ciudad|pueblo|lugar)(?: (?:i think|too|as (?:him|her|me|mine|before)|please|tambi[eé]n|creo))*/giu

/** "Evening slots" are no gambling. */
const slots =
  /(?<=\b(?:evenings?|mornings?|weekends?|saturdays?|sundays?|nights?|afternoons?|late|early) )(?:time )?slots?\b/giu

/** "Video only" is a wish for telehealth. */
const videoOnly =
  /\b(?:(?:video|zoom|facetime) only|only (?:by |on |over |via )?(?:video|zoom|facetime)|solo (?:por )?video)\b/giu

/** "Video would be better" */
const betterByVideo =
  /\b(?:a )?(?:video(?: visits?| calls?)?|telehealth|zoom|online|virtual|videollamada|telemedicina|por video) (?:would be|is|ser[ií]a|es) (?:much |a lot |mucho )?(?:better|best|easier|preferred|mejor|m[aá]s f[aá]cil)\b/giu

/** "Telehealth is fine too", "video ok": visits in person are not excluded. */
const alsoTelehealth =
  /(?<![\p{L}\d])(?:(?:and|but|y|pero) )?(?:by |por )?(?:telehealth|telemedicine|video|virtual|online|remote|zoom|telesalud|telemedicina|videollamada)(?: (?:visits?|appointments?|calls?|care|sessions?))?(?: (?:(?:(?:statewide|anywhere(?: in (?:the )?state)?) )?(?:is|are|would be|works?)(?: (?:fine|ok|okay|good|great|alright|for (?:me|us|him|her)))* (?:too|as well)(?: (?:actually|though|i guess|really|if needed))?|(?:statewide|anywhere(?: in the state)?|from anywhere) (?:is|are|would be) (?:fine|ok|okay|good|great)|(?:is|are|would be) also (?:fine|ok|okay|good|great|alright)|(?:(?:is|are|would be|works?) )?(?:(?:perfectly|totally) )?(?:fine|ok|okay|alright|acceptable)(?: (?:for|with|by) (?:me|us|him|her))?|works? (?:for|with) (?:me|us|him|her)|(?:est[aá]|estar[ií]a) bien(?: tambi[eé]n)?|tambi[eé]n est[aá] bien))(?= ?(?:[.,;!]|$))/giu

/** "I need my prescription filled", "pick up my meds": from a pharmacy, and not from this service or a dentist. */
const filledPrescription =
  /(?<!\b(?:you|u|please) )\b(?:(?:fill|drop(?:ping)? off|pick(?:ing)? up|surtir|recoger) (?:(?:an?|the|my|his|her|our|some|una?|las?|mis?|su) )*(?:prescriptions?|scripts?|rx|meds?|medications?|medicines?|recetas?|medicinas?|pastillas)|(?:(?:an?|the|my|his|her|our) )?(?:prescriptions?|scripts?|rx|meds?|medications?) filled)\b/giu

/** "Blue Cross, no wait, that's my dental, medical is Aetna" */
const medicalPlan =
  /^[^?]{0,200}\b(?:that['’]?s|that is|es) (?:(?:just|only|my|for|the|mi|el) )*dental\b[^?]{0,40}?\b(?:medical|health)(?: (?:one|plan|insurance|coverage))? is /iu

const userRole = String.raw`^(?:(?:hi|hello|hey)\W{1,3})?(?:this is |i['’]?m (?:on |at |the |with )*|i work (?:at |the |on )*)?(?:an? |the )?(?:\p{L}{2,20} ){0,2}(?:nurse|counselor|social worker|teacher|principal|coach|caseworker|case ?manager|care coordinator|receptionist|front desk|msw|lcsw|rn|lpn|np|pa|aide)`
const userTown = String.raw`((?: (?:in|from)(?: \p{L}{2,20}){1,3})?)`
/** "School nurse in Westerly here", "Case manager at a shelter in Newport.": the user, and no care. "Foot doctor here, please" seeks one. */
const ownRole = /^(?:(?:hi|hello|hey)\W{1,3})?(?:this is|i['’]?m|i work)\b/iu
const userHere = new RegExp(
  String.raw`${userRole}(?:${userTown} here\b ?[.,;:!–-]| (?:at|with) (?:an?|the|our)(?: \p{L}{2,20}){1,3}?(?:${userTown}[.;]|( (?:in|from)(?: \p{L}{2,20}){1,2}),)) ?`,
  'iu',
)

/** "A dentist that takes kids" */
const whoTakesChildren =
  /\b(?:who|that|which|que) (?:(?:also|can|will|is|good|great|are|works?|deals?|specializes?|tambi[eé]n|sea|buen[oa]) )*(?:takes?|sees?|treats?|accepts?|with|in|atiend[ae]n?|ve[ae]?n?|recib[ae]n?|trat[ae]n?|con|a) (?:(?:to|a|los|las|little|small|young|my|her|his) )*(kids?|children|toddlers?|ni[nñ][oa]s)\b(?! (?:and|or|y|o) (?:adults?|adultos?))/giu

/** "El teléfono del doctor Rossi": the parser reads "del doctor" as no title. */
const ofDoctor = /\bdel (?=(?:dr|doctor)\b)/giu

/** "I ment Warwick" is about no mental health. */
const meant = /\b(i|we|he|she|oops) (?:ment|menat|meen|mean't|meaned)\b/giu

/** "The ear drs" */
const fieldDoctors = /(?<=\b\p{L}+ )drs\b\.?/giu

/** "The bone guy" is any doctor of bones. */
const fieldGuy =
  /(?<=\b(?:bone|foot|eye|ear|heart|skin|kidney|lung|stomach|knee|back|brain) )(?:guy|dude)s?\b/giu

/** "Q hable español" */
const shortQue =
  /\bq\b(?= (?:habl|sea|me |nos |le |se |no |es |est[aeá]|hora|atiend|acept|teng|tien|sep|entiend|queda|tom|haga|tan |ve[ao]?n? ))/giu

/** "Medicaid de Rhode Island" names no place. */
const payerOfState =
  /\b(medicaid|medicare|blue cross blue shield|blue cross|bcbs) (?:of|de|from) (?:(?:new|rhode|north|south|west) )?\p{L}+/giu

/** What excludes a kind of clinician: "any that aren't NPs?" */
const otherThan =
  /\b(?:(?:(?:is|are) there )?(?:any|ones?|some(?:one|body)|any(?:one|body)|show me(?: the)? ones?) )?(?:that|who)(?: (?:is|are) not|['’]s not| isn['’]?t| aren['’]?t) (?:just )?(?=(?:an? )?\p{L}+)/giu

/** "I had it as a kid": the patient is no child any more. */
const inChildhood =
  /,? ?\b(?:(?:when|since) (?:i|he|she) was (?:an? )?|(?:cuando|desde que) era (?:un[oa]? )?|as (?:an? )?)(?:little |young )?(?:kid|child|baby|boy|girl|teen(?:ager)?|ni[nñ][oa]|beb[eé])(?=\W*$|[.,;!?)]| (?:and|but|so|now|i|y|pero|ahora)\b)/giu

/** "Not the PA please": an exclusion, as "not a physician assistant". */
const excludedOne = /\b(not|no) (?:(?:the|an?|any|another|some) )?(\p{L}+)/giu
const abbreviations: Readonly<Record<string, string>> = {
  pa: 'physician assistant',
  pas: 'physician assistant',
  np: 'nurse practitioner',
  nps: 'nurse practitioner',
}

/** "Can I walk in tmrw" names no place. */
const shortTimes: readonly (readonly [RegExp, string])[] = [
  [/\b(?:tmr+w?|tmmrw|tmw|tomor+ow|tommor+ow|2mor+ow|2mrw)\b/giu, 'tomorrow'],
  [/\b(?:2nite|tonite|2night)\b/giu, 'tonight'],
  [/\b2day\b/giu, 'today'],
  // Ayer is also a town of Massachusetts.
  [/\bdesde ayer\b/giu, 'desde hace un día'],
  [/\bayer (?=(?:por|en) la (?:ma[ñn]ana|tarde|noche)\b)/giu, 'hace un día '],
]

/** What many users call Medicaid. */
const stateInsurance =
  /\b(?:el |la )?(?:seguro|tarjeta|plan)(?: m[eé]dic[oa])? del estado\b|(?<!\bout[- ]of[- ])(?<!\p{L}[- ])\b(?:the )?state (?:health )?insurance\b(?! (?:commissioner|department|exchange|marketplace))/giu

/** "Show me PTs too": in lower case, "pts" are patients. */
const abbreviatedProfessions: Readonly<Record<string, string>> = {
  PTs: 'physical therapists',
  OTs: 'occupational therapists',
  SLPs: 'speech therapists',
}
const professions = /\b(?:PTs|OTs|SLPs)\b/gu

/** "Needs PT/OT/SLP", "pt and ot": alone, "pt" is a patient. */
const therapies: Readonly<Record<string, string>> = {
  pt: 'physical therapy',
  ot: 'occupational therapy',
  slp: 'speech therapy',
  st: 'speech therapy',
}
const therapyList =
  /\b(?:pt|ot|slp)(?:(?: ?[/&+] ?)(?:pt|ot|slp|st)\b)+|\b(?:pt|ot|slp)(?:(?:, ?(?:and )?| and | or )(?:pt|ot|slp)\b)+(?: (?:and|or) st\b)?/giu

/** "Start T": testosterone. */
const startT =
  /\b((?:start(?:ing)?|(?:get|getting|go|going|be|been|being) (?:back )?on)) T\b(?![-/]|\s+(?:boned?|cells?|score)\b)/gu

/** "Not the glasses kind, the surgeon kind" */
const glassesKind =
  /\bnot (?:the|one of those|a) (?:(?:glasses|contacts|eyeglass) (?:kind|type|sort|one|person|people|guy|doctor)s?|(?:kind|type|sort|ones?|people|doctor) (?:who|that|which) (?:just |only )?(?:sells?|makes?|fits?|does|do|checks?(?: for)?) (?:me )?(?:glasses|contacts|eyeglasses))/giu

/** "The ear drs", "a regular dr visit" */
const doctorWord = /\bdrs\b(?!\.? \p{Lu})|\bdr(?= (?:visits?|appointments?|appt|office)\b)/gu

/** "Need a cardiologist bc mine retired": neither a name nor a plan. */
const reasonForNewOne =
  /(?:,? ?\b(?:bc|b\/c|because|cuz|cause|since|as|porque))? (?:mine|el m[ií]o|la m[ií]a)(?: has| just| recently| ya| se)* (?:retired|left|moved(?: away)?|died|quit|closed|stopped|jubil[oó]|retir[oó]|fue|muri[oó])/giu

/** "How much w/o insurance", "one w/ parking" */
const shortWith = /(?<=^|\s)w\/(o(?=\s|$))?\s*/giu

/** "We'd like", which folded words make a Wednesday. */
const weWould = /\bwe['’]?d(?= (?:like|love|prefer|rather|really|need|want|appreciate|be)\b)/giu

/** "A woman who has kids herself": no care for children. */
const ownChildren =
  /,? ?\b(?:who|that|que) (?:(?:also|already) )?(?:has|have|had|is|tiene|tenga|sea) (?:an? )?(?:(?:kids|children|mom|mother|dad|father|parent|hijos|mam[aá])(?: (?:of (?:her|his|their) own|her ?self|him ?self|themselves|too|as well|tambi[eé]n))?)(?=\s*(?:$|[.,;!?]))/giu

/** "¿Son buenos?": a verb, and no child. */
const spanishAre = /(?<=¿ ?)son\b|\bson (?=buen[oa]s|mal[oa]s|car[oa]s|recomendables)/giu

/** "Perdón, me equivoqué, es East Providence", "my mistake, it's Warwick" */
const correction =
  /^\W*(?:(?:ay|oh|oops|no|perd[oó]n|disculp[ea]|sorry|lo siento)[\s,.!:;]+)*(?:me (?:equivoqu[eé]|confund[ií])|fue un error|my (?:mistake|bad)|i (?:misspoke|mistyped|messed up))[\s,.!:;…-]+(?:(?:quise decir|es|era|i meant|i mean|it['’]?s|it is|should be)\s+)?(?=\S)/iu

/** "Westerly - any pharmacies?" */
const townBefore = /^(\p{Lu}[\p{L}.]+(?: \p{Lu}[\p{L}.]+){0,2}(?: \d{5})?) [-–—] (?=\p{L})/u

/** "Visiting Newport from Texas": care is sought where the person is. */
const ofOrigin =
  /\b((?:[Vv]isiting(?! (?:nurse|hour))|[Vv]acationing in|(?:[Mm]oving|[Mm]oved|[Rr]elocating)(?: \p{L}+){0,3} to)(?: \p{L}+){1,3}) from \p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?/u

/** "No habla nada de inglés", "no hablo inglés" */
const noEnglish =
  /\b(?:(?:yo|[eé]l|ella|mi \p{L}+) )?no (?:habl(?:a|o|amos|an)|entiend(?:e|o|en)|s[eé]|sabe)(?: (?:nada|casi|mucho|bien|muy bien|de|el|hablar))* ingl[eé]s\b/giu

/** "A dermatologist in Providence, female", "someone who does EMDR, a woman please" */
const genderInPart =
  /(?<=[,;] ?)(?:(?:and|also|an?|y|una?|que sea) )*(females?|males?|wom[ae]n|m[ae]n|lady|mujer|hombre)(?: (?:please|if possible|preferred|por favor|si se puede))*(?= ?(?:$|[.;!]|,(?! ?\d)))/iu

/** "Someone who does EMDR" names no clinician. */
const someone = /\b(?:some|any)(?:one|body)\b|\balguien\b/iu

/** A gender alone between commas is a wish for the clinician named before it, unless it describes the patient. */
function completeGenderWish(text: string): string {
  const match = genderInPart.exec(text)
  if (match === null) return text
  const [part, gender = ''] = match
  const before = text.slice(0, match.index)
  const namesClinician = someone.test(before) || wordsOf(before).some(isClinician)
  if (!namesClinician || describesPatient.test(before)) return text
  const wish = /^(?:mujer|hombre)$/i.test(gender) ? 'prefiero una' : 'preferably'
  return `${before}${text.slice(match.index + part.length)}, ${wish} ${gender}`
}

/** "I'm 42, female", "patient is a teen, male" */
const describesPatient =
  /\b(?:\d{1,3}(?!\d)[^,;]{0,12}|(?:i['’]?m|i am|patient|he is|she is|he['’]s|she['’]s) [^,;]*)[,;] ?$/iu

export function normalizeMessage(text: string): string {
  const written = shortTimes.reduce(
    (rest, [pattern, time]) => rest.replaceAll(pattern, time),
    rewriteCorrections(
      completeGenderWish(completeLanguageWish(joinLetters(writePayers(writeOutSpokenWords(text))))),
    ),
  )
  return (
    written
      .replace(correction, '')
      .replace(townBefore, '$1, ')
      .replace(ofOrigin, '$1')
      .replace(userHere, (phrase, here?: string, at?: string, before?: string) => {
        // "Grief counselor at the hospice in Newport, evenings please" seeks one.
        if (before !== undefined && !ownRole.test(phrase)) return phrase
        const town = (here ?? at ?? before ?? '').trim()
        return town === '' ? '' : `${town}. `
      })
      .replaceAll(/\bmcr\b/giu, 'Medicare')
      .replaceAll(stateInsurance, 'Medicaid')
      .replaceAll(professions, (name) => abbreviatedProfessions[name]!)
      .replaceAll(therapyList, (list) =>
        list
          .replaceAll(/\b(?:pt|ot|slp|st)\b/giu, (name) => therapies[name.toLowerCase()]!)
          .replaceAll('/', ', '),
      )
      // The ZIP code is no part of the last therapy.
      .replaceAll(/(?<=\btherapy) (?=\d{5}\b)/gu, ', ')
      .replaceAll(startT, '$1 testosterone')
      .replaceAll(glassesKind, 'not an optometrist')
      .replaceAll(noEnglish, 'que hable español')
      .replaceAll(shortWith, (_, out?: string) => (out === undefined ? 'with ' : 'without '))
      .replaceAll(weWould, 'we would')
      .replaceAll(/\bpref(?= (?:an?|the|some|wom[ae]n|m[ae]n|female|male)\b)/giu, 'prefer')
      .replaceAll(ownChildren, ' ')
      .replaceAll(reasonForNewOne, ' ')
      .replaceAll(spanishAre, (word) => word.replace(/son/i, 'es'))
      .replaceAll(doctorAfterField, 'doctor')
      .replaceAll(doctorWord, (word) => (word === 'drs' ? 'doctors' : 'doctor'))
      .replaceAll(fieldGuy, 'doctor')
      .replaceAll(origin, ' ')
      .replaceAll(homeOfVisitor, '$1$2')
      .replaceAll(sameAsBefore, ' ')
      .replaceAll(meant, '$1 meant')
      .replaceAll(inChildhood, ' ')
      .replaceAll(ofDoctor, 'de el ')
      .replace(medicalPlan, 'my insurance is ')
      .replaceAll(filledPrescription, (phrase) =>
        /surtir|recoger/i.test(phrase) ? 'una farmacia' : 'a pharmacy',
      )
      .replaceAll(alsoTelehealth, (phrase) => (isWhole(written, phrase) ? answerTelehealth(phrase) : ' '))
      .replaceAll(videoOnly, 'by video')
      .replaceAll(betterByVideo, 'by video')
      .replaceAll(slots, 'appointments')
      .replaceAll(fieldDoctors, 'doctors')
      .replaceAll(shortQue, 'que')
      .replaceAll(payerOfState, '$1')
      .replaceAll(whoTakesChildren, (_, name: string) => (/^ni/i.test(name) ? 'para niños' : 'for kids'))
      // Not primary lateral sclerosis.
      .replaceAll(/\bpl[sz]+\b/giu, 'please')
      .replaceAll(otherThan, (phrase) => (isAboutClinician(written, phrase) ? 'not ' : phrase))
      .replaceAll(excludedOne, (phrase, not: string, word: string) => {
        const name = abbreviations[foldText(word)] ?? (isClinician(foldText(word)) ? word : null)
        if (name === null) return phrase
        return not.toLowerCase() === 'no' ? `no ${name}` : `not a ${name}`
      })
      .replaceAll(/ {2,}/g, ' ')
      .trim()
  )
}

/** "Telehealth is fine" as a message of its own accepts it; with "too", it changes nothing. */
function answerTelehealth(phrase: string): string {
  if (!/\b(?:too|as well|also|tambi[eé]n|statewide|anywhere)(?!\p{L})/iu.test(phrase)) return phrase
  return /bien/i.test(phrase) ? 'está bien' : 'that is fine'
}

/** Whether a clinician follows the phrase: "that aren't NPs", but not "that isn't far". */
function isAboutClinician(text: string, phrase: string): boolean {
  const [, word = ''] = /^(?:an? )?(\p{L}+)/iu.exec(text.slice(text.indexOf(phrase) + phrase.length)) ?? []
  return foldText(word) in abbreviations || isClinician(foldText(word))
}

/** Whether the message has no other words. */
function isWhole(text: string, phrase: string): boolean {
  return !/\p{L}/u.test(text.replace(phrase, ''))
}
