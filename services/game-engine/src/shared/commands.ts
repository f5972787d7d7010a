import { type Call, type CallContext, KlaError, newId, type Refused } from '@kla/chassis'
import type { ErrorCode, Reason } from '@kla/proto/web'

export interface Answer {
  readonly refused?: Reason
  readonly gifUrl?: string
  readonly remainingWildCards?: number
}

export interface CommandMemory {
  readonly accountId: number
  readonly commandId: string
}

interface Request {
  readonly commandId: string
  readonly roomId: string
}

/** Limit above UUIDs, so that no long id becomes a Redis key. */
const ID_MAX = 64

export function checkRoomId(roomId: string): void {
  if (roomId === '' || roomId.length > ID_MAX) throw new KlaError('INVALID_FIELD')
}

/** Returns undefined without a command id: such a command may run twice. */
export function memoryOf({ commandId, roomId }: Request, accountId: number): CommandMemory | undefined {
  checkRoomId(roomId)
  if (commandId.length > ID_MAX) throw new KlaError('INVALID_FIELD')
  return commandId === '' ? undefined : { accountId, commandId }
}

/** Memory of commands that spend an item; a generated id can never be repeated. */
export const spendingMemoryOf = (request: Request, accountId: number): CommandMemory =>
  memoryOf(request, accountId) ?? { accountId, commandId: newId() }

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

/** Turns a final error into a refusal to store; rethrows what a retry may fix. */
export function finalRefusal(error: unknown): Refused {
  const { code, reason } = KlaError.from(error)
  if (RETRYABLE.has(code)) throw error
  return { refused: reason }
}
