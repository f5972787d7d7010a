import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { KlaError } from '@kla/chassis'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { named } from '../route.js'
import { wantsPage } from '../url-prefixes.js'
import { openToAnyone } from './access.js'
import { cacheControl } from './caching.js'
import { sendRefusal } from './errors.js'

/** The console's path and its built files. */
export interface ConsoleOptions {
  /** Empty for no console. It is no security measure. */
  readonly path: string
  readonly directory: string
  readonly avatarBaseUrl: string
}

const policyWith = (avatars: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' ${avatars} blob:`,
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(';')

const HEADERS = {
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
} as const

const PAGE_HEADERS = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } as const

export async function registerConsole(app: FastifyInstance, options: ConsoleOptions): Promise<void> {
  const { path, directory, avatarBaseUrl } = options
  if (path === '' || directory === '') return
  const headers = { ...HEADERS, 'content-security-policy': policyWith(new URL(avatarBaseUrl).origin) }
  const pages = async (scope: FastifyInstance): Promise<void> => {
    openToAnyone(scope)
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers(headers)
    })
    const sendPage = async (reply: FastifyReply): Promise<FastifyReply> => {
      const page = pageAt(path, await readPage(directory))
      return reply.headers(PAGE_HEADERS).send(page)
    }
    const hidden = { schema: { hide: true }, prefixTrailingSlash: 'slash' } as const
    for (const url of ['', '/', '/index.html']) scope.get(url, hidden, (_request, reply) => sendPage(reply))
    await scope.register(fastifyStatic, {
      root: directory,
      index: false,
      cacheControl: false,
      preCompressed: true,
      setHeaders: (response, file) => {
        response.setHeader('cache-control', cacheControl(directory, file, 'no-cache'))
        response.setHeader('vary', 'accept-encoding')
      },
    })
    scope.setNotFoundHandler(async (request, reply) =>
      wantsPage(request) ? sendPage(reply) : sendRefusal(reply, new KlaError('NOT_FOUND')),
    )
  }
  await app.register(named('console', pages), { prefix: `/${path}` })
}

async function readPage(directory: string): Promise<string> {
  try {
    return await readFile(join(directory, 'index.html'), 'utf8')
  } catch (error) {
    throw new KlaError('NOT_FOUND', undefined, { cause: error })
  }
}

const pageAt = (path: string, html: string): string => html.replace(/<head[^>]*>/, `$&<base href="/${path}/">`)
