/** The sentences of the assistant in Spanish. */
import { liveSpanish } from './live-phrases-spanish.ts'
import type { Phrases } from './phrases.ts'

const dated = (date: string | null): string => (date === null ? 'sin fecha' : `del ${date}`)

export const spanish: Phrases = {
  locale: 'es-US',
  urgent: {
    emergency: ({ emergency }) =>
      `Puede ser una emergencia. Llame al ${emergency.tel} o vaya ahora a la sala de emergencias más cercana.`,
    crisis: ({ emergency, crisis }) =>
      `Si hay una vida en peligro, llame ahora al ${emergency.tel}. Para recibir ayuda a cualquier hora, llame al ${crisis.tel}.`,
    poison: ({ emergency, poison }) =>
      `Tras una posible intoxicación, llame ahora al ${poison.tel}, a cualquier hora. Si la persona se desmayó, tiene convulsiones o no puede respirar, llame al ${emergency.tel}.`,
    violence: ({ emergency, violence }) =>
      `Si está en peligro, llame al ${emergency.tel}. Para recibir ayuda por violencia en el hogar a cualquier hora, llame al ${violence.tel}.`,
    danger_to_others: ({ emergency, crisis }) =>
      `Si alguien puede resultar herido, llame ahora al ${emergency.tel} y vaya a un lugar seguro. Para hablar a cualquier hora de pensamientos de hacer daño, llame al ${crisis.tel}.`,
    pregnancy_urgent: ({ emergency }) =>
      `En el embarazo y después del parto, esto no debe esperar: llame ahora al obstetra o a la sala de partos del hospital, a cualquier hora. Si hay sangrado abundante, convulsiones, desmayo o falta de aire, llame al ${emergency.tel}.`,
  },
  reminder: (kinds, { emergency, crisis, poison, violence }) =>
    [
      `Si empeora, llame al ${emergency.tel}.`,
      ...(kinds.has('crisis') || kinds.has('danger_to_others')
        ? [`Para recibir ayuda a cualquier hora, llame al ${crisis.tel}.`]
        : []),
      ...(kinds.has('poison') ? [`Tras una intoxicación, llame al ${poison.tel}.`] : []),
      ...(kinds.has('violence') ? [`Para recibir ayuda por violencia, llame al ${violence.tel}.`] : []),
    ].join(' '),
  live: liveSpanish,
  afterEmergency: 'Si me dice una ciudad o un código postal, puedo mostrar los hospitales más cercanos.',
  afterCrisisPlace: 'Cuando quiera, puedo buscar atención cerca de usted.',
  afterCrisis: 'Cuando quiera, puedo buscar atención cerca de usted: dígame una ciudad o un código postal.',
  foreignLanguage: (language) =>
    `Su mensaje parece estar en ${language}. Entiendo mejor el español y el inglés; compruebe que la respuesta sirve.`,
  limits: {
    out_of_scope:
      'Solo puedo buscar profesionales y lugares de atención médica para personas, así que no puedo ayudar con esto.',
    dosage: 'No puedo dar consejos sobre medicinas o dosis. Un farmacéutico o un profesional de la salud sí.',
    prescription: 'No puedo recetar, renovar ni enviar nada. Llame al consultorio o a la farmacia.',
    records: 'No tengo expedientes, resultados ni facturas. Pregunte en el consultorio o a su plan.',
    attachment: 'No puedo recibir fotos ni archivos. Descríbalo con palabras, por favor.',
    human:
      'Soy un programa y aquí no puedo comunicarle con una persona. Los consultorios de la lista atienden por teléfono.',
    diagnosis: 'No puedo decir qué es; solo un profesional puede. Puedo buscar uno.',
    stock: 'No puedo ver qué hay en una farmacia o un consultorio. Llame antes de ir.',
    bill: 'No puedo ver ni corregir facturas. Llame al número de la factura, o a su plan.',
    'plan elsewhere': 'Que un plan pague en otro estado depende del plan: pregúntele antes de la visita.',
    coverage:
      'No puedo ver qué paga un plan. Pregunte a su plan; si se lastimó en el trabajo, pregunte también a su empleador por la compensación laboral.',
    results: 'No puedo explicar resultados. El consultorio que pidió el examen puede.',
    advice: 'No puedo decir si eso hace falta. Un profesional o la línea de enfermería de su plan puede.',
    referral:
      'El directorio no sabe si hace falta una orden, un referido o una autorización. Pregunte a su plan y al consultorio.',
    operator:
      'El directorio no indica a qué empresa u hospital pertenece un lugar o un profesional. Pregunte en el consultorio.',
    'pending plan':
      'La lista de un plan vale cuando el plan esté activo. Hasta entonces, pregunte en cada consultorio cuánto cobra.',
    'plan of another person':
      'Dejo fuera el plan que no es del paciente. Diga el plan del paciente y busco su lista.',
    ages: 'Ninguna fuente indica qué edades atiende un consultorio. Pregunte allí.',
    basis:
      'Son entradas de registros públicos, que elijo por su especialidad registrada. Los registros no indican enfermedades, tratamientos ni habilidades: pregunte en el consultorio.',
    affirming: 'Ninguna fuente indica qué consultorios son inclusivos con pacientes LGBTQ. Pregunte allí.',
    service: 'No sé quién opera este servicio. Lo dice el sitio que muestra este chat.',
    contact:
      'El directorio tiene teléfonos, pero no correos electrónicos ni páginas web. Llame al consultorio y pídalos.',
    bring:
      'Los consultorios suelen pedir una identificación con foto, la tarjeta del seguro y una lista de sus medicinas. Pregunte qué más debe llevar.',
    interpreter:
      'Ninguna fuente indica qué consultorios tienen intérpretes. Pida uno cuando llame; a menudo el consultorio debe ponerlo sin costo.',
    visit:
      'El directorio no indica cómo es una consulta ni cómo prepararse. Pregunte en el consultorio cuando llame.',
    prescribing:
      'El directorio no indica quién receta cada medicina. Pregunte en el consultorio antes de la cita.',
    confidentiality:
      'El directorio no sabe quién se entera de una visita ni quién debe dar permiso. Pregunte en el consultorio antes de ir, y a su plan qué aparece en sus avisos.',
    documents:
      'No, no necesito tarjeta, número ni nombre. Basta un lugar, y el nombre de su plan si tiene uno.',
    charge: 'Este chat no pide ningún pago. Los consultorios tienen sus propios precios, que no conozco.',
    completeness:
      'El directorio tiene lo que sus fuentes públicas indican en la zona que cubre, así que puede faltar atención.',
    sponsors:
      'Ningún pago cambia el orden de una lista: primero lo que mejor coincide, y entre iguales, lo más cercano.',
    payment: 'Ninguna fuente indica cómo se puede pagar en un consultorio. Pregunte allí.',
    discipline:
      'El directorio no tiene quejas, demandas ni sanciones. La junta de licencias del estado las publica.',
    numbers:
      'Los teléfonos vienen de registros públicos y no se prueban, así que algunos pueden estar desactualizados. Si uno no sirve, el teléfono de su plan quizá tenga el actual.',
    papers:
      'El directorio no sabe qué papeles pide un consultorio. Los centros de salud comunitarios suelen atender a todos: pregunte cuando llame, sin dar su nombre.',
    'low cost':
      'El directorio no tiene precios. Los centros de salud comunitarios suelen cobrar según el ingreso; puedo mostrarlos.',
    'private contact': 'Doy direcciones y teléfonos de consultorios, y nada privado.',
    'clinician age': 'Ninguna fuente indica la edad de un profesional. Pregunte en el consultorio.',
    experience:
      'Ninguna fuente indica cuántos años lleva ejerciendo un profesional. Pregunte en el consultorio.',
    'person of the clinician': 'El directorio no conoce la vida ni el origen de los profesionales.',
    manner:
      'El directorio no sabe cómo trata cada profesional a las personas. Al llamar, diga qué le importa.',
    offers:
      'El directorio no indica qué pruebas y tratamientos ofrece un hospital o un consultorio. Pregunte al llamar.',
    correction:
      'Los datos vienen de NPPES, el registro nacional de proveedores. El profesional o el consultorio corrige ahí sus propios datos (nppes.cms.hhs.gov); yo no puedo cambiarlos. El directorio muestra la corrección cuando su operador carga datos más nuevos.',
    refresh:
      'No sé cada cuánto carga datos nuevos el operador de este servicio. NPPES, el registro, los publica cada semana y cada mes.',
    delivery: 'No puedo enviar ni imprimir nada. Usted puede imprimir o copiar esta conversación.',
    speaker:
      'Ninguna fuente indica quién habla un idioma en un consultorio, el profesional o el personal. Pregunte en el consultorio.',
    credentials:
      'Las letras después de un nombre son títulos y licencias, como los tiene el registro. No puedo explicar cada una; el campo junto al nombre dice qué hace el profesional.',
    'text telephone':
      'El directorio no tiene números TTY. Marque 711 sin costo: un servicio de retransmisión llama al consultorio y escribe por usted.',
    'special unit':
      'El directorio no indica qué unidades tiene un lugar, por ejemplo para la memoria. Pregunte al llamar.',
    overnight: 'El directorio no indica dónde se puede quedar internado un paciente. Pregunte al llamar.',
    ride: 'El directorio no sabe quién ofrece transporte. Pregunte en el consultorio y a su plan: algunos planes pagan el transporte a las citas.',
    training:
      'Pocas fuentes indican la formación o la certificación. Dígame de quién, y digo lo que se sabe.',
    building:
      'El directorio no conoce el edificio: escaleras, elevadores, rampas o estacionamiento. Pregunte en el consultorio.',
    opinion:
      'No puedo juzgar si es urgente. En caso de duda, llame a un profesional o al número de emergencias.',
    booking: 'No puedo hacer, cambiar ni cancelar citas: llame al consultorio.',
    price: 'El directorio no tiene precios. Pregunte en el consultorio.',
    explanation:
      'No puedo explicar especialidades ni tratamientos, pero puedo buscar un profesional de cada una.',
    rating: 'El directorio no tiene opiniones ni calificaciones, así que este orden no dice quién es mejor.',
    'travel time':
      'El directorio conoce distancias en línea recta, no tiempos de viaje. Puede darme un número de millas.',
    'opening hours': 'Pocas fuentes indican el horario.',
    'appointment at short notice':
      'El directorio no conoce las citas libres, la espera ni si atienden sin cita. Llame antes al consultorio.',
    'wheelchair access':
      'El directorio no sabe si hay acceso en silla de ruedas. Pregunte en el consultorio.',
    'treatment without injections or medicine':
      'El directorio no sabe cómo trata cada consultorio. Pregunte allí.',
    reviews: 'El directorio no tiene opiniones ni calificaciones, así que este orden no dice quién es mejor.',
    'experience or training': 'El directorio no compara la experiencia. Pregunte en el consultorio.',
    'background or belief of the clinician':
      'El directorio no conoce el origen ni la fe de los profesionales.',
    'parking or public transport':
      'El directorio no conoce el estacionamiento ni el transporte. Pregunte en el consultorio.',
    'home visits': 'Ninguna fuente indica quién atiende a domicilio. Pregunte en el consultorio.',
  },

  greeting: 'Hola. Puedo buscar profesionales y lugares de atención médica.',
  help: 'Soy un programa, no una persona ni un profesional de la salud. Busco profesionales y lugares de atención, con sus teléfonos y fuentes, y puedo decir si un plan incluye a un profesional en su lista.',
  thanks: 'De nada.',
  approval: (count) =>
    count === 0
      ? 'Bien. Dígame qué atención necesita y dónde.'
      : `Bien. Llame al consultorio antes de ir. Puedo buscar el teléfono, el horario o los planes${count === 1 ? '' : ' de cada uno'}.`,
  goodbye: 'Adiós. Que se mejore.',
  anyWords:
    'Tómese su tiempo. Sirve cualquier palabra: qué le molesta, dónde y desde cuándo. No necesito su nombre.',
  pause: 'Tómese su tiempo. Escríbame cuando guste.',
  cancelled: 'De acuerdo. Si lo necesita más tarde, dígame la atención y el lugar.',
  frustrated: 'Siento que esto no fuera lo que necesita.',
  tellChange: 'Dígame qué debo cambiar: por ejemplo el tipo de atención, el lugar o la distancia.',
  smallTalk: 'Solo puedo hablar de atención médica, y con gusto la busco.',
  startedOver: 'He olvidado la última búsqueda.',
  languageChanged: 'Contestaré en español.',
  noted:
    'De acuerdo. Puede cambiar la búsqueda en cualquier momento: por ejemplo el lugar, el plan o el idioma.',
  kept: 'Lo tendré en cuenta en la búsqueda.',
  noPlaceRead: 'No conozco un lugar con ese nombre.',
  whyNot:
    'Solo busco lo que los registros y los planes publican sobre los consultorios. El consultorio puede ayudarle con lo demás.',
  notStated: 'El directorio no indica eso. Pregunte en el consultorio.',
  remark: 'De acuerdo. Esto no cambia la búsqueda.',
  tellOffice: 'Dígalo en el consultorio cuando llame.',
  heard: 'Lo he anotado.',
  unclear: (hasList) =>
    hasList
      ? 'No entendí eso, así que dejo la lista igual. Puedo buscar otra atención, otro lugar o un plan, o responder a una pregunta sobre alguien de la lista.'
      : 'No entendí eso. Puedo buscar un tipo de profesional, un síntoma o un nombre, cerca de una ciudad o un código postal.',
  questionNotUnderstood:
    'No entendí la pregunta. El directorio tiene la especialidad, la dirección y el teléfono de cada resultado, y de algunos también el horario, los idiomas, los planes y si aceptan pacientes nuevos. Para lo demás, pregunte en el consultorio.',
  noPayer:
    'De acuerdo, busco sin plan. El directorio no tiene precios: pregunte en cada consultorio cuánto cobra sin seguro. Los centros de salud comunitarios suelen cobrar según el ingreso; puedo mostrarlos.',
  noList: 'Todavía no he mostrado ninguna lista.',
  coverage: (place, isServed) =>
    isServed
      ? `Sí, este directorio cubre la zona de ${place}.`
      : `No, este directorio no cubre la zona de ${place}.`,
  noChain: (chain) => `Ninguno de estos se llama ${chain}; muestro otros del mismo tipo.`,
  onlyRelated: (field, shown) =>
    `No encuentro ${field} aquí. En su lugar, como atención relacionada: ${shown}.`,
  noField: (field, around) =>
    `Este directorio no tiene ${field}${around === '' ? '' : ` ${around}`}, ni nada parecido. Su médico de cabecera puede remitirle, y su plan puede decirle quién trata esto: el teléfono está en su tarjeta.`,
  aroundPlace: (town, names) =>
    names === null ? `Alrededor de ${town}: no hay otros.` : `Alrededor de ${town}: ${names}.`,
  sameForAnother: 'Para la otra persona, este es el mismo tipo de atención. Dígame si debe ser otro.',
  samePlace: (around) =>
    `Sí, la lista es de atención ${around}, y sigue a su alrededor donde hay poca. Puede darme otra ciudad o un código postal.`,
  oneAtATime: (others) => `Busco un tipo de atención a la vez. Después pídame: ${others}.`,
  failed: 'El directorio no se puede leer ahora. Envíe su mensaje otra vez en un minuto.',
  slow: 'La búsqueda tardó demasiado. Envíe su mensaje otra vez.',

  ask: {
    distress: 'Un terapeuta o un médico de familia puede ayudar con esto. ¿A cuál busco, y dónde?',
    need: '¿Qué atención necesita? Dígame un síntoma, un tipo de profesional o un nombre.',
    place: '¿Dónde busco? Basta un código postal o una ciudad.',
    placeAgain: (known) =>
      `${known === '' ? '' : `He anotado: ${known}. `}Falta el lugar: envíe un código postal de 5 cifras o una ciudad con su estado, o elija Omitir para buscar en todas partes.`,
    unknownPlace: (place) =>
      `No conozco el lugar “${place}”. Dígame un código postal, o una ciudad con su estado.`,
    stateOf: (town) => `¿En qué estado está “${town}”? También basta un código postal.`,
    payer: '¿Qué seguro tiene? Puedo buscar a quienes su plan incluye en su lista.',
    name: '¿Cuál de ellos?',
    origin: '¿Desde dónde mido? Basta un código postal o una ciudad.',
  },
  treatingKinds: (names) => `Para eso busco: ${names.join(', ')}.`,
  usualField: (name) => `De eso suele encargarse este profesional: ${name}.`,
  lookFor: (name) => `Puedo ayudarle a encontrar este profesional: ${name}.`,
  distress: ({ crisis }) =>
    `Lamento que sea un momento difícil. Para hablar con alguien a cualquier hora, llame al ${crisis.tel}.`,
  disclosures: {
    recovery: ({ crisis }) => `Muy bien hecho. Si se pone difícil, llame al ${crisis.tel} a cualquier hora.`,
    'substance use': ({ crisis }) =>
      `Lamento que sea un momento difícil. Para recibir ayuda con alcohol o drogas a cualquier hora, llame al ${crisis.tel}.`,
  },
  notUnderstood: 'No reconocí aquí ninguna necesidad de atención.',

  places: { around: (label) => `cerca de ${label}`, shared: 'cerca de usted', you: 'usted' },
  found: ({ count, isProvider, around, isMore }) => {
    const noun = isProvider
      ? count === 1
        ? 'profesional'
        : 'profesionales'
      : count === 1
        ? 'lugar de atención'
        : 'lugares de atención'
    return `Aquí hay ${count} ${noun}${isMore ? ' más' : ''}${around === '' ? '' : ` ${around}`}.`
  },
  hospitals: (around, count) =>
    count === 1
      ? `Aquí está el hospital más cercano ${around}.`
      : `Aquí están los ${count} hospitales más cercanos ${around}.`,
  noHospital: (around) =>
    `Este directorio no tiene ningún hospital ${around} que pueda tener sala de emergencias. Quizá no los tiene todos.`,
  emergencyRoomsUnknown: 'Mis fuentes no indican de cada uno que tenga sala de emergencias.',
  widened: ({ miles, count, around }) =>
    `Nada a ${miles} ${miles === 1 ? 'milla' : 'millas'} o menos coincide con todo. ${count === 1 ? 'Este es el más cercano' : 'Estos son los más cercanos'}, ${around}.`,
  nearest: (miles, count) => `${count === 1 ? 'Está' : 'El más cercano está'} a ${miles}.`,
  middleOfState: (state) =>
    `Mido desde el centro de ${state}: dígame una ciudad o un código postal para ver los más cercanos a usted.`,
  alreadyNearest: (origin, isZip) =>
    `Los más cercanos que conozco ya estaban en la última lista. Mido desde el centro de ${origin}, ${isZip ? 'así que no sé cuál queda más cerca de su calle' : 'así que un código postal da distancias más exactas'}.`,
  unknownLandmark: (name, town) =>
    `No sé dónde queda ${name}, así que mido desde ${town}. Un código postal es más exacto.`,
  leftOutPlaces: (places) => `No incluyo atención en ${places}.`,
  includedAgain: 'Ya no excluyo ningún tipo de profesional.',
  leftOutRecord: (name) => `Ya no incluyo a ${name}.`,
  leftOut: {
    kind: 'Ningún lugar de atención coincide, así que estos son profesionales de la especialidad: pregúnteles dónde se hace.',
    wishes:
      'Nada coincide con todo lo que desea, así que esta lista es sin eso: pregunte en los consultorios.',
    need: 'Nada coincide con el último mensaje, así que esta lista es de la atención que pidió antes.',
  },
  noMatch: (around) =>
    `Nada en este directorio coincide ${around}, tampoco más lejos. Eso no significa que no exista esa atención. Puede nombrar un tipo de profesional u otra ciudad.`,
  noMatchAnywhere:
    'Nada en este directorio coincide. Eso no significa que no exista esa atención. Puede nombrar un tipo de profesional.',
  outsideCoverage: (around) =>
    `Este directorio no cubre la zona ${around}, así que no sé quién atiende allí.`,
  partialCoverage: 'El directorio no cubre toda esta zona, así que puede faltar atención cercana.',
  listedBy: ({ payer, date, count }) =>
    `${count === 1 ? 'Está' : 'Todos están'} en la lista de ${payer} (lista ${dated(date)}). Confírmelo en el consultorio.`,
  listedBySeveral: (payers) => {
    const [shared, ...others] = [...new Set(payers.map(({ date }) => date))].map(dated)
    const lists = payers.map(
      ({ payer, listed, date }) =>
        `${payer} incluye en su lista a ${listed ?? 'todos'}${others.length > 0 ? ` (lista ${dated(date)})` : ''}`,
    )
    return `${lists.join('; ')}${others.length > 0 ? '' : ` (listas ${shared})`}. Confírmelo en el consultorio.`
  },
  noneListed: (payer) =>
    `Ninguna coincidencia está en la lista de ${payer}. No estar en la lista no significa que no lo acepten: pregunte en el consultorio.`,
  noListings: (payer) =>
    `El directorio no tiene la lista de ${payer}, así que no puede decir quién lo acepta: pregunte en cada consultorio.`,
  onlyOtherStates: (payers) =>
    `Solo tiene la lista de ${payers}, que quizá no es su plan. Si es el suyo, dígame el nombre completo.`,
  wishesNotForPlaces:
    'El directorio indica el género, los pacientes nuevos y las consultas por video solo de profesionales. Pregunte en el lugar o pídame profesionales.',
  payerNotForPlaces: 'Los planes incluyen profesionales, no lugares: pregunte allí si aceptan el suyo.',
  met: {
    gender: (gender, count) =>
      count === 1
        ? `En el registro consta como ${gender === 'F' ? 'mujer' : 'hombre'}.`
        : gender === 'F'
          ? 'Todas están registradas como mujeres.'
          : 'Todos están registrados como hombres.',
    language: (languages, count) =>
      count === 1 ? `Una fuente indica ${languages}.` : `Una fuente indica ${languages} para cada uno.`,
    accepting: (count) => `Una fuente indica que ${count === 1 ? 'acepta' : 'aceptan'} pacientes nuevos.`,
    telehealth: (count) =>
      `Una fuente indica que ${count === 1 ? 'ofrece' : 'ofrecen'} consultas a distancia.`,
  },
  unmet: {
    gender: (gender) => `Ninguna coincidencia está registrada como ${gender === 'F' ? 'mujer' : 'hombre'}.`,
    language: (languages) =>
      `Ninguna fuente indica ${languages} para estas coincidencias; pregunte en el consultorio.`,
    accepting: () => 'Ninguna fuente indica quiénes aceptan pacientes nuevos; pregunte en el consultorio.',
    telehealth: () =>
      'Ninguna fuente indica quiénes ofrecen consultas a distancia; pregunte en el consultorio.',
  },
  listDate: (payer, date) =>
    `La lista de ${payer} es ${date === null ? 'de fecha desconocida' : `del ${date}`}.`,
  addressFromRegistry:
    'La dirección es la del registro, y un consultorio puede haberse mudado: confírmela por teléfono.',
  dataAsOf: (date) => `Datos del registro del ${date}; llame antes de ir.`,
  noMore: 'No hay más coincidencias.',
  notInList: (count) =>
    count === 1 ? 'Mi última lista tiene solo uno.' : `Mi última lista tiene solo ${count}.`,
  order:
    'Coinciden con las palabras de su mensaje, por su especialidad registrada; entre iguales, primero los más cercanos. Donde una ciudad tiene pocos, la lista sigue a su alrededor. El orden no dice quién es mejor.',

  which: (label) => `Encontré varios registros para ${label}.`,
  notFound: (label) =>
    `No encuentro “${label}” en este directorio. Eso no significa que no exista. Revise la ortografía.`,
  otherField: 'Ningún profesional con este nombre está registrado en la especialidad que usted nombró.',
  notOfField: (label) =>
    `Ningún profesional con el nombre «${label}» está registrado aquí en la especialidad que usted nombró. Eso no significa que no exista.`,
  noneOfField: (count) =>
    count === 1
      ? 'El registro que mostré no es de esa especialidad.'
      : `Ninguno de los ${count} que mostré está registrado en esa especialidad.`,
  remembered: ({ need, place, payer }) =>
    `Lo que usted me dijo: atención: ${need ?? 'sin indicar'}; lugar: ${place ?? 'sin indicar'}; seguro: ${payer ?? 'sin indicar'}.`,
  service:
    'Soy un directorio, no un consultorio, así que no acepto seguros. Puedo buscar profesionales que su plan incluye en su lista.',
  servicePayers: (payers) => `El directorio tiene listas de: ${payers}.`,
  elsewhere: (around) => `No hay tal registro ${around}; lo que sigue está en otro lugar.`,
  didYouMean: '¿Se refiere a alguno de estos?',
  invalidNpi: (digits) =>
    `${digits} no es un NPI válido: su dígito de control no coincide. Revise el número.`,
  npiLength: (digits) => `${digits} no es un NPI: un NPI tiene diez dígitos. Revise el número.`,
  deactivated: (npi) => `El registro ha desactivado el NPI ${npi}.`,
  outsideNpi: (npi) => `El NPI ${npi} atiende fuera de la zona de este directorio.`,

  record: {
    named: (name, specialty) => (specialty === null ? `${name}.` : `${name}, ${specialty}.`),
    phone: (phone) => `Teléfono: ${phone}.`,
    extension: (digits) => `ext. ${digits}`,
    noPhone: (name) => `Ninguna fuente indica un teléfono de ${name}.`,
    fax: (place, fax) => `${place}, fax: ${fax}.`,
    npi: (npi) => `NPI: ${npi}.`,
    noNpi: (name) => `El directorio no tiene el NPI de ${name}: tiene los de profesionales.`,
    noFax: (name) => `Ninguna fuente indica un fax de ${name}.`,
    noAddress: (name) => `Ninguna fuente indica una dirección de ${name}.`,
    distance: (name, distance, origin) => `${name} está a unas ${distance} de ${origin}, en línea recta.`,
    distanceUnknown: (name) =>
      `No puedo medir la distancia a ${name}: ninguna fuente indica su ubicación exacta.`,
    noOrigin: 'No puedo medir la distancia, porque no sé dónde está usted.',
    hours: (hours) => `Horario: ${hours}.`,
    hoursAt: (name, hours) => `${name}: ${hours}.`,
    hoursDate: (date) => `Horario indicado el ${date}; puede haber cambiado.`,
    noHours: (name) => `Ninguna fuente indica el horario de ${name}. Llame, por favor.`,
    openAt: (name, hours) => `Según la fuente, ${name} abre entonces: ${hours}.`,
    notOpenAt: (name) => `La fuente no indica que ${name} abra entonces.`,
    languages: (languages) => `Idiomas: ${languages}.`,
    gender: (name, gender) =>
      gender === 'F' ? `${name} está registrada como mujer.` : `${name} está registrado como hombre.`,
    training: (name, training) => `Formación de ${name} según las fuentes: ${training}.`,
    noTraining: (name) => `Ninguna fuente indica la formación de ${name}. Pregunte en el consultorio.`,
    education: {
      medical_school: 'facultad de medicina',
      degree: 'título',
      residency: 'residencia',
      fellowship: 'subespecialidad',
      certification: 'certificación',
      other: 'otra',
    },
    affiliations: (name, organizations) => `Una fuente indica para ${name}: ${organizations}.`,
    noAffiliations: (name) =>
      `Ninguna fuente indica un hospital, grupo o empresa de ${name}. Pregunte en el consultorio.`,
    telehealth: {
      offered: (name) => `Una fuente indica que ${name} atiende por video o teléfono.`,
      not_offered: (name) => `Una fuente indica que ${name} no atiende por video ni teléfono.`,
      unknown: (name) => `Ninguna fuente indica si ${name} atiende por video. Pregunte en el consultorio.`,
    },
    otherName: (name, other) => `Las fuentes también tienen el nombre ${other} para ${name}.`,
    noGender: (name) => `Ninguna fuente indica el género de ${name}.`,
    noLanguages: (name) => `Ninguna fuente indica los idiomas de ${name}.`,
    speaks: (name, language) => `Una fuente indica ${language} para ${name}.`,
    speaksUnknown: (name, language) =>
      `Ninguna fuente indica ${language} para ${name}. Pregunte en el consultorio.`,
    accepting: {
      accepting: 'se aceptan',
      not_accepting: 'no se aceptan',
      existing_only: 'solo pacientes actuales',
    },
    acceptingUnknown: 'Ninguna fuente indica si se aceptan pacientes nuevos; pregunte en el consultorio.',
    acceptingAt: (place, value, date) =>
      `Pacientes nuevos en ${place}: ${value}${date === null ? '' : ` (indicado el ${date})`}.`,
    plans: (name, plans) =>
      `Planes que incluyen a ${name}: ${plans}. Puede aceptar otros también: pregunte en el consultorio.`,
    noPlans: (name) =>
      `Ningún plan de este directorio incluye a ${name}. Eso no significa que no acepte ninguno: pregunte en el consultorio.`,
    noPlansAtAll: 'Este directorio no tiene listas de planes: pregunte en el consultorio cuáles aceptan.',
    plan: (payer, date) => `${payer} (lista ${dated(date)})`,
    clinicians: (count) =>
      `Allí hay ${count} ${count === 1 ? 'profesional registrado' : 'profesionales registrados'}.`,
  },
  verdict: {
    listed: ({ name, payer, date }) => `Sí, ${payer} incluye a ${name} en su lista (${dated(date)}).`,
    notListed: ({ name, payer, date }) =>
      `${payer} tiene una lista aquí (${dated(date)}), y ${name} no está en ella. Eso no significa que ${name} no acepte el plan.`,
    noListings: ({ name, payer }) =>
      `El directorio no tiene la lista de ${payer}, así que no puedo decir si ${name} lo acepta.`,
    ask: 'Pregunte en el consultorio antes de la visita.',
  },
  list: {
    open: (names) => `Según las fuentes, abren entonces: ${names}.`,
    notOpen: (names) => `Las fuentes no indican que abran entonces: ${names}.`,
    hoursUnknown: (names) => `Horario desconocido: ${names}.`,
    hoursAllUnknown: (count) =>
      `Ninguna fuente indica el horario${count === 1 ? '' : ' de estos'}. Llame, por favor.`,
    sharedAddress: (address, names) => `En ${address}: ${names}.`,
    noSharedAddress: 'Según las fuentes, no hay dos con la misma dirección.',
    distances: (origin, distances) => `Desde ${origin}, en línea recta: ${distances}.`,
    accepting: (names) => `Según las fuentes, aceptan pacientes nuevos: ${names}.`,
    notAccepting: (names) => `Según las fuentes, no aceptan pacientes nuevos: ${names}.`,
    acceptingUnknown: (names) => `No se sabe: ${names}. Pregunte en el consultorio.`,
    speak: (languages, names) => `Una fuente indica ${languages} para: ${names}.`,
    allClinicians: 'Cada uno es una persona, no una clínica. Si prefiere un lugar, pídamelo.',
    allPlaces: 'Cada uno es un lugar de atención, no una persona.',
    officesAt: ({ name }, names) => `Con consultorio en ${name}: ${names}.`,
    noOfficesAt: ({ name }, names) =>
      `Ninguna fuente indica un consultorio en ${name} para ${names || 'ninguno de estos'}.`,
    languagesUnknown: (languages, names) =>
      `Ninguna fuente indica ${languages === '' ? 'los idiomas' : languages} para: ${names}. Pregunte en el consultorio.`,
  },
  history: {
    verify: 'Puedo guardar esta conversación cuando confirme un correo electrónico o un teléfono.',
    kept: 'Su identidad está verificada: sus conversaciones se guardan y las encuentra en la lista de conversaciones.',
    unavailable: 'Este servicio no puede guardar conversaciones. Puede imprimir o copiar esta.',
  },
  data: {
    anonymous: {
      delete:
        'El menú de este chat borra todos sus mensajes de inmediato. Si no, esta conversación se borra 24 horas después de su último mensaje.',
      export: 'Aquí puede imprimir o copiar esta conversación.',
      privacy:
        'El servicio guarda esta conversación 24 horas después de su último mensaje; si inicia sesión o confirma un destino, más tiempo. La página de privacidad del servicio tiene los detalles.',
    },
    ofUser: {
      delete: 'El menú de este chat borra de inmediato todas sus conversaciones guardadas.',
      export:
        'Aquí puede imprimir o copiar esta conversación. El sitio que muestra este chat puede exportar todas sus conversaciones guardadas: pídalo allí.',
      privacy:
        'El servicio guarda sus conversaciones hasta que vence su plazo o usted las borra en el menú de este chat. La página de privacidad del servicio tiene los detalles.',
    },
  },
  verificationReason: 'Para guardar sus conversaciones y volver a verlas.',

  suggest: {
    distressNeeds: ['Terapeuta', 'Médico de familia'],
    needs: ['Médico de familia', 'Dentista', 'Terapeuta', 'Centro de urgencias'],
    skip: 'Omitir',
    more: 'Mostrar más',
    closer: 'Más cerca',
    farther: 'Más lejos',
    woman: 'Una mujer',
    anyGender: 'Cualquier género',
    first: 'El primero',
    noPayer: 'Sin seguro',
    healthCenter: 'Centro de salud comunitario',
    phone: 'Teléfono',
    hours: 'Horario',
    near: (place) => `Cerca de ${place}`,
    startOver: 'Empezar de nuevo',
    inMyPlan: '¿Está en mi plan?',
  },
}
