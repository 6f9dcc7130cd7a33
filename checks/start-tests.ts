/**
 * For the modules of `test-groups.ts`: no test starts before all files of its group are loaded. Otherwise Node runs the hooks
 * `after` of a group whenever no test is left, also those of a file that adds its tests a moment later.
 */
import { before } from 'node:test'

const loading = Promise.withResolvers<void>()
before(() => loading.promise)

/** After the last file is loaded. */
export const startTests = loading.resolve
