/** Red flags that make a query urgent and also have a notice of their own, and the groups of signs that files of red flags share. */
import { readRedFlags } from './red-flag.ts'

export const signs = readRedFlags(import.meta.dirname, 'signs.txt').groups

export const pregnancy = readRedFlags(import.meta.dirname, 'pregnancy.txt', signs).flags

export const dangerToOthers = readRedFlags(import.meta.dirname, 'danger-to-others.txt').flags
