import type { ServerEvents } from '@kla/proto/web'

/** What was wrong with the lines that came from the other player. */
export interface ChatFaults {
  lost: number
  doubled: number
  outOfOrder: number
}

/** Checks that the lines of one sender, which carry a counter from 1, arrive once and in their order. */
export interface ChatCheck {
  readonly faults: ChatFaults
  /** The highest counter that has arrived. */
  readonly highest: number
  takes(line: ServerEvents['receive-message']): void
  /** Counts the lines up to `sent` that have not come. */
  finish(sent: number): void
}

/** A line of chat with its counter. */
export const countedLine = (counter: number): string => `line ${counter}`

export function createChatCheck(sender: string): ChatCheck {
  const faults: ChatFaults = { lost: 0, doubled: 0, outOfOrder: 0 }
  const arrived = new Set<number>()
  let highest = 0
  return {
    faults,
    get highest() {
      return highest
    },
    takes(line) {
      if ('system' in line || line.username !== sender) return
      const counter = Number(/^line (\d+)$/.exec(line.message)?.[1])
      if (!Number.isInteger(counter)) return
      if (arrived.has(counter)) faults.doubled += 1
      else if (counter < highest) faults.outOfOrder += 1
      arrived.add(counter)
      highest = Math.max(highest, counter)
    },
    finish(sent) {
      for (let counter = 1; counter <= sent; counter++) if (!arrived.has(counter)) faults.lost += 1
    },
  }
}
