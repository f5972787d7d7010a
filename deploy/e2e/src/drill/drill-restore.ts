import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { settled } from '@kla/bots'
import {
  CLIP_DIRECTORY,
  createCleanup,
  createLauncher,
  createPorts,
  createSecrets,
  type Platform,
  prepareSchemas,
  startInfrastructure,
  startPlatform,
  startStandIns,
  storePasswords,
} from '@kla/local'
import { EVENTS_STREAM } from '@kla/proto'
import { eventually } from '@kla/testkit'
import { buy, deputyOf, payAtStripe, type Shopper, shopperOf, signInAdministrator } from '../platform/accounts.js'
import { faultsOf, playThrough, seatTestPair } from '../platform/battles.js'
import { allEventsHandled, ledgerFaults } from '../platform/figures.js'
import { SHORT_PHASES } from '../platform/test-platform.js'
import { type Change, changeLine, changesBetween, unexpectedChanges } from './changes.js'
import { correctStanding, openStills, reportWithStills, STILLS } from './data.js'
import {
  copiedFingerprints,
  copyDatabase,
  type DatabaseCopy,
  type Fingerprint,
  fingerprintsOf,
  restoreDatabase,
} from './database-copy.js'
import { createRecord, isPassed, type Record, recordLines } from './record.js'
import { consumersOf, copyStream, restoreStream } from './stream-copy.js'

const WITHIN_MS = 20 * 60_000
const PACK = [{ item_id: 2, quantity: 1 }]
const PACK_UNITS = 10

const ENVIRONMENT = {
  ...SHORT_PHASES,
  // The drill's battles are short, and their results are what a replay may not count twice.
  COUNTED_AFTER_RUSH_MS: '1',
  LEDGER_CHECK_MS: '500',
}

/** Backs up a platform, deletes it, restores it and checks what came back. Exits with 1 on any fault. */
export async function main(stopping: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(WITHIN_MS)])
  const record = createRecord({ say: (line) => console.log(line), now: () => performance.now(), signal })
  const directory = await mkdtemp(join(tmpdir(), 'kla-drill-'))
  // PostgreSQL may run as another user.
  await chmod(directory, 0o711)
  try {
    await drill(directory, record, signal)
  } catch (error) {
    if (isPassed(record)) console.error(error)
    process.exitCode = 1
  }
  await rm(directory, { recursive: true, force: true })
  console.log(`\n${recordLines(record).join('\n')}`)
  process.exit()
}

type Places = {
  readonly before: string
  readonly backup: string
  /** Secrets. Beside the backup, they would open its stills. */
  readonly keys: string
  readonly after: string
}

async function drill(directory: string, record: Record, signal: AbortSignal): Promise<void> {
  const places: Places = {
    before: join(directory, 'before'),
    backup: join(directory, 'backup'),
    keys: join(directory, 'keys'),
    after: join(directory, 'after'),
  }
  for (const place of Object.values(places)) await mkdir(place, { mode: 0o711 })
  const cleanup = createCleanup()
  try {
    // Players, Discord and Stripe outlive every platform.
    const ports = createPorts()
    cleanup.add(() => ports.close())
    const port = await ports.take('gateway')
    const standIns = await startStandIns({
      ports,
      cleanup,
      secrets: createSecrets(join(places.before, 'secrets.json')),
      clipDirectory: CLIP_DIRECTORY,
      siteUrl: `http://localhost:${port}`,
    })
    const start = async (where: string): Promise<Platform> => {
      const platform = await startPlatform({ directory: where, port, standIns, environment: ENVIRONMENT, signal })
      cleanup.add(() => platform.close())
      return platform
    }
    const before = await record.step('start a platform', () => start(places.before))
    const known = await makeData(before, record)
    const copy = await backUp(before, known, places, record)
    const later = await goOn(before, known, copy, record)
    await record.step('stop everything and delete it', async () => {
      await before.close()
      await rm(places.before, { recursive: true })
    })
    signal.throwIfAborted()
    await restore(places, copy, record)
    const after = await record.step('start the platform again', () => start(places.after))
    await check(after, { ...known, ...later }, copy, record)
  } finally {
    await cleanup.run()
  }
}

interface Known {
  readonly name: string
  readonly shopper: Shopper
  readonly accountId: number
  readonly reportId: number
  /** Opened before the point in time, paid after it. */
  readonly openCheckout: { readonly id: string; readonly url: string }
}

/** What only the platform before the restore knows. */
interface Later {
  /** What it made of events that were unhandled at the point in time. */
  readonly handledLate: readonly Change[]
  readonly consumers: readonly string[]
  /** Opened and paid after the point in time. */
  readonly lateCheckoutId: string
}

async function makeData(platform: Platform, record: Record): Promise<Known> {
  const { sessions } = await record.step('play a battle', () => battle(platform, 'drill-known'))
  return record.step('buy, report with sealed stills, decide, correct the standings', async () => {
    const shopper = shopperOf(sessions.first)
    await buy(shopper, PACK)
    const owner = await signInAdministrator(platform)
    const reportId = await reportWithStills(owner, sessions.first, sessions.second)
    await correctStanding(owner, sessions.first)
    await allEventsHandled(platform)
    const openCheckout = await shopper.openCheckout(PACK)
    return { name: 'drill-known', shopper, accountId: sessions.first.id, reportId, openCheckout }
  })
}

async function backUp(platform: Platform, known: Known, places: Places, record: Record): Promise<DatabaseCopy> {
  const { postgresUrl, nats } = platform.infrastructure
  const owner = await signInAdministrator(platform)
  const [moderation] = platform.running('moderation')
  if (!moderation) throw new Error('moderation does not run')
  // Its event is published and unhandled at the point in time, so only a replay can bring it into the audit log.
  platform.pause(moderation)
  try {
    await record.step('correct the standings while moderation hangs', () =>
      correctStanding(owner, known.shopper.session),
    )
    const copy = await record.step('back up PostgreSQL: the point in time', () =>
      copyDatabase(postgresUrl, places.backup),
    )
    await record.step('back up JetStream', () => copyStream(nats.url, EVENTS_STREAM, join(places.backup, 'events')))
    await record.step('back up the secrets, in another place', async () => {
      await copyFile(join(places.before, 'secrets.json'), join(places.keys, 'secrets.json'))
      const { privateKey } = createSecrets(join(places.keys, 'secrets.json')).sealingKeys('evidence')
      for (const name of await readdir(places.backup)) {
        const file = await readFile(join(places.backup, name))
        if (file.includes(privateKey)) throw new Error(`${name} has the key of the stills`)
      }
    })
    return copy
  } finally {
    platform.resume(moderation)
  }
}

async function goOn(platform: Platform, known: Known, copy: DatabaseCopy, record: Record): Promise<Later> {
  const changesNow = async (): Promise<readonly Change[]> =>
    changesBetween(copiedFingerprints(copy), await fingerprintsOf(platform.infrastructure.postgresUrl))
  await allEventsHandled(platform)
  const handledLate = await changesNow()
  if (!handledLate.some(({ table }) => table === 'moderation.audit_log')) {
    throw new Error('no event was unhandled at the point in time')
  }
  const lateCheckoutId = await record.step(
    'go on: pay the open order, open and pay another, play a battle',
    async () => {
      const { shopper, openCheckout } = known
      await payAtStripe(openCheckout.url)
      await shopper.awaitPaid(openCheckout.id)
      const late = await shopper.openCheckout(PACK)
      await payAtStripe(late.url)
      await shopper.awaitPaid(late.id)
      await battle(platform, 'drill-late')
      return late.id
    },
  )
  const rows = (await changesNow()).filter((change) => change.rows !== 0 && !handledLate.some(isOf(change)))
  record.lost(`rows: ${changeLine(rows)}`, 'they came after the point in time')
  const consumers = await consumersOf(platform.infrastructure.nats.url, EVENTS_STREAM)
  return { handledLate, consumers, lateCheckoutId }
}

const isOf =
  ({ table }: Change) =>
  (other: Change): boolean =>
    other.table === table

async function restore(places: Places, copy: DatabaseCopy, record: Record): Promise<void> {
  const { after, backup, keys } = places
  await copyFile(join(keys, 'secrets.json'), join(after, 'secrets.json'))
  const secrets = createSecrets(join(after, 'secrets.json'))
  const launcher = createLauncher(join(after, 'logs'))
  const ports = createPorts(join(after, 'ports.json'))
  try {
    const stores = await record.step('start empty stores', () =>
      startInfrastructure({
        launcher,
        ports,
        directory: after,
        durable: true,
        postgresPassword: secrets.take('postgres'),
        storePasswords: { redis: storePasswords(secrets, 'redis'), nats: storePasswords(secrets, 'nats') },
        say: () => undefined,
      }),
    )
    try {
      const adminUrl = stores.postgresUrl
      await record.step('make schemas and roles, migrate', () =>
        prepareSchemas(launcher, { adminUrl, passwordOf: (role) => secrets.take(role) }),
      )
      await record.step('restore PostgreSQL', () => restoreDatabase(adminUrl, backup))
      await record.step('restore JetStream', () =>
        restoreStream(stores.nats.url, EVENTS_STREAM, join(backup, 'events')),
      )
      await record.step('compare every table with the backup', async () => {
        expectChanges(copiedFingerprints(copy), await fingerprintsOf(adminUrl))
      })
    } finally {
      await stores.stop()
    }
  } finally {
    ports.close()
    await launcher.close()
  }
  record.lost('sessions, rooms, searches, running battles', 'Redis is not restored: players log in again')
}

async function check(platform: Platform, known: Known & Later, copy: DatabaseCopy, record: Record): Promise<void> {
  const { postgresUrl, nats } = platform.infrastructure
  await record.step('replay the events: the unhandled once, the others without effect', async () => {
    // A consumer that is not there yet has nothing pending.
    await eventually(async () => {
      const consumers = await consumersOf(nats.url, EVENTS_STREAM)
      return known.consumers.every((name) => consumers.includes(name))
    })
    await allEventsHandled(platform)
    expectChanges(copiedFingerprints(copy), await fingerprintsOf(postgresUrl), known.handledLate)
  })
  await record.step('verify-audit', () => platform.chore('moderation', 'verify-audit'))
  await record.step('verify-evidence', () => platform.chore('evidence', 'verify-evidence'))
  await record.step('check-standings', () => platform.chore('game-engine', 'rebuild-standings', ['--check']))
  await record.step('check-pass', () => platform.chore('commerce', 'rebuild-pass', ['--check']))
  await record.step('check the ledger', async () => {
    const faults = await ledgerFaults(platform)
    if (faults.some((count) => count !== 0)) throw new Error(`the ledger has faults: ${faults.join()}`)
  })
  await record.step('open the sealed stills with the restored key', async () => {
    const [owner, deputy] = [
      await signInAdministrator(platform),
      await signInAdministrator(platform, deputyOf(platform)),
    ]
    const seen = await openStills(owner, deputy, known.reportId)
    if (seen !== STILLS) throw new Error(`${seen} stills instead of ${STILLS} can be seen`)
  })
  const { sessions } = await record.step('play a battle again', () => battle(platform, known.name))
  await record.step('reconcile the orders paid after the point in time', () => {
    if (sessions.first.id !== known.accountId) throw new Error('the player has another account')
    return reconcile(platform, shopperOf(sessions.first), known, record)
  })
}

async function reconcile(platform: Platform, shopper: Shopper, known: Known & Later, record: Record): Promise<void> {
  await expectPacks(shopper, 1)
  // As the player's page asks, or the sweep after a day: commerce asks the provider.
  await shopper.awaitPaid(known.openCheckout.id)
  await expectPacks(shopper, 2)
  const verify = `/checkout/verify?session_id=${encodeURIComponent(known.lateCheckoutId)}`
  const unknown = await shopper.session.request(verify)
  if (unknown.status !== 404) throw new Error(`an order after the point in time is answered with ${unknown.status}`)
  await platform.standIns.stripe.refund(known.lateCheckoutId)
  await platform.standIns.stripe.deliveries.idle()
  await expectPacks(shopper, 2)
  record.lost('one order of two paid afterwards', 'it was opened after the point in time: refunded at the provider')
}

async function expectPacks(shopper: Shopper, packs: number): Promise<void> {
  const { gif_saves: units } = await shopper.counts()
  if (units !== packs * PACK_UNITS) throw new Error(`the player has ${units} items instead of ${packs * PACK_UNITS}`)
}

async function battle(platform: Platform, name: string): ReturnType<typeof seatTestPair> {
  const pair = await seatTestPair(platform, { name })
  await playThrough(pair)
  await settled([pair])
  const faults = faultsOf([pair])
  if (faults.length > 0) throw new Error(faults.join('\n'))
  await allEventsHandled(platform)
  await Promise.all([pair.first, pair.second].map(({ client }) => client.close()))
  return pair
}

function expectChanges(
  before: ReadonlyMap<string, Fingerprint>,
  after: ReadonlyMap<string, Fingerprint>,
  expected: readonly Change[] = [],
): void {
  const wrong = unexpectedChanges(changesBetween(before, after), expected)
  if (wrong.length > 0) throw new Error(`tables differ:\n${wrong.join('\n')}`)
}
