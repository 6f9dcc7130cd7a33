/** Words that are read letter by letter and keep their capitals: legal forms, degrees, numerals, initials. */
import { capitalize } from './capitalize.ts'
import { isPronounceable } from './pronounceable.ts'

/** `MRI`, `III` and `LDS` stay; `CLINIC` → `Clinic`. `piece` is upper case, without punctuation. */
export function capitalizeUnlessAbbreviation(piece: string): string {
  return isAbbreviation(piece) ? piece : capitalize(piece)
}

/** Listed abbreviations, Roman numerals, and letters without a vowel or unpronounceable, unless they shorten a word. */
export function isAbbreviation(piece: string): boolean {
  return (
    listedAbbreviations.has(piece) ||
    romanNumeral.test(piece) ||
    ((/^[B-DF-HJ-NP-TV-XZ]{2,}$/.test(piece) || !isPronounceable(piece)) && !shortenedWords.has(piece))
  )
}

/** II to XLIX; a lone letter needs no rule. */
const romanNumeral = /^(?=[IVX]{2}|XL)(?:XL|X{0,3})(?:IX|IV|V?I{0,3})$/

/** Legal forms, degrees, and abbreviations that could be words; the others need no list. */
const listedAbbreviations: ReadonlySet<string> = new Set(
  (
    'LLC PLLC PA PC PSC APC LLP LLLP PLC DBA MD MDPA DO ' +
    'DDS DMD OD DPM DC RN NP CNP APRN ARNP FNP CRNA PT OT SLP LCSW LMFT LPC PSYD ' +
    'AAA ABA ACSW ADHD AFB AHEC AIDS ALF APA APMC ASC DME DNA DVA EAP ECHN EEG EKG EMG EMS ' +
    'ENT ER EMT GI GME GYN HMO ICU IHA IHS IOP IPA JBSA MEDDAC MOB MRI NASA NICU NYU OB OBGYN OHSU OMS OMT OSF OSS ' +
    'PCA PICU PPO SNF TMJ UAB UCLA UCSD UCSF UHS UMC UNC UNM UPMC US USA USC USF USMC UVA UW VA VIP VNA VOA ' +
    'YMCA YWCA CA AZ GA IL KY NY RI UT WA WI ' +
    'AHMC AHN AHS AMC AMG ARH CAH CBOC ESRD FACOG HCA HIV HMA IHC IVF LADC LICSW LIJ LSU LTAC LTACH MSO MUSC NYC OSU ' +
    'PIH SUNY TBI UAMS UHHS UNMC UTMB VAMC VCU ' +
    'ADHC AIC ALS ASAM ATI BIA BIPOC CEP CODAC DOD ECH ECU EENT EHR HSA ICOM IDD IOM IRM JCC NAMI ODNR OMM OSP PSI QOL SMU UCI ' +
    'UIC UTSA UVM CNY NWA NWI ACAC CABI COVID DIH DPT ECS IES KORT LECOM NIBH REM'
  ).split(' '),
)

/** Abbreviations of words rather than of names, although they have no vowel. */
const shortenedWords: ReadonlySet<string> = new Set(
  (
    'ST MT FT MR MRS MS DRS CTR CTRS CNTR SVC SVCS SRVCS SRVS HLT HLTH HLTHCR NRSG DPT MGMT GRP BLVD PKWY HWY NG ATTN ' +
    'TWP SGT CRST GRNS XRDS APPT ASSN ASSNS ASSC HOLW INTL ISLD LOWR NATL OFC PSGE RTE TPKE TRCE UPPR'
  ).split(' '),
)
