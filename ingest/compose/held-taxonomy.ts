/** A taxonomy as far as its holder's credentials bear it out: a nurse registered under psychiatry is no psychiatrist. */
import type { Taxonomy } from '@careatlas/directory/taxonomy'

/** Professions that no physician's code describes, by a part of a credential: FNP-BC, OTR/L, CCC-SLP. */
const otherProfessions = new Set(
  (
    'NP FNP ANP PNP AGNP AGPCNP AGACNP ACNP PMHNP WHNP NNP CRNP CNP APRN ARNP APN APNP DNP CNS CNM CRNA RN LPN LVN CNA ' +
    'BSN MSN ADN PA RPA PT DPT PTA MPT OT OTR MOT OTD COTA SLP CCC AT ATC LAT RD RDN LD LDN RRT CRT RT LCSW LICSW LMSW ' +
    'LISW LSW MSW CSW LPC LCPC LPCC LMHC LMFT MFT BCBA RBT CADC PHARMD RPH LAC LMT LMBT RDH CPHT EMT CPNP CORT ' +
    'CSFA RDMS RVT'
  ).split(' '),
)

const physicians = new Set('MD DO MBBS MBCHB MBBCH MBBCHBAO MDCM BMBS DDS DMD DPM OD DC PHD DSC'.split(' '))

/** Nurses with a license that no nurse practitioner's code describes. */
const nursesOnly = new Set('RN LPN LVN CNA BSN ADN'.split(' '))

/**
 * The taxonomy itself, or, where all `credentials` speak against it, the plain fact of the registration. The `care` of
 * that is empty, for what psychiatrists do is not said of someone who is none.
 */
export function asHeld(taxonomy: Taxonomy, credentials: readonly string[]): Taxonomy {
  if (!speakAgainst(taxonomy.code, credentials.map(lettersOf))) return taxonomy
  const registered = `registered under ${taxonomy.field}`
  return {
    ...taxonomy,
    name: `clinician ${registered}`,
    plural: `clinicians ${registered}`,
    plain: null,
    care: '',
  }
}

/** `APRN-FNP-BC` → APRN, FNP, BC */
function lettersOf(credential: string): readonly string[] {
  return credential.toUpperCase().split(/[-/]/)
}

function speakAgainst(code: string, credentials: readonly (readonly string[])[]): boolean {
  if (credentials.length === 0) return false
  if (code.startsWith('363L')) return credentials.every(([letters = '']) => nursesOnly.has(letters))
  if (!code.startsWith('20')) return false
  const all = credentials.flat()
  return (
    all.some((letters) => otherProfessions.has(letters)) && !all.some((letters) => physicians.has(letters))
  )
}
