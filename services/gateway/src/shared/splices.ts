import { randomBytes } from 'node:crypto'

type Violated = (closeCode: number) => void

/** Upgrades passed to the socket listener, each with an unguessable mark. */
export class Splices {
  readonly #secret = randomBytes(16).toString('hex')
  readonly #open = new Map<string, Violated>()
  #count = 0

  /** Calls `violated` if the socket listener cut the connection without a close frame. */
  open(violated: Violated): string {
    const mark = `${this.#secret}.${(this.#count += 1)}`
    this.#open.set(mark, violated)
    return mark
  }

  close(mark: string): void {
    this.#open.delete(mark)
  }

  has(mark: string): boolean {
    return this.#open.has(mark)
  }

  violated(mark: string, closeCode: number): void {
    this.#open.get(mark)?.(closeCode)
  }
}
