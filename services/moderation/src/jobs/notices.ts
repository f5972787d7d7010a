/** Notifies consoles that the desk may differ. */
export interface DeskNotices {
  /** Call it after a commit. Publishes at once, then at most once a second. */
  changed(): void
  stop(): void
}

/** Consoles read again after each notice: this limits the load. */
const EVERY_MS = 1_000

export function createDeskNotices(publish: () => void): DeskNotices {
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
    stop() {
      clearTimeout(pause)
    },
  }
}

type Handler = (request: never, call: never) => unknown

/** Calls `changed` after each success of the handlers named. */
export function notifying<H extends Readonly<Record<keyof H, Handler>>>(
  handlers: H,
  changed: () => void,
  names: readonly (keyof H)[],
): H {
  const wrapped = names.map((name) => {
    const handler = handlers[name] as unknown as (...call: unknown[]) => Promise<unknown>
    const notified = async (...call: unknown[]): Promise<unknown> => {
      const answer = await handler(...call)
      changed()
      return answer
    }
    return [name, notified]
  })
  return { ...handlers, ...Object.fromEntries(wrapped) } as H
}
