import type { FastifyInstance } from 'fastify'
import { findEntries, type Entry } from './entries.js'
import { refuse } from './refusal.js'
import type { Tokens } from './tokens.js'

interface SearchQuery {
  readonly search_text?: string
  readonly order?: string
  readonly count?: string
  readonly page?: string
}

const ORDERS: ReadonlySet<string> = new Set(['top', 'trending', 'latest', 'best'])
const COUNT_MAX = 100

/** `GET /v2/gifs/search`: a page of what a text finds, with a token only. */
export function search(app: FastifyInstance, entries: readonly Entry[], tokens: Tokens): void {
  app.get<{ Querystring: SearchQuery }>('/v2/gifs/search', async (request, reply) => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (!tokens.good(token)) return refuse(reply, 401, 'Unauthorized', 'The token is missing, wrong or too old.')
    const { search_text: text = '', order = 'trending' } = request.query
    const [count, page] = [Number(request.query.count ?? 80), Number(request.query.page ?? 1)]
    const paged = Number.isInteger(count) && count >= 1 && count <= COUNT_MAX && Number.isInteger(page) && page >= 1
    if (!paged || !ORDERS.has(order)) return refuse(reply, 400, 'BadRequest', 'That is no page of a search.')

    const found = findEntries(entries, text)
    return {
      page,
      pages: Math.ceil(found.length / count),
      total: found.length,
      gifs: found.slice((page - 1) * count, page * count).map(described),
      users: [],
      niches: [],
      tags: [],
    }
  })
}

const described = ({ id, width, height, tags, views, ...urls }: Entry) => ({
  ...{ id, width, height, tags, views },
  type: 1,
  createDate: 1_760_000_000,
  duration: 6,
  hasAudio: false,
  likes: Math.floor(views / 100),
  published: true,
  userName: 'kla-local',
  verified: true,
  avgColor: '#17141C',
  urls: { ...urls, poster: urls.thumbnail, vthumbnail: urls.sd },
})
