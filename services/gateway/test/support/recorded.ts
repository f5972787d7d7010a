import { type CallContext, KlaError } from '@kla/chassis'
import type { Reason } from '@kla/proto/web'

type Streaming = (...taken: never[]) => AsyncIterable<unknown>
type Answers<Client extends object> = {
  [Name in keyof Client as Client[Name] extends Streaming ? never : Name]: Client[Name] extends (
    ...taken: never[]
  ) => Promise<infer Answer>
    ? Answer
    : never
}
/** Parts that each stream has. */
type Parts<Client extends object> = {
  [Name in keyof Client as Client[Name] extends Streaming ? Name : never]: Client[Name] extends (
    ...taken: never[]
  ) => AsyncIterable<infer Part>
    ? readonly Part[]
    : never
}

export interface Recorded<Client> {
  readonly client: Client
  /** Calls with request and principal. */
  readonly calls: { method: string; request: unknown; principal: string | undefined }[]
  /** Reason with which every call is refused, if set. */
  refusal: Reason | undefined
  /** Gate that calls wait for, if set. */
  gate: Promise<void> | undefined
}

/** Creates a service in memory with fixed answers that records calls. */
export function recorded<Client extends object>(
  answers: Answers<Client>,
  ...[parts]: keyof Parts<Client> extends never ? [] : [Parts<Client>]
): Recorded<Client> {
  async function begin(method: string, request: unknown, context?: CallContext): Promise<void> {
    fake.calls.push({ method, request, principal: context?.principal })
    if (fake.gate) await fake.gate
    if (fake.refusal) throw new KlaError(fake.refusal)
  }
  const call = (method: string) => async (request: unknown, context?: CallContext) => {
    await begin(method, request, context)
    return answers[method as keyof typeof answers]
  }
  const stream = (method: string, answer: readonly unknown[]) =>
    async function* (request: unknown, context?: CallContext) {
      await begin(method, request, context)
      yield* answer
    }
  const client = Object.fromEntries([
    ...Object.keys(answers).map((method) => [method, call(method)]),
    ...Object.entries<readonly unknown[]>(parts ?? {}).map(([method, answer]) => [method, stream(method, answer)]),
  ])
  const fake: Recorded<Client> = { client: client as Client, calls: [], refusal: undefined, gate: undefined }
  return fake
}
