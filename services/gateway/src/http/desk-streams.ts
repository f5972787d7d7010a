import { Readable } from 'node:stream'
import type { Logger } from '@kla/chassis'
import type { ApprovalChanged } from '@kla/proto'
import type { Permission } from '@kla/proto/web'

/** Streams of server-sent events that tell consoles to read the desk again. */
export interface DeskStreams {
  /** Opens a stream that ends with the session of its administrator. */
  open(viewer: DeskViewer): Readable
  /** Writes an event to each open stream. */
  changed(): void
  /** Ends the streams of an administrator's session. */
  ended(sessionKey: string): void
  /** Checks all sessions again and writes an event, as notices may have been missed. */
  reconnected(): Promise<void>
  /** Writes an event to the administrator who asked and to those who may approve. */
  approvals(update: ApprovalChanged): void
  stop(): void
}

/** An administrator with an open stream. */
export interface DeskViewer {
  readonly administratorId: number
  /** Auth's key of the session. */
  readonly sessionKey: string
  /** Returns whether the session still allows to see the desk. Rejects while that is unknown. */
  readonly isAllowed: () => Promise<boolean>
  /** Returns whether the administrator had this permission at the last check. */
  readonly may: (permission: Permission) => boolean
}

export interface DeskStreamsOptions {
  readonly log: Logger
  readonly commentEveryMs?: number
  readonly checkEveryMs?: number
  readonly perAdministrator?: number
}

const EVENT = 'event: desk\ndata: {}\n\n'
const GRAVE: Permission = 'reports.grave'
/** Proxies close silent connections after a minute or less. */
const COMMENT = ':\n\n'
const COMMENT_EVERY_MS = 20_000
const CHECK_EVERY_MS = 60_000
/** Tabs of one administrator. The oldest stream ends for a new one. */
const PER_ADMINISTRATOR = 20
/** Unread text of a client that does not read any more. */
const UNREAD_MAX_BYTES = 4_096

/** Returns the event about a request, undefined for administrators who must not or need not know of it. */
export function approvalEvent(
  { id, askedById, approvedById, permissions, grave, ended }: ApprovalChanged,
  { administratorId, may }: Pick<DeskViewer, 'administratorId' | 'may'>,
): string | undefined {
  if (grave && !may(GRAVE)) return undefined
  const own = askedById === administratorId
  if (!own && !permissions.some((permission) => may(permission as Permission))) return undefined
  const state = approvedById > 0 ? 'approved' : ended ? 'ended' : 'waiting'
  const data = own ? { id, state, ...(approvedById > 0 && { approved_by_id: approvedById }) } : {}
  return `event: approvals\ndata: ${JSON.stringify(data)}\n\n`
}

export function createDeskStreams({
  log,
  commentEveryMs = COMMENT_EVERY_MS,
  checkEveryMs = CHECK_EVERY_MS,
  perAdministrator = PER_ADMINISTRATOR,
}: DeskStreamsOptions): DeskStreams {
  const open = new Map<Readable, DeskViewer>()
  let stopped = false

  function write(stream: Readable, text: string): void {
    if (stream.readableLength > UNREAD_MAX_BYTES) stream.destroy()
    else stream.push(text)
  }

  function end(stream: Readable): void {
    if (open.delete(stream)) stream.push(null)
  }

  async function check(stream: Readable, { administratorId, isAllowed }: DeskViewer): Promise<void> {
    try {
      if (!(await isAllowed())) end(stream)
    } catch (err) {
      // An outage of auth must not end all streams at once.
      log.warn({ err, administratorId }, 'session of a desk stream could not be checked')
    }
  }

  function changed(): void {
    for (const stream of open.keys()) write(stream, EVENT)
  }

  const commenting = setInterval(() => {
    for (const stream of open.keys()) write(stream, COMMENT)
  }, commentEveryMs).unref()

  return {
    open(viewer) {
      const stream = new Readable({ read: () => undefined })
      const own = [...open].filter(([, { administratorId }]) => administratorId === viewer.administratorId)
      for (const [oldest] of own.slice(0, Math.max(0, own.length - perAdministrator + 1))) end(oldest)
      open.set(stream, viewer)
      const checking = setInterval(() => void check(stream, viewer), checkEveryMs).unref()
      const forget = (): void => {
        clearInterval(checking)
        open.delete(stream)
      }
      stream.once('close', forget).once('end', forget)
      // The first bytes tell the client that it is connected.
      stream.push(COMMENT)
      if (stopped) end(stream)
      return stream
    },
    changed,
    ended(sessionKey) {
      for (const [stream, viewer] of [...open]) if (viewer.sessionKey === sessionKey) end(stream)
    },
    async reconnected() {
      await Promise.all([...open].map(([stream, viewer]) => check(stream, viewer)))
      changed()
    },
    approvals(update) {
      for (const [stream, viewer] of open) {
        const event = approvalEvent(update, viewer)
        if (event !== undefined) write(stream, event)
      }
    },
    stop() {
      stopped = true
      clearInterval(commenting)
      for (const stream of [...open.keys()]) end(stream)
    },
  }
}
