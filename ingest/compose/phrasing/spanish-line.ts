/** Writes an address in Puerto Rico: a road with kilometers, or a street in a development (USPS Publication 28, section 29). */
import { suffixWord } from '@careatlas/directory/street-words'
import { titleCaseName, titleCaseUnit } from '@careatlas/directory/title-case'

/** `CARR 2 KM 11.6 BO MONTE STE 4` → "Carretera 2 Km 11.6, Barrio Monte, Suite 4" */
export function spanishLine(line: string): string {
  const unit = /[\s,]+(?:STE|SUITE|APT|OFIC|LOCAL)\b\.?.*$/i.exec(line)?.[0] ?? ''
  const street = line
    .slice(0, line.length - unit.length)
    .toUpperCase()
    .replaceAll(/\.(?!\d)/g, ' ')
    .replaceAll(/\bC\//g, 'CALLE ')
    .replaceAll(/# +/g, '#')
    .replaceAll(/(?<=\S)\s*,?\s+(?=(?:BO|BARRIO|SECTOR|SECT|URB|URBANIZACION)\s)/g, ', ')
    .replace(/(?<=^(?:URB|URBANIZACION)\s[^,\d]+?)\s*,?\s+(?=\d*\s*CALLE\s)/, ', ')
  const parts = street.split(',').map((part) => part.trim().split(/\s+/))
  const streetParts = parts
    .map((words) => words.map((_, index) => spanishWord(words, index)).join(' '))
    .filter(Boolean)
  const unitText = titleCaseUnit(unit)
  return [...streetParts, ...(unitText === null ? [] : [unitText])].join(', ')
}

function spanishWord(words: readonly string[], index: number): string {
  const word = words[index]!
  const isFirst = index === 0 || /^#?\d/.test(words[index - 1]!)
  if (/^AVE?$/.test(word) && isFirst && index < words.length - 1) return 'Avenida'
  if (
    index > 0 &&
    /^(?:DE|DEL|Y|EL|LA|LAS|LOS)$/.test(word) &&
    (/^(?:DE|DEL|Y)$/.test(word) || words[index - 1] === 'DE')
  )
    return word.toLowerCase()
  if (/\d/.test(word) || /^[A-Z]$|^(?:II|III|IV|PR)$/.test(word)) return word
  const suffix = index > 0 && word !== 'ST' ? suffixWord.get(word) : undefined
  return titleCaseName(abbreviations[word] ?? (word === 'ST' && index > 0 ? 'STREET' : (suffix ?? word)))
}

const abbreviations: Readonly<Record<string, string>> = {
  BO: 'BARRIO',
  CARR: 'CARRETERA',
  COND: 'CONDOMINIO',
  EDIF: 'EDIFICIO',
  EST: 'EST',
}
