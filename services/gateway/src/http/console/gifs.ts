import { invalidField } from '@kla/chassis'
import { type Acts, type ChangeGifsRequest, type GifCheck } from '@kla/proto'
import {
  DeletionView,
  FetchedGifs,
  GifActs,
  GifBulk,
  GifBulkAnswer,
  GifChange,
  GifChecks,
  GifFetchQuery,
  GifList,
  GifsChange,
  GifsChanged,
  GifsDeleted,
  GifsQuery,
  GifsUndone,
  GifView,
  IdParams,
  MadeOnQuery,
  ScanBody,
  ScanQuery,
  UuidParams,
} from '@kla/proto/schemas'
import {
  type GifCheckView,
  GIFS_PAGE_SIZE,
  isReason,
  LINK_FETCH_MS,
  REASONS,
  VALIDATION_LIMIT,
  VALIDATION_TIMEOUT_MS,
} from '@kla/proto/web'
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { changeCall, changedOr, versionOf } from '../conflicts.js'
import { cursorOf, deletionView } from '../console-views.js'
import { countsView, GIF_STATE, gifFilter, gifView } from '../gif-views.js'
import { onBehalfOf } from '../plugins/access.js'
import { consoleCall, type Resource } from '../route.js'
import { isoOf, numberOr, textOrNull } from '../values.js'

const BODY_MAX_BYTES = 2 * 1024 * 1024
/** Going live may take 30 s of inspection. */
const STATE_DEADLINE = { deadlineMs: 40_000, attemptMs: 40_000 } as const

/** Checks all URLs of a page; must not run twice. */
const SCAN_DEADLINE = { deadlineMs: VALIDATION_TIMEOUT_MS, attemptMs: VALIDATION_TIMEOUT_MS } as const

/** Depends on the provider; must not run twice. */
const FETCH_DEADLINE = { deadlineMs: LINK_FETCH_MS.call, attemptMs: LINK_FETCH_MS.call } as const

const current = Type.Object(GifView.properties)
const gif = { answer: GifView, current }

export const consoleGifs: Resource = async (app, { library }) => {
  const readNow = (request: FastifyRequest<{ Params: { id: string } }>) => async () =>
    gifView(await library.getGif({ id: Number(request.params.id) }, onBehalfOf(request)))

  app.get(
    '/admin/gifs',
    {
      config: { access: { permission: 'gifs.read' } },
      schema: consoleCall('All GIFs', GifList, { querystring: GifsQuery }),
    },
    async (request) => {
      const { pageSize } = request.query
      const page = numberOr(request.query.page, 1)
      const { gifs, total, counts, next } = await library.listGifs(
        {
          page,
          after: cursorOf(request.query),
          pageSize: numberOr(pageSize, GIFS_PAGE_SIZE),
          ...gifFilter(request.query),
        },
        onBehalfOf(request),
      )
      return { items: gifs.map(gifView), total, pageNumber: page, next: next ?? null, counts: countsView(counts) }
    },
  )

  app.post(
    '/admin/gifs/bulk',
    {
      bodyLimit: BODY_MAX_BYTES,
      config: { access: { permission: 'gifs.manage' } },
      schema: consoleCall('Add GIFs', GifBulkAnswer, { body: GifBulk }),
    },
    async (request) => {
      const { urls, visible, tags, acts } = request.body
      const added = { urls, visible: Boolean(visible), tags: tags ?? [], acts: actsOf(acts) }
      return library.addGifs(added, onBehalfOf(request))
    },
  )

  app.patch(
    '/admin/gifs/bulk',
    {
      config: { access: { permission: 'gifs.manage' } },
      schema: consoleCall('Change many GIFs', GifsChanged, { body: GifsChange }),
    },
    async (request) => {
      const { ids, versions, batch: batchId } = request.body
      const gifs = ids.map((id) => ({ id, version: versions?.[id] }))
      const change = { gifs, change: changeOf(request.body), batchId }
      const { outcomes, batchId: batch } = await library.changeGifs(change, onBehalfOf(request))
      return {
        results: outcomes.map(({ id, refused, gif: entry }) => ({
          id,
          code: textOrNull(refused),
          error: wordsOf(refused),
          gif: entry ? gifView(entry) : null,
        })),
        ...(batch !== '' && { batch }),
      }
    },
  )

  app.post(
    '/admin/gifs/bulk/:id/undo',
    {
      config: { access: { permission: 'gifs.manage' } },
      schema: consoleCall('Undo a change of many GIFs within a minute', GifsUndone, { params: UuidParams }),
    },
    async (request) => {
      const { undoneIds, leftIds, undoneAtMs } = await library.undoGifChange(
        { batchId: request.params.id },
        onBehalfOf(request),
      )
      return { undone: undoneIds, left: leftIds, undone_at: isoOf(undoneAtMs) }
    },
  )

  app.patch(
    '/admin/gifs/:id',
    {
      config: { access: { permission: 'gifs.manage' } },
      schema: changeCall("Change a GIF's state", gif, { params: IdParams, body: GifChange }),
    },
    async (request, reply) => {
      const { state, version } = request.body
      const changing = library.setGifState(
        { id: Number(request.params.id), state: GIF_STATE[state], version },
        { ...onBehalfOf(request), ...STATE_DEADLINE },
      )
      return changedOr(reply, changing.then(gifView), readNow(request))
    },
  )

  app.put(
    '/admin/gifs/:id/acts',
    {
      config: { access: { permission: 'gifs.manage' } },
      schema: changeCall('Set which acts a GIF shows', gif, { params: IdParams, body: GifActs }),
    },
    async (request, reply) => {
      const { acts, version } = request.body
      const change = { id: Number(request.params.id), acts: actsOf(acts), version }
      return changedOr(reply, library.setGifActs(change, onBehalfOf(request)).then(gifView), readNow(request))
    },
  )

  app.delete(
    '/admin/gifs/:id',
    {
      config: { access: { permission: 'gifs.manage' } },
      schema: changeCall(
        'Delete a GIF',
        { answer: DeletionView, current },
        { params: IdParams, querystring: MadeOnQuery },
      ),
    },
    async (request, reply) => {
      const deletion = { id: Number(request.params.id), version: versionOf(request.query.version) }
      return changedOr(reply, library.deleteGif(deletion, onBehalfOf(request)).then(deletionView), readNow(request))
    },
  )

  app.get(
    '/gifs/find-broken',
    {
      config: { access: { permission: 'gifs.manage' } },
      schema: consoleCall('Check GIFs', GifChecks, { querystring: ScanQuery }),
    },
    async (request) => {
      const { results, checked } = await library.findBrokenGifs(scanned(request.query), {
        ...onBehalfOf(request),
        ...SCAN_DEADLINE,
      })
      return { results: results.map(gifCheckView), checked }
    },
  )

  app.post(
    '/gifs/scan-and-delete',
    {
      config: { access: { permission: 'gifs.manage' } },
      schema: consoleCall('Check GIFs and delete the broken ones', GifsDeleted, {
        querystring: ScanQuery,
        body: Type.Union([ScanBody, Type.Null()]),
      }),
    },
    async (request) =>
      library.scanAndDeleteGifs(
        { ...scanned(request.query, request.body), ids: request.body?.ids ?? [] },
        { ...onBehalfOf(request), ...SCAN_DEADLINE },
      ),
  )

  app.get(
    '/gifs/fetch',
    {
      config: { access: { permission: 'gifs.manage' } },
      schema: consoleCall('Ask the GIF provider', FetchedGifs, { querystring: GifFetchQuery }),
    },
    async (request) => {
      const { category = '', text = '' } = request.query
      const context = { ...onBehalfOf(request), ...FETCH_DEADLINE }
      if (text === '' && category === '') throw invalidField('text')
      const { gifs, brokenOffBy } = await (text === ''
        ? library.listProviderCategory({ category }, context)
        : library.searchProvider({ text }, context))
      return { entries: gifs, broken_off: wordsOf(brokenOffBy) }
    },
  )
}

function changeOf({ op, state, acts }: Static<typeof GifsChange>): ChangeGifsRequest['change'] {
  if (op === 'delete') return { $case: 'deleted', value: true }
  if (op === 'acts' && acts !== undefined) return { $case: 'labels', value: { acts: actsOf(acts) } }
  if (op === 'state' && state !== undefined) return { $case: 'state', value: GIF_STATE[state] }
  throw invalidField(op)
}

const actsOf = (acts: GifView['acts'] | undefined): Acts | undefined => (acts ? { acts } : undefined)

const gifCheckView = ({ id, url, ok, visible, status, contentType }: GifCheck): GifCheckView => ({
  id,
  url,
  ok,
  visible: visible ? 1 : 0,
  status: status === 0 ? null : status,
  contentType: textOrNull(contentType),
})

const scanned = (
  query: Static<typeof ScanQuery>,
  body: Static<typeof ScanBody> | null = null,
): { readonly limit: number; readonly offset: number } => ({
  limit: body?.limit ?? numberOr(query.limit, VALIDATION_LIMIT),
  offset: body?.offset ?? numberOr(query.offset, 0),
})

const wordsOf = (reason: string): string | null => (isReason(reason) ? REASONS[reason].text : null)
