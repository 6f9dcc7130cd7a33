/** Normalizes a name parameter for comparison. */
import { ApiError } from '@careatlas/contract/errors'
import { quotedValue } from '@careatlas/contract/quoted-value'
import { foldName } from '@careatlas/directory/person-name'

/**
 * The folded name. A wildcard would match nothing; a name without a letter or digit would equal every missing name.
 * @throws ApiError `invalid_parameter`
 */
export function normalizedNameParameter(parameter: string, name: string): string {
  if (/[*%]/.test(name))
    throw new ApiError(
      'invalid_parameter',
      `${parameter} must have no * or %: names are matched exactly; no wildcards. Got ${quotedValue(name)}.`,
    )
  const folded = foldName(name)
  if (folded !== '') return folded
  throw new ApiError(
    'invalid_parameter',
    `${parameter} must have a letter or digit; got ${quotedValue(name)}.`,
  )
}
