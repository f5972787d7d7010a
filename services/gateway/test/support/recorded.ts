import { type CallContext, KlaError } from '@kla/chassis'
import type { Reason } from '@kla/proto/web'

/** Any service whose methods answer once. */
type Service = Readonly<Record<string, (request: never, context?: CallContext) => Promise<unknown>>>
type Answers<Client extends object> = {
  [Name in keyof Client]: Client[Name] extends (...taken: never[]) => Promise<infer Answer> ? Answer : never
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
