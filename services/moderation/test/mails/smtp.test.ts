import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, describe, expect, test } from '@jest/globals'
import { openSilentAddress } from '@kla/testkit'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { createSmtpMail } from '../../src/mails/smtp.js'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A mail server that takes every letter. Answers its port, and what it got. */
async function serve(options: SMTPServerOptions): Promise<{ port: number; received: string[] }> {
  const received: string[] = []
  const server = new SMTPServer({
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onData(stream, _session, callback) {
      stream.on('data', (chunk: Buffer) => received.push(chunk.toString())).on('end', () => callback())
    },
    ...options,
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  closing.push(() => new Promise<void>((resolve) => server.close(resolve)))
  return { port: (server.server.address() as AddressInfo).port, received }
}

const send = (url: string, { to = 'ada@kla.test', requireTls = false } = {}) =>
  createSmtpMail({ url, requireTls, from: 'no-reply@kla.test', replyTo: '' }).send({
    id: '0198a000-0000-7000-8000-000000000000',
    subject: 'Hello',
    text: 'there',
    to,
  })

test('createSmtpMail gives up a connection to a server that does not answer after seconds', async () => {
  const silent = await openSilentAddress()
  closing.push(silent.close)
  expect(await send(`smtp://127.0.0.1:${silent.port}`)).toEqual({ kind: 'out-of-reach', why: 'unreached' })
}, 15_000)

describe('createSmtpMail with a password', () => {
  const guarded: SMTPServerOptions = {
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, callback) {
      if (username === 'kla@mail' && password === 'p:w@/%') callback(null, { user: username })
      else callback(Object.assign(new Error('no'), { responseCode: 535 }))
    },
  }

  test('sends the password of the URL, whatever characters it contains', async () => {
    const { port, received } = await serve(guarded)
    const [user, password] = ['kla@mail', 'p:w@/%'].map(encodeURIComponent)
    expect(await send(`smtp://${user}:${password}@127.0.0.1:${port}`)).toEqual({ kind: 'taken' })
    expect(received.join('')).not.toMatch(/reply-to/i)
  })

  test('is out of reach with a wrong password', async () => {
    const { port, received } = await serve(guarded)
    expect(await send(`smtp://kla:wrong@127.0.0.1:${port}`)).toEqual({ kind: 'out-of-reach', why: 'session-535' })
    expect(received).toEqual([])
  })
})

describe('createSmtpMail without a trusted certificate', () => {
  test('sends nothing over TLS', async () => {
    const { port, received } = await serve({ secure: true, authOptional: true })
    expect(await send(`smtps://127.0.0.1:${port}`)).toEqual({ kind: 'out-of-reach', why: 'unreached' })
    expect(received).toEqual([])
  })

  test.each([true, false])('sends nothing with STARTTLS (required: %s)', async (requireTls) => {
    const { port, received } = await serve({ authOptional: true })
    expect(await send(`smtp://127.0.0.1:${port}`, { requireTls })).toMatchObject({ kind: 'out-of-reach' })
    expect(received).toEqual([])
  })
})

test('createSmtpMail rejects an address that would end the command', async () => {
  const { port, received } = await serve({ disabledCommands: ['STARTTLS', 'AUTH'], authOptional: true })
  const delivery = await send(`smtp://127.0.0.1:${port}`, { to: 'ada@kla.test>\r\nRCPT TO:<bea@kla.test' })
  expect(delivery).toEqual({ kind: 'out-of-reach', why: 'unreached' })
  expect(received).toEqual([])
})

test('createSmtpMail reports a server that drops every connection as out of reach', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => new Promise((resolve) => server.close(resolve)))
  const { port } = server.address() as AddressInfo
  expect(await send(`smtp://127.0.0.1:${port}`)).toEqual({ kind: 'out-of-reach', why: 'unreached' })
})
