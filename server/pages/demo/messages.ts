/** The texts of the demo in each language. */
import type { Notice, noticeKinds } from '@careatlas/contract/envelopes'
import type { UnsupportedWish } from '@careatlas/search/unsupported-wishes'
import type { Language } from '../../web/navigation.ts'

type NoticeKind = (typeof noticeKinds)[number]

/** The facts of an answer that a translated notice repeats. */
export interface NoticeFacts {
  readonly contact: Notice['contact']
  /** The telephone numbers of emergency services and of the crisis line. */
  readonly emergency: string
  readonly crisis: string
  /** The text that the notice quotes, such as a name; empty without one. */
  readonly quoted: string
  /** The whole question, if it is a number such as an NPI; otherwise empty. */
  readonly number: string
  readonly hasResults: boolean
  /** The name of the language of the question, in the language of the page; empty for English and Spanish. */
  readonly questionLanguage: string
  /** Whether the search knows common needs in that language. */
  readonly hasPhrasebook: boolean
  /** The maximum number of results. */
  readonly resultsMax: string
  readonly unknownPlace: string
  /** Whether several places may be meant by `unknownPlace`. */
  readonly lacksState: boolean
  readonly unknownPayer: string
  readonly area: string
  /** The place in the question that the position of the request replaces; empty if the notice is about something else. */
  readonly replacedPlace: string
  /** The fields that the directory does not list, in quotation marks; empty if the notice is about something else. */
  readonly unlistedFields: string
  /** The maximum distance if the notice says that a greater one is reduced; otherwise empty. */
  readonly reducedTo: string
  readonly carriers: string
  /** The wishes that the notice is about; empty if it is about something else. */
  readonly wishes: readonly UnsupportedWish[]
  readonly radiusMiles: string
  /** The distance of the nearest match; empty if the notice names none. */
  readonly nearestMiles: string
}

const spanishWishes: Readonly<Record<UnsupportedWish, string>> = {
  'opening hours': 'el horario',
  'appointment at short notice': 'una cita pronto',
  'wheelchair access': 'el acceso en silla de ruedas',
  'treatment without injections or medicine': 'un tratamiento sin inyecciones o medicinas',
  price: 'el precio',
  reviews: 'las opiniones',
  'experience or training': 'la experiencia o la formación',
  'background or belief of the clinician': 'el origen o la fe del profesional',
  'parking or public transport': 'el estacionamiento o el transporte público',
  'home visits': 'las visitas a domicilio',
}

const english = {
  title: 'Find care',
  lead: 'Search clinicians and places of care by need, name or place. Each fact has its source and date.',
  languageLabel: 'Español',
  search: 'Search',
  need: 'What do you need?',
  needPlaceholder: 'Symptom, kind of care, name',
  near: 'Near',
  nearPlaceholder: 'ZIP code or town',
  radius: 'Radius',
  automaticRadius: 'Automatic',
  miles: (miles: string) => `${miles} miles`,
  useLocation: 'Use my location',
  locationDenied: 'The browser gave no location. Enter a ZIP code or a town.',
  kinds: { clinicians: 'Clinicians', places: 'Places of care' },
  kindsLabel: 'What to search for',
  plan: 'Plan or insurer',
  planPlaceholder: 'As on your card',
  planHint: 'Answered for each clinician; filters nothing.',
  suggestions: {
    list: 'Suggestions',
    people: 'Clinicians',
    care: 'Kinds of care',
    places: 'Places of care',
    towns: 'Towns',
  },
  suggestionCount: (count: string) => `${count} suggestions. Use the arrow keys.`,
  loading: 'Searching …',
  failed: 'The search could not be loaded. Check the connection and try again.',
  retry: 'Try again',
  start: 'Try one of these',
  startText: 'Names, symptoms and everyday words work, in English and Spanish.',
  examples: [
    'heart doctor who speaks Spanish',
    'ringing in ears',
    'physical therapy near Providence, RI',
    'community health center',
  ],
  notice: 'Every record here says:',
  error: 'The search was not run',
  errorPage: 'What this error means',
  forDevelopers: 'Message of the API',
  errors: {
    zip: 'No such ZIP code. Check it, or type a town.',
    place: (place: string) => `The place “${place}” is not known. Check its spelling, or type a ZIP code.`,
    placeText: 'Type only a ZIP code, or a town with its state.',
    position: 'No such position. Type a ZIP code or a town.',
    q: 'Write what you need in a few words, or a name.',
    radius_miles: 'No such radius. Choose one from the list.',
    carriers: 'No payer has this code. Remove it from the address, and type the name of your plan instead.',
    plan: 'Type only the name of the plan, as on your insurance card.',
    missing: 'Write what you need, or where.',
    offset: 'The list does not go on so far. Go back to its beginning.',
    uri_too_long: 'The address of this page is too long. Search again with the form.',
    rate_limited: 'Too many searches in a short time. Wait a minute, and search again.',
    unavailable: 'The directory is not ready. Try again in a few minutes.',
    timeout: 'The search took too long. Try again, or use fewer words.',
    other:
      'The address of this page has something that this search does not know. Search again with the form.',
  },
  // Understood
  understood: 'How this search was understood',
  filters: 'Filters',
  filtersText: 'Every result meets these.',
  payerFilterText: 'Clinicians that the payer does not list may still take your plan.',
  answered: 'Answered for each result',
  answeredText: 'This filters nothing.',
  plans: (text: string) => `Plan: ${text}`,
  morePayers: (count: string) => `${count} more payers fit. Type more of the name.`,
  searchedFor: 'Searched for',
  searchedForText: 'Decides which results fit, the best first.',
  weighs: 'Changes the order',
  weighsText: 'Matching results come first, and others stay in the list. Check each result.',
  unapplied: 'Not applied',
  remove: (label: string) => `Remove: ${label}`,
  within: (miles: string, place: string) => `Within ${miles} mi of ${place}`,
  listedBy: (payer: string) => `Listed by ${payer}`,
  named: (name: string) => `Name: ${name}`,
  gender: { F: 'A woman', M: 'A man' },
  telehealthWish: 'Telehealth',
  acceptingWish: 'Accepts new patients',
  speaks: (language: string) => `Speaks ${language}`,
  wordsOnly: 'Words only',
  clinicianWishes: 'These wishes are about clinicians; a search for places of care ignores them.',
  payerNamed: 'Payer in the question',
  payerText:
    'A payer in the question filters nothing. Each result says whether the payer lists the clinician.',
  filterBy: (payer: string) => `Show only clinicians that ${payer} lists`,
  searchedAs: 'Searched as',
  exactWords: 'Search for exactly these words',
  exactWordsText: 'compares words, not meanings; typing errors are still corrected',
  carriersIgnored:
    'Payers list clinicians, not places, so your plan is not applied here. Open a place, and a clinician there, to check it.',
  // Results
  count: (first: string, last: string) => `Results ${first} to ${last}`,
  countOf: (first: string, last: string, total: string) => `Results ${first} to ${last} of ${total}`,
  registryDate: 'Registry of',
  weakLeftOut: 'Weak matches were left out.',
  truncated: 'Some records were shortened to fit the response. Open a record to see all of it.',
  placeIgnored: (place: string) => `The place “${place}” is not known, so the results are not limited to it.`,
  stateInstead: (place: string, state: string) =>
    `The place “${place}” is not known, so the results are for ${state}.`,
  changePlace: 'Change the place',
  partialCoverage: 'This directory serves only a part of this area, so some care nearby is not in the list.',
  phone: 'Call',
  phoneUnknown: 'No telephone number is known',
  extension: 'ext.',
  directions: 'Directions',
  directionsTo: (name: string) => `Directions to ${name}`,
  away: (distance: string) => `${distance} away`,
  about: (distance: string) => `about ${distance}`,
  nearby: 'nearby',
  noAddress: 'Address not known',
  otherPlaces: (count: string) => `and ${count} more ${count === '1' ? 'place' : 'places'}`,
  specialtyUnknown: 'Specialty not known',
  languages: 'Languages',
  newPatients: 'New patients',
  moreFacts: 'Languages, payers and more',
  accepting: {
    accepting: 'accepted',
    not_accepting: 'not accepted',
    existing_only: 'existing patients only',
    unknown: 'not known',
  },
  undated: 'no date',
  listed: 'Listed by',
  notListed: 'No payer here',
  absence: 'A payer that is not named here may still cover the visit: ask the office.',
  more: (count: string) => `${count} more`,
  clinicianCount: 'Clinicians here',
  unnamedPlace: 'Place of care',
  previous: 'Previous page',
  next: 'Next page',
  pages: 'Pages',
  // Map
  map: {
    show: 'Show map',
    hide: 'Hide map',
    label: 'Map of the results; arrow keys move it, plus and minus zoom',
    closer: 'Zoom in',
    farther: 'Zoom out',
    search: 'Search this area',
    pin: (numbers: string) => `Result ${numbers}: go to the list`,
    caption:
      'Simplified state outlines and the larger towns, without streets. A pin is the position of an address, or the center of its ZIP code.',
    failed: 'The map could not be loaded. Check the connection and try again.',
  },
  // No results
  none: 'No results',
  noneWithCarriers: 'No clinician that the chosen payers list matches the rest of this search.',
  noneInRadius: (miles: string) => `Nothing within ${miles} miles matches.`,
  noneFiltered: 'Only weak matches were found, and these are left out.',
  noneAtAll: 'Nothing in this directory matches. It does not follow that there is no such care.',
  nextStep: 'What to try next',
  wider: (miles: string) => `Search within ${miles} miles`,
  withoutCarriers: 'Search without the payers',
  withoutPlace: 'Search everywhere in this directory',
  otherKind: { clinicians: 'Search places of care instead', places: 'Search clinicians instead' },
  withoutPart: (query: string) => `Search for “${query}”`,
  firstPage: 'Back to the first page',
  // API
  apiCall: 'The API request of this view',
  apiText: 'The same data as JSON.',
  withKey: 'Replace <API_KEY> with a key.',
  getKey: 'Get a key',
  copy: ['Copy', 'Copied'],
  call: (tel: string, label: string) => `Call ${tel} (${label})`,
  /** What each number is for. */
  callPurposes: {
    emergency: 'If a life may be in danger',
    crisis: 'To talk with someone now, at any hour',
    poison: 'For what to do after a poisoning, at any hour',
    violence: 'For help with violence at home, at any hour',
  },
  /** By the English label; an operator may set others. */
  contactLabels: {} as Readonly<Record<string, string>>,
  /** Null: the text of the search is in this language already. */
  notices: null as Readonly<Record<NoticeKind, (facts: NoticeFacts) => string>> | null,
} as const

type Widened<Value> = Value extends string
  ? string
  : Value extends (...parameters: infer Parameters) => unknown
    ? (...parameters: Parameters) => string
    : Value extends readonly unknown[]
      ? readonly string[]
      : { readonly [Key in keyof Value]: Widened<Value[Key]> }

export type Messages = Omit<
  { readonly [Key in keyof typeof english]: Widened<(typeof english)[Key]> },
  'notices' | 'contactLabels'
> &
  Pick<typeof english, 'notices' | 'contactLabels'>

const spanish: Messages = {
  title: 'Buscar atención médica',
  lead: 'Busque profesionales y lugares de atención por necesidad, nombre o lugar. Cada dato tiene su fuente y su fecha.',
  languageLabel: 'English',
  search: 'Buscar',
  need: '¿Qué necesita?',
  needPlaceholder: 'Síntoma, tipo de atención, nombre',
  near: 'Cerca de',
  nearPlaceholder: 'Código postal o ciudad',
  radius: 'Radio',
  automaticRadius: 'Automático',
  miles: (miles) => `${miles} millas`,
  useLocation: 'Usar mi ubicación',
  locationDenied: 'El navegador no dio una ubicación. Escriba un código postal o una ciudad.',
  kinds: { clinicians: 'Profesionales', places: 'Lugares de atención' },
  kindsLabel: 'Qué buscar',
  plan: 'Plan o aseguradora',
  planPlaceholder: 'Como en su tarjeta',
  planHint: 'Se responde en cada profesional; no filtra nada.',
  suggestions: {
    list: 'Sugerencias',
    people: 'Profesionales',
    care: 'Tipos de atención',
    places: 'Lugares de atención',
    towns: 'Ciudades',
  },
  suggestionCount: (count) => `${count} sugerencias. Use las teclas de flecha.`,
  loading: 'Buscando …',
  failed: 'No se pudo cargar la búsqueda. Compruebe la conexión e inténtelo de nuevo.',
  retry: 'Intentar de nuevo',
  start: 'Pruebe una de estas búsquedas',
  startText: 'Puede escribir nombres, síntomas y palabras de todos los días, en español o en inglés.',
  examples: [
    'cardiólogo que hable español',
    'zumbido en los oídos',
    'fisioterapia cerca de Providence, RI',
    'dentista',
  ],
  notice: 'Cada registro dice:',
  error: 'La búsqueda no se hizo',
  errorPage: 'Qué significa este error',
  forDevelopers: 'Mensaje de la API',
  errors: {
    zip: 'No existe ese código postal. Revíselo o escriba una ciudad.',
    place: (place) => `No se conoce el lugar “${place}”. Revise cómo se escribe o escriba un código postal.`,
    placeText: 'Escriba solo un código postal, o una ciudad con su estado.',
    position: 'No existe esa posición. Escriba un código postal o una ciudad.',
    q: 'Escriba lo que necesita en pocas palabras, o un nombre.',
    radius_miles: 'No existe ese radio. Elija uno de la lista.',
    carriers: 'Ninguna aseguradora tiene ese código. Quítelo de la dirección y escriba el nombre de su plan.',
    plan: 'Escriba solo el nombre del plan, como en su tarjeta de seguro.',
    missing: 'Escriba lo que necesita o dónde.',
    offset: 'La lista no llega tan lejos. Vuelva al principio.',
    uri_too_long: 'La dirección de esta página es demasiado larga. Busque de nuevo con el formulario.',
    rate_limited: 'Demasiadas búsquedas en poco tiempo. Espere un minuto y busque de nuevo.',
    unavailable: 'El directorio no está listo. Inténtelo de nuevo en unos minutos.',
    timeout: 'La búsqueda tardó demasiado. Inténtelo de nuevo o use menos palabras.',
    other:
      'La dirección de esta página tiene algo que esta búsqueda no conoce. Busque de nuevo con el formulario.',
  },
  understood: 'Cómo se entendió esta búsqueda',
  filters: 'Filtra',
  filtersText: 'Todos los resultados lo cumplen.',
  payerFilterText: 'Un profesional que la aseguradora no incluye puede aceptar su plan de todos modos.',
  answered: 'Respuesta en cada resultado',
  answeredText: 'Esto no filtra nada.',
  plans: (text) => `Plan: ${text}`,
  morePayers: (count) => `Hay ${count} aseguradoras más con ese nombre. Escriba más palabras.`,
  searchedFor: 'Se buscó',
  searchedForText: 'Decide qué resultados coinciden, los mejores primero.',
  weighs: 'Cambia el orden',
  weighsText:
    'Los resultados que coinciden van primero, y los demás siguen en la lista. Revise cada resultado.',
  unapplied: 'No se aplica',
  remove: (label) => `Quitar: ${label}`,
  within: (miles, place) => `A ${miles} mi o menos de ${place}`,
  listedBy: (payer) => `En la lista de ${payer}`,
  named: (name) => `Nombre: ${name}`,
  gender: { F: 'Una mujer', M: 'Un hombre' },
  telehealthWish: 'Telesalud',
  acceptingWish: 'Acepta pacientes nuevos',
  speaks: (language) => `Habla ${language}`,
  wordsOnly: 'Solo palabras',
  clinicianWishes: 'Estos deseos son sobre profesionales; una búsqueda de lugares de atención no los aplica.',
  payerNamed: 'Aseguradora en la pregunta',
  payerText:
    'Una aseguradora en la pregunta no filtra nada. Cada resultado dice si la aseguradora incluye al profesional.',
  filterBy: (payer) => `Mostrar solo profesionales en la lista de ${payer}`,
  searchedAs: 'Se buscó como',
  exactWords: 'Buscar exactamente estas palabras',
  exactWordsText: 'compara palabras, no significados; los errores de escritura se corrigen igual',
  carriersIgnored:
    'Las aseguradoras listan profesionales, no lugares, así que su plan no se aplica aquí. Abra un lugar y un profesional de allí para consultarlo.',
  count: (first, last) => `Resultados ${first} a ${last}`,
  countOf: (first, last, total) => `Resultados ${first} a ${last} de ${total}`,
  registryDate: 'Registro del',
  weakLeftOut: 'Se omitieron las coincidencias débiles.',
  truncated:
    'Algunos registros se acortaron para caber en la respuesta. Abra un registro para verlo completo.',
  placeIgnored: (place) => `No se conoce el lugar “${place}”, así que los resultados no se limitan a él.`,
  stateInstead: (place, state) => `No se conoce el lugar “${place}”, así que los resultados son de ${state}.`,
  changePlace: 'Cambiar el lugar',
  partialCoverage:
    'Este directorio cubre solo una parte de esta zona; puede haber atención cercana que no está en la lista.',
  phone: 'Llamar',
  phoneUnknown: 'No se conoce el teléfono',
  extension: 'ext.',
  directions: 'Cómo llegar',
  directionsTo: (name) => `Cómo llegar a ${name}`,
  away: (distance) => `a ${distance}`,
  about: (distance) => `unas ${distance}`,
  nearby: 'muy cerca',
  noAddress: 'No se conoce la dirección',
  otherPlaces: (count) => `y ${count} ${count === '1' ? 'lugar' : 'lugares'} más`,
  specialtyUnknown: 'No se conoce la especialidad',
  languages: 'Idiomas',
  newPatients: 'Pacientes nuevos',
  moreFacts: 'Idiomas, aseguradoras y más',
  accepting: {
    accepting: 'se aceptan',
    not_accepting: 'no se aceptan',
    existing_only: 'solo pacientes actuales',
    unknown: 'no se sabe',
  },
  undated: 'sin fecha',
  listed: 'En la lista de',
  notListed: 'Ninguna aseguradora aquí',
  absence:
    'Una aseguradora que no aparece aquí puede cubrir la visita de todos modos: pregunte en el consultorio.',
  more: (count) => `${count} más`,
  clinicianCount: 'Profesionales aquí',
  unnamedPlace: 'Lugar de atención',
  previous: 'Página anterior',
  next: 'Página siguiente',
  pages: 'Páginas',
  map: {
    show: 'Ver mapa',
    hide: 'Ocultar mapa',
    label: 'Mapa de los resultados; las teclas de flecha lo mueven, más y menos cambian la escala',
    closer: 'Acercar',
    farther: 'Alejar',
    search: 'Buscar en esta zona',
    pin: (numbers) => `Resultado ${numbers}: ir a la lista`,
    caption:
      'Contornos simplificados de los estados y las ciudades más grandes, sin calles. Un marcador es la posición de una dirección o el centro de su código postal.',
    failed: 'No se pudo cargar el mapa. Compruebe la conexión e inténtelo de nuevo.',
  },
  none: 'Sin resultados',
  noneWithCarriers: 'Ningún profesional de las listas elegidas coincide con el resto de la búsqueda.',
  noneInRadius: (miles) => `Nada coincide a ${miles} millas o menos.`,
  noneFiltered: 'Solo se encontraron coincidencias débiles, que se omiten.',
  noneAtAll: 'Nada en este directorio coincide. Eso no significa que no exista esa atención.',
  nextStep: 'Qué puede probar',
  wider: (miles) => `Buscar a ${miles} millas o menos`,
  withoutCarriers: 'Buscar sin las aseguradoras',
  withoutPlace: 'Buscar en todo el directorio',
  otherKind: { clinicians: 'Buscar lugares de atención', places: 'Buscar profesionales' },
  withoutPart: (query) => `Buscar “${query}”`,
  firstPage: 'Volver a la primera página',
  apiCall: 'La solicitud a la API de esta vista',
  apiText: 'Los mismos datos como JSON.',
  withKey: 'Sustituya <API_KEY> por una clave.',
  getKey: 'Obtener una clave',
  copy: ['Copiar', 'Copiado'],
  call: (tel, label) => `Llamar al ${tel} (${label})`,
  callPurposes: {
    emergency: 'Si una vida puede estar en peligro',
    crisis: 'Para hablar con alguien ahora, a cualquier hora',
    poison: 'Para saber qué hacer tras una intoxicación, a cualquier hora',
    violence: 'Para recibir ayuda por violencia en el hogar, a cualquier hora',
  },
  contactLabels: {
    'Emergency services': 'servicios de emergencia',
    'Suicide & Crisis Lifeline': 'línea de prevención del suicidio y crisis',
    'Poison Control': 'control de intoxicaciones',
    'National Domestic Violence Hotline': 'línea nacional contra la violencia doméstica',
  },
  notices: {
    not_understood: ({ quoted, number, hasResults }) => {
      if (number !== '')
        return `El número ${number} no lleva a ningún resultado de esta búsqueda. Revise el número, o escriba un nombre.`
      if (quoted === '')
        return 'No se reconoció en la pregunta ninguna necesidad de atención. Escriba un síntoma, un tipo de atención o un nombre.'
      const rest = hasResults
        ? 'Los resultados son para el resto de la pregunta.'
        : 'Revise la ortografía, o escriba un síntoma o un tipo de atención.'
      return `Aquí no figura ningún profesional con el nombre “${quoted}”. ${rest}`
    },
    language: ({ questionLanguage, hasPhrasebook, quoted }) => {
      const beginning = `La pregunta parece estar en ${questionLanguage}`
      if (!hasPhrasebook) return `${beginning}, que la búsqueda no entiende. Pregunte en inglés o en español.`
      const limit = `${beginning}. La búsqueda solo conoce necesidades comunes en este idioma`
      return quoted === ''
        ? `${limit}, y no encontró ninguna en la pregunta. Pregunte en inglés o en español.`
        : `${limit}, y buscó, en inglés, “${quoted}”. Compruebe que es lo que quiere decir, o pregunte en inglés o en español.`
    },
    window_reached: ({ resultsMax }) =>
      `Hay más de ${resultsMax} resultados. Busque algo más preciso, por ejemplo con un radio menor o un nombre.`,
    emergency: ({ emergency }) =>
      `Puede ser una emergencia. Llame al ${emergency} o vaya ahora a la sala de emergencias más cercana.`,
    crisis: ({ emergency, crisis }) =>
      `Si hay una vida en peligro, llame ahora al ${emergency}. Para recibir ayuda a cualquier hora, llame al ${crisis}.`,
    poison: ({ contact, emergency }) =>
      `Tras una posible intoxicación, llame ahora al ${contact?.tel ?? emergency}, a cualquier hora. Si la persona se desmayó, tiene convulsiones o no puede respirar, llame al ${emergency}.`,
    violence: ({ contact, emergency }) =>
      `Si está en peligro, llame al ${emergency}. Para recibir ayuda por violencia en el hogar a cualquier hora, llame al ${contact?.tel ?? emergency}.`,
    place_unresolved: ({ unknownPlace, lacksState }) =>
      unknownPlace === ''
        ? 'No se indicó ninguna posición, así que los resultados son de todo el directorio y no están cerca de usted. Agregue un código postal o una ciudad con su estado.'
        : lacksState
          ? `“${unknownPlace}” puede ser más de un lugar, así que los resultados no están cerca de ninguno de ellos. Agregue su estado o escriba un código postal.`
          : `La búsqueda no conoce el lugar “${unknownPlace}”, así que los resultados no están cerca de él. Escriba un código postal o una ciudad con su estado.`,
    danger_to_others: ({ emergency, crisis }) =>
      `Si alguien puede resultar herido, llame ahora al ${emergency} y vaya a un lugar seguro. Para hablar a cualquier hora de pensamientos de hacer daño, llame al ${crisis}.`,
    pregnancy_urgent: ({ emergency }) =>
      `En el embarazo y después del parto, esto no debe esperar: llame ahora al obstetra o a la sala de partos del hospital, a cualquier hora. Si hay sangrado abundante, convulsiones, desmayo o falta de aire, llame al ${emergency}.`,
    nearest_is: ({ radiusMiles, nearestMiles }) =>
      `Nada a menos de ${radiusMiles} mi; lo más cercano está a ${nearestMiles} mi.`,
    ignored_wish: ({ unknownPayer, wishes, replacedPlace, unlistedFields, reducedTo, hasResults }) => {
      if (unlistedFields !== '')
        return `El directorio no tiene profesionales de este campo: ${unlistedFields}.${hasResults ? ' Los resultados son de otros profesionales.' : ''}`
      if (reducedTo !== '')
        return `La distancia máxima de una búsqueda es de ${reducedTo} millas, así que los resultados están a menos de ${reducedTo} millas y no a la distancia de la pregunta.`
      if (replacedPlace !== '')
        return `La solicitud tiene una posición, así que los resultados están cerca de ella y no de ${replacedPlace}, que la pregunta nombra.`
      return wishes.length > 0
        ? `La búsqueda no puede aplicar esta parte de la pregunta: ${wishes.map((wish) => spanishWishes[wish]).join(', ')}. Pregunte en cada consultorio.`
        : `${unknownPayer === '' ? 'Los resultados no se limitan a la aseguradora de la pregunta.' : `El directorio no tiene listas de “${unknownPayer}”.`} Pregunte en cada consultorio qué planes acepta.`
    },
    carriers_without_listings: ({ carriers }) =>
      `El directorio no tiene listas de ${carriers}: que no aparezca ningún profesional no significa que ninguno acepte esos planes. Pregunte en cada consultorio qué planes acepta.`,
    outside_coverage: ({ area }) =>
      `Este directorio no cubre ${area || 'esta zona'}: que no haya resultados no significa que no haya atención.`,
  },
}

export const messages: Readonly<Record<Language, Messages>> = { en: english, es: spanish }
