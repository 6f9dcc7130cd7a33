import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { parseLists } from '@careatlas/vocabulary/data-file'
import { allPhrasebooks } from '@careatlas/vocabulary/phrasebook'
import { createGazetteer } from './gazetteer.ts'
import { parseQuery } from './parse-query.ts'
import type { QueryResources } from './query-resources.ts'
import { readQuery } from './read-query.ts'
import { emptyResources } from './empty-resources.fixture.ts'

const towns = ['boston', 'miami']
const names = ['NGUYEN', 'SILVA', 'HO', 'DANG']
const resources: QueryResources = {
  ...emptyResources,
  vectors: null,
  gazetteer: createGazetteer([{ name: 'boston', state: 'MA', lat: 42.36, lng: -71.06, addresses: 90 }]),
  isName: ({ last }) => names.includes(last ?? ''),
  isPlaceName: (name) => name === 'HOSPITAL NOSSA SENHORA',
  isTownWord: (word) => towns.includes(word),
  isCommonName: (word) => names.includes(word.toUpperCase()),
}

const languageOf = (text: string): string | null => readQuery(text, resources).language?.tag ?? null
const readingOf = (text: string): string | null => readQuery(text, resources).language?.reading ?? null

suite('English, Spanish and names are not another language', () => {
  for (const text of [
    'docter for hart prolbems',
    'Vietnamese speaking dentist in Dorchester',
    'doctor pediatra Miami que hable portugués',
    'me duele mucho la cabesa desde ayer',
    'pediatra en mi zona',
    'mamogram',
    'mi niño tiene calentura y no qiere comer',
    'hernia de disco',
    'dr. Nguyễn',
    'Ho Dang family medicine',
    'Françoise Lefèvre md',
    'dr. Müller-Schäfer dermatology',
    'crème brûlée burn on my hand',
    'β-blocker rash',
    'Hospital Nossa Senhora',
    'zxcv mnbv lkjh',
    'um so my toe is um kind of purple and it hurts',
    '02903',
    'coffed up a cup of blod, just plain blod',
    'no ride, no phone min, the pains r 2 min apart',
    'feel burnt out and kinda meh, sleep ok eat ok, want a life coach next month',
    'mi hermana me tiene loca con que vaya al oculista, que voy a acabar ciego',
    '',
    'main street dental',
    'pet allergy',
    'gala dental',
    'hum in my ear',
    'son has a dent in his head',
    'pain au chocolat allergy',
    'dr hans mann',
    'ng tube care',
    'kim ang md',
    'Dr. Lund neurology',
    'dr ona kowalski',
    'doctor named Hals',
    'lantus metformin',
    'mounjaro',
    'trulicity jardiance',
    'Des Plaines dentist',
    'Eau Claire cardiology',
    'Terre Haute clinic',
    "Coeur d'Alene urgent care",
    'Den Haag street clinic',
    'finger hand arm pain',
    'kne pain',
    'vomit and diaria',
    'neurolog',
    'la leche league',
    'dr van den berg',
    'dr tuan le',
    'Jai Patel',
    'Ko Ko Aung',
    'dr siva raja',
    'me duele la panza',
    'la garganta',
    'mal de ojo',
    'busco dentista para mi madre',
    'Sjögren or Ménière',
    'mi madre no respira bien',
    'mi papá no respira',
    'Mia Lopez dentist',
    'non stress test',
    'dolor de pecho en mi padre',
    'overdose pills',
  ])
    test(text, () => assert.equal(languageOf(text), null))
})

suite('a language is recognized', () => {
  for (const [tag, text] of [
    ['pt', 'dor nas costas'],
    ['pl', 'żona jest w ciąży'],
    ['pt', 'to so com um nodulo'],
    ['pt', 'cardiologista near Boston'],
    ['ht', 'mari m pa ka respire'],
    ['vi', 'dau bung'],
    ['vi', 'tôi có thai'],
    ['zh', '痣'],
    ['ru', 'болит'],
    ['ar', 'ألم'],
    ['fr', "j'ai mal au ventre depuis trois jours"],
    ['de', 'ich brauche einen Arzt für mein Knie'],
    ['it', 'mi fa male la schiena da una settimana'],
    ['tl', 'masakit ang tiyan ng anak ko'],
    ['pl', 'boli mnie brzuch od trzech dni'],
    ['it', 'ho mal di denti'],
    ['it', 'mia madre non respira bene'],
    ['it', 'mia madre non respira'],
    ['it', 'non respiro'],
    ['it', 'mio figlio ha ingoiato delle pillole'],
    ['fr', 'ma mère ne respire plus'],
    ['fr', 'ma mere ne respire plus'],
    ['fr', 'mon père est inconscient'],
    ['fr', 'je veux mourir'],
    ['de', 'mein Vater atmet nicht'],
    ['fr', 'douleur à la poitrine'],
    ['hi-Latn', 'mujhe pet mein dard hai'],
    ['sv', 'ont i halsen'],
    ['fr', 'je suis enceinte'],
    ['fr', 'ma fille vomit'],
    ['it', 'mi sono rotto il braccio'],
    ['de', 'mir ist schwindlig'],
    ['nl', 'pijn op de borst'],
    ['pl', 'jestem w ciąży'],
    ['pl', 'mój syn ma biegunkę'],
    ['tl', 'nilalagnat ang bata'],
    ['ro', 'mă doare capul'],
    ['tr', 'hamileyim'],
    ['hu', 'fejfájás'],
    ['cs', 'bolí mě zub'],
    ['hr', 'boli me zub'],
    ['sq', 'më dhemb koka'],
    ['sw', 'maumivu ya kifua'],
    ['so', 'xabadka ayaa i xanuunaya'],
    ['sv', 'jag är gravid'],
    ['nb', 'jeg har vondt i halsen'],
    ['da', 'jeg har ondt i halsen'],
    ['fi', 'vatsa kipeä'],
    ['hi-Latn', 'seene mein dard aur saans lene mein takleef'],
    ['hi-Latn', 'kamar dard'],
    ['hmn', 'kuv mob taub hau'],
    ['ja', '膝が痛いです'],
    ['ko', '무릎이 아파요'],
    ['uk', 'болить коліно і спина'],
    ['fa', 'درد زانو دارم چه کنم'],
    ['hi', 'घुटने में दर्द'],
  ] as const)
    test(`${tag}: ${text}`, () => assert.equal(languageOf(text), tag))
})

suite('a question is read in English', () => {
  for (const [text, reading] of [
    ['dor no peito perto de Boston', 'chest pain near Boston'],
    ['estou com dor nas costas há duas semanas', 'back pain'],
    ['tenho tosse há três meses', 'cough'],
    ['doutora Silva, pediatra', 'doctor Silva, pediatrician'],
    ['febre, tosse 02903', 'fever, cough 02903'],
    ['波士顿附近的家庭医生', 'in boston family doctor'],
    ['bác sĩ mắt nói tiếng Việt', 'eye doctor who speaks vietnamese'],
    ['j’ai mal au ventre depuis trois jours', null],
    ['это лампа', null],
  ] as const)
    test(text, () => assert.equal(readingOf(text), reading))
})

test('words of another language are not corrected to English words', () => {
  const parsed = parseQuery('je cherche un docteur pour mon enfant', 'providers', 'hybrid', resources)
  assert.deepEqual([parsed.language?.tag, parsed.expanded], ['fr', null])
})

test('a place near a town is searched there', () => {
  const parsed = parseQuery('cardiologista perto de Boston', 'providers', 'hybrid', resources)
  assert.deepEqual([parsed.place?.label, parsed.care[0]?.id], ['Boston, MA', 'cardiology'])
})

suite('an emergency beside other words of the language is one', () => {
  for (const text of [
    'meu pai está sem pulso',
    'minha filha engoliu uma pilha de relógio',
    'ele tomou uma caixa inteira de comprimidos',
    'estou grávida e sangrando',
    'papa m pa gen pou',
    'pitit mwen vale yon batri',
    'papa m gen bouch li tòde',
    'li bwè yon bwat grenn',
    'manman m fè yon kriz tansyon',
    '我爸爸没有脉搏了',
    '孩子吞了电池',
    '她吃了一整盒药',
    '我怀孕了在流血',
    '孩子发烧抽筋',
    'bố tôi không có mạch',
    'con tôi nuốt cục pin',
    'vợ tôi có bầu bị ra máu',
    'у отца нет пульса',
    'ребёнок проглотил батарейку',
    'я беременна и у меня кровь',
    'أبي لا يوجد نبض',
    'ابني بلع بطارية',
    'أنا حامل وأنزف',
  ])
    test(text, () => assert.equal(parseQuery(text, 'providers', 'hybrid', resources).emergency, 'body'))
})

test('a box of medicine is no overdose', () => {
  for (const text of [
    'm bezwen yon bwat medikaman',
    '需要一盒药',
    'нужна коробка таблеток',
    'uma caixa de remédios',
  ])
    assert.equal(parseQuery(text, 'providers', 'hybrid', resources).emergency, null)
})

test('words of a language without a phrasebook have no urgent notice', () => {
  for (const text of ['ont i halsen', 'ont i magen', 'jag har ont i ryggen'])
    assert.equal(parseQuery(text, 'providers', 'hybrid', resources).emergency, null)
})

const folder = join(import.meta.dirname, '../../vocabulary/languages')

/** Needs whose notice does not depend on anything else in the question. */
const emergencies = [
  'heart attack',
  'severe chest pain',
  'cannot breathe',
  'not breathing',
  'no pulse',
  'stroke',
  'mouth drooping',
  'unconscious',
  'seizure',
  'overdose',
  'i want to kill myself',
  'i want to die',
  'drank bleach',
  'swallowed a battery',
  'took too many pills',
  'bleeding will not stop',
  'choking',
  'coughing up blood',
  'pregnant and bleeding',
  'pregnant and the baby is not moving',
  'water broke',
]

for (const tag of allPhrasebooks().keys())
  suite(tag, () => {
    const needs = parseLists(readFileSync(join(folder, tag, 'needs.txt'), 'utf8'), tag)

    test('each phrase of an emergency is one', () => {
      const missed = emergencies.flatMap((need) =>
        needs
          .get(need)!
          .filter((phrase) => parseQuery(phrase, 'providers', 'hybrid', resources).emergency === null),
      )
      assert.deepEqual(missed, [])
    })

    test('each need is understood', () => {
      const missed = [...needs.keys()].filter(
        (need) => !parseQuery(need, 'providers', 'hybrid', resources).isUnderstood,
      )
      assert.deepEqual(missed, [])
    })
  })
