import { KlaError } from '@kla/chassis'
import type { ExpectedBan, SeenVersions } from '@kla/proto'
import { conflictWith } from '@kla/proto/schemas'
import type { BanCreation, Reason } from '@kla/proto/web'
import type { FastifyReply } from 'fastify'
import type { TSchema } from 'typebox'
import { httpStatus } from './plugins/errors.js'
import { consoleCall } from './route.js'

/** Schema of a versioned change; `current` follows a conflict. */
export const changeCall = <
  Answer extends TSchema,
  Current extends TSchema,
  Given extends NonNullable<Parameters<typeof consoleCall>[2]>,
>(
  summary: string,
  { answer, current }: { readonly answer: Answer; readonly current: Current },
  inputs: Given,
) => {
  const call = consoleCall(summary, answer, inputs)
  return { ...call, response: { ...call.response, 409: conflictWith(current) } }
}

const CONFLICTS: ReadonlySet<Reason> = new Set<Reason>(['CHANGED_MEANWHILE', 'ALREADY_BANNED'])

/** Sends 409 with the current state after a conflict. */
export async function changedOr<Answer>(
  reply: FastifyReply,
  change: Promise<Answer>,
  readCurrent: () => Promise<unknown>,
): Promise<Answer> {
  try {
    return await change
  } catch (error) {
    const refusal = KlaError.from(error)
    if (!CONFLICTS.has(refusal.reason)) throw error
    return refuseWith(reply, refusal, await readCurrent())
  }
}

export const refuseMany = (reply: FastifyReply, current: readonly unknown[]): never =>
  refuseWith(reply, new KlaError('CHANGED_MEANWHILE'), current)

const refuseWith = (reply: FastifyReply, refusal: KlaError, current: unknown): never =>
  reply
    .status(httpStatus(refusal))
    .header('cache-control', 'no-store')
    .send({ error: refusal.message, code: refusal.reason, current }) as never

export const seenVersions = (versions: Readonly<Record<string, number>> | undefined): SeenVersions | undefined =>
  versions && { versions: Object.entries(versions).map(([id, version]) => ({ id: Number(id), version })) }

export const versionOf = (text: string | undefined): number | undefined => (text ? Number(text) : undefined)

/** Reads the ban that a page saw. Null: none may be in force. */
export const expectedBan = (expected: BanCreation['expected']): ExpectedBan | undefined => {
  if (expected === undefined) return undefined
  return expected === null ? { id: 0, version: 0, then: '' } : { ...expected, then: expected.then ?? '' }
}
