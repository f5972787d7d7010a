/**
 * `entry` events are ordered against all others, except `aside` ones, which may be slow and run on their own. An `exit` waits
 * for nothing but earlier exits: who leaves must not wait for a join.
 */
export type Lane = 'entry' | 'battle' | 'chat' | 'reveal' | 'signal' | 'aside' | 'exit'

/** Sequential within a lane, concurrent across lanes; `aside` waits for entries only, `exit` not even for them. Tasks must not reject. */
export class Lanes {
  #entry: Promise<unknown> = NOTHING
  // Created lazily, since most connections are idle.
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
      tails.set(lane, (tails.get(lane) ?? (lane === 'exit' ? NOTHING : this.#entry)).then(task))
    }
  }

  async settled(): Promise<void> {
    await Promise.all([this.#entry, ...(this.#tails?.values() ?? []), ...(this.#aside ?? [])])
  }
}

const NOTHING: Promise<unknown> = Promise.resolve()
