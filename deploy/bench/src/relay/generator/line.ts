/** What a line of chat tells of itself. */
export interface Line {
  /** The room's number with the generator. */
  readonly room: number
  /** Who wrote it: the first or the second player of the room. */
  readonly seat: 0 | 1
  /** Counts this writer's lines from 1. */
  readonly counter: number
  /** When it was written, microseconds on the generator's clock. */
  readonly atMicros: number
}

/** About as long as what people type at each other while they play. */
const WORDS = 'that one is for you, and it will not be easy'
const MARK = /#(\d+):([01]):(\d+):(\d+);/

export const writeLine = ({ room, seat, counter, atMicros }: Line): string =>
  `#${room}:${seat}:${counter}:${atMicros}; ${WORDS}`

/** Finds what a line tells of itself in a frame that carries it. */
export function readLine(text: string): Line | undefined {
  const [found, room, seat, counter, atMicros] = MARK.exec(text) ?? []
  if (found === undefined) return undefined
  return { room: Number(room), seat: seat === '0' ? 0 : 1, counter: Number(counter), atMicros: Number(atMicros) }
}
