import { createChatCheck, createLatenessMeter, createPhaseCheck, createSequenceCheck } from '@kla/bots'
import type { ServerEvents, ServerFrame } from '@kla/proto/web'
import type { Tally } from './tally.js'

/** Checks that a player sees every phase, message and number once, in order. */
export interface Watcher {
  readonly deadlineMs: number
  takes(frame: ServerFrame): void
  finish(said: { own: number; other: number }): void
}

export interface WatcherOptions {
  readonly names: { readonly own: string; readonly other: string }
  readonly tally: Tally
  readonly onLine: () => void
  readonly onShown: (round: number, gifUrl: string) => void
}

export function createWatcher({ names, tally, onLine, onShown }: WatcherOptions): Watcher {
  const numbers = createSequenceCheck()
  const phases = createPhaseCheck()
  const lateness = createLatenessMeter(tally.late)
  const lines = { own: createChatCheck(names.own), other: createChatCheck(names.other) }
  let deadlineMs = Infinity

  function takeLine(line: ServerEvents['receive-message']): void {
    if ('system' in line) return
    if (line.username === names.own) return lines.own.takes(line)
    if (line.username !== names.other) return tally.fault('lines of another room')
    lines.other.takes(line)
    onLine()
  }

  return {
    get deadlineMs() {
      return deadlineMs
    },
    takes(frame) {
      tally.add('frames')
      if (frame.event === 'game-tick') return
      numbers.takes(frame)
      const received = { ...frame, atMs: Date.now() }
      phases.takes(received)
      lateness.takes(received)
      if (frame.event === 'receive-message') takeLine(frame.data)
      else if (frame.event === 'receive-gif') onShown(frame.data.round, frame.data.gifUrl)
      else if (frame.event === 'room-closed' || frame.event === 'error') tally.fault(frame.event)
      else if (frame.event === 'room-state') deadlineMs = frame.data.deadline ?? Infinity
      else if ('deadline' in frame.data) deadlineMs = frame.data.deadline
    },
    finish(said) {
      lines.own.finish(said.own)
      lines.other.finish(said.other)
      const { missed, repeated, unnumbered } = numbers.faults
      tally.fault('numbers missed', missed)
      tally.fault('numbers repeated', repeated)
      tally.fault('events without a number', unnumbered)
      for (const [what, { faults }] of Object.entries({ phases, lines: lines.other, 'own lines': lines.own })) {
        tally.fault(`${what} lost`, faults.lost)
        tally.fault(`${what} doubled`, faults.doubled)
        tally.fault(`${what} out of order`, faults.outOfOrder)
      }
    },
  }
}
