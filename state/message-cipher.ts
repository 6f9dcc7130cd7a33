/**
 * Encrypts the texts of conversations at rest: AES-256-GCM with a random data key for each conversation, which is stored encrypted
 * ("wrapped") with a key of the operator. The texts of a deleted conversation are unreadable, because its data key is deleted with it.
 */
import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'
import { StateError } from './state-error.ts'

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const ivBytes = 12
const tagBytes = 16

/** The stored data key of a conversation, encrypted. */
export interface WrappedKey {
  /** Which key of the operator encrypts it. */
  readonly keyId: string
  readonly wrapped: Uint8Array
}

export class MessageCipher {
  readonly #keys: ReadonlyMap<string, Uint8Array>
  /** New data keys are encrypted with this key of the operator. */
  readonly currentKeyId: string

  /** `keys` have 32 bytes; the first is the current one, the others only decrypt. */
  constructor(keys: readonly Uint8Array[]) {
    const [current] = keys
    if (current === undefined) throw new Error('needs a key')
    this.#keys = new Map(keys.map((key) => [toKeyId(key), key]))
    this.currentKeyId = toKeyId(current)
  }

  /** Creates the data key of a conversation. */
  createKey(conversationId: string): WrappedKey {
    return this.#wrap(conversationId, randomBytes(keyBytes))
  }

  /** Throws StateError if the key of the operator is not configured, or if the data key was changed. */
  unwrapKey(conversationId: string, { keyId, wrapped }: WrappedKey): Uint8Array {
    const key = this.#keys.get(keyId)
    if (key === undefined) throw missingKeyError(keyId)
    return open(wrapped, key, conversationId)
  }

  /** The same data key, encrypted with the current key of the operator. Throws as `unwrapKey` does. */
  rewrapKey(conversationId: string, stored: WrappedKey): WrappedKey {
    return this.#wrap(conversationId, this.unwrapKey(conversationId, stored))
  }

  hasKey(keyId: string): boolean {
    return this.#keys.has(keyId)
  }

  #wrap(conversationId: string, key: Uint8Array): WrappedKey {
    const wrapped = seal(key, this.#keys.get(this.currentKeyId)!, conversationId)
    return { keyId: this.currentKeyId, wrapped }
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

/** Encrypts and authenticates `data`; only the same `context` decrypts it. */
export function seal(data: Uint8Array, key: Uint8Array, context: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(context))
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
