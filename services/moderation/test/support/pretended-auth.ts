import { KlaError } from '@kla/chassis'
import type { Member, PutRestrictionsRequest } from '@kla/proto'
import type { Clients } from '../../src/clients/clients.js'

/** What becomes of a call: lost before it is done, or after, when only its answer is; or it is never answered. */
export type Fault = 'before' | 'after' | 'hangs'

/** What moderation knows of auth: accounts, and what they may not do, guarded by versions as auth does it. */
export class PretendedAuth {
  readonly put: PutRestrictionsRequest[] = []
  readonly held = new Map<number, PutRestrictionsRequest>()
  readonly gone = new Set<number>()
  lookUps: number[][] = []
  /** Asked with every call. */
  fault: () => Fault | undefined = () => undefined

  /** Everybody has an account whose id is not in `gone` and below a million. */
  readonly client: Clients['auth'] = {
    lookUpAccounts: ({ ids }) =>
      this.answering(() => {
        this.lookUps.push(ids)
        return { accounts: ids.filter((id) => id < 1_000_000 && !this.gone.has(id)).map(memberOf) }
      }),
    putRestrictions: (request) =>
      this.answering(() => {
        this.put.push(request)
        if (this.gone.has(request.accountId)) throw new KlaError('NO_SUCH_ACCOUNT')
        if (request.version > (this.held.get(request.accountId)?.version ?? 0)) this.held.set(request.accountId, request)
        return {}
      }),
  }

  /** What an account may not do, as far as auth knows: the ids of the bans behind it. */
  bansOf(accountId: number, nowMs: number): number[] {
    const { restrictions } = this.held.get(accountId) ?? { restrictions: [] }
    return restrictions.filter(({ untilMs }) => untilMs === 0 || untilMs > nowMs).map(({ banId }) => banId)
  }

  private async answering<T>(work: () => T): Promise<T> {
    const fault = this.fault()
    if (fault === 'hangs') return new Promise(() => undefined)
    if (fault === 'before') throw new KlaError('UNAVAILABLE')
    const answer = work()
    if (fault === 'after') throw new KlaError('UNAVAILABLE')
    return answer
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
})
