/** Questions in languages other than English and Spanish, over HTTP. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { LocationSearchEnvelope, ProviderSearchEnvelope } from '@careatlas/contract/envelopes'
import { runServer, type Running } from '../running.fixture.ts'

let server: Running
before(async () => {
  server = await runServer({})
})
after(() => server[Symbol.asyncDispose]())

async function search(q: string) {
  const response = await server.get(`/v1/providers?${new URLSearchParams({ q }).toString()}`)
  const text = await response.text()
  assert.equal(response.status, 200, text)
  return ProviderSearchEnvelope.parse(JSON.parse(text))
}

type Page = Awaited<ReturnType<typeof search>>

const npisOf = ({ data }: Page): readonly string[] => data.map(({ npi }) => npi)
const kindsOf = ({ meta }: Page): readonly string[] => meta.notices.map(({ kind }) => kind)

describe('a need finds the same clinicians as in English', () => {
  for (const [language, english, phrases] of [
    ['pt', 'cardiologist', ['cardiologista', 'preciso de um médico do coração', 'medico do coracao']],
    ['ht', 'cardiologist', ['mwen bezwen yon doktè kè', 'kadyològ']],
    ['zh', 'cardiologist', ['我需要心脏科医生', '我需要心臟科醫生']],
    ['vi', 'cardiologist', ['tôi cần bác sĩ tim mạch', 'toi can bac si tim mach']],
    ['ru', 'cardiologist', ['мне нужен кардиолог', 'ищу кардиолога']],
    ['ar', 'cardiologist', ['أحتاج طبيب قلب', 'طبيب القلـــب', 'طَبِيبُ قَلْب']],
  ] as const)
    for (const q of phrases)
      test(`${q} (${language})`, async () => {
        const [found, expected] = await Promise.all([search(q), search(english)])
        assert.ok(expected.data.length > 0)
        assert.deepEqual(npisOf(found), npisOf(expected))
        assert.equal(found.parameters.q_language, language)
        assert.match(found.parameters.q_expanded ?? '', /cardiologist/)
        assert.deepEqual(kindsOf(found), ['language'])
      })
})

describe('an emergency has its notice before the one about the language', () => {
  for (const [q, kinds] of [
    ['não consigo respirar', ['emergency', 'language']],
    ['mwen pa ka respire', ['emergency', 'language']],
    ['我想自杀', ['crisis', 'language']],
    ['tôi muốn tự tử', ['crisis', 'language']],
    ['ребёнок выпил отбеливатель', ['emergency', 'poison', 'language']],
    ['زوجي يضربني', ['violence', 'language']],
  ] as const)
    test(q, async () => {
      assert.deepEqual(kindsOf(await search(q)), kinds)
    })
})

describe('the notice says what the search understood', () => {
  for (const [q, text] of [
    [
      'dor de cabeça',
      'The question seems to be in Portuguese. The search knows only common needs in this language, and searched for "headache". Check that this is meant, or ask in English or Spanish.',
    ],
    [
      'Это хорошая лампа',
      'The question seems to be in Russian. The search knows only common needs in this language, and found none in the question. Ask in English or Spanish. In an emergency, call 911 (Emergency services); in a crisis, call 988 (Suicide & Crisis Lifeline).',
    ],
    [
      "j'ai mal au ventre depuis trois jours",
      'The question seems to be in French, which the search does not understand. Ask in English or Spanish. In an emergency, call 911 (Emergency services); in a crisis, call 988 (Suicide & Crisis Lifeline).',
    ],
  ] as const)
    test(q, async () => {
      const { meta, parameters } = await search(q)
      assert.deepEqual(meta.notices, [{ kind: 'language', severity: 'warning', text, contact: null }])
      assert.notEqual(parameters.q_language, undefined)
    })
})

test('a question in English or Spanish has no q_language', async () => {
  for (const q of ['heart doctor', 'médico del corazón', 'cardiologist who speaks Portuguese']) {
    const page = await search(q)
    assert.deepEqual(['q_language' in page.parameters, kindsOf(page).includes('language')], [false, false])
  }
})

test('a search for places has q_language too', async () => {
  const response = await server.get(`/v1/locations?${new URLSearchParams({ q: '医院' }).toString()}`)
  const { parameters, meta } = LocationSearchEnvelope.parse(await response.json())
  assert.equal(parameters.q_language, 'zh')
  assert.ok(meta.notices.some(({ kind }) => kind === 'language'))
})

test('the demo says the notice in the language of the page', async () => {
  const query = new URLSearchParams({ q: 'dor de cabeça' }).toString()
  for (const [path, text] of [
    ['/demo', 'The question seems to be in Portuguese'],
    ['/es/demo', 'La pregunta parece estar en portugués'],
  ] as const) {
    const response = await server.get(`${path}?${query}`)
    assert.equal(response.status, 200)
    assert.ok((await response.text()).includes(text))
  }
})
