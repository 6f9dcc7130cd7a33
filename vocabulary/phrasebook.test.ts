import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { parseLists } from './data-file.ts'
import { allPhrasebooks } from './phrasebook.ts'
import { splitPhraseWords } from './phrase-words.ts'

const needsMin = 150

function read(tag: string, text: string): string {
  const phrases = allPhrasebooks().get(tag)!.find(splitPhraseWords(text))
  return phrases.map(({ english }) => english || '-').join(' / ')
}

test('there is a phrasebook for each language of the specification', () => {
  assert.deepEqual([...allPhrasebooks().keys()], ['ar', 'ht', 'pt', 'ru', 'vi', 'zh'])
})

for (const [tag, phrasebook] of allPhrasebooks())
  suite(tag, () => {
    const file = join(import.meta.dirname, 'languages', tag, 'needs.txt')
    const needs = parseLists(readFileSync(file, 'utf8'), file)

    test(`has at least ${needsMin} needs`, () => {
      assert.ok(phrasebook.needs.length >= needsMin, `${phrasebook.needs.length}`)
    })

    test('each phrase is its need, and only one', () => {
      const wrong = [...needs].flatMap(([need, phrases]) =>
        phrases.filter((phrase) => read(tag, phrase) !== need),
      )
      assert.deepEqual(wrong, [])
    })
  })

suite('the spelling of a phrase varies', () => {
  for (const [tag, text, english] of [
    ['pt', 'DOR DE CABECA', 'headache'],
    ['pt', 'dor de cabeça e febre', 'headache / - / fever'],
    ['ht', 'tet fe mal', 'headache'],
    ['ht', 'atak ke', 'heart attack'],
    ['ht', 'dlo m kreve', 'water broke'],
    ['ht', 'bebe a sispann bouje', 'pregnant and the baby is not moving'],
    ['ht', 'figi l tonbe', 'mouth drooping'],
    ['vi', 'đau bụng', 'stomach pain'],
    ['vi', 'dau bung', 'stomach pain'],
    ['vi', 'bác sĩ tiêu hoá', 'gastroenterologist'],
    ['vi', 'tan cong tinh duc', 'raped'],
    ['ru', 'нужна помощь кардиолога', '- / cardiologist'],
    ['ru', 'ребенок', 'my child'],
    ['ru', 'воды отошли', 'water broke'],
    ['ar', 'طبيب القلب', 'cardiologist'],
    ['ar', 'طَبِيب قَلْب', 'cardiologist'],
    ['ar', 'طبيـــب قلـــب', 'cardiologist'],
    ['zh', '我头痛发烧', '- / headache / fever'],
    ['zh', '腦中風', 'stroke'],
    ['zh', '我頭痛發燒', '- / headache / fever'],
  ] as const)
    test(`${text} is ${english}`, () => {
      assert.equal(read(tag, text), english)
    })
})

test('the longest phrase counts', () => {
  assert.equal(read('zh', '儿童牙医'), 'pediatric dentist')
  assert.equal(read('pt', 'dor forte no peito'), 'severe chest pain')
})

test('with tone marks, a Vietnamese word is no other word', () => {
  assert.equal(read('vi', 'hồ'), '')
})
