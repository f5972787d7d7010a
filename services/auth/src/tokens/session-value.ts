import { createHmac } from 'node:crypto'
import { hashOf } from './secrets.js'

/** What the value of a session's cookie says. The value itself is stored nowhere. */
export interface SessionValue {
  /** The session that it names: the hash of its id, which stays the same. */
  readonly sessionKey: string
  /** The hash of its secret, which changes; empty of the first value, which is the id alone. */
  readonly proof: string
}

/** `<id>`, or `<id>.<secret>`: 256 bits each, as `newSecret` writes them. */
const VALUE = /^([\w-]{43})(?:\.([\w-]{43}))?$/

/** Reads a cookie's value; nothing for what never was one. */
export function readSessionValue(value: string): SessionValue | undefined {
  const [, id, secret] = VALUE.exec(value) ?? []
  if (id === undefined) return undefined
  return { sessionKey: hashOf(id), proof: secret === undefined ? '' : hashOf(secret) }
}

/**
 * The value that follows `value`: the same for the same nonce, so that requests made at once are all given the same. Only
 * who has `value` can tell it; the nonce is no secret.
 */
export function nextSessionValue(value: string, nonce: string): string {
  const [id = ''] = value.split('.')
  return `${id}.${createHmac('sha256', value).update(nonce).digest('base64url')}`
}
