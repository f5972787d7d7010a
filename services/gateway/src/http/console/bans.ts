import { KlaError } from '@kla/chassis'
import {
  ActiveBan,
  ActiveBanQuery,
  BanCreation,
  BanList,
  BansQuery,
  BanView,
  DeletionView,
  IdParams,
  Lift,
  LiftAll,
  Lifted,
  MadeOnQuery,
  NoteCreation,
  UserIdParams,
} from '@kla/proto/schemas'
import { PAGE_SIZE_DEFAULT, visibleText } from '@kla/proto/web'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { SLOW_CALL } from '../../shared/deadlines.js'
import { accountByNumber } from '../../shared/numbers.js'
import { changeCall, changedOr, expectedBan, refuseMany, seenVersions, versionOf } from '../conflicts.js'
import { banView, cursorOf, deletionView } from '../console-views.js'
import { onBehalfOf } from '../plugins/access.js'
import { hasUnstorableText } from '../plugins/bodies.js'
import { consoleCall, type Resource } from '../route.js'
import { flagOf, numberOr } from '../values.js'

/** Evidence and notes at maximum length, escaped. */
const BODY_MAX_BYTES = 512 * 1024

const current = Type.Object(BanView.properties)
const banAnswer = { answer: BanView, current }

export const consoleBans: Resource = async (app, { auth, moderation }) => {
  const read = async (id: number, request: FastifyRequest) =>
    banView(await moderation.getBan({ id }, onBehalfOf(request)))
  const readNow = (request: FastifyRequest<{ Params: { id: string } }>) => () =>
    read(Number(request.params.id), request)
  const accountIn = (number: number, { id: requestId }: { readonly id: string }): Promise<number> =>
    accountByNumber(auth, number, { requestId })

  app.post(
    '/admin/bans',
    {
      bodyLimit: BODY_MAX_BYTES,
      config: { access: { permission: 'bans.set' } },
      schema: changeCall('Ban an account', banAnswer, { body: BanCreation }),
    },
    async (request, reply) => {
      const { userId, reason, scope = 'global', durationMs, notes, evidenceJson, expected } = request.body
      const accountId = await accountIn(userId, request)
      const changing = moderation.createBan(
        {
          userId: accountId,
          reason: visibleText(reason ?? ''),
          scope,
          durationMs: Math.round(durationMs ?? 0),
          notes: visibleText(notes ?? ''),
          evidenceJson: evidenceText(evidenceJson),
          expected: expectedBan(expected),
        },
        { ...onBehalfOf(request), ...SLOW_CALL },
      )
      return changedOr(reply, changing.then(banView), async () => {
        const { ban } = await moderation.findActiveBan({ userId: accountId, scope }, onBehalfOf(request))
        if (ban) return banView(ban)
        return expected ? read(expected.id, request) : undefined
      })
    },
  )

  // The specification requires a plain list: the total is a header.
  app.get(
    '/admin/bans',
    {
      config: { access: { permission: 'bans.read' } },
      schema: consoleCall('Bans', BanList, { querystring: BansQuery }),
    },
    async (request, reply) => {
      const { limit, offset, userId, scope = '', active } = request.query
      const after = cursorOf(request.query)
      const { bans, total, next } = await moderation.listBans(
        {
          limit: numberOr(limit, PAGE_SIZE_DEFAULT),
          offset: numberOr(offset, 0),
          userId: await accountIn(numberOr(userId, 0), request),
          scope,
          active: flagOf(active),
          after,
        },
        onBehalfOf(request),
      )
      if (after === undefined) reply.header('x-total-count', total)
      if (next !== undefined) reply.header('x-next-cursor', next)
      return bans.map(banView)
    },
  )

  app.get(
    '/admin/bans/:userId/active',
    {
      config: { access: { permission: 'bans.read' } },
      schema: consoleCall('The ban in force', ActiveBan, { params: UserIdParams, querystring: ActiveBanQuery }),
    },
    async (request) => {
      const { ban } = await moderation.findActiveBan(
        { userId: await accountIn(Number(request.params.userId), request), scope: request.query.scope ?? '' },
        onBehalfOf(request),
      )
      return ban ? banView(ban) : {}
    },
  )

  app.patch(
    '/admin/bans/:id/lift',
    {
      config: { access: { permission: 'bans.lift' } },
      schema: changeCall('Lift a ban', banAnswer, { params: IdParams, body: Type.Union([Lift, Type.Null()]) }),
    },
    async (request, reply) => {
      const { liftReason, version } = request.body ?? {}
      const lift = { id: Number(request.params.id), liftReason: visibleText(liftReason ?? ''), version }
      return changedOr(reply, moderation.liftBan(lift, onBehalfOf(request)).then(banView), readNow(request))
    },
  )

  app.post(
    '/admin/bans/:userId/lift-all',
    {
      config: { access: { permission: 'bans.lift' } },
      schema: changeCall(
        'Lift all bans of an account',
        { answer: Lifted, current: Type.Array(current) },
        { params: UserIdParams, body: Type.Union([LiftAll, Type.Null()]) },
      ),
    },
    async (request, reply) => {
      const { scope, liftReason, versions } = request.body ?? {}
      const { lifted, changedMeanwhile } = await moderation.liftAllBans(
        {
          userId: await accountIn(Number(request.params.userId), request),
          scope: scope ?? '',
          liftReason: visibleText(liftReason ?? ''),
          seen: seenVersions(versions),
        },
        onBehalfOf(request),
      )
      if (changedMeanwhile) return refuseMany(reply, changedMeanwhile.bans.map(banView))
      return { success: true as const, lifted }
    },
  )

  app.post(
    '/admin/bans/:id/notes',
    {
      config: { access: { permission: 'bans.set' } },
      schema: consoleCall('Add a note to a ban', BanView, { params: IdParams, body: NoteCreation }),
    },
    async (request) => {
      const { id: noteId, text } = request.body
      return banView(await moderation.addBanNote({ id: Number(request.params.id), noteId, text }, onBehalfOf(request)))
    },
  )

  app.delete(
    '/admin/bans/:id',
    {
      config: { access: { permission: 'bans.delete' } },
      schema: changeCall(
        'Delete a ban',
        { answer: DeletionView, current },
        { params: IdParams, querystring: MadeOnQuery },
      ),
    },
    async (request, reply) => {
      const deletion = { id: Number(request.params.id), version: versionOf(request.query.version) }
      return changedOr(reply, moderation.deleteBan(deletion, onBehalfOf(request)).then(deletionView), readNow(request))
    },
  )
}

const DEPTH_MAX = 64

/** Accepts JSON or its text. Throws EVIDENCE_INVALID. */
function evidenceText(given: unknown): string {
  if (given === undefined || given === null) return ''
  if (typeof given === 'string' && given.trim() === '') return ''
  const value = typeof given === 'string' ? parsed(given) : given
  if (depthOf(value) > DEPTH_MAX || hasUnstorableText(value)) throw new KlaError('EVIDENCE_INVALID')
  return JSON.stringify(value)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new KlaError('EVIDENCE_INVALID', undefined, { cause: error })
  }
}

/** Measures depth without recursion, which hostile input could exhaust. */
function depthOf(value: unknown): number {
  let depth = 0
  for (let level: unknown[] = [value]; depth <= DEPTH_MAX; depth += 1) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? (Object.values(one) as unknown[]) : []))
    if (level.length === 0) break
  }
  return depth
}
