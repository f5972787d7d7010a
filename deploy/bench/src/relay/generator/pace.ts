import type { ChatRoom } from './chat-room.js'

/** As often as a timer of Node runs without keeping a processor busy. */
const LOOK_MS = 1
const MS_PER_SECOND = 1_000

/** Has all players write in turn, so many lines a second each, evenly. Answers what ends that. */
export function startPace(rooms: readonly ChatRoom[], linesPerSecond: number): () => void {
  const linesPerMs = (rooms.length * 2 * linesPerSecond) / MS_PER_SECOND
  const startedAt = performance.now()
  let written = 0
  const look = setInterval(() => {
    const due = Math.floor((performance.now() - startedAt) * linesPerMs)
    for (; written < due; written++) {
      const turn = written % (rooms.length * 2)
      rooms[turn % rooms.length]?.say(turn < rooms.length ? 0 : 1)
    }
  }, LOOK_MS)
  return () => clearInterval(look)
}
