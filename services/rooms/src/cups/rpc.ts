import { type Handlers, KlaError } from '@kla/chassis'
import { type CupsServiceService, type NextTie, TieState } from '@kla/proto'
import type { Rooms } from '../seats/rooms.js'
import type { RecordFact } from '../shared/audit.js'
import { adultRoomGoer, personOf } from '../shared/requests.js'
import type { FieldRefused } from '../shared/rules/input.js'
import type { WatchPasses } from '../spectating/store.js'
import type { CupStore } from './cup-store.js'
import type { Cups, OpenTie } from './cups.js'
import type { CupLists, TieList } from './list-store.js'
import type { TiePresence } from './presence-store.js'
import { opponentOf, playersOf, seededEntry, tieOf } from './rules/cup.js'
import { nextStep, type NextStep } from './rules/next-step.js'
import { isOpenToVerdict } from './rules/verdicts.js'
import { toCupMessage, toEntryMessage, toSummary, toTieMessage } from './to-proto.js'

const LIMIT = 50
/** So long a cup that is over is still shown. */
const SHOWN_AFTER_MS = 7 * 86_400_000

export const listCups =
  ({ lists, now }: Pick<CupsDeps, 'lists' | 'now'>): CupHandlers['listCups'] =>
  async () => {
    const nowMs = now()
    const cups = await lists.current(nowMs - SHOWN_AFTER_MS, LIMIT)
    return { cups: cups.map((line) => toSummary(line, nowMs)) }
  }

export const getCup =
  ({ store, now }: Pick<CupsDeps, 'store' | 'now'>): CupHandlers['getCup'] =>
  async ({ cupId }) => {
    const cup = await store.find(cupId)
    if (!cup) throw new KlaError('CUP_NOT_FOUND')
    return toCupMessage(cup, now())
  }

const NOTHING: NextTie = {
  cupId: '',
  cupName: '',
  tieId: '',
  state: TieState.UNSPECIFIED,
  opponent: undefined,
  roomId: '',
  deadlineMs: 0,
  checkInDue: false,
}

export const getNextTie =
  ({ store, now }: Pick<CupsDeps, 'store' | 'now'>): CupHandlers['getNextTie'] =>
  async (_request, call) => {
    const { accountId } = await call.principal()
    const step = nextStep(await store.ofPlayer(accountId), accountId, now())
    return step ? toNextTie(step, accountId) : NOTHING
  }

function toNextTie({ cup, tie }: NextStep, accountId: number): NextTie {
  const about = { ...NOTHING, cupId: cup.id, cupName: cup.name }
  if (!tie) return { ...about, checkInDue: true, deadlineMs: cup.startsAtMs }
  const { id, state, roomId, deadlineMs } = toTieMessage(tie, false)
  const opponent = seededEntry(cup, opponentOf(tie, accountId))
  return { ...about, tieId: id, state, roomId, deadlineMs, opponent: opponent ? toEntryMessage(opponent) : undefined }
}

/** What was decided, or the refusal as an error. */
export function accepted<T extends object>(decision: T): Exclude<T, FieldRefused> {
  if ('refused' in decision) {
    const { refused, text } = decision as unknown as FieldRefused
    throw new KlaError(refused, text)
  }
  return decision as Exclude<T, FieldRefused>
}

export const enterCup =
  ({ cups, now }: Pick<CupsDeps, 'cups' | 'now'>): CupHandlers['enterCup'] =>
  async ({ cupId }, call) => {
    const { accountId, username, avatar } = await adultRoomGoer(call, now())
    const cup = accepted(await cups.execute(cupId, { kind: 'enter', accountId, username, avatar }))
    return toCupMessage(cup, now())
  }

export const withdrawFromCup =
  ({ cups, now }: Pick<CupsDeps, 'cups' | 'now'>): CupHandlers['withdrawFromCup'] =>
  async ({ cupId }, call) => {
    const { accountId } = await call.principal({ evenIfBanned: true })
    return toCupMessage(accepted(await cups.execute(cupId, { kind: 'withdraw', accountId })), now())
  }

export const checkIn =
  ({ cups, now }: Pick<CupsDeps, 'cups' | 'now'>): CupHandlers['checkIn'] =>
  async ({ cupId }, call) => {
    const { accountId } = await call.principal()
    return toCupMessage(accepted(await cups.execute(cupId, { kind: 'check-in', accountId })), now())
  }

type BePresentDeps = Pick<CupsDeps, 'store' | 'presence' | 'openTie' | 'now'>

/** Whoever makes it two opens the room. */
export const bePresent =
  ({ store, presence, openTie, now }: BePresentDeps): CupHandlers['bePresent'] =>
  async ({ cupId, tieId }, call) => {
    const person = personOf(await adultRoomGoer(call, now()))
    const cup = await store.find(cupId)
    if (!cup) throw new KlaError('CUP_NOT_FOUND')
    const tie = tieOf(cup, tieId)
    if (!tie) throw new KlaError('TIE_NOT_FOUND')
    const players = playersOf(tie)
    if (!players.includes(person.accountId)) throw new KlaError('NOT_YOUR_TIE')

    await presence.renew({ cupId, tieId }, person)
    const found = await presence.find(players.map((accountId) => ({ cupId, tieId, accountId })))
    const people = found.filter((one) => one !== undefined)
    const ready = cup.phase === 'running' && tie.state === 'called' && people.length === 2
    const cupNow = ready ? await openTie(cup, tie, people) : cup
    const tieNow = tieOf(cupNow, tieId) ?? tie
    return {
      tie: toTieMessage(tieNow, isOpenToVerdict(cupNow, tieNow, now())),
      present: people.map(({ accountId }) => accountId),
      roomId: cupNow.phase === 'running' && tieNow.state === 'playing' && !tieNow.roomClosed ? tieNow.roomId : '',
    }
  }

export type CupHandlers = Handlers<typeof CupsServiceService>

/** What the RPCs of cups work with. */
export interface CupsDeps {
  readonly cups: Cups
  readonly store: Pick<CupStore, 'add' | 'find' | 'ofPlayer'>
  readonly lists: CupLists
  readonly ties: TieList
  readonly presence: TiePresence
  readonly openTie: OpenTie
  readonly rooms: Pick<Rooms, 'load'>
  readonly passes: Pick<WatchPasses, 'issue'>
  readonly recordFact: RecordFact
  /** Unix milliseconds. */
  readonly now: () => number
}
