import { setTimeout as sleep } from 'node:timers/promises'
import { type CallContext, KlaError } from '@kla/chassis'
import { type Member, type PutRestrictionsRequest, ShownAs } from '@kla/proto'
import type { Clients } from '../../src/shared/clients.js'

/**
 * What becomes of a call: lost before it is done; done, and its answer lost; not answered until the caller has given
 * up; or carried out long after that.
 */
export type Fault = 'before' | 'after' | 'hangs' | 'late'

export const NO_FAULTS: FakeAuth['faults'] = { lookUp: () => undefined, put: () => undefined }

export const ACCOUNTS_BELOW = 1_000_000

/** What moderation knows of auth: accounts, and what they may not do, guarded by versions as auth does it. */
export class FakeAuth {
  /** All that was carried out. */
  readonly put: PutRestrictionsRequest[] = []
  readonly held = new Map<number, PutRestrictionsRequest>()
  readonly gone = new Set<number>()
  /** E-mail addresses that are not the usual ones; empty: the login provider has none. */
  readonly addresses = new Map<number, string>()
  /** When accounts were created, unless long ago. */
  readonly created = new Map<number, number>()
  lookUps: number[][] = []
  /** Asked with every call. */
  faults: { lookUp(): Fault | undefined; put(accountId: number): Fault | undefined } = NO_FAULTS
  private readonly late: (() => unknown)[] = []

  /** Every id below a million has an account, except deleted ones. */
  readonly client: Clients['auth'] = {
    lookUpAccounts: ({ ids }, context) =>
      this.answering(this.faults.lookUp(), context, () => {
        this.lookUps.push(ids)
        const known = ids.filter((id) => id < ACCOUNTS_BELOW && !this.gone.has(id)).map(memberOf)
        return {
          accounts: known.map((one) => ({
            ...one,
            email: this.addresses.get(one.id) ?? one.email,
            createdAtMs: this.created.get(one.id) ?? one.createdAtMs,
          })),
        }
      }),
    putRestrictions: (request, context) =>
      this.answering(this.faults.put(request.accountId), context, () => {
        this.put.push(request)
        if (this.gone.has(request.accountId)) throw new KlaError('NO_SUCH_ACCOUNT')
        const { version = 0 } = this.held.get(request.accountId) ?? {}
        if (request.version > version) this.held.set(request.accountId, request)
        return {}
      }),
  }

  /** What an account may not do, as far as auth knows: the ids of the bans behind it. */
  bansOf(accountId: number, nowMs: number): number[] {
    const { restrictions } = this.held.get(accountId) ?? { restrictions: [] }
    return restrictions.filter(({ untilMs }) => untilMs === 0 || untilMs > nowMs).map(({ banId }) => banId)
  }

  /** Carries out what came late, the newest first. */
  carryOutLate(): void {
    for (let work = this.late.pop(); work; work = this.late.pop()) work()
  }

  private async answering<T>(fault: Fault | undefined, context: CallContext = {}, work: () => T): Promise<T> {
    if (fault === 'hangs') await sleep(context.deadlineMs ?? 5_000)
    if (fault === 'late') this.late.push(work)
    if (fault === undefined) return work()
    if (fault === 'after') work()
    throw new KlaError('UNAVAILABLE')
  }
}

export const memberOf = (id: number): Member => ({
  id,
  username: `player${id}`,
  globalName: `Player ${id}`,
  email: `player${id}@kla.test`,
  discriminator: '',
  avatar: '',
  discordId: String(10_000 + id),
  createdAtMs: 1_700_000_000_000,
  ageLockedAtMs: 0,
  shownAs: ShownAs.DISCORD,
})
