import { createHmac } from 'node:crypto'
import { KlaError, type Logger, outageOf } from '@kla/chassis'
import { CookieUse } from '@kla/proto'
import { hashOf, newSecret, type Random } from '../shared/tokens.js'
import type { SessionEndings } from './endings.js'
import type { Session, SessionStore, SessionUse, SessionValue } from './store.js'

interface OpenedByCookie {
  readonly session: Session
  readonly next?: { readonly value: string; readonly expiresAtMs: number }
}

/**
 * Opens a session by its cookie. A replaced value ends the session: either client may be the thief. Rejects with
 * NOT_SIGNED_IN.
 */
export type UseCookie = (value: string, use: CookieUse, log: Logger) => Promise<OpenedByCookie>

export interface UseCookieDeps {
  readonly sessions: Pick<SessionStore, 'use' | 'present' | 'offer'>
  readonly endings: Pick<SessionEndings, 'end'>
  readonly random: Random
}

export function createUseCookie({ sessions, endings, random }: UseCookieDeps): UseCookie {
  /** Concurrent requests get the same next value. */
  async function nextValue(
    text: string,
    value: SessionValue,
    { state, nonce }: SessionUse,
  ): Promise<string | undefined> {
    if (state === 'offered') return nextSessionValue(text, nonce)
    if (state !== 'due') return undefined
    const ours = newSecret(random)
    const proof = readSessionValue(nextSessionValue(text, ours))?.proof ?? ''
    // Without an offer the value remains; the next request gets one.
    const offered = await sessions.offer(value, ours, proof).catch((error: unknown) => {
      if (outageOf(error) === undefined) throw error
      return undefined
    })
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
    const fromClient = use === CookieUse.PRESENTED || use === CookieUse.REPLACEABLE
    if (used?.state === 'replaced' && fromClient) {
      log.warn({ accountId: used.session.accountId }, 'session ended: its cookie held a value that had been replaced')
      await endings.end(used.session)
    }
    if (!used || used.state === 'replaced') throw new KlaError('NOT_SIGNED_IN')
    const next = await nextValue(text, value, used)
    const { session, expiresAtMs } = used
    return next === undefined ? { session } : { session, next: { value: next, expiresAtMs } }
  }
}

/** `<id>` or `<id>.<secret>`, 256 bits each. */
const VALUE = /^([\w-]{43})(?:\.([\w-]{43}))?$/

export function readSessionValue(value: string): SessionValue | undefined {
  const [, id, secret] = VALUE.exec(value) ?? []
  if (id === undefined) return undefined
  return { sessionKey: hashOf(id), proof: secret === undefined ? '' : hashOf(secret) }
}

/** Derives the next value, which only a holder of `value` can; the nonce is public. */
export function nextSessionValue(value: string, nonce: string): string {
  const [id = ''] = value.split('.')
  return `${id}.${createHmac('sha256', value).update(nonce).digest('base64url')}`
}
