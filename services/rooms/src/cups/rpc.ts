import { accepted, type Handlers, KlaError } from '@kla/chassis'
import { type CupsServiceService, type NextTie, TieState } from '@kla/proto'
import { permittedAdult, personOf } from '../shared/requests.js'
import type { CupStore } from './cup-store.js'
import type { CupExecutor, OpenTie } from './execute.js'
import type { CupLists } from './list-store.js'
import type { TiePresence } from './presence-store.js'
import { listedSinceMs, opponentOf, playersOf, seededEntry, tieOf } from './rules/cup.js'
import { type NextStep, nextStep } from './rules/entries.js'
import { toCupMessage, toEntryMessage, toPlayersTie, toSummary, toTieMessage } from './to-proto.js'

export interface CupsRpcDeps {
  readonly cups: CupExecutor
  readonly store: Pick<CupStore, 'find' | 'ofPlayer'>
  readonly lists: CupLists
  readonly presence: TiePresence
  readonly openTie: OpenTie
  readonly now: () => number
}

type PlayerMethods = 'listCups' | 'getCup' | 'getNextTie' | 'enterCup' | 'withdrawFromCup' | 'checkIn' | 'bePresent'

const LIST_LIMIT = 50

export const cupHandlers = (deps: CupsRpcDeps): Pick<Handlers<typeof CupsServiceService>, PlayerMethods> => {
  const { cups, store, lists, presence, openTie, now } = deps
  return {
    async listCups() {
      const nowMs = now()
      const listed = await lists.current(listedSinceMs(nowMs), LIST_LIMIT)
      return { cups: listed.map((line) => toSummary(line, nowMs)) }
    },

    async getCup({ cupId }) {
      const cup = await store.find(cupId)
      if (!cup) throw new KlaError('CUP_NOT_FOUND')
      return toCupMessage(cup, now())
    },

    async getNextTie(_request, call) {
      const { accountId } = await call.principal()
      const step = nextStep(await store.ofPlayer(accountId), accountId, now())
      return step ? toNextTie(step, accountId) : NO_TIE
    },

    async enterCup({ cupId }, call) {
      const { accountId, username, avatar, nameRevision, alias } = await permittedAdult(call, now())
      const person = { accountId, username, avatar, nameRevision, alias }
      return toCupMessage(accepted(await cups.execute(cupId, { kind: 'enter', ...person })), now())
    },

    async withdrawFromCup({ cupId }, call) {
      const { accountId } = await call.principal({ allowBanned: true })
      return toCupMessage(accepted(await cups.execute(cupId, { kind: 'withdraw', accountId })), now())
    },

    async checkIn({ cupId }, call) {
      const { accountId } = await call.principal()
      return toCupMessage(accepted(await cups.execute(cupId, { kind: 'check-in', accountId })), now())
    },

    async bePresent({ cupId, tieId }, call) {
      const person = personOf(await permittedAdult(call, now()))
      const cup = await store.find(cupId)
      if (!cup) throw new KlaError('CUP_NOT_FOUND')
      const tie = tieOf(cup, tieId)
      if (!tie) throw new KlaError('TIE_NOT_FOUND')
      const players = playersOf(tie)
      if (!players.includes(person.accountId)) throw new KlaError('NOT_YOUR_TIE')

      await presence.renew({ cupId, tieId }, person)
      const found = await presence.find(players.map((accountId) => ({ cupId, tieId, accountId })))
      const present = found.filter((one) => one !== undefined)
      const ready = cup.phase === 'running' && tie.state === 'called' && present.length === 2
      const cupNow = ready ? await openTie(cup, tie, present) : cup
      const tieNow = tieOf(cupNow, tieId) ?? tie
      return {
        tie: toPlayersTie(cupNow, tieNow, now()),
        players: players.flatMap((id) => seededEntry(cupNow, id) ?? []).map(toEntryMessage),
        present: present.map(({ accountId }) => accountId),
        roomId: cupNow.phase === 'running' && tieNow.state === 'playing' && !tieNow.roomClosed ? tieNow.roomId : '',
      }
    },
  }
}

const NO_TIE: NextTie = {
  cupId: '',
  cupName: '',
  tieId: '',
  state: TieState.UNSPECIFIED,
  opponent: undefined,
  roomId: '',
  deadlineMs: 0,
  checkInDue: false,
}

function toNextTie({ cup, tie }: NextStep, accountId: number): NextTie {
  const about = { ...NO_TIE, cupId: cup.id, cupName: cup.name }
  if (!tie) return { ...about, checkInDue: true, deadlineMs: cup.startsAtMs }
  const { id, state, roomId, deadlineMs } = toTieMessage(tie, false)
  const opponent = seededEntry(cup, opponentOf(tie, accountId))
  return { ...about, tieId: id, state, roomId, deadlineMs, opponent: opponent ? toEntryMessage(opponent) : undefined }
}
