import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { refuse, type Tokens } from './tokens.js'

/** Clip as the provider lists it. */
export interface ProvidedClip {
  readonly gifUrl: string
  readonly thumbnail: string
  readonly categories: readonly string[]
}

interface Entry {
  readonly id: string
  readonly width: number
  readonly height: number
  readonly tags: readonly string[]
  readonly hd: string
  readonly sd: string
  readonly thumbnail: string
  readonly views: number
}

const SHAPES = [
  [1920, 1080],
  [1280, 720],
  [1080, 1920],
  [854, 480],
  [1440, 1080],
  [1280, 704],
  [1080, 1080],
] as const

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

export function entriesOf(clips: readonly ProvidedClip[], options: { copies: number; deadEvery: number }): Entry[] {
  const copies = Array.from({ length: options.copies }, (_, copy) => copy)
  return copies
    .flatMap((copy) => clips.map((clip) => ({ clip, copy })))
    .map(({ clip, copy }, at) => entryOf(clip, copy, at, options.deadEvery > 0 && (at + 1) % options.deadEvery === 0))
}

function entryOf(clip: ProvidedClip, copy: number, at: number, dead: boolean): Entry {
  const hash = digest(`${clip.gifUrl} ${copy}`)
  const [width, height] = SHAPES[at % SHAPES.length] ?? SHAPES[0]
  const hd = new URL(clip.gifUrl)
  const name = hd.pathname.split('/').at(-1) ?? ''
  if (dead) hd.pathname = hd.pathname.replace(name, `gone-${hash.toString('hex', 0, 4)}.mp4`)
  else if (copy > 0) hd.searchParams.set('take', String(copy + 1))
  const sd = new URL(hd)
  sd.searchParams.set('quality', 'sd')
  return {
    id: hash.toString('hex', 0, 10),
    width,
    height,
    tags: [...new Set([...clip.categories, ...name.toLowerCase().split(/[^a-z0-9]+/)])].filter((tag) => tag !== ''),
    hd: hd.href,
    sd: sd.href,
    thumbnail: clip.thumbnail,
    views: hash.readUInt32BE(4) % 5_000_000,
  }
}

function findEntries(entries: readonly Entry[], text: string): Entry[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return entries
    .filter(({ tags }) => words.every((word) => tags.includes(word)))
    .sort((one, other) => other.views - one.views)
}

interface SearchQuery {
  readonly search_text?: string
  readonly order?: string
  readonly count?: string
  readonly page?: string
}

const ORDERS: ReadonlySet<string> = new Set(['top', 'trending', 'latest', 'best'])
const COUNT_MAX = 100

/** `GET /v2/gifs/search`, with a token. */
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
  id,
  width,
  height,
  tags,
  views,
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
