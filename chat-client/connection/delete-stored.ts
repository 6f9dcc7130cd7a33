/** Deletes what the service stores. */
import type { ChatSettings } from '../read-options.ts'
import { ServiceChatError } from '../service-chat-error.ts'
import { requestService } from './request-json.ts'
import type { Session } from './session.ts'

/**
 * Rejects with ServiceChatError.
 * @param token of a user, or of an anonymous conversation; null: there is nothing to delete
 */
export async function deleteStored(
  settings: ChatSettings,
  token: string | null,
  { authenticator, signal }: Session,
): Promise<void> {
  if (token === null) return
  const init = { method: 'POST', headers: { Authorization: `Bearer ${token}` } }
  const response = await requestService(settings, 'delete', init, signal).catch(() => null)
  // The service no longer has an anonymous conversation that it does not know.
  const isGone = response?.status === 401 && token !== authenticator.token?.value
  if (response?.status !== 204 && !isGone)
    throw new ServiceChatError('not_deleted', 'The messages were not deleted.', false)
}
