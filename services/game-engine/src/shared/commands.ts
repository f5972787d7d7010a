import { type Call, type CallContext, KlaError, newId } from '@kla/chassis'
import type { ErrorCode, Reason } from '@kla/proto/web'

/** Why something was not done; nothing has changed then. */
export interface Refusal {
  readonly refused: Reason
  /** Instead of the reason's own text, where it can say more. */
  readonly text?: string
}

/** The stored response to a command: done, with what the caller gets, or refused. */
export interface Answer {
  readonly refused?: Reason
  /** Set when a GIF was saved. */
  readonly gifUrl?: string
  /** Set when a Wild Card was played. */
  readonly remainingWildCards?: number
}

/** The key under which a command's answer is remembered. */
export interface CommandMemory {
  readonly accountId: number
  readonly commandId: string
}

interface Request {
  readonly commandId: string
  readonly roomId: string
}

/** Ids are UUIDs; nothing longer may become part of a Redis key. */
const ID_MAX = 64

export function checkRoomId(roomId: string): void {
  if (roomId === '' || roomId.length > ID_MAX) throw new KlaError('INVALID_FIELD')
}

/** Undefined when the caller sent no command id: such a command may run twice. */
export function memoryOf({ commandId, roomId }: Request, accountId: number): CommandMemory | undefined {
  checkRoomId(roomId)
  if (commandId.length > ID_MAX) throw new KlaError('INVALID_FIELD')
  return commandId === '' ? undefined : { accountId, commandId }
}

/** For commands that spend an item and always need an id; one made up here can never be repeated. */
export const spendingMemoryOf = (request: Request, accountId: number): CommandMemory =>
  memoryOf(request, accountId) ?? { accountId, commandId: newId() }

/** The decision itself; throws its refusal as an error. */
export function accepted<T extends object>(decision: T | Refusal): T {
  const { refused, text } = decision as Partial<Refusal>
  if (refused) throw new KlaError(refused, text)
  return decision as T
}

/** Credentials and deadline of the incoming call, for calls made on its behalf. */
export const contextOf = ({ principalToken, requestId, signal }: Call): CallContext => ({
  ...(principalToken === undefined ? {} : { principal: principalToken }),
  requestId,
  signal,
})

const RETRYABLE: ReadonlySet<ErrorCode> = new Set([
  'unavailable',
  'internal',
  'aborted',
  'resource_exhausted',
  'unauthenticated',
])

/** Turns another service's final error into a refusal that can be remembered; rethrows what a retry may fix. */
export function finalRefusal(error: unknown): Refusal {
  const { code, reason } = KlaError.from(error)
  if (RETRYABLE.has(code)) throw error
  return { refused: reason }
}
