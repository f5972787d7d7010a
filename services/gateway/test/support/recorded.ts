import { KlaError, type CallContext } from '@kla/chassis'
import type { Reason } from '@kla/proto/web'

/** Any service whose methods answer once. */
type Service = Readonly<Record<string, (request: never, context?: CallContext) => Promise<unknown>>>
type Answers<Client extends object> = {
  [Name in keyof Client]: Client[Name] extends (...taken: never[]) => Promise<infer Answer> ? Answer : never
}

export interface Recorded<Client> {
  readonly client: Client
  /** What was asked for, whole, and on whose behalf. */
  readonly calls: { method: string; request: unknown; principal: string | undefined }[]
  /** Set: every call is refused with it. */
  refusal: Reason | undefined
  /** Set: calls wait for it. */
  gate: Promise<void> | undefined
}

/** A service in memory that always answers the same, and remembers what it was asked. */
export function recorded<Client extends object>(answers: Answers<Client>): Recorded<Client> {
  const call = (method: string) => async (request: unknown, context?: CallContext) => {
    fake.calls.push({ method, request, principal: context?.principal })
    if (fake.gate) await fake.gate
    if (fake.refusal) throw new KlaError(fake.refusal)
    return answers[method as keyof Client]
  }
  const client: Service = Object.fromEntries(Object.keys(answers).map((method) => [method, call(method)]))
  const fake: Recorded<Client> = { client: client as unknown as Client, calls: [], refusal: undefined, gate: undefined }
  return fake
}
