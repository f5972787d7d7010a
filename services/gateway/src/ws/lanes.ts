/**
 * `entry` events are ordered against all others, except `aside` ones, which may be slow and run on their own. An `exit` waits
 * for nothing but earlier exits: who leaves must not wait for a join.
 */
export type Lane = 'entry' | 'battle' | 'chat' | 'reveal' | 'signal' | 'aside' | 'exit'

/** Undefined when it is done already. Must not reject. */
export type Task = () => Promise<void> | undefined

type Tails = Map<Lane, Promise<unknown>>

/**
 * Sequential within a lane, concurrent across lanes; `aside` waits for entries only, `exit` not even for them. A task that
 * has nothing to wait for starts at once.
 */
export class Lanes {
  /** All of these are undefined while nothing is under way, as on most connections. */
  #entry: Promise<unknown> | undefined
  #tails: Tails | undefined
  #aside: Set<Promise<unknown>> | undefined

  run(lane: Lane, task: Task): void {
    if (lane === 'entry') this.#enter(task)
    else if (lane === 'aside') this.#runAside(task)
    else this.#runIn(lane, task)
  }

  async settled(): Promise<void> {
    await Promise.all([this.#entry, ...(this.#tails?.values() ?? []), ...(this.#aside ?? [])])
  }

  #enter(task: Task): void {
    const before = this.#tails ? Promise.all([this.#entry, ...this.#tails.values()]) : (this.#entry ?? NOTHING)
    this.#tails = undefined
    const entry: Promise<unknown> = before.then(task).then(() => {
      if (this.#entry === entry) this.#entry = undefined
    })
    this.#entry = entry
  }

  #runAside(task: Task): void {
    const aside = (this.#aside ??= new Set())
    const done: Promise<unknown> = (this.#entry ?? NOTHING).then(task).then(() => aside.delete(done))
    aside.add(done)
  }

  #runIn(lane: Lane, task: Task): void {
    const before = this.#tails?.get(lane) ?? (lane === 'exit' ? undefined : this.#entry)
    const work = before ? before.then(task) : task()
    if (!work) return
    const tails = (this.#tails ??= new Map())
    const tail: Promise<unknown> = work.then(() => {
      if (tails.get(lane) !== tail) return
      tails.delete(lane)
      if (tails.size === 0 && this.#tails === tails) this.#tails = undefined
    })
    tails.set(lane, tail)
  }
}

const NOTHING: Promise<unknown> = Promise.resolve()
