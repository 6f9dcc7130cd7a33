/** Merges the profiles of parts: numbers profiles, slices, codes and traits consecutively, and embeds the text of slices. */
import { type Embedder, EmbedderError } from '@careatlas/vocabulary/embedder'
import type { ClinicalSlice, Traits } from '../relevance.ts'
import { type Column, newColumn } from './column.ts'
import { GrowableColumn } from './growable-column.ts'
import type { PartRange } from './merge-segments.ts'
import { parseProfileKey } from './profile-key.ts'
import { Interner } from './interner.ts'
import type { Columns, SegmentHeader } from './segment.ts'
import { sliceText } from './slice-text.ts'

type ProfileColumns = Pick<
  Columns,
  | 'entity.profile'
  | 'profile.start'
  | 'profile.entity'
  | 'profile.slice'
  | 'profile.traits'
  | 'slice.start'
  | 'slice.code'
  | 'slice.weight'
  | 'slice.text'
  | 'text.vector'
>

/** Texts per call of the embedder. */
const batchSize = 256

export async function mergeProfiles(
  parts: readonly PartRange[],
  entities: number,
  embedder: Embedder,
): Promise<{
  readonly header: Pick<SegmentHeader, 'codes' | 'traits' | 'embedder' | 'dimension'>
  readonly columns: ProfileColumns
}> {
  const profiles = new Interner()
  const profileOf = newColumn('u32', entities)
  for (const { part, first } of parts) {
    const numbers = part.profiles.map((key) => profiles.numberOf(key))
    for (const [entity, profile] of part.column('profile').entries())
      profileOf[first + entity] = numbers[profile]!
  }
  const distinct = profiles.texts.map(parseProfileKey)
  const [slices, traits] = [new Interner(), new Interner()]
  const sliceOf = Uint32Array.from(distinct, ({ slice }) => slices.numberOf(JSON.stringify(slice)))
  const traitsOf = Uint32Array.from(distinct, (profile) => traits.numberOf(JSON.stringify(profile.traits)))
  const { codes, dimension, columns } = await sliceColumns(
    slices.texts.map((text) => JSON.parse(text) as ClinicalSlice),
    embedder,
  )
  return {
    header: {
      codes,
      traits: traits.texts.map((text) => JSON.parse(text) as Traits & { languages: string[] }),
      embedder: embedder.id,
      dimension,
    },
    columns: {
      'entity.profile': profileOf,
      ...groupByProfile(profileOf, distinct.length),
      'profile.slice': sliceOf,
      'profile.traits': traitsOf,
      ...columns,
    },
  }
}

/** Counting sort: inverts the profile of each entity to the entities of each profile. */
function groupByProfile(
  profileOf: Column<'u32'>,
  profiles: number,
): Pick<Columns, 'profile.start' | 'profile.entity'> {
  const starts = newColumn('u32', profiles + 1)
  for (const profile of profileOf) starts[profile + 1]!++
  for (let profile = 0; profile < profiles; profile++) starts[profile + 1]! += starts[profile]!
  const next = starts.slice()
  const members = newColumn('u32', profileOf.length)
  for (let entity = 0; entity < profileOf.length; entity++) members[next[profileOf[entity]!]!++] = entity
  return { 'profile.start': starts, 'profile.entity': members }
}

async function sliceColumns(
  slices: readonly ClinicalSlice[],
  embedder: Embedder,
): Promise<{
  readonly codes: string[]
  readonly dimension: number
  readonly columns: Pick<
    Columns,
    'slice.start' | 'slice.code' | 'slice.weight' | 'slice.text' | 'text.vector'
  >
}> {
  const [codes, texts] = [new Interner(), new Interner()]
  const [starts, codeColumn, weights] = [
    new GrowableColumn('u32'),
    new GrowableColumn('u16'),
    new GrowableColumn('u8'),
  ]
  const textOf = newColumn('u32', slices.length)
  for (const [index, slice] of slices.entries()) {
    starts.push(codeColumn.length)
    for (const { code, weight } of slice.codes) {
      codeColumn.push(codes.numberOf(code))
      weights.push(Math.round(weight * 100))
    }
    const text = sliceText(slice, embedder)
    if (text !== '') textOf[index] = 1 + texts.numberOf(text)
  }
  starts.push(codeColumn.length)
  const { dimension, column } = await embedTexts(texts.texts, embedder)
  return {
    codes: codes.texts,
    dimension,
    columns: {
      'slice.start': starts.view(),
      'slice.code': codeColumn.view(),
      'slice.weight': weights.view(),
      'slice.text': textOf,
      'text.vector': column,
    },
  }
}

/** Embeds the texts. The dimension is 0 if there is no text. */
async function embedTexts(
  texts: readonly string[],
  embedder: Embedder,
): Promise<{ readonly dimension: number; readonly column: Column<'i8'> }> {
  const bytes = new GrowableColumn('i8')
  let dimension = 0
  for (let first = 0; first < texts.length; first += batchSize) {
    const vectors = await embedder.embed(texts.slice(first, first + batchSize), 'document')
    if (first === 0) dimension = vectors[0]!.length
    for (const vector of vectors) {
      if (vector.length !== dimension)
        throw new EmbedderError(
          `${embedder.id} gives vectors of ${dimension} and of ${vector.length} numbers.`,
        )
      bytes.append(Int8Array.from(vector, (value) => Math.round(127 * value)))
    }
  }
  return { dimension, column: bytes.view() }
}
