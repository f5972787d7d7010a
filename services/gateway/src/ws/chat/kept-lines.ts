import type { KeptLine } from '@kla/proto'
import type { KeptLineEntry } from '@kla/proto/web'

const LINES_MAX = 50
/** UTF-16 units: ten thousand rooms take 160 MB at most. */
const TEXT_MAX = 8 * 1024

/** The last lines, for members that reload; only for accounts seated when a line was said. */
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

  all(): readonly KeptLine[] {
    return this.#lines
  }

  /** Returns whether any were new. */
  merge(lines: readonly KeptLine[]): boolean {
    const known = new Set(this.#lines.map(({ lineId }) => lineId))
    const fresh = lines.filter(({ lineId }) => !known.has(lineId))
    if (fresh.length === 0) return false
    const merged = [...this.#lines, ...fresh].sort((one, other) => one.saidAtMs - other.saidAtMs)
    this.clear()
    for (const line of merged) this.add(line)
    return true
  }

  of(accountId: number): KeptLineEntry[] {
    return this.#lines
      .filter(({ seated }) => seated.includes(accountId))
      .map(({ lineId: id, username, message, covered, accountId: writer }) => ({
        ...{ id, username },
        ...shownLine(message, writer === accountId ? undefined : covered),
        ...(writer ? { senderId: writer } : {}),
      }))
  }

  clear(): void {
    this.#lines = []
    this.#text = 0
  }
}

/** To everybody but its writer; see `receive-message`. */
export const shownLine = (message: string, covered: string | undefined): { message: string; original?: string } =>
  covered === undefined || covered === message ? { message } : { message: covered, original: message }
