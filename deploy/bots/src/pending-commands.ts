import { randomUUID } from 'node:crypto'
import type { Ack, ClientEventData, ClientEventName } from '@kla/proto/web'

interface Pending {
  readonly event: ClientEventName
  readonly frame: string
  readonly settle: (data: unknown) => void
  readonly fail: (error: Error) => void
  readonly postpone: () => void
}

export interface PendingCommands {
  /** `trace`: a W3C `traceparent`. The id is new unless given. */
  add<Name extends ClientEventName>(
    event: Name,
    data: ClientEventData<Name>,
    withinMs: number,
    id?: string,
    trace?: string,
  ): { readonly ack: number; readonly frame: string; readonly answer: Promise<Ack<Name>> }
  settle(ack: number, data: unknown): boolean
  /** Returns unanswered commands, oldest first. */
  pending(): readonly Pick<Pending, 'event' | 'frame'>[]
  /** The admission queue holds answers back. */
  postpone(): void
  failAll(error: Error): void
}

export function createPendingCommands(): PendingCommands {
  const pending = new Map<number, Pending>()
  let lastAck = 0
  return {
    add<Name extends ClientEventName>(
      event: Name,
      data: ClientEventData<Name>,
      withinMs: number,
      id: string = randomUUID(),
      trace?: string,
    ) {
      const ack = ++lastAck
      const frame = JSON.stringify({ event, data, ack, id, trace })
      const answer = new Promise<Ack<Name>>((resolve, reject) => {
        const fail = (error: Error): void => {
          clearTimeout(timer)
          pending.delete(ack)
          reject(error)
        }
        const settle = (result: unknown): void => {
          clearTimeout(timer)
          pending.delete(ack)
          resolve(result as Ack<Name>)
        }
        const timer = setTimeout(() => fail(new Error(`no answer to ${event} within ${withinMs} ms`)), withinMs)
        pending.set(ack, { event, frame, settle, fail, postpone: () => void timer.refresh() })
      })
      return { ack, frame, answer }
    },
    settle(ack, data) {
      const found = pending.get(ack)
      found?.settle(data)
      return found !== undefined
    },
    pending: () => [...pending.values()],
    postpone: () => pending.forEach(({ postpone }) => postpone()),
    failAll: (error) => [...pending.values()].forEach(({ fail }) => fail(error)),
  }
}
