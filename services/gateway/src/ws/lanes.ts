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
  #entry: Promise<unknown> = Promise.resolve()
  readonly #tails = new Map<Lane, Promise<unknown>>()
  readonly #aside = new Set<Promise<unknown>>()

  run(lane: Lane, task: () => Promise<void>): void {
    if (lane === 'entry') {
      this.#entry = Promise.all([this.#entry, ...this.#tails.values()]).then(task)
      this.#tails.clear()
    } else if (lane === 'aside') {
      const done: Promise<unknown> = this.#entry.then(task).then(() => this.#aside.delete(done))
      this.#aside.add(done)
    } else this.#tails.set(lane, (this.#tails.get(lane) ?? this.#entry).then(task))
  }

  /** Resolves when all that has been handed in is done. */
  async settled(): Promise<void> {
    await Promise.all([this.#entry, ...this.#tails.values(), ...this.#aside])
  }
}
