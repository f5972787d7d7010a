import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { eventually } from '@kla/testkit/eventually'
import { Stripe } from 'stripe'
import { CATALOGUE } from '../../src/clips/catalogue.js'
import { fileOf, thumbnailOf } from '../../src/clips/render.js'
import { createPorts } from '../../src/infrastructure/ports.js'
import { handIn } from './hand-in-mail.js'

const MAIN = fileURLToPath(new URL('../../dist/stand-ins-main.js', import.meta.url))
const NAMES = ['DISCORD', 'STRIPE', 'ACQUIRER', 'GIF_PROVIDER', 'CLIPS', 'MAIL', 'MAILBOX', 'HEALTH'] as const

let clips: string
let child: ChildProcess
const ports = {} as Record<(typeof NAMES)[number], number>
const at = (name: (typeof NAMES)[number], path: string): string => `http://127.0.0.1:${ports[name]}${path}`

beforeAll(async () => {
  clips = await mkdtemp(join(tmpdir(), 'kla-clips-'))
  // All there already: nothing is to be rendered, and there is nothing to render with.
  const files = CATALOGUE.flatMap((clip) => [fileOf(clip), thumbnailOf(clip)])
  await Promise.all(files.map((name) => writeFile(join(clips, name), name)))
  const free = createPorts()
  for (const name of NAMES) ports[name] = await free.take(name)
  child = spawn(process.execPath, [MAIN], {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...Object.fromEntries(NAMES.map((name) => [`${name}_PORT`, String(ports[name])])),
      HOST: '127.0.0.1',
      SITE_URL: 'http://kla-gateway:8080',
      CLIPS_URL: 'http://kla-stand-ins:4050',
      STRIPE_PUBLIC_URL: 'https://pay.kla.test',
      DISCORD_CLIENT_SECRET: 'd',
      ACQUIRER_SECRET: 'new,old',
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_new,whsec_old',
      CLIPS_DIRECTORY: clips,
      FFMPEG_PATH: '/nowhere/ffmpeg',
    },
  })
  await eventually(async () => (await fetch(at('HEALTH', '/readyz'))).ok, 30_000)
}, 60_000)
afterAll(async () => {
  child.kill('SIGKILL')
  await rm(clips, { recursive: true })
})

describe('the stand-ins process', () => {
  test('lists clips at the address where the library reaches them', async () => {
    const manifest = (await (await fetch(at('CLIPS', '/manifest.json'))).json()) as { gifUrl: string }[]
    expect(manifest).toHaveLength(CATALOGUE.length)
    const { pathname, origin } = new URL(manifest[0]!.gifUrl)
    expect(origin).toBe('http://kla-stand-ins:4050')
    expect(await (await fetch(at('CLIPS', pathname))).text()).toBe(fileOf(CATALOGUE[0]!))
  })

  test('shows mail that arrived by SMTP', async () => {
    await handIn({
      port: ports.MAIL,
      from: 'no-reply@kla.test',
      to: 'ada@kla.test',
      lines: ['Subject: Hello', '', 'there'],
    })
    const shown = await fetch(at('MAILBOX', '/mails?to=ada@kla.test'))
    expect(await shown.json()).toMatchObject([{ subject: 'Hello', text: 'there', to: ['ada@kla.test'] }])
  })

  test('redirects browsers to the payment page at its public address', async () => {
    const stripe = new Stripe('sk_test_x', { host: '127.0.0.1', port: ports.STRIPE, protocol: 'http' })
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      success_url: 'https://kla.test/shop',
      cancel_url: 'https://kla.test/shop',
      line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: 100, product_data: { name: 'One' } } }],
    })
    expect(session.url).toMatch(/^https:\/\/pay\.kla\.test\/c\/pay\//)
  })

  test('redirects a login to the address that asked for it', async () => {
    const query = new URLSearchParams({
      client_id: 'kla-local',
      response_type: 'code',
      redirect_uri: 'https://kla.test/auth/discord/callback',
      persona: 'ada',
      scope: 'identify',
      state: 's',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    })
    const response = await fetch(at('DISCORD', `/oauth2/authorize?${query}`), { redirect: 'manual' })
    expect(response.headers.get('location')).toMatch(/^https:\/\/kla\.test\/auth\/discord\/callback\?code=.+&state=s$/)
  })

  test('ends on SIGTERM', async () => {
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    expect((await exited)[0]).toBe(0)
  })
})
