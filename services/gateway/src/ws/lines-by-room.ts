/** A chat line as it waits for moderation. */
export interface WaitingLine {
  readonly lineId: string
  readonly accountId: number
  readonly username: string
  readonly message: string
  readonly saidAtMs: number
}

export interface RoomLines {
  readonly roomId: string
  readonly lines: readonly WaitingLine[]
}

/** Chat lines, those of a room together: that costs whoever keeps them far less than one here and one there. */
export class LinesByRoom {
  #rooms = new Map<string, WaitingLine[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(roomId: string, line: WaitingLine): void {
    const lines = this.#rooms.get(roomId)
    if (lines) lines.push(line)
    else this.#rooms.set(roomId, [line])
    this.#size += 1
  }

  of(roomId: string): readonly WaitingLine[] {
    return this.#rooms.get(roomId) ?? []
  }

  /** All of them; afterwards there are none. */
  takeAll(): RoomLines[] {
    const all = [...this.#rooms].map(([roomId, lines]) => ({ roomId, lines }))
    this.#rooms = new Map()
    this.#size = 0
    return all
  }

  /** Leaves so many of the newest, of all rooms. Answers how many have gone. */
  keepNewest(count: number): number {
    const byAge = this.takeAll()
      .flatMap(({ roomId, lines }) => lines.map((line) => ({ roomId, line })))
      .sort((one, other) => one.line.saidAtMs - other.line.saidAtMs)
    const gone = Math.max(0, byAge.length - count)
    for (const { roomId, line } of byAge.slice(gone)) this.add(roomId, line)
    return gone
  }
}
