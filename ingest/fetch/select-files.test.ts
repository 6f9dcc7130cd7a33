import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NppesKind } from './nppes-file.ts'
import { parseLinkedFiles } from './published-files.ts'
import { selectFiles } from './select-files.ts'

const page = new URL('https://download.cms.gov/nppes/NPI_Files.html')

/** Links as on the page of CMS, in random order, with further links that must be ignored. */
const html = `
  <a href='./NPPES_Data_Dissemination_September_2026_V2.zip'>x</a>
  <A HREF="./NPPES_Data_Dissemination_December_2025_V2.zip">x</A>
  <a href=NPPES_Data_Dissemination_September_2026.zip>x</a>
  <!-- <a href='./NPPES_Data_Dissemination_November_2026_V2.zip'>x</a> -->
  <a data-href='./NPPES_Data_Dissemination_October_2026_V2.zip'>x</a>
  <a href='./NPPES_Data_Dissemination_090726_091326_Weekly_V2.zip'>x</a>
  <a href='https://download.cms.gov/nppes/NPPES_Data_Dissemination_122925_010426_Weekly_V2.zip?x=1'>x</a>
  <a href='/nppes/NPPES_Data_Dissemination_083126_090626_Weekly_V2.zip'>x</a>
  <a href='./NPPES_Data_Dissemination_083126_090626_Weekly.zip'>x</a>
  <a href='./NPPES_Deactivated_NPI_Report_091426_V2.zip'>x</a>
  <a href='./NPPES_Deactivated_NPI_Report_121525_V2.zip'>x</a>
  <a href='https://www.cms.gov/files/readme.pdf'>x</a>`

const expectedNames: Readonly<Record<NppesKind, readonly string[]>> = {
  monthly: ['NPPES_Data_Dissemination_September_2026_V2.zip'],
  weekly: [
    'NPPES_Data_Dissemination_122925_010426_Weekly_V2.zip',
    'NPPES_Data_Dissemination_083126_090626_Weekly_V2.zip',
    'NPPES_Data_Dissemination_090726_091326_Weekly_V2.zip',
  ],
  deactivated: ['NPPES_Deactivated_NPI_Report_091426_V2.zip'],
}
for (const [kind, names] of Object.entries(expectedNames)) {
  test(`selects these ${kind} files by the dates in their names: ${names.join(', ')}`, () => {
    const files = selectFiles({ address: page, files: parseLinkedFiles(html, page) }, [kind as NppesKind])
    assert.deepEqual(
      files.map(({ name }) => name),
      names,
    )
  })

  test(`rejects a page without a ${kind} file`, () => {
    const files = parseLinkedFiles(html, page).filter((file) => file.kind !== kind)
    assert.throws(() => selectFiles({ address: page, files }, [kind as NppesKind]), {
      name: 'InputError',
      message: new RegExp(`links to no ${kind} NPPES file; .*--from`),
    })
  })
}

const linkFolders: Readonly<Record<string, boolean>> = {
  'https://download.cms.gov:443/elsewhere/': true,
  'http://download.cms.gov/nppes/': false,
  'https://example.org/nppes/': false,
  '//example.org/': false,
  'file:///nppes/': false,
}
for (const [folder, isFollowed] of Object.entries(linkFolders)) {
  test(`a link to ${folder} is ${isFollowed ? 'followed' : 'rejected'}`, () => {
    const link = `<a href="${folder}NPPES_Deactivated_NPI_Report_091426_V2.zip">`
    if (isFollowed) assert.equal(parseLinkedFiles(link, page).length, 1)
    else assert.throws(() => parseLinkedFiles(link, page), { name: 'InputError', message: /--from/ })
  })
}

test('reads a page of unclosed comments in linear time', () => {
  assert.deepEqual(parseLinkedFiles('<!--'.repeat(250_000), page), [])
  assert.deepEqual(parseLinkedFiles(' href'.repeat(200_000), page), [])
})
