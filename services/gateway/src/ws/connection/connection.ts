import { KlaError, newId, type SessionTokenReader } from '@kla/chassis'
import type { LostConnection, Restriction } from '@kla/proto'
import {
  type AckFrame,
  CLOSE,
  type Reason,
  REASONS,
  type ServerEventName,
  type ServerEvents,
  SILENCE_MAX_MS,
} from '@kla/proto/web'
import { bannedBy, closeReasonOf, statementOf } from '../../shared/bans.js'
import { returningBy } from '../accounts/return-token.js'
import type { CookieCredential, Credential, Session, Sessions } from '../accounts/sessions.js'
import { answerFrame, dataText, eventFrame } from '../frames.js'
import type { Socket } from '../listener/socket-listener.js'
import type { RealtimeMetrics } from '../metrics.js'
import type { WaitingCall } from '../overload/admission-queue.js'
import type { Admission } from '../overload/admission.js'
import type { CredentialOwner, CredentialRequest } from '../overload/credential-checks.js'
import type { Member, MemberConnection } from '../rooms/member.js'
import { Lanes } from './lanes.js'
import { RateLimiter } from './rate-limits.js'
import type { SocketLimits } from './socket-limits.js'

/** What a connection uses of its gateway. */
export interface ConnectionDeps {
  readonly metrics: RealtimeMetrics
  readonly sessions: Sessions
  readonly limits: Pick<SocketLimits, 'join' | 'leave'>
  readonly admission: Pick<Admission, 'credentials' | 'entries'>
  readonly readToken: SessionTokenReader
  readonly now: () => number
}

/** Circumstances in which a connection was opened. */
export interface Opening {
  readonly socket: Socket
  /** Unit for limits, from `networkOf`. */
  readonly network: string
  readonly wantsTokens: boolean
  /** Finds out the rank of the seat to which the client claims to return, for its first sign-in. */
  readonly findRank: CredentialRequest['findRank']
}

export class Connection implements MemberConnection, CredentialOwner {
  readonly socketId = newId()
  readonly lanes = new Lanes()
  readonly waitingCalls = new Set<WaitingCall>()
  exits = 0
  returnSpreadMs = 0
  /** True if the client asked for signs of life, sent by `Pulse` when idle. */
  isListening = false
  silentBeats = 0
  /** Rate limiter: the socket's own until sign-in, then the account's. */
  limiter: RateLimiter
  session: Session | undefined
  member: Member | undefined
  closed = false
  /** True once the end was announced; the close follows. */
  ending = false
  /** Last panic exit; `atMs` by `performance.now()`. */
  exit: { readonly roomId: string; readonly atMs: number } | undefined
  /** Places that it may have, by room: see `placing`. */
  readonly undecided = new Map<string, LostConnection>()
  #countedFor: number | undefined
  /** The upgrade's cookie until auth resolves it. */
  #pending: CookieCredential | undefined

  readonly socket: Socket
  readonly network: string
  readonly wantsTokens: boolean
  readonly metrics: RealtimeMetrics
  #findRank: CredentialRequest['findRank']

  constructor(
    { socket, network, wantsTokens, findRank }: Opening,
    private readonly deps: ConnectionDeps,
  ) {
    this.socket = socket
    this.network = network
    this.wantsTokens = wantsTokens
    this.metrics = deps.metrics
    this.#findRank = findRank
    this.limiter = new RateLimiter(deps.now)
  }

  /** Keeps the cookie of a client that authenticates by a token first, perhaps late. */
  keepCookie({ sessionId }: CookieCredential): void {
    this.#pending = { sessionId, hasWaited: true }
  }

  /** An invalid cookie leaves the connection signed out. */
  async signInByCookie(credential: CookieCredential): Promise<void> {
    this.#pending = credential
    await this.#settlePending().catch(() => undefined)
  }

  /** Rejects with NOT_SIGNED_IN, or UNAVAILABLE if auth cannot resolve the cookie. */
  async requireSession(): Promise<Session> {
    if (!this.session) await this.#settlePending()
    if (!this.session) throw new KlaError('NOT_SIGNED_IN')
    return this.session
  }

  /** Rejects globally banned accounts, and another account, since seats belong to accounts. */
  async signIn(credential: Credential): Promise<void> {
    const before = this.session
    const kind = 'accessToken' in credential ? 'token' : 'cookie'
    const work = (): Promise<Session> => this.deps.sessions.signIn(credential, this)
    const request = { kind, owner: this, accountId: before?.account.id, findRank: this.#findRank } as const
    this.#take(await this.deps.admission.credentials.check(request, work))
  }

  /**
   * Signs in a client that kept its cookie for this: by its token without asking auth, else by the cookie. Without a
   * cookie auth judges the token. One of the session that the connection has changes nothing.
   */
  async authenticate(token: string): Promise<void> {
    const read = await this.deps.readToken(token)
    const pending = this.#pending
    if (pending && !this.session) {
      const returning = read && returningBy(token, read, pending.sessionId)
      const session = returning && this.deps.sessions.resume(returning, pending, this)
      if (!session) await this.#settlePending()
      else {
        this.#pending = undefined
        // While entries wait, who sits in the room is then known when the client comes to them.
        if (this.deps.admission.entries.waiting > 0) void this.#findRank?.()
        this.#take(session)
      }
      if (this.session) return
    }
    if (!this.session || this.session.key !== read?.sessionKey) await this.signIn({ accessToken: token })
  }

  /** Announces the end of a refused connection first, and closes it after the sign-in's answer. */
  #take(session: Session): void {
    const before = this.session
    if (this.closed) return this.deps.sessions.signOff(session, this)
    if (before && before.account.id !== session.account.id) {
      this.deps.sessions.signOff(session, this)
      throw new KlaError('NOT_ALLOWED')
    }
    if (!this.#count(session.account.id)) {
      this.deps.sessions.signOff(session, this)
      this.#announceEnd('TOO_MANY_SOCKETS', REASONS.TOO_MANY_SOCKETS.text)
      setImmediate(() => this.close(CLOSE.POLICY, 'too many connections'))
      throw new KlaError('TOO_MANY_SOCKETS')
    }
    if (before && before !== session) this.deps.sessions.signOff(before, this)
    this.session = session
    this.#findRank = undefined
    const ban = this.deps.sessions.banAgainst(session, 'global')
    if (!ban) return
    this.#announceBan(ban)
    setImmediate(() => this.close(CLOSE.BANNED, closeReasonOf(ban)))
    throw bannedBy(ban)
  }

  closeForBan(ban: Restriction): void {
    this.#announceBan(ban)
    this.close(CLOSE.BANNED, closeReasonOf(ban))
  }

  #count(accountId: number): boolean {
    if (this.#countedFor !== undefined) return true
    const shared = this.deps.limits.join(accountId)
    if (!shared) return false
    this.limiter = shared
    this.#countedFor = accountId
    return true
  }

  #announceBan(ban: Restriction): void {
    const { reason, text } = statementOf(ban)
    this.#announceEnd(reason, text)
  }

  #announceEnd(code: Reason, error: string): void {
    this.ending = true
    this.event('error', { event: 'connection', error, code })
  }

  async #settlePending(): Promise<void> {
    const pending = this.#pending
    if (!pending) return
    try {
      await this.signIn(pending)
      this.#pending = undefined
    } catch (error) {
      const refusal = KlaError.from(error)
      if (refusal.reason === 'UNAVAILABLE') {
        this.#pending = { ...pending, hasWaited: true }
        throw refusal
      }
      this.#pending = undefined
      if (this.ending) throw refusal
    }
  }

  event<Name extends ServerEventName>(event: Name, data: ServerEvents[Name]): void {
    this.sendEvent(event, dataText(event, data))
  }

  sendEvent(event: ServerEventName, data: string): void {
    this.sendFrame(event, eventFrame(event, data))
  }

  sendFrame(event: ServerEventName, frame: string): void {
    this.metrics.delivered(event)
    this.#send(frame)
  }

  listens(): undefined {
    this.isListening = true
    this.beAlive()
  }

  beAlive(): void {
    this.sendFrame('alive', ALIVE)
  }

  answer(frame: AckFrame): void {
    this.#send(answerFrame(frame))
  }

  close(code: number, reason: string): void {
    if (this.closed) return
    this.metrics.closes.inc({ code: String(code) })
    this.socket.end(code, reason)
  }

  leaveSession(): void {
    this.closed = true
    this.#pending = undefined
    if (this.session) this.deps.sessions.signOff(this.session, this)
    if (this.#countedFor !== undefined) this.deps.limits.leave(this.#countedFor)
  }

  /** Counts pings and pongs as frames, against floods. */
  control(): void {
    if (!this.closed && this.limiter.judge('control') === 'close') this.close(...POLICY_CLOSE)
  }

  /** Cuts the connection after a dropped frame: the client must reconnect. */
  dropped(): void {
    this.metrics.drops.inc()
    this.socket.destroy()
  }

  #send(text: string): void {
    this.silentBeats = 0
    if (!this.closed) this.socket.send(text)
  }
}

const ALIVE = eventFrame('alive', dataText('alive', { withinMs: SILENCE_MAX_MS }))

export const POLICY_CLOSE = [CLOSE.POLICY, 'too many messages'] as const
