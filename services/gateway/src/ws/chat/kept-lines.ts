import type { KeptLine } from '@kla/proto'
import type { KeptLineEntry } from '@kla/proto/web'

const LINES_MAX = 50
/** In UTF-16 units: some 500 bytes a line in the long run, so that ten thousand rooms take 160 MB at the very most. */
const TEXT_MAX = 8 * 1024

/**
 * The last chat lines of a room, for who comes back to it after a reload: each with who sat there when it was said, whom
 * alone it is given to. In memory, and gone with the room.
 */
export class KeptLines {
  #lines: KeptLine[] = []
  #text = 0

  get isEmpty(): boolean {
    return this.#lines.length === 0
  }

  add(line: KeptLine): void {
    this.#lines.push(line)
    this.#text += line.message.length
    while (this.#lines.length > LINES_MAX || this.#text > TEXT_MAX) this.#text -= this.#lines.shift()?.message.length ?? 0
  }

  /** All of them, for another gateway. */
  all(): readonly KeptLine[] {
    return this.#lines
  }

  /** Takes what another gateway has kept into its place. Answers whether there was anything new. */
  merge(lines: readonly KeptLine[]): boolean {
    const known = new Set(this.#lines.map(({ lineId }) => lineId))
    const fresh = lines.filter(({ lineId }) => !known.has(lineId))
    if (fresh.length === 0) return false
    const merged = [...this.#lines, ...fresh].sort((one, other) => one.saidAtMs - other.saidAtMs)
    this.clear()
    for (const line of merged) this.add(line)
    return true
  }

  /** Those that an account was there for, the oldest first. */
  of(accountId: number): KeptLineEntry[] {
    return this.#lines
      .filter(({ seated }) => seated.includes(accountId))
      .map(({ lineId: id, username, message }) => ({ id, username, message }))
  }

  clear(): void {
    this.#lines = []
    this.#text = 0
  }
}
