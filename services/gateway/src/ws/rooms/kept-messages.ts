import type { KeptLine } from '@kla/proto'
import type { KeptLineEntry } from '@kla/proto/web'
import { shownIdOf } from '../../shared/shown-ids.js'

const MESSAGES_MAX = 50
/** Dropped messages that still take memory. */
const DROPPED_MAX = 16
/** UTF-16 units; ten thousand rooms take 160 MB at most. */
const TEXT_MAX = 8 * 1024

/** Latest messages for members that reload, if seated at the time. */
export class KeptMessages {
  /** Messages; those before `#first` are dropped, and removed in batches, which is cheaper. */
  #messages: KeptLine[] = []
  #first = 0
  #text = 0

  get isEmpty(): boolean {
    return this.#messages.length === this.#first
  }

  add(line: KeptLine): void {
    this.#messages.push(line)
    this.#text += line.message.length
    while (this.#messages.length - this.#first > MESSAGES_MAX || this.#text > TEXT_MAX) {
      this.#text -= this.#messages[this.#first]?.message.length ?? 0
      this.#first += 1
    }
    if (this.#first < DROPPED_MAX) return
    this.#messages = this.#messages.slice(this.#first)
    this.#first = 0
  }

  has(lineId: string): boolean {
    for (let at = this.#messages.length - 1; at >= this.#first; at -= 1)
      if (this.#messages[at]?.lineId === lineId) return true
    return false
  }

  all(): readonly KeptLine[] {
    return this.#messages.slice(this.#first)
  }

  /** Merges messages; true if any were new. */
  merge(lines: readonly KeptLine[]): boolean {
    const kept = this.all()
    const known = new Set(kept.map(({ lineId }) => lineId))
    const fresh = lines.filter(({ lineId }) => !known.has(lineId))
    if (fresh.length === 0) return false
    const merged = [...kept, ...fresh].sort((one, other) => one.saidAtMs - other.saidAtMs)
    this.clear()
    for (const line of merged) this.add(line)
    return true
  }

  /** True if every kept message is among these. */
  areIn(lines: readonly KeptLine[]): boolean {
    const known = new Set(lines.map(({ lineId }) => lineId))
    return this.all().every(({ lineId }) => known.has(lineId))
  }

  of(accountId: number): KeptLineEntry[] {
    return this.all()
      .filter(({ seated }) => seated.includes(accountId))
      .map(({ lineId: id, username, message, covered, accountId: writer = 0, alias }) => ({
        id,
        username,
        ...shownMessage(message, writer === accountId ? undefined : covered),
        ...(writer === 0 ? {} : { senderId: shownIdOf({ accountId: writer, alias }) }),
      }))
  }

  clear(): void {
    this.#messages = []
    this.#first = 0
    this.#text = 0
  }
}

/** Returns what everyone but the writer sees. */
export const shownMessage = (message: string, covered: string | undefined): { message: string; original?: string } =>
  covered === undefined || covered === message ? { message } : { message: covered, original: message }
