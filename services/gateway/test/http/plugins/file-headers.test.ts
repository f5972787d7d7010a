import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { FastifyInstance } from 'fastify'
import { omittedHeaders } from '../../../src/http/plugins/file-headers.js'
import { createWorld, type World } from '../../support/world.js'

describe('headers left out', () => {
  test.each([
    ['/assets/room-1a2b3c.js', 'application/javascript; charset=utf-8'],
    ['/assets/room-1a2b3c.js', 'text/javascript'],
    ['/assets/room-1a2b3c.css', 'text/css; charset=utf-8'],
    ['/assets/inter-1a2b3c.woff2', 'font/woff2'],
    ['/first-paint.js', 'application/javascript; charset=utf-8'],
    ['/portrait.png', 'image/png'],
    ['/assets/test-sound-1a2b3c.mp3', 'audio/mpeg'],
  ])('include the policy for %s as %s', (path, contentType) => {
    expect(omittedHeaders({ path, contentType })).toEqual(
      expect.arrayContaining(['content-security-policy', 'permissions-policy', 'x-frame-options']),
    )
  })

  test.each([
    ['/', 'text/html; charset=utf-8'],
    ['/assets/page-1a2b3c.html', 'text/html; charset=utf-8'],
    ['/assets/page-1a2b3c.js', 'text/html; charset=utf-8'],
    ['/favicon.svg', 'image/svg+xml'],
    ['/assets/drawing-1a2b3c.svg', 'image/svg+xml; charset=utf-8'],
    ['/assets/feed-1a2b3c.xml', 'application/xml'],
    ['/assets/room-1a2b3c.js', 'application/json; charset=utf-8'],
    ['/assets/tflite-1a2b3c.wasm', 'application/wasm'],
    ['/assets/room-1a2b3c.js', undefined],
    ['/assets/workers/clock-1a2b3c.js', 'application/javascript; charset=utf-8'],
    ['/assets/%77orkers/clock-1a2b3c.js', 'application/javascript; charset=utf-8'],
    ['/assets/./workers/clock-1a2b3c.js', 'application/javascript; charset=utf-8'],
    ['//assets/room-1a2b3c.js', 'application/javascript; charset=utf-8'],
  ])('are none for %s as %s', (path, contentType) => {
    expect(omittedHeaders({ path, contentType })).toEqual([])
  })

  test.each([
    ['/assets/room-1a2b3c.js', 'text/javascript', true],
    ['/first-paint.js', 'text/javascript', false],
    ['/assets/test-sound-1a2b3c.mp3', 'audio/mpeg', false],
  ])('for %s as %s include validators: %s', (path, contentType, included) => {
    expect(omittedHeaders({ path, contentType }).includes('etag')).toBe(included)
  })
})

describe('files of the page', () => {
  let world: World
  let app: FastifyInstance
  let directory: string

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'gateway-files-'))
    await mkdir(join(directory, 'assets', 'workers'), { recursive: true })
    const files = {
      'index.html': '<!doctype html><title>Kla</title>',
      'first-paint.js': 'void 0',
      'favicon.svg': '<svg/>',
      'assets/room-1a2b3c.js': 'export {}',
      'assets/room-1a2b3c.js.br': 'compressed',
      'assets/workers/clock-1a2b3c.js': 'void 0',
    }
    for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text)
    world = await createWorld()
    const settings = { staticDir: directory, cookieSecure: true, publicUrl: 'https://kla.example' }
    app = (await world.gateway(settings)).http
  })
  afterAll(async () => {
    await world.stop()
    await rm(directory, { recursive: true })
  })

  const PLUMBING = ['connection', 'content-length', 'date']
  const namesOf = async (url: string, headers = {}): Promise<readonly string[]> =>
    Object.keys((await app.inject({ url, headers })).headers)
      .filter((name) => !PLUMBING.includes(name))
      .sort()

  test('with a content hash are answered with the headers that scripts and caches need', async () => {
    expect(await namesOf('/assets/room-1a2b3c.js', { 'accept-encoding': 'br' })).toEqual([
      'cache-control',
      'content-encoding',
      'content-type',
      'cross-origin-resource-policy',
      'vary',
      'x-content-type-options',
    ])
  })

  test('without a content hash keep their validators', async () => {
    const { headers } = await app.inject('/first-paint.js')
    expect(headers).toMatchObject({ etag: expect.any(String), 'x-content-type-options': 'nosniff' })
    expect(headers).not.toHaveProperty('content-security-policy')
  })

  test('are kept apart by caches for each encoding', async () => {
    const { headers } = await app.inject({ url: '/assets/room-1a2b3c.js', headers: { 'accept-encoding': 'br' } })
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  })

  test.each([
    ['/assets/workers/clock-1a2b3c.js', '*/*'],
    ['/favicon.svg', '*/*'],
    ['/', 'text/html'],
    ['/gameroom', 'text/html'],
    ['/old-1a2b3c.js', 'text/html'],
    ['/assets/old-1a2b3c.js', '*/*'],
  ])('keep the headers of documents at %s for %s', async (url, accept) => {
    expect(await namesOf(url, { accept })).toEqual(
      expect.arrayContaining([
        'content-security-policy',
        'permissions-policy',
        'referrer-policy',
        'strict-transport-security',
        'x-frame-options',
      ]),
    )
  })
})
