/** The texts of the pages of records, in English and Spanish. */
import type {
  AcceptingNewPatients,
  Education,
  MedicareAssignment,
  Telehealth,
} from '@careatlas/contract/cards'
import { type Html, html } from '../../web/html.ts'
import type { Language } from '../../web/navigation.ts'

const english = {
  /** For dates, times and names of languages. */
  locale: 'en-US',
  otherLanguage: { language: 'es' as Language, label: 'Español' },
  /** The text of the sources is English. */
  sourceLanguage: null as string | null,

  notKnown: 'Not known',
  notKnownMeaning: '“Not known” means that no source of this directory states it. It does not mean “no”.',
  noDate: 'date not known',

  clinician: 'Clinician',
  placeOfCare: 'Place of care',
  specialtyNotKnown: 'Specialty not known',
  addressNotKnown: 'Address not known',

  call: 'Call first',
  callWhy: 'Directories contain mistakes. One call tells you whether this is still right.',
  callNumber: (number: string) => `Call ${number}`,
  phone: 'Telephone',
  phoneNotKnown: 'Telephone not known',
  extension: (digits: string) => `ext. ${digits}`,
  fax: 'Fax',
  directions: 'Directions',
  directionsNote: 'Opens Google Maps with this address.',
  hours: 'Hours',
  hoursNotKnown: 'Not known. Ask when you call.',
  openNow: 'Open now',
  closedNow: 'Closed now',
  until: (time: string) => `until ${time}`,
  checkedAt: (time: string, zone: string | null) =>
    `It is ${time} there${zone === null ? '' : ` (${zone})`}.`,
  hoursAsOf: (date: Html) => html`Hours as of ${date}, in local time. Holidays may differ.`,
  hoursSince: (from: Html) =>
    html`These hours are from a source dated ${from} or later. They are in local time, and holidays may
    differ.`,
  hoursUndated: 'Hours in local time; their date is not known. Holidays may differ.',
  notActive: 'No longer active here',
  otherPlaces: 'Other places',
  morePlaces: (count: number) => `${count} more places`,
  noPlaces: 'No practice location is known.',

  newPatients: 'New patients',
  accepting: {
    accepting: 'Accepts new patients',
    not_accepting: 'Does not accept new patients',
    existing_only: 'Existing patients only',
    unknown: 'Not known',
  } satisfies Record<AcceptingNewPatients['value'], string>,
  telehealth: 'Telehealth',
  telehealthValues: {
    offered: 'Offered',
    not_offered: 'Not offered',
    unknown: 'Not known',
  } satisfies Record<Telehealth['value'], string>,
  medicare: 'Medicare-approved amount as full payment',
  medicareValues: {
    accepts: 'Accepts it always',
    may_accept: 'May accept it, case by case',
    unknown: 'Not known',
  } satisfies Record<MedicareAssignment['value'], string>,
  emergency: 'Emergency services',
  yesNo: { yes: 'Yes', no: 'No', unknown: 'Not known' },
  genders: { F: 'Female', M: 'Male', X: 'Another gender' },
  gender: 'Gender',

  planQuestion: 'Is this clinician in my plan?',
  planLabel: 'Plan or insurer',
  planHint: 'As on your insurance card, such as “Medicare”.',
  planCheck: 'Check',
  planListed: (payer: string, date: Html, source: Html) =>
    html`<strong>${payer}:</strong> listed on ${date} by the ${source}.`,
  planListedUndated: (payer: string, source: Html) =>
    html`<strong>${payer}:</strong> listed by the ${source}; the date is not known.`,
  planNotFound: (payer: string, date: Html) =>
    html`<strong>${payer}:</strong> not found in the file of ${date}.`,
  planNotFoundUndated: (payer: string) =>
    html`<strong>${payer}:</strong> not found in the file, whose date is not known.`,
  planNoFile: (payer: string, date: Html | null) =>
    html`<strong>${payer}:</strong> no file of this plan is held${date && html` as of ${date}`}.`,
  planShortened: (payer: string) =>
    html`<strong>${payer}:</strong> the list of payers is shortened here. Open the page of this clinician.`,
  planAdvice: {
    listed: 'A listing is by clinician and payer, not by plan. Ask the office whether it takes your plan.',
    not_found: 'The file may be incomplete or out of date. Ask the office or your insurer.',
    no_file: 'This directory cannot say. Ask the office or your insurer.',
    shortened: '',
  },
  planUnknown: (text: string) =>
    html`<strong>The name “${text}” is not known here</strong>, so this directory cannot check it. Compare it
      with the name of the insurer on your card, or ask the office.`,
  planSimilar: (names: string) => `Similar names: ${names}.`,
  planMore: (count: number) => `${count} more payers fit. Type more of the name.`,
  planProblem: 'plan must be one text of at most 64 characters, without control characters.',
  planAtPlace: 'Payers list clinicians, not places. Open a clinician to check a plan.',
  listedBy: 'Listed by',
  noListings: 'No payer file of this directory lists this clinician. Ask the office.',
  moreCarriers: (count: number) => `${count} more payers`,

  questions: 'Four questions to ask before a visit',
  questionList: [
    'Are you taking new patients, and when is the next appointment?',
    'Do you take my plan? Read the name of the plan on your card, not only that of the insurer.',
    'Will I see this clinician, at this address?',
    'What should I bring, and what will the visit cost me?',
  ],

  about: 'About',
  aboutNote: 'Composed from the sources below.',
  details: 'Details',
  specialties: 'Specialties',
  license: (state: string | null, number: string | null) =>
    ['License', state, number].filter(Boolean).join(' '),
  languages: 'Languages',
  education: 'Education and training',
  educationKinds: {
    medical_school: 'Medical school',
    degree: 'Degree',
    residency: 'Residency',
    fellowship: 'Fellowship',
    certification: 'Certification',
    other: 'Training',
  } satisfies Record<Education['kind'], string>,
  affiliations: 'Works with',
  statements: 'In the words of the source',
  focus: 'Clinical focus',
  otherNames: 'Other names',
  otherNameKinds: {
    former: 'former',
    professional: 'professional',
    other: 'other',
    legal: 'legal',
    trade: 'trade name',
  },
  legalName: 'Legal name',
  parentOrganization: 'Part of',
  mailingAddress: 'Mailing address',
  identifiers: 'Other identifiers',
  medicaid: 'Medicaid',
  npis: 'NPIs of the organization',
  registration: 'Registration',
  enumerated: (date: Html) => html`NPI issued ${date}`,
  updated: (date: Html) => html`registration updated ${date}`,
  sources: 'Sources',
  sourceNames: {
    nppes: 'NPPES registry',
    plan_network: 'plan network file',
    cms_doctors_clinicians: 'CMS Doctors and Clinicians',
    cms_facilities: 'CMS facility list',
    cms_facility_affiliations: 'CMS facility affiliations',
    user_reports: 'reports of users',
  } as Readonly<Record<string, string>>,
  registryDate: (date: Html) => html`As in the registry data of ${date}.`,

  roster: (count: string) => `Clinicians here (${count})`,
  noRoster: 'No source lists clinicians here.',
  rosterRange: (first: string, last: string, count: string) =>
    `${first} to ${last} of ${count}, by kind of care and name`,
  rosterFilter: 'Filter the clinicians',
  rosterCare: 'Kind of care',
  rosterAllCare: (count: string) => `All (${count})`,
  rosterName: 'Name',
  rosterShow: 'Show',
  rosterFound: (found: string, count: string) => `${found} of ${count} clinicians fit.`,
  rosterNone: 'No clinician here fits this filter.',
  rosterAll: 'Show all',
  rosterProblem: 'care and name must be one text each, without control characters; name has at most 64.',
  rosterPages: 'Pages of clinicians',
  previous: 'Previous',
  next: 'Next',
  pageProblem: (pages: number) => `page must be an integer between 1 and ${pages}.`,

  keepButtons: {
    saved: {
      off: 'Save',
      on: 'Remove from saved',
      done: 'Saved in this browser.',
      full: 'The list has 1,000 records. Remove one first.',
    },
    compared: {
      off: 'Add to comparison',
      on: 'Remove from comparison',
      done: 'Added to the comparison.',
      full: 'The comparison has three clinicians. Remove one first.',
    },
  },
  removedStatus: 'Removed.',
  print: 'Print',
  savedTitle: 'Saved records',
  findCare: 'Find care',
  savedLead: 'The clinicians and places that you saved in this browser.',
  savedPrivacy:
    'The list is kept in this browser only. Nothing about it is sent to the server, and clearing the data of this site deletes it.',
  savedEmpty: 'Nothing is saved yet. Open a clinician or a place, and choose Save.',
  savedUnavailable:
    'Saving needs scripts and storage, which this browser does not allow here. Use its bookmarks instead.',
  savedOn: 'saved',
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  comparedTitle: 'For comparison',
  comparedEmpty: 'Nothing is chosen yet. Open up to three clinicians, and choose Add to comparison.',
  compareThese: 'Compare these',

  compareTitle: 'Compare clinicians',
  compareLead: 'Facts of up to three clinicians side by side, with their dates.',
  compareAdd: 'NPI of a clinician',
  compareAddButton: 'Add',
  compareProblem: 'npi may be sent at most three times, each with ten digits.',
  compareNone: 'Choose clinicians on their pages, or enter an NPI.',
  fact: 'Fact',
  specialty: 'Specialty',
  payers: 'Payers that list the clinician',
  places: 'Places',
  yourPlan: 'Your plan',

  report: 'Report a mistake',
  apiCall: 'The same card over the API',
  apiCalls: 'The same cards over the API',
  copyLabels: ['Copy', 'Copied'] as readonly [copy: string, copied: string],
  shell: 'Shell',
  keyHint: 'A key is free:',
  printedFrom: (url: string, date: Html) => html`Printed from ${url}. The page was made on ${date}.`,

  unavailable: 'This record is not available',
  invalidNpi: 'This is not an NPI',
  invalidNpiText:
    'An NPI has ten digits, and the last one is a check digit. Check the number for a typing error.',
  invalidUuid: 'This is not the address of a place',
  deactivatedTitle: (npi: string) => `NPI ${npi} is deactivated`,
  deactivated: (date: Html) =>
    html`The registry deactivated this NPI on ${date}. No card is shown, because its contents may no longer
    hold.`,
  deactivatedUndated:
    'The registry deactivated this NPI; it does not say when. No card is shown, because its contents may no longer hold.',
  deactivatedAdvice:
    'A clinician may have retired, died, or changed the registration. If you have an appointment, call the office.',
  organizationTitle: (npi: string) => `NPI ${npi} is an organization`,
  organization: 'It is not a clinician. Its places of care are:',
  organizationNowhere: 'It is not a clinician, and no place of care of it is known.',
  outsideTitle: (npi: string) => `NPI ${npi} is outside the served regions`,
  outside: 'The NPI is registered, but its practice is outside the regions of this directory.',
  regionsLink: 'Served regions',
  unknownTitle: (npi: string) => `NPI ${npi} is not known here`,
  unknown: (date: Html) =>
    html`The registry files of this directory, the newest of ${date}, do not contain this NPI. It does not
    follow that the clinician does not exist.`,
  removedTitle: 'This place is no longer listed',
  removed: {
    organization_deactivated: (date: Html) =>
      html`The registry has deactivated the organization of this place, since the data of ${date}.`,
    organization_moved: (date: Html) =>
      html`The organization of this place has been registered elsewhere, since the data of ${date}.`,
    clinicians_left: (date: Html) =>
      html`No clinician has been registered at this place, since the data of ${date}.`,
    outside_coverage: (date: Html) =>
      html`This place has been outside the served regions, since the data of ${date}.`,
    not_listed: (date: Html) => html`No source has named this place, since the data of ${date}.`,
  },
  movedLink: 'The current place of the organization',
  unknownPlaceTitle: 'This place is not known here',
  unknownPlace: 'No place of this directory has this address.',
  apiMessage: 'Message of the API',
  search: 'Search the directory',
}

export type Messages = typeof english

const spanish: Messages = {
  locale: 'es-US',
  otherLanguage: { language: 'en', label: 'English' },
  sourceLanguage: 'en',

  notKnown: 'No se sabe',
  notKnownMeaning:
    '“No se sabe” significa que ninguna fuente de este directorio lo indica. No significa “no”.',
  noDate: 'fecha desconocida',

  clinician: 'Profesional de la salud',
  placeOfCare: 'Lugar de atención',
  specialtyNotKnown: 'Especialidad desconocida',
  addressNotKnown: 'Dirección desconocida',

  call: 'Llame primero',
  callWhy: 'Los directorios contienen errores. Con una llamada sabrá si esto sigue siendo correcto.',
  callNumber: (number) => `Llamar al ${number}`,
  phone: 'Teléfono',
  phoneNotKnown: 'Teléfono desconocido',
  extension: (digits) => `ext. ${digits}`,
  fax: 'Fax',
  directions: 'Cómo llegar',
  directionsNote: 'Abre Google Maps con esta dirección.',
  hours: 'Horario',
  hoursNotKnown: 'No se sabe. Pregunte cuando llame.',
  openNow: 'Abierto ahora',
  closedNow: 'Cerrado ahora',
  until: (time) => `hasta las ${time}`,
  checkedAt: (time, zone) => `Allí son las ${time}${zone === null ? '' : ` (${zone})`}.`,
  hoursAsOf: (date) =>
    html`Horario con fecha del ${date}, en hora local. Puede ser distinto en días festivos.`,
  hoursSince: (from) =>
    html`Este horario es de una fuente con fecha del ${from} o posterior, en hora local. Puede ser distinto en
    días festivos.`,
  hoursUndated: 'Horario en hora local; no se sabe su fecha. Puede ser distinto en días festivos.',
  notActive: 'Ya no atiende aquí',
  otherPlaces: 'Otros lugares',
  morePlaces: (count) => `${count} lugares más`,
  noPlaces: 'No se conoce ningún lugar de consulta.',

  newPatients: 'Pacientes nuevos',
  accepting: {
    accepting: 'Acepta pacientes nuevos',
    not_accepting: 'No acepta pacientes nuevos',
    existing_only: 'Solo pacientes actuales',
    unknown: 'No se sabe',
  },
  telehealth: 'Telesalud',
  telehealthValues: { offered: 'Ofrece', not_offered: 'No ofrece', unknown: 'No se sabe' },
  medicare: 'Monto aprobado por Medicare como pago total',
  medicareValues: {
    accepts: 'Lo acepta siempre',
    may_accept: 'Puede aceptarlo, según el caso',
    unknown: 'No se sabe',
  },
  emergency: 'Servicios de emergencia',
  yesNo: { yes: 'Sí', no: 'No', unknown: 'No se sabe' },
  genders: { F: 'Femenino', M: 'Masculino', X: 'Otro género' },
  gender: 'Género',

  planQuestion: '¿Está en mi plan?',
  planLabel: 'Plan o aseguradora',
  planHint: 'Como figura en su tarjeta de seguro, por ejemplo “Medicare”.',
  planCheck: 'Consultar',
  planListed: (payer, date, source) =>
    html`<strong>${payer}:</strong> figura en la lista del ${date} (fuente: ${source}).`,
  planListedUndated: (payer, source) =>
    html`<strong>${payer}:</strong> figura en la lista (fuente: ${source}); no se sabe la fecha.`,
  planNotFound: (payer, date) => html`<strong>${payer}:</strong> no se encontró en el archivo del ${date}.`,
  planNotFoundUndated: (payer) =>
    html`<strong>${payer}:</strong> no se encontró en el archivo, cuya fecha no se sabe.`,
  planNoFile: (payer, date) =>
    html`<strong>${payer}:</strong> no tenemos ningún archivo de este plan${date && html` al ${date}`}.`,
  planShortened: (payer) =>
    html`<strong>${payer}:</strong> aquí la lista de aseguradoras está abreviada. Abra la página de este
      profesional.`,
  planAdvice: {
    listed:
      'La lista es por profesional y aseguradora, no por plan. Pregunte en el consultorio si aceptan su plan.',
    not_found:
      'El archivo puede estar incompleto o desactualizado. Pregunte en el consultorio o a su aseguradora.',
    no_file: 'Este directorio no puede saberlo. Pregunte en el consultorio o a su aseguradora.',
    shortened: '',
  },
  planUnknown: (text) =>
    html`<strong>Aquí no se conoce el nombre “${text}”</strong>, así que este directorio no puede consultarlo.
      Compárelo con el nombre de la aseguradora en su tarjeta o pregunte en el consultorio.`,
  planSimilar: (names) => `Nombres parecidos: ${names}.`,
  planMore: (count) => `Hay ${count} aseguradoras más con ese nombre. Escriba más palabras.`,
  planProblem: 'plan debe ser un texto de 64 caracteres como máximo, sin caracteres de control.',
  planAtPlace:
    'Las aseguradoras listan profesionales, no lugares. Abra un profesional para consultar un plan.',
  listedBy: 'En las listas de',
  noListings:
    'Ningún archivo de aseguradoras de este directorio incluye a este profesional. Pregunte en el consultorio.',
  moreCarriers: (count) => `${count} aseguradoras más`,

  questions: 'Cuatro preguntas antes de una visita',
  questionList: [
    '¿Aceptan pacientes nuevos y cuándo es la próxima cita?',
    '¿Aceptan mi plan? Lea el nombre del plan en su tarjeta, no solo el de la aseguradora.',
    '¿Me atenderá este profesional, en esta dirección?',
    '¿Qué debo llevar y cuánto me costará la visita?',
  ],

  about: 'Acerca de',
  aboutNote: 'Redactado a partir de las fuentes de abajo; el texto está en inglés.',
  details: 'Detalles',
  specialties: 'Especialidades',
  license: (state, number) => ['Licencia', state, number].filter(Boolean).join(' '),
  languages: 'Idiomas',
  education: 'Estudios y formación',
  educationKinds: {
    medical_school: 'Facultad de medicina',
    degree: 'Título',
    residency: 'Residencia',
    fellowship: 'Subespecialidad',
    certification: 'Certificación',
    other: 'Formación',
  },
  affiliations: 'Trabaja con',
  statements: 'En palabras de la fuente',
  focus: 'Enfoque clínico',
  otherNames: 'Otros nombres',
  otherNameKinds: {
    former: 'anterior',
    professional: 'profesional',
    other: 'otro',
    legal: 'legal',
    trade: 'nombre comercial',
  },
  legalName: 'Razón social',
  parentOrganization: 'Forma parte de',
  mailingAddress: 'Dirección postal',
  identifiers: 'Otros identificadores',
  medicaid: 'Medicaid',
  npis: 'NPI de la organización',
  registration: 'Registro',
  enumerated: (date) => html`NPI emitido el ${date}`,
  updated: (date) => html`registro actualizado el ${date}`,
  sources: 'Fuentes',
  sourceNames: {
    nppes: 'registro NPPES',
    plan_network: 'archivo de la red del plan',
    cms_doctors_clinicians: 'lista de profesionales de CMS',
    cms_facilities: 'lista de establecimientos de CMS',
    cms_facility_affiliations: 'afiliaciones de CMS',
    user_reports: 'avisos de usuarios',
  },
  registryDate: (date) => html`Según los datos del registro del ${date}.`,

  roster: (count) => `Profesionales en este lugar (${count})`,
  noRoster: 'Ninguna fuente indica profesionales en este lugar.',
  rosterRange: (first, last, count) => `${first} a ${last} de ${count}, por tipo de atención y nombre`,
  rosterFilter: 'Filtrar los profesionales',
  rosterCare: 'Tipo de atención',
  rosterAllCare: (count) => `Todos (${count})`,
  rosterName: 'Nombre',
  rosterShow: 'Mostrar',
  rosterFound: (found, count) => `${found} de ${count} profesionales coinciden.`,
  rosterNone: 'Ningún profesional de este lugar coincide con este filtro.',
  rosterAll: 'Mostrar todos',
  rosterProblem:
    'care y name deben ser un texto cada uno, sin caracteres de control; name tiene 64 como máximo.',
  rosterPages: 'Páginas de profesionales',
  previous: 'Anterior',
  next: 'Siguiente',
  pageProblem: (pages) => `page debe ser un número entero entre 1 y ${pages}.`,

  keepButtons: {
    saved: {
      off: 'Guardar',
      on: 'Quitar de guardados',
      done: 'Guardado en este navegador.',
      full: 'La lista tiene 1,000 fichas. Quite una primero.',
    },
    compared: {
      off: 'Agregar a la comparación',
      on: 'Quitar de la comparación',
      done: 'Agregado a la comparación.',
      full: 'La comparación ya tiene tres profesionales. Quite uno primero.',
    },
  },
  removedStatus: 'Quitado.',
  print: 'Imprimir',
  savedTitle: 'Guardados',
  findCare: 'Buscar atención médica',
  savedLead: 'Los profesionales y lugares que guardó en este navegador.',
  savedPrivacy:
    'La lista se guarda solo en este navegador. No se envía nada de ella al servidor, y se elimina al borrar los datos de este sitio.',
  savedEmpty: 'Todavía no hay nada guardado. Abra un profesional o un lugar y elija Guardar.',
  savedUnavailable:
    'Para guardar se necesitan scripts y almacenamiento, que este navegador no permite aquí. Use sus marcadores.',
  savedOn: 'guardado',
  remove: 'Quitar',
  removeNamed: (name) => `Quitar ${name}`,
  comparedTitle: 'Para comparar',
  comparedEmpty: 'Todavía no eligió nada. Abra hasta tres profesionales y elija Agregar a la comparación.',
  compareThese: 'Comparar estos',

  compareTitle: 'Comparar profesionales',
  compareLead: 'Datos de hasta tres profesionales, lado a lado y con sus fechas.',
  compareAdd: 'NPI de un profesional',
  compareAddButton: 'Agregar',
  compareProblem: 'npi puede enviarse tres veces como máximo, cada una con diez dígitos.',
  compareNone: 'Elija profesionales en sus páginas o escriba un NPI.',
  fact: 'Dato',
  specialty: 'Especialidad',
  payers: 'Aseguradoras que lo incluyen',
  places: 'Lugares',
  yourPlan: 'Su plan',

  report: 'Avisar de un error',
  apiCall: 'La misma ficha por la API',
  apiCalls: 'Las mismas fichas por la API',
  copyLabels: ['Copiar', 'Copiado'],
  shell: 'Terminal',
  keyHint: 'Una clave es gratuita:',
  printedFrom: (url, date) => html`Impreso de ${url}. La página es del ${date}.`,

  unavailable: 'Esta ficha no está disponible',
  invalidNpi: 'Esto no es un NPI',
  invalidNpiText:
    'Un NPI tiene diez dígitos, y el último es un dígito de control. Revise si hay un error al escribirlo.',
  invalidUuid: 'Esta no es la dirección de un lugar',
  deactivatedTitle: (npi) => `El NPI ${npi} está desactivado`,
  deactivated: (date) =>
    html`El registro desactivó este NPI el ${date}. No se muestra la ficha, porque puede haber dejado de ser
    correcta.`,
  deactivatedUndated:
    'El registro desactivó este NPI, sin indicar cuándo. No se muestra la ficha, porque puede haber dejado de ser correcta.',
  deactivatedAdvice:
    'Es posible que el profesional se haya jubilado, haya fallecido o haya cambiado su registro. Si tiene una cita, llame al consultorio.',
  organizationTitle: (npi) => `El NPI ${npi} es de una organización`,
  organization: 'No es de un profesional. Sus lugares de atención son:',
  organizationNowhere: 'No es de un profesional, y no se conoce ningún lugar de atención suyo.',
  outsideTitle: (npi) => `El NPI ${npi} está fuera de las regiones de este directorio`,
  outside: 'El NPI está registrado, pero su consulta está fuera de las regiones de este directorio.',
  regionsLink: 'Regiones del directorio',
  unknownTitle: (npi) => `El NPI ${npi} no se conoce aquí`,
  unknown: (date) =>
    html`Los archivos del registro de este directorio, el más reciente del ${date}, no contienen este NPI. Eso
    no significa que el profesional no exista.`,
  removedTitle: 'Este lugar ya no figura',
  removed: {
    organization_deactivated: (date) =>
      html`El registro desactivó la organización de este lugar, desde los datos del ${date}.`,
    organization_moved: (date) =>
      html`La organización de este lugar está registrada en otro lugar, desde los datos del ${date}.`,
    clinicians_left: (date) =>
      html`Ningún profesional está registrado en este lugar, desde los datos del ${date}.`,
    outside_coverage: (date) =>
      html`Este lugar está fuera de las regiones de este directorio, desde los datos del ${date}.`,
    not_listed: (date) => html`Ninguna fuente menciona este lugar, desde los datos del ${date}.`,
  },
  movedLink: 'El lugar actual de la organización',
  unknownPlaceTitle: 'Este lugar no se conoce aquí',
  unknownPlace: 'Ningún lugar de este directorio tiene esta dirección.',
  apiMessage: 'Mensaje de la API',
  search: 'Buscar en el directorio',
}

/** The texts of each language. */
export const messages: Readonly<Record<Language, Messages>> = { en: english, es: spanish }
