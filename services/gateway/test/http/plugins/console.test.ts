import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { FastifyInstance } from 'fastify'
import { createWorld, PUBLIC_URL, type World } from '../../support/world.js'

let world: World
let app: FastifyInstance
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gateway-console-'))
  const bundles: [string, string][] = [
    ['player', '<!doctype html><html><head><title>Kla</title></head></html>'],
    ['console', '<!doctype html><html><head lang="en"><title>Console</title></head></html>'],
  ]
  for (const [bundle, page] of bundles) {
    await mkdir(join(directory, bundle, 'assets'), { recursive: true })
    await writeFile(join(directory, bundle, 'index.html'), page)
    await writeFile(join(directory, bundle, 'assets', `${bundle}-1a2b3c.js`), 'export {}')
  }
  await writeFile(join(directory, 'console', 'favicon.svg'), '<svg/>')
  world = await createWorld()
  app = (await withConsole()).http
})
afterAll(async () => {
  await world.stop()
  await rm(directory, { recursive: true })
})

const withConsole = (more: object = {}) =>
  world.gateway({
    staticDir: join(directory, 'player'),
    consoleDir: join(directory, 'console'),
    adminPath: 'k9-Xy_2',
    avatarBaseUrl: 'https://cdn.example/avatars',
    ...more,
  })
const html = { accept: 'text/html,*/*', host: new URL(PUBLIC_URL).host }
const PAGE = '<!doctype html><html><head lang="en"><base href="/k9-Xy_2/"><title>Console</title></head></html>'

describe('console bundle', () => {
  test.each([
    '/k9-Xy_2',
    '/k9-Xy_2/',
    '/k9-Xy_2/index.html',
    '/k9-Xy_2/reports',
    '/k9-Xy_2/reports/1000000001?page=2&q=a%20b',
    '/k9-Xy_2/bans/.hidden',
  ])('is served at %s', async (url) => {
    const response = await app.inject({ url, headers: html })
    expect(response.statusCode).toBe(200)
    expect(response.body).toBe(PAGE)
    expect(response.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'x-content-type-options': 'nosniff',
    })
  })

  test('may load from this site and the icon host, and runs no inline script', async () => {
    const { headers } = await app.inject({ url: '/k9-Xy_2/', headers: html })
    const policy = String(headers['content-security-policy']).split(';')
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "img-src 'self' https://cdn.example blob:",
        "media-src 'self' blob:",
        "connect-src 'self'",
        "base-uri 'self'",
        "frame-ancestors 'none'",
      ]),
    )
    expect(policy.join(';').match(/https?:[^; ]*/g)).toEqual(['https://cdn.example'])
    expect(policy.join(';')).not.toMatch(/data:|unsafe-eval/)
    // Clips and pictures that were loaded with the token.
    const blobs = ["img-src 'self' https://cdn.example blob:", "media-src 'self' blob:"]
    expect(policy.filter((rule) => rule.includes('blob:'))).toEqual(blobs)
  })

  test('caches hashed files forever and revalidates others', async () => {
    const asset = await app.inject('/k9-Xy_2/assets/console-1a2b3c.js')
    expect(asset.body).toBe('export {}')
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(asset.headers['x-robots-tag']).toBe('noindex, nofollow')
    const icon = await app.inject('/k9-Xy_2/favicon.svg')
    expect(icon.headers['cache-control']).toBe('no-cache')
  })

  test.each([
    ['GET', '/k9-Xy_2/assets/console-old.js', {}],
    ['GET', '/k9-Xy_2/..%2fplayer/index.html', {}],
    ['GET', '/k9-Xy_2/assets/player-1a2b3c.js', {}],
    ['POST', '/k9-Xy_2/', html],
    ['DELETE', '/k9-Xy_2/reports/1', html],
    ['GET', '/assets/console-1a2b3c.js', {}],
  ] as const)('has no %s %s', async (method, url, headers) => {
    const response = await app.inject({ method, url, headers: { accept: '*/*', ...headers } })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ code: 'NOT_FOUND' })
  })

  test.each(['/k9-Xy_', '/k9-Xy_22', '/K9-XY_2', '/x/k9-Xy_2/'])('is not served at %s', async (url) => {
    const { body } = await app.inject({ url, headers: html })
    expect(body).toContain('<title>Kla</title>')
  })

  test.each([{ adminPath: '' }, { consoleDir: '' }])('is not served with %j', async (more) => {
    const { http } = await withConsole(more)
    expect((await http.inject({ url: '/k9-Xy_2/', headers: html })).body).toContain('<title>Kla</title>')
    expect((await http.inject({ url: '/', headers: html })).body).toContain('<title>Kla</title>')
  })

  test('is not found before it is built, and breaks nothing else', async () => {
    const { http } = await withConsole({ consoleDir: join(directory, 'console', 'assets') })
    const response = await http.inject({ url: '/k9-Xy_2/reports', headers: html })
    expect(response.statusCode).toBe(404)
    expect(response.body).toContain('<h1>Page not found</h1>')
    expect((await http.inject({ url: '/', headers: html })).body).toContain('<title>Kla</title>')
  })

  test('is left out of the OpenAPI document', async () => {
    expect((await app.inject('/openapi.json')).body).not.toContain('k9-Xy_2')
  })
})
