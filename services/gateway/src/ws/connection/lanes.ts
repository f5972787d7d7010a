/**
 * Lane of an event. `entry` is ordered with all others except `aside`, which may be slow and runs on its own. An `exit`
 * waits only for earlier exits, since leaving must not wait for a join. `none` neither waits nor blocks.
 */
export type Lane = 'entry' | 'battle' | 'chat' | 'reveal' | 'signal' | 'aside' | 'exit' | 'none'

/** Task; returns undefined if already done. Must not reject. */
export type Task = () => Promise<void> | undefined

type Tails = Map<Lane, Promise<unknown>>

/** Runs tasks sequentially within a lane and concurrently across lanes. */
export class Lanes {
  /** Undefined while idle, as on most connections; so are the next three. */
  #entry: Promise<unknown> | undefined
  #tails: Tails | undefined
  #aside: Set<Promise<unknown>> | undefined
  /** Set while an entry waits for deferred tasks. */
  #caughtUp: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined
  /** Number of deferred tasks. */
  #behind = 0

  run(lane: Lane, task: Task): void {
    if (lane === 'entry') this.#enter(task)
    else if (lane === 'aside') this.#runAside(task)
    else if (lane === 'none') void task()
    else this.#runIn(lane, task)
  }

  /** Makes the lane's next task wait for work that has begun. */
  follow(lane: Lane, work: Promise<void>): void {
    const tails = (this.#tails ??= new Map())
    const tail: Promise<unknown> = work.then(() => {
      if (tails.get(lane) !== tail) return
      tails.delete(lane)
      if (tails.size === 0 && this.#tails === tails) this.#tails = undefined
    })
    tails.set(lane, tail)
  }

  /** Counts a deferred task, for which entries wait. The caller runs it, in the order of its lane. */
  putOff(): void {
    this.#behind += 1
  }

  madeUp(): void {
    this.#behind -= 1
    if (this.#behind > 0) return
    this.#caughtUp?.resolve()
    this.#caughtUp = undefined
  }

  async settled(): Promise<void> {
    await Promise.all([this.#entry, ...this.#underWay(), ...(this.#aside ?? [])])
  }

  #underWay(): Promise<unknown>[] {
    const tails = [...(this.#tails?.values() ?? [])]
    return this.#behind > 0 ? [...tails, this.#untilCaughtUp()] : tails
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
    if (work) this.follow(lane, work)
  }
}

const NOTHING: Promise<unknown> = Promise.resolve()
