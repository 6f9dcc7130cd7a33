/**
 * Encrypts the texts of conversations: AES-256-GCM with a random key for each conversation, which is stored encrypted with a key of
 * the operator. Deleting a conversation deletes its key, also from backups that are restored without it.
 */
import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'
import { StateError } from './state-error.ts'

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const ivBytes = 12
const tagBytes = 16

/** The stored key of a conversation, encrypted. */
export interface WrappedKey {
  /** Which key of the operator encrypts it. */
  readonly keyId: string
  readonly wrapped: Uint8Array
}

export class MessageCipher {
  readonly #keys: ReadonlyMap<string, Uint8Array>
  readonly #currentId: string

  /** @param keys of 32 bytes, the current one first; the others only decrypt */
  constructor(keys: readonly Uint8Array[]) {
    this.#keys = new Map(keys.map((key) => [toKeyId(key), key]))
    this.#currentId = toKeyId(keys[0]!)
  }

  /** Creates the key of a conversation. */
  createKey(conversationId: string): WrappedKey & { readonly key: Uint8Array } {
    const key = randomBytes(keyBytes)
    const wrapped = seal(key, this.#keys.get(this.#currentId)!, conversationId)
    return { key, keyId: this.#currentId, wrapped }
  }

  /** Throws StateError if the operator's key is not configured, or does not fit. */
  unwrapKey(conversationId: string, { keyId, wrapped }: WrappedKey): Uint8Array {
    const key = this.#keys.get(keyId)
    if (key === undefined) throw missingKeyError(keyId)
    return open(wrapped, key, conversationId)
  }
}

/** The error of a state with encrypted texts whose key is not configured. */
export function missingKeyError(keyId: string): StateError {
  return new StateError(
    'The state',
    `has conversations that are encrypted with the key ${keyId}`,
    'Add this key to STATE_ENCRYPTION_KEY, after the current one.',
  )
}

/** Encrypts and authenticates `data`; `context` must be the same to decrypt it. */
export function seal(data: Uint8Array, key: Uint8Array, context: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(context))
  const encrypted = Buffer.concat([cipher.update(data), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted])
}

/** Throws StateError if the data was changed, or has another key or context. */
export function open(sealed: Uint8Array, key: Uint8Array, context: string): Buffer {
  const bytes = Buffer.from(sealed)
  try {
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()])
  } catch {
    throw new StateError('The state', 'has an encrypted text that was changed', 'Restore a backup.')
  }
}

/** A short digest, which does not reveal the key. */
function toKeyId(key: Uint8Array): string {
  return hash('sha256', key, 'hex').slice(0, 16)
}
