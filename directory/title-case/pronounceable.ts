/** Whether letters can be a word: no word ends like `EMDR` or starts like `CSAT`. */

/**
 * Three or four letters with a vowel need consonants of words before the first vowel and after the last one; five letters
 * (`TCMAM`, `RWJUH`) only before the first vowel. The clusters come from all names of people and cities in two registry weeks
 * (32,000) and from English words; of the 220 short words there without such clusters, nine in ten are abbreviations.
 */
export function isPronounceable(piece: string): boolean {
  if (!shortWord.test(piece) || !/[AEIOU]/.test(piece)) return true
  const sounds = piece.replace(/QU(?=[AEIO])/, 'KW')
  const onset = /^[^AEIOUY]*/.exec(sounds)![0]
  if (piece.length === 5) return onsets.has(onset.replace(/^MC(?=.)/, ''))
  return onsets.has(onset) && codas.has(/[^AEIOUY]*$/.exec(sounds)![0]) && !unpronounceableVowels.test(sounds)
}

const shortWord = /^[A-Z]{3,5}$/
/** `AAC`, `AHC`, `III` */
const unpronounceableVowels = /^(?:AA[^ELRSY]|AE[^LRNSI]|AO[^LRNSI]|II|UU|UI)/

const onsets = parseClusters(
  'B BH BJ BL BR C CH CHL CHR CL CR CZ D DH DJ DM DR DV DW DZ F FJ FL FR G GB GH GL GN GR GW H HR HM HS HW J JH K KH KHR KL KN ' +
    'KR KV KW L LL M MB MC MCC MCG MCH MCK MCL MCN MCR MCT MCV MR MW N ND NG NGW NH NJ NK NN NT NW NZ P PF PFL PH PHL PL PN PR PS ' +
    'PT Q R RH S SB SC SCH SCR SF SG SH SHR SHT SHL SHM SK SKL SKW SL SM SN SP SPH SPL SPR SQ SR ST STR SV SW SZ T TCH TH THR ' +
    'THW TR TS TW TZ V VL VR W WH WR X XH Z ZH ZL ZV ZW',
)
const codas = parseClusters(
  'B BB BBS BH BS BT C CH CHS CHT CK CKS CS CT CTS CZ D DD DDS DR DS DT DTH DZ F FF FFS FFT FT FTH FTS G GG GGS GH GHN GHS GHT ' +
    'GHTS GM GN GNS GS GTH H HD HF HL HLS HM HMS HN HNS HR HRS HS HT J K KH KS L LB LBS LC LCH LCK LD LDS LDT LF LFS LFTH LG ' +
    'LGH LK LKS LL LLS LM LMS LN LP LPH LPS LPT LS LSH LST LT LTH LTS LTZ LZ M MB MBS MM MMS MN MNS MP MPF MPS MPT MPTS MS MZ ' +
    'N NC NCH NCK NCT ND NDS NDT NF NG NGH NGS NGTH NH NJ NK NKS NN NNS NS NSCH NSK NST NT NTH NTHS NTS NTZ NX NZ P PF PH PHS ' +
    'PP PPS PS PT PTH PTS Q R RB RBS RC RCH RCZ RD RDS RDT RF RFS RG RGH RGS RJ RK RKS RL RLD RLDS RLS RLT RM RMS RN RNS RNST ' +
    'RNT RP RPS RPT RR RRS RS RSH RST RSTS RT RTH RTHS RTS RTT RTZ RV RX RZ S SCH SH SK SKS SM SMS SP SPS SS ST STS SZ T TCH ' +
    'TCHT TH THS TL TS TSCH TT TTS TZ V VS W WD WDS WK WKS WL WLS WN WNS WR WS X XS XT XTH XTS Z ZZ',
)

/** The set also has the empty cluster. */
function parseClusters(text: string): ReadonlySet<string> {
  return new Set(['', ...text.split(' ')])
}
