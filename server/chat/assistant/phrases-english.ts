/** The sentences of the assistant in English. */
import { liveEnglish } from './live-phrases-english.ts'
import type { Phrases } from './phrases.ts'

const dated = (date: string | null): string => (date === null ? 'without a date' : `of ${date}`)

const withArticle = (name: string): string => `${/^(?:[aeio]|u(?!r|ni))/i.test(name) ? 'an' : 'a'} ${name}`

export const english: Phrases = {
  locale: 'en-US',
  // The texts of the search are in English.
  urgent: {},
  reminder: (kinds, { emergency, crisis, poison, violence }) =>
    [
      `If it gets worse, call ${emergency.tel}.`,
      ...(kinds.has('crisis') || kinds.has('danger_to_others')
        ? [`For help at any hour, call ${crisis.tel} (${crisis.label}).`]
        : []),
      ...(kinds.has('poison') ? [`After a poisoning, call ${poison.tel} (${poison.label}).`] : []),
      ...(kinds.has('violence') ? [`For help with violence, call ${violence.tel} (${violence.label}).`] : []),
    ].join(' '),
  live: liveEnglish,
  afterEmergency: 'If you tell me a town or a ZIP code, I can list the nearest hospitals.',
  afterCrisisPlace: 'When you want, I can look for care near you.',
  afterCrisis: 'When you want, I can look for care near you: tell me a town or a ZIP code.',
  foreignLanguage: (language) =>
    `Your message seems to be in ${language}. I understand English and Spanish best, so please check that the answer fits.`,
  limits: {
    out_of_scope:
      'I can only look for clinicians and places of health care for people, so I cannot help with this.',
    dosage: 'I cannot give advice on medicines or doses. A pharmacist or a clinician can.',
    prescription: 'I cannot prescribe, refill or send anything. Call the office or the pharmacy.',
    records: 'I have no medical records, results or bills. Ask the office, or your plan.',
    attachment: 'I cannot receive pictures or files. Please describe it in words.',
    human:
      'I am a program, and I cannot connect you with a person here. The offices that I list answer by phone.',
    diagnosis: 'I cannot say what it is; only a clinician can. I can find one.',
    stock: 'I cannot see what a pharmacy or an office has in stock. Call it before you go.',
    bill: 'I cannot see or correct bills. Call the number on the bill, or your plan.',
    'plan elsewhere': 'Whether a plan pays in another state depends on the plan: ask it before the visit.',
    coverage:
      'I cannot see what a plan pays for. Ask your plan; for an injury at work, also ask your employer about workers’ compensation.',
    results: 'I cannot explain test results. The office that ordered the test can.',
    advice: 'I cannot say whether that is needed. A clinician or the nurse line of your plan can.',
    referral:
      'The directory does not know whether a referral or an authorization is needed. Ask your plan and the office.',
    operator:
      'The directory does not state which company or hospital a place or a clinician belongs to. Ask the office.',
    'pending plan':
      'The list of a plan applies once the plan is active. Until then, ask each office what it charges.',
    'plan of another person':
      'I leave out the plan that is not the patient’s. Name the plan of the patient, and I look for its list.',
    ages: 'No source states which ages an office sees. Ask the office.',
    basis:
      'These are entries of public registries, which I match by their registered field. The registries do not list single conditions, treatments or skills: ask the office.',
    affirming: 'No source states which offices are affirming of LGBTQ patients. Ask the office.',
    service: 'I do not know who operates this service. The site that shows this chat says so.',
    contact:
      'The directory has phone numbers, but no e-mail addresses or websites. Call the office and ask for them.',
    bring:
      'Offices usually ask for a photo ID, the insurance card and a list of your medicines. Ask the office what else to bring.',
    interpreter:
      'No source states which offices have interpreters. Ask for one when you call; an office often must provide one without charge.',
    visit:
      'The directory does not state how a visit goes or how to prepare for it. Ask the office when you call.',
    prescribing:
      'The directory does not state who prescribes which medicine. Ask the office before the visit.',
    confidentiality:
      'The directory does not know who learns of a visit or must agree to it. Ask the office before you go, and your plan what its statements show.',
    documents:
      'No, I need no card, number or name. A place is enough, and the name of your plan if you have one.',
    charge: 'This chat asks for no payment. The offices have prices of their own, which I do not know.',
    completeness:
      'The directory has what its public sources list in the area that it serves, so some care may be missing.',
    sponsors:
      'No payment changes the order of a list: the best matches come first, and of equal ones the nearest.',
    payment: 'No source states how an office can be paid. Ask the office.',
    discipline:
      'The directory has no complaints, lawsuits or discipline. The licensing board of the state publishes them.',
    numbers:
      'The phone numbers come from public registries and are not tested, so some may be out of date. If one does not work, the phone line of your plan may know the current one.',
    papers:
      'The directory does not know which papers an office asks for. Community health centers usually see everyone: ask when you call, without giving your name.',
    'low cost':
      'The directory has no prices. Community health centers often charge by income; I can list them.',
    'private contact': 'I give the addresses and phones of offices, and nothing private.',
    'clinician age': 'No source states the age of a clinician. Ask the office.',
    experience: 'No source states how long a clinician has practiced. Ask the office.',
    'person of the clinician': 'The directory does not know the life or the background of clinicians.',
    manner:
      'The directory does not know how a clinician treats people. Tell the office when you call what matters to you.',
    offers:
      'The directory does not state which tests and treatments a hospital or an office offers. Ask it when you call.',
    correction:
      'The records come from NPPES, the national registry of providers. A clinician or an office corrects its own record there (nppes.cms.hhs.gov); I cannot change it. The directory shows the correction after its operator loads newer data.',
    refresh:
      'I do not know how often the operator of this service loads new data. NPPES, the registry, publishes them every week and every month.',
    delivery: 'I cannot send or print anything. You can print or copy this conversation yourself.',
    speaker:
      'No source states who in an office speaks a language, the clinician or the staff. Ask the office.',
    credentials:
      'The letters after a name are degrees and licenses, as the registry has them. I cannot explain each of them; the field beside the name says what the clinician does.',
    'text telephone':
      'The directory has no TTY numbers. Dial 711 without charge: a relay service calls the office and types for you.',
    'special unit':
      'The directory does not state which units a place has, such as memory care. Ask it when you call.',
    overnight: 'The directory does not state where patients can stay overnight. Ask when you call.',
    ride: 'The directory does not know who offers rides. Ask the office, and your plan: some plans pay for rides to visits.',
    training: 'Few sources state training or certification. Name a clinician, and I say what is known.',
    building:
      'The directory does not know the building, such as stairs, elevators, ramps or parking. Ask the office.',
    opinion: 'I cannot judge how urgent it is. If in doubt, call a clinician or the emergency number.',
    booking: 'I cannot book, change or cancel appointments: call the office.',
    price: 'The directory has no prices. Ask the office.',
    explanation: 'I cannot explain fields of medicine or treatments, but I can look for a clinician of each.',
    rating: 'The directory has no ratings or reviews, so the order is not a judgment of quality.',
    'travel time':
      'The directory knows distances in a straight line, not travel times. You can give me a number of miles.',
    'opening hours': 'Few sources state office hours.',
    'appointment at short notice':
      'The directory does not know free appointments, waiting times or walk-ins. Call the office first.',
    'wheelchair access': 'The directory does not know wheelchair access. Ask the office.',
    'treatment without injections or medicine':
      'The directory does not know how each office treats. Ask the office.',
    reviews: 'The directory has no ratings or reviews, so the order is not a judgment of quality.',
    'experience or training': 'The directory does not compare experience. Ask the office.',
    'background or belief of the clinician':
      'The directory does not know the background or belief of clinicians.',
    'parking or public transport': 'The directory does not know parking or public transport. Ask the office.',
    'home visits': 'No source states who makes home visits. Ask the office.',
  },

  greeting: 'Hello. I can find clinicians and places of care.',
  help: 'I am a program, not a person, and I am no clinician. I find clinicians and places of care, with their phones and sources, and I can tell whether a plan lists a clinician.',
  thanks: 'You are welcome.',
  approval: (count) =>
    count === 0
      ? 'Good. Tell me what care you need, and where.'
      : `Good. Call the office before you go. I can look up ${count === 1 ? 'its phone, its hours or its plans' : 'the phone, the hours or the plans of each of them'}.`,
  goodbye: 'Goodbye. Take care.',
  anyWords:
    'Take your time. Any words will do: what bothers you, where it is, and since when. I do not need your name.',
  pause: 'Take your time. Write again when you are ready.',
  cancelled: 'All right. If you need it later, send me the care and the place.',
  frustrated: 'I am sorry that this was not what you needed.',
  tellChange: 'Tell me what to change, for example the kind of care, the place or the distance.',
  smallTalk: 'I can only talk about care, but I gladly look for it.',
  startedOver: 'I have forgotten the last search.',
  languageChanged: 'I will answer in English.',
  noted: 'All right. You can change the search at any time: for example the place, the plan or the language.',
  kept: 'I will search with that.',
  noPlaceRead: 'I do not know a place of this name.',
  whyNot:
    'I only look up what public registries and plans publish about offices. The office can help with anything else.',
  notStated: 'The directory does not state that. Ask the office.',
  remark: 'All right. This does not change the search.',
  tellOffice: 'Tell the office when you call.',
  heard: 'I have noted that.',
  unclear: (hasList) =>
    hasList
      ? 'I did not understand that, so the list stays the same. I can look for another kind of care, another place or a plan, or answer a question about a result of the list.'
      : 'I did not understand that. I can look for a kind of clinician, a symptom or a name, near a town or a ZIP code.',
  questionNotUnderstood:
    'I did not understand the question. The directory has the specialty, the address and the phone number of each result, and for some also the hours, the languages, the plans and whether they take new patients. Ask the office about anything else.',
  noPayer:
    'All right, I search without a plan. The directory has no prices: ask each office what it charges without insurance. Community health centers often charge by income; I can list them.',
  noList: 'I have not listed anything yet.',
  coverage: (place, isServed) =>
    isServed
      ? `Yes, this directory serves the area of ${place}.`
      : `No, this directory does not serve the area of ${place}.`,
  noChain: (chain) => `None of these has the name ${chain}, so I list others of its kind.`,
  onlyRelated: (field, shown) => `No ${field} matches here. Listed instead, as related care: ${shown}.`,
  noField: (field, around) =>
    `This directory has no ${field}${around === '' ? '' : ` ${around}`}, and nothing like it. Your family doctor can refer you, and your plan can name clinicians who treat this: its phone number is on your card.`,
  aroundPlace: (town, names) => (names === null ? `Around ${town}: no others.` : `Around ${town}: ${names}.`),
  sameForAnother:
    'For the other person, this is the same kind of care. Tell me if it should be another kind.',
  samePlace: (around) =>
    `Yes, the list has care ${around}, and farther away where there are few results. You can name another town or a ZIP code.`,
  oneAtATime: (others) => `I look for one kind of care at a time. Ask me next for: ${others}.`,
  failed: 'The directory cannot be read right now. Please send your message again in a minute.',
  slow: 'The search took too long. Please send your message again.',

  ask: {
    distress:
      'A therapist or a family doctor can help with this. Which of them should I look for, and where?',
    need: 'What care do you need? Tell me a symptom, a kind of clinician or a name.',
    place: 'Where should I look? A ZIP code or a town is enough.',
    placeAgain: (known) =>
      `${known === '' ? '' : `I have noted: ${known}. `}What is missing is the place: send a 5-digit ZIP code or a town with its state, or choose Skip to search everywhere.`,
    unknownPlace: (place) =>
      `I do not know the place “${place}”. Please give a ZIP code, or a town with its state.`,
    stateOf: (town) => `In which state is “${town}”? A ZIP code works too.`,
    payer: 'Which insurance do you have? I can look for those that your plan lists.',
    name: 'Which one do you mean?',
    origin: 'From where should I measure? A ZIP code or a town is enough.',
  },
  usualField: (name) => `That is usually ${withArticle(name)}.`,
  treatingKinds: (names) => `For that I look for: ${names.join(', ')}.`,
  lookFor: (name) => `I can help you find ${withArticle(name)}.`,
  distress: ({ crisis }) =>
    `I am sorry that it is hard right now. To talk with someone at any hour, call ${crisis.tel}.`,
  disclosures: {
    recovery: ({ crisis }) => `Well done. If it gets hard, call ${crisis.tel} at any hour.`,
    'substance use': ({ crisis }) =>
      `I am sorry that it is hard right now. For help with alcohol or drugs at any hour, call ${crisis.tel}.`,
  },
  notUnderstood: 'I did not recognize a need for care in this.',

  places: { around: (label) => `near ${label}`, shared: 'near you', you: 'you' },
  found: ({ count, isProvider, around, isMore }) => {
    const noun = isProvider
      ? count === 1
        ? 'clinician'
        : 'clinicians'
      : count === 1
        ? 'place of care'
        : 'places of care'
    const verb = count === 1 ? 'is' : 'are'
    return `Here ${verb} ${count} ${isMore ? 'more ' : ''}${noun}${around === '' ? '' : ` ${around}`}.`
  },
  hospitals: (around, count) =>
    count === 1
      ? `Here is the nearest hospital ${around}.`
      : `Here are the ${count} nearest hospitals ${around}.`,
  noHospital: (around) =>
    `This directory has no hospital ${around} that may have an emergency room. It may not have all of them.`,
  emergencyRoomsUnknown: 'My sources do not state for each of them that it has an emergency room.',
  widened: ({ miles, count, around }) =>
    `Nothing within ${miles} ${miles === 1 ? 'mile' : 'miles'} matches all of this. ${count === 1 ? 'This is the nearest one' : 'These are the nearest ones'} ${around}.`,
  nearest: (miles, count) => `${count === 1 ? 'It' : 'The nearest'} is ${miles} away.`,
  middleOfState: (state) =>
    `I measure from the middle of ${state}, so tell me a town or a ZIP code for those nearest to you.`,
  alreadyNearest: (origin, isZip) =>
    `The nearest that I know were in the last list already. I measure from the middle of ${origin}, ${isZip ? 'so I cannot tell which is nearest to your street' : 'so a ZIP code makes the distances more exact'}.`,
  unknownLandmark: (name, town) =>
    `I do not know where ${name} is, so I measure from ${town}. A ZIP code is more exact.`,
  leftOutPlaces: (places) => `I leave out care in ${places}.`,
  includedAgain: 'I no longer leave out any kind of clinician.',
  leftOutRecord: (name) => `I leave out ${name} from now on.`,
  leftOut: {
    kind: 'No place of care matches, so these are clinicians of the field: ask them where it is done.',
    wishes: 'Nothing matches with all your wishes, so this list is without them: ask the offices.',
    need: 'Nothing matches the last message, so this list is for the care that you asked for before.',
  },
  noMatch: (around) =>
    `Nothing in this directory matches ${around}, also farther away. That does not mean that there is no such care. You can name a kind of clinician or another town.`,
  noMatchAnywhere:
    'Nothing in this directory matches. That does not mean that there is no such care. You can name a kind of clinician.',
  outsideCoverage: (around) =>
    `This directory does not serve the area ${around}, so I cannot tell who practices there.`,
  partialCoverage: 'The directory does not cover all of this area, so some care nearby may be missing.',
  listedBy: ({ payer, date, count }) =>
    `${payer} lists ${count === 1 ? 'this clinician' : 'each of them'} (list ${dated(date)}). Confirm with the office.`,
  listedBySeveral: (payers) => {
    const [shared, ...others] = [...new Set(payers.map(({ date }) => date))].map(dated)
    const lists = payers.map(
      ({ payer, listed, date }) =>
        `${payer} lists ${listed ?? 'each of them'}${others.length > 0 ? ` (list ${dated(date)})` : ''}`,
    )
    return `${lists.join('; ')}${others.length > 0 ? '' : ` (lists ${shared})`}. Confirm with the office.`
  },
  noneListed: (payer) =>
    `${payer} lists none of the matches here. Not listed does not mean that they do not take it: ask the office.`,
  noListings: (payer) =>
    `The directory has no list of ${payer}, so it cannot say who takes it: ask each office.`,
  onlyOtherStates: (payers) =>
    `It only has a list of ${payers}, which may not be your plan. If it is yours, give me its full name.`,
  wishesNotForPlaces:
    'The directory states the gender, new patients and visits by video only of clinicians. Ask the place, or ask me for clinicians.',
  payerNotForPlaces: 'Plans list clinicians, not places: ask the place whether it takes yours.',
  met: {
    gender: (gender, count) =>
      count === 1
        ? `This clinician is registered as a ${gender === 'F' ? 'woman' : 'man'}.`
        : `All of them are registered as ${gender === 'F' ? 'women' : 'men'}.`,
    language: (languages, count) =>
      `A source states ${languages} for ${count === 1 ? 'this one' : 'each of them'}.`,
    accepting: (count) =>
      `A source states that ${count === 1 ? 'this office takes' : 'they take'} new patients.`,
    telehealth: (count) =>
      `A source states that ${count === 1 ? 'this clinician offers' : 'they offer'} telehealth.`,
  },
  unmet: {
    gender: (gender) => `No match here is registered as a ${gender === 'F' ? 'woman' : 'man'}.`,
    language: (languages) => `No source states ${languages} for a match here; ask the office.`,
    accepting: () => 'No source states which of them take new patients; ask the office.',
    telehealth: () => 'No source states which of them offer telehealth; ask the office.',
  },
  listDate: (payer, date) => `The list of ${payer} is ${date === null ? 'undated' : `of ${date}`}.`,
  addressFromRegistry:
    'The address is the one of the registry, and an office may have moved since: confirm it by phone.',
  dataAsOf: (date) => `Registry data of ${date}; call before you go.`,
  noMore: 'There are no more matches.',
  notInList: (count) => (count === 1 ? 'My last list has only one.' : `My last list has only ${count}.`),
  order:
    'They match the words of your message, by their registered specialty; of equal matches, the nearest come first. Where a town has few, the list goes on around it. The order does not say who is better.',

  which: (label) => `I found several records for ${label}.`,
  notFound: (label) =>
    `I do not find “${label}” in this directory. That does not mean that the person or place does not exist. Please check the spelling.`,
  otherField: 'No clinician of this name is registered in the field that you named.',
  notOfField: (label) =>
    `No clinician of the name “${label}” is registered here in the field that you named. That does not mean that there is none.`,
  noneOfField: (count) =>
    count === 1
      ? 'The one that I listed is not registered in that field.'
      : `None of the ${count} that I listed is registered in that field.`,
  remembered: ({ need, place, payer }) =>
    `What I have from you: care: ${need ?? 'not given'}; place: ${place ?? 'not given'}; insurance: ${payer ?? 'not given'}.`,
  service:
    'I am a directory, not an office, so I take no insurance. I can look for clinicians that your plan lists.',
  servicePayers: (payers) => `The directory has lists of: ${payers}.`,
  elsewhere: (around) => `No such record is ${around}; what follows is elsewhere.`,
  didYouMean: 'Did you mean one of these?',
  invalidNpi: (digits) => `${digits} is not a valid NPI: its check digit is wrong. Please check the number.`,
  npiLength: (digits) => `${digits} is not an NPI: an NPI has ten digits. Please check the number.`,
  deactivated: (npi) => `The registry has deactivated the NPI ${npi}.`,
  outsideNpi: (npi) => `The NPI ${npi} practices outside the area of this directory.`,

  record: {
    named: (name, specialty) => (specialty === null ? `${name}.` : `${name}, ${specialty}.`),
    phone: (phone) => `Phone: ${phone}.`,
    extension: (digits) => `ext. ${digits}`,
    noPhone: (name) => `No source states a phone number of ${name}.`,
    fax: (place, fax) => `${place}: fax ${fax}.`,
    npi: (npi) => `NPI: ${npi}.`,
    noNpi: (name) => `The directory has NPIs only of clinicians, so it has none for ${name}.`,
    noFax: (name) => `No source states a fax number of ${name}.`,
    noAddress: (name) => `No source states an address of ${name}.`,
    distance: (name, distance, origin) => `${name} is about ${distance} from ${origin}, in a straight line.`,
    distanceUnknown: (name) =>
      `I cannot measure the distance to ${name}: no source states its exact location.`,
    noOrigin: 'I cannot measure the distance, because I do not know your location.',
    hours: (hours) => `Hours: ${hours}.`,
    hoursAt: (name, hours) => `${name}: ${hours}.`,
    hoursDate: (date) => `Hours as of ${date}; they may have changed.`,
    noHours: (name) => `No source states the hours of ${name}. Please call.`,
    openAt: (name, hours) => `${name} is stated to be open then: ${hours}.`,
    notOpenAt: (name) => `${name} is not stated to be open then.`,
    languages: (languages) => `Languages: ${languages}.`,
    gender: (name, gender) => `${name} is registered as a ${gender === 'F' ? 'woman' : 'man'}.`,
    training: (name, training) => `Training that sources state of ${name}: ${training}.`,
    noTraining: (name) => `No source states the training of ${name}. Ask the office.`,
    education: {
      medical_school: 'medical school',
      degree: 'degree',
      residency: 'residency',
      fellowship: 'fellowship',
      certification: 'certification',
      other: 'other',
    },
    affiliations: (name, organizations) => `A source states for ${name}: ${organizations}.`,
    noAffiliations: (name) => `No source states a hospital, group or company of ${name}. Ask the office.`,
    telehealth: {
      offered: (name) => `A source states that ${name} offers visits by video or telephone.`,
      not_offered: (name) => `A source states that ${name} offers no visits by video or telephone.`,
      unknown: (name) => `No source states whether ${name} offers visits by video. Ask the office.`,
    },
    otherName: (name, other) => `The sources also have the name ${other} for ${name}.`,
    noGender: (name) => `No source states the gender of ${name}.`,
    noLanguages: (name) => `No source states the languages of ${name}.`,
    speaks: (name, language) => `A source states ${language} for ${name}.`,
    speaksUnknown: (name, language) => `No source states ${language} for ${name}. Ask the office.`,
    accepting: {
      accepting: 'takes new patients',
      not_accepting: 'takes no new patients',
      existing_only: 'sees existing patients only',
    },
    acceptingUnknown: 'No source states whether new patients are taken; ask the office.',
    acceptingAt: (place, value, date) =>
      `New patients at ${place}: ${value}${date === null ? '' : ` (stated on ${date})`}.`,
    plans: (name, plans) => `Plans that list ${name}: ${plans}. Others may be taken too: ask the office.`,
    noPlans: (name) =>
      `No plan in this directory lists ${name}. That does not mean that no plan is taken: ask the office.`,
    noPlansAtAll: 'This directory has no lists of plans: ask the office which plans are taken.',
    plan: (payer, date) => `${payer} (list ${dated(date)})`,
    clinicians: (count) => `${count} ${count === 1 ? 'clinician is' : 'clinicians are'} registered there.`,
  },
  verdict: {
    listed: ({ name, payer, date }) => `Yes, ${payer} lists ${name} (list ${dated(date)}).`,
    notListed: ({ name, payer, date }) =>
      `${payer} has a list here (${dated(date)}), and ${name} is not on it. This does not mean that ${name} does not take the plan.`,
    noListings: ({ name, payer }) =>
      `The directory has no list of ${payer}, so I cannot say whether ${name} takes it.`,
    ask: 'Ask the office before the visit.',
  },
  list: {
    open: (names) => `Stated to be open then: ${names}.`,
    notOpen: (names) => `Not stated to be open then: ${names}.`,
    hoursUnknown: (names) => `Hours unknown: ${names}.`,
    hoursAllUnknown: (count) =>
      `No source states the hours of ${count === 1 ? 'this one' : 'these'}. Please call.`,
    sharedAddress: (address, names) => `At ${address}: ${names}.`,
    noSharedAddress: 'No two of them have the same address in the sources.',
    distances: (origin, distances) => `From ${origin}, in a straight line: ${distances}.`,
    accepting: (names) => `Stated to take new patients: ${names}.`,
    notAccepting: (names) => `Stated not to take new patients: ${names}.`,
    acceptingUnknown: (names) => `Unknown: ${names}. Ask the office.`,
    speak: (languages, names) => `A source states ${languages} for: ${names}.`,
    allClinicians: 'Each of them is a person, not a clinic. Ask for places instead if you prefer one.',
    allPlaces: 'Each of them is a place of care, not a person.',
    officesAt: ({ name, isTown }, names) => `With an office ${isTown ? 'in' : 'on'} ${name}: ${names}.`,
    noOfficesAt: ({ name, isTown }, names) =>
      `No source states an office ${isTown ? 'in' : 'on'} ${name} for ${names || 'any of these'}.`,
    languagesUnknown: (languages, names) =>
      `No source states ${languages === '' ? 'the languages' : languages} for: ${names}. Ask the office.`,
  },
  history: {
    verify: 'I can keep this conversation for you once you confirm an e-mail address or a phone number.',
    kept: 'You are verified, so your conversations are kept, and you find them in the list of conversations.',
    unavailable: 'This service cannot keep conversations for later. You can print or copy this one.',
  },
  data: {
    anonymous: {
      delete:
        'The menu of this chat deletes all your messages at once. Otherwise this conversation is deleted 24 hours after its last message.',
      export: 'You can print or copy this conversation here.',
      privacy:
        'The service stores this conversation for 24 hours after its last message; if you sign in or confirm a destination, for longer. The privacy page of the service has the details.',
    },
    ofUser: {
      delete: 'The menu of this chat deletes all your stored conversations at once.',
      export:
        'You can print or copy this conversation here. The site that shows this chat can export all your stored conversations: ask the site.',
      privacy:
        'The service stores your conversations until their time is over or you delete them in the menu of this chat. The privacy page of the service has the details.',
    },
  },
  verificationReason: 'To keep your conversations and see them again.',

  suggest: {
    distressNeeds: ['Therapist', 'Family doctor'],
    needs: ['Family doctor', 'Dentist', 'Therapist', 'Urgent care'],
    skip: 'Skip',
    more: 'Show more',
    closer: 'Closer',
    farther: 'Search farther',
    woman: 'A woman',
    anyGender: 'Any gender',
    first: 'The first one',
    noPayer: 'No insurance',
    healthCenter: 'Community health center',
    phone: 'Phone number',
    hours: 'Office hours',
    near: (place) => `Near ${place}`,
    startOver: 'Start over',
    inMyPlan: 'In my plan?',
  },
}
