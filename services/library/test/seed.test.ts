import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { migrate } from '@kla/chassis'
import { infrastructure, uniqueName } from '@kla/testkit'
import pg from 'pg'

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
const SEED = fileURLToPath(new URL('../dist/seed.js', import.meta.url))
const MANIFEST = [
  { gifUrl: 'https://media.example/seeded.mp4', thumbnail: '', categories: ['default'], acts: ['teasing'] },
]

const schema = uniqueName('library')
const { postgresUrl } = infrastructure()
let database: pg.Client
let server: Server
/** Resolves when the manifest has been asked for and refused once. */
let refused: Promise<void>
let well = false
beforeAll(async () => {
  database = new pg.Client({ connectionString: postgresUrl })
  await database.connect()
  await database.query(`CREATE SCHEMA ${schema}`)
  refused = new Promise((resolve) => {
    server = createServer((_request, response) => {
      if (well) return void response.end(JSON.stringify(MANIFEST))
      response.writeHead(503).end()
      resolve()
    }).listen(0, '127.0.0.1')
  })
  await once(server, 'listening')
})
afterAll(async () => {
  server.close()
  await database.query(`DROP SCHEMA ${schema} CASCADE`)
  await database.end()
})

test('waits inside its process for tables and manifest, then adds the GIFs', async () => {
  const { port } = server.address() as AddressInfo
  const env = { ...process.env, POSTGRES_URL: postgresUrl, POSTGRES_SCHEMA: schema, SEED_WAIT_MS: '30000' }
  const seeding = promisify(execFile)(process.execPath, [SEED, `http://127.0.0.1:${port}/manifest.json`], { env })
  await migrate({ url: postgresUrl, schema, directory: MIGRATIONS })
  await refused
  well = true
  await seeding
  const { rows } = await database.query(`SELECT gif_url, acts FROM ${schema}.gifs`)
  expect(rows).toEqual([{ gif_url: 'https://media.example/seeded.mp4', acts: ['teasing'] }])
}, 60_000)
