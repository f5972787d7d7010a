import {
  type Bus,
  type Database,
  EVERYTHING,
  type EventConsumer,
  type Handlers,
  isRestricted,
  KlaError,
  type Principal,
  type Redis,
} from '@kla/chassis'
import { type AuthServiceService, type NameChoice, ShownAs } from '@kla/proto'
import { readName } from '@kla/proto/names'
import { type Account, SHOWN_AS_MESSAGES } from '../shared/accounts.js'
import type { RandomBelow } from '../shared/tokens.js'
import { consumeUnlocks } from './events.js'
import { nextNameChange, ownNamesOf, playerNameFault, revealsMore } from './rules.js'
import { createNameStore, createNameTries, type DecideName, FORGET_BATCH } from './store.js'
import { suggestNames } from './suggest.js'

export interface NamesDeps {
  readonly database: Database
  readonly redis: Redis
  readonly redisPrefix: string
  readonly onStored: () => void
  readonly random: RandomBelow
  readonly now: () => number
  readonly bus: Pick<Bus, 'consumeEvents'>
  readonly durable: string
}

export { drawFreeName, insertNameChanged } from './store.js'

export interface Names {
  readonly handlers: Pick<Handlers<typeof AuthServiceService>, 'setPlayerName' | 'suggestNames'>
  consume(): Promise<readonly EventConsumer[]>
  /** Deletes former names that anyone may take again. */
  prune(stopping?: AbortSignal): Promise<void>
}

const SUGGESTED = 3
const DRAWN = 12

const CHOICES: Readonly<Partial<Record<ShownAs, 'player' | 'discord'>>> = {
  [ShownAs.PLAYER]: 'player',
  [ShownAs.DISCORD]: 'discord',
}

export const nameChoiceOf = (account: Account, nowMs: number): NameChoice => {
  const { changeableAtMs, early } = nextNameChange(account, nowMs)
  return {
    shownAs: SHOWN_AS_MESSAGES[account.shownAs],
    playerName: account.playerName ?? '',
    changeableAtMs,
    onLeaderboards: account.onLeaderboards,
    ...(early ? { early } : {}),
    ...(account.alias === undefined ? {} : { alias: account.alias }),
  }
}

/** Reason why a banned account may not show more of itself. */
function banOf(principal: Principal, nowMs: number): 'BANNED' | 'BANNED_FROM_API' | undefined {
  if (isRestricted(principal, EVERYTHING, nowMs)) return 'BANNED'
  return isRestricted(principal, 'api', nowMs) ? 'BANNED_FROM_API' : undefined
}

export function createNames({ database, redis, redisPrefix, onStored, random, now, bus, durable }: NamesDeps): Names {
  const names = createNameStore(database, random)
  const tries = createNameTries(redis, redisPrefix)
  return {
    handlers: {
      async setPlayerName(request, call) {
        const nowMs = now()
        const principal = await call.principal({ allowBanned: true })
        const { accountId } = principal
        const ban = banOf(principal, nowMs)
        const shownAs = CHOICES[request.shownAs]
        if (!shownAs) throw new KlaError('INVALID_FIELD')
        const { onLeaderboards } = request
        const read = readName(request.playerName)
        const isNamed = shownAs === 'player' && request.playerName !== ''
        const shown = await names.find(accountId)
        // Hiding the player takes no try, and so works at any time.
        const isTry = isNamed ? read.name !== shown?.playerName : shownAs === 'discord' && shown?.shownAs !== 'discord'
        if (isTry && !ban && !(await tries.spend(accountId))) throw new KlaError('RATE_LIMITED')
        const decide: DecideName = (account) => {
          const change = { shownAs, name: undefined, early: false, onLeaderboards }
          const name = isNamed ? read.name : account.playerName
          if (ban && revealsMore(account, { shownAs, playerName: name, onLeaderboards })) return { refused: ban }
          if (shownAs === 'discord') return change
          if (isNamed && read.hidden) return { refused: 'NAME_INVISIBLE' }
          if (name === undefined) return { refused: 'NAME_INVALID' }
          if (name === account.playerName) return { ...change, name }
          const fault = playerNameFault(name, ownNamesOf(account))
          if (fault) return { refused: fault }
          const { changeableAtMs, early } = nextNameChange(account, nowMs)
          return changeableAtMs === 0 ? { ...change, name, early } : { refused: 'NAME_TOO_SOON' }
        }
        const changed = await names.change(accountId, decide, nowMs)
        if (!changed) throw new KlaError('NOT_SIGNED_IN')
        if ('refused' in changed) throw new KlaError(changed.refused)
        onStored()
        call.log.info({ accountId, shownAs }, 'name was chosen')
        return nameChoiceOf(changed, nowMs)
      },

      async suggestNames(_request, call) {
        const { accountId } = await call.principal()
        const account = await names.find(accountId)
        if (!account) throw new KlaError('NOT_SIGNED_IN')
        const free = await names.free(suggestNames(DRAWN, ownNamesOf(account), random), now())
        const own = account.shownAs === 'unchosen' && account.playerName !== undefined ? [account.playerName] : []
        return { names: [...own, ...free].slice(0, SUGGESTED) }
      },
    },
    consume: () => consumeUnlocks(bus, durable, names),
    async prune(stopping) {
      let forgotten: number
      do forgotten = await names.forgetFormer(now())
      while (forgotten === FORGET_BATCH && !stopping?.aborted)
    },
  }
}
