import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls, type PeerCertificate, type TLSSocket } from 'node:tls'
import { type ChannelCredentials, Client, credentials, experimental } from '@grpc/grpc-js'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import {
  createGrpcClient,
  createGrpcServer,
  createLogger,
  createMetrics,
  type GrpcServer,
  type Identity,
  readIdentity,
} from '@kla/chassis'
import { authorityNameOf, identityOf, RoomsServiceService as definition, type ServiceName } from '@kla/proto'
import { eventually, quietLogger } from '@kla/testkit'
import {
  type Authority,
  createAuthority,
  forDays,
  identityDirectory,
  writeIdentities,
  writeIdentity,
} from '@kla/testkit/certificates'

const QUICKLY_MS = 20
const DAY_MS = 86_400_000
const open: (() => unknown)[] = []

let directory: string
let authority: Authority
let logged: string[]

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'kla-identity-'))
  authority = writeIdentities(directory, forDays(1, Date.now()))
  logged = []
  open.push(() => rmSync(directory, { recursive: true }))
})
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const log = () =>
  createLogger({ service: 'test', level: 'info', destination: { write: (line) => void logged.push(line) } })
const of = (service: ServiceName, from = directory, now = Date.now): Identity =>
  readIdentity({ directory: identityDirectory(from, service), service, log: log(), everyMs: QUICKLY_MS, now })
const file = (service: ServiceName, name: string): string => join(identityDirectory(directory, service), name)

async function serve(identity: Identity): Promise<string> {
  const handlers = { getRoom: async () => ({ room: undefined }), listRooms: async () => ({ rooms: [] }) }
  const server: GrpcServer = createGrpcServer({
    definition: { getRoom: definition.getRoom, listRooms: definition.listRooms },
    handlers,
    identity,
    log: quietLogger(),
    metrics: createMetrics('test'),
  })
  open.push(() => server.close(0))
  return `127.0.0.1:${await server.listen('127.0.0.1:0')}`
}

/** One call on a connection of its own. */
async function call(address: string, identity: Identity): Promise<unknown> {
  const client = createGrpcClient({ definition, address, identity, deadlineMs: 700, attemptMs: 300 })
  try {
    return await client.getRoom({ roomId: 'r' })
  } finally {
    client.close()
  }
}

/** The same by hand, with whatever proves nothing. */
const callWith = (address: string, channel: ChannelCredentials): Promise<unknown> => {
  const client = new Client(address, channel)
  const { path, requestSerialize, responseDeserialize } = definition.listRooms
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      path,
      requestSerialize,
      responseDeserialize,
      { limit: 1 },
      { deadline: Date.now() + 1_000 },
      (error, answer) => (error ? reject(error) : resolve(answer)),
    )
  }).finally(() => client.close())
}

/** The certificate that a server shows on a new connection. */
async function shown(address: string, service: ServiceName): Promise<PeerCertificate> {
  const [host, port] = address.split(':')
  const read = (name: string): Buffer => readFileSync(file(service, name))
  const socket: TLSSocket = connectTls({
    host,
    port: Number(port),
    ca: authority.certificate,
    cert: read('tls.crt'),
    key: read('tls.key'),
    ALPNProtocols: ['h2'],
    checkServerIdentity: () => undefined,
  })
  await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject))
  const certificate = socket.getPeerCertificate()
  expect(socket.getProtocol()).toBe('TLSv1.3')
  socket.destroy()
  return certificate
}

describe('an issued identity', () => {
  test('names one service, for servers and clients, and its authority cannot sign other authorities', () => {
    const certificate = new X509Certificate(readFileSync(file('auth', 'tls.crt')))
    expect(certificate.subjectAltName).toBe(`URI:${identityOf('auth')}`)
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2'])
    expect(certificate.ca).toBe(false)
    const ca = new X509Certificate(readFileSync(file('auth', 'ca.crt')))
    expect([ca.ca, certificate.checkIssued(ca), certificate.verify(ca.publicKey)]).toEqual([true, true, true])
    expect(Date.parse(certificate.validTo)).toBeGreaterThan(Date.now() + DAY_MS - 10_000)
    expect(statSync(file('auth', 'tls.key')).mode & 0o777).toBe(0o600)
  })

  test('may expire after the year 2050', () => {
    const late = Date.UTC(2126, 1, 3, 4, 5, 6)
    const { certificate } = createAuthority({ fromMs: 0, untilMs: late }).issue(identityOf('auth'), {
      fromMs: 0,
      untilMs: late,
    })
    expect(Date.parse(new X509Certificate(certificate).validTo)).toBe(late)
  })
})

describe('a process', () => {
  test('does not start without its files', () => {
    rmSync(file('auth', 'tls.key'))
    expect(() => of('auth')).toThrow(/IDENTITY_DIR: cannot load a certificate from .*tls\.key/)
  })

  test('does not start with the certificate of another service, a mismatched key or an expired certificate', () => {
    const others = { directory: identityDirectory(directory, 'library'), service: 'auth' as const, log: log() }
    expect(() => readIdentity(others)).toThrow(/names library, not auth/)
    expect(() => of('auth', directory, () => Date.now() + 2 * DAY_MS)).toThrow(/tls\.crt expired/)
    writeFileSync(file('auth', 'tls.key'), readFileSync(file('library', 'tls.key')))
    expect(() => of('auth')).toThrow(/tls\.key is not the key of tls\.crt/)
  })

  test.each(['spiffe://kla/nobody', 'spiffe://other/auth', 'spiffe://kla/auth/more', 'x, URI:spiffe://kla/auth'])(
    'does not start with a certificate for "%s"',
    (uri) => {
      const { certificate, privateKey } = authority.issue(uri, forDays(1, Date.now()))
      writeFileSync(file('auth', 'tls.crt'), certificate)
      writeFileSync(file('auth', 'tls.key'), privateKey)
      expect(() => of('auth')).toThrow(/names no service of Kla/)
    },
  )

  test('reports when its certificate expires', async () => {
    const metrics = createMetrics('test')
    readIdentity({ directory: identityDirectory(directory, 'auth'), service: 'auth', log: log(), metrics })
    const [, ends] = /^kla_identity_ends_seconds\{.*\} (\S+)$/m.exec(await metrics.registry.metrics()) ?? []
    expect(Number(ends) * 1_000).toBe(Date.parse(new X509Certificate(readFileSync(file('auth', 'tls.crt'))).validTo))
  })
})

test('reports which authorities it trusts, and which one has issued its certificate', async () => {
  const metrics = createMetrics('test')
  const other = createAuthority(forDays(1, Date.now()))
  writeFileSync(file('auth', 'ca.crt'), authority.certificate + other.certificate)
  readIdentity({ directory: identityDirectory(directory, 'auth'), service: 'auth', log: log(), metrics })
  const page = await metrics.registry.metrics()
  const reported = [...page.matchAll(/^kla_identity_authorities\{.*authority="(.*?)",use="(.*?)".*\} 1$/gm)]
  const [own, added] = [authority, other].map(({ certificate }) =>
    authorityNameOf(new X509Certificate(certificate).fingerprint256),
  )
  expect(reported.map(([, name, use]) => `${name} ${use}`).sort()).toEqual(
    [`${own} trusted`, `${own} issuer`, `${added} trusted`].sort(),
  )
})

describe('a server', () => {
  let address: string
  beforeEach(async () => {
    address = await serve(of('rooms'))
  })

  test('answers an allowed caller', async () => {
    await expect(call(address, of('game-engine'))).resolves.toEqual({ room: undefined })
    await expect(call(address, of('library'))).rejects.toMatchObject({ reason: 'CALLER_NOT_ALLOWED' })
  })

  test('rejects plain text and TLS without a certificate', async () => {
    await expect(callWith(address, credentials.createInsecure())).rejects.toMatchObject({ code: 14 })
    const ca = Buffer.from(authority.certificate)
    const nameless = credentials.createSsl(ca, null, null, { checkServerIdentity: () => undefined })
    await expect(callWith(address, nameless)).rejects.toMatchObject({ code: 14 })
  })

  test('rejects certificates of another authority and plain HTTP', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'kla-foreign-'))
    open.push(() => rmSync(elsewhere, { recursive: true }))
    writeIdentities(elsewhere, forDays(1, Date.now()))
    // It trusts us, which is not enough.
    writeFileSync(join(identityDirectory(elsewhere, 'gateway'), 'ca.crt'), authority.certificate)
    await expect(call(address, of('gateway', elsewhere))).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
    const [host, port] = address.split(':')
    const socket = createConnection({ host: host ?? '', port: Number(port) })
    socket.write('GET / HTTP/1.1\r\n\r\n')
    const received: Buffer[] = []
    await new Promise((resolve) =>
      socket
        .on('data', (part) => received.push(part))
        .on('close', resolve)
        .on('error', resolve),
    )
    expect(Buffer.concat(received).toString('latin1')).not.toContain('HTTP')
  })

  test('rejects an expired certificate', async () => {
    const ended = { fromMs: Date.now() - 2 * DAY_MS, untilMs: Date.now() - DAY_MS }
    writeIdentity(directory, 'gateway', authority, ended)
    await expect(
      call(
        address,
        of('gateway', directory, () => ended.fromMs),
      ),
    ).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
  })

  test('is trusted by callers only when it is the intended service', async () => {
    const pretender = await serve({ ...of('rooms'), serverCredentials: of('library').serverCredentials })
    await expect(call(pretender, of('gateway'))).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
  })
})

describe('changed certificate files', () => {
  test('apply to new connections of servers and callers while open ones go on', async () => {
    const address = await serve(of('rooms'))
    const gateway = of('gateway')
    const standing = createGrpcClient({ definition, address, identity: gateway })
    open.push(() => standing.close())
    await standing.getRoom({ roomId: 'r' })
    const before = await shown(address, 'rooms')

    // Another authority altogether, as after a leak: from now on the old certificates open nothing.
    const old = join(directory, 'old')
    writeIdentity(old, 'gateway', authority, forDays(1, Date.now()))
    authority = writeIdentities(directory, forDays(2, Date.now()))
    await eventually(() => expect(logged.filter((line) => line.includes('identity renewed'))).toHaveLength(2))

    const after = await shown(address, 'rooms')
    expect(after.serialNumber).not.toBe(before.serialNumber)
    expect(after.serialNumber).toBe(new X509Certificate(readFileSync(file('rooms', 'tls.crt'))).serialNumber)
    await expect(call(address, gateway)).resolves.toEqual({ room: undefined })
    await expect(call(address, of('gateway', old))).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
    await expect(standing.getRoom({ roomId: 'r' })).resolves.toEqual({ room: undefined })
  })

  test('are ignored while they are invalid', async () => {
    const address = await serve(of('rooms'))
    writeFileSync(file('rooms', 'tls.key'), 'half of a k')
    await eventually(() => expect(logged.some((line) => line.includes('keeping the last good ones'))).toBe(true))
    writeFileSync(file('rooms', 'tls.crt'), readFileSync(file('library', 'tls.crt')))
    writeFileSync(file('rooms', 'tls.key'), readFileSync(file('library', 'tls.key')))
    await eventually(() => expect(logged.some((line) => line.includes('now names library'))).toBe(true))
    await expect(call(address, of('gateway'))).resolves.toEqual({ room: undefined })
    // Once for each fault, however often the files were looked at meanwhile.
    expect(logged.filter((line) => line.includes('keeping the last good ones'))).toHaveLength(2)
    writeIdentity(directory, 'rooms', authority, forDays(2, Date.now()))
    await eventually(() => expect(logged.some((line) => line.includes('identity renewed'))).toBe(true))
  })
})

describe('grpc-js', () => {
  test('still has the internals that identities rely on', () => {
    expect(experimental).toMatchObject({
      createCertificateProviderServerCredentials: expect.any(Function),
      createCertificateProviderChannelCredentials: expect.any(Function),
    })
  })
})
