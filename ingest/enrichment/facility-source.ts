/** Whose list of facilities a file is. */
import { openFile } from '../read/open-file.ts'

/** The header of a table is shorter. */
const headerBytesMax = 64 * 1024

/**
 * `cms_facilities` for Care Compare's own tables, whose first column is the certification number; `facility_list` for any
 * other, which somebody else may have made from CMS data and changed.
 *
 * @throws {InputRefused} when the file cannot be opened.
 */
export async function facilitySource(path: string): Promise<'cms_facilities' | 'facility_list'> {
  await using file = await openFile(path)
  for await (const chunk of file.bytes) {
    const header = chunk
      .subarray(0, headerBytesMax)
      .toString('latin1')
      .replace(/^\u00ef\u00bb\u00bf/, '')
    return /^"?(?:Facility ID|Provider ID)"?,/i.test(header) ? 'cms_facilities' : 'facility_list'
  }
  return 'facility_list'
}
