import { Phase, type BattleNews, type BattleView } from '@kla/proto'

/** How a battle stands, as far as news and readings have told. */
export interface BattleMoment {
  readonly seq: number
  readonly phase: Phase
  readonly round: number
  /** Unix milliseconds; 0 when the phase has no deadline. */
  readonly deadlineMs: number
  /** Account ids, while waiting. */
  readonly ready: readonly number[]
  /** The account ids of the two who play or have played last, as far as is known. */
  readonly players: readonly number[]
}

/**
 * The news of one room's battle, brought into order: doubles are dropped, and what comes too early is held until what
 * is missing has come, or has been made up for by reading the battle.
 */
export class BattleFeed {
  #seq: number | undefined
  #moment: BattleMoment | undefined
  readonly #held = new Map<number, BattleNews>()

  /** The number up to which all news is known; undefined until the battle was read once. */
  get seq(): number | undefined {
    return this.#seq
  }

  get moment(): BattleMoment | undefined {
    return this.#moment
  }

  /** Whether news waits for some that has not come. */
  get hasGap(): boolean {
    return this.#held.size > 0
  }

  /** Takes one piece of news; answers what is in order now, oldest first. */
  take(news: BattleNews): BattleNews[] {
    if (this.#seq !== undefined && news.seq <= this.#seq) return []
    this.#held.set(news.seq, news)
    return this.#inOrder()
  }

  /** There has been no news yet: the room is new. Answers what is in order now. */
  begin(): BattleNews[] {
    this.#moment ??= { seq: 0, phase: Phase.WAITING, round: 0, deadlineMs: 0, ready: [], players: [] }
    return this.caughtUp(0)
  }

  /** The battle was read: news up to `newsSeq` is made up for. Answers what is in order now. */
  caughtUp(newsSeq: number): BattleNews[] {
    this.#seq = Math.max(this.#seq ?? 0, newsSeq)
    for (const seq of this.#held.keys()) if (seq <= this.#seq) this.#held.delete(seq)
    return this.#inOrder()
  }

  /** Learns from a reading how the battle stands. */
  see({ newsSeq, phase, round, deadlineMs, ready, players }: BattleView): void {
    if (this.#moment && this.#moment.seq > newsSeq) return
    this.#moment = { seq: newsSeq, phase, round, deadlineMs, ready, players }
  }

  #inOrder(): BattleNews[] {
    const ordered: BattleNews[] = []
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

  #note({ seq, phase, round, deadlineMs, events }: BattleNews): void {
    if (this.#moment && this.#moment.seq > seq) return
    const { ready, players } = this.#moment ?? { ready: [], players: [] }
    const dealt = events.flatMap(({ event, recipient }) => (event?.$case === 'gifOptions' ? [recipient] : []))
    const waiting = events.flatMap(({ event }) => (event?.$case === 'waitingChanged' ? [event.value.ready] : [])).at(-1)
    this.#moment = {
      seq,
      phase,
      round,
      deadlineMs,
      ready: phase === Phase.WAITING ? (waiting ?? ready) : [],
      players: dealt.length > 0 ? dealt : players,
    }
  }
}
