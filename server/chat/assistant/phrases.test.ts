/** The sentences of the assistant exist in both languages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noticeKinds } from '@careatlas/contract/envelopes'
import { createUrgentNotices, usContacts } from '@careatlas/search/notices'
import { translateNotices } from './compose.ts'
import { phraseTables } from './phrase-tables.ts'

/** Every text of a table by its path; functions are called with their names. */
function listTexts(value: unknown, path = ''): readonly (readonly [path: string, text: string])[] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') return []
  return Object.entries(value as object).flatMap(([key, member]) => listTexts(member, `${path}.${key}`))
}

test('no Spanish text is the English one', () => {
  const english = new Map(listTexts(phraseTables.en))
  const same = listTexts(phraseTables.es).filter(([path, text]) => english.get(path) === text)
  assert.deepEqual(same, [])
})

test('a text is one line without markup', () => {
  for (const [path, text] of [...listTexts(phraseTables.en), ...listTexts(phraseTables.es)])
    assert.match(text, /^[^\n<>*_]+$/, path)
})

test('a count of one is in the singular', () => {
  const { en, es } = phraseTables
  const one = [
    en.record.clinicians(1),
    en.widened({ miles: 1, count: 1, around: 'near Town' }),
    en.listedBy({ payer: 'Plan', date: null, count: 1 }),
    en.met.gender('F', 1),
    en.met.language('Spanish', 1),
    en.met.accepting(1),
    en.met.telehealth(1),
    en.list.hoursAllUnknown(1),
    es.record.clinicians(1),
    es.widened({ miles: 1, count: 1, around: 'cerca de Town' }),
    es.listedBy({ payer: 'Plan', date: null, count: 1 }),
    es.met.gender('F', 1),
    es.met.language('inglés', 1),
    es.met.accepting(1),
    es.met.telehealth(1),
    es.list.hoursAllUnknown(1),
  ]
  const plural =
    /\b(?:clinicians|miles|these|them|they|women|men|each|profesionales|millas|estos|todos|todas|cada|aceptan|ofrecen)\b/i
  for (const text of one) assert.doesNotMatch(text, plural)
})

const numbers = (text: string) => new Set(text.match(/\d[\d-]+\d/g))

test('Spanish urgent notices exist for each kind and have the numbers of the English ones', () => {
  const all = [
    ...createUrgentNotices(
      { parsed: { emergency: 'body', helplines: ['poison', 'pregnancy_urgent'] } },
      usContacts,
    ),
    ...createUrgentNotices(
      { parsed: { emergency: 'mind', helplines: ['violence', 'danger_to_others'] } },
      usContacts,
    ),
  ]
  const urgentKinds = noticeKinds.slice(0, noticeKinds.indexOf('not_understood'))
  assert.deepEqual(new Set(all.map(({ kind }) => kind)), new Set(urgentKinds))
  for (const [index, notice] of translateNotices(all, phraseTables.es, usContacts).entries()) {
    assert.notEqual(notice.text, all[index]!.text)
    assert.deepEqual(numbers(notice.text), numbers(all[index]!.text), notice.kind)
  }
})
