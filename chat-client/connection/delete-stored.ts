/** Deletes what the service stores. */
import type { ChatSettings } from '../read-options.ts'
import { requestService } from './request-json.ts'

/**
 * Resolves to whether it is deleted. Nothing of the page ends it.
 * @param token of a user, or of an anonymous conversation
 */
export async function deleteStored(settings: ChatSettings, token: string): Promise<boolean> {
  const init = { method: 'POST', headers: { Authorization: `Bearer ${token}` } }
  const { signal } = new AbortController()
  const status = (await requestService(settings, 'delete', init, signal).catch(() => null))?.status
  // The service no longer has an anonymous conversation, whose token has no dots. A refused key returns 401.
  return status === 204 || (status === 404 && !token.includes('.'))
}
