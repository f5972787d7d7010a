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

  /** The battle was read: news up to `newsSeq` is made up for. Answers what is in order now. */
  caughtUp(newsSeq: number): BattleNews[] {
    this.#seq = Math.max(this.#seq ?? 0, newsSeq)
    for (const seq of this.#held.keys()) if (seq <= this.#seq) this.#held.delete(seq)
    return this.#inOrder()
  }

  /** Learns from a reading how the battle stands. */
  see({ newsSeq, phase, round, deadlineMs, ready }: BattleView): void {
    if (this.#moment && this.#moment.seq > newsSeq) return
    this.#moment = { seq: newsSeq, phase, round, deadlineMs, ready }
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
    const earlier = phase === Phase.WAITING ? (this.#moment?.ready ?? []) : []
    const ready = events.reduce<readonly number[]>(
      (known, { event }) => (event?.$case === 'waitingChanged' ? event.value.ready : known),
      earlier,
    )
    this.#moment = { seq, phase, round, deadlineMs, ready }
  }
}
