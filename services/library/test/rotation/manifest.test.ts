import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { fetchManifest, readManifest } from '../../src/rotation/manifest.js'

let directory: string
let server: Server
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kla-manifest-'))
  server = createServer(({ url }, response) => {
    if (url === '/manifest.json') response.end('[1]')
    else if (url === '/ill.json') response.writeHead(503).end()
    else response.writeHead(404).end()
  }).listen(0)
  await once(server, 'listening')
})
afterAll(async () => {
  server.close()
  await rm(directory, { recursive: true })
})

test('reads a manifest from a file or an address', async () => {
  const file = join(directory, 'manifest.json')
  await writeFile(file, '[2]')
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect([await fetchManifest(file), await fetchManifest(`${host}/manifest.json`)]).toEqual(['[2]', '[1]'])
  await expect(fetchManifest(`${host}/other.json`)).rejects.toThrow('answers 404')
  await expect(fetchManifest(join(directory, 'none.json'))).rejects.toThrow('ENOENT')
})

test('reports an unreachable or failing server as unavailable, so that a seed can wait', async () => {
  const { port } = server.address() as AddressInfo
  const unavailable = { reason: 'UNAVAILABLE' }
  await expect(fetchManifest(`http://127.0.0.1:${port}/ill.json`)).rejects.toMatchObject(unavailable)
  await expect(fetchManifest('http://127.0.0.1:1/manifest.json')).rejects.toMatchObject(unavailable)
})

const entry = { gifUrl: 'https://cdn.kla.test/a.mp4', thumbnail: 'https://cdn.kla.test/a.jpg', categories: ['default'] }

describe('readManifest', () => {
  test('reads a list of GIFs', () => {
    expect(readManifest(JSON.stringify([entry]))).toEqual([entry])
    expect(readManifest(JSON.stringify([{ ...entry, thumbnail: undefined }]))).toEqual([{ ...entry, thumbnail: '' }])
    expect(readManifest(JSON.stringify([{ ...entry, acts: ['feet', 'kissing'] }]))).toEqual([
      { ...entry, acts: ['kissing', 'feet'] },
    ])
    expect(readManifest(JSON.stringify([{ ...entry, acts: null }]))).toEqual([entry])
  })

  test.each([
    [{}, 'a manifest is a list'],
    [[entry, { ...entry, gifUrl: 'ftp://a' }], 'entry 1: gifUrl'],
    [[{ ...entry, thumbnail: 7 }], 'entry 0: thumbnail'],
    [[{ ...entry, categories: 'default' }], 'entry 0: categories'],
    [[{ ...entry, categories: ['cats'] }], 'entry 0: one of its categories'],
    [[{ ...entry, acts: 'feet' }], 'entry 0: acts'],
    [[{ ...entry, acts: ['gardening'] }], 'entry 0: one of its acts'],
    [[null], 'entry 0: gifUrl'],
  ])('rejects %j at its first fault', (value, message) => {
    expect(() => readManifest(JSON.stringify(value))).toThrow(message)
  })
})
