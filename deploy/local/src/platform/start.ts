import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forDays, writeIdentities } from '@kla/testkit/certificates'
import { createPorts } from '../infrastructure/ports.js'
import { unprovision } from '../infrastructure/provision.js'
import { type InfrastructureOptions, startInfrastructure } from '../infrastructure/start.js'
import { ensureTools } from '../infrastructure/tools.js'
import { createLauncher, type Launched, type Launcher, waitUntil } from '../processes/launcher.js'
import { CLIP_DIRECTORY, ROOT, type Say } from '../root.js'
import type { RouteSettings } from '../route/route-main.js'
import { createSecrets } from '../secrets.js'
import { storePasswords } from '../store-users/users.js'
import { all, type Cleanup, createCleanup } from './cleanup.js'
import { prepareClips, writeManifest } from './clips.js'
import { consoleOf, encryptionKey } from './console.js'
import type { Wiring } from './environment.js'
import { createFleet } from './fleet.js'
import type { Platform } from './platform.js'
import { cloneDatabase, prepareSchemas } from './schemas.js'
import { allotSlots, type ServiceName, SERVICES, type Slots } from './services.js'
import { type StandIns, startStandIns } from './stand-ins.js'

/** Options of a local platform. */
export interface PlatformOptions {
  readonly directory?: string
  readonly logDirectory?: string
  readonly port?: number
  /** Adds a load balancer, as in a cluster. */
  readonly route?: boolean
  readonly infrastructure?: InfrastructureOptions['given']
  /** Creates and drops a database on a given PostgreSQL. */
  readonly ownDatabase?: boolean
  readonly processes?: Partial<Record<ServiceName, number>>
  readonly environment?: NodeJS.ProcessEnv
  /** An outside world that outlives the platform; its caller closes it. */
  readonly standIns?: StandIns
  readonly say?: Say
  readonly signal?: AbortSignal
}

const IDENTITY_DAYS = 400

export async function startPlatform(options: PlatformOptions = {}): Promise<Platform> {
  const cleanup = createCleanup()
  try {
    return await assemble(options, cleanup)
  } catch (error) {
    await cleanup.run().catch(() => undefined)
    throw error
  }
}

async function assemble(options: PlatformOptions, cleanup: Cleanup): Promise<Platform> {
  const { say = () => undefined, signal } = options
  const directory = options.directory ?? (await temporaryDirectory(cleanup))
  const kept = options.directory !== undefined
  const undone = <T>(starting: Promise<T>, undo: (started: T) => Promise<void>): Promise<T> =>
    starting.then((started) => {
      cleanup.add(() => undo(started))
      return started
    })
  const logDirectory = options.logDirectory ?? join(directory, 'logs')
  const launcher = createLauncher(logDirectory)
  cleanup.add(() => launcher.close())
  const secrets = createSecrets(join(directory, 'secrets.json'))
  const ports = createPorts(kept ? join(directory, 'ports.json') : undefined)
  cleanup.add(() => ports.close())
  const { ffmpeg } = await ensureTools(['ffmpeg'], say)

  await mkdir(CLIP_DIRECTORY, { recursive: true })

  const port = options.port ?? (await ports.take('gateway'))
  const publicUrl = `http://localhost:${port}`

  say('Starting PostgreSQL, Redis and NATS')
  const [infrastructure, standIns] = await all(
    undone(
      startInfrastructure({
        launcher,
        ports,
        say,
        directory,
        durable: kept,
        postgresPassword: secrets.take('postgres'),
        storePasswords: { redis: storePasswords(secrets, 'redis'), nats: storePasswords(secrets, 'nats') },
        ...(options.infrastructure ? { given: options.infrastructure } : {}),
      }),
      (running) => running.stop(),
    ),
    options.standIns ?? startStandIns({ ports, secrets, cleanup, clipDirectory: CLIP_DIRECTORY, siteUrl: publicUrl }),
    prepareClips(launcher, { ffmpeg, say }),
  )
  signal?.throwIfAborted()

  say('Preparing the database')
  const database = options.ownDatabase ? `kla_${randomBytes(5).toString('hex')}` : undefined
  if (database !== undefined) cleanup.add(() => unprovision(infrastructure.postgresUrl, database))
  const adminUrl = infrastructure.postgresUrl
  const manifest = await writeManifest(directory, standIns.clipsUrl)
  const schemas =
    database === undefined
      ? await prepareSchemas(launcher, { adminUrl, manifest, passwordOf: (role) => secrets.take(role) })
      : await cloneDatabase(launcher, { adminUrl, database, manifest })
  signal?.throwIfAborted()

  const slots = await allotSlots(ports, options.route ? await ports.take('gateway-1-http') : port)
  // New keys with each start.
  const identities = join(directory, 'identities')
  writeIdentities(identities, forDays(IDENTITY_DAYS, Date.now()))
  const wiring: Wiring = {
    slots,
    schemas,
    publicUrl,
    standIns,
    redisUrlOf: infrastructure.redis.urlOf,
    natsUrlOf: infrastructure.nats.urlOf,
    identities,
    principalKeys: secrets.keyPair('principal'),
    sealingKeys: secrets.sealingKeys('evidence'),
    auditKeyOf: (source) => secrets.keyPair(`audit-${source}`),
    turnSecret: secrets.take('turn'),
    console: consoleOf(secrets, publicUrl, { ...process.env, ...options.environment }),
    adminSecretsKey: encryptionKey(secrets, 'admin-secrets'),
    incidentKey: encryptionKey(secrets, 'incidents'),
    limitsKey: encryptionKey(secrets, 'limits'),
    mediaCache: join(directory, 'media-cache'),
    ffmpeg,
    given: options.environment ?? {},
  }
  if (options.route) {
    const route = await startRouteProcess(launcher, port, slots)
    // Clients move through it.
    cleanup.add(() => route.stop())
  }
  const fleet = createFleet(launcher, wiring)
  cleanup.add(() => fleet.stopAll())

  say(`Starting ${SERVICES.join(', ')}`)
  await all(
    ...SERVICES.flatMap((service) =>
      Array.from({ length: options.processes?.[service] ?? 1 }, () => fleet.start(service)),
    ),
  )
  signal?.throwIfAborted()

  const { running, start, stop, kill, pause, resume, chore, onLost } = fleet
  return {
    url: wiring.publicUrl,
    infrastructure,
    database,
    standIns,
    console: wiring.console,
    identities,
    principalKey: wiring.principalKeys.privateKey,
    logDirectory,
    running,
    start,
    stop,
    kill,
    pause,
    resume,
    chore,
    onLost,
    close: () => cleanup.run(),
  }
}

async function startRouteProcess(launcher: Launcher, port: number, slots: Slots): Promise<Launched> {
  const settings: RouteSettings = {
    port,
    gateways: slots.of('gateway').map(({ number, http, realtime, health }) => ({
      name: `gateway-${number}`,
      http,
      realtime,
      health,
    })),
  }
  const launched = launcher.launch({
    name: 'route',
    command: process.execPath,
    args: [`${ROOT}deploy/local/dist/route/route-main.js`, JSON.stringify(settings)],
    ours: true,
  })
  await waitUntil(launched, async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).status > 0)
  return launched
}

async function temporaryDirectory(cleanup: Cleanup): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'kla-'))
  // PostgreSQL may run as another user.
  await chmod(directory, 0o711)
  cleanup.add(() => rm(directory, { recursive: true, force: true }))
  return directory
}
