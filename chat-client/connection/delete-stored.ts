/** Deletes what the service stores. */
import type { ChatSettings } from '../read-options.ts'
import { requestService } from './request-json.ts'

/** Deleted, or an anonymous conversation that the service no longer has. A refused key has another status. */
const isGone = /^(?:204|404)$/

/**
 * Resolves to whether it is deleted. Nothing of the page ends it.
 * @param token of a user, or of an anonymous conversation
 */
export async function deleteStored(settings: ChatSettings, token: string): Promise<boolean> {
  const init = { method: 'POST', headers: { Authorization: `Bearer ${token}` } }
  const { signal } = new AbortController()
  const response = await requestService(settings, 'delete', init, signal).catch(() => null)
  return isGone.test(String(response?.status))
}
