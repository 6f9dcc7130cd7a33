/** For tests: the vocabulary of all concepts with a directory that has no places, names and carriers. */
import { carrierNames } from './carrier-names.fixture.ts'
import { createGazetteer } from './gazetteer.ts'
import { defaultVocabulary, type QueryResources } from './query-resources.ts'

export const emptyResources: QueryResources = {
  ...defaultVocabulary(),
  gazetteer: createGazetteer([]),
  carriers: carrierNames([]),
  isName: () => false,
  isPlaceName: () => false,
  isCommonName: () => false,
  isCommonSurname: () => false,
  isCommonPlaceName: () => false,
  isTownWord: () => false,
  resolvesPlaces: true,
}
