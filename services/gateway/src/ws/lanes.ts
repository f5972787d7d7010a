/**
 * `entry` events change what a connection is or where it sits: nothing overtakes them, and they overtake nothing but
 * what goes `aside`: events that may take long and that nothing need wait for, each on its own.
 */
export type Lane = 'entry' | 'battle' | 'chat' | 'signal' | 'aside'

/**
 * The order of one connection's events: those of a lane run one after another, lanes run beside each other, so that a
 * chat line does not wait for a slow pick. What goes aside waits only for the entries before it, not for its like
 * either. Tasks must not reject.
 */
export class Lanes {
  #entry: Promise<unknown> = NOTHING
  // Made when they are first used: most connections sit and wait, and there are many.
  #tails: Map<Lane, Promise<unknown>> | undefined
  #aside: Set<Promise<unknown>> | undefined

  run(lane: Lane, task: () => Promise<void>): void {
    if (lane === 'entry') {
      this.#entry = (this.#tails ? Promise.all([this.#entry, ...this.#tails.values()]) : this.#entry).then(task)
      this.#tails = undefined
    } else if (lane === 'aside') {
      const aside = (this.#aside ??= new Set())
      const done: Promise<unknown> = this.#entry.then(task).then(() => aside.delete(done))
      aside.add(done)
    } else {
      const tails = (this.#tails ??= new Map<Lane, Promise<unknown>>())
      tails.set(lane, (tails.get(lane) ?? this.#entry).then(task))
    }
  }

  /** Resolves when all that has been handed in is done. */
  async settled(): Promise<void> {
    await Promise.all([this.#entry, ...(this.#tails?.values() ?? []), ...(this.#aside ?? [])])
  }
}

const NOTHING: Promise<unknown> = Promise.resolve()
