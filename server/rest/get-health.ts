/** `GET /v1/health` */
import type { Health } from '@careatlas/contract/envelopes'
import { parseParameters } from '@careatlas/contract/parse-parameters'
import { version } from '../version.ts'
import { type Endpoint, searchOf } from './endpoint.ts'

export const getHealth: Endpoint = ({ raw }) => {
  parseParameters('getHealth', searchOf(raw))
  return {
    canonical: 'getHealth',
    answer: ({ snapshot }) => {
      const { generation, data_as_of } = snapshot.manifest
      return JSON.stringify({ status: 'ok', version, generation, data_as_of } satisfies Health)
    },
  }
}
