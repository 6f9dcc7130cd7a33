/** Words of medicine lead to the field that treats what they mean: drugs, values, eponyms, British and old names, phobias, homonyms. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { taxonomyOf } from '@careatlas/directory/taxonomy'
import { parseQuery } from './parse-query.ts'
import { emptyResources } from './empty-resources.fixture.ts'

const cardiology = '207RC0000X'
const dentistry = '122300000X'
const dermatology = '207N00000X'
const endocrinology = '207RE0101X'
const gastroenterology = '207RG0100X'
const hematology = '207RH0000X'
const infectiousDisease = '207RI0200X'
const nephrology = '207RN0300X'
const neurology = '2084N0400X'
const orthopedics = '207X00000X'
const otolaryngology = '207Y00000X'
const pediatrics = '208000000X'
const psychiatry = '2084P0800X'
const psychology = '103T00000X'
const rheumatology = '207RR0500X'
const obstetricsAndGynecology = '207V00000X'
const urology = '208800000X'
const oralSurgery = '204E00000X'
const familyMedicine = '207Q00000X'
const vascularSurgery = '2086S0129X'
const speechTherapy = '235Z00000X'
/** Urogynecology, urology, gynecology, and physical therapy. */
const incontinence = ['207VF0040X', urology, obstetricsAndGynecology, '225100000X']

/** The field of each question, or the fields that may lead. */
const classes: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>> = {
  'plurals lead to the same field': {
    midwives: ['367A00000X', '176B00000X'],
    osteopaths: '204D00000X',
    slps: speechTherapy,
    mris: '2085R0202X',
  },
  'drugs lead to those who prescribe them': {
    'methotrexate infusions for my hands': rheumatology,
    'levothyroxine dose is off': endocrinology,
    'needs an insulin pump': endocrinology,
    'lithium level check': psychiatry,
    'refill of keppra': [neurology, '2084E0001X'],
    'apixaban after a stent': cardiology,
    'prep for hiv prevention': infectiousDisease,
    accutane: dermatology,
  },
  'laboratory values lead to those who explain them': {
    'TSH too high': endocrinology,
    'a1c of 9.4': endocrinology,
    'elevated PSA': urology,
    'low platelets': hematology,
    'positive ANA': rheumatology,
    'creatinine keeps rising': nephrology,
    'liver enzymes are up': [gastroenterology, '207RI0008X'],
  },
  'vital signs lead to those who treat them': {
    'resting pulse of 130': cardiology,
    'blood pressure 150 over 95': [cardiology, '207RH0005X'],
  },
  'phobias lead to psychotherapy': {
    'afraid of spiders': '103TB0200X',
    'fear of flying': psychology,
    agoraphobia: psychology,
    arachnophobia: psychology,
  },
  'eponyms lead to the field of the disease': {
    'crohns flare': gastroenterology,
    hashimotos: endocrinology,
    'graves disease': endocrinology,
    "parkinson's tremor": neurology,
    sjogren: rheumatology,
    'menieres attacks': otolaryngology,
    peyronie: urology,
  },
  'British and old names mean the same': {
    haemorrhoids: '208C00000X',
    'oesophageal reflux': gastroenterology,
    paediatrician: pediatrics,
    anaemia: hematology,
    lumbago: [orthopedics, '207XS0117X'],
    lumbalgia: [orthopedics, '207XS0117X'],
    overbreathing: psychiatry,
    'falling sickness': neurology,
  },
  'the organ decides the field of an infection, whatever causes it': {
    'fungal infection of the ear': otolaryngology,
    'viral infection of the eye': '207W00000X',
    'bacterial infection of the toenail': '213E00000X',
    'infected toenail, fungal': ['213E00000X', dermatology],
  },
  'the site decides the field of candidiasis': {
    'vulvovaginal candidiasis': obstetricsAndGynecology,
    'cutaneous candidiasis': dermatology,
  },
  'the general dentist sees complaints of teeth and mouth first': {
    'abscess in a tooth': dentistry,
    'throbbing tooth that wakes me up': dentistry,
    'sores inside my cheek': dentistry,
  },
  'questions about a treatment lead to the field of the condition': {
    'which medicine helps gout': rheumatology,
    'can i stop taking my medicine for epilepsy': [neurology, '2084E0001X'],
    'treatment options for psoriasis': dermatology,
    'potential risks of untreated celiac disease': gastroenterology,
    'any harm in using steroid cream on eczema': dermatology,
    'sports medicine for my elbow': '207QS0010X',
  },
  'words for falling hair, lost sleep and delayed pregnancy': {
    'hair shedding in the shower': dermatology,
    'sleepless nights': '207RS0012X',
    'we want to postpone pregnancy': ['207VC0300X', obstetricsAndGynecology],
  },
  'neighbors decide what a homonym means': {
    'cavity in a molar': dentistry,
    'crown fell off': dentistry,
    'burst ear drum': otolaryngology,
    'cast on my broken arm': orthopedics,
    'urinary tract infections again and again': urology,
    'throbbing pain in my temple': neurology,
    'stress at work': '103TC0700X',
    'stress test for the heart': cardiology,
  },
  'everyday descriptions lead to the field, not to their setting': {
    'grandpa topples backward out of the rocker': ['207QG0300X', '207RG0300X'],
    'unfinished projects everywhere, always distracted': psychiatry,
    'back from Afghanistan and jumpy at bangs': ['101YM0800X', '103TC0700X', psychiatry],
    'nodes out of my armpit, lymphedema in the arm': '225100000X',
    'voice gives out after singing': otolaryngology,
    'one doctor for our whole family, three kids': '207Q00000X',
    'we are hoping for a baby': ['207V00000X', '207VE0102X'],
    'LMFT who is ok with cats': '106H00000X',
  },
  'urine that leaks under strain leads to urology or gynecology, not to the kidneys': {
    'I pee a little when I sneeze since having the baby': incontinence,
    'leaks a little bit of urine when she laughs': incontinence,
    'I wet my pants a bit when I jump': incontinence,
    'pee myself a little every time I cough': incontinence,
    'a tiny bit of pee comes out when I run': incontinence,
    'se me sale la orina cuando estornudo': incontinence,
    'se me sale el pipi cuando toso': incontinence,
    'dribble urine when I lift my toddler': incontinence,
    'foamy pee': nephrology,
    'a little lump on my eyelid': '207W00000X',
    'I sneeze a little since we have the cat': '207K00000X',
  },
  'veins lead to vascular surgery': {
    'varicose veins': vascularSurgery,
    'bulging leg veins': vascularSurgery,
    'veins popping out of my calves': vascularSurgery,
    'heavy legs, veins sticking out': vascularSurgery,
    'venous insufficiency': vascularSurgery,
    'my varicose vein is bleeding': vascularSurgery,
    'várices en las piernas': vascularSurgery,
    'ropy veins that bulge on my legs': vascularSurgery,
    'vein specialist': '202K00000X',
    phlebologist: '202K00000X',
    'esophageal varices': gastroenterology,
    varicocele: urology,
  },
  'a kind of care leads, not the words beside it': {
    'LGBTQ friendly primary care': familyMedicine,
    'primary care that is LGBTQ affirming': familyMedicine,
    'trans friendly primary care doctor': familyMedicine,
    'queer affirming pcp': familyMedicine,
    'lesbian friendly gynecologist': obstetricsAndGynecology,
    'gay friendly dentist': dentistry,
    'need primary care, I had a stroke in 2015': familyMedicine,
    'primary care for my diabetes and knee pain': familyMedicine,
    'trans inclusive dermatologist': dermatology,
    'LGBTQ friendly therapist': '101YM0800X',
    'LGBTQ support': '101YM0800X',
    'transgender affirming care': '101YM0800X',
  },
  'fascia of the foot and of the hand': {
    'plantar fasciitis': '213E00000X',
    'palmar fascial fibromatosis': '207XS0106X',
    "dupuytren's contracture": '207XS0106X',
  },
  'family doctors give vaccines for a trip, as travel clinics do': {
    'travel shots for ghana': familyMedicine,
    'travel vaccines before we fly to kenya': familyMedicine,
    'shots for a trip to india': familyMedicine,
    'vacunas para viajar a colombia': familyMedicine,
  },
  'the word before a therapist decides the profession': {
    'stroke rehab speech therapist': speechTherapy,
    'brain injury rehab speech therapist': speechTherapy,
    'speech therapist after a stroke': speechTherapy,
    'stroke rehab occupational therapist': '225X00000X',
    'occupational therapist for stroke rehab': '225X00000X',
    'spine surgery rehab physical therapist': '225100000X',
    'back injury massage therapist': '225700000X',
    'cardiac rehab nutritionist': '133V00000X',
    'stroke rehab': '208100000X',
    'physical therapist for parkinsons': '2251N0400X',
  },
  'dictated complaints lead to the field that treats them': {
    'i get really bad anxiety on planes and i have a trip in june': [psychiatry, '103TB0200X'],
    'panic attack on the plane': [psychiatry, '101YM0800X'],
    'uh my toenail is growing into the skin': '213E00000X',
    'the nail on my big toe grows into my toe': '213E00000X',
    'zapping pain in my cheek when i brush my teeth like electric shocks': neurology,
    'jolts of pain in my face when i brush my teeth': neurology,
    'my gums bleed when i brush my teeth': [dentistry, '1223P0300X'],
    'which shots do i need for my trip to brazil': infectiousDisease,
    'shots in my knee': [orthopedics, '207XX0801X', '207XS0114X'],
  },
  'a dictated story leads to the field of the complaint, not to its setting': {
    'i was mowing the lawn and my chest got tight and it went away when i sat down': cardiology,
    'my mother has gout and her old doctor retired and we need a new one': rheumatology,
    "he snores so loud the kids can hear him and my husband he's forty two": '207RS0012X',
    "we'd like an aide who'll sit with grandpa while i'm at work": ['3747P1801X', '376J00000X'],
    'we already have the autism diagnosis now we need the a b a people': '103K00000X',
    'i just need an m r i of my knee': ['2085R0202X', '207QS0010X', orthopedics],
    'i tested positive for h i v': infectiousDisease,
    'my stone is four millimeters and it has not passed in two weeks': urology,
  },
  'everyday descriptions of exertion, work, food and speech lead to the field': {
    'heart flips when i lie down': cardiology,
    'he sleeps in the recliner so he can breathe': cardiology,
    'everything goes black when i stand up': cardiology,
    'bread gets stuck going down': gastroenterology,
    'there is blood when i go number two': ['208C00000X', gastroenterology],
    'poked with a used needle at the clinic where i work': '2083X0100X',
    'jaw pops and i clench my teeth at night': '1223X2210X',
    'says w for r and he is seven': speechTherapy,
    'the tv is too loud and he says what all the time': ['231H00000X', '237700000X'],
    'two pink lines on the test': obstetricsAndGynecology,
  },
  'an abbreviation is no plural': {
    PCOS: obstetricsAndGynecology,
    'pcos symptoms': obstetricsAndGynecology,
    pco: '207W00000X',
    POTS: cardiology,
  },
  'abbreviations of charts and slips in long titles are read': {
    'AF w/ RVR': cardiology,
    'UIP on HRCT, DLCO 40%, zzqx start': '207RP1001X',
    'csDMARD failure, DAS28 5.1': rheumatology,
    'persistent AF, failed sotalol': '207RC0001X',
    'NPDR OU, CSME OS': '207WX0107X',
    'basal joint arthritis, LRTI': '207XS0106X',
    'Bosniak IV, PI-RADS 4': urology,
    'EOC, FIGO IIIB, optimal cytoreduction': '207VX0201X',
    'oral and maxilofacial surgon': oralSurgery,
    'gastroentrologist and hepatologst': gastroenterology,
  },
}

for (const [name, rows] of Object.entries(classes))
  suite(name, () => {
    for (const [query, expected] of Object.entries(rows))
      test(query, () => {
        const { text } = parseQuery(query, 'providers', 'hybrid', emptyResources)
        const best = Math.max(...text.codes.values())
        const leading = [...text.codes].filter(([, score]) => score >= 0.95 * best).map(([code]) => code)
        assert.ok(best >= 0.5, `not confident: ${best}`)
        assert.ok(
          [expected].flat().some((code) => leading.includes(code)),
          leading.map((code) => taxonomyOf(code)?.name ?? code).join(),
        )
      })
  })

test('nursing homes are no home nursing', () => {
  const [concept] = parseQuery('nursing homes', 'locations', 'hybrid', emptyResources).care
  assert.equal(concept?.id, 'nursing-home')
})
