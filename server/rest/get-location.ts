/** `GET /v1/locations/{location_uuid}` */
import { DirectoryError } from '@careatlas/contract/errors'
import { parseLocationUuid, parseParameters } from '@careatlas/contract/parse-parameters'
import { canonicalRequest } from '@careatlas/search/etag'
import type { Generation } from '../generation.ts'
import { detailEnvelope } from './detail-envelope.ts'
import { type Endpoint, pathPart, searchOf } from './endpoint.ts'

export const getLocation: Endpoint = (request) => {
  const uuid = parseLocationUuid(pathPart(request, 'location_uuid'))
  const search = searchOf(request.raw)
  if (search !== '') parseParameters('getLocation', search)
  const canonical = canonicalRequest(`getLocation ${uuid}`)
  return { canonical, answer: (generation) => generation.body(canonical, () => cardOf(uuid, generation)) }
}

function cardOf(uuid: string, { snapshot }: Generation): string {
  const card = snapshot.locationCard(uuid)
  if (card === null) throw new DirectoryError('location_not_found', `No location has the identifier ${uuid}.`)
  return detailEnvelope(card)
}
