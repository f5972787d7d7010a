import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { KlaError } from '@kla/chassis'
import { OPENED_BY_PERSON } from '@kla/proto/web'
import type { FastifyReply, FastifyRequest } from 'fastify'

const PERSON: ReadonlySet<unknown> = new Set(['none', 'same-origin'])

/** True if a person opened the page, by headers that other sites cannot set. */
export const isUserNavigation = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  PERSON.has(headers['sec-fetch-site']) &&
  headers['sec-fetch-dest'] === 'document' &&
  headers['sec-purpose'] === undefined &&
  headers['purpose'] === undefined

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) } as const
type Coding = keyof typeof compressors
const CODINGS = ['br', 'gzip'] as const

interface MarkedPage {
  readonly version: string
  readonly plain: Buffer
  readonly coded: Readonly<Record<Coding, Buffer>>
}

/** The SPA's page, marked for one navigation. Rejects with UNAVAILABLE without the file. */
export class MarkedPages {
  readonly #file: string
  #page: Promise<MarkedPage> | undefined

  constructor(directory: string) {
    this.#file = join(directory, 'index.html')
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { plain, coded } = await this.#read()
    const accepted = String(request.headers['accept-encoding'] ?? '')
    const coding = CODINGS.find((name) => accepted.split(',').some((offer) => offer.trim() === name))
    if (coding !== undefined) reply.header('content-encoding', coding)
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        vary: 'accept-encoding, sec-fetch-site, sec-fetch-dest',
      })
      .send(coding === undefined ? plain : coded[coding])
  }

  async version(): Promise<string> {
    const { mtimeMs, size } = await stat(this.#file).catch((error: unknown) => {
      throw new KlaError('UNAVAILABLE', undefined, { cause: error })
    })
    return `${mtimeMs} ${size}`
  }

  async #read(): Promise<MarkedPage> {
    const version = await this.version()
    const known = await this.#page?.catch(() => undefined)
    if (known?.version === version) return known
    this.#page = mark(this.#file, version)
    return this.#page
  }
}

async function mark(file: string, version: string): Promise<MarkedPage> {
  const html = await readFile(file, 'utf8')
  const plain = Buffer.from(html.replace(/<head[^>]*>/, `$&<meta name="${OPENED_BY_PERSON}" content="true">`))
  const [br, gz] = await Promise.all([compressors.br(plain), compressors.gzip(plain)])
  return { version, plain, coded: { br, gzip: gz } }
}
