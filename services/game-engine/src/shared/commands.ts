import { type Call, type CallContext, KlaError, newId } from '@kla/chassis'
import type { ErrorCode } from '@kla/proto/web'
import type { Command } from '../battle/rules/command.js'
import type { Refusal } from '../battle/rules/step.js'
import type { CommandRunner } from '../battle/run-command.js'
import type { Answer, CommandMemory } from '../battle/store.js'

/** The fields that every command has. */
interface Request {
  readonly commandId: string
  readonly roomId: string
}

/** Ids are UUIDs; nothing longer becomes part of a key. */
const ID_MAX = 64

export function checkRoomId(roomId: string): void {
  if (roomId === '' || roomId.length > ID_MAX) throw new KlaError('INVALID_FIELD')
}

/** Under what the call's answer is remembered; nothing when the caller gave no id. */
export function memoryOf({ commandId, roomId }: Request, accountId: number): CommandMemory | undefined {
  checkRoomId(roomId)
  if (commandId.length > ID_MAX) throw new KlaError('INVALID_FIELD')
  return commandId === '' ? undefined : { accountId, commandId }
}

/** The same for a command that spends something, which always needs an id; one made up here can never be repeated. */
export const spendingMemoryOf = (request: Request, accountId: number): CommandMemory =>
  memoryOf(request, accountId) ?? { accountId, commandId: newId() }

/** The answer, or the refusal as an error. */
export function unlessRefused(answer: Answer): Answer {
  if (answer.refused) throw new KlaError(answer.refused)
  return answer
}

/** The empty response, or the refusal as an error. */
export function respond(answer: Answer): Record<string, never> {
  unlessRefused(answer)
  return {}
}

/** Runs what the caller asks for and answers once it is stored. */
export async function runFor(
  runner: Pick<CommandRunner, 'run'>,
  request: Request,
  call: Call,
  command: (accountId: number) => Command,
): Promise<Record<string, never>> {
  const { accountId } = await call.principal()
  const memory = memoryOf(request, accountId)
  return respond(await runner.run(command(accountId), memory))
}

/** Asks on behalf of whoever asks us. */
export const contextOf = ({ principalToken, requestId, signal }: Call): CallContext => ({
  ...(principalToken === undefined ? {} : { principal: principalToken }),
  requestId,
  signal,
})

const MAY_PASS: ReadonlySet<ErrorCode> = new Set([
  'unavailable',
  'internal',
  'aborted',
  'resource_exhausted',
  'unauthenticated',
])

/** What another service has refused, as an answer that stands; throws what may go better on a repeat. */
export function refusedForGood(error: unknown): Refusal {
  const { code, reason } = KlaError.from(error)
  if (MAY_PASS.has(code)) throw error
  return { refused: reason }
}

/** What was decided, or the refusal as an error. */
export function accepted<T extends object>(decision: T | Refusal): T {
  if ('refused' in decision) throw new KlaError(decision.refused, decision.text)
  return decision
}
