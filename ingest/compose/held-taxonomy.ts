/** A taxonomy as far as its holder's credentials bear it out: a nurse registered under psychiatry is no psychiatrist. */
import type { Taxonomy } from '@careatlas/directory/taxonomy'
import { kindOfCredential } from './known-credential.ts'

/**
 * The taxonomy itself; or, where the `credentials` speak against it, the plain fact of the registration, whose `care` is empty,
 * for what psychiatrists do is not said of someone who is none. A physician or dentist registered as a trainee is one in training.
 */
export function asHeld(taxonomy: Taxonomy, credentials: readonly string[]): Taxonomy {
  if (credentials.length === 0) return taxonomy
  if (taxonomy.code === trainee) return trainees.find(({ holds }) => credentials.some(holds))?.as ?? taxonomy
  return speakAgainst(taxonomy.code, credentials) ? registeredUnder(taxonomy) : taxonomy
}

/** "a clinician registered under psychiatry" */
export function registeredUnder(taxonomy: Taxonomy): Taxonomy {
  const registered = `registered under ${taxonomy.field}`
  return {
    ...taxonomy,
    name: `clinician ${registered}`,
    plural: `clinicians ${registered}`,
    plain: null,
    care: '',
  }
}

/** NUCC: student in an organized health care education/training program, which residents and fellows are, too. */
const trainee = '390200000X'

interface Trainees {
  readonly holds: (credential: string) => boolean
  readonly as: Taxonomy
}

const trainees: readonly Trainees[] = [
  { holds: (one) => kindOfCredential(one) === 'physician', as: inTraining('physician', 'medicine') },
  { holds: (one) => /^(?:DDS|DMD)$/.test(one), as: inTraining('dentist', 'dentistry') },
]

/** What trainees are called by their credentials. */
export const namedTrainees: readonly Taxonomy[] = trainees.map(({ as }) => as)

function inTraining(profession: string, field: string): Taxonomy {
  return {
    code: trainee,
    kind: 'individual',
    name: `${profession} in training`,
    plural: `${profession}s in training`,
    plain: null,
    field: 'health care training',
    care: `learn a specialty of ${field} under supervision in a training program`,
  }
}

interface Profession {
  /** How its codes begin. */
  readonly codes: string
  /** What its members write. */
  readonly own: RegExp
  /** What only members of other professions write; any other health profession where this is left out. */
  readonly others?: RegExp
}

const advancedNurse = /NP|APRN|ARNP|APN|CNS|CNM|CRNA|NAP|MSN|MNA|^MN$/

/** Those whose members have letters of their own. A code is not believed beside the letters of another profession alone. */
const professions: readonly Profession[] = [
  { codes: '20', own: /^(?:DDS|DMD)$/ },
  { codes: '363L', own: advancedNurse },
  { codes: '3675', own: advancedNurse },
  { codes: '367A', own: advancedNurse },
  { codes: '363A', own: /^(?:R?PA|PAC|MPAS|MSPAS|MPAP|MMSc|DMSc)(?!-S)\b/ },
  { codes: '163W', own: /^(?:RN|BSN|MSN)/, others: /^(?:LPN|LVN|CNA|STNA|LNA|HHA|CHHA|NAC)$/ },
  { codes: '103K', own: /^(?:BCBA|LBA|LABA|LBS)/, others: /^(?:RBT|BT|ABAT|BCAT)$/ },
  {
    codes: '103T',
    own: /^(?:PhD|PsyD|EdD|EdS|LE?P|LCP|LPA|LPP|TLLP|LLP|LMLP|LPsyc|LICPSY|CP|MP|LSS?P|NCSP|SSP|PLP)\b/,
  },
  { codes: '111N', own: /^DC$/ },
  { codes: '1223', own: /^(?:DDS|DMD|BDS)$/ },
  { codes: '152W', own: /^OD$/ },
  { codes: '1835', own: /Pharm|^(?:RPh|DPH|PD|PhC|CPP|CACP|CPH|BC.*P.*|BCACP|BCOP)$/ },
  { codes: '213E', own: /^DPM$/ },
  { codes: '2251', own: /^(?:[RL]?PT|[DM]PT|MSPT|BSPT|BPT|tDPT|OCS|NCS|PCS|GCS|SCS|ECS|WCS|OMPT|COMT)$/ },
  { codes: '225X', own: /^(?:L?OT(?!A)|M?S?OT|CHT)/ },
  { codes: '235Z', own: /SLP(?!A|-A)|^(?:CCC|TS|BCS|CFY|MSP|MCD)/ },
]

function speakAgainst(code: string, credentials: readonly string[]): boolean {
  const profession = professions.find(({ codes }) => code.startsWith(codes))
  if (profession === undefined) return false
  const { own, others } = profession
  if (credentials.some((one) => own.test(one) || kindOfCredential(one) === 'physician')) return false
  return credentials.some((one) => (others === undefined ? isOfAnother(one) : others.test(one)))
}

/** Of a health profession, or a doctorate that no other profession has: a PhD may be a physician. */
function isOfAnother(credential: string): boolean {
  const kind = kindOfCredential(credential)
  return kind === 'nurse' || kind === 'profession' || /^(?:DC|OD|DPM|ND|NMD|AuD|DDS|DMD)$/.test(credential)
}
