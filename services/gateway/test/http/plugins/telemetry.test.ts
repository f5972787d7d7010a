import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { eventually } from '@kla/testkit'
import type { Service } from '../../../src/index.js'
import { newRoom } from '../../support/test-client.js'
import { createWorld, PUBLIC_URL, type World } from '../../support/world.js'

const ADMIN_PATH = 'k9-Xy_2'

let directory: string
let world: World
let gateway: Service
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gateway-measures-'))
  await mkdir(join(directory, 'assets'))
  await writeFile(join(directory, 'index.html'), '<!doctype html><head></head>')
  await writeFile(join(directory, 'assets', 'page-1a2b3c.js'), 'export {}')
  world = await createWorld()
  gateway = await world.gateway({ staticDir: directory, consoleDir: directory, adminPath: ADMIN_PATH })
})
afterEach(async () => {
  await world.stop()
  await rm(directory, { recursive: true })
})

const scrape = async (): Promise<string> => (await fetch(`http://127.0.0.1:${gateway.ports.health}/metrics`)).text()
/** Returns the samples of a name: label sets without common labels, with values. */
async function samples(name: string): Promise<Record<string, number>> {
  const found = [...(await scrape()).matchAll(new RegExp(`^${name}\\{(.*)\\} (\\S+)$`, 'gm'))]
  return Object.fromEntries(
    found.map(([, labels = '', value]) => [labels.replace(/,?service="gateway"/, '').replace(/^,/, ''), Number(value)]),
  )
}

test('requests are measured by route pattern, never by URL', async () => {
  const get = (url: string): Promise<unknown> =>
    gateway.http.inject({ url, headers: { accept: 'text/html', host: new URL(PUBLIC_URL).host } })
  const paths = [
    'user/bans?token=secret',
    'assets/page-1a2b3c.js',
    'room/018f6b1e',
    `${ADMIN_PATH}/`,
    `${ADMIN_PATH}/reports/77`,
  ]
  for (const path of paths) await get(`/${path}`)
  await gateway.http.inject({ method: 'DELETE', url: '/nowhere/at/all' })
  const served = Object.keys(await samples('kla_http_served_seconds_count'))
  expect(served).toContain('route="unmatched",method="DELETE",status="404"')
  const text = await scrape()
  for (const own of [ADMIN_PATH, '018f6b1e', '1a2b3c', 'nowhere', 'secret']) expect(text).not.toContain(own)
  const routes = served.map((labels) => /route="([^"]*)"/.exec(labels)?.[1])
  expect(new Set(routes)).toEqual(new Set(['/user/bans', '/*', '/console/', 'unmatched']))
})

test('commands are measured from frame to answer, by event and kind of refusal', async () => {
  const ada = await world.client(gateway, 1)
  await ada.ask('create-room', newRoom())
  await ada.ask('create-room', newRoom({ roomName: ' ' }))
  ada.socket.send(JSON.stringify({ event: 'made-up-by-somebody', data: {}, ack: 900 }))
  await eventually(async () =>
    expect(await samples('kla_gateway_command_seconds_count')).toMatchObject({
      'event="create-room",result="ok"': 1,
      'event="create-room",result="invalid_argument"': 1,
      'event="unknown",result="invalid_argument"': 1,
    }),
  )
})

test('a join is measured once until the first picture, and only for the player who joins', async () => {
  const ada = await world.client(gateway, 1)
  const { roomId } = (await ada.ask('create-room', newRoom())) as { roomId: string }
  const ben = await world.client(gateway, 2)
  await ben.ask('join-room', { roomId, passcode: null, role: 'player' })
  for (const client of [ada, ben, ben]) {
    expect(await client.ask('media-connected', { via: 'srflx' })).toEqual({ success: true })
  }
  expect(await ben.ask('media-connected', { via: 'direct' })).toEqual({ success: true })
  expect(await samples('kla_gateway_media_connections_total')).toMatchObject({ 'via="direct"': 1, 'via="srflx"': 3 })
  expect(await samples('kla_gateway_joins_total')).toEqual({ '': 1 })
  expect(await samples('kla_gateway_join_seconds_count')).toEqual({ '': 1 })
})

test('unknown media routes and floods of reports are not counted', async () => {
  const ada = await world.client(gateway, 1)
  await ada.ask('create-room', newRoom())
  expect(await ada.ask('media-connected', { via: '203.0.113.7' })).toMatchObject({ code: 'INVALID_FIELD' })
  const answers = await Promise.all(Array.from({ length: 30 }, () => ada.ask('media-connected', { via: 'host' })))
  const counted = answers.filter(({ success }) => success === true).length
  expect(counted).toBeLessThan(30)
  expect(await samples('kla_gateway_media_connections_total')).toMatchObject({ 'via="host"': counted })
  expect(await scrape()).not.toContain('203.0.113')
})
