import { Phase, type BattleUpdate, type BattleView } from '@kla/proto'

export interface BattleMoment {
  readonly seq: number
  readonly phase: Phase
  readonly round: number
  /** Unix milliseconds; 0: none. */
  readonly deadlineMs: number
  readonly ready: readonly number[]
  /** Account ids of the current or last two players, as far as known. */
  readonly players: readonly number[]
}

/** Orders the updates of a battle: drops duplicates, and holds early ones until the gap is filled by updates or a reading. */
export class BattleFeed {
  #seq: number | undefined
  #moment: BattleMoment | undefined
  readonly #held = new Map<number, BattleUpdate>()

  /** Last number in order; undefined before the first reading. */
  get seq(): number | undefined {
    return this.#seq
  }

  get moment(): BattleMoment | undefined {
    return this.#moment
  }

  get hasGap(): boolean {
    return this.#held.size > 0
  }

  /** Takes an update; returns those now in order. */
  take(update: BattleUpdate): BattleUpdate[] {
    if (this.#seq !== undefined && update.seq <= this.#seq) return []
    this.#held.set(update.seq, update)
    return this.#inOrder()
  }

  /** For a new room without updates. Returns those now in order. */
  begin(): BattleUpdate[] {
    this.#moment ??= { seq: 0, phase: Phase.WAITING, round: 0, deadlineMs: 0, ready: [], players: [] }
    return this.caughtUp(0)
  }

  /** After a reading up to `updateSeq`. Returns those now in order. */
  caughtUp(updateSeq: number): BattleUpdate[] {
    this.#seq = Math.max(this.#seq ?? 0, updateSeq)
    for (const seq of this.#held.keys()) if (seq <= this.#seq) this.#held.delete(seq)
    return this.#inOrder()
  }

  see({ updateSeq, phase, round, deadlineMs, ready, players }: BattleView): void {
    if (this.#moment && this.#moment.seq > updateSeq) return
    this.#moment = { seq: updateSeq, phase, round, deadlineMs, ready, players }
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
    const { seq, phase, round, deadlineMs, events } = update
    if (this.#moment && this.#moment.seq > seq) return
    const { ready, players } = this.#moment ?? { ready: [], players: [] }
    const dealt = events.flatMap(({ event, recipient }) => (event?.$case === 'gifOptions' ? [recipient] : []))
    this.#moment = {
      seq,
      phase,
      round,
      deadlineMs,
      ready: phase === Phase.WAITING ? (readyIn(update) ?? ready) : [],
      players: dealt.length > 0 ? dealt : players,
    }
  }
}

/** Who is ready from now on; undefined if the update is about something else. */
export const readyIn = ({ events }: BattleUpdate): readonly number[] | undefined =>
  events.flatMap(({ event }) => (event?.$case === 'readyChanged' ? [event.value.ready] : [])).at(-1)
