import { type Call, type CallContext, KlaError, newId, type Refused } from '@kla/chassis'
import type { ErrorCode, Reason } from '@kla/proto/web'

/** A command's answer, kept for repeats. */
export interface Answer {
  readonly refused?: Reason
  readonly gifUrl?: string
  readonly remainingWildCards?: number
}

/** Key under which a command's answer is stored. */
export interface CommandMemory {
  readonly accountId: number
  readonly commandId: string
  /** Kind of command: one id may name a command of each kind. */
  readonly command: string
}

interface Request {
  readonly commandId: string
  readonly roomId: string
}

const ID_MAX = 64

export const memoryKey = ({ accountId, commandId, command }: CommandMemory): string =>
  `${accountId}:${command}:${commandId}`

export function checkRoomId(roomId: string): void {
  if (roomId === '' || roomId.length > ID_MAX) throw new KlaError('INVALID_FIELD')
}

/** Memory of a command; undefined without an id. */
export function memoryOf(
  { commandId, roomId }: Request,
  accountId: number,
  command: string,
): CommandMemory | undefined {
  checkRoomId(roomId)
  if (commandId.length > ID_MAX) throw new KlaError('INVALID_FIELD')
  return commandId === '' ? undefined : { accountId, commandId, command }
}

/** Memory of a spending command; generated ids never repeat. */
export const spendingMemoryOf = (request: Request, accountId: number, command: string): CommandMemory =>
  memoryOf(request, accountId, command) ?? { accountId, commandId: newId(), command }

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

/** Turns final errors into refusals; rethrows others. */
export function finalRefusal(error: unknown): Refused {
  const { code, reason } = KlaError.from(error)
  if (RETRYABLE.has(code)) throw error
  return { refused: reason }
}
