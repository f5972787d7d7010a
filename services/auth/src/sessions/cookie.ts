import { createHmac } from 'node:crypto'
import { KlaError, type Logger } from '@kla/chassis'
import { CookieUse } from '@kla/proto'
import { hashOf, newSecret, type Random } from '../shared/tokens.js'
import type { SessionEndings } from './endings.js'
import type { Session, SessionStore, SessionUse } from './store.js'

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

/** A session that a cookie has opened. */
interface OpenedByCookie {
  readonly session: Session
  /** What the cookie is to hold from now on, and when the session expires if it is not used again; nothing: what it holds. */
  readonly next?: { readonly value: string; readonly expiresAtMs: number }
}

/**
 * The session that a cookie's value opens. A value that was replaced ends its session, if it has just come from a client:
 * two clients hold the cookie, and which of them is the player cannot be known. Rejects with NOT_SIGNED_IN.
 */
export type UseCookie = (value: string, use: CookieUse, log: Logger) => Promise<OpenedByCookie>

export function createUseCookie(parts: {
  sessions: Pick<SessionStore, 'use' | 'present' | 'offer'>
  endings: Pick<SessionEndings, 'end'>
  random: Random
}): UseCookie {
  const { sessions, endings, random } = parts

  /** The value to hand over with the answer: the same for all requests that come with `text` at about the same time. */
  async function following(text: string, value: SessionValue, { state, nonce }: SessionUse): Promise<string | undefined> {
    if (state === 'offered') return nextSessionValue(text, nonce)
    if (state !== 'due') return undefined
    const ours = newSecret(random)
    const proof = readSessionValue(nextSessionValue(text, ours))?.proof ?? ''
    const offered = await sessions.offer(value, ours, proof)
    return offered === undefined ? undefined : nextSessionValue(text, offered)
  }

  return async (text, use, log) => {
    const value = readSessionValue(text)
    if (!value) throw new KlaError('NOT_SIGNED_IN')
    if (use === CookieUse.PROVEN) {
      const session = await sessions.use(value.sessionKey)
      if (!session) throw new KlaError('NOT_SIGNED_IN')
      return { session }
    }
    const used = await sessions.present(value, use === CookieUse.REPLACEABLE)
    const hasJustCome = use === CookieUse.PRESENTED || use === CookieUse.REPLACEABLE
    if (used?.state === 'replaced' && hasJustCome) {
      log.warn({ accountId: used.session.accountId }, 'a session was ended: its cookie came with a value that had been replaced')
      await endings.end(used.session)
    }
    if (!used || used.state === 'replaced') throw new KlaError('NOT_SIGNED_IN')
    const next = await following(text, value, used)
    const { session, expiresAtMs } = used
    return next === undefined ? { session } : { session, next: { value: next, expiresAtMs } }
  }
}
