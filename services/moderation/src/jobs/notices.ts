import type { Call } from '@kla/chassis'
import type { SeeAtWork } from './desk-store.js'

/** Notifies consoles that the desk may differ. */
export interface DeskNotices {
  /** Call it after a commit. Publishes at once, then at most once a second. */
  changed(): void
  /** Takes note of an administrator who changes the desk. */
  readonly atWork: SeeAtWork
  stop(): void
}

/** Consoles read again after each notice: this limits the load. */
const EVERY_MS = 1_000

export function createDeskNotices(publish: () => void, atWork: SeeAtWork): DeskNotices {
  let pause: NodeJS.Timeout | undefined
  let again = false

  function changed(): void {
    if (pause) {
      again = true
      return
    }
    publish()
    pause = setTimeout(() => {
      pause = undefined
      if (!again) return
      again = false
      changed()
    }, EVERY_MS).unref()
  }
  return {
    changed,
    atWork,
    stop() {
      clearTimeout(pause)
    },
  }
}

type Handler = (request: never, call: never) => unknown

/** Calls `changed` and `atWork` after each success of the handlers named. */
export function notifying<H extends Readonly<Record<keyof H, Handler>>>(
  handlers: H,
  { changed, atWork }: Pick<DeskNotices, 'changed' | 'atWork'>,
  names: readonly (keyof H)[],
): H {
  const wrapped = names.map((name) => {
    const handler = handlers[name] as unknown as (request: unknown, call: Call) => Promise<unknown>
    const notified = async (request: unknown, call: Call): Promise<unknown> => {
      const answer = await handler(request, call)
      changed()
      await atWork(call)
      return answer
    }
    return [name, notified]
  })
  return { ...handlers, ...Object.fromEntries(wrapped) } as H
}
