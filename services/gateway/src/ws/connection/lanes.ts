/**
 * Lane of an event. `entry` is ordered with all others except `aside`, which may be slow. An `exit` waits only for
 * earlier exits, since leaving must not wait for a join. `none` neither waits nor blocks.
 */
export type Lane = 'entry' | 'battle' | 'chat' | 'reveal' | 'signal' | 'aside' | 'exit' | 'none'

/** Returns undefined if already done. A rejection counts as done: tasks report their failures. */
export type Task = () => Promise<void> | undefined

type Tails = Map<Lane, Promise<unknown>>

/** Runs tasks sequentially within a lane and concurrently across lanes. */
export class Lanes {
  /** Undefined while idle, like the next three. */
  #entry: Promise<unknown> | undefined
  #tails: Tails | undefined
  #aside: Set<Promise<unknown>> | undefined
  #caughtUp: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined
  #deferred = 0

  run(lane: Lane, task: Task): void {
    if (lane === 'entry') this.#enter(task)
    else if (lane === 'aside') this.#runAside(task)
    else if (lane === 'none') void task()
    else this.#runIn(lane, task)
  }

  /** Announces that the current task runs later, in the lane's order. Entries wait until `resume` or `drop`. */
  defer(): void {
    this.#deferred += 1
  }

  resume(lane: Lane, task: Task): void {
    const work = task()
    if (!work) return this.drop()
    this.#follow(lane, work)
    const drop = (): void => this.drop()
    void work.then(drop, drop)
  }

  drop(): void {
    this.#deferred -= 1
    if (this.#deferred > 0) return
    this.#caughtUp?.resolve()
    this.#caughtUp = undefined
  }

  async settled(): Promise<void> {
    await Promise.all([this.#entry, ...this.#underWay(), ...(this.#aside ?? [])])
  }

  #underWay(): Promise<unknown>[] {
    const tails = [...(this.#tails?.values() ?? [])]
    return this.#deferred > 0 ? [...tails, this.#untilCaughtUp()] : tails
  }

  #untilCaughtUp(): Promise<void> {
    let resolve = (): void => undefined
    this.#caughtUp ??= { promise: new Promise((done) => (resolve = done)), resolve: () => resolve() }
    return this.#caughtUp.promise
  }

  #enter(task: Task): void {
    const underWay = this.#underWay()
    const before = underWay.length > 0 ? Promise.all([this.#entry, ...underWay]) : (this.#entry ?? NOTHING)
    this.#tails = undefined
    const done = (): void => {
      if (this.#entry === entry) this.#entry = undefined
    }
    const entry: Promise<unknown> = before.then(task).then(done, done)
    this.#entry = entry
  }

  #runAside(task: Task): void {
    const aside = (this.#aside ??= new Set())
    const end = (): void => void aside.delete(done)
    const done: Promise<unknown> = (this.#entry ?? NOTHING).then(task).then(end, end)
    aside.add(done)
  }

  #runIn(lane: Lane, task: Task): void {
    const before = this.#tails?.get(lane) ?? (lane === 'exit' ? undefined : this.#entry)
    const work = before ? before.then(task) : task()
    if (work) this.#follow(lane, work)
  }

  #follow(lane: Lane, work: Promise<void>): void {
    const tails = (this.#tails ??= new Map())
    const end = (): void => {
      if (tails.get(lane) !== tail) return
      tails.delete(lane)
      if (tails.size === 0 && this.#tails === tails) this.#tails = undefined
    }
    const tail: Promise<unknown> = work.then(end, end)
    tails.set(lane, tail)
  }
}

const NOTHING: Promise<unknown> = Promise.resolve()
