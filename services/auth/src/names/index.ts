import { KlaError, type Database, type Handlers, type Redis } from '@kla/chassis'
import { ShownAs, type AuthServiceService, type NameChoice } from '@kla/proto'
import { SHOWN_AS_MESSAGES, type Account } from '../shared/accounts.js'
import type { RandomBelow } from '../shared/tokens.js'
import { isPlayerName, nameChangeableAt, type OwnNames } from './rules.js'
import { createNameStore, createNameTries, type DecideName } from './store.js'
import { suggestNames } from './suggest.js'

export interface NamesDeps {
  readonly database: Database
  readonly redis: Redis
  readonly redisPrefix: string
  readonly onStored: () => void
  readonly random: RandomBelow
  readonly now: () => number
}

export interface Names {
  readonly handlers: Pick<Handlers<typeof AuthServiceService>, 'setPlayerName' | 'suggestNames'>
}

const SUGGESTED = 3
/** Some may be taken. */
const DRAWN = 12

const CHOICES: Readonly<Partial<Record<ShownAs, 'player' | 'discord'>>> = {
  [ShownAs.PLAYER]: 'player',
  [ShownAs.DISCORD]: 'discord',
}

const ownNamesOf = ({ username, globalName }: Account): OwnNames => [username, globalName]

export const nameChoiceOf = (account: Account, nowMs: number): NameChoice => ({
  shownAs: SHOWN_AS_MESSAGES[account.shownAs],
  playerName: account.playerName ?? '',
  changeableAtMs: nameChangeableAt(account.playerNameAtMs, nowMs),
  onLeaderboards: account.onLeaderboards,
})

/** Under which name others see an account. */
export function createNames({ database, redis, redisPrefix, onStored, random, now }: NamesDeps): Names {
  const names = createNameStore(database)
  const tries = createNameTries(redis, redisPrefix)
  return {
    handlers: {
      async setPlayerName(request, call) {
        const { accountId } = await call.principal()
        const shownAs = CHOICES[request.shownAs]
        if (!shownAs) throw new KlaError('INVALID_FIELD')
        if (!(await tries.spend(accountId))) throw new KlaError('RATE_LIMITED')
        const nowMs = now()
        const decide: DecideName = (account) => {
          const change = { shownAs, name: undefined, onLeaderboards: request.onLeaderboards }
          if (shownAs === 'discord') return change
          const name = request.playerName === '' ? account.playerName : request.playerName
          if (name === undefined) return { refused: 'NAME_INVALID' }
          if (name === account.playerName) return change
          if (!isPlayerName(name, ownNamesOf(account))) return { refused: 'NAME_INVALID' }
          return nameChangeableAt(account.playerNameAtMs, nowMs) === 0 ? { ...change, name } : { refused: 'NAME_TOO_SOON' }
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
        return { names: free.slice(0, SUGGESTED) }
      },
    },
  }
}
