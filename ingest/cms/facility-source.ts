/** Whose list of facilities a file is. */
import { headerOf } from '../read/header-of.ts'

/**
 * `cms_facilities` for Care Compare's own tables, whose first column is the certification number; `facility_list` for any
 * other, which somebody else may have made from CMS data and changed.
 *
 * @throws {InputError} when the file cannot be opened.
 */
export async function facilitySource(path: string): Promise<'cms_facilities' | 'facility_list'> {
  return /^"?(?:Facility ID|Provider ID)"?,/i.test(await headerOf(path)) ? 'cms_facilities' : 'facility_list'
}
