import type { RecordedLine } from '@kla/proto'

/** Chat lines, those of a room together: that costs whoever keeps them far less than one here and one there. */
export class LinesByRoom {
  #rooms = new Map<string, RecordedLine[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(line: RecordedLine): void {
    const lines = this.#rooms.get(line.roomId)
    if (lines) lines.push(line)
    else this.#rooms.set(line.roomId, [line])
    this.#size += 1
  }

  of(roomId: string): readonly RecordedLine[] {
    return this.#rooms.get(roomId) ?? []
  }

  /** All of them, room by room; afterwards there are none. */
  takeAll(): RecordedLine[] {
    const all = [...this.#rooms.values()].flat()
    this.#rooms = new Map()
    this.#size = 0
    return all
  }

  /** Leaves so many of the newest, of all rooms. Answers how many have gone. */
  keepNewest(count: number): number {
    const byAge = this.takeAll().sort((one, other) => one.saidAtMs - other.saidAtMs)
    const gone = Math.max(0, byAge.length - count)
    for (const line of byAge.slice(gone)) this.add(line)
    return gone
  }
}
