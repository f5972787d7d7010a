import {
  type BattleEvent,
  type BattleUpdate,
  type BattleView,
  EndReason,
  NoWinner,
  Phase,
  type PlayerAlias,
  type Room,
} from '@kla/proto'
import type { BattlePhase, EndReasonName, NoWinnerReason, ServerEventName, ServerEvents } from '@kla/proto/web'
import { type ShownId, shownIdsIn, shownIdsOf } from '../../shared/shown-ids.js'
import { dataText } from '../frames.js'
import type { Member } from './member.js'

/** A pause of the battle and its end. */
export interface Paused {
  readonly remainingMs: number
  readonly untilMs: number
}

/** A battle's state after its last update. */
export interface BattleMoment {
  readonly seq: number
  /** Current battle; empty before the first. */
  readonly battleId: string
  readonly phase: Phase
  readonly round: number
  /** Unix milliseconds; 0 for no deadline. */
  readonly deadlineMs: number
  readonly paused?: Paused | undefined
  readonly ready: readonly number[]
  /** Account ids of the current or last players, if known. */
  readonly players: readonly number[]
  /** Aliases of the players; empty before the first battle. */
  readonly aliases: readonly PlayerAlias[]
}

/** Phases in which players get ready for the next battle. */
const READYING: ReadonlySet<Phase> = new Set([Phase.WAITING, Phase.RESULT])

/** True from the first round until the vote has ended. */
export const isRunning = ({ phase }: Pick<BattleMoment, 'phase'>): boolean =>
  phase === Phase.PROMPT || phase === Phase.SHOW || phase === Phase.VOTE

/** Drops duplicates; holds early updates until the gap is filled. */
export class BattleFeed {
  #seq: number | undefined
  #moment: BattleMoment | undefined
  readonly #held = new Map<number, BattleUpdate>()

  /** Last number in order; undefined before a reading. */
  get seq(): number | undefined {
    return this.#seq
  }

  get moment(): BattleMoment | undefined {
    return this.#moment
  }

  get hasGap(): boolean {
    return this.#held.size > 0
  }

  /** Returns all updates that are now in order. */
  take(update: BattleUpdate): BattleUpdate[] {
    if (this.#seq !== undefined && update.seq <= this.#seq) return []
    this.#held.set(update.seq, update)
    return this.#inOrder()
  }

  /** True if the last number comes again for something else: Redis has lost what it stood for. */
  isReplacedBy(update: BattleUpdate): boolean {
    const { seq, battleId, phase, round, deadlineMs } = update
    const last = this.#moment
    if (seq !== this.#seq || last?.seq !== seq) return false
    const ready = readyIn(update) ?? last.ready
    return (
      battleId !== last.battleId ||
      phase !== last.phase ||
      round !== last.round ||
      deadlineMs !== last.deadlineMs ||
      ready.join() !== last.ready.join()
    )
  }

  /** Forgets what came after a number. */
  goBack(updateSeq: number): void {
    this.#seq = updateSeq
    this.#moment = undefined
    this.#held.clear()
  }

  begin(): BattleUpdate[] {
    this.#moment ??= {
      seq: 0,
      battleId: '',
      phase: Phase.WAITING,
      round: 0,
      deadlineMs: 0,
      ready: [],
      players: [],
      aliases: [],
    }
    return this.caughtUp(0)
  }

  /** Skips to a reading up to `updateSeq`; returns updates now in order. */
  caughtUp(updateSeq: number): BattleUpdate[] {
    this.#seq = Math.max(this.#seq ?? 0, updateSeq)
    for (const seq of this.#held.keys()) if (seq <= this.#seq) this.#held.delete(seq)
    return this.#inOrder()
  }

  see(view: BattleView): void {
    const { updateSeq, battleId, phase, round, deadlineMs, ready, players, aliases } = view
    if (this.#moment && this.#moment.seq > updateSeq) return
    // The view of a newcomer names no one.
    const known = players.length === 0 && this.#moment ? this.#moment : { players, aliases }
    this.#moment = {
      seq: updateSeq,
      battleId,
      phase,
      round,
      deadlineMs,
      ready,
      players: known.players,
      aliases: known.aliases,
      paused: pauseOf(view),
    }
  }

  #inOrder(): BattleUpdate[] {
    const ordered: BattleUpdate[] = []
    while (this.#seq !== undefined) {
      const next = this.#held.get(this.#seq + 1)
      if (!next) break
      this.#held.delete(next.seq)
      this.#seq = next.seq
      this.#note(next)
      ordered.push(next)
    }
    return ordered
  }

  #note(update: BattleUpdate): void {
    const { seq, battleId, phase, round, deadlineMs, events, aliases } = update
    if (this.#moment && this.#moment.seq > seq) return
    const { ready, players } = this.#moment ?? { ready: [], players: [] }
    const dealt = events.flatMap(({ event, recipient }) => (event?.$case === 'gifOptions' ? [recipient] : []))
    this.#moment = {
      seq,
      battleId,
      phase,
      round,
      deadlineMs,
      paused: pauseAfter(this.#moment, update),
      ready: READYING.has(phase) ? (readyIn(update) ?? ready) : [],
      players: dealt.length > 0 ? dealt : players,
      aliases,
    }
  }
}

export const pauseOf = ({ pausedUntilMs, pausedRemainingMs }: BattleView): Paused | undefined =>
  pausedUntilMs === undefined ? undefined : { untilMs: pausedUntilMs, remainingMs: pausedRemainingMs ?? 0 }

/** Returns the pause, which ends with its phase at the latest. */
function pauseAfter(before: BattleMoment | undefined, { phase, round, events }: BattleUpdate): Paused | undefined {
  const change = events.findLast(({ event }) => event?.$case === 'phasePaused' || event?.$case === 'phaseResumed')
  if (change) return change.event?.$case === 'phasePaused' ? change.event.value : undefined
  return before?.phase === phase && before.round === round ? before.paused : undefined
}

/** Returns the ready players; undefined if unchanged. */
export const readyIn = ({ events }: BattleUpdate): readonly number[] | undefined =>
  events.flatMap(({ event }) => (event?.$case === 'readyChanged' ? [event.value.ready] : [])).at(-1)

interface Audience {
  readonly members: ReadonlyMap<string, Member>
  readonly snapshot: Room | undefined
}

export function deliverBattleUpdate(room: Audience, update: BattleUpdate): void {
  const shownId = shownIdsOf(update.aliases, room.snapshot)
  const seatedId = shownIdsIn(room.snapshot)
  for (const event of update.events) {
    const view = battleEvent(event, shownId, seatedId)
    if (view === undefined) continue
    const members = membersFor(room, update, event)
    if (view.event === 'receive-gif')
      deliverToWatchers(room, update, { ...view.data, playerId: shownId(event.recipient) })
    const text = dataText<ServerEventName>(view.event, view.data)
    for (const member of members) member.deliverText(view.event, text, { update: update.seq })
  }
}

function deliverToWatchers(room: Audience, update: BattleUpdate, shown: ServerEvents['receive-gif']): void {
  const text = dataText('receive-gif', shown)
  for (const member of room.members.values()) {
    if (member.watching && isNewTo(member, update)) member.deliverText('receive-gif', text, { update: update.seq })
  }
}

const membersFor = (room: Audience, update: BattleUpdate, { recipient }: BattleEvent): Member[] =>
  [...room.members.values()].filter(
    (member) => isNewTo(member, update) && (recipient === 0 || recipient === member.accountId),
  )

export const isNewTo = ({ battleFloor }: Member, { seq }: BattleUpdate): boolean => seq > battleFloor

// Deadlines are handled within 100 ms; later, an update was probably lost.
const OVERDUE_MS = 2_000

interface TickedRoom extends Audience {
  readonly battle: BattleFeed
  readonly resync: { probe(): void }
}

/** Sends game-tick to all rooms and probes overdue battles. */
export function tick(rooms: Iterable<TickedRoom>, nowMs: number): void {
  for (const room of rooms) {
    const { moment } = room.battle
    if (!moment || moment.deadlineMs === 0) continue
    const { paused } = moment
    const remainingMs = paused ? paused.remainingMs : Math.max(0, moment.deadlineMs - nowMs)
    const text = dataText('game-tick', {
      phase: phaseName(moment.phase),
      round: moment.round,
      remainingMs,
      serverTime: nowMs,
    })
    for (const member of room.members.values()) member.deliverText('game-tick', text)
    if (nowMs - (paused?.untilMs ?? moment.deadlineMs) > OVERDUE_MS) room.resync.probe()
  }
}

export function phaseName(phase: Phase): BattlePhase {
  switch (phase) {
    case Phase.PROMPT:
      return 'prompt'
    case Phase.SHOW:
      return 'show'
    case Phase.VOTE:
      return 'vote'
    case Phase.RESULT:
      return 'result'
    case Phase.WAITING:
    case Phase.UNSPECIFIED:
    case Phase.UNRECOGNIZED:
      return 'waiting'
  }
}

/** Names a reason; null while rounds are played. */
export function endReasonName(reason: EndReason): EndReasonName | null {
  switch (reason) {
    case EndReason.FINISHED:
      return 'finished'
    case EndReason.LEFT:
    // No event tells the opponent and watchers why a player left.
    case EndReason.SAFETY:
      return 'left'
    case EndReason.TIME_CAP:
      return 'time-cap'
    case EndReason.INTERRUPTED:
      return 'interrupted'
    case EndReason.UNSPECIFIED:
    case EndReason.UNRECOGNIZED:
      return null
  }
}

/** Names why there is no winner; null with one. */
export function noWinnerReason(why: NoWinner | undefined): NoWinnerReason | null {
  switch (why) {
    case NoWinner.LEFT:
      return 'left'
    case NoWinner.INTERRUPTED:
      return 'interrupted'
    case NoWinner.MISSING_VOTE:
      return 'missing-vote'
    case NoWinner.NONE:
      return 'none'
    case NoWinner.SPLIT:
      return 'split'
    case NoWinner.UNSPECIFIED:
    case NoWinner.UNRECOGNIZED:
    case undefined:
      return null
  }
}

type BattleEventView = {
  [Name in ServerEventName]: { readonly event: Name; readonly data: ServerEvents[Name] }
}[ServerEventName]

/** Undefined for events of a newer engine. `seatedId`: alias of a player who is here, which may be newer than the battle. */
function battleEvent({ event }: BattleEvent, shownId: ShownId, seatedId: ShownId): BattleEventView | undefined {
  switch (event?.$case) {
    case 'playDrum': {
      const { phase, intervalMs } = event.value
      return { event: 'play-drum', data: { phase: phase === 'show' ? 'show' : 'prompt', intervalMs } }
    }
    case 'promptGif':
      return { event: 'prompt-gif', data: { round: event.value.round, ...timing(event.value) } }
    case 'gifOptions':
      return { event: 'gif-options', data: event.value }
    case 'showGif':
      return { event: 'show-gif', data: { round: event.value.round, ...timing(event.value) } }
    case 'receiveGif':
      return { event: 'receive-gif', data: event.value }
    case 'endGame': {
      const { reason, finishedBy } = event.value
      return {
        event: 'end-game',
        data: {
          ...timing(event.value),
          reason: endReasonName(reason) ?? 'finished',
          finishedBy: numberOrNull(shownId(finishedBy)),
        },
      }
    }
    case 'winnerConfirmed':
      return { event: 'winner-confirmed', data: { winnerId: shownId(event.value.winnerId), ...timing(event.value) } }
    case 'noUnanimousWinner':
      return {
        event: 'no-unanimous-winner',
        data: { ...timing(event.value), why: noWinnerReason(event.value.why) ?? 'split' },
      }
    case 'phasePaused': {
      const { round, remainingMs, untilMs } = event.value
      return { event: 'phase-paused', data: { round, remainingMs, until: untilMs } }
    }
    case 'phaseResumed':
      return { event: 'phase-resumed', data: { round: event.value.round, ...timing(event.value) } }
    case 'readyChanged':
      return { event: 'ready-changed', data: { ready: event.value.ready.map(seatedId).filter((id) => id !== 0) } }
    case undefined:
      return undefined
  }
}

const numberOrNull = (number: number): number | null => (number === 0 ? null : number)

const timing = ({ deadlineMs, durationMs }: { deadlineMs: number; durationMs: number }) => ({
  deadline: deadlineMs,
  durationMs,
})
