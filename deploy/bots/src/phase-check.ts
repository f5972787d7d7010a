import type { PhaseTiming } from '@kla/proto/web'
import type { Received } from './event-listeners.js'

export interface PhaseFaults {
  lost: number
  doubled: number
  outOfOrder: number
}

export interface PhaseCheck {
  readonly faults: PhaseFaults
  readonly notes: readonly string[]
  readonly seen: readonly string[]
  takes(received: Received): void
}

interface Position {
  readonly phase: 'waiting' | 'prompt' | 'show' | 'vote' | 'result'
  readonly round: number
}

export function createPhaseCheck(): PhaseCheck {
  const faults: PhaseFaults = { lost: 0, doubled: 0, outOfOrder: 0 }
  const notes: string[] = []
  const seen: string[] = []
  let at: Position = { phase: 'waiting', round: 0 }
  let gifs = ''

  const fault = (kind: keyof PhaseFaults, what: string): void => {
    faults[kind] += 1
    notes.push(`${what} ${kind} after ${seen.at(-1) ?? 'nothing'}`)
  }

  const move = (to: Position): void => {
    const name = nameOf(to)
    if (name === nameOf(at)) fault('doubled', name)
    else if (!mayFollow(at, to)) fault(rank(to) < rank(at) ? 'outOfOrder' : 'lost', name)
    at = to
    seen.push(name)
  }

  const gif = (phase: 'prompt' | 'show', round: number): void => {
    const name = `gif of ${phase} ${round}`
    if (at.phase !== phase || at.round !== round) fault('outOfOrder', name)
    else if (gifs === name) fault('doubled', name)
    gifs = name
  }

  const complete = (): void => {
    const { phase, round } = at
    const name = `gif of ${phase} ${round}`
    if ((phase === 'prompt' || phase === 'show') && gifs !== name) fault('lost', name)
  }

  return {
    faults,
    notes,
    seen,
    takes({ event, data }) {
      switch (event) {
        case 'prompt-gif':
          complete()
          return move({ phase: 'prompt', round: data.round })
        case 'show-gif':
          complete()
          return move({ phase: 'show', round: data.round })
        case 'end-game':
          complete()
          return move({ phase: 'vote', round: at.round })
        case 'winner-confirmed':
        case 'no-unanimous-winner':
          return move({ phase: 'result', round: at.round })
        case 'gif-options':
          return gif('prompt', data.round)
        case 'receive-gif':
          return gif('show', data.round)
        case 'room-state': {
          // Replaces what was missed during a reconnect.
          const to: Position = { phase: data.phase, round: data.round }
          if (data.options.length > 0 || data.receivedGif?.round === data.round) gifs = `gif of ${nameOf(to)}`
          if (to.phase !== 'waiting' && nameOf(to) !== nameOf(at)) seen.push(nameOf(to))
          at = to
          return
        }
        default:
          return
      }
    },
  }
}

const nameOf = ({ phase, round }: Position): string =>
  phase === 'prompt' || phase === 'show' ? `${phase} ${round}` : phase

const ORDER = { waiting: 0, prompt: 1, show: 2, vote: 3, result: 4 } as const
const LAST_ROUND = 1_000_000

function rank({ phase, round }: Position): number {
  if (phase === 'prompt' || phase === 'show') return round * 10 + ORDER[phase]
  return phase === 'waiting' ? 0 : LAST_ROUND * 10 + ORDER[phase]
}

function mayFollow(from: Position, to: Position): boolean {
  switch (to.phase) {
    case 'prompt':
      if (from.phase === 'show') return to.round === from.round + 1
      return to.round === 1 && (from.phase === 'waiting' || from.phase === 'result')
    case 'show':
      return from.phase === 'prompt' && to.round === from.round
    case 'vote':
      return from.phase === 'prompt' || from.phase === 'show'
    case 'result':
      return from.phase === 'vote'
    case 'waiting':
      return true
  }
}

/** Time from a deadline to the next phase's arrival. Both clocks must be one machine's. */
export interface LatenessMeter {
  takes(received: Received): void
}

export function createLatenessMeter(record: (lateMs: number) => void): LatenessMeter {
  let deadline: number | undefined
  const follow = (atMs: number, timing?: PhaseTiming): void => {
    if (deadline !== undefined && atMs >= deadline) record(atMs - deadline)
    deadline = timing?.deadline
  }
  return {
    takes({ event, data, atMs }) {
      switch (event) {
        case 'prompt-gif':
        case 'show-gif':
        case 'end-game':
        case 'winner-confirmed':
        case 'no-unanimous-winner':
          return follow(atMs, data)
        case 'room-state':
          // Waiting follows a result; another state was asked for.
          if (data.phase === 'waiting') follow(atMs)
          else deadline = data.deadline ?? undefined
          return
        default:
          return
      }
    },
  }
}

/** Returns one of the values. `share`: from 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
