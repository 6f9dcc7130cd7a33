/** Red flags that make a query urgent and also have a notice of their own, and the groups of signs that files of red flags share. */
import { readRedFlags } from './red-flag.ts'

const signFile = readRedFlags(import.meta.dirname, 'signs.txt')
export const signs = signFile.groups
/** Matches the age of a newborn: "3 weeks old". */
export const newborn = signFile.group('newborn')

const pregnancyFile = readRedFlags(import.meta.dirname, 'pregnancy.txt', signs)
export const pregnancy = pregnancyFile.flags
/** Matches words that mention a pregnancy: "34 weeks along". */
export const pregnant = pregnancyFile.group('pregnant')

export const dangerToOthers = readRedFlags(import.meta.dirname, 'danger-to-others.txt').flags
