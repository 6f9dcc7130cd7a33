/** Whose list of facilities a file is. */
import { readHeader } from '../read/read-header.ts'

/**
 * `cms_facilities` for Care Compare's own tables, whose first column is the certification number; `facility_list` for any
 * other, which somebody else may have made from CMS data and changed.
 *
 * @throws {InputError} when the file cannot be opened.
 */
export async function detectFacilitySource(path: string): Promise<'cms_facilities' | 'facility_list'> {
  return /^"?(?:Facility ID|Provider ID)"?,/i.test(await readHeader(path))
    ? 'cms_facilities'
    : 'facility_list'
}
